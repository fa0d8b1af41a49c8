"""Large sets of words, written as readable text."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the set of words in a text. The words are separated by white space."""
    return frozenset(text.split())
