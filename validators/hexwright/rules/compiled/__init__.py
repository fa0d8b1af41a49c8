"""What a setting holds, compiled from the game: a subject a file."""
