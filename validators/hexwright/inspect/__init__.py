"""Inspection of any VASSAL module: `analysis/` indexes a module, `show/` lists it, `diff/` compares two."""
