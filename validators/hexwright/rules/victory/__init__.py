"""Victory: automatic victories, situations, and points for units, territory and map exits."""
