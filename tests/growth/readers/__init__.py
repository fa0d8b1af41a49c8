"""What can grow, by kind of input."""
