"""What lies in hexes: terrain, water, symbols and numbers."""
