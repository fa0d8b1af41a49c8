"""Draft a map from geography: layers in degrees are projected, snapped to a hex grid and written as map.yaml.

The only room that needs the extra `geo` (pyproj and shapely); nothing else imports it but the command.
"""
