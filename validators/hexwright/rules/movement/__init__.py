"""Movement phases: movement modes, legs of moves, zones, stacking and fortified hexsides."""
