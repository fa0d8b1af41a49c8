"""Pieces of set-ups become those of the palettes, as VASSAL's own Refresh makes them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.makers import module_refresh
from hexwright.makers.module_edit import ModuleEdit
from hexwright.makers.module_refresh import refresh_set_ups
from hexwright.saves.piece_refresh import RefreshOptions, _hash_table_order
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.commands import BEGIN_SAVE, END_SAVE, BoardChoice, Command, Compound, SetBoards
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.module_archive import Archive, SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait
from tests.engine_refresh import refresh_script, with_plain_keys
from tests.foreign.modules import metadata, png, write
from tests.makers.small_wargame import Wargame, piece, write_wargame

Told = pytest.CaptureFixture[str]
FLIP = KeyCommand.named("flip")


def _layer(level: int, images: Sequence[str] = ("a.png", "b.png", "c.png"), **more: Any) -> t.Layer:
    return t.Layer.of("Step", tuple(images), increase_key=FLIP, level=level, **more)


def _piece(name: str, *traits: Trait, gpid: str = "", at: tuple[str, int, int] = ("null", 0, 0)) -> GamePiece:
    basic = t.BasicPiece(name=name, gpid=gpid, map=at[0], x=at[1], y=at[2])
    return GamePiece.of(basic, *traits)


def _played(name: str, *traits: Trait, gpid: str = "7", map_name: str = "Main") -> GamePiece:
    return _piece(name, *traits, gpid=gpid, at=(map_name, 20, 30))


def _module(
    folder: Path,
    slots: Sequence[tuple[str, GamePiece]],
    played: Sequence[GamePiece],
    *more: Command,
    prototypes: Sequence[tuple[str, GamePiece]] = (),
    decks: Sequence[c.DrawPile] = (),
    set_ups: Sequence[str] = ("Spring",),
) -> Path:
    commands = [
        BEGIN_SAVE,
        SetBoards("Main", (BoardChoice("Field"),)),
        *(AddPiece(piece, str(number)) for number, piece in enumerate(played, 1)),
        *more,
        END_SAVE,
    ]
    root = c.GameModule.new(
        c.PrototypesContainer.new(
            *(_with_body(c.PrototypeDefinition.new(name=name), piece) for name, piece in prototypes)
        ),
        c.PieceWindow.new(
            c.ListWidget.new(
                *(_with_body(c.PieceSlot.new(entry_name=p.name, gpid=gpid), p) for gpid, p in slots)
            )
        ),
        c.Map.new(
            c.BoardPicker.new(c.Board.new(name="Field", image="board.png")),
            *decks,
            map_name="Main",
            edge_width=15,
            edge_height=25,
        ),
        *(c.PredefinedSetup.new(name=name, file=f"{name.lower()}.vsav") for name in set_ups),
        name="Small",
        version="1",
        vassal_version="3.7.26",
    )
    entries = {
        "buildFile.xml": serialise(root),
        "moduledata": metadata(),
        "images/board.png": png(400, 300),
        "spring.vsav": SavedGame(metadata(), b"", Compound(tuple(commands)).encode()).encode(),
    }
    return write(folder, entries, "small.vmod")


def _with_body(component: c.PieceSlot | c.PrototypeDefinition, piece: GamePiece) -> c.PieceSlot:
    component.body = AddPiece(piece).encode()
    return component  # type: ignore[return-value]


def _refreshed(module: Path, *options: str) -> list[GamePiece]:
    """Return the pieces of the set-up after a refresh, in their order."""
    out = module.with_name("new.vmod")
    run(["refresh", str(module), "--out", str(out), *options])
    return _pieces(out)


def _pieces(module: Path) -> list[GamePiece]:
    with Archive(module) as archive:
        position = LogPosition(SavedGameFile.read(archive.read("spring.vsav")))
    return [lying.piece for lying in position.pieces.values()]


def _state(trait: Trait) -> object:
    match trait:
        case t.Layer():
            return trait.level
        case t.CanRotate():
            return trait.facing
        case t.TextLabel():
            return trait.label
        case t.DynamicProperty():
            return trait.value
        case t.Marker():
            return trait.values
        case _:
            return trait.encode_state()


def _spends(menu: str, value: str) -> t.DynamicProperty:
    command = PropertyCommand(menu, KeyCommand.named("spend"), PropertyChange.increment("1"))
    return t.DynamicProperty(name="Spent", commands=(command,), value=value)


@pytest.mark.parametrize(
    ("slot", "old", "options", "state"),
    [
        pytest.param(_layer(1), _layer(2), (), 2, id="same-layer"),
        pytest.param(_layer(1, ("x.png", "y.png", "z.png")), _layer(2), (), 2, id="layer-of-one-name"),
        pytest.param(
            _layer(1, ("x.png", "y.png")), _layer(2), ("--no-layer-name",), 1, id="layer-without-option"
        ),
        pytest.param(_layer(1, ("x.png", "y.png")), _layer(-3), (), -2, id="level-that-is-gone"),
        pytest.param(
            t.CanRotate(facings=4, name="Front"), t.CanRotate(name="Front", facing=5), (), 3, id="facing"
        ),
        pytest.param(
            t.CanRotate(facings=4, name="Front"),
            t.CanRotate(name="Front", facing=2),
            ("--no-rotate-name",),
            0,
            id="facing-without-option",
        ),
        pytest.param(
            t.TextLabel(key=FLIP, size=12, description="Note", label="?"),
            t.TextLabel(key=FLIP, description="Note", label="mine"),
            (),
            "mine",
            id="label-of-one-description",
        ),
        pytest.param(
            t.TextLabel(key=FLIP, size=12, description="Note", label="?"),
            t.TextLabel(key=FLIP, description="Note", label="mine"),
            ("--no-labeler-name",),
            "?",
            id="label-without-option",
        ),
        pytest.param(t.TextLabel(label="new"), t.TextLabel(label="old"), (), "new", id="fixed-label"),
        pytest.param(t.Marker.of({"Side": "Red"}), t.Marker.of({"Side": "Blue"}), (), ("Red",), id="marker"),
        pytest.param(_spends("Spend", "0"), _spends("Spend", "4"), (), "4", id="same-property"),
        pytest.param(_spends("Pay", "0"), _spends("Spend", "4"), (), "0", id="changed-property"),
        pytest.param(
            dataclasses.replace(_spends("Spend", "0"), description=""),
            _spends("Spend", "4").fresh(),
            (),
            "4",
            id="property-of-a-former-layout",
        ),
    ],
)
def test_a_trait_keeps_its_state_as_in_vassal(
    slot: Trait, old: Trait, options: tuple[str, ...], state: object, tmp_path: Path
) -> None:
    module = _module(tmp_path, [("7", _piece("Guard", slot))], [_played("Guard", old)])
    (piece,) = _refreshed(module, *options)
    assert _state(piece.traits[1]) == state
    assert piece.traits[1].fresh().encode_type() == slot.fresh().encode_type()
    assert (piece.basic.map, piece.basic.x, piece.basic.gpid) == ("Main", 20, "7")  # type: ignore[attr-defined]


def test_prototypes_are_written_out_and_new_traits_added(tmp_path: Path) -> None:
    slot = _piece("Guard", t.Prototype("Unit"), t.Marker.of({"Side": "Red"}))
    unit = _piece("", _layer(1), t.Delete(menu="Remove", key=KeyCommand.named("remove")))
    old = [_played("Guard", _layer(3)), _played("Guard", gpid="")]
    module = _module(tmp_path, [("7", slot)], old, prototypes=[("Unit", unit)])
    first, second = _refreshed(module)
    assert [type(trait) for trait in first.traits[1:]] == [t.Layer, t.Delete, t.Marker]
    assert _state(first.traits[1]) == 3
    assert second == old[1]


def test_a_refreshed_set_up_stays_the_same_and_all_else_keeps_its_bytes(tmp_path: Path) -> None:
    slots = [("7", _piece("Guard", _layer(1), _spends("Pay", "0")))]
    module = _module(tmp_path, slots, [_played("Guard", _layer(2)), _played("Flag", gpid="9")])
    _refreshed(module)
    once = module.with_name("new.vmod")
    assert run(["refresh", str(once), "--out", str(tmp_path / "again.vmod")]) == ExitCode.FINDINGS
    with Archive(module) as before, Archive(once) as after, Archive(tmp_path / "again.vmod") as again:
        for name in before.names:
            assert again.read(name) == after.read(name)
            assert (after.read(name) == before.read(name)) == (name != "spring.vsav")


def test_a_marker_is_renewed_from_the_trait_that_places_it(tmp_path: Path) -> None:
    marker = AddPiece(_piece("Smoke", _layer(1))).encode()
    slot = _piece("Guard", t.PlaceMarker(key=FLIP, marker=marker, gpid="8"))
    module = _module(tmp_path, [("7", slot)], [_played("Smoke", gpid="8")])
    (piece,) = _refreshed(module)
    assert [type(trait) for trait in piece.traits[1:]] == [t.Layer]


def test_unknown_ids_are_matched_by_name_only_if_that_is_asked_for(tmp_path: Path, capsys: Told) -> None:
    slots = [("7", _piece("Guard", _layer(1))), ("12", _piece("Guard"))]
    module = _module(tmp_path, slots, [_played("Guard", gpid="99")])
    assert run(["refresh", str(module), "--dry-run"]) == ExitCode.FINDINGS
    told = capsys.readouterr().out
    assert "0 pieces refreshed, 0 changed, 1 piece left" in told
    assert "left: Guard (Main 20, 30), id 99: the module has no piece with its id" in told
    (piece,) = _refreshed(module, "--use-name")
    assert len(piece.traits) == 1
    assert piece.basic.gpid == "99"  # type: ignore[attr-defined]
    (piece,) = _refreshed(module, "--use-name", "--fix-gpid")
    assert piece.basic.gpid == "12"  # type: ignore[attr-defined]


def test_slots_of_one_name_are_taken_in_the_order_of_java() -> None:
    keys = (*map(str, range(95, 110)), "ab:1", "Aa", "BB")
    assert _hash_table_order(keys) == JAVA.split()


JAVA = "99 Aa BB 100 101 102 103 104 ab:1 105 106 107 108 109 95 96 97 98"
"""The keys of a HashMap to which the keys above were added, as Java 17 prints them."""


def test_concealed_pieces_and_those_on_no_map_are_left_except_in_decks(tmp_path: Path, capsys: Told) -> None:
    def masked(piece: GamePiece) -> GamePiece:
        return GamePiece((*piece.traits, t.Mask(key=FLIP, image="back.png", masked_by="nobody")))

    played = [masked(_played("Guard")), _played("Guard", map_name="null"), masked(_played("Guard"))]
    deck = AddPiece(GamePiece.of(Deck(name="Reserve", map="Main", x=20, y=30, cards=("3",))), "50")
    stack = AddPiece(GamePiece.of(Stack.of("Main", 20, 30, ("1",))), "51")
    module = _module(tmp_path, [("7", _piece("Guard", _layer(1)))], played, deck, stack)
    one, two, three = _refreshed(module, "--all")
    assert [one, two] == played[:2]
    assert [type(trait) for trait in three.traits[1:]] == [t.Layer]
    told = capsys.readouterr().out
    assert "a player has masked or hidden it" in told
    assert "1 piece refreshed, 1 changed, 1 piece left, 1 on no map" in told


# Decks ------------------------------------------------------------------------------------------
def _cards(*cards: str, **more: Any) -> AddPiece:
    return AddPiece(GamePiece.of(Deck(**{"map": "Main", "x": 20, "y": 30, **more}, cards=cards)), "50")


def _pile(name: str, **more: Any) -> c.DrawPile:
    attack = c.DeckGlobalKeyCommand.new(name="Attack", hotkey=KeyCommand.named("attack"), filter="{A == 1}")
    return c.DrawPile.new(attack, name=name, x=100, y=60, max_stack=3, face_down="Never", **more)


def _with_decks(folder: Path, pile: c.DrawPile, deck: AddPiece) -> Path:
    played = [_played("Guard"), _played("Flag", gpid="8")]
    slots = [("7", _piece("Guard")), ("8", _piece("Flag"))]
    return _module(folder, slots, played, deck, decks=[pile])


def _decks(module: Path) -> LogPosition:
    with Archive(module) as archive:
        return LogPosition(SavedGameFile.read(archive.read("spring.vsav")))


@pytest.mark.parametrize(("board", "corner"), [("", (15, 25)), ("Field", (15, 25))])
def test_a_deck_gets_the_settings_and_the_place_of_the_modules_with_its_cards(
    board: str, corner: tuple[int, int], tmp_path: Path, capsys: Told
) -> None:
    pile = _pile("Reserve", owning_board=board)
    module = _with_decks(tmp_path, pile, _cards("2", "1", name="Reserve", faces_down=True, width=90))
    _refreshed(module)
    assert _decks(module.with_name("new.vmod")).decks["50"].width == 90
    capsys.readouterr()
    _refreshed(module, "--decks")
    told = capsys.readouterr().out
    assert "  1 deck refreshed, 1 changed" in told
    position = _decks(module.with_name("new.vmod"))
    deck = position.decks["50"]
    place = ("Main", 100 + corner[0], 60 + corner[1])
    assert (deck.map, deck.x, deck.y) == place
    assert (deck.width, deck.max_stack, deck.face_down, deck.faces_down) == (40, 3, "Never", True)
    assert deck.cards == ("2", "1")
    basics = [position.pieces[card].piece.basic for card in deck.cards]
    assert [(b.map, b.x, b.y) for b in basics if isinstance(b, t.BasicPiece)] == [place, place]
    once = module.with_name("once.vmod")
    module.with_name("new.vmod").rename(once)
    _refreshed(once, "--decks")
    assert "1 deck refreshed, 0 changed" in capsys.readouterr().out
    with Archive(once) as one, Archive(once.with_name("new.vmod")) as other:
        assert one.read("spring.vsav") == other.read("spring.vsav")


@pytest.mark.parametrize(("name", "board"), [("Discard", ""), ("Reserve", "Elsewhere")])
def test_a_deck_that_the_module_doesnt_have_here_is_left_and_told(
    name: str, board: str, tmp_path: Path, capsys: Told
) -> None:
    module = _with_decks(tmp_path, _pile(name, owning_board=board), _cards("1", name="Reserve"))
    assert run(["refresh", str(module), "--dry-run", "--decks"]) == ExitCode.FINDINGS
    told = capsys.readouterr().out
    assert "deck left: 'Reserve': the module has no such deck" in told
    assert "1 left" in told


def test_decks_are_deleted_and_added_only_if_that_is_asked_for(tmp_path: Path, capsys: Told) -> None:
    module = _with_decks(tmp_path, _pile("Draw"), _cards("2", "1", name="Reserve"))
    _refreshed(module, "--decks")
    told = capsys.readouterr().out
    assert "deck left: 'Reserve': the module has no such deck (--delete-decks)" in told
    assert "deck missing: 'Draw' (--add-decks)" in told
    _refreshed(module, "--decks", "--delete-decks", "--add-decks")
    told = capsys.readouterr().out
    assert "deck deleted: 'Reserve'" in told
    assert "deck added: 'Draw'" in told
    position = _decks(module.with_name("new.vmod"))
    assert list(position.stacks["50"]) == ["2", "1"]
    assert {lying.spot for lying in position.pieces.values()} == {("Main", 20, 30)}
    (deck,) = position.decks.values()
    assert (deck.name, deck.map, deck.x, deck.y, deck.cards) == ("Draw", "Main", 115, 85, ())
    empty = _with_decks(tmp_path, _pile("Draw"), _cards(name="Reserve"))
    _refreshed(empty, "--decks", "--delete-decks")
    assert not _decks(empty.with_name("new.vmod")).stacks


def test_a_saved_game_gets_decks_as_a_set_up_does(tmp_path: Path, capsys: Told) -> None:
    module = _with_decks(tmp_path, _pile("Draw"), _cards("2", "1", name="Reserve"))
    with Archive(module) as archive:
        (tmp_path / "game.vsav").write_bytes(archive.read("spring.vsav"))
    options = ("--decks", "--delete-decks", "--add-decks")
    _refreshed(module, *options)
    command = ["save", "refresh", str(tmp_path / "game.vsav"), "--to", str(module), "--out"]
    assert run([*command, str(tmp_path / "made.vsav"), *options]) == ExitCode.OK
    assert "  deck added: 'Draw'" in capsys.readouterr().out
    ours, theirs = LogPosition(SavedGameFile.read(tmp_path / "made.vsav")), _decks(tmp_path / "new.vmod")
    assert ours.stacks == theirs.stacks
    assert ours.decks == theirs.decks
    assert ours.pieces == theirs.pieces


@pytest.mark.engine
def test_a_deck_becomes_what_the_engine_makes_of_it(tmp_path: Path) -> None:
    pile = _pile("Reserve", draw=True, reshufflable=True, reshuffle_target="Reserve", can_save=True)
    hand = c.Map.new(
        c.BoardPicker.new(c.Board.new(name="Table", image="board.png")), pile, map_name="Cards", edge_width=9
    )
    old = Deck(name="Reserve", map="Cards", x=7, y=8, width=90, cards=("2", "1"))
    deck = AddPiece(GamePiece.of(old), "3")
    cards = (AddPiece(piece("Red 1"), "1"), AddPiece(piece("Red 2"), "2"))
    boards = SetBoards("Cards", (BoardChoice("Table"),))
    commands = Compound((BEGIN_SAVE, boards, *cards, deck, END_SAVE)).encode()
    saved = SavedGame(metadata(), b"", commands).encode()
    module = write_wargame(tmp_path, Wargame(more=[hand], entries={"spring.vsav": saved}))
    _refreshed(module, "--decks")
    ours = _decks(module.with_name("new.vmod"))
    (tmp_path / "old.vsav").write_bytes(saved)
    with Engine(module) as engine:
        engine.load(tmp_path / "old.vsav")
        assert engine.evaluate(refresh_script("RefreshPieces", "RefreshDecks")) == "0"
        engine.save(tmp_path / "theirs.vsav")
    theirs = LogPosition(SavedGameFile.read(tmp_path / "theirs.vsav"))
    # The engine adds an empty deck for the component when it loads the game.
    (made,) = (deck for deck in theirs.decks.values() if deck.cards)
    mine = ours.decks["3"]
    assert with_plain_keys(mine.fresh().encode_type()) == with_plain_keys(made.fresh().encode_type())
    assert dataclasses.replace(mine, cards=made.cards).encode_state() == made.encode_state()
    assert [theirs.pieces[card].name for card in made.cards] == ["Red 2", "Red 1"]
    assert {lying.spot for lying in theirs.pieces.values()} == {lying.spot for lying in ours.pieces.values()}


# Mats ---------------------------------------------------------------------------------------------
LAYERS = c.LayeredPieceCollection.new(property="Height", layer_order=("low", "high"))
CARGO: dict[str, tuple[Trait, ...]] = {
    "Tent": (t.Marker(("Height",), ("high",)),),
    "Cart": (t.Marker(("Height",), ("none",)), t.DoesNotStack()),
    "Camp": (t.Marker(("Height",), ("low",)), t.DoesNotStack()),
    "Horse": (t.Marker(("Height",), ("low",)), t.DoesNotStack()),
}


def _mat_module(folder: Path, parts: Sequence[c.LayeredPieceCollection]) -> Path:
    """Make a module whose set-up has a mat, and on it pieces in another order than the map draws them."""
    mat = t.Mat("Stable", cargo=("2", "3", "5", "4"))
    traits = {"Mat": (mat,)} | {name: (*more, t.MatCargo(mat="1")) for name, more in CARGO.items()}
    board = c.BoardPicker.new(c.Board.new(name="Field", image="board.png"))
    slots: list[c.PieceSlot | c.PrototypeDefinition] = []
    commands: list[Command] = [BEGIN_SAVE, SetBoards("Country", (BoardChoice("Field"),))]
    for number, (name, own) in enumerate(traits.items(), 1):
        gpid, at = str(100 + number), ("Country", 20 * number, 30)
        commands.append(AddPiece(_piece(name, *own, gpid=gpid, at=at), str(number)))
        fresh = (t.Mat("Stable"),) if name == "Mat" else (*CARGO[name], t.MatCargo())
        slots.append(_with_body(c.PieceSlot.new(entry_name=name, gpid=gpid), _piece(name, *fresh, gpid=gpid)))
    saved = SavedGame(metadata(), b"", Compound((*commands, END_SAVE)).encode()).encode()
    more = [c.Map.new(board, *parts, map_name="Country"), c.PieceWindow.new(c.ListWidget.new(*slots))]
    return write_wargame(folder, Wargame(more=more, entries={"spring.vsav": saved}))


def _refreshed_mat(module: Path) -> SavedGameFile:
    out = module.with_name("new.vmod")
    assert run(["refresh", str(module), "--out", str(out)]) == ExitCode.OK
    with Archive(out) as archive:
        return SavedGameFile.read(archive.read("spring.vsav"))


def _cargo(file: SavedGameFile) -> list[str]:
    """Return the names of the pieces on the mat, in its order."""
    pieces = LogPosition(file).pieces
    (mat,) = (trait for lying in pieces.values() for trait in lying.piece.traits if isinstance(trait, t.Mat))
    return [pieces[one].name for one in mat.cargo]


@pytest.mark.parametrize(
    ("parts", "order"),
    [((LAYERS,), ["Camp", "Horse", "Tent", "Cart"]), ((), ["Cart", "Camp", "Horse", "Tent"])],
)
def test_a_mat_lists_its_cargo_as_the_map_draws_it(
    parts: Sequence[c.LayeredPieceCollection], order: list[str], tmp_path: Path
) -> None:
    assert _cargo(_refreshed_mat(_mat_module(tmp_path, parts))) == order


@pytest.mark.engine
@pytest.mark.parametrize("parts", [(LAYERS,), ()])
def test_a_mat_lists_its_cargo_as_after_the_engines_refresh(
    parts: Sequence[c.LayeredPieceCollection], tmp_path: Path
) -> None:
    module = _mat_module(tmp_path, parts)
    ours = _refreshed_mat(module)
    with Archive(module) as archive:
        (tmp_path / "old.vsav").write_bytes(archive.read("spring.vsav"))
    with Engine(module) as engine:
        engine.load(tmp_path / "old.vsav")
        assert engine.evaluate(refresh_script("RefreshPieces")) == "0"
        engine.save(tmp_path / "theirs.vsav")
    assert _cargo(ours) == _cargo(SavedGameFile.read(tmp_path / "theirs.vsav"))


# The command ------------------------------------------------------------------------------------
def test_a_module_with_one_id_twice_is_refused_as_by_vassal(tmp_path: Path, capsys: Told) -> None:
    module = _module(tmp_path, [("7", _piece("Guard")), ("7", _piece("Flag"))], [_played("Guard")])
    assert run(["refresh", str(module), "--out", str(tmp_path / "new.vmod")]) == ExitCode.FINDINGS
    assert "error[J001]: several pieces have the id '7'" in capsys.readouterr().err
    assert not (tmp_path / "new.vmod").exists()


class _Watcher:
    """Notes the stages of a command."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def stage(self, text: str) -> None:
        self.stages.append(text)


