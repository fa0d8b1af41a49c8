"""Say what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def near(text: str, known: Iterable[str]) -> str:
    """Return the name nearest to a text as a hint, else one that could be typed; `known` isn't empty."""
    names = [str(name) for name in known]
    close = difflib.get_close_matches(text, names, 1)
    return f"did you mean '{close[0]}'?" if close else f"such as '{names[0]}'"
