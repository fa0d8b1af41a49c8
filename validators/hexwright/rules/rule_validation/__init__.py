"""What keeps the kernel from playing a game as its data say, by subject; `judges.py` asks all in order."""
