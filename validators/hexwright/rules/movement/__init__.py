"""Movement phases: ways of moving, legs, zones, stacking, fortified hexsides."""
