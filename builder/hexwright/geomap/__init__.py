"""Draft a map from geographic data: layers in degrees are projected, snapped to hexes and written as
map.yaml.

Only this package needs the extra `geo` (pyproj and shapely), and only the `geomap` command imports it.
"""
