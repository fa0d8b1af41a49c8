"""Checks that supply, replacements and reinforcements can be played."""
