"""Write the predefined set-ups: saved games inside the module. Every build writes the same bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.render.map.hexes.flag_corners import flag_box
from hexwright.rules.judging.game_properties import option_property, option_value
from hexwright.vassal.codec.buildfile.components import PredefinedSetup
from hexwright.vassal.codec.commands import (
    BEGIN_SAVE,
    END_SAVE,
    BoardChoice,
    Command,
    Compound,
    SetBoards,
    SetGlobalProperty,
    SetTurn,
)
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.piece_template import AddStack, PieceTemplate
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.setup import SET_UP, WEATHER_TEXT, before_first, set_up_text
from hexwright.vassal.enforcement.tables import network_tables
from hexwright.vassal.module import piece_builder, turn_calendar
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.map_windows import LAYERS
from hexwright.vassal.module.piece_templates import PieceTemplates
from hexwright.vassal.module.setup_titles import free_title, ready_title
from hexwright.vassal.module.setup_trays import SetupTrays, waiting_units
from hexwright.vassal.module.turn_counter_state import counter_state

_FIRST_ID = 1_000_000
_UNITS_LAYER = LAYERS.index("Units")
_LONGEST_MENU = 12
"""The maximum number of set-ups that the File menu lists directly.

With more, the menu's later entries (Save, and those for the log) wouldn't fit on a screen 800 pixels high.
"""
READY, BY_HAND = "Ready to play", "Place the units yourself"


@dataclass(frozen=True, slots=True)
class SavedSetUp:
    """One predefined set-up: its file name in the module, its title and the commands of the saved game."""

    file: str
    title: str
    description: str
    start: str
    """The scenario's first turn with its date, such as "Start on turn 1 (1 September)"."""
    kind: str
    """The name of the menu for set-ups of this kind: with all units placed, or free."""
    commands: Command


@dataclass(frozen=True, slots=True)
class StartingPiece:
    """A piece and its starting position. Stackable pieces at the same position form a stack."""

    template: PieceTemplate
    map: str
    spot: PixelPoint
    stacks: bool = True
    notes: Mapping[str, str] = field(default_factory=dict)
    """The persistent properties that the script stores on the piece."""


def saved_setups(places: BoardPositions, trays: SetupTrays, moulds: PieceTemplates) -> tuple[SavedSetUp, ...]:
    """Return the set-ups of all scenarios: those with all units placed, then those for a free set-up."""
    made: list[SavedSetUp] = []
    for scenario in places.game.scenarios:
        ready = list(_ready(places, trays, moulds, scenario))
        # If a die roll decides the first turn's weather, the game begins with that roll.
        waits = first_weather_is_rolled(places.game, scenario)
        told = {prop.PHASE_TEXT: WEATHER_TEXT} if waits else {}
        made.append(
            SavedSetUp(
                f"{scenario.id}.vsav",
                ready_title(scenario),
                scenario.description,
                start_menu(places.game, scenario),
                READY,
                _save(places, trays, scenario, ready, begun=not waits, known=told),
            )
        )
        if scenario.free_setup:
            free = list(_free(places, trays, moulds, scenario))
            made.append(
                SavedSetUp(
                    f"{scenario.id}-free.vsav",
                    free_title(scenario),
                    "The units are in their windows and boxes; place them by the scenario's rules.",
                    start_menu(places.game, scenario),
                    BY_HAND,
                    _save(places, trays, scenario, free, begun=False),
                )
            )
    return tuple(made)


def start_menu(game: Game, scenario: Scenario) -> str:
    """Return the name of the menu for a scenario's first turn."""
    turns = game.charts.timetable(scenario.turn_track).turns
    date = next(turn.date for turn in turns if turn.turn == scenario.first_turn)
    return f"Start on turn {scenario.first_turn} ({date})"


def setup_menu(setups: Sequence[SavedSetUp]) -> Iterator[PredefinedSetup]:
    """Yield the set-up entries of the File menu.

    Many set-ups are grouped in submenus: by first turn, then by whether the units are placed. Every entry
    keeps its whole title, because VASSAL's start wizard lists all entries without their menus.
    """
    if len(setups) > _LONGEST_MENU:
        starts = dict.fromkeys(setup.start for setup in setups)
        for start in starts:
            menus = (_menu(setups, start, kind) for kind in (READY, BY_HAND))
            yield PredefinedSetup.new(
                *(menu for menu in menus if menu is not None), name=start, is_menu=True, use_file=False
            )
        return
    for setup in setups:
        yield _entry(setup)


def _menu(setups: Iterable[SavedSetUp], start: str, kind: str) -> PredefinedSetup | None:
    """Return a menu with the set-ups of one kind that begin on one turn, or None if there are none."""
    entries = [_entry(setup) for setup in setups if (setup.start, setup.kind) == (start, kind)]
    return PredefinedSetup.new(*entries, name=kind, is_menu=True, use_file=False) if entries else None


