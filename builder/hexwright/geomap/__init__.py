"""Draft a map from geographic data: layers in degrees are projected, snapped to hexes, written as map.yaml.

No other package needs the extra `geo` (pyproj and shapely). Only the command `geomap` imports this package.
"""
