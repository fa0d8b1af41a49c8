"""The data of a game as frozen values, without any input or output."""
