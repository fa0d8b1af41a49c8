"""Describe overruns, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.words.criteria_words import either, enemy, exceptions, own, step, where_and_when
from hexwright.support.message_wording import counted


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about overruns, each with the rule it cites."""
    combat = game.rules.odds
    for entry in combat.overruns:
        yield entry.rule, told(game, entry)


def told(game: Game, entry: Overrun) -> str:
    """Return an overrun as a line, such as "enemies are overrun at 10:1 or more, for 1 movement point"."""
    who = "units of one hex" if entry.attackers == "stack" else "units beside them"
    cost = f" for {counted(entry.cost, 'movement point')} each" if entry.cost else ""
    after = "go on moving" if entry.then == "go-on" else "stay for the rest of the phase"
    if entry.resolved == "phase-end":
        after += f"; others beside may join them, and a die is thrown at {entry.odds} as the phase ends"
    line = f"{who} that move overrun enemies at {entry.odds} or more{cost}, and {after}"
    when = ", ".join(_circumstances(game, entry))
    return f"{line} ({when})" if when else line


def _circumstances(game: Game, entry: Overrun) -> Iterator[str]:
    yield from where_and_when(game, entry)
    if entry.modes:
        yield f"by {either(entry.modes, game.rules.movement)}"
    if who := (*own(game, entry), *step(game, entry)):
        yield " ".join(("attackers", *who))
    if them := enemy(game, entry):
        yield " ".join(("against", *them))
    yield from exceptions(game, entry)
