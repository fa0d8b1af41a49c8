"""Transport networks such as railways: the hexes that serve a side, and rail movement."""
