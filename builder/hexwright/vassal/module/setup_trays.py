"""Lay out the trays: windows with a side's unplaced units during a free set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from hexwright.model.game import Game, Side
from hexwright.model.ids import SideId, UnitId
from hexwright.model.module_window_names import forces
from hexwright.model.scenario import Scenario
from hexwright.render.map.sheet.board_resolution import BoardResolution
from hexwright.vassal.codec.field_values import Colour, PixelPoint

MAX_ACROSS = 6


@dataclass(frozen=True)
class SetupTray:
    """The tray of one side: the name of its map, and its size.

    The size is sufficient for the units of every set-up.
    """

    map: str
    side: Side
    size: PixelPoint
    game: Game
    resolution: BoardResolution

    def spots(self, waiting: Set[UnitId]) -> Mapping[UnitId, PixelPoint]:
        """Return the positions of units in the tray. Each class begins a new row."""
        return _tray_positions(self.game, self.side, self.resolution, waiting)

    @property
    def colour(self) -> Colour:
        """Return the background colour: a pale tint of the side's colour."""
        fill = self.side.classic.reduced.lstrip("#")
        return Colour(*(int(fill[at : at + 2], 16) for at in (0, 2, 4)))


@dataclass(frozen=True)
class SetupTrays:
    """The trays of all sides."""

    trays: tuple[SetupTray, ...]

    @classmethod
    def of_game(cls, game: Game, resolution: BoardResolution) -> SetupTrays:
        """Return a tray for each side that has units."""
        sides = {unit.side for unit in game.counters.units}
        return cls(tuple(_tray(game, side, resolution) for side in game.info.sides if side.id in sides))

    def of(self, side: SideId) -> SetupTray:
        """Return a side's tray; raise KeyError if the side has no units."""
        for tray in self.trays:
            if tray.side.id == side:
                return tray
        raise KeyError(side)

    def all(self) -> tuple[SetupTray, ...]:
        """Return the trays in the order of the sides."""
        return self.trays


def waiting_units(game: Game, scenario: Scenario, *, free: bool) -> Set[UnitId]:
    """Return the units that are in trays when a scenario begins.

    If `free` is set, return the units in trays when its free set-up begins.
    """
    held = {unit for held in scenario.setup.in_boxes for unit in held.units}
    if free:
        held -= {unit for area in scenario.setup_areas for unit in area.units}
    else:
        held |= {unit for _, unit in scenario.setup.standing}
    return {unit.id for unit in game.counters.units} - held - set(scenario.unused_units)


def _tray(game: Game, side: Side, resolution: BoardResolution) -> SetupTray:
    pitch, margin = resolution.counter_pixels(180), resolution.counter_pixels(10)
    across = down = pitch
    for scenario in game.scenarios:
        for free in (False, True):
            for spot in _tray_positions(
                game, side, resolution, waiting_units(game, scenario, free=free)
            ).values():
                across = max(across, spot.x + pitch // 2 - margin)
                down = max(down, spot.y + pitch // 2 - margin)
    size = PixelPoint(across + 2 * margin, down + 2 * margin)
    return SetupTray(forces(side), side, size, game, resolution)


def _tray_positions(
    game: Game, side: Side, resolution: BoardResolution, waiting: Set[UnitId]
) -> Mapping[UnitId, PixelPoint]:
    pitch, margin = resolution.counter_pixels(180), resolution.counter_pixels(10)
    first = pitch // 2 + margin
    spots: dict[UnitId, PixelPoint] = {}
    row = 0
    for units in _classes(game, side, waiting):
        for number, unit in enumerate(units):
            column, down = number % MAX_ACROSS, row + number // MAX_ACROSS
            spots[unit] = PixelPoint(first + column * pitch, first + down * pitch)
        row += -(-len(units) // MAX_ACROSS)
    return spots


def _classes(game: Game, side: Side, waiting: Set[UnitId]) -> Iterable[list[UnitId]]:
    found: dict[str, list[UnitId]] = {unit_class.id: [] for unit_class in game.counters.classes}
    for unit in game.counters.units:
        if unit.id in waiting and unit.side == side.id:
            found[unit.unit_class].append(unit.id)
    return found.values()
