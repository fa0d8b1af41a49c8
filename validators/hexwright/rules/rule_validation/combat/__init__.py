"""Checks that the combat rules in rules.yaml can be played."""
