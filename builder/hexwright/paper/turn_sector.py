"""Cut the example of a long turn to a sector of the map, so that a reader can play all of it along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.turn_account import TurnAccount, TurnSentence
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.paper.example_diagrams import Diagram
from hexwright.paper.example_positions import counters_within
from hexwright.paper.figure_window import diagram_window, whole_hexes
from hexwright.render.canvas import Box
from hexwright.render.map.sheet_plan import SheetPlan

LONGEST: Final = 6000
"""The number of characters up to which the account of a turn is printed whole."""
_WANTED: Final = 4500
"""The number of characters of the account of a sector, with the list of its units."""
_WIDEST, _HIGHEST = 12.2, 9.6
"""The width and height of the figure of a sector, in widths of a hex, at most."""
_SIZES: Final = ((9.0, 5.6), (8.0, 5.0), (7.0, 4.5), (5.5, 4.0))
"""The width and height of sectors that are tried, in widths of a hex."""


@dataclass(frozen=True, slots=True)
class TurnSector:
    """A part of the map, and what happens there in a turn."""

    hexes: frozenset[HexId]
    account: TurnAccount
    around: str
    """The name of the place nearest to its middle, or its middle hex."""
    units: tuple[TurnSentence, ...]
    """The units of each side that begin in it, by hex."""

    def told(self, game: Game, plan: SheetPlan, whole: TurnAccount) -> TurnSector:
        """Return the sector with its account as it is told, and all units that decide it or are seen."""
        told = self.account.told(game, whole)
        # The figure of the start shows hexes around the sector too.
        seen = whole_hexes(plan, diagram_window(plan, replace(self, account=told)._shown_hexes(plan)))
        listed = {one.unit for one in told.position}
        more = (one for one in whole.position if one.hex in seen and one.unit not in listed)
        account = replace(self.account, position=(*told.position, *more)).told(game, whole)
        return replace(self, account=account, units=_units(game, account.position))

    def _away(self, plan: SheetPlan, hex_id: HexId) -> int:
        return min(plan.layout.grid.distance(hex_id, one) for one in self.hexes)

    def _shown_hexes(self, plan: SheetPlan) -> frozenset[HexId]:
        """Return the hexes of the figure of its start."""
        hexes, wide = self.hexes, plan.layout.hex_width
        for standing in sorted(self.account.position, key=lambda one: self._away(plan, one.hex)):
            # All units of the list are drawn if the figure has room.
            more = hexes | {standing.hex}
            window = diagram_window(plan, more)
            if window.width <= _WIDEST * wide and window.height <= _HIGHEST * wide:
                hexes = more
        return hexes

    def diagram(self, game: Game, plan: SheetPlan) -> Diagram:
        """Return the diagram of its position at the start of the turn."""
        hexes = self._shown_hexes(plan)
        window = diagram_window(plan, hexes)
        units = counters_within(plan, window, self.account.position, hexes)
        drawn = {one.unit for one in units}
        others = stacks_text(game, [one for one in self.account.position if one.unit not in drawn])
        outside = f" Outside it stand {others}." if others else ""
        return Diagram(
            "turn-sector",
            f"Around {self.around}",
            f"The sector of the example at the start of the turn.{outside}",
            units,
            hexes,
            frozenset(standing.hex for standing in units),
            lambda canvas: None,
        )


def turn_sector(game: Game, plan: SheetPlan, account: TurnAccount) -> TurnSector | None:
    """Return the sector to which a long turn is cut, or None if the whole turn is short enough.

    The sector has a battle in its middle. The largest size is taken that some sector keeps short enough;
    among these, the one wins in which most phases and most battles have events.
    """
    if account.length <= LONGEST:
        return None
    found: list[TurnSector] = []
    for size in _SIZES:
        found = list(_sectors(game, plan, account, size))
        if fitting := [sector for sector in found if _length(sector) <= _WANTED]:
            return max(fitting, key=_worth).told(game, plan, account)
    shortest = min(found, key=_length, default=None)
    return None if shortest is None else shortest.told(game, plan, account)


def _sectors(
    game: Game, plan: SheetPlan, account: TurnAccount, size: tuple[float, float]
) -> Iterator[TurnSector]:
    """Yield the sectors of a size around each battle."""
    wide, high = (edge * plan.layout.hex_width for edge in size)
    field, seen = plan.field, set[frozenset[HexId]]()
    for event in (event for phase in account.phases for event in phase.events):
        if event.kind != "battle" or not event.arrows:
            continue
        middle = plan.layout.centre(event.arrows[0][1])
        x = min(max(middle.x - wide / 2, field.x), max(field.right - wide, field.x))
        y = min(max(middle.y - high / 2, field.y), max(field.bottom - high, field.y))
        box = Box(x, y, wide, high)
        hexes = frozenset(one for one in plan.layout.grid if box.holds_point(plan.layout.centre(one)))
        if hexes and hexes not in seen:
            seen.add(hexes)
            told = account.within(hexes)
            yield TurnSector(hexes, told, _around(game, plan, box, hexes), _units(game, told.position))


def _length(sector: TurnSector) -> int:
    return sector.account.length + sum(len(one.lead) + len(one.text) for one in sector.units)


def _worth(sector: TurnSector) -> tuple[int, int, int]:
    """Return the numbers of phases and of battles that concern a sector, and how short it is."""
    events = [[event for event in phase.events if event.hexes] for phase in sector.account.phases]
    battles = sum(event.kind == "battle" for phase in events for event in phase)
    return sum(map(bool, events)), battles, -_length(sector)


def _around(game: Game, plan: SheetPlan, box: Box, hexes: frozenset[HexId]) -> str:
    near = {
        one.name: plan.layout.centre(one.hex).distance(box.centre)
        for one in game.hexmap.places
        if one.hex in hexes
    }
    if near:
        return min(near, key=lambda name: near[name])
    return min(hexes, key=lambda one: plan.layout.centre(one).distance(box.centre))


def _units(game: Game, position: tuple[ExampleUnit, ...]) -> tuple[TurnSentence, ...]:
    """Return the units of each side by hex; reduced units are named once more."""
    found: list[TurnSentence] = []
    for side in game.info.sides:
        own = [one for one in position if game.counters.unit(one.unit).side == side.id]
        own.sort(key=lambda one: one.hex)
        stacks = stacks_text(game, own)
        reduced = [game.counters.unit(one.unit).name for one in own if one.step > 1]
        tail = f" Reduced: {join_unit_names(reduced)}." if reduced else ""
        if stacks:
            found.append(TurnSentence(f"{side.name}:", f"{stacks}.{tail}"))
    return tuple(found)


def stacks_text(game: Game, units: Iterable[ExampleUnit]) -> str:
    """Return units by hex, such as "1532 53rd Rifle Division; 1634 222nd Rifle Division"."""
    return "; ".join(
        f"{hex_id} {join_unit_names([game.counters.unit(one.unit).name for one in stack])}"
        for hex_id, stack in groupby(sorted(units, key=lambda one: one.hex), key=lambda one: one.hex)
    )
