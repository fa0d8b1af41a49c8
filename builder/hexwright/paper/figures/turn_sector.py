"""Cut the example of a long turn to a sector of the map, so that a reader can play all of it along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.turn_account import TurnAccount, TurnSentence
from hexwright.model.words.turn_words import stacks_text
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.paper.figures.example_diagrams import Diagram
from hexwright.paper.figures.example_positions import counters_cut, counters_within
from hexwright.paper.figures.figure_window import diagram_window, whole_hexes
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import SheetPlan

LONGEST: Final = 6000
"""The number of characters up to which the account of a turn is printed whole."""
_WANTED: Final = 4500
"""The number of characters of the account of a sector, with the list of its units."""
_SIZES: Final = ((10.5, 7.0), (9.0, 5.6), (7.0, 4.5), (5.5, 4.0))
"""The width and height of sectors that are tried, in widths of a hex."""


@dataclass(frozen=True, slots=True)
class TurnSector:
    """A part of the map, and what happens there in a turn."""

    core: frozenset[HexId]
    """The hexes around which its figure is framed."""
    hexes: frozenset[HexId]
    """All hexes that the figure shows."""
    account: TurnAccount
    around: str
    """The name of the place nearest to its middle, or its middle hex."""
    units: tuple[TurnSentence, ...]
    """The units of each side that begin in it, by hex."""
    start: tuple[ExampleUnit, ...] = ()
    """All units of the map at the start."""

    def _title(self, game: Game) -> str:
        """Return the title of its figure, with the hex of the place, whose name counters may hide."""
        hexes = {place.name: place.hex for place in game.hexmap.places if place.hex in self.core}
        at = hexes.get(self.around)
        return f"Around {self.around}" if at is None else f"Around {self.around}, {at}"

    def diagram(self, game: Game, plan: SheetPlan) -> Diagram:
        """Return the diagram of its position at the start of the turn."""
        window = diagram_window(plan, self.core)
        units = counters_within(plan, window, self.account.position, self.hexes)
        return Diagram(
            "turn-sector",
            self._title(game),
            "The sector of the example at the start of the turn.",
            units,
            self.core,
            frozenset(standing.hex for standing in units),
            lambda canvas: None,
            cut=counters_cut(plan, window, self.start, units),
        )


def turn_sector(game: Game, plan: SheetPlan, account: TurnAccount) -> TurnSector | None:
    """Return the sector to which a long turn is cut, or None if the whole turn is short enough.

    The sector has a battle in its middle. Of those that are short enough the one wins in which most happens,
    and no battle is cut by its edge.
    """
    if account.length <= LONGEST:
        return None
    places = {core: whole_hexes(plan, diagram_window(plan, core)) for core in _cores(plan, account)}
    found: list[TurnSector] = []
    for core in sorted(places, key=lambda one: _worth(account, places[one]), reverse=True):
        told = account.told(game, places[core])
        units = _units(game, told.position)
        sector = TurnSector(core, places[core], told, _around(game, plan, core), units, account.position)
        if _length(sector) <= _WANTED:
            return sector
        found.append(sector)
    return min(found, key=_length, default=None)


def _cores(plan: SheetPlan, account: TurnAccount) -> Iterator[frozenset[HexId]]:
    """Yield the hexes around each battle, of several sizes."""
    field = plan.field
    for event in (event for phase in account.phases for event in phase.events):
        if event.kind != "battle" or not event.arrows:
            continue
        middle = plan.layout.centre(event.arrows[0][1])
        for size in _SIZES:
            wide, high = (edge * plan.layout.hex_width for edge in size)
            x = min(max(middle.x - wide / 2, field.x), max(field.right - wide, field.x))
            y = min(max(middle.y - high / 2, field.y), max(field.bottom - high, field.y))
            box = Box(x, y, wide, high)
            if core := frozenset(one for one in plan.layout.grid if box.holds_point(plan.layout.centre(one))):
                yield core


def _length(sector: TurnSector) -> int:
    return sector.account.length + sum(len(one.lead) + len(one.text) for one in sector.units)


def _worth(account: TurnAccount, hexes: frozenset[HexId]) -> tuple[int, int]:
    """Return how much of a turn happens in some hexes, and how few they are.

    Battles across their edge count against them, moves across it and the number of hexes a little.
    """
    phases = [
        [event for event in phase.events if event.hexes and event.concerns(hexes)] for phase in account.phases
    ]
    whole = [[event for event in phase if event.is_within(hexes)] for phase in phases]
    battles = [event for phase in phases for event in phase if event.kind == "battle"]
    inside = [event for event in battles if event.is_within(hexes)]
    codes = {code for event in inside for code in event.codes}
    cut = len(battles) - len(inside)
    crossing = sum(map(len, phases)) - sum(map(len, whole)) - cut
    events = 12 * sum(map(bool, whole)) + 8 * len(inside) + 8 * len(codes)
    return events - 20 * cut - crossing - len(hexes) // 4, -len(hexes)


def _around(game: Game, plan: SheetPlan, core: frozenset[HexId]) -> str:
    middle = Box.around(plan.layout.centre(one) for one in core).centre
    near = {
        one.name: plan.layout.centre(one.hex).distance(middle)
        for one in game.hexmap.places
        if one.hex in core
    }
    if near:
        return min(near, key=lambda name: near[name])
    return min(core, key=lambda one: plan.layout.centre(one).distance(middle))


def _units(game: Game, position: tuple[ExampleUnit, ...]) -> tuple[TurnSentence, ...]:
    """Return the units of each side by hex; reduced units are named once more."""
    found: list[TurnSentence] = []
    for side in game.info.sides:
        own = [one for one in position if game.counters.unit(one.unit).side == side.id]
        reduced = [game.counters.unit(one.unit).name for one in own if one.step > 1]
        tail = f" Reduced: {join_unit_names(reduced)}." if reduced else ""
        if own:
            stacks = stacks_text(game, [(one.unit, one.hex) for one in own])
            found.append(TurnSentence(f"{side.name}:", f"{stacks}.{tail}"))
    return tuple(found)
