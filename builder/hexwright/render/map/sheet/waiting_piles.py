"""Sort the units that wait in a box into piles, one for each place for a counter.

The drawn box shows them as outlines, and the module lays its counters on the same places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwright.model.counter_mix import SymbolName
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.render.counters.layout_memory import memory_of


@dataclass(frozen=True, slots=True)
class WaitingPile:
    """Units that wait at one place in a box: one unit, units of a class and turn, or more."""

    turn: int | None
    """The turn on which they arrive; None if it isn't known, or the box has no room to tell turns apart."""
    symbol: SymbolName | None
    """None if the box has no room to tell classes apart."""
    text: str
    """The designation of a unit that is alone, or the number of units."""
    units: tuple[UnitId, ...]


def waiting_piles(game: Game, scenario: Scenario | None, box: BoxId, room: int) -> tuple[WaitingPile, ...]:
    """Return the piles of a box that has room for so many, by turn.

    Without a scenario, those of all scenarios if the box has room to tell all their turns apart, otherwise
    those of the scenario with the most units in the box.
    """
    if scenario is not None:
        return piles_of(game, _held(game, (scenario,), box)[0], room)
    held = _held(game, game.scenarios, box)
    every = piles_of(game, list(dict.fromkeys(unit for units in held for unit in units)), room)
    if all(pile.turn is not None for pile in every):
        return every
    return piles_of(game, max(held, key=len, default=[]), room)


def fullest_piles(game: Game, box: BoxId, room: int) -> tuple[WaitingPile, ...]:
    """Return the piles of the scenario with the most units in a box that has room for so many."""
    return piles_of(game, max(_held(game, game.scenarios, box), key=len, default=[]), room)


def piles_of(game: Game, units: Sequence[UnitId], room: int) -> tuple[WaitingPile, ...]:
    """Sort units into up to `room` piles, by turn.

    Each unit has a place of its own if there are enough. Otherwise units of a class that arrive on the same
    turn share one, then all of a class, then neighbours in the order of classes.
    """
    known = {unit.id: unit for unit in game.counters.units}
    arrivals = {unit: turns[0] for unit, turns in memory_of(game.counters).arrivals(game).items()}
    order: dict[str, int] = {}
    for unit in units:
        order.setdefault(known[unit].unit_class, len(order))
    waiting = sorted(units, key=lambda unit: (arrivals.get(unit, math.inf), order[known[unit].unit_class]))
    if len(waiting) <= room:
        return tuple(_pile(game, (unit,), arrivals.get(unit)) for unit in waiting)
    for by_turn in (True, False):
        piles: dict[tuple[int | None, str], list[UnitId]] = {}
        for unit in waiting:
            turn = arrivals.get(unit) if by_turn else None
            piles.setdefault((turn, known[unit].unit_class), []).append(unit)
        if len(piles) <= room:
            return tuple(_pile(game, pile, turn) for (turn, _), pile in piles.items())
    mixed = [unit for pile in piles.values() for unit in pile]
    edges = [number * len(mixed) // room for number in range(room + 1)]
    return tuple(_pile(game, mixed[start:end], None) for start, end in pairwise(edges))


def _pile(game: Game, units: Sequence[UnitId], turn: int | None) -> WaitingPile:
    known = [game.counters.unit(unit) for unit in units]
    classes = {unit.unit_class for unit in known}
    text = known[0].designation if len(known) == 1 else f"×{len(known)}"
    symbol = game.counters.class_of(known[0]).symbol if len(classes) == 1 else None
    return WaitingPile(turn, symbol, text, tuple(units))


def _held(game: Game, scenarios: Sequence[Scenario], box: BoxId) -> list[list[UnitId]]:
    """Return the units that wait in a box in each scenario."""
    known = {unit.id for unit in game.counters.units}
    return [[unit for unit in _units(one, box) if unit in known] for one in scenarios]


def _units(scenario: Scenario, box: BoxId) -> tuple[UnitId, ...]:
    return tuple(unit for held in scenario.setup.in_boxes if held.box == box for unit in held.units)
