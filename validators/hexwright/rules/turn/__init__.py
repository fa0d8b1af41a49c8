"""The sequence of play: phases and turns, weather, event dice and withdrawals."""
