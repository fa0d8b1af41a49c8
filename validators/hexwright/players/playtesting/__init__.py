"""Whole games: simulations, matches, records, golden playthroughs, action counts and fuzzing."""
