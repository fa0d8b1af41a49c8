"""Victory: claims, points for units, territory and map exits, and situations."""
