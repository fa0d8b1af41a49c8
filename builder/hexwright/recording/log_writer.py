"""Write games of the rules engine as logs that VASSAL can step through."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.module_state.notes import game_notes
from hexwright.module_state.notes.arrival_notes import replacements_left_note
from hexwright.recording.combat_notes import (
    COMBAT_NOTE_NAMES,
    CombatNotes,
    combat_notes_after,
    fire_combat_note,
)
from hexwright.recording.saved_positions import (
    SavedGameWriter,
    scenario_from_position,
    units_on_sheet,
    weather_so_far,
)
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, FORTIFIED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.turn.sequence_of_play import victory_awards
from hexwright.saves.sheet_locations import SheetLocations
from hexwright.vassal.codec.commands import (
    NOTHING,
    ChangePiece,
    ChangeProperty,
    ChatText,
    Command,
    Compound,
    MovePiece,
    SetTurn,
)
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, CanRotate, Layer, MarkWhenMoved
from hexwright.vassal.enforcement import names
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.gpid_ledger import GpidLedger
from hexwright.vassal.module.map_windows import LAYERS
from hexwright.vassal.module.predefined_setups import start_properties, turn_state
from hexwright.vassal.module.unit_conditions import STANCE, game_conditions

_TRACKER = "TurnTracker0"
_UNITS_LAYER = LAYERS.index("Units")


@dataclass(frozen=True, slots=True)
class CounterState:
    """The visible state of a counter."""

    step: int
    disrupted: bool = False
    fortified: bool = False
    entrained: bool = False
    moved: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)
    """The stored properties of battles, by name; properties not listed stay unchanged."""


class LogWriter:
    """A writer that adds a game to a log, action by action.

    The log continues from `begin`, a saved game of the position before the first action. Without it, the log
    begins with that position as hexwright saves it.
    """

    def __init__(
        self,
        game: Game,
        sheet: SheetPlan,
        ledger: GpidLedger,
        kernel: RulesEngine,
        state: State,
        begin: SavedGameFile | None = None,
    ) -> None:
        self.kernel = kernel
        self.places = BoardPositions(game, sheet)
        self._sheet = SheetLocations(self.places)
        made = begin or SavedGameWriter(game, sheet, ledger).file(kernel, state)
        self.begin = made.without_log()
        self.steps: list[Command] = []
        self.position = LogPosition(self.begin)
        self._moved: set[UnitId] = set()
        self._marked: set[UnitId] = set()
        self._noted: CombatNotes = {}
        self._fought: tuple[str, ...] = ()
        self._next_id = 2_000_000
        self._units = {
            UnitId(lying.properties[prop.UNIT_ID]): lying.id
            for lying in self.position.pieces.values()
            if prop.UNIT_ID in lying.properties
        }
        kinds: dict[str, list[str]] = {}
        for lying in self.position.pieces.values():
            kinds.setdefault(lying.properties.get(prop.KIND, ""), []).append(lying.id)
        self._turn_markers, self._controls = kinds.get("turn", []), kinds.get("control", [])

    def file(self) -> SavedGameFile:
        """Return the log as written so far."""
        whole = Compound(self.begin.commands)
        return SavedGameFile.of(self.begin.moduledata, self.begin.savedata, whole, tuple(self.steps))

    def add_chat(self, lines: Sequence[str]) -> None:
        """Write a step with chat messages only."""
        self._step([ChatText(text=f"* {line}") for line in lines])

    def add_action(
        self,
        before: State,
        action: Action,
        after: State,
        more: Sequence[str] = (),
        opening: Sequence[str] = (),
    ) -> None:
        """Write an action: the changes that it makes to counters, and its description in the chat.

        The chat lines `more` follow the description; `opening` is written if the action leads to a new phase.
        """
        told = [ChatText(text=f"* {line}") for line in (self.kernel.describe(before, action), *more)]
        new_phase = (before.turn, before.phase) != (after.turn, after.phase)
        if new_phase:
            self._moved.clear()
            self._fought = ()
        elif action.kind == "move" and action.unit is not None:
            self._moved.add(action.unit)
        if after.current_engagement is not None and after.current_engagement.round:
            begun = str(self.kernel.setting.board.ids[after.current_engagement.hex])
            self._fought = self._fought if begun in self._fought else (*self._fought, begun)
        self._step([*told, *self._pieces(before, after), *self._game(after)])
        if new_phase and after.stage != "over":
            phase = self.kernel.setting.phases[after.phase].name
            lines = [f"Turn {after.turn}: {phase}", *(line for line in opening if line)]
            self._step([ChatText(text=f"* {line}") for line in lines])
        if after.stage == "over":
            self._step([ChatText(text=f"* {line}") for line in self._outcome(after)])

    def _step(self, commands: list[Command]) -> None:
        step = Compound((NOTHING, *commands))
        self.steps.append(step)
        self.position.step(step)

    def _outcome(self, state: State) -> Iterator[str]:
        yield self.kernel.outcome(state).text
        for side, given in victory_awards(self.kernel.setting, state).items():
            what = ", ".join(f"{text} {number}" for text, number in given)
            yield f"{self.places.game.info.side(side).name} points: {what or 'none'}"

    # Counters ---------------------------------------------------------------------------------------
    def _pieces(self, before: State, after: State) -> Iterator[Command]:
        setting = self.kernel.setting
        touched = {
            unit
            for number, unit in enumerate(setting.units)
            if _standing(before, number) != _standing(after, number)
        }
        marked, self._marked = self._marked, set(self._moved)
        noted, self._noted = self._noted, {**self._noted, **combat_notes_after(setting, before, after)}
        writing = {unit for (unit, name), text in self._noted.items() if noted.get((unit, name)) != text}
        for unit, step, spot in units_on_sheet(setting, after, self.places):
            if unit in touched or unit in writing or (unit in marked) != (unit in self._marked):
                condition = _standing(after, setting.unit_numbers[unit])[2]
                face = CounterState(
                    step,
                    bool(condition & DISRUPTED),
                    bool(condition & FORTIFIED),
                    bool(condition & ENTRAINED),
                    unit in self._marked,
                    {
                        name: self._noted[unit, name]
                        for name in COMBAT_NOTE_NAMES
                        if (unit, name) in self._noted
                    },
                )
                yield from self._faced(self.position.pieces[self._units[unit]], face)
            if (
                unit in touched
                and before.locations[setting.unit_numbers[unit]]
                != after.locations[setting.unit_numbers[unit]]
            ):
                yield from self._brought(self.position.pieces[self._units[unit]], spot)
        if before.owned != after.owned:
            yield from self._owned(after)
        yield from self._turned(after)

    def _faced(self, lying: PlacedPiece, face: CounterState) -> Iterator[Command]:
        """Yield the command that changes a counter's visible state, if that state differs from `face`."""
        named = {one.name for one in game_conditions(self.places.game)}
        on = {"Disrupted": face.disrupted, "Fortified": face.fortified, "Entrained": face.entrained}
        traits: list[Trait] = []
        for trait in lying.piece.traits:
            match trait:
                case Layer(name=prop.STEP_LAYER):
                    traits.append(dataclasses.replace(trait, level=face.step))
                case Layer(name=name) if name in named:
                    traits.append(dataclasses.replace(trait, level=2 if on[name] else 1))
                case CanRotate(name=name) if name == STANCE:
                    traits.append(dataclasses.replace(trait, facing=int(face.fortified)))
                case BasicPiece() if face.notes:
                    kept = {**dict(trait.properties), **face.notes}
                    traits.append(dataclasses.replace(trait, properties=tuple(kept.items())))
                case MarkWhenMoved():
                    traits.append(dataclasses.replace(trait, moved=face.moved))
                case _:
                    traits.append(trait)
        yield from self._changed(lying, traits)

    def _changed(self, lying: PlacedPiece, traits: list[Trait]) -> Iterator[Command]:
        if tuple(traits) == lying.piece.traits:
            return
        basic = traits[0]
        assert isinstance(basic, BasicPiece)
        # A state includes the piece's position, which must not revert to where it was saved.
        traits[0] = dataclasses.replace(basic, map=lying.spot[0] or "null", x=lying.spot[1], y=lying.spot[2])
        yield ChangePiece(lying.id, GamePiece(tuple(traits)).encode_state(), None)

    def _brought(self, lying: PlacedPiece, spot: PixelPoint) -> Iterator[Command]:
        """Yield the commands that move a counter to a point on the main map, on top of the pieces there."""
        goal = (prop.MAIN_MAP, spot.x, spot.y)
        if lying.spot == goal:
            return
        stacks = (list(members) for members in self.position.stacks.values() if members)
        here = next((members for members in stacks if self._at(members[0]) == goal), None)
        under = here[-1] if here is not None else None
        old_map, old_x, old_y = lying.spot
        move = MovePiece(lying.id, prop.MAIN_MAP, spot.x, spot.y, under, old_map or None, old_x, old_y, None)
        self.position.step(move)
        yield move
        if under is None:
            self._next_id += 1
            stack = Stack.of(prop.MAIN_MAP, spot.x, spot.y, (lying.id,), layer=_UNITS_LAYER)
            made = AddPiece(GamePiece.of(stack), str(self._next_id))
            self.position.step(made)
            yield made

    def _at(self, piece_id: str) -> tuple[str, int, int]:
        return self.position.pieces[piece_id].spot

    def _owned(self, state: State) -> Iterator[Command]:
        """Yield the commands that change control markers."""
        setting, game = self.kernel.setting, self.places.game
        owner = {h: side for n, side in enumerate(setting.sides) for h in setting.hex_ids(state.owned[n])}
        markers = {marker.id: marker for marker in game.counters.markers}
        for piece_id in self._controls:
            lying = self.position.pieces[piece_id]
            marker = markers[lying.properties[prop.MARKER_ID]]
            sides = [face.side for face in marker.faces]
            side = owner.get(HexId(self._sheet.location_of(lying.spot)[0] or ""))
            if side in sides:
                yield from self._faced(lying, CounterState(sides.index(side) + 1))

    def _turned(self, state: State) -> Iterator[Command]:
        """Yield the commands that change the turn marker with the phase."""
        game, setting = self.places.game, self.kernel.setting
        for piece_id in self._turn_markers:
            lying = self.position.pieces[piece_id]
            marker = next(m for m in game.counters.markers if m.id == lying.properties[prop.MARKER_ID])
            sides = [face.side for face in marker.faces]
            side = setting.sides[setting.side(state)]
            level = sides.index(side) + 1 if side in sides else 1
            yield from self._faced(lying, CounterState(level))
            if state.turn in self.places.sheet.turns:
                spot = self.places.turn_spot(state.turn)
                old_map, x, y = lying.spot
                if (prop.MAIN_MAP, spot.x, spot.y) != lying.spot:
                    yield MovePiece(
                        lying.id, prop.MAIN_MAP, spot.x, spot.y, None, old_map or None, x, y, None
                    )

    # The game ---------------------------------------------------------------------------------------
    def _game(self, state: State) -> Iterator[Command]:
        """Yield the commands that change the game's properties and the turn counter."""
        game, setting = self.places.game, self.kernel.setting
        scenario = scenario_from_position(self.kernel, state)
        weathers = weather_so_far(setting, state)
        wanted = start_properties(game, scenario, weathers=weathers) | game_notes(setting, state)
        if state.stage == "over":
            wanted[prop.GAME_OVER] = "true"
            wanted[prop.WINNER] = self.kernel.outcome(state).winner or ""
        if game.rules.fire is not None:
            wanted[names.FIRE_BATTLE] = fire_combat_note(setting, state, self._fought)
        replacing = setting.phases[state.phase].kind == "replacement" and state.stage != "over"
        wanted[prop.REPLACEMENTS_LEFT] = replacements_left_note(state) if replacing else ""
        for name, value in wanted.items():
            was = self.position.value(name)
            if was != value:
                yield ChangeProperty(name, was, value, "Module")
        turn = turn_state(game, scenario)
        if self.position.turns.get(_TRACKER) != turn:
            yield SetTurn(_TRACKER, turn)


def _standing(state: State, number: int) -> tuple[int, int, int]:
    """Return the hex, step and condition of a unit."""
    place = state.locations[number]
    return place, state.steps[number], state.conditions[number] if state.conditions and place >= 0 else 0
