"""Read a saved game of a module made by hexwright as a position of the rules engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.conformance.visible_state import (
    READ_PROPERTIES,
    VisibleState,
    VisibleUnit,
    is_off_map,
    visible_state_of,
)
from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.model.game import Game
from hexwright.model.hex_map import Box
from hexwright.model.ids import UnitId
from hexwright.module_state.notes import fields_before_phase, game_notes, with_notes
from hexwright.module_state.state_notes import whole_number
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.judging.game_properties import option_property, option_value
from hexwright.rules.transport import network_hex_states
from hexwright.saves.sheet_locations import SheetLocations
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.turn_counter_state import read_turn


@dataclass(frozen=True, slots=True)
class LocatedPiece:
    """A piece with the names of its location, in the form that `hexwright.conformance.visible_state` takes as
    input.
    """

    lying: PlacedPiece
    location: str | None
    zone: str | None
    properties: Mapping[str, str | None]

    @property
    def map(self) -> str | None:
        """Return the name of the piece's map; None if the piece isn't on a map."""
        return self.lying.spot[0] or None

    @property
    def unit(self) -> UnitId | None:
        """Return the unit's id; None for a marker."""
        found = self.properties["UnitId"]
        return UnitId(found) if self.properties["Kind"] == "unit" and found else None


class HexwrightGame:
    """A game made by hexwright, with the data that its saved games and logs need.

    All positions of the game share this data.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places = BoardPositions(game, plan_sheet(game))
        self.sheet = SheetLocations(self.places)
        self._kernels: dict[tuple[str, tuple[tuple[str, str], ...]], RulesEngine] = {}

    def is_of(self, file: SavedGameFile) -> bool:
        """Return whether a saved game or log belongs to this game's module."""
        return file.module_metadata is not None and file.module_metadata.name == self.game.info.title

    def kernel(self, position: LogPosition) -> RulesEngine:
        """Return the rules engine for the position's scenario and options.

        Raises InputError (N004) if the position names no scenario.
        """
        scenario = position.value(prop.SCENARIO)
        known = [found.id for found in self.game.scenarios]
        if scenario not in known:
            what = (
                (f"the game belongs to the scenario '{scenario}'") if scenario else "the game has no scenario"
            )
            raise InputError.single("N004", what, hint=f"{self.game.slug} has {', '.join(known)}")
        options = {
            option.id: choice.id
            for option in self.game.rules.options
            for choice in option.choices
            if option_value(choice.id) == position.value(option_property(option.id))
        }
        key = (scenario, tuple(sorted(options.items())))
        if key not in self._kernels:
            self._kernels[key] = RulesEngine(self.game, scenario, options)
        return self._kernels[key]

    def locate_piece(self, lying: PlacedPiece) -> LocatedPiece:
        """Return a piece with the names of the map, hex or box in which it is."""
        location, zone = self.sheet.location_of(lying.spot)
        given = lying.properties
        found: dict[str, str | None] = {name: given.get(name) for name in READ_PROPERTIES}
        found["Step"] = given.get(f"{prop.STEP_LAYER}_Level")
        if found["Kind"] == "control":
            found["Side"] = self._owner_shown(lying)
        return LocatedPiece(lying, location, zone, found)

    def _owner_shown(self, lying: PlacedPiece) -> str | None:
        """Return the side that a control marker shows; None for pieces of other kinds."""
        marker = next(
            (m for m in self.game.counters.markers if m.id == lying.properties.get(prop.MARKER_ID)), None
        )
        level = whole_number(lying.properties.get(f"{prop.STEP_LAYER}_Level", "")) or 1
        faces = marker.faces if marker is not None else ()
        return faces[level - 1].side if 0 < level <= len(faces) else None

    def box(self, name: str | None) -> Box | None:
        """Return the box with this name; None if there is no such box."""
        return next((box for box in self.game.hexmap.boxes if box.name == name), None)

    def waiting_box_kind(self, unit: UnitId, zone: str | None) -> str:
        """Return the kind of box that contains a unit off the map; the window of the unit's side is treated
        as a pool.

        If the side has no pool, the box of eliminated units is treated as a pool for classes that can return
        as replacements.
        """
        box = self.box(zone)
        if box is None:
            return "pool"
        counter = self.game.counters.unit(unit)
        side, rules = counter.side, self.game.rules.replacements
        never = any(counter.unit_class in rule.not_replaceable for rule in rules if rule.side == side)
        pools = [b for b in self.game.hexmap.boxes if b.kind == "pool" and b.side in (side, None)]
        return "pool" if box.kind == "eliminated" and not pools and not never else box.kind


