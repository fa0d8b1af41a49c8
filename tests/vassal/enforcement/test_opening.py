"""What a player meets as a game is opened: the view of the front, a greeting, and what has changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwright.engine_driver import OBSERVER, Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.enforcement.battles import ARMY, in_a_city
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

MAIL = "By mail, wait for that player's log."
BEGIN = "By mail, begin a log first (Log button)."


def since(table: Table, side: str = "german") -> str:
    """Return what the module would tell a side's player on return."""
    asked = f'ask(\\"sinceLastSeen\\", \\"{side}\\");'
    return str(table.player.evaluate(f'{{new bsh.Interpreter().eval(RulesRun + "{asked}").toString()}}'))


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        ("German", [f"* You are the German player. It is your turn: German combat. {BEGIN}"]),
        (
            "Soviet",
            [f"* You are the Soviet player. It is the turn of the German player: German combat. {MAIL}"],
        ),
        (BOTH_SIDES, []),
        (OBSERVER, []),
    ],
)
def test_the_player_of_one_side_is_told_whose_turn_it_is(table: Table, seat: str, lines: list[str]) -> None:
    table.player.take_chat()
    table.player.start(game("battle-for-moscow").scenarios[0].title, seat)
    assert [line for line in table.told() if line.startswith("* You are")] == lines


def test_what_the_other_side_has_done_is_told_to_the_returning_player(table: Table) -> None:
    table.start("German", phases=0)
    table.next()
    table.next()
    assert since(table) == ""
    table.player.change_side("Soviet")
    table.rules("off")
    table.drag(table.unit("soviet-20"), "0805")
    table.drag(table.unit("soviet-33"), "0806")
    table.key(table.unit("soviet-50"), "keys:ctrl E")
    assert since(table) == (
        "Since you last acted (German movement of turn 1): Soviets: 20th Army (0405 → 0805), "
        "33rd Army (0803 → 0806) moved; 50th Army is off the map."
    )


def test_a_side_that_has_not_played_yet_is_told_what_has_changed_since_the_game_began(table: Table) -> None:
    table.start("German", phases=0)
    assert since(table, "soviet") == ""
    table.rules("off")
    table.drag(table.unit("german-xlvi"), "0306")
    assert re.fullmatch(
        r"Since the game began: Germans: XLVI Panzer Corps \(\d{4} → 0306\) moved\.", since(table, "soviet")
    )


def test_what_has_changed_begins_where_the_player_last_had_to_act_in_the_other_sides_phase(
    table: Table,
) -> None:
    in_a_city(table)
    table.player.change_side("Soviet")
    table.press(ARMY, "D")
    assert str(table.get("LastSeen_soviet")).startswith("German combat of turn 1;")
    assert since(table, "soviet") == ""
    table.player.change_side("German")
    table.move(ARMY, "0607")
    assert since(table, "soviet") == (
        "Since you last acted (German combat of turn 1): Soviets: 3rd Army (0509 → 0607) moved."
    )
    table.player.undo()
    assert since(table, "soviet") == ""


@pytest.mark.engine
def test_it_is_told_as_a_saved_game_is_loaded_and_the_map_shows_the_front(tmp_path: Path) -> None:
    file = write_module(game("battle-for-moscow"), "battle-for-moscow", tmp_path / "game.vmod")
    saved = tmp_path / "turn.vsav"
    with Engine(file, screen=(1280, 800)) as engine:
        table = Table(engine)
        table.start("German", phases=0)
        table.next()
        table.next()
        table.player.change_side("Soviet")
        table.rules("off")
        table.drag(table.unit("soviet-20"), "0805")
        engine.save(saved)
        engine.play_as("Another player")
        engine.load(saved, "German")
        assert [line for line in table.told() if line.startswith(("* You are", "* Since"))][-2:] == [
            f"* You are the German player. It is the turn of the Soviet player: Soviet replacement. {MAIL}",
            "* Since you last acted (German movement of turn 1): Soviets: 20th Army (0405 → 0805) moved.",
        ]
        engine.wait(1)
        view = 'VASSAL.build.module.Map.getMapById("Map").getView().getVisibleRect()'.replace('"', '\\"')
        seen = engine.evaluate(f'{{new bsh.Interpreter().eval("{view}").toString()}}')
        [front] = engine.locate("Map", ["0405"])
        x, y, width, height = (int(part.split("=")[1].rstrip("]")) for part in seen.split("[")[1].split(","))
        zoom = 0.4
        assert x <= front.x * zoom <= x + width
        assert y <= front.y * zoom <= y + height
        assert engine.take_problems() == ()


@pytest.mark.engine
def test_both_sides_is_offered_to_a_player_alone_only(tmp_path: Path) -> None:
    file = write_module(game("battle-for-moscow"), "battle-for-moscow", tmp_path / "game.vmod")
    saved = tmp_path / "turn.vsav"
    with Engine(file) as engine:
        table = Table(engine)
        table.start("German", phases=0)
        assert engine.change_side(BOTH_SIDES) == BOTH_SIDES
        assert engine.change_side("German") == "German"
        engine.save(saved)
        engine.play_as("Another player")
        engine.load(saved, "Soviet")
        assert engine.take_problems() == ()
        table.told()
        assert engine.change_side(BOTH_SIDES) == "Soviet"
        [why] = [line for line in table.told() if line.startswith("- Both sides")]
        assert why.startswith("- Both sides isn't offered: the seat German is taken by ")
        assert "Enter them in File, Preferences, load the game again, and then change the seat." in why
        [question] = engine.take_problems()
        assert question.text == "Choose side: Your current side is Soviet. Switch to which side?"
        # The wizard as a game is loaded offers it all the same; it decides nothing then.
        army = table.unit("soviet-20")
        engine.play_as("A third player")
        engine.load(saved, BOTH_SIDES)
        told = "Another player has a seat: press Change seat in the toolbar and take one side."
        assert f"* {told}" in table.told()
        before = table.state()
        table.drag(army, "0805")
        assert (table.where(army), table.get("LastRefusal")) == ("0405", told)
        table.press("soviet-20", "A")
        table.next()
        assert table.refused(before)
        assert engine.change_side("Soviet") == "Soviet"
        engine.play_as("Another player")
        engine.load(saved, "Soviet")
        engine.take_problems()
        # Seats that nobody has are offered as ever.
        assert engine.change_side(OBSERVER) == OBSERVER
        assert engine.change_side("Soviet") == "Soviet"
        assert engine.take_problems() == ()
