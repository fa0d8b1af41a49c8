"""Checks that movement, stacking, zones and networks can be played."""
