"""Replacement phases with reserves, choices and units given up, on the table of the virtual engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from tests.rules.campaign.camp import camp
from tests.rules.campaign.camp import rules as rules_now
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.table import Table, Told
from tests.vassal.engine.conftest import go_on, write_module

SLUG = "moscow-embattled"
PHASE = "russian-replacement"
ELIMINATE = "keys:ctrl E"
BASES = "Red Air Force"
GERMANS = ("A1 german-9a", "D1 german-2a")
Arranged = Callable[..., Table]


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedGame]:
    file = write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("module") / "embattled.vmod")
    with EmulatedGame.open(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def saver() -> SavedGameWriter:
    return SavedGameWriter(game(SLUG), plan(SLUG))


@pytest.fixture
def arranged(player: EmulatedGame, saver: SavedGameWriter, tmp_path: Path) -> Arranged:
    """Return a function that puts a position on the table as the replacement phase begins."""

    def put(*standing: str, **more: Any) -> Table:
        state = camp(PHASE, *GERMANS, *standing, **more)
        file = tmp_path / "position.vsav"
        file.write_bytes(saver(rules_now(), state))
        table = Table(player).load(file)
        table.forget()
        return table

    return put


def shown(table: Table, unit: str) -> tuple[str | None, str | None]:
    """Return where a unit is, and the level of its disruption."""
    [piece] = table.player.pieces(("Disrupted_Level",), ids=table.unit(unit))
    return piece.location or piece.zone, piece.properties["Disrupted_Level"]


def said(table: Table) -> str:
    return " ".join(table.told())


def test_a_replacement_joins_friends_and_is_disrupted(arranged: Arranged) -> None:
    table = arranged("A4 russian-vvs", "B4 russian-western", pool=("russian-bryansk",))
    table.drag(table.unit("russian-bryansk"), "B5")
    assert shown(table, "russian-bryansk") == ("B5", "2")
    assert table.get("LastViolation") == ""


def keyed(table: Table, key: str) -> str:
    """Press a key of the window; return what the chat says last."""
    table.forget()
    table.player.hotkey(key)
    return table.told()[-1]


def test_of_one_list_of_classes_one_replacement_comes(arranged: Arranged) -> None:
    table = arranged("B4 russian-western", pool=("russian-bryansk", "russian-kalinin"))
    table.drag(table.unit("russian-bryansk"), "B5")
    table.drag(table.unit("russian-kalinin"), "B5")
    assert shown(table, "russian-kalinin")[0] == "Russian replacements"
    assert table.get("LastViolation") == "Russian Replacements"


def test_one_of_a_choice_comes_at_no_cost(arranged: Arranged) -> None:
    table = arranged("B4 russian-western")
    given = rules_now().setting.arrivals_and_departures.replacement_points(1, 1)
    table.drag(table.unit("russian-50"), "B5")
    assert shown(table, "russian-50") == ("B5", "2")
    assert table.get("ReplacementsLeft") == str(given)
    table.drag(table.unit("russian-kalinin"), "B5")
    assert "only 1 of these units may arrive on this turn" in said(table)


def test_units_that_are_due_are_named_with_hexes_and_the_end_of_the_phase_asks_for_them(
    arranged: Arranged,
) -> None:
    table = arranged("B4 russian-western")
    due = "50th Army, or another of its choice,"
    lit = "A2, A3, A4 or 14 more (Alt D lights and numbers them)"
    box = "the box “Not yet in play”"
    given = rules_now().setting.arrivals_and_departures.replacement_points(1, 1)
    assert (
        table.get("NextStep") == f"Russians: drag {due} from {box} to {lit}; then spend {given} replacements."
    )
    assert f"{due} may still arrive" in table.asked()
    table.drag(table.unit("russian-50"), "A1")
    assert "an enemy unit is in A1; it can come in A2, A3, A4 or 14 more" in said(table)
    table.drag(table.unit("russian-50"), "B5")
    assert "Army" not in str(table.get("NextStep"))
    assert "may still come" not in table.asked()


def place_by_keys(table: Table) -> None:
    """Place the unit that is due by keys alone."""
    assert keyed(table, "keys:alt D") == (
        "- 50th Army, or another of its choice, (in the box “Not yet in play”) may arrive in A2 (Ctrl 1), "
        "A3 (Ctrl 2), B2 (Ctrl 3) or 14 more: press Ctrl and the number of a lit hex, or drag it there."
    )
    keyed(table, "keys:ctrl 2")
    assert shown(table, "russian-50")[0] == "A3"
    assert keyed(table, "keys:alt D") == "- No unit of yours is due now."
    assert table.problems() == []


def test_a_key_shows_where_a_unit_that_is_due_may_come_and_a_number_places_it(arranged: Arranged) -> None:
    place_by_keys(arranged("B4 russian-western"))


def test_a_unit_in_a_box_is_placed_by_its_lights_and_a_number(arranged: Arranged) -> None:
    """The map scrolls to the lights, away from the box: from there the unit can't be dragged."""
    table = arranged("B4 russian-western")
    table.press("russian-50", "G")
    keyed(table, "keys:ctrl 2")
    assert shown(table, "russian-50")[0] == "A3"