def test_two_processes_renew_set_ups_as_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slot = ("7", _piece("Guard", _layer(1), gpid="7"))
    played = [_played("Guard", _layer(2, ("a.png", "b.png")))]
    module = _module(tmp_path, [slot], played, set_ups=("Spring", "Summer", "Lost"))
    with Archive(module) as archive:
        entries = {name: archive.read(name) for name in archive.names}
    entries |= {"summer.vsav": entries["spring.vsav"], "lost.vsav": b"nothing"}
    module = write(tmp_path, entries, "three.vmod")

    def renewed() -> tuple[object, ...]:
        watcher = _Watcher()
        with ModuleEdit.open(module) as edit:
            told = refresh_set_ups(edit, RefreshOptions(), watcher)
            return told, edit.entries, [str(one.place) for one in edit.skipped], len(watcher.stages)

    alone = renewed()
    assert alone[1].keys() == {"spring.vsav", "summer.vsav"}  # type: ignore[attr-defined]
    assert "lost.vsav" in str(alone[2])
    assert alone[3] == 3
    monkeypatch.setattr(module_refresh, "_LITTLE", 0)
    monkeypatch.setattr(module_refresh, "workers_for_work", lambda *, is_much: 2 if is_much else 1)
    assert renewed() == alone


def test_in_place_keeps_the_original(tmp_path: Path, capsys: Told) -> None:
    module = _module(tmp_path, [("7", _piece("Guard", _layer(1)))], [_played("Guard")])
    before = module.read_bytes()
    assert run(["refresh", str(module), "--in-place"]) == ExitCode.OK
    assert (tmp_path / "small.vmod.bak").read_bytes() == before
    assert "Spring (spring.vsav): 1 piece refreshed, 1 changed" in capsys.readouterr().out
    assert len(_pieces(module)[0].traits) == 2


