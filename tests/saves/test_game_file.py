"""Reading and writing .vsav and .vlog."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.inspect.show.open_as_items import open_file
from hexwright.vassal.codec.commands import (
    BEGIN_SAVE,
    END_SAVE,
    FIELD_COMMANDS,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    ChatText,
    Compound,
    DelayedNote,
    FieldCommand,
    MovePiece,
    PrivateNote,
    RemovePlayer,
    SetClock,
    SetTurn,
    UndoMark,
    UnknownCommand,
    decode,
    flatten_commands,
)
from hexwright.vassal.codec.module_archive import SavedGame, zip_entries
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from tests.saves.recording import recorded

SAMPLES = (
    "PLAYER\tp4ss\tAnn\tGerman",
    "PYREMOVE\tp4ss",
    "GlobalProperty\t;Turn;3;Module",
    "MutableProperty\tTurn\t3\t4\tModule",
    "MutableProperty\tTurn\t3\t4",
    "TURNTurnTracker0\t0|1;0;false",
    "LOCKSPOTAB\tRules\tAnn\tp4ss\t1 May",
    "SGKC\tSGKC0\ttrue",
    "EXT\tMore units\t1.2",
    "PLUGIN\tPlugin\t1",
    "CLOCK\tGerman\tSoviet\t12345678901\t0\tfalse\ttrue",
    "CLOCKCONTROL\tfalse\ttrue",
    "NOTES\tA note\nof two lines",
    "PNOTES\tfor\tall",
    "PNOTE\tp4ss\tmine|and yours",
    "SNOTE\tPlan\tp4ss\ttrue\tleft flank\t1/2/26 10:00\tAnn",
    "CHAT<Ann> - it's\tyour turn",
    "AUDIO\tgun.wav",
    "SHOW_RESULTS\tDice\t0\t3",
    "FLARE\tFlare0\t120\t44",
    "LOS\tLOS_Thread0\t1\t2\t3\t4\ttrue\tfalse\tfalse",
    "UNMASK\tp4ss\tother",
    "UNMASK\t",
    "Events1|x",
    "DECK\t",
    "UNDO\ttrue",
    "SEMAIL\tann@example.org",
)


@pytest.mark.parametrize("text", SAMPLES)
def test_each_command_that_a_game_holds_is_known_and_comes_back_letter_by_letter(text: str) -> None:
    found = decode(text)
    assert isinstance(found, FieldCommand)
    assert found.encode() == text


def test_the_samples_leave_out_no_command() -> None:
    assert {type(decode(text)) for text in SAMPLES} == set(FIELD_COMMANDS)


def test_values_of_a_command_stand_in_its_fields() -> None:
    assert decode(SAMPLES[0]) == AddPlayer("p4ss", "Ann", "German")
    assert decode(SAMPLES[3]) == ChangeProperty("Turn", "3", "4", "Module")
    assert decode(SAMPLES[5]) == SetTurn("TurnTracker0", "0|1;0;false")
    assert decode("UNDO\ttrue") == UndoMark(text="true")
    note = decode(SAMPLES[15])
    assert isinstance(note, DelayedNote)
    assert (note.hidden, note.text) == (True, "left flank")


@pytest.mark.parametrize(
    "text", ["MyModule\t1;2", "null", "TURNING", "PLAYER\tonly one", "M/1/Map/x/2/null/null/0/0/null/", "D/7"]
)
def test_unknown_commands_are_kept_unchanged(text: str) -> None:
    assert decode(text) == UnknownCommand(text)


def test_command_that_would_come_back_otherwise_is_kept_as_it_stands() -> None:
    # A quoted token needs no quotation marks; the engine reads both alike and writes one of them.
    assert decode("PLAYER\t'p4ss'\tAnn\tGerman") == UnknownCommand("PLAYER\t'p4ss'\tAnn\tGerman")


@pytest.mark.parametrize("name", ["by-hand.vsav", "by-hand.vlog", "3.8/by-hand.vsav", "3.8/by-hand.vlog"])
def test_recorded_game_is_read_and_written_without_a_change(name: str) -> None:
    given = SavedGame.decode(recorded(name))
    read = SavedGameFile.read(recorded(name))
    once = read.encode()
    assert SavedGame.decode(once) == given
    assert SavedGameFile.read(once) == read
    assert SavedGameFile.read(once).encode() == once
    known = [c for c in read.setup_commands if isinstance(c, UnknownCommand)]
    assert {c.text for c in known} <= {"", "null", "begin_save", "end_save"}


def test_log_is_a_game_and_the_steps_that_follow() -> None:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    saved = SavedGameFile.read(recorded("by-hand.vsav"))
    assert (len(log.steps), len(saved.steps)) == (12, 0)
    assert log.without_log().setup_commands == log.setup_commands
    kinds = [{type(part) for part in flatten_commands(step)} for step in log.steps]
    assert kinds[0] == {ChatText, ChangeProperty}
    assert {MovePiece, AddPiece, ChangePiece} <= kinds[4]
    assert {RemovePlayer, AddPlayer} <= kinds[8]
    assert UndoMark in kinds[10]
    made = SavedGameFile.of(log.moduledata, log.savedata, Compound(log.without_log().commands), log.steps)
    assert made == log


def test_module_and_time_are_told_where_the_file_has_them() -> None:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    assert log.module_metadata is not None
    assert log.save_metadata is not None
    assert (log.module_metadata.name, log.save_metadata.vassal_version) == ("Battle for Moscow", "3.7.26")
    assert SavedGameFile.of(b"", b"<nonsense", Compound((BEGIN_SAVE, END_SAVE))).save_metadata is None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a zip archive"),
        (zip_entries({"moduledata": b""}), "no such entry"),
        (zip_entries({"savedGame": b"!VCSKzz"}), "not a saved game"),
        (zip_entries({"savedGame": b"hello"}), "contains no saved game"),
        (zip_entries({"savedGame": b"begin_save\x1b+/1/x"}), "add-piece"),
        (zip_entries({"savedGame": b"LOG\t" * 200 + b"begin_save"}), "nested deeper"),
    ],
)
def test_files_that_are_no_saved_game_are_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(CodecError, match=reason):
        SavedGameFile.read(data)


def test_file_that_unpacks_to_more_than_the_limit_is_refused() -> None:
    with pytest.raises(CodecError, match="larger than 1000 bytes"):
        SavedGameFile.read(recorded("by-hand.vsav"), 1000)


def test_nobody_is_told_who_played_under_which_password(tmp_path: Path) -> None:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    secret = (
        AddPlayer("p4ssw0rd", "Ann Other", "German"),
        PrivateNote("p4ssw0rd", "my plan"),
        SetClock("Ann Other", "German"),
        decode("SNOTE\tPlan\tp4ssw0rd\ttrue\tmy plan\t\tAnn Other"),
    )
    path = tmp_path / "game.vlog"
    path.write_bytes(SavedGameFile(log.moduledata, log.savedata, (*log.commands, *secret)).encode())
    told = repr(open_file(path).facts)
    assert "German" in told
    assert not [word for word in ("p4ssw0rd", "Ann Other", "my plan") if word in told]


def test_line_that_would_be_read_as_two_commands_is_not_written() -> None:
    with pytest.raises(CodecError, match="would end the command"):
        Compound((ChatText(text="a\x1b-/7"),)).encode()
