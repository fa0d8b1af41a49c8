"""Computer players: policies that play whole games, simulations, game records, action counts and fuzzing."""
