"""The rules and the map as tables that the scripts look up."""
