"""Tell in words what remains of eliminated units: booklet and help take theirs from here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.cadre_points import taken_off
from hexwright.model.rules.cadre_record import GroupRemnant, Remnant
from hexwright.model.words.criteria_words import exceptions, own, where_and_when

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
    return people, kinds, _left_ones(unit.name for unit in units)


def _left_ones(names: Iterable[str]) -> str:
    """Return the names of units of which one remains, alike ones counted: "one of 12 Partisans"."""
    counts = Counter(names)
    told = [name if count == 1 else f"one of {count} {name}" for name, count in counts.items()]
    rest = sum([*counts.values()][_NAMED:])
    return f"{', '.join(told[:_NAMED])}{f' or one of {rest} more' if rest else ''}"
