"""Find the units that leave a cadre when they are lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.rules.cadre_record import Cadre, GroupCadre

AnyCadre = TypeVar("AnyCadre", bound=Cadre | GroupCadre)


def with_cadre_side(game: Game, entry: AnyCadre) -> AnyCadre:
    """Return an entry restricted to the side of its cadres; units of other sides leave no cadres."""
    return replace(entry, side=(game.counters.unit(entry.replaced_by[0]).side,))


def may_leave_cadre(game: Game, entry: Cadre | GroupCadre, unit: Unit) -> bool:
    """Return whether an entry lets a unit leave a cadre behind, judged by the unit's side, class and id."""
    mine = bool(entry.replaced_by) and game.counters.unit(entry.replaced_by[0]).side == unit.side
    named = not (entry.classes or entry.units) or unit.unit_class in entry.classes or unit.id in entry.units
    return mine and named


def units_leaving_cadre(game: Game, entry: Cadre | GroupCadre) -> Iterator[Unit]:
    """Yield the units that an entry lets leave a cadre behind, judged by their side, class and id."""
    for unit in game.counters.units:
        if unit.id not in entry.replaced_by and may_leave_cadre(game, entry, unit):
            yield unit
