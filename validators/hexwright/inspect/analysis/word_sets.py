"""Long sets of words, written as readable text."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the set of the words of a text, which are separated by white space."""
    return frozenset(text.split())
