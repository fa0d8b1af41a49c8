"""Tell in words what remains of eliminated units: booklet and help take theirs from here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from builder.model.circumstance_words import exceptions, own, where_and_when
from builder.model.game import Game
from builder.model.remaining import GroupRemnant, Remnant
from builder.model.remnant_points import taken_off

_NAMED: Final = 3
"""So many units are named."""


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about what remains of units, behind the rule that they cite."""
    combat = game.rules.odds
    for entry in combat.remnants:
        yield entry.rule, _line(game, entry)
        if entry.leaves and any(taken_off(game, rules, entry) is not None for rules in game.rules.victory):
            yield (
                entry.rule,
                "the strength of what remains is taken off the points for a unit that leaves it",
            )
    for left in game.rules.group_remnants:
        yield left.rule, _left(game, left)


def _left(game: Game, entry: GroupRemnant) -> str:
    """Say what remains of units that groups lose for want of supply."""
    people, kinds, left = _words(game, entry)
    least = f" with a strength in defence of {entry.strength} or more" if entry.strength else ""
    line = f"what a group of the {people}{kinds}{least} loses for want of supply leaves {left} in its hex"
    return f"{line}{_when(game, entry)}"


def _line(game: Game, entry: Remnant) -> str:
    people, kinds, left = _words(game, entry)
    least = f" with a strength of {entry.strength} or more" if entry.strength else ""
    why = " because it can't retreat" if entry.cornered else ""
    line = f"what a battle eliminates of the {people}{kinds}{least}{why} leaves {left} in its hex"
    return f"{line}{_when(game, entry)}"


def _when(game: Game, entry: Remnant | GroupRemnant) -> str:
    """Return in what ground and when something remains, in brackets; nothing where that is all the same."""
    when = ", ".join((*where_and_when(game, entry), *exceptions(game, entry)))
    return f" ({when})" if when else ""


def _words(game: Game, entry: Remnant | GroupRemnant) -> tuple[str, str, str]:
    """Return whose units leave something, those of which kind and how they stand, and what."""
    units = [game.counters.unit(unit) for unit in entry.leaves]
    people = game.info.side(units[0].side).plural
    kinds = "".join(f" {word}" for word in own(game, entry))
    left = ", ".join(unit.name for unit in units[:_NAMED])
    more = f" or one of {len(units) - _NAMED} more" if len(units) > _NAMED else ""
    return people, kinds, f"{left}{more}"
