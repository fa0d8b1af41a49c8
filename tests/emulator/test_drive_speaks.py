"""`drive` speaks to people: menus, buttons and decks by their words, reasons in plain words."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.emulator import EmulatedGame
from hexwright.emulator.drive_prompt import HELP, DrivePrompt
from hexwright.emulator.key_input import key_text, key_words, named_keystroke, parse_key
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from tests.emulator import card_ground, proving_ground
from tests.foreign import modules as foreign


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return card_ground.write(tmp_path_factory.mktemp("speaks") / "cards.vmod")


@pytest.fixture
def prompt(module: Path) -> DrivePrompt:
    made = DrivePrompt(EmulatedGame.open(module))
    list(made.do("new Red"))
    return made


def _did(prompt: DrivePrompt, line: str) -> list[str]:
    return list(prompt.do(line))


def _refused(prompt: DrivePrompt, line: str) -> str:
    with pytest.raises(EngineError) as fault:
        _did(prompt, line)
    return str(fault.value)


def test_a_line_of_the_menu_is_chosen_by_its_words(prompt: DrivePrompt) -> None:
    assert _did(prompt, "menu 'Stock Ace'") == ["Discard", "Back to", "Back", "Mask"]
    assert _did(prompt, "do 'Stock Ace' back") == []
    assert "Pile  1  Table" in _did(prompt, "decks")
    assert "it offers: Discard, Back to, Back, Mask" in _refused(prompt, "do 'Stock Ace' Burn")


def test_a_deck_is_used_by_the_words_of_its_menu(prompt: DrivePrompt) -> None:
    assert _did(prompt, "deck Talon") == ["Send all", "Face up", "Draw multiple cards", "Draw specific cards"]
    assert _did(prompt, "deck Talon 'draw multiple cards' 2") == []
    assert _did(prompt, "draw Talon 0505")[:2] == ["Talon Ten(Card) is in 0505", "Talon Ace(Card) is in 0505"]
    assert _did(prompt, "draw Talon 0505") == ["nothing was drawn: the deck is empty"]
    assert "no deck is called 'Tallon'; the module's decks: Any, Away" in _refused(prompt, "deck Tallon")


def test_a_deck_of_the_other_side_is_refused_as_such(prompt: DrivePrompt) -> None:
    closed = "the deck belongs to the other side"
    assert _did(prompt, "draw Blues 0505") == [f"nothing was drawn: {closed}"]
    assert _did(prompt, "deck Blues") == [f"no menu: {closed}"]
    assert _did(prompt, "drag 'Blues Two' 0505") == [
        "Blues Two can't be dragged: the deck Blues belongs to the other side"
    ]
    _did(prompt, "do Agent Mask")
    _did(prompt, "side blue")
    assert _did(prompt, "menu 'Agent?'") == ["no menu: the other side has masked it"]
    assert _did(prompt, "key 'Agent?' count") == ["no effect: the other side has masked it"]


def test_a_key_that_nobody_hears_is_told_so(prompt: DrivePrompt) -> None:
    assert _did(prompt, "key Pawn Ctrl+Z") == ["no effect: it has no such key command"]


def test_a_command_that_the_module_restricts_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = PropertyCommand("Go", KeyCommand.named("go"), PropertyChange.increment("1"))
    traits = (
        t.DynamicProperty(name="Gone", value="0", commands=(go,)),
        t.RestrictCommands(
            name="no fuel", action="Disable", match="{1 == 1}", keys=(KeyCommand.named("go"),)
        ),
    )
    monkeypatch.setattr(proving_ground, "PIECES", (("Tank", 50, 50, *traits),))
    prompt = DrivePrompt(EmulatedGame.open(proving_ground.write(tmp_path / "ground.vmod")))
    _did(prompt, "new Blue")
    why = "the module doesn't allow it now (no fuel)"
    assert _did(prompt, "menu Tank") == [f"Go  (disabled: {why})"]
    assert _did(prompt, "key Tank go") == [f"no effect: {why}"]
    assert _refused(prompt, "do Tank go") == f"Tank can't do 'Go': {why}"


def test_internals_are_listed_only_when_asked(prompt: DrivePrompt) -> None:
    assert _did(prompt, "keys Spy") == ["2 more keys that are in no menu; list them with: keys Spy all"]
    assert _did(prompt, "keys Spy all") == ["count", "mask"]


def test_near_names_are_offered(prompt: DrivePrompt) -> None:
    assert _refused(prompt, "menu Spyy") == "no piece is called 'Spyy'; did you mean 'Spy'?"
    assert _refused(prompt, "peices") == "no command is called 'peices'; did you mean pieces?"
    assert _refused(prompt, "start Emty").endswith("did you mean 'Empty'?")
    assert _refused(prompt, "press 'One deck'").endswith("did you mean 'One a deck'?")


def test_buttons_are_told_by_text_and_tooltip(prompt: DrivePrompt) -> None:
    assert any(line.startswith("One a deck  —") for line in _did(prompt, "buttons"))
    assert len(_did(prompt, "press 'one a deck'")) == 3


def test_the_chat_is_shown_without_tags(prompt: DrivePrompt) -> None:
    prompt.game.world.say('* ?<b>Big</b> <img src="a.png">&amp; bold')
    assert _did(prompt, "chat 1") == ["* Big & bold"]


def test_hidden_pieces_are_listed_by_their_mask_alone(prompt: DrivePrompt) -> None:
    _did(prompt, "do Agent Mask")
    assert "Agent(Agent?), Agent" in _did(prompt, "pieces 'Agent?'")[0]
    _did(prompt, "side Blue")
    assert "  Agent?  Table" in _did(prompt, "pieces 'Agent?'")[0]


def test_start_alone_lists_set_ups_the_empty_game_and_the_sides(prompt: DrivePrompt) -> None:
    assert _did(prompt, "start") == ["1  Empty", "new  the empty game", "sides: Red, Blue"]


def test_help_names_every_command(prompt: DrivePrompt) -> None:
    named = {line.split()[0] for line in HELP.split("\n")[:-1]} | {"back", "help", "exit"}
    assert named == set(prompt._commands)


@pytest.mark.parametrize(
    ("typed", "is_"),
    [
        ("Ctrl+F", (70, 2)),
        ("ctrl+shift+f", (70, 3)),
        ("keys:ctrl F", (70, 2)),
        ("Alt+F2", (113, 8)),
        ("Ctrl++", (521, 2)),
        ("Ctrl+NumPad 4", (100, 2)),
        ("70,130", (70, 2)),
        ("Delete", "Delete"),
        ("move on", "move on"),
        ("a+b", "a+b"),
        ("", None),
    ],
)
def test_keys_are_read_as_people_write_them(typed: str, is_: object) -> None:
    assert parse_key(typed) == is_
    key = parse_key(typed)
    if isinstance(key, tuple):
        assert parse_key(key_words(key)) == parse_key(key_text(key) or "") == key


def test_a_key_without_modifiers_is_meant_where_no_name_is() -> None:
    assert named_keystroke("Delete") == (127, 0)
    assert named_keystroke("F2") == (113, 0)
    assert named_keystroke("greet") is None


def _two_boards() -> foreign.Entries:
    entries = foreign.no_options()
    text = entries["buildFile.xml"].decode()
    end = text.index("</VASSAL.build.module.map.BoardPicker>")
    board = text[text.index("<VASSAL.build.module.map.boardPicker.Board ") : end]
    text = text[:end] + board.replace('"Field"', '"Meadow"') + text[end:]
    return entries | {"buildFile.xml": text.encode()}


def test_a_board_that_nobody_chose_is_told_and_may_be_chosen(tmp_path: Path) -> None:
    prompt = DrivePrompt(EmulatedGame.open(foreign.write(tmp_path, _two_boards())))
    assert _did(prompt, "new")[1:] == ["Main: the board Field is laid out, the first of 2"]
    assert _did(prompt, "new Main=Meadow") == ["a new game: 0 pieces; you play no side"]
    assert prompt.game.world.maps["Main"].boards[0].title == "Meadow"
    assert "its boards are: Field, Meadow" in _refused(prompt, "new Main=Forest")


def test_command_begins_the_empty_game_where_no_set_up_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = foreign.write(tmp_path, foreign.decks_and_markers())
    monkeypatch.setattr("sys.stdin", io.StringIO("decks\n"))
    assert run(["drive", str(path)]) == ExitCode.OK
    assert capsys.readouterr().out.splitlines() == [
        "a new game: 2 pieces; you play no side",
        "Events  2  Main",
    ]


def test_command_begins_the_empty_game_when_asked(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["drive", str(module), "--new", "--side", "Blue"]) == ExitCode.OK
    assert "a new game: 21 pieces; you play Blue (of Red, Blue)" in capsys.readouterr().out
