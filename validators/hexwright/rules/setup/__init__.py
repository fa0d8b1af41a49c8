"""Set-ups: legality, limits, stacking and random legal set-ups."""
