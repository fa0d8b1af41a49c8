"""What a player does with the module, in the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.engine_driver import OBSERVER, Engine
from hexwright.geometry.hex_layout import Point as MmPoint
from hexwright.model.ids import HexId
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import Open, go_on

pytestmark = pytest.mark.engine
MOSCOW = "battle-for-moscow"


def started(opened: Open, slug: str, side: str = BOTH_SIDES, scenario: int = 0) -> Engine:
    """Return the engine in a scenario just begun, free of the enforcement of the rules."""
    engine = opened(slug)
    engine.start(game(slug).scenarios[scenario].title, side)
    if side != OBSERVER:
        engine.hotkey("hexwright.rules.off")
    engine.take_chat()
    engine.take_problems()
    return engine


def unit(engine: Engine, unit_id: str) -> tuple[str, str | None, dict[str, str | None]]:
    """Return a unit's id in the game, its location, and its properties."""
    wanted = ("UnitId", "Step", "Strength", "MA", "Side", "UnitClass", "FullName", "Moved")
    found = [p for p in engine.pieces(wanted) if p.properties["UnitId"] == unit_id]
    assert len(found) == 1
    return found[0].id, found[0].location, dict(found[0].properties)


def said(engine: Engine) -> list[str]:
    """Return the lines of the chat since the last look, without the engine's own."""
    return [line.text.removeprefix("* ") for line in engine.take_chat() if line.text.startswith("*")]


def test_every_set_up_opens_without_a_word_and_stands_as_told(opened: Open, slug: str) -> None:
    engine = opened(slug)
    for scenario in game(slug).scenarios:
        engine.start(scenario.title, BOTH_SIDES)
        stand = {p.properties["UnitId"]: p.location for p in engine.pieces(("UnitId",))}
        for hex_id, unit_id in scenario.setup.standing:
            assert stand[unit_id] == hex_id
        boxes = {box.id: box.name for box in game(slug).hexmap.boxes}
        for held in scenario.setup.in_boxes:
            assert {stand[unit_id] for unit_id in held.units} == {boxes[held.box]}
        if scenario.free_setup:
            engine.start(f"{scenario.title}: place the units yourself", BOTH_SIDES)
    assert engine.take_problems() == ()


def test_the_engine_calls_every_hex_as_printed(opened: Open, slug: str) -> None:
    engine = started(opened, slug)
    places = BoardPositions(game(slug), plan(slug))
    spots = [places.hex(hex_id) for hex_id in places.grid]
    seen = engine.locate("Map", [(spot.x, spot.y) for spot in spots])
    assert [place.location for place in seen] == list(places.grid)
    assert [(place.snap_x, place.snap_y) for place in seen] == [(spot.x, spot.y) for spot in spots]
    beside = [
        (x, y)
        for x in range(5, places.size.x, 180)
        for y in range(5, places.size.y, 170)
        if all(plan(slug).layout.hex_at(MmPoint(x / 10 + dx, y / 10)) is None for dx in (-1, 0, 1))
    ]
    named = {place.location for place in engine.locate("Map", beside)}
    assert not named & set(places.grid)


def test_a_unit_dropped_on_a_unit_of_the_set_up_stacks_with_it(opened: Open, slug: str) -> None:
    engine = started(opened, slug)
    places = BoardPositions(game(slug), plan(slug))
    on_map = [
        p for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] and p.location in set(places.grid)
    ]
    dragged, *others = on_map
    hexes = {other.location: other for other in others if other.location != dragged.location}
    for hex_id, other in hexes.items():
        spot = places.hex(HexId(str(hex_id)))
        engine.drag([dragged.id], "Map", (spot.x + 7, spot.y - 5))
        now = {piece.id: piece for piece in engine.pieces()}
        assert now[dragged.id].stack == now[other.id].stack, hex_id
        assert (now[dragged.id].x, now[dragged.id].y) == (spot.x, spot.y)


def test_every_window_can_be_drawn(opened: Open, slug: str) -> None:
    engine = started(opened, slug)
    # Once after a game begins, the module itself closes the windows where nobody waits: perhaps just now.
    titles = next((shown for _ in range(5) if "forces" in "".join(shown := engine.show_windows())), ())
    engine.draw_windows()
    engine.draw_map("Map")
    assert engine.draw_slots() == len(game(slug).counters.units) + len(game(slug).counters.markers)
    assert titles
    assert engine.take_problems() == ()


