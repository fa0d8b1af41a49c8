"""What runs from hex to hex or along hexsides."""
