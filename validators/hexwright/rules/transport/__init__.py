"""Networks such as railways: which hexes serve a side, and rail movement."""
