"""Table snapshots: the position in a log in the terms of the rules engine (units, steps, places, turn and
phase).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.log_position import LogPosition, StepChanges
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.module_state.notes.network_notes import serving_hexes_in_note
from hexwright.module_state.state_notes import whole_number
from hexwright.rules.engine.game_state import (
    AT_BASE,
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    NOT_IN_PLAY,
    OUT_OF_GAME,
    POOL,
    State,
)
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.saves.hexwright_saves import HexwrightGame, LocatedPiece, ReadPosition
from hexwright.vassal.enforcement import names
from hexwright.vassal.module import property_names as prop

SeenKey = tuple[str, int]
"""The key of one visible value: "at", "step" or "state" with a unit's number, "held" with a place's hex, or
"net" with an index in `State.serving_hexes`.
"""
GENERAL_KEYS: Final = ("held", "net")
"""Kinds of keys that don't name a unit."""
OFF_MAP: Final = -1
"""The value for all locations off the map except the bases of air units."""
_BOXES: Final = {"pool": POOL, "eliminated": OUT_OF_GAME, "out-of-play": OUT_OF_GAME, "holding": AT_BASE}


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The position on the table at a given moment of a log."""

    where: tuple[int, ...]
    """For each unit, its hex or the kind of its box, encoded as in `State.locations`."""
    steps: tuple[int, ...]
    states: tuple[int, ...]
    owners: tuple[tuple[int, int], ...]
    """The hexes with control markers, in order, each with the side that its marker shows."""
    turn: tuple[int, int]
    """The turn, and the number of the phase."""
    weather: str = ""
    over: bool = False
    early_entries: str = ""
    """The stored property about entries whose units arrived early."""
    network_notes: tuple[int, ...] = ()
    """The hexes that serve each side in each network, ordered as in `State.serving_hexes`; empty if none are
    stored.
    """

    def value(self, key: SeenKey) -> int:
        """Return the visible value of a key; all locations off the map except bases have the same value."""
        what, number = key
        if what == "at":
            return seen_location(self.where[number])
        if what == "held":
            return dict(self.owners).get(number, OFF_MAP)
        if what == "net":
            return self.network_notes[number] if self.network_notes else OFF_MAP
        return (self.steps if what == "step" else self.states)[number]


def seen_location(place: int) -> int:
    """Return a unit's location, with the same value for all locations off the map except bases."""
    return place if place >= 0 or place == AT_BASE else OFF_MAP


def seen_value(state: State, key: SeenKey) -> int:
    """Return the value that the table would show for a state; for a unit off the map, only its absence is
    visible.
    """
    what, number = key
    if what == "at":
        return seen_location(state.locations[number])
    if what == "held":
        return next((side for side, hexes in enumerate(state.owned) if hexes >> number & 1), OFF_MAP)
    if what == "net":
        return state.serving_hexes[number]
    if what == "step":
        return state.steps[number]
    return state.conditions[number] if state.conditions else 0


def mismatches(state: State, table: TableSnapshot) -> list[SeenKey]:
    """Return the keys in which a table and a state differ; for units off the map, only the location is
    compared.
    """
    found: list[SeenKey] = []
    conditions = state.conditions or bytes(len(state.locations))
    rows = zip(state.locations, table.where, state.steps, table.steps, conditions, table.states, strict=True)
    for unit, (at, lies, step, seen_step, now, seen_now) in enumerate(rows):
        if at != lies and seen_location(at) != seen_location(lies):
            found.append(("at", unit))
        if at < 0:
            continue
        if step != seen_step:
            found.append(("step", unit))
        if now != seen_now:
            found.append(("state", unit))
    for hex_number, side in table.owners:
        if not state.owned[side] >> hex_number & 1:
            found.append(("held", hex_number))
    if table.network_notes:
        found += [
            ("net", slot)
            for slot, hexes in enumerate(table.network_notes)
            if hexes != state.serving_hexes[slot]
        ]
    return found


