"""What players hide from each other is told by no command without `--reveal`, and players' names by none."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.analysis.player_names import PlayerNames, plain_text
from hexwright.saves.counter_refresh import refresh
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import (
    BEGIN_SAVE,
    AddPlayer,
    BoardChoice,
    ChangePiece,
    ChatText,
    Command,
    Compound,
    DelayedNote,
    MovePiece,
    PrivateNote,
    SetBoards,
    SetGlobalProperty,
    UnknownCommand,
)
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.shared_records import PieceAccess
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait
from tests.foreign import modules

Told = pytest.CaptureFixture[str]
#: A piece of each kind that is hidden, by its id: its name, and the map on which it is.
HIDDEN = {"masked": "Ambush", "unseen": "Spy", "card": "Treason", "held": "Cavalry"}
HAND = "Red hand"
SIDE = PieceAccess("side")


def piece(piece_id: str, name: str, place: tuple[str, int, int], *traits: Trait) -> AddPiece:
    """Return a piece of the game with a property that tells its name too."""
    basic = t.BasicPiece(
        image="a.png", name=name, map=place[0], x=place[1], y=place[2], gpid=f"1000{piece_id}"
    )
    return AddPiece(
        GamePiece.of(basic, t.Marker(names=("Kind",), values=(f"{name} kind",)), *traits), piece_id
    )


def mask(by: str = "null", name: str = "A card") -> t.Mask:
    return t.Mask(image="back.png", masked_name=name, access=SIDE, masked_by=by)


def table(*more: Command, cavalry: str = HAND, steps: tuple[Command, ...] = ()) -> SavedGameFile:
    """Return a game with a piece in the open and one of each hidden kind."""
    commands = (
        BEGIN_SAVE,
        SetBoards("Main", (BoardChoice("Field"),)),
        piece("open", "Guard", ("Main", 300, 50)),
        piece("masked", "Ambush", ("Main", 90, 50), mask("Red")),
        piece("unseen", "Spy", ("Main", 150, 60), t.Invisible(access=SIDE, hidden_by="Red")),
        piece("card", "Treason", ("Main", 210, 50), mask()),
        piece("held", "Cavalry", (cavalry, 30, 30)),
        AddPiece(
            GamePiece.of(Deck(name="Draw pile", map="Main", x=210, y=50, faces_down=True, cards=("card",))),
            "deck",
        ),
        *more,
        UnknownCommand("end_save"),
    )
    return SavedGameFile.of(modules.metadata(), b"", Compound(commands), steps)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return a module with a map, and a window that only Red may open."""
    return _module(tmp_path)


def _module(tmp_path: Path, visible: str = "false") -> Path:
    tag = "VASSAL.build.module.PlayerRoster"
    roster = f"<{tag}><entry>Red</entry><entry>Blue</entry></{tag}>"
    window = (
        modules.map_window()
        .replace("module.Map ", "module.PlayerHand ")
        .replace("module.Map>", "module.PlayerHand>")
    )
    window = window.replace('mapName="Main"', f'mapName="{HAND}" side="Red" visible="{visible}"')
    text = modules.module(roster + modules.map_window() + window)
    entries = {"buildFile.xml": text.encode(), "moduledata": modules.metadata(), **modules.IMAGES}
    entries |= {"images/a.png": modules.png(10, 12, 255), "images/back.png": modules.png(10, 12, 128)}
    return modules.write(tmp_path, entries, "module.vmod")


def write(tmp_path: Path, name: str, game: SavedGameFile) -> Path:
    path = tmp_path / name
    path.write_bytes(game.encode())
    return path


def moved(piece_id: str, x: int, map_name: str = "Main") -> MovePiece:
    return MovePiece(piece_id, map_name, x, 50, None, map_name, 0, 0, None, "pw-red")


