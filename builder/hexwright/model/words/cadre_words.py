"""Describe cadres, for booklet and help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.cadre_points import cadre_deductions
from hexwright.model.rules.cadre_record import Cadre, GroupCadre
from hexwright.model.words.criteria_words import exception_texts, place_and_time_texts, units_text

_NAMED: Final = 3
"""The maximum number of cadres listed by name."""


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about cadres, each with the rule it cites."""
    combat = game.rules.odds_combat
    for entry in combat.cadres:
        yield entry.rule, _line(game, entry)
        if entry.replaced_by and any(
            cadre_deductions(game, rules, entry) is not None for rules in game.rules.victory
        ):
            yield (
                entry.rule,
                "the strength of the unit that takes its place is subtracted from the points for a unit",
            )
    for left in game.rules.group_remnants:
        yield left.rule, _left(game, left)


def _left(game: Game, entry: GroupCadre) -> str:
    """Return the sentence about cadres of units lost with a group that is out of supply."""
    kinds, left = _words(game, entry)
    least = f" with a strength in defence of {entry.min_strength} or more" if entry.min_strength else ""
    lost = f"{kinds}{least} that its group loses for lack of supply"
    line = f"{left} takes the place of {lost}"
    return f"{line}{_when(game, entry)}"


def _line(game: Game, entry: Cadre) -> str:
    kinds, left = _words(game, entry)
    least = f" with a strength of {entry.min_strength} or more" if entry.min_strength else ""
    why = " because it can't retreat" if entry.only_if_no_retreat else ""
    line = f"{left} takes the place of {kinds}{least} that a battle eliminates{why}"
    return f"{line}{_when(game, entry)}"


def _when(game: Game, entry: Cadre | GroupCadre) -> str:
    """Return the criteria of terrain and time of a cadre's entry in parentheses; "" if it has none."""
    when = ", ".join((*place_and_time_texts(game, entry), *exception_texts(game, entry)))
    return f" ({when})" if when else ""


def _words(game: Game, entry: Cadre | GroupCadre) -> tuple[str, str]:
    """Return two parts of a sentence: the kind of the units that leave a cadre, and the cadre."""
    units = [game.counters.unit(unit) for unit in entry.replaced_by]
    kinds = units_text(game, replace(entry, side=(units[0].side,)), "unit", "a")
    return kinds, _left_ones(unit.name for unit in units)


def _left_ones(names: Iterable[str]) -> str:
    """Return the names of possible cadres; a repeated name is counted: "one of 12 Partisans"."""
    counts = Counter(names)
    told = [name if count == 1 else f"one of {count} {name}" for name, count in counts.items()]
    rest = sum([*counts.values()][_NAMED:])
    one = "one of " if len(told) > 1 and not rest and all(count == 1 for count in counts.values()) else ""
    return f"{one}{', '.join(told[:_NAMED])}{f' or one of {rest} more' if rest else ''}"
