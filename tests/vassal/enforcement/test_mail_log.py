"""A game by mail: the prompt and the chat know whether a log is being read, written or neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.battles import TARGET, THREE, again
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

PANZER = "german-xlvi"
KEEP = '{new bsh.Interpreter().eval(RulesRun + "press(\\"keepLog\\");").toString()}'
STEP = "Step (the arrow button in the toolbar; or Page Down after a click on the map)"
MINE, OTHERS = "Your turn: German movement", "The German player's turn: German movement"
BEGIN = ". By mail: begin a log first (Log button)."
END = ". By mail: end the log (Log button) and send it."
AWAIT = ". By mail: wait for that player's log."
NO_LOG = ". By mail: no log was begun; save the game (Save button) and send that."
REPLAYED = (
    "A log is being replayed: step to its end",
    "Press Step (the arrow button in the toolbar) until the log ends, or choose To the end of the log"
    " (Log button). Then this line says whose turn it is.",
)
READ = f"Steps of a log are left: press {STEP} until it ends."
LEFT = f"Steps of the log are left: press {STEP} first."


@pytest.fixture
def virtual(table: Table) -> Iterator[tuple[Table, EmulatedGame]]:
    """Yield the table of the virtual engine, whose log a test sets by hand."""
    if not isinstance(table.player, EmulatedGame):
        pytest.skip("the real engine has logs of its own")
    yield table, table.player
    table.player.world.log_replayed = table.player.world.log_written = False


def follow(player: EmulatedGame, *, replayed: bool = False, written: bool = False) -> None:
    """Set what the engine does with a log, and let the module notice it."""
    player.world.log_replayed, player.world.log_written = replayed, written
    player.evaluate(KEEP)


def test_a_log_that_is_open_is_ended_by_whoever_waits_only(virtual: tuple[Table, EmulatedGame]) -> None:
    table, player = virtual
    table.start("German")
    assert table.prompt()[0] == MINE + BEGIN
    follow(player, written=True)
    assert table.prompt()[0] == MINE
    player.change_side("Soviet")
    assert table.prompt()[0] == OTHERS + END


def test_what_was_done_without_a_log_is_noticed(virtual: tuple[Table, EmulatedGame]) -> None:
    table, _ = virtual
    table.start("German")
    table.next()
    assert table.prompt()[0].endswith(NO_LOG)


def test_nothing_is_done_while_steps_of_a_log_are_left(virtual: tuple[Table, EmulatedGame]) -> None:
    table, player = virtual
    table.start("German")
    follow(player, replayed=True)
    assert table.prompt() == REPLAYED
    place = table.stands(PANZER)
    assert LEFT in table.move(PANZER, "0306")
    assert table.stands(PANZER) == place
    assert table.prompt() == (REPLAYED[0], f"Refused: {LEFT}")
    assert LEFT in table.press(PANZER, "E")
    table.next()
    assert table.get("LastRefusal") == LEFT
    follow(player)
    assert table.prompt()[0] == MINE + BEGIN


def test_what_a_file_says_of_its_writers_log_is_not_shown_at_another_seat(
    virtual: tuple[Table, EmulatedGame],
) -> None:
    table, player = virtual
    table.start("Soviet")
    assert table.prompt()[0] == OTHERS + AWAIT
    # As a file is opened its properties are there seconds before the module has looked at the log.
    for state in (f"closed {table.get('Acts')}", "open", "steps"):
        player.set_property("Seat", "German")
        player.set_property("LogState", state)
        assert table.prompt()[0] == OTHERS
    player.set_property("Seat", "")
    assert table.prompt()[0] == OTHERS
    player.evaluate(KEEP)
    player.set_property("Seat", "Soviet")
    assert table.prompt()[0] == OTHERS + AWAIT


def test_without_a_log_the_line_to_its_end_says_so(virtual: tuple[Table, EmulatedGame]) -> None:
    table, player = virtual
    table.start("Soviet")
    assert "No steps of a log are left." in press_end(table, player)


def press_end(table: Table, player: EmulatedGame) -> str:
    """Press the line of the menu Log that shows the rest of a log."""
    player.press("To the end of the log")
    return " ".join(table.told())


def test_who_plays_both_sides_reads_nothing_of_logs(virtual: tuple[Table, EmulatedGame]) -> None:
    table, player = virtual
    table.start()
    for state in ({}, {"replayed": True}, {"written": True}):
        follow(player, **state)
        assert table.prompt()[0] == OTHERS
    assert "XLVI" in table.move(PANZER, "0306")


@pytest.mark.engine
def test_two_engines_exchange_a_log(tmp_path: Path) -> None:
    file = write_module(game("battle-for-moscow"), "battle-for-moscow", tmp_path / "game.vmod")
    first, turn = tmp_path / "first.vsav", tmp_path / "turn.vlog"
    with Engine(file) as german, Engine(file) as soviet:
        sender, reader = Table(german), Table(soviet)
        sender.player.start(game("battle-for-moscow").scenarios[0].title, "German")
        german.wait(1)
        sender.next()
        assert sender.prompt()[0] == MINE + BEGIN
        german.save(first)
        german.begin_log(turn)
        german.wait(1)
        assert sender.prompt()[0] == MINE
        sender.move("german-viii", "0305")
        sender.next()
        assert sender.prompt()[1].startswith("Refused: ")
        sender.move("german-viii", "0204")
        sender.next()
        assert sender.prompt()[0].endswith(END)
        german.end_log()
        german.wait(1)
        assert sender.prompt()[0].endswith(". Send the log to the Soviet player.")

        soviet.play_as("Another player")
        soviet.load(first, "Soviet")
        soviet.wait(1)
        assert reader.prompt()[0] == OTHERS + AWAIT
        reader.forget()
        soviet.load(turn, "Soviet")
        soviet.wait(1)
        assert reader.prompt() == REPLAYED
        assert f"* You are the Soviet player. {READ}" in reader.told()
        reader.next()
        assert reader.get("LastRefusal") == LEFT
        assert soviet.step() > 0
        assert reader.prompt()[0] == REPLAYED[0]
        soviet.press("To the end of the log")
        soviet.wait(1)
        assert reader.prompt()[0].startswith("Your turn: Soviet")
        assert reader.prompt()[0].endswith(BEGIN)
        [greeting] = [line for line in reader.told() if line.startswith("* You are")]
        assert greeting.endswith("By mail, begin a log first (Log button).")
        # Nothing of it is in the log, nor said to who plays both sides.
        assert soviet.take_problems() == ()
        assert german.take_problems() == ()


@pytest.mark.engine
def test_steps_of_a_log_that_are_undone_lead_back_through_its_phases(real: Table, tmp_path: Path) -> None:
    player, turn = real.player, tmp_path / "turn.vlog"
    assert isinstance(player, Engine)
    real.start(phases=0)
    player.begin_log(turn)
    phases = [real.get("Phase")]
    for _ in range(3):
        real.next()
        phases.append(real.get("Phase"))
    player.end_log()
    player.play_as("A third player")
    player.load(turn, "Soviet")
    player.press("To the end of the log")
    player.wait(1)
    undone = [real.get("Phase")]
    while undone[-1] != phases[0] and len(undone) < 9:
        player.undo()
        player.wait(0.5)
        undone.append(real.get("Phase"))
    assert list(dict.fromkeys(undone)) == list(dict.fromkeys(phases))[::-1]
    assert real.problems() == []


@pytest.mark.engine
def test_a_retreat_that_a_log_leaves_owed_is_lit_as_the_log_ends(real: Table, tmp_path: Path) -> None:
    player, turn = real.player, tmp_path / "turn.vlog"
    assert isinstance(player, Engine)
    real.start(phases=0)
    player.begin_log(turn)
    again(real, 3, *THREE)
    player.end_log()
    player.play_as("Another player")
    # The attacker leads the retreat.
    player.load(turn, "German")
    player.press("To the end of the log")
    player.wait(1)
    assert (real.get("Battle") or "").split(" ")[1] == "retreat"
    place = real.stands(TARGET)
    # A number moves the unit to a lit hex only.
    player.hotkey("keys:ctrl 1")
    assert real.stands(TARGET) != place
    assert real.problems() == []
