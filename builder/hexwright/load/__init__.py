"""Read the YAML files of a game folder; every error is a diagnostic with its source location."""
