"""Sort the units that wait in a box into piles: what the box shows before counters lie there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.model.counter_mix import SymbolName
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, UnitId
from hexwright.model.scenario import Scenario


@dataclass(frozen=True, slots=True)
class WaitingPile:
    """Units of one class that wait in a box and arrive on the same turn."""

    turn: int | None
    """The turn on which they arrive; None if it isn't known, or the box has no room to tell turns apart."""
    symbol: SymbolName
    text: str
    """The designation of a unit that is alone, or the number of units."""


def waiting_piles(game: Game, scenario: Scenario | None, box: BoxId, room: int) -> tuple[WaitingPile, ...]:
    """Return the piles of a box that has room for so many, by turn.

    Without a scenario, those of the scenario with the most units in the box. If turns and classes make too
    many piles, classes alone do; if there are still too many, the result is empty.
    """
    known = {unit.id: unit for unit in game.counters.units}
    scenarios = game.scenarios if scenario is None else (scenario,)
    units = max((_units(each, box) for each in scenarios), key=len, default=())
    arrivals = _arrivals(game)
    for by_turn in (True, False):
        piles: dict[tuple[int | None, str], list[UnitId]] = {}
        for unit in units:
            if unit in known:
                turn = arrivals.get(unit) if by_turn else None
                piles.setdefault((turn, known[unit].unit_class), []).append(unit)
        if len(piles) <= room:
            break
    else:
        return ()
    found = []
    for (turn, _), pile in sorted(piles.items(), key=lambda entry: (entry[0][0] is None, entry[0][0] or 0)):
        first = known[pile[0]]
        text = first.designation if len(pile) == 1 else f"×{len(pile)}"
        found.append(WaitingPile(turn, game.counters.class_of(first).symbol, text))
    return tuple(found)


def _units(scenario: Scenario, box: BoxId) -> tuple[UnitId, ...]:
    return tuple(unit for held in scenario.setup.in_boxes if held.box == box for unit in held.units)


def _arrivals(game: Game) -> Mapping[UnitId, int]:
    """Return the first turn on which each unit may arrive."""
    found: dict[UnitId, int] = {}
    for entry in game.oob.reinforcements:
        for unit in entry.units:
            found[unit] = min(entry.turn, found.get(unit, entry.turn))
    return found