def _entry(setup: SavedSetUp) -> PredefinedSetup:
    return PredefinedSetup.new(name=setup.title, description=setup.description, file=setup.file)


def _ready(
    places: BoardPositions, trays: SetupTrays, moulds: PieceTemplates, scenario: Scenario
) -> Iterator[StartingPiece]:
    yield from _markers(places, moulds, scenario)
    steps = {unit: area.step for area in scenario.setup_areas for unit in area.units}
    seen: set[UnitId] = set(scenario.unused_units)
    for hex_id, unit in scenario.setup.standing:
        seen.add(unit)
        yield StartingPiece(moulds.unit(unit, steps.get(unit, 1)), prop.MAIN_MAP, places.hex(hex_id))
    yield from _on_map_at_start(places, moulds, scenario, seen)
    yield from _in_trays(places, trays, moulds, steps, waiting_units(places.game, scenario, free=False))


def _free(
    places: BoardPositions, trays: SetupTrays, moulds: PieceTemplates, scenario: Scenario
) -> Iterator[StartingPiece]:
    yield from _markers(places, moulds, scenario)
    steps = {unit: area.step for area in scenario.setup_areas for unit in area.units}
    seen: set[UnitId] = set(scenario.unused_units)
    yield from _on_map_at_start(places, moulds, scenario, seen, skip=frozenset(steps))
    yield from _in_trays(places, trays, moulds, steps, waiting_units(places.game, scenario, free=True))


def _on_map_at_start(
    places: BoardPositions,
    moulds: PieceTemplates,
    scenario: Scenario,
    seen: set[UnitId],
    skip: frozenset[UnitId] = frozenset(),
) -> Iterator[StartingPiece]:
    waiting: dict[BoxId, dict[UnitId, int]] = {}
    for held in scenario.setup.in_boxes:
        for unit in held.units:
            if unit not in skip and unit not in seen:
                seen.add(unit)
                waiting.setdefault(held.box, {})[unit] = held.step
    for box, steps in waiting.items():
        for unit, spot in places.spread(box, tuple(steps)).items():
            yield StartingPiece(moulds.unit(unit, steps[unit]), prop.MAIN_MAP, spot)


def _in_trays(
    places: BoardPositions,
    trays: SetupTrays,
    moulds: PieceTemplates,
    steps: Mapping[UnitId, int],
    left: Set[UnitId],
) -> Iterator[StartingPiece]:
    for tray in trays.all():
        spots = tray.spots(left)
        for unit in places.game.counters.units:
            if unit.id in spots:
                yield StartingPiece(moulds.unit(unit.id, steps.get(unit.id, 1)), tray.map, spots[unit.id])


def _markers(places: BoardPositions, moulds: PieceTemplates, scenario: Scenario) -> Iterator[StartingPiece]:
    game = places.game
    first = game.rules.phase(scenario.first_phase)
    for marker in piece_builder.all_markers(game):
        if piece_builder.is_turn_marker(marker):
            sides = [face.side for face in marker.faces]
            level = sides.index(first.side) + 1 if first.side in sides else 1
            on_track = scenario.first_turn in places.sheet.turns
            corner = places.resolution.counter_pixels(60)
            spot = places.turn_spot(scenario.first_turn) if on_track else PixelPoint(corner, corner)
            yield StartingPiece(moulds.marker(marker, level), prop.MAIN_MAP, spot, stacks=False)
        elif piece_builder.is_control_marker(marker) and game.control_marker in (None, marker):
            owners = [face.side for face in marker.faces]
            for place in game.hexmap.places:
                if (owner := scenario.owner_of(place)) is not None and owner in owners:
                    spot = places.at(flag_box(places.sheet.layout, place).centre)
                    turned = moulds.marker(marker, owners.index(owner) + 1)
                    yield StartingPiece(turned, prop.MAIN_MAP, spot, stacks=False)
    known = {marker.id: marker for marker in game.counters.markers}
    for hex_id, named in scenario.setup.markers.items():
        for name in named:
            yield StartingPiece(moulds.marker(known[name], 1), prop.MAIN_MAP, places.hex(hex_id))