MOVES = (moved("masked", 110), moved("unseen", 170), moved("held", 90, HAND), moved("open", 310))


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Return a saved game, a later one, and a log from the first to the second."""
    later = [
        dataclasses.replace(
            part,
            piece=GamePiece.of(
                dataclasses.replace(part.piece.basic, x=part.piece.basic.x + 20), *part.piece.traits[1:]
            ),
        )
        if isinstance(part, AddPiece) and isinstance(part.piece.basic, t.BasicPiece)
        else part
        for part in table().setup_commands
    ]
    return {
        "OLD": write(tmp_path, "old.vsav", table()),
        "NEW": write(tmp_path, "new.vsav", SavedGameFile.of(modules.metadata(), b"", Compound(tuple(later)))),
        "LOG": write(tmp_path, "game.vlog", table(steps=MOVES)),
    }


COMMANDS = (
    "show OLD",
    "show OLD --format json",
    "show OLD *",
    "show LOG",
    "diff OLD NEW",
    "diff OLD NEW --format json",
    "diff OLD NEW --format markdown",
    "save show OLD",
    "save show OLD --format json",
    "save show LOG --end",
    "save diff OLD NEW",
    "save refresh OLD --out OUT.vsav",
    "log tell LOG",
    "log tell LOG --format markdown",
    "log tell LOG --format html",
)


def told_by(command: str, files: dict[str, Path], module: Path, capsys: Told, *more: str) -> str:
    """Return the output of a command."""
    option = "--to" if "refresh" in command else "--module"
    out = module.parent / "out.vsav"
    words = [str(files.get(word, out if word == "OUT.vsav" else word)) for word in command.split()]
    run([*words, option, str(module), *more])
    shown = capsys.readouterr()
    return shown.out + shown.err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_tells_hidden_pieces_unless_asked_to_reveal_them(
    command: str, files: dict[str, Path], module: Path, capsys: Told
) -> None:
    told = told_by(command, files, module, capsys)
    assert told
    assert "Traceback" not in told
    for piece_id, name in HIDDEN.items():
        assert name not in told, name
        assert f"1000{piece_id}" not in told
    assert "pw-red" not in told
    revealed = told_by(command, files, module, capsys, "--reveal")
    expected = set(HIDDEN.values()) - ({"Treason"} if "OLD NEW" in command or "log" in command else set())
    assert {name for name in expected if name in revealed} == expected


def test_path_of_show_doesnt_find_hidden_pieces_by_their_names(
    files: dict[str, Path], module: Path, capsys: Told
) -> None:
    for name in HIDDEN.values():
        assert run(["show", str(files["OLD"]), name, "--module", str(module)]) == ExitCode.FINDINGS
        assert "is called" in capsys.readouterr().err
        assert run(["show", str(files["OLD"]), name, "--module", str(module), "--reveal"]) == ExitCode.OK
        assert name in capsys.readouterr().out


def test_places_of_invisible_pieces_and_points_in_private_windows_are_secret(
    files: dict[str, Path], module: Path, capsys: Told
) -> None:
    told = told_by("save show OLD", files, module, capsys).splitlines()
    assert [line for line in told if "piece" in line or "card" in line] == [
        "place\tpiece\tside\tshows",
        "a hidden place\ta hidden piece\t\t",
        "Draw pile\ta face-down card\t\t",
        "Main 90, 50\ta masked piece (A card)\t\t",
        f"{HAND}\ta piece in a private window\t\t",
    ]
    assert told_by("log tell LOG", files, module, capsys).splitlines()[-2:] == [
        "  1  a masked piece (A card) goes from Main 90, 50 to Main 110, 50",
        "  4  Guard goes from Main 300, 50 to Main 310, 50",
    ]


def test_window_that_all_players_may_open_is_not_private(tmp_path: Path, capsys: Told) -> None:
    files = {"OLD": write(tmp_path, "old.vsav", table())}
    assert "Cavalry" in told_by("save show OLD", files, _module(tmp_path, "true"), capsys)


def test_without_the_module_it_is_told_that_private_windows_are_unknown(
    files: dict[str, Path], capsys: Told
) -> None:
    for command in ("save", "show"), ("show",):
        assert run([*command, str(files["OLD"])]) == ExitCode.OK
        assert "pieces in private windows are hidden only if the module is given" in capsys.readouterr().err


@pytest.mark.parametrize("down", [True, False])
def test_cards_become_public_as_their_deck_is_turned(down: bool, tmp_path: Path, capsys: Told) -> None:
    deck = Deck(name="Draw pile", map="Main", x=210, y=50, faces_down=down, cards=("card",))
    turned = ChangePiece("deck", deck.encode_state(), None)
    files = {"LOG": write(tmp_path, "game.vlog", table(steps=(turned,)))}
    told = told_by("save show LOG --end", files, _module(tmp_path), capsys)
    assert ("Treason" in told) is not down


def test_card_that_leaves_a_face_down_deck_is_told_where_it_arrives(tmp_path: Path, capsys: Told) -> None:
    drawn = MovePiece("card", "Main", 20, 25, None, "Main", 210, 50, None, "pw-red")
    dealt = dataclasses.replace(drawn, map=HAND)
    for step, told in (
        (drawn, "Treason goes from Draw pile to Main 20, 25"),
        (dealt, f"a piece in a private window goes from Draw pile to {HAND}"),
    ):
        files = {"LOG": write(tmp_path, "game.vlog", table(steps=(step,)))}
        assert told in told_by("log tell LOG", files, _module(tmp_path), capsys)


@pytest.mark.parametrize("under", ["card", "deck"])
def test_piece_dropped_on_a_deck_is_one_of_its_cards(under: str, tmp_path: Path, capsys: Told) -> None:
    dropped = MovePiece("open", "Main", 210, 50, under, "Main", 300, 50, None, "pw-red")
    files = {"LOG": write(tmp_path, "game.vlog", table(steps=(dropped,)))}
    told = told_by("log tell LOG", files, _module(tmp_path), capsys)
    assert told.endswith("  1  a face-down card goes from Main 300, 50 to Draw pile\n")


def test_pictures_show_no_private_window_and_no_face_of_a_hidden_piece(
    tmp_path: Path, files: dict[str, Path], module: Path, capsys: Told
) -> None:
    out = tmp_path / "map.png"
    pictures = []
    for more in ((), ("--reveal",)):
        words = ["save", "show", str(files["OLD"]), "--picture", str(out), "--module", str(module), *more]
        assert run(words) == ExitCode.OK
        with Image.open(out) as drawn:
            pictures.append({at: drawn.getpixel(at) for at in ((90, 50), (150, 60), (210, 50), (300, 50))})
    hidden, revealed = pictures
    assert [at for at in hidden if hidden[at] != revealed[at]] == [(90, 50), (150, 60), (210, 50)]
    words = ["save", "show", str(files["OLD"]), "--picture", str(out), "--module", str(module), "--map", HAND]
    capsys.readouterr()
    assert run(words) == ExitCode.FINDINGS
    assert "only some sides may open" in capsys.readouterr().err
    assert run([*words, "--reveal"]) == ExitCode.OK


def test_invisible_piece_in_a_stack_leaves_no_gap_in_its_picture(tmp_path: Path, module: Path) -> None:
    from hexwright.cli.commands.saved_game_inputs import open_log_module
    from hexwright.saves.position_drawing import PositionDrawing

    below = piece("below", "Base", ("Main", 20, 25))
    spy = piece("spy", "Mole", ("Main", 20, 25), t.Invisible(access=SIDE, hidden_by="Red"))
    top = piece("top", "Crest", ("Main", 20, 25))
    pictures = []
    for members in ((below, spy, top), (below, top)):
        stack = AddPiece(GamePiece.of(Stack.of("Main", 20, 25, tuple(str(m.id) for m in members))), "s")
        position = LogPosition(table(*members, stack))
        with open_log_module(module) as opened:
            pictures.append(PositionDrawing(opened, position, 400).draw(position).tobytes())
    assert pictures[0] == pictures[1]


NAMED = (
    AddPlayer("pw-red", "Anna", "Red"),
    PrivateNote("pw-red", "attack left"),
    DelayedNote("plan", "pw-red", False, "retreat", "20260101", "Anna"),
    SetGlobalProperty("Last", "moved by Anna", "Module"),
    UnknownCommand("PLAYER\tpw-blue\tBerta"),
    piece("mine", "Scout", ("Main", 20, 25), t.RestrictedAccess(owner="pw-red")),
    piece("kept", "Reserve", ("Main", 20, 75), t.Mask(masked_by="pw-red")),
)
TALK = (
    ChatText("&lt;Anna&gt; - my turn"),
    ChatText("** 2d6 = 7 *** &lt;Carla&gt;"),
    ChatText("* Dora rolls 1d6: 4"),
    ChatText("* ~Emil joined the game as Blue."),
    ChatText("* Carla and Dora, well rolled"),
)
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil")
SECRETS = ("pw-red", "pw-blue", "attack left", "retreat", "20260101")


@pytest.mark.parametrize("command", [c for c in COMMANDS if "refresh" not in c])
def test_players_are_named_only_if_asked_for_and_passwords_and_notes_never(
    command: str, tmp_path: Path, module: Path, capsys: Told
) -> None:
    later = (*NAMED[:3], SetGlobalProperty("Last", "left by Anna", "Module"))
    files = {
        "OLD": write(tmp_path, "old.vsav", table(*NAMED)),
        "NEW": write(tmp_path, "new.vsav", table(*later)),
        "LOG": write(tmp_path, "game.vlog", table(*NAMED, steps=TALK)),
    }
    for more in ((), ("--reveal",), ("--players", "--reveal")):
        told = told_by(command, files, module, capsys, *more)
        assert not [secret for secret in SECRETS if secret in told]
        if "--players" not in more:
            assert not [name for name in NAMES if name in told]
    assert ("Anna" in told) is (command not in ("save diff OLD NEW", "show OLD *"))


def test_names_known_from_reports_alone_are_replaced_but_not_those_of_sides_and_pieces() -> None:
    game = table(AddPlayer("pw", "Anna", "Red"), steps=(*TALK, ChatText("* Guard rolls 1d6: 2")))
    hide = PlayerNames(game, ["Blue"]).hide
    assert hide("2d6 = 7 *** <Carla>") == "2d6 = 7 *** a player"
    assert hide("Dora rolls 1d6: 4") == "a player rolls 1d6: 4"
    assert hide("<Anna> - my turn") == "the player of Red - my turn"
    assert hide("Annalena, Anna and <Anna>") == "Annalena, the player of Red and the player of Red"
    assert hide("Guard rolls 1d6: 2; Blue waits") == "Guard rolls 1d6: 2; Blue waits"


def test_chat_line_undone_a_thousand_times_is_read() -> None:
    assert plain_text("* UNDO: " * 3 + "* Move") == "Taken back: " * 3 + "Move"
    assert plain_text("UNDO: " * 5_000 + "x").count("Taken back") == 5_000


def test_refresh_takes_cards_of_decks_too_and_drops_empty_stacks(tmp_path: Path, capsys: Told) -> None:
    from hexwright.inspect.analysis.module_view import open_module

    slots = "".join(
        modules.slot(name, f"1000{piece_id}", "mark;Suit", "Hearts")
        for piece_id, name in (("open", "Guard"), *HIDDEN.items())
    )
    text = modules.module(modules.map_window() + modules.palette(slots))
    module = modules.write(tmp_path, {"buildFile.xml": text.encode(), **modules.IMAGES}, "new.vmod")
    stacks = (
        AddPiece(GamePiece.of(Stack.of("Main", n, 9, ids)), f"s{n}") for n, ids in ((300, ("open",)), (7, ()))
    )
    game = table(*stacks)
    with open_module([module]) as opened:
        found = refresh(game, opened, b"")
    left = {one.lying.id for one in found.unrefreshed}
    assert (left, found.updated, found.dropped) == ({"masked", "unseen"}, 3, 1)
    assert found.game.setup_commands.count(BEGIN_SAVE) == 1
    kept = [part.id for part in found.game.setup_commands if isinstance(part, AddPiece)]
    assert kept == ["open", *HIDDEN, "deck", "s300"]
    card = LogPosition(found.game).pieces["card"]
    assert (card.piece.all(t.Marker)[0].values, card.deck) == (("Hearts",), "Draw pile")
    out = tmp_path / "out.vsav"
    path = write(tmp_path, "old.vsav", game)
    assert run(["save", "refresh", str(path), "--to", str(module), "-o", str(out)]) == ExitCode.FINDINGS
    assert "  1 empty stack dropped\n" in capsys.readouterr().out
