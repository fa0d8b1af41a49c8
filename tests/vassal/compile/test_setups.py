"""The set-ups hold what the scenarios say."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hexwright.geometry.hex_layout import Point as MmPoint
from hexwright.render.map.sheet.board_resolution import resolution_for
from hexwright.rules.judging.game_properties import option_property, option_value
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    BooleanScenarioProperty,
    GlobalProperty,
    ListScenarioProperty,
    Map,
    PieceSlot,
    PredefinedSetup,
    StackMetrics,
    WidgetMap,
)
from hexwright.vassal.codec.commands import NOTHING, Command, SetBoards, SetGlobalProperty, SetTurn
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.codec.traits import BasicPiece, Layer, Marker, Prototype
from hexwright.vassal.module import piece_builder
from hexwright.vassal.module.predefined_setups import BY_HAND, READY, SavedSetUp, setup_menu, start_menu
from hexwright.vassal.module.setup_trays import SetupTrays
from tests.shipped import shipped
from tests.vassal.compile.games import GAMES, compiled, game, module, plan, saved

SCENARIOS = [(slug, scenario.id) for slug in sorted(GAMES) for scenario in game(slug).scenarios]
scenarios = pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)


def standing(commands: tuple[Command, ...]) -> dict[str, tuple[str, int, int, int]]:
    """Return for each unit its map, its place and the face it shows."""
    found: dict[str, tuple[str, int, int, int]] = {}
    for added in commands:
        if not isinstance(added, AddPiece) or not isinstance(added.piece.basic, BasicPiece):
            continue
        values = {
            name: value
            for marker in added.piece.all(Marker)
            for name, value in zip(marker.names, marker.values, strict=True)
        }
        basic = added.piece.basic
        if "UnitId" in values:
            assert values["UnitId"] not in found
            level = added.piece.all(Layer)[0].level
            found[values["UnitId"]] = (basic.map, basic.x, basic.y, level)
    return found


@scenarios
def test_units_stand_in_their_hexes_at_their_step(slug: str, scenario: str) -> None:
    told = game(slug).scenario(scenario)
    stand = standing(saved(compiled(slug), f"{scenario}.vsav"))
    steps = {unit: area.step for area in told.setup_areas for unit in area.units}
    for hex_id, unit in told.setup.standing:
        map_name, x, y, level = stand[unit]
        assert map_name == "Map"
        assert plan(slug).layout.hex_at(MmPoint(x / 10, y / 10)) == hex_id
        assert level == steps.get(unit, 1)


@scenarios
def test_units_that_wait_lie_in_their_boxes(slug: str, scenario: str) -> None:
    told = game(slug).scenario(scenario)
    stand = standing(saved(compiled(slug), f"{scenario}.vsav"))
    for held in told.setup.in_boxes:
        box = plan(slug).boxes[held.box]
        for unit in held.units:
            map_name, x, y, level = stand[unit]
            assert map_name == "Map"
            assert box.x < x / 10 < box.right
            assert box.y < y / 10 < box.bottom
            assert level == held.step


@scenarios
def test_no_unit_is_lost_and_none_that_is_not_used_comes_in(slug: str, scenario: str) -> None:
    told = game(slug).scenario(scenario)
    units = {unit.id for unit in game(slug).counters.units} - set(told.unused_units)
    assert set(standing(saved(compiled(slug), f"{scenario}.vsav"))) == units
    if told.free_setup:
        free = standing(saved(compiled(slug), f"{scenario}-free.vsav"))
        assert set(free) == units
        for area in told.setup_areas:
            resolution = resolution_for(game(slug), plan(slug))
            tray = SetupTrays.of_game(game(slug), resolution).of(area.side)
            assert {free[unit][0] for unit in area.units} == {tray.map}


@scenarios
def test_the_game_begins_in_its_first_phase(slug: str, scenario: str) -> None:
    told = game(slug).scenario(scenario)
    commands = saved(compiled(slug), f"{scenario}.vsav")
    state = next(command.state for command in commands if isinstance(command, SetTurn))
    phase = [p.id for p in game(slug).rules.sequence].index(told.first_phase)
    assert state.startswith(f"0|{told.first_turn};0;false;-1;{phase}\\;")
    values = {c.property_id: c.value for c in commands if isinstance(c, SetGlobalProperty)}
    assert values["Scenario"] == scenario
    assert values["LastTurn"] == str(told.last_turn)
    assert values["ActiveSide"] == game(slug).rules.phase(told.first_phase).side
    known = {p.name for p in module(slug).all(GlobalProperty)}
    known |= {p.name for p in module(slug).all(BooleanScenarioProperty)}
    known |= {p.name for p in module(slug).all(ListScenarioProperty)}
    assert set(values) <= known
    assert {n: v for n, v in values.items() if n.startswith("Option_")} == {
        option_property(name): option_value(choice) for name, choice in told.options.items()
    }


@scenarios
def test_every_owned_place_has_a_control_marker_that_shows_its_owner(slug: str, scenario: str) -> None:
    control = next(m for m in game(slug).counters.markers if piece_builder.is_control_marker(m))
    faces = [face.side for face in control.faces]
    seen: dict[str, str | None] = {}
    for added in saved(compiled(slug), f"{scenario}.vsav"):
        if isinstance(added, AddPiece) and isinstance(added.piece.basic, BasicPiece):
            basic = added.piece.basic
            if basic.name == control.name:
                hex_id = plan(slug).layout.hex_at(MmPoint(basic.x / 10, basic.y / 10))
                assert hex_id is not None
                seen[hex_id] = faces[added.piece.all(Layer)[0].level - 1]
    assert seen == {p.hex: p.owner for p in game(slug).hexmap.places if p.owner in faces}


@scenarios
def test_pieces_of_a_set_up_are_those_of_the_palette_without_prototypes(slug: str, scenario: str) -> None:
    numbers = {slot.gpid: slot.entry_name for slot in module(slug).all(PieceSlot)}
    ids: list[str | None] = []
    stacked: list[str] = []
    for added in saved(compiled(slug), f"{scenario}.vsav"):
        if not isinstance(added, AddPiece):
            continue
        ids.append(added.id)
        if isinstance(added.piece.basic, Stack):
            stacked += added.piece.basic.pieces
            continue
        assert isinstance(added.piece.basic, BasicPiece)
        assert added.piece.basic.gpid in numbers
        assert not added.piece.all(Prototype)
    assert len(set(ids)) == len(ids)
    assert len(set(stacked)) == len(stacked)
    assert set(stacked) <= set(ids)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_menu_offers_the_scenarios_by_their_printed_titles_with_length_and_kind(slug: str) -> None:
    expected = []
    for scenario in game(slug).scenarios:
        turns = f"{scenario.last_turn - scenario.first_turn + 1} turns"
        expected.append(f"{scenario.title}, {turns}, ready to play")
        expected += [f"{scenario.title}: place the units yourself, {turns}"] * scenario.free_setup
    assert [setup.name for setup in module(slug).all(PredefinedSetup) if not setup.is_menu] == expected


def level(entries: Iterable[Component]) -> list[PredefinedSetup]:
    """Return the set-ups among components, as one level of a menu."""
    return [entry for entry in entries if isinstance(entry, PredefinedSetup)]


def test_few_set_ups_stand_in_the_file_menu_itself() -> None:
    assert not any(setup.is_menu for setup in module("battle-for-moscow").all(PredefinedSetup))


def test_many_set_ups_are_found_by_their_start_and_then_by_who_places_the_units() -> None:
    campaign = shipped("moscow-campaign").game
    made = [
        SavedSetUp(f"{scenario.id}{end}", scenario.title, "", start_menu(campaign, scenario), kind, NOTHING)
        for scenario in campaign.scenarios
        for end, kind in ((".vsav", READY), ("-free.vsav", BY_HAND))
    ]
    starts = level(setup_menu(made))
    assert [start.name for start in starts] == [
        "Start on turn 1 (30 Sep–1 Oct)",
        "Start on turn 16 (15–16 Nov)",
        "Start on turn 24 (5–6 Dec)",
    ]
    found = []
    for start in starts:
        kinds = level(start.components())
        assert [kind.name for kind in kinds] == [READY, BY_HAND]
        for kind in kinds:
            entries = level(kind.components())
            assert len(entries) <= 14
            found += [entry.file for entry in entries]
    assert sorted(map(str, found)) == sorted(setup.file for setup in made)


@scenarios
def test_every_window_gets_its_board(slug: str, scenario: str) -> None:
    laid = {c.map for c in saved(compiled(slug), f"{scenario}.vsav") if isinstance(c, SetBoards)}
    # Charts lay their own, for every game alike.
    assert laid == {w.map_name for w in module(slug).all(Map) if not isinstance(w, WidgetMap)}


@scenarios
def test_the_saved_game_names_its_module(slug: str, scenario: str) -> None:
    opened = SavedGame.decode(compiled(slug).files[f"{scenario}.vsav"])
    assert opened.moduledata == compiled(slug).moduledata
    assert game(slug).scenario(scenario).title.encode() in opened.savedata


def test_units_of_a_stack_lie_further_apart_where_hexes_are_large_and_shared() -> None:
    def apart(slug: str) -> tuple[int, int]:
        [main] = [m for m in module(slug).all(Map) if m.map_name == "Map"]
        [metrics] = main.all(StackMetrics)
        return metrics.unex_sep_x, metrics.unex_sep_y

    assert apart("battle-for-moscow") == (12, 14)
    across, up = apart("moscow-embattled")
    assert across > 30
    # Four units still lie within the hex.
    assert 150 / 2 + 3 * max(across, up) < 350 / 3**0.5


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_control_markers_lie_in_the_hex_of_their_place(slug: str) -> None:
    told = game(slug).scenarios[0]
    layout = plan(slug).layout
    hexes = {place.hex for place in game(slug).hexmap.places}
    for command in saved(compiled(slug), f"{told.id}.vsav"):
        if isinstance(command, AddPiece) and isinstance(command.piece.basic, BasicPiece):
            basic = command.piece.basic
            if basic.name == "Control marker":
                assert layout.hex_at(MmPoint(basic.x / 10, basic.y / 10)) in hexes
