"""Inspection of any VASSAL module: `analysis/` indexes a module, `show/` lists it, `usage/` finds names,
`diff/` compares two."""
