"""Set-ups are read one at a time, each kind of piece once, and what their states hold is still judged."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from hexwright.emulator.emulated_game import EmulatedGame
from hexwright.inspect.analysis import module_setups
from hexwright.inspect.analysis.module_setups import ModuleSetUp, read_set_ups, suspect_parts
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, decode_part
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.codec.traits import BasicPiece, DynamicProperty, Marker
from tests.foreign import modules

PIECES = 200


def piece(number: int, value: str = "3", map_name: str = "Main") -> AddPiece:
    basic = BasicPiece(image="a.png", name="Guard", map=map_name, x=number, y=50, gpid="7")
    own = DynamicProperty(name="Strength", value=value)
    return AddPiece(GamePiece.of(basic, Marker(names=("Army",), values=("Red",)), own), f"p{number}")


def saved(*pieces: AddPiece) -> bytes:
    commands = ["begin_save", *(one.encode() for one in pieces), "MainBoardPicker\tField\t0\t0", "end_save"]
    return SavedGame(modules.metadata(), b"", "\x1b".join(commands)).encode()


def module(tmp_path: Path, *setups: bytes) -> Path:
    tag = "VASSAL.build.module.PredefinedSetup"
    listed = "".join(
        f'<{tag} name="Start {n}" file="{n}.vsav" useFile="true" isMenu="false"/>' for n in range(len(setups))
    )
    slots = modules.palette(modules.slot("Guard", "7", "", ""))
    entries = {"buildFile.xml": modules.module(modules.map_window() + slots + listed).encode()}
    entries |= {f"{n}.vsav": data for n, data in enumerate(setups)}
    return modules.write(tmp_path, entries | {"moduledata": modules.metadata()} | modules.IMAGES)


def summaries(view: ModuleView) -> list[ModuleSetUp]:
    return list(read_set_ups(view))


def test_traits_of_equal_pieces_are_decoded_once_and_no_set_up_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[str] = []
    real = decode_part

    def counted(kind: str, state: str) -> object:
        decoded.append(kind)
        return real(kind, state)

    monkeypatch.setattr(module_setups, "decode_part", counted)
    path = module(tmp_path, *(saved(*(piece(n, str(k * n)) for n in range(PIECES))) for k in range(12)))
    with open_module([path]) as view:
        before = sum(isinstance(one, AddPiece) for one in gc.get_objects())
        found = summaries(view)
        assert sum(isinstance(one, AddPiece) for one in gc.get_objects()) <= before
    assert len(decoded) == 3
    assert [sum(setup.pieces.values()) for setup in found] == [PIECES] * 12
    assert len({kind for setup in found for kind in setup.kinds}) == 1


@pytest.mark.parametrize(
    "value", ["{Runtime.getRuntime()}", 'x\\" + Runtime.getRuntime() + \\"', "\\u0041(1)"]
)
def test_states_that_may_hold_code_are_read_again(value: str, tmp_path: Path) -> None:
    path = module(tmp_path, saved(piece(1), piece(2)), saved(piece(1), piece(2, value)))
    with open_module([path]) as view:
        parts = [list(suspect_parts(view, setup)) for setup in read_set_ups(view)]
    assert parts[0] == []
    states = [part.value for part in parts[1] if isinstance(part, DynamicProperty)]
    assert states == [value]


def test_code_in_the_state_of_one_of_many_pieces_is_found(tmp_path: Path) -> None:
    path = module(
        tmp_path, saved(*map(piece, range(PIECES)), piece(PIECES, '{Runtime.getRuntime().exec("x")}'))
    )
    assert [one for one in verify_paths([path], ["V901"]).diagnostics if "0.vsav" in str(one.span)]


def test_piece_with_too_few_states_makes_a_set_up_unreadable(tmp_path: Path) -> None:
    whole = piece(1).encode()
    path = module(tmp_path, saved(piece(2), piece(1)), _raw(whole, whole.rpartition("\t")[0]))
    (found,) = verify_paths([path], ["V309"]).diagnostics
    assert "the state has 2 parts, but the type has 3" in found.message


def _raw(*commands: str) -> bytes:
    return SavedGame(b"", b"", "\x1b".join(("begin_save", *commands, "end_save"))).encode()


def test_empty_stacks_are_reported_once_and_count_neither_as_pieces_nor_for_drive(tmp_path: Path) -> None:
    stacks = [
        AddPiece(GamePiece.of(Stack.of("Main", n % 300, 50, ("gone",) if n % 2 else ())), f"s{n}")
        for n in range(21_000)
    ]
    full = AddPiece(GamePiece.of(Stack.of("Main", 20, 25, ("p1",))), "full")
    path = module(tmp_path, saved(piece(1, map_name="null"), full, *stacks))
    (found,) = verify_paths([path], ["V316"]).diagnostics
    assert found.message == "contains 21000 empty stacks"
    with open_module([path]) as view:
        assert summaries(view)[0].maps == {"Main": 1}
    with EmulatedGame.open(path, 0) as game:
        game.start("Start 0", None)
        assert [one.name for one in game.pieces()] == ["Guard"]
