"""Play whole games: policies, simulation, records, counts and fuzzing."""
