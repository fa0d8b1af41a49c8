"""The picture of the module's board."""
