"""Describe the possible weather of a turn, and whether a die or the previous turn's weather decides it."""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.model.charts import Turn, Weather
from hexwright.support.plain_numbers import plain_number


def weather_outcomes(kinds: Sequence[Weather], turn: Turn) -> list[tuple[Weather, str]]:
    """Return the kinds of weather possible on a turn, each with its condition, such as "1–2" or "after
    Mud".
    """
    known = {kind.id: kind for kind in kinds}
    found = []
    for weather, causes in turn.outcomes.items():
        if weather in known:
            names = [known[cause].name if cause in known else cause for cause in causes]
            when = (
                roll_ranges(causes) if turn.weather_roll else f"after {' or '.join(names)}" if names else ""
            )
            found.append((known[weather], when))
    return found


def roll_ranges(rolls: Sequence[str]) -> str:
    """Return die rolls in compact form, such as "1–3, 6"; consecutive rolls are joined."""
    found: list[list[str]] = []
    for roll in rolls:
        number, before = plain_number(roll), plain_number(found[-1][-1]) if found else None
        if number is not None and before is not None and number == before + 1:
            found[-1].append(roll)
        else:
            found.append([roll])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def weather_words(kinds: Sequence[Weather], turn: Turn) -> str:
    """Return the possible weather of a turn in one line, such as "Good (1–2) or Mud (3–6)"."""
    return " or ".join(
        f"{kind.name} ({when})" if when else kind.name for kind, when in weather_outcomes(kinds, turn)
    )