def test_a_unit_is_turned_over_loses_and_regains_steps_dies_and_comes_back(opened: Open) -> None:
    engine = started(opened, MOSCOW)
    corps, place, values = unit(engine, "german-xxiv")
    assert (place, values["Step"], values["Strength"], values["MA"]) == ("0410", "1", "12", "6")
    engine.key(corps, "keys:ctrl F")
    assert unit(engine, "german-xxiv")[2]["Strength"] == "6"
    engine.key(corps, "keys:ctrl R")
    engine.key(corps, "keys:ctrl L")
    assert unit(engine, "german-xxiv")[1:][0] == "0410"
    assert unit(engine, "german-xxiv")[2]["Step"] == "2"
    engine.key(corps, "keys:ctrl L")
    assert unit(engine, "german-xxiv")[1] == "German replacement pool"
    engine.key(corps, "keys:ctrl B")
    assert unit(engine, "german-xxiv")[1] == "0410"
    assert said(engine) == [
        "German XXIV Panzer Corps is turned over: now at reduced strength (0410)",
        "German XXIV Panzer Corps regains a step: now at full strength (0410)",
        "German XXIV Panzer Corps loses a step: now at reduced strength (0410)",
        "German XXIV Panzer Corps is eliminated (0410)",
        "German XXIV Panzer Corps is back (0410)",
    ]
    assert engine.take_problems() == ()


def test_one_undo_takes_back_a_whole_command(opened: Open) -> None:
    engine = started(opened, MOSCOW)
    before = unit(engine, "german-xl")
    engine.key(before[0], "keys:ctrl E")
    assert unit(engine, "german-xl")[1] == "German replacement pool"
    engine.undo()
    assert unit(engine, "german-xl") == before


def test_next_phase_carries_everything_along_and_one_undo_brings_it_back(opened: Open) -> None:
    engine = started(opened, MOSCOW)
    corps, _, _ = unit(engine, "german-xxiv")
    engine.drag(corps, "Map", "0609")
    assert unit(engine, "german-xxiv")[2]["Moved"] == "true"
    engine.take_chat()
    before = engine.globals()
    go_on(engine)
    after = engine.globals()
    assert (after["Turn"], after["Phase"], after["ActiveSide"]) == ("1", "german-movement", "german")
    assert unit(engine, "german-xxiv")[2]["Moved"] == "false"
    (line,) = said(engine)
    assert line.startswith("Turn 1 (Oct I) · Clear · German movement: ")
    assert engine.turn().shown == "Turn 1 (Oct I) · Clear · German movement"
    engine.undo()
    assert {n: v for n, v in engine.globals().items() if not n.startswith("Turn_")} == {
        n: v for n, v in before.items() if not n.startswith("Turn_")
    }
    assert unit(engine, "german-xxiv")[2]["Moved"] == "true"


def test_the_sequence_of_play_runs_to_the_last_turn_and_ends(opened: Open, slug: str) -> None:
    engine = started(opened, slug)
    told, rules = game(slug).scenarios[0], game(slug).rules
    turns = {turn.turn: turn for turn in game(slug).charts.timetable(told.turn_track).turns}
    begun = False
    for turn in range(told.first_turn, told.last_turn + 1):
        for phase in rules.sequence:
            begun = begun or phase.id == told.first_phase
            seen = engine.globals()
            weather = str(seen["Weather"])
            if not begun or turn in phase.except_turns or (phase.weather and weather not in phase.weather):
                continue
            if seen["Phase"] != phase.id and phase.kind in ("recovery", "supply", "victory", "event"):
                continue  # Nobody had anything to decide.
            assert (seen["Turn"], seen["Phase"], seen["ActiveSide"]) == (str(turn), phase.id, phase.side)
            assert weather in turns[turn].outcomes
            marker = next(p for p in engine.pieces(("Kind",)) if p.properties["Kind"] == "turn")
            assert marker.location == f"Turn {turn}"
            go_on(engine)
    assert engine.globals()["GameOver"] == "true"
    assert engine.turn().shown == "The game is over"
    assert [line for line in said(engine) if line.startswith("The game is over. ")]
    assert engine.take_problems() == ()


