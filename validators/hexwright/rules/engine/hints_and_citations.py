"""Hints and citations: suggest the name that was probably meant, and cite the rule."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.support.message_wording import nearest_word


def nearest_name(text: str, known: Iterable[str]) -> str:
    """Return a hint with the known name most similar to a misspelt name, or else an example of a known name.

    `known` must not be empty.
    """
    names = [str(name) for name in known]
    meant = nearest_word(text, names)
    return f"did you mean '{meant}'?" if meant is not None else f"write for example '{names[0]}'"


def cite_rule(rule: str) -> str:
    """Return a rule's number in brackets with a leading space; an empty string if there is no number."""
    return f" ({rule})" if rule else ""
