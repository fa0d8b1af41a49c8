"""Draw maps, counters and charts on a common `Canvas`."""
