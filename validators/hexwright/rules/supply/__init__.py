"""Supply: tracing, range, capacity, attrition."""
