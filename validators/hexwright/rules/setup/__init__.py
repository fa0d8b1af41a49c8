"""Set-ups: legality, limits, stacking, random legal set-ups."""
