"""Networks such as railways: which hexes serve a side, who entrains and rides."""
