"""Turn the YAML of a board wargame into pictures, print sheets and a VASSAL module."""
