"""List the counters of a game as they are printed, and arrange them on sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeVar

from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game, Side
from hexwright.paper.counters.counter_imposition import CounterPage, CounterRun, arrange_counters
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_face import counter_size, layout_of


@dataclass(frozen=True, slots=True)
class CounterCopy:
    """One counter to print: a unit or marker, its two faces, and its number in the game."""

    number: int
    counter: Unit | Marker
    front: int
    back: int | None
    """The index of the face on the back; None for a back without strength and movement."""
    copy: int = 1

    @property
    def name(self) -> str:
        """Return the full name of the unit or marker."""
        return self.counter.name

    @property
    def group(self) -> str:
        """Return the group by which counters are sorted: the side, or an empty string for markers."""
        return self.counter.side if isinstance(self.counter, Unit) else ""


def counter_copies(game: Game) -> tuple[CounterCopy, ...]:
    """Return every counter that the game needs, numbered from 1: units by side and formation, then markers.

    A unit or marker with more than two faces needs several counters. If the number of faces is odd, the last
    face of a marker is printed on both sides, and the last face of a unit has a back without strength and
    movement, so that the unit doesn't seem to have another step.
    """
    found: list[CounterCopy] = []
    for side in game.info.sides:
        own = [unit for unit in game.counters.units if unit.side == side.id]
        for unit in by_size(game, by_formation(game, own)):
            for first, back in _unit_faces(game, unit):
                found.append(CounterCopy(len(found) + 1, unit, first, back))
    for marker in by_size(game, game.counters.markers):
        for first in range(0, len(marker.faces), 2):
            back = min(first + 1, len(marker.faces) - 1)
            for copy in range(marker.count):
                found.append(CounterCopy(len(found) + 1, marker, first, back, copy + 1))
    return tuple(found)


def _unit_faces(game: Game, unit: Unit) -> list[tuple[int, int | None]]:
    """Return the front and back of each counter of a unit; a block has one label, whatever its steps."""
    if layout_of(game, unit, 0).shape == "block":
        return [(0, None)]
    steps = len(unit.steps)
    return [(first, first + 1 if first + 1 < steps else None) for first in range(0, steps, 2)]


def by_formation(game: Game, units: Sequence[Unit]) -> list[Unit]:
    """Return units by formation, then those of no formation by class; unchanged if none has a formation."""
    if not any(unit.formation for unit in units):
        return list(units)
    formations = {one.id: n for n, one in enumerate(game.counters.formations)}
    classes = {one.id: n for n, one in enumerate(game.counters.classes)}

    def rank(unit: Unit) -> tuple[int, int]:
        own = formations.get(unit.formation) if unit.formation is not None else None
        return (len(formations), classes[unit.unit_class]) if own is None else (own, 0)

    return sorted(units, key=rank)


_Counter = TypeVar("_Counter", Unit, Marker)


def by_size(game: Game, counters: Sequence[_Counter]) -> list[_Counter]:
    """Return counters of the same form together, in the order in which the forms first occur."""
    forms: dict[object, list[_Counter]] = {}
    for counter in counters:
        layout = layout_of(game, counter, 0)
        forms.setdefault((printed_size(game, counter), layout.shape), []).append(counter)
    return [counter for alike in forms.values() for counter in alike]


STAND_TAB: Final = 8.0
"""Height in mm of the tab at each end of a stand-up counter, which goes into its stand."""


def printed_size(game: Game, counter: Unit | Marker) -> tuple[float, float]:
    """Return width and height in mm of what is cut out: a stand-up has its back above it, and two tabs."""
    wide, high = counter_size(game, counter)
    if layout_of(game, counter, 0).shape == "stand-up":
        return wide, 2 * high + 2 * STAND_TAB
    return wide, high


def counter_side(game: Game, piece: CounterCopy) -> Side | None:
    """Return the side of a unit's counter, None for a marker."""
    return game.info.side(piece.counter.side) if isinstance(piece.counter, Unit) else None


def counter_sizes(game: Game) -> str:
    """Return the sizes of a game's counters as cut out, such as "15 × 15 mm and 30 × 15 mm (round)"."""
    found: dict[str, None] = {}
    counters: tuple[Unit | Marker, ...] = (*game.counters.units, *game.counters.markers)
    for counter in counters:
        wide, high = printed_size(game, counter)
        shape = layout_of(game, counter, 0).shape
        odd = f" ({shape})" if shape != "rectangle" else ""
        found[f"{wide:g} × {high:g} mm{odd}"] = None
    return ", ".join(found) if found else "none"


def impose_counters(
    game: Game, paper: Paper, area: Box, bleed: float
) -> tuple[CounterPage[CounterCopy], ...]:
    """Arrange all counters within an area of a page; raise `InputError` (P102) if a block doesn't fit."""
    groups = _groups(game, counter_copies(game))
    runs = (CounterRun(group, printed_size(game, group[0].counter)) for group in groups)
    sheet = game.counters.sheet
    return arrange_counters(runs, sheet, paper, area, bleed, origin=f"data/{game.slug}/counters.yaml")


def _groups(game: Game, pieces: Sequence[CounterCopy]) -> Iterator[Sequence[CounterCopy]]:
    """Yield the counters of each side and form."""

    def form(piece: CounterCopy) -> object:
        layout = layout_of(game, piece.counter, 0)
        return piece.group, printed_size(game, piece.counter), layout.shape

    for _, alike in groupby(pieces, key=form):
        yield tuple(alike)