@dataclass(frozen=True)
class ReadPosition:
    """A position of a game made by hexwright: pieces by name and location, the turn and phase, and the game's
    rules.
    """

    hexwright_game: HexwrightGame
    position: LogPosition
    kernel: RulesEngine

    @classmethod
    def of(cls, ours: HexwrightGame, position: LogPosition) -> ReadPosition:
        """Return the `ReadPosition` for a position of the game.

        Raises InputError (N004) if the position names no scenario.
        """
        return cls(ours, position, ours.kernel(position))

    @cached_property
    def pieces(self) -> tuple[LocatedPiece, ...]:
        """Return all pieces with the names of their locations."""
        return tuple(map(self.hexwright_game.locate_piece, self.position.pieces.values()))

    @cached_property
    def turn(self) -> tuple[int, int]:
        """Return the turn and the number of the phase that the turn counter shows.

        Raises InputError (N020) if the turn counter shows no turn or phase.
        """
        state = next(iter(self.position.turns.values()), "")
        phases = self.hexwright_game.game.rules.sequence
        try:
            turn, phase = read_turn(state)
        except (ValueError, IndexError):
            raise InputError.single("N020", "the saved game has no turn counter of this module") from None
        if not 0 <= phase < len(phases):
            raise InputError.single(
                "N020", f"phase {phase + 1}, but the sequence of play has {len(phases)} phases"
            )
        return turn, phase

    @property
    def setting_up(self) -> bool:
        """Return whether the players are still setting up."""
        return self.position.value(prop.SETTING_UP) == "true"

    def value(self, name: str) -> str:
        """Return the value of a property of the game; the turn and phase are treated as properties."""
        if name == prop.TURN:
            return str(self.turn[0])
        if name == prop.PHASE:
            return str(self.hexwright_game.game.rules.sequence[self.turn[1]].id)
        return self.position.value(name)

    @cached_property
    def score_properties(self) -> Mapping[str, str]:
        """Return the stored properties that are compared with the state, with their values at set-up."""
        return game_notes(self.setting, self.kernel.set_up(), compared=True)

    @cached_property
    def visible_state(self) -> VisibleState:
        """Return the part of the state that players see on the counters."""
        return visible_state_of(self.pieces, self.value, self.score_properties)

    @cached_property
    def units(self) -> Mapping[UnitId, int]:
        """Return the number of counters of each unit in the game."""
        return Counter(look.unit for look in self.pieces if look.unit is not None)

    def state(self, opened: bool = False) -> State:
        """Return the position as a state of the rules engine; its phase has begun only if `opened` is true.

        Values that no counter shows, such as declared battles or units that have moved, are set as at the
        start of a phase. Raises InputError (N020) if the turn and phase are impossible.
        """
        kernel, setting = self.kernel, self.kernel.setting
        turn, phase = self.turn
        last = setting.scenario.last_turn
        standing, waiting, gone, based = self._units_by_whereabouts()
        weather = self.position.value(prop.WEATHER)
        known = {kind.id for kind in self.hexwright_game.game.charts.weather}
        state = build_state(
            kernel,
            standing,
            turn=min(max(turn, setting.scenario.first_turn), last),
            phase=setting.phases[phase].id,
            pool=waiting,
            gone=gone,
            based=based,
            owners={
                hex_id: side
                for hex_id, side in self.visible_state.owners.items()
                if hex_id in setting.board.index and side in setting.sides
            },
            weather=weather if weather in known else None,
            disrupted=self._where(lambda unit: unit.disrupted),
            fortified=self._where(lambda unit: unit.fortified),
            entrained=self._where(lambda unit: unit.entrained),
            opened=opened and not self.visible_state.over,
            **fields_before_phase(self),
        )
        state = replace(state, turn=turn) if not opened else state
        if self.visible_state.over:
            state = replace(state, stage="over")
        return with_notes(self, state)

    @property
    def network_marks(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each kind of network marker with its hexes."""
        setting = self.kernel.setting
        if setting.changeable_networks and not self.setting_up:
            for words, hexes in network_hex_states.marks_by_name(setting, self.state()):
                if hexes:
                    yield words, ", ".join(setting.hex_ids(hexes))

    @property
    def setting(self) -> CompiledGame:
        """Return the compiled game of the scenario in play."""
        return self.kernel.setting

    def on_units(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the units that store a property with this name: unit number and value."""
        for look in self.pieces:
            number = self.setting.unit_numbers.get(look.unit) if look.unit is not None else None
            if number is not None and (noted := look.lying.properties.get(name, "")):
                yield number, noted

    def _where(self, wanted: Callable[[VisibleUnit], bool]) -> list[str]:
        known, board = self.kernel.setting.unit_numbers, self.kernel.setting.board
        return [
            unit
            for unit, standing in self.visible_state.units.items()
            if unit in known and not is_off_map(standing, board.index) and wanted(standing)
        ]

    def _units_by_whereabouts(self) -> tuple[list[str], list[str], list[str], list[str]]:
        """Return four lists of units: on the map (with hex and step), able to return, out of the game, and at
        bases.
        """
        setting = self.kernel.setting
        standing: list[str] = []
        waiting: list[str] = []
        gone: list[str] = []
        based: list[str] = []
        for unit, found in self.visible_state.units.items():
            number = setting.unit_numbers.get(unit)
            if number is None:
                continue
            if not is_off_map(found, setting.board.index):
                step = min(max(found.step, 1), setting.last_step[number])
                standing.append(f"{found.location} {unit}/{step}")
                continue
            kind = self.hexwright_game.waiting_box_kind(unit, found.zone)
            if kind == "pool":
                waiting.append(unit)
            elif kind == "eliminated":
                gone.append(unit)
            elif kind == "holding" and setting.is_air_unit(number):
                based.append(unit)
        return standing, waiting, gone, based
