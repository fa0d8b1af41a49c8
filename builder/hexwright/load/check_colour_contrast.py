"""Check that the text on counters is legible in each side's colours."""

from __future__ import annotations

import math

from hexwright.load.check_context import CheckContext
from hexwright.support.colour_contrast import MIN_TEXT_CONTRAST, contrast_ratio, relative_luminance

_UNREADABLE = 1.5
"""Below this contrast, ink and background are practically the same colour."""
_GROUNDS = {"fill": "counters at full strength", "reduced": "counters at reduced strength"}


def check_colour_contrast(check: CheckContext) -> None:
    """Warn of ink and background colours with too little contrast."""
    for side in check.game.info.sides:
        for theme in ("classic", "contrast"):
            if not check.was_read_whole("info", "sides", side.id, theme):
                continue
            colours = getattr(side, theme)
            for part, what in _GROUNDS.items():
                ground = getattr(colours, part)
                found = contrast_ratio(colours.ink, ground)
                if found >= MIN_TEXT_CONTRAST:
                    continue
                darker = relative_luminance(colours.ink) <= relative_luminance(ground)
                # Rounded down, so that the value shown is never above the limit it misses.
                shown = math.floor(found * 10) / 10
                tell = check.report.error if found < _UNREADABLE else check.report.warning
                tell(
                    "C010",
                    f"ink {colours.ink} on {part} {ground} has a contrast of {shown:g} to 1, but text "
                    f"needs {MIN_TEXT_CONTRAST:g}: {what} of side '{side.id}' in the theme {theme}"
                    " are hard to read",
                    check.spans.value("info", "sides", side.id, theme, part),
                    f"make 'ink' {'darker' if darker else 'lighter'} or '{part}' "
                    f"{'lighter' if darker else 'darker'}",
                )
