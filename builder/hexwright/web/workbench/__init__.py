"""A game's data while they are written: pictures, findings, hexes, balance, as messages of the page."""
