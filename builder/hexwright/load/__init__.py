"""Read the YAML of a game folder; every fault is a located diagnostic."""
