"""Place hexes: coordinates, neighbours, printed numbers, millimetres."""
