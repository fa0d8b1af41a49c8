"""Victory: claims, victory points for units, territory and map exits, situations."""