class TableTracker:
    """Reads the table of a log step by step, and updates only the values that each step changed."""

    def __init__(self, ours: HexwrightGame, position: LogPosition, kernel: RulesEngine) -> None:
        self._ours, self.kernel, self._position = ours, kernel, position
        self.now = self._read()

    def step(self, deed: StepChanges) -> TableSnapshot:
        """Return the table after a step."""
        now = self.now
        where, steps, states = list(now.where), list(now.steps), list(now.states)
        held = dict(now.owners)
        touched = False
        for key, lying in deed.after.items():
            was = deed.before[key]
            look = self._ours.locate_piece(lying) if lying is not None else None
            if look is None and was is not None:
                self._handle_removed(self._ours.locate_piece(was), where)
                touched = True
            elif look is not None:
                touched = self._handle_placed(look, where, steps, states, held) or touched
        turn = self._turn() if deed.turns else now.turn
        weather = self._position.value(prop.WEATHER) if deed.values else now.weather
        over = self._position.value("GameOver") == "true" if deed.values else now.over
        hurried = self._position.value(names.HURRIED) if deed.values else now.early_entries
        nets = self._nets() if deed.values else now.network_notes
        known = (turn, weather, over, hurried)
        if touched or (known, nets) != (
            (now.turn, now.weather, now.over, now.early_entries),
            now.network_notes,
        ):
            lie = (tuple(where), tuple(steps), tuple(states), tuple(sorted(held.items())))
            self.now = TableSnapshot(*lie, *known, network_notes=nets)
        return self.now

    def _read(self) -> TableSnapshot:
        setting = self.kernel.setting
        count = len(setting.units)
        where, steps, states = [OUT_OF_GAME] * count, [1] * count, [0] * count
        held: dict[int, int] = {}
        for look in map(self._ours.locate_piece, self._position.pieces.values()):
            self._handle_placed(look, where, steps, states, held)
        weather, over = self._position.value(prop.WEATHER), self._position.value("GameOver") == "true"
        table = (tuple(where), tuple(steps), tuple(states), tuple(sorted(held.items())))
        hurried = self._position.value(names.HURRIED)
        return TableSnapshot(*table, self._turn(), weather, over, hurried, self._nets())

    def _nets(self) -> tuple[int, ...]:
        """Return the stored network hexes; a module doesn't store them while its enforcement is off."""
        note = self._position.value(names.NETWORKS)
        if not note or self._position.value(prop.ENFORCEMENT) == names.OFF:
            return ()
        return serving_hexes_in_note(self.kernel.setting, note) or ()

    def _turn(self) -> tuple[int, int]:
        try:
            return ReadPosition(self._ours, self._position, self.kernel).turn
        except InputError:
            return self.now.turn if hasattr(self, "now") else (0, 0)

    def _handle_removed(self, look: LocatedPiece, where: list[int]) -> None:
        number = self.kernel.setting.unit_numbers.get(look.unit or UnitId(""))
        if number is not None:
            where[number] = OUT_OF_GAME

    def _handle_placed(
        self, look: LocatedPiece, where: list[int], steps: list[int], states: list[int], held: dict[int, int]
    ) -> bool:
        setting = self.kernel.setting
        on_map = look.map == prop.MAIN_MAP and look.location is not None
        here = setting.board.index.get(HexId(str(look.location)), -1) if on_map else -1
        if look.unit is None:
            side = look.properties["Side"]
            if look.properties["Kind"] != "control" or here < 0 or side not in setting.sides:
                return False
            if not setting.places >> here & 1:
                return False
            held[here] = setting.sides.index(SideId(str(side)))
            return True
        number = setting.unit_numbers.get(look.unit)
        if number is None:
            return False
        step = whole_number(look.properties["Step"] or "") or 1
        where[number] = here if here >= 0 else self._box(look, number)
        steps[number] = min(max(step, 1), setting.last_step[number])
        states[number] = sum(
            flag
            for name, flag in (
                ("Disrupted_Level", DISRUPTED),
                ("Fortified_Level", FORTIFIED),
                ("Entrained_Level", ENTRAINED),
            )
            if look.properties[name] == "2"
        )
        return True

    def _box(self, look: LocatedPiece, unit: int) -> int:
        place = _BOXES[self._ours.waiting_box_kind(self.kernel.setting.units[unit], look.zone)]
        # Units that wait for their turn are in boxes where air units have their bases.
        return NOT_IN_PLAY if place == AT_BASE and not self.kernel.setting.is_air_unit(unit) else place


def names_of_keys(kernel: RulesEngine, keys: Iterable[SeenKey]) -> str:
    """Return the names of the units and places that the keys refer to."""
    setting = kernel.setting
    names = [
        setting.board.ids[number]
        if what == "held"
        else "networks"
        if what == "net"
        else setting.game.counters.unit(setting.units[number]).name
        for what, number in keys
    ]
    return ", ".join(dict.fromkeys(names))
