"""Draw the map sheet: the hex map and the panels around it."""
