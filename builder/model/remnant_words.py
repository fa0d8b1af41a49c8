"""Tell in words what remains of eliminated units: booklet and help take theirs from here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
        if entry.units and any(taken_off(game, rules, entry) is not None for rules in game.rules.victory):
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
    return f"what a group of the {people}{kinds}{least} loses for want of supply leaves {left} in its hex"


def _line(game: Game, entry: Remnant) -> str:
    people, kinds, left = _words(game, entry)
    least = f" with a strength of {entry.strength} or more" if entry.strength else ""
    why = " because it can't retreat" if entry.cornered else ""
    return f"what a battle eliminates of the {people}{kinds}{least}{why} leaves {left} in its hex"


def _words(game: Game, entry: Remnant | GroupRemnant) -> tuple[str, str, str]:
    """Return whose units leave something, those of which classes, and what."""
    names = {one.id: one.name for one in game.counters.classes}
    units = [game.counters.unit(unit) for unit in entry.units]
    people = game.info.side(units[0].side).plural
    kinds = f" of class {' or '.join(names[name] for name in entry.classes)}" if entry.classes else ""
    left = ", ".join(unit.name for unit in units[:_NAMED])
    more = f" or one of {len(units) - _NAMED} more" if len(units) > _NAMED else ""
    return people, kinds, f"{left}{more}"
