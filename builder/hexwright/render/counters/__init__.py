"""Draw the faces of units and markers, and rasterise many of them at once."""