def _save(
    places: BoardPositions,
    trays: SetupTrays,
    scenario: Scenario,
    standing: list[StartingPiece],
    *,
    begun: bool = True,
    weathers: Mapping[int, str] | None = None,
    known: Mapping[str, str] = MappingProxyType({}),
) -> Command:
    parts: list[Command] = [BEGIN_SAVE]
    number = _FIRST_ID
    stacks: dict[tuple[str, PixelPoint], list[str]] = {}
    for stood in standing:
        number += 1
        identity = str(number)
        parts.append(stood.template.add_copy(identity, stood.map, stood.spot, stood.notes))
        if stood.stacks:
            stacks.setdefault((stood.map, stood.spot), []).append(identity)
    for (map_name, spot), members in stacks.items():
        number += 1
        stack = Stack.of(map_name, spot.x, spot.y, tuple(members), layer=_UNITS_LAYER)
        parts.append(AddStack(stack, str(number)))
    parts.append(SetBoards(prop.MAIN_MAP, (BoardChoice(prop.BOARD),)))
    parts += [SetBoards(tray.map, (BoardChoice(tray.map),)) for tray in trays.all()]
    parts += [
        SetGlobalProperty(name, value)
        for name, value in {
            **start_properties(places.game, scenario, begun=begun, weathers=weathers),
            **known,
        }.items()
    ]
    parts.append(SetTurn("TurnTracker0", turn_state(places.game, scenario, begun=begun)))
    parts.append(END_SAVE)
    return Compound(tuple(parts))


def start_properties(
    game: Game, scenario: Scenario, *, begun: bool = True, weathers: Mapping[int, str] | None = None
) -> dict[str, str]:
    """Return the global properties at a scenario's start.

    If `begun` is false, they describe the state one phase earlier. `weathers` contains the weather of past
    turns if a die or the previous turn decided it.
    """
    phase = game.rules.phase(scenario.first_phase)
    timetable = game.charts.timetable(scenario.turn_track)
    turn = next(turn for turn in timetable.turns if turn.turn == scenario.first_turn)
    unknown = not begun and first_weather_is_rolled(game, scenario)
    weathers = weathers or ({} if unknown else {turn.turn: turn.weather})
    now = weathers.get(turn.turn, "" if unknown else turn.weather)
    weather = next((kind.name for kind in game.charts.weather if kind.id == now), "")
    return {
        prop.SCENARIO: scenario.id,
        prop.TIMETABLE: timetable.id,
        prop.LAST_TURN: str(scenario.last_turn),
        prop.GAME_OVER: "false",
        prop.SETTING_UP: "false" if begun else "true",
        prop.ACTIVE_SIDE: phase.side if begun else "",
        prop.PHASE_NAME: phase.name if begun else SET_UP,
        prop.PHASE_TEXT: phase.text if begun else set_up_text(game),
        prop.WEATHER: now,
        prop.WEATHER_NAME: weather,
        prop.TURN_DATE: turn.date,
        **turn_calendar.calendar_start_properties(game, weathers),
        **_networks(game, scenario),
        **{option_property(name): option_value(choice) for name, choice in scenario.options.items()},
    }


def first_weather_is_rolled(game: Game, scenario: Scenario) -> bool:
    """Return whether the first turn's weather is rolled when the game begins."""
    turns = game.charts.timetable(scenario.turn_track).turns
    return any(turn.turn == scenario.first_turn and turn.weather_roll for turn in turns)


def _networks(game: Game, scenario: Scenario) -> dict[str, str]:
    """Return the stored properties of networks at a scenario's start."""
    if not network_tables.changes(game):
        return {}
    begun = network_tables.begun(game, Board.of(game.hexmap), scenario)
    return {names.NETWORKS: network_tables.noted(game, begun), names.NETWORKS_BEGUN: ""}


def turn_state(game: Game, scenario: Scenario, *, begun: bool = True) -> str:
    """Return the turn counter's state at a scenario's start, or one phase earlier if `begun` is false."""
    turn, now = (scenario.first_turn, scenario.first_phase) if begun else before_first(game, scenario)
    return counter_state(game, str(turn), str([phase.id for phase in game.rules.sequence].index(now)))


def saved_position(
    places: BoardPositions,
    moulds: PieceTemplates,
    scenario: Scenario,
    units: Iterable[tuple[UnitId, int, PixelPoint]],
    weathers: Mapping[int, str],
    noted: Mapping[UnitId, Mapping[str, str]],
    known: Mapping[str, str],
    befallen: Mapping[UnitId, Collection[str]] = MappingProxyType({}),
) -> SavedSetUp:
    """Return a position as a saved game: each unit with its step and its place on the main map.

    `scenario` begins at the position's turn and phase; places have the owners given by the game. `weathers`
    contains the weather of past turns. `noted` contains the properties stored on units, and `known` the
    global properties. `befallen` contains the units' conditions as names of layers.
    """
    trays = SetupTrays.of_game(places.game, places.resolution)
    standing = [*_markers(places, moulds, scenario)]
    for unit, step, spot in units:
        mould = moulds.unit(unit, step, frozenset(befallen.get(unit, ())))
        standing.append(StartingPiece(mould, prop.MAIN_MAP, spot, notes=noted.get(unit, {})))
    commands = _save(places, trays, scenario, standing, weathers=weathers, known=known)
    start = start_menu(places.game, scenario)
    return SavedSetUp(f"{scenario.id}.vsav", scenario.title, scenario.description, start, READY, commands)
