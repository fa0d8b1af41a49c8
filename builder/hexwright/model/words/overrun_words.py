"""Describe overruns, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.words.criteria_words import (
    enemies_text,
    exception_texts,
    names_text,
    place_and_time_texts,
    step_text,
    unit_text,
    units_text,
)
from hexwright.support.message_wording import count_noun


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about overruns, each with the rule it cites."""
    combat = game.rules.odds_combat
    for entry in combat.overruns:
        yield entry.rule, told(game, entry)


def told(game: Game, entry: Overrun) -> str:
    """Return an overrun as a line, such as "enemies are overrun at 10:1 or more, for 1 movement point"."""
    if entry.afterwards == "enter":
        line = (
            f"a unit that moves overruns enemies at {entry.odds} or more and moves into their hex, for what "
            "that costs while their zones of control count; it goes on moving"
        )
        when = ", ".join(_circumstances(game, entry))
        return f"{line} ({when})" if when else line
    who = "units of one hex" if entry.attackers == "stack" else "adjacent units"
    cost = f" for {count_noun(entry.cost, 'movement point')} each" if entry.cost else ""
    after = "may move on" if entry.afterwards == "continue" else "can't move in the rest of the phase"
    if entry.resolved == "phase-end":
        after += f"; other adjacent units may join, and a die is rolled at {entry.odds} as the phase ends"
    line = f"{who} that move overrun enemies at {entry.odds} or more{cost}, and {after}"
    when = ", ".join(_circumstances(game, entry))
    return f"{line} ({when})" if when else line


def _circumstances(game: Game, entry: Overrun) -> Iterator[str]:
    yield from place_and_time_texts(game, entry)
    if not entry.zero_strength:
        yield "not against enemies without strength"
    if entry.modes:
        yield f"by {names_text(entry.modes, game.rules.movement)}"
    if entry.side or unit_text(game, entry) or step_text(game, entry):
        yield " ".join((units_text(game, entry, "attackers"), *step_text(game, entry)))
    if them := enemies_text(game, entry):
        yield f"against {them}"
    yield from exception_texts(game, entry)
