"""Draft a map from geographic data: layers in degrees are projected, snapped to hexes, written as map.yaml.

This is the only package that needs the extra `geo` (pyproj and shapely). Only the command imports it.
"""
