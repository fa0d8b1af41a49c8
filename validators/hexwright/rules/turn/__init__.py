"""The sequence of play: phases and turns, weather, event dice, withdrawals."""
