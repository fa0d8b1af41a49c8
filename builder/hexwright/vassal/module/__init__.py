"""Compile a game into the components of a VASSAL module."""