@pytest.mark.engine
def test_in_the_engine_units_that_are_due_are_placed_by_keys(saver: SavedGameWriter, tmp_path: Path) -> None:
    position = tmp_path / "position.vsav"
    position.write_bytes(saver(rules_now(), camp(PHASE, *GERMANS, "B4 russian-western")))
    with Engine(write_module(game(SLUG), SLUG, tmp_path / "embattled.vmod"), screen=(1280, 800)) as engine:
        table = Table(engine).load(position)
        engine.wait(1)
        assert "50th Army, or another of its choice, may still arrive" in table.asked()
        entries = engine.locate("Map", ["A2", "A3", "A4", "B5"])
        # The view goes to what is owed as the game is opened.
        assert any(is_seen(engine, entry.x, entry.y) for entry in entries)
        keyed(table, "keys:alt D")
        first = _script(engine, f"{_LAMP}.spots[0]")
        _script(engine, f"1; {_MAP}.centerAt({_LAMP}.spots[{_LAMP}.spots.length - 1])")
        said = keyed(table, "keys:alt D")
        assert said.startswith("- 50th Army, or another of its choice, (in the box")
        # Those have numbers that are nearest to what is seen, and they are named first.
        assert _script(engine, f"{_LAMP}.spots[0]") != first
        [second] = re.findall(r"(\w+) \(Ctrl 2\)", said)
        keyed(table, "keys:ctrl 2")
        assert shown(table, "russian-50")[0] == second != "A3"
        assert keyed(table, "keys:alt D") == "- No unit of yours is due now."
        assert table.problems() == []


_MAP = 'VASSAL.build.module.Map.getMapById("Map")'
_LAMP = (
    "VASSAL.build.GameModule.getGameModule().getPlayerWindow().getRootPane()"
    '.getClientProperty("hexwright.lights")[3]'
)


def _script(engine: Engine, script: str) -> str:
    """Return the value of a script of the engine; "" where it has none."""
    quoted = f"value = {script}; String.valueOf(value);".replace('"', '\\"')
    return engine.evaluate(f'{{new bsh.Interpreter().eval("{quoted}").toString()}}')


def is_seen(engine: Engine, x: int, y: int) -> bool:
    """Return whether a point of the map is in its window."""
    at = f"{_MAP}.mapToComponent(new java.awt.Point({x}, {y}))"
    return _script(engine, f"{_MAP}.getView().getVisibleRect().contains({at})") == "true"


def test_the_reserve_comes_early_and_hurries_all_of_it(arranged: Arranged) -> None:
    table = arranged("B4 russian-western", weather="mud")
    table.drag(table.unit("russian-4s"), "B5")
    assert "it arrives on turn 5" in said(table)
    table.drag(table.unit("russian-1s"), "B5")
    assert shown(table, "russian-1s") == ("B5", "1")
    assert table.get("Hurried") == "reserve:2,"
    table.drag(table.unit("russian-4s"), "B5")
    assert "it arrives on turn 3" in said(table)


