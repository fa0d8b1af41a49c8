"""Sentences that explain rules to players, one rule per file, generated from its record."""
