"""Diagnostics: errors and warnings with their locations and hints; `codes/` is their catalogue."""
