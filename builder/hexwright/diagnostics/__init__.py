"""Diagnostics: what is wrong, where, and what to write instead; `codes/` is their catalogue."""
