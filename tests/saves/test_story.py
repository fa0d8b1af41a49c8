"""Logs told as stories."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.player_names import plain_text
from hexwright.saves.change_sentences import HexwrightNames, ModuleNames
from hexwright.saves.log_story import as_markdown, write_story
from hexwright.vassal.codec.commands import AddPlayer, ChatText, Command, Compound, SetTurn
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.saves.own_games import ours
from tests.saves.recording import MOSCOW, recorded
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]


def with_steps(*steps: Compound) -> SavedGameFile:
    """Return the recorded log with further steps."""
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    whole = Compound(log.without_log().commands)
    return SavedGameFile.of(log.moduledata, log.savedata, whole, (*log.steps, *steps))


def test_log_of_ours_is_told_phase_by_phase_each_line_with_its_step() -> None:
    story = write_story(SavedGameFile.read(recorded("by-hand.vlog")), HexwrightNames(ours(MOSCOW)), {})
    assert [chapter.title for chapter in story.chapters] == [
        "Turn 1, German combat",
        "Turn 1, German movement",
    ]
    told = {entry.step: entry.lines for chapter in story.chapters for entry in chapter.entries}
    assert len(told) == story.steps == 12
    assert told[1] == ("the player of Both sides rolls 1d6: 4",)
    assert told[2] == ("Soviet 30th Army is eliminated (0302)",)
    assert told[4] == ("XLI Panzer Corps: 0203 → 0304", "LVI Panzer Corps: 0203 → 0304")
    assert told[11] == ("Taken back: V Army Corps: 0104 → 0505",)
    assert [e.step for c in story.chapters for e in c.entries if e.undone] == [11]


def test_log_of_any_module_is_told_with_its_module_as_by_ours(tmp_path: Path) -> None:
    module = write_module(game(MOSCOW), MOSCOW, tmp_path / "moscow.vmod")
    from hexwright.cli.commands.saved_game_inputs import open_log_module

    log = SavedGameFile.read(recorded("by-hand.vlog"))
    story = write_story(log, ModuleNames(open_log_module(module)), {})
    assert story.chapters[0].title == "Turn 1 (Oct I) · Clear · German combat"
    assert story.chapters[1].title.endswith("German movement")
    assert [e.lines for e in story.chapters[1].entries][1] == ("V Army Corps: 0104 → 0505",)


def silent(command: Command) -> Command:
    """Return a command without what it says in the chat."""
    if isinstance(command, Compound):
        return Compound(tuple(silent(part) for part in command.commands if not isinstance(part, ChatText)))
    return command


def test_silent_steps_are_told_by_their_changes() -> None:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    whole = Compound(log.without_log().commands)
    quiet = SavedGameFile.of(log.moduledata, log.savedata, whole, tuple(map(silent, log.steps)))
    story = write_story(quiet, HexwrightNames(ours(MOSCOW)), {})
    assert [(entry.step, *entry.lines) for c in story.chapters for entry in c.entries] == [
        (2, "30th Army goes from 0302 to Soviet replacement pool"),
        (3, "XLI Panzer Corps goes from 0202 to 0203"),
        (4, "XLI Panzer Corps goes from 0203 to 0304", "LVI Panzer Corps goes from 0203 to 0304"),
        (5, "XLI Panzer Corps goes from 0304 to 0302"),
        (6, "20th Army goes from 0405 to Soviet replacement pool"),
        (7, "19th Army is at full strength again"),
        (9, "Seats: Both sides, German"),
        (10, "V Army Corps goes from 0104 to 0505"),
        (11, "V Army Corps goes from 0505 to 0104"),
        (12, "LVI Panzer Corps goes from 0304 to 0303"),
    ]


def test_chapters_begin_where_a_turn_counter_is_set_though_nothing_names_the_turn() -> None:
    more = with_steps(
        Compound((ChatText(text="* Winter comes"), SetTurn("T", "2"))),
        Compound((ChatText(text="<Ann> - brr"),)),
    )
    titles = [chapter.title for chapter in write_story(more, ModuleNames(), {}).chapters]
    assert titles[-1] == "Winter comes"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("* Move of V", "Move of V"),
        ("*** Ann rolls 1d6: 4", "Ann rolls 1d6: 4"),
        ("* ~Ann switched sides", "Ann switched sides"),
        ("<Ann> - <b>ha</b> &lt;3", "<Ann> - ha <3"),
        ('* <font color="red">Hit</font>', "Hit"),
        ("* UNDO: * Move of V", "Taken back: Move of V"),
    ],
)
def test_signs_that_style_the_chat_are_left_out(line: str, told: str) -> None:
    assert plain_text(line) == told


def test_players_are_called_by_their_seats(tmp_path: Path, capsys: Told) -> None:
    more = with_steps(
        Compound((AddPlayer("pw", "Ann", "Soviet"), ChatText(text="<Ann> - Anna, your turn"))),
        Compound((ChatText(text="<Bob> - I only watch"),)),
    )
    path = tmp_path / "game.vlog"
    path.write_bytes(more.encode())
    assert run(["-C", str(ROOT), "log", "tell", str(path)]) == ExitCode.OK
    told = capsys.readouterr().out
    assert "13  the player of Soviet - Anna, your turn" in told
    assert "14  an observer - I only watch" in told
    assert "Driver" not in told
    assert run(["-C", str(ROOT), "log", "tell", "--players", str(path)]) == ExitCode.OK
    assert "13  <Ann> - Anna, your turn" in capsys.readouterr().out


def test_html_and_markdown_escape_what_was_said(tmp_path: Path, capsys: Told) -> None:
    path, out = tmp_path / "game.vlog", tmp_path / "story.html"
    path.write_bytes(with_steps(Compound((ChatText(text="* <script>x</script> [a](b)"),))).encode())
    assert run(["-C", str(ROOT), "log", "tell", str(path), "--format", "html", "--out", str(out)]) == 0
    page = out.read_text("utf-8")
    assert "&lt;script&gt;x" in page
    assert "<script" not in page
    story = write_story(SavedGameFile.read(path), HexwrightNames(ours(MOSCOW)), {})
    assert "13. \\<script\\>x\\</script\\> \\[a\\](b)" in as_markdown(story)
    capsys.readouterr()


def test_saved_game_and_other_files_are_no_logs(tmp_path: Path, capsys: Told) -> None:
    assert run(["-C", str(ROOT), "log", "tell", str(recorded("by-hand.vsav"))]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "error[N005]: this is a saved game, which has no log steps" in told
    assert told.count("\n") == 1


def test_log_of_another_version_of_the_format_is_told_as_far_as_it_goes() -> None:
    texts = json.loads((ROOT / "tests/vassal/codec/games.json").read_text("utf-8"))
    log = SavedGameFile.read(SavedGame(b"", b"", texts["vlog"]).encode())
    story = write_story(log, ModuleNames(), {})
    lines = [line for chapter in story.chapters for entry in chapter.entries for line in entry.lines]
    assert any("U/1;x" in line for line in lines)


def test_two_thousand_steps_are_told_in_two_seconds() -> None:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    long = SavedGameFile.of(
        log.moduledata, log.savedata, Compound(log.without_log().commands), log.steps * 170
    )
    names = HexwrightNames(ours(MOSCOW))
    begun = process_time()
    assert write_story(long, names, {}).steps == 2040
    # Time of the processor, with room for a slower one: the machine of the tests may be busy with others.
    assert process_time() - begun < 4
