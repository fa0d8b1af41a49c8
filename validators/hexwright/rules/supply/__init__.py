"""Supply: supply lines, range, capacity and attrition."""
