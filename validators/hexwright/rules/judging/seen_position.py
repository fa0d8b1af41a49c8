"""A position as a module's pieces show it, and the state of the rules engine that it stands for.

So far this reads what movement in games without overruns, trains, networks and fortified hexsides depends on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexwright.geometry.bitsets import union
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.listed_position import listed_state
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.judging.noted_moves import NotedMove, left_of, noted_move
from hexwright.rules.movement.move_legs import legs_of_state


@dataclass(frozen=True)
class SeenUnit:
    """A unit's piece."""

    unit: str
    hex: str
    """The hex, or "" if it stands in none."""
    zone: str
    """The box in which it stands, or "" for another window."""
    step: int
    note: str
    """Its `MoveRecord`."""


@dataclass(frozen=True)
class SeenPlace:
    """A control marker."""

    hex: str
    face: int
    sides: tuple[str, ...]
    """The side that each face shows, from the first."""
    captured: bool
    """Whether it was ever turned."""


@dataclass(frozen=True)
class SeenPosition:
    """Everything that the pieces show."""

    turn: int
    phase: str
    weather: str
    units: tuple[SeenUnit, ...]
    places: tuple[SeenPlace, ...]

    @property
    def stamp(self) -> str:
        """Return turn and phase in the form in which notes name them."""
        return f"{self.turn}.{self.phase}"

    def moves(self) -> Mapping[str, NotedMove]:
        """Return what pieces note of their moves in this phase, by unit."""
        found = {}
        for seen in self.units:
            noted = noted_move(seen.note, self.stamp, seen.hex) if seen.hex else None
            if noted is not None:
                found[seen.unit] = noted
        return found


def seen_position(
    values: Mapping[str, str], units: Sequence[Sequence[Any]], markers: Sequence[Sequence[Any]]
) -> SeenPosition:
    """Return a position from what the script tells.

    `units` and `markers` have three lists: what each piece shows, what it notes, and its hex, "" if it stands
    in none. A unit shows its id, the level of its face, and its box, and notes its `MoveRecord`. A control
    marker shows the level of its face and the side of each face, and notes "true" if it was ever turned.
    """
    shown, noted, hexes = units
    shown_by_markers, noted_by_markers, hexes_of_markers = markers
    return SeenPosition(
        turn=int(values["Turn"]),
        phase=values["Phase"],
        weather=values["Weather"],
        units=tuple(
            SeenUnit(unit, hex_id, "" if hex_id else zone, int(level or "1"), note)
            for (unit, level, zone), (note,), hex_id in zip(shown, noted, hexes, strict=True)
        ),
        places=tuple(
            SeenPlace(hex_id, int(level), tuple(side for side in sides if side), turned == "true")
            for (level, *sides), (turned,), hex_id in zip(
                shown_by_markers, noted_by_markers, hexes_of_markers, strict=True
            )
        ),
    )


def state_of(rules: RulesEngine, fresh: State, seen: SeenPosition) -> State:
    """Return the state that a position in a movement phase stands for; `fresh` is the one before the first
    action."""
    setting = rules.setting
    known = [unit for unit in seen.units if UnitId(unit.unit) in setting.unit_numbers]
    moves = seen.moves()
    begun = _phase_start(rules, fresh, seen, known, moves)
    if begun.stage != "move":
        return begun
    locations = list(begun.locations)
    for unit in known:
        if unit.unit in moves:
            locations[setting.unit_numbers[UnitId(unit.unit)]] = setting.board.index[HexId(unit.hex)]
    owner = {place.hex: place.sides[place.face - 1] for place in seen.places}
    moved = {setting.unit_numbers[UnitId(unit)]: noted for unit, noted in moves.items()}
    now = replace(
        begun,
        locations=tuple(locations),
        occupied=tuple(
            union(locations[unit] for unit in units if locations[unit] >= 0)
            for units in setting.units_by_side
        ),
        owned=tuple(
            setting.board.bits(HexId(hex_id) for hex_id, of in owner.items() if of == side) & setting.places
            for side in setting.sides
        ),
        acted=union(moved),
        barred_from_attack=union(unit for unit, noted in moved.items() if noted.ready == "bonus"),
        places_entered=tuple(
            (unit, setting.board.bits(HexId(hex_id) for hex_id, _, _ in noted.places))
            for unit, noted in sorted(moved.items())
            if noted.places
        ),
    )
    ways = legs_of_state(setting, now)
    return replace(
        now,
        movement_left=tuple(
            (unit, left_of(noted, ways.ways(unit))) for unit, noted in sorted(moved.items()) if noted.spent
        ),
    )


def _phase_start(
    rules: RulesEngine,
    fresh: State,
    seen: SeenPosition,
    units: Sequence[SeenUnit],
    moves: Mapping[str, NotedMove],
) -> State:
    """Return the state when the phase began: where units that moved were, and who held the places entered."""
    setting = rules.setting
    standing, pool, gone = [], [], []
    for unit in units:
        if unit.hex:
            start = moves[unit.unit].start if unit.unit in moves else unit.hex
            standing.append(f"{start} {unit.unit}/{unit.step}")
        elif _waits(rules, unit):
            pool.append(unit.unit)
        else:
            gone.append(unit.unit)
    faces = {place.hex: place.face for place in seen.places}
    faces.update({hex_id: face for noted in moves.values() for hex_id, face, _ in noted.places})
    owners = {place.hex: place.sides[faces[place.hex] - 1] for place in seen.places}
    known = {kind.id for kind in setting.game.charts.weather}
    return listed_state(
        rules,
        standing,
        turn=seen.turn,
        phase=seen.phase,
        pool=pool,
        gone=gone,
        owners={hex_id: side for hex_id, side in owners.items() if SideId(side) in setting.sides},
        weather=seen.weather if seen.weather in known else None,
        noted={},
        fresh=fresh,
    )


def _waits(rules: RulesEngine, unit: SeenUnit) -> bool:
    """Return whether a unit off the map may come back: it stands in a pool, or in its side's window."""
    box = next((box for box in rules.setting.game.hexmap.boxes if box.name == unit.zone), None)
    return box is None or box.kind == "pool"
