"""Draw the ground below all lines: shaded land, edges of terrain, vegetation, farms. See `land_cover`."""
