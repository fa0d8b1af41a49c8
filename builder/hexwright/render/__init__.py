"""Draw maps, counters and charts through one `Canvas`."""