def test_only_the_chosen_set_ups_are_refreshed(tmp_path: Path, capsys: Told) -> None:
    module = _module(tmp_path, [("7", _piece("Guard", _layer(1)))], [_played("Guard")])
    assert run(["refresh", str(module), "--dry-run", "--only", "SPR"]) == ExitCode.OK
    assert run(["refresh", str(module), "--dry-run", "--only", "autumn"]) == ExitCode.FINDINGS
    assert "no set-up has 'autumn' in its name or file — such as 'Spring'" in capsys.readouterr().err
    assert run(["refresh", str(module), "--dry-run", "--only", "Sprnig"]) == ExitCode.FINDINGS
    assert "did you mean 'Spring'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "write either --out FILE, or --in-place"),
        (("--dry-run", "--in-place"), "--dry-run writes nothing"),
        (("--dry-run", "--fix-gpid"), "add --use-name"),
        (("--dry-run", "--add-decks"), "--add-decks needs --decks: add it"),
    ],
)
def test_contradicting_options_are_refused(
    options: tuple[str, ...], words: str, tmp_path: Path, capsys: Told
) -> None:
    module = _module(tmp_path, [], [])
    assert run(["refresh", str(module), *options]) == ExitCode.USAGE
    assert words in " ".join(capsys.readouterr().err.replace("│", " ").split())
