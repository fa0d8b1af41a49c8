"""Draw unit counters and markers, and raster many of them at once."""
