"""Inspection of any VASSAL module: `analysis/` indexes it, `show/` lists it, `diff/` compares two."""
