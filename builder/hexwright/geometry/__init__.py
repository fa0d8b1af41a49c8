"""Hex geometry: coordinates, neighbours, printed ids, positions in millimetres."""
