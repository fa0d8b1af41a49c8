"""Movement phases: movement modes, movement legs, zones of control, stacking and fortified hexsides."""