def test_an_observer_moves_and_changes_nothing(opened: Open) -> None:
    engine = started(opened, MOSCOW, OBSERVER)
    corps, place, values = unit(engine, "german-xxiv")
    engine.drag(corps, "Map", "0609")
    for key in ("F", "L", "R", "E", "X", "B"):
        engine.key(corps, f"keys:ctrl {key}")
    assert unit(engine, "german-xxiv") == (corps, place, values)


def test_a_side_commands_its_own_units_alone(opened: Open) -> None:
    engine = started(opened, MOSCOW, "Soviet")
    corps = unit(engine, "german-xxiv")
    army = unit(engine, "soviet-29")
    engine.drag(corps[0], "Map", "0609")
    engine.key(corps[0], "keys:ctrl E")
    assert unit(engine, "german-xxiv") == corps
    engine.drag(army[0], "Map", "0401")
    assert unit(engine, "soviet-29")[1] == "0401"


def test_a_saved_game_and_a_log_end_in_the_same_state(opened: Open, tmp_path: Path) -> None:
    engine = started(opened, MOSCOW)
    log, save = tmp_path / "turn.vlog", tmp_path / "turn.vsav"
    engine.begin_log(log)
    engine.drag(unit(engine, "german-xxiv")[0], "Map", "0609")
    go_on(engine)
    engine.key(unit(engine, "soviet-29")[0], "keys:ctrl L")
    go_on(engine)
    engine.undo()
    engine.end_log()
    engine.save(save)
    told = {p.properties["UnitId"]: p.location for p in engine.pieces(("UnitId",))}
    values = {n: engine.globals()[n] for n in ("Turn", "Phase", "ActiveSide", "PhaseName")}
    for file in (save, log):
        engine.close_game()
        engine.load(file, BOTH_SIDES)
        while engine.status().steps_left:
            engine.step()
        assert {p.properties["UnitId"]: p.location for p in engine.pieces(("UnitId",))} == told
        assert {n: engine.globals()[n] for n in values} == values
    assert engine.take_problems() == ()


def test_a_die_is_rolled_and_told(opened: Open) -> None:
    engine = started(opened, MOSCOW)
    engine.press("1d6")
    (line,) = said(engine)
    assert line.split(": ")[1] in set("123456")


def test_a_city_changes_hands(opened: Open) -> None:
    engine = started(opened, MOSCOW)
    markers = [p for p in engine.pieces(("Kind", "Side")) if p.properties["Kind"] == "control"]
    moscow = next(p for p in markers if p.location == "1103")
    assert moscow.properties["Side"] == "soviet"
    engine.key(moscow.id, "keys:ctrl F")
    assert said(engine) == ["Control of 1103 passes to the Germans"]


def test_units_of_a_free_set_up_are_dragged_from_their_window(opened: Open) -> None:
    engine = opened(MOSCOW)
    engine.start("Operation Typhoon: place the units yourself", BOTH_SIDES)
    army, place, _ = unit(engine, "soviet-33")
    assert place == "Soviet forces"
    engine.drag(army, "Map", "0803")
    assert unit(engine, "soviet-33")[1] == "0803"
    assert engine.take_problems() == ()


def test_a_set_up_is_brought_up_to_date_without_losing_anything(opened: Open, slug: str) -> None:
    engine = started(opened, slug)
    wanted = ("UnitId", "Step", "Strength", "Kind", "Side")

    def told() -> list[tuple[str, str | None, dict[str, str | None]]]:
        seen = [(piece.name, piece.location, dict(piece.properties)) for piece in engine.pieces(wanted)]
        return sorted(seen, key=repr)

    before = told()
    script = (
        "r = new VASSAL.build.module.GameRefresher(VASSAL.build.GameModule.getGameModule());"
        ' o = new java.util.HashSet(); o.add(\\"RefreshPieces\\"); r.execute(o, null); r.warnings();'
    )
    assert engine.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}') == "0"
    assert told() == before
    assert engine.take_problems() == ()
