"""Figures: windows of the map with counters, arrows and discs, and the examples they show."""
