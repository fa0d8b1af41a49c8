"""Checks that combat rules in rules.yaml can be played."""
