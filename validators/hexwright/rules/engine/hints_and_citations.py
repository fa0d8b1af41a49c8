"""Say what was probably meant, and where a rule is looked up."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.support.message_wording import nearest


def near(text: str, known: Iterable[str]) -> str:
    """Return the name nearest to a text as a hint, else one that could be typed; `known` isn't empty."""
    names = [str(name) for name in known]
    meant = nearest(text, names)
    return f"did you mean '{meant}'?" if meant is not None else f"such as '{names[0]}'"


def cite(rule: str) -> str:
    """Return a rule's number in brackets, with a blank before it; nothing where the game has none."""
    return f" ({rule})" if rule else ""
