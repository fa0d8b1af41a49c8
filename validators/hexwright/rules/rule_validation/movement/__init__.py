"""Checks that movement, stacking, zones of control and networks can be played."""
