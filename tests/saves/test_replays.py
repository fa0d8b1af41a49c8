"""Games of the rules engine as logs: each step leads to the same position as in the rules engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.conformance.paired_game import differences_from_state
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.players.policies import policy_of
from hexwright.recording.log_writer import LogWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.saves.change_sentences import HexwrightNames
from hexwright.saves.hexwright_saves import ReadPosition
from hexwright.saves.log_story import write_story
from hexwright.saves.save_legality import check_save
from hexwright.vassal.codec.commands import SetGlobalProperty
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.gpid_ledger import GpidLedger
from tests.saves.own_games import ours, played
from tests.saves.recording import MOSCOW, recorded
from tests.saves.simulated_games import simulated
from tests.vassal.compile.games import game, plan

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]


def at_end(file: SavedGameFile) -> LogPosition:
    """Return the position at the end of a log."""
    position = LogPosition(file)
    for step in file.steps:
        position.step(step)
    return position


@pytest.mark.parametrize(
    ("slug", "scenario", "most"),
    [(MOSCOW, 0, 130), (MOSCOW, 1, 90), ("moscow-embattled", 0, 10_000), ("toy-bridge", 0, 40)],
)
def test_log_of_a_game_leads_where_the_game_led(slug: str, scenario: int, most: int) -> None:
    kernel, replay, final = simulated(slug, scenario, 2, most)
    log = SavedGameFile.read(replay.file().encode())
    assert len(log.steps) == len(replay.steps) >= min(most, 40)
    position = at_end(log)
    reading = ReadPosition.of(ours(slug), position)
    assert position.unread == 0
    assert differences_from_state(kernel, final, reading.visible_state) == {}
    assert check_save(reading, log, "game.vlog") == ()
    where = {i: p.spot for i, p in replay.position.pieces.items()}
    assert {i: p.spot for i, p in position.pieces.items()} == where


def test_every_step_shows_the_position_of_the_reference() -> None:
    kernel = RulesEngine(game(MOSCOW), game(MOSCOW).scenarios[0].id)
    state = kernel.set_up(1)
    replay = LogWriter(game(MOSCOW), plan(MOSCOW), GpidLedger(), kernel, state)
    greedy = policy_of("greedy")(kernel, 1)
    for _ in range(40):
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else greedy.choose(state)
        after = kernel.apply(state, action)
        replay.add_action(state, action, after)
        state = after
        assert (
            differences_from_state(
                kernel, state, ReadPosition.of(ours(MOSCOW), replay.position).visible_state
            )
            == {}
        )


def test_moves_and_battles_are_told_in_the_chat() -> None:
    _, replay, _ = simulated(MOSCOW, 0, 3, 40)
    story = write_story(SavedGameFile.read(replay.file().encode()), HexwrightNames(ours(MOSCOW)), {})
    assert story.chapters[0].title == "Turn 1, German combat"
    lines = [line for entry in story.chapters[0].entries for line in entry.lines]
    assert "XLI Panzer Corps (12) in 0202 attacks 30th Army (4) in 0302." in lines
    assert "The die shows 1: EX, exchange. 13th Army is eliminated." in lines


def test_policies_play_on_from_a_saved_game(tmp_path: Path, capsys: Told) -> None:
    file, state = played("toy-bridge", 3, 6)
    kernel = RulesEngine(game("toy-bridge"), game("toy-bridge").scenarios[0].id)
    saved, log = tmp_path / "now.vsav", tmp_path / "on.vlog"
    saved.write_bytes(file.encode())
    wanted = ("play", "toy-bridge", kernel.setting.scenario.id, "--from", str(saved), "--vlog", str(log))
    assert run(["-C", str(ROOT / "tests/toy"), *wanted]) == ExitCode.OK
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{log}: ")
    made = SavedGameFile.read(log)
    assert made.without_log().commands == file.commands
    assert ReadPosition.of(ours("toy-bridge"), at_end(made)).visible_state.over
    assert told[1]
    assert state.turn <= kernel.setting.scenario.last_turn


def test_position_that_can_not_be_played_on_is_refused(tmp_path: Path, capsys: Told) -> None:
    toy, (scenario, *_) = "toy-bridge", (found.id for found in game("toy-bridge").scenarios)

    def refused(path: Path, *more: str, slug: str = toy, played_as: str = scenario) -> str:
        root = ROOT if slug == MOSCOW else ROOT / "tests/toy"
        code = run(["-C", str(root), "play", slug, played_as, "--from", str(path), *more])
        assert code in (ExitCode.FINDINGS, ExitCode.USAGE)
        return capsys.readouterr().err

    typhoon = recorded("by-hand.vsav")
    told = refused(typhoon, slug=MOSCOW, played_as="operation-typhoon")
    assert "error[Q008]: units of both sides are in 0303 (3.2)" in told
    told = refused(typhoon, slug=MOSCOW, played_as="what-happens-next")
    assert "N004]: the saved game belongs to the scenario 'operation-typhoon' — hexwright play" in told
    assert "N002]: the file belongs to the module 'Battle for Moscow'" in refused(typhoon)
    start, _ = played(toy, 0, 0)
    path = tmp_path / "game.vsav"
    path.write_bytes(start.encode())
    assert "a saved game has its own options" in refused(path, "--option", "x=y")
    assert "play one game" in refused(path, "--show")
    assert "a log's file name must end in .vlog" in refused(path, "--vlog", "game.txt")
    for name, value, message in (
        ("SettingUp", "true", "the set-up isn't finished yet"),
        ("GameOver", "true", "the game is over"),
    ):
        more = SetGlobalProperty(name, value, "Module")
        path.write_bytes(SavedGameFile(start.moduledata, start.savedata, (*start.commands, more)).encode())
        assert message in refused(path)