def test_an_air_unit_of_the_reserve_arrives_at_its_bases(arranged: Arranged) -> None:
    table = arranged("B4 russian-western", weather="snow")
    table.drag(table.unit("russian-siberian-air"), "B5")
    assert "drag it to Red Air Force" in said(table)
    table.drag(table.unit("russian-siberian-air"), BASES)
    assert shown(table, "russian-siberian-air")[0] == BASES
    assert table.get("Hurried") == ""


def test_a_unit_given_up_comes_back_disrupted_for_a_replacement(arranged: Arranged) -> None:
    table = arranged("B4 russian-western", "C2 russian-bryansk")
    table.drag(table.unit("russian-bryansk"), "B5")
    assert shown(table, "russian-bryansk") == ("B5", "2")
    assert table.get("ReplacementsLeft") == str(
        rules_now().setting.arrivals_and_departures.replacement_points(1, 1) - 1
    )
    table.drag(table.unit("russian-western"), "B5")
    assert shown(table, "russian-western")[0] == "B4"
    assert table.get("LastViolation") == "Russian Replacements"


def test_the_tanks_are_given_up_at_no_cost_where_they_stand(arranged: Arranged) -> None:
    table = arranged("B5 russian-tanks")
    table.key(table.unit("russian-tanks"), ELIMINATE)
    assert shown(table, "russian-tanks") == ("B5", "1")
    assert table.get("ReplacementsLeft") == str(
        rules_now().setting.arrivals_and_departures.replacement_points(1, 1)
    )
    table.key(table.unit("russian-tanks"), ELIMINATE)
    assert "it arrived in this phase" in said(table)


def test_siberian_armies_are_not_given_up(arranged: Arranged) -> None:
    table = arranged("B4 russian-1s")
    table.drag(table.unit("russian-1s"), "B5")
    assert shown(table, "russian-1s")[0] == "B4"
    assert table.get("LastViolation") == "Russian Replacements"


@pytest.mark.parametrize(("roll", "over"), [(1, "true"), (2, "true"), (3, "false"), (6, "false")])
def test_a_fatal_die_ends_the_game(arranged: Arranged, roll: int, over: str) -> None:
    table = arranged("B4 russian-western", weather="mud")
    table.drag(table.unit("russian-1s"), "B5")
    assert isinstance(table.player, EmulatedGame)
    table.player.world.random = Told(roll)
    to_the_end(table)
    assert table.get("GameOver") == over
    assert ("The Germans win on turn 2." in said(table)) == (over == "true")


def test_no_die_is_thrown_once_no_siberian_is_left_in_the_game(arranged: Arranged) -> None:
    table = arranged("B4 russian-western", weather="mud")
    table.drag(table.unit("russian-1s"), "B5")
    table.rules("off")
    table.drag(table.unit("russian-1s"), "Siberian losses")
    table.rules("strict")
    to_the_end(table)
    assert table.get("GameOver") == "false"
    assert "The die shows" not in said(table)


def test_no_die_is_thrown_while_the_reserve_waits(arranged: Arranged) -> None:
    table = arranged("B4 russian-western", weather="mud")
    to_the_end(table)
    assert "The die shows" not in said(table)
    assert table.get("Won") == ""


def to_the_end(table: Table) -> None:
    """Go on to the next turn, or to the end of the game."""
    turn = table.get("Turn")
    for _ in range(20):
        if table.get("Turn") != turn or table.get("GameOver") == "true":
            return
        table.next()
    raise AssertionError(f"the turn stays at {table.get('Phase')}")


def test_a_unit_that_withdraws_leaves_as_the_next_turn_begins(tmp_path: Path) -> None:
    engine = EmulatedGame.open(
        write_module(game("moscow-embattled"), "moscow-embattled", tmp_path / "leaves.vmod")
    )
    engine.start(game("moscow-embattled").scenarios[0].title, "Both sides")

    def bases() -> set[str | None]:
        found = engine.pieces(("UnitId",))
        return {p.properties["UnitId"] for p in found if p.location == "Luftwaffe"}

    assert bases() == {"german-2fk", "german-8fk"}
    while engine.property("Turn") == "1":
        go_on(engine)
    assert bases() == {"german-8fk"}
    assert "* Withdrawal: German 2. Fliegerkorps leaves the game" in [c.text for c in engine.take_chat()]
    assert not engine.take_problems()
