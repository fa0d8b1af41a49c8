"""Names of places, regions and lines, and where they stand."""
