"""Say what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

from builder.wording import nearest


def near(text: str, known: Iterable[str]) -> str:
    """Return the name nearest to a text as a hint, else one that could be typed; `known` isn't empty."""
    names = [str(name) for name in known]
    meant = nearest(text, names)
    return f"did you mean '{meant}'?" if meant is not None else f"such as '{names[0]}'"
