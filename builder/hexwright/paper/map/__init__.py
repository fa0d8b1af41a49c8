"""The map at true size, on one sheet or in tiles."""
