"""Whole games: simulations, matches, records, golden playthroughs, counts, fuzzing."""
