"""The checks of modules, one a file; each names itself by `CHECK`."""
