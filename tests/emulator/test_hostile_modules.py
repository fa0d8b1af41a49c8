"""Broken and hostile modules end in one clear line, and nothing runs without end."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.emulator.beanshell.beanshell_interpreter import Interpreter, ScriptCache
from hexwright.emulator.beanshell.execution_budget import ExhaustedError
from hexwright.emulator.beanshell.java_values import ScriptError
from hexwright.emulator.traits.can_rotate_behaviour import CanRotateBehaviour
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.vassal.codec import module_archive
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.traits import CanRotate
from tests.emulator import proving_ground
from tests.foreign.modules import FOREIGN, Entries, extension, write
from tests.module_checks.sound import files


def _run(source: str) -> object:
    return Interpreter(ScriptCache()).j_eval(source)


@pytest.mark.parametrize(
    "source",
    [
        "while (true) { }",
        "for (;;) x = 1;",
        "f() { return f(); } f();",
        "a = new int[100000][100000];",
        's = "x"; for (;;) s += s;',
        's = new StringBuilder("x"); for (;;) s.append(s.toString());',
        "l = new ArrayList(); for (;;) l.add(1);",
        '"x".repeat(2000000000)',
        "(" * 5000 + "1" + ")" * 5000,
        "{" * 5000 + "}" * 5000,
        "class A { }",
        'i = new bsh.Interpreter(); i.eval("x")',
        "System.exit(1)",
        'Runtime.getRuntime().exec("x")',
        'new java.io.File("x")',
        "1 +",
        '"unclosed',
    ],
)
def test_script_that_never_ends_or_is_none_is_refused(source: str) -> None:
    with pytest.raises((ScriptError, ExhaustedError)):
        _run(source)


@pytest.mark.parametrize("wanted", ["nan", "inf", "-inf", "1e300", "-7", "east", ""])
@pytest.mark.parametrize("facings", [-3, 0, 1, 2, 6])
@pytest.mark.parametrize("saved", [5, -5, math.inf])
def test_a_piece_is_turned_by_any_text_to_one_of_its_facings(
    ground: EmulatedGame, wanted: str, facings: int, saved: float
) -> None:
    for by_facing in (True, False):
        turned = CanRotate(
            facings=facings,
            name="X",
            facing=saved,
            direct_key=KeyCommand.named("turn"),
            direct_to=wanted,
            direct_is_facing=by_facing,
        )
        rotator = CanRotateBehaviour(ground.world, ground.world.all_pieces()[0], turned, 0)
        for key in rotator.direct:
            rotator.perform(key)
        assert 0 <= int(rotator.get("X_Degrees")[1]) < 360
        assert 1 <= int(rotator.get("X_Facing")[1]) <= max(1, facings)


def test_file_that_is_no_module_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "no.vmod"
    path.write_bytes(b"not a zip")
    with pytest.raises(EngineError, match="can't be played"):
        EmulatedGame.open(path)
    with pytest.raises(EngineError, match="no file"):
        EmulatedGame.open(tmp_path / "missing.vmod")


def _sound(tmp_path: Path, old: str = "", new: str = "") -> EmulatedGame:
    made = files()
    if old:
        made.replace(old, new)
    module_archive.write(tmp_path / "sound.vmod", made.entries)
    return EmulatedGame.open(tmp_path / "sound.vmod")


def test_sound_module_plays(tmp_path: Path) -> None:
    game = _sound(tmp_path)
    status = game.start("Start", "Red")
    assert status.pieces == 1
    guard = next(p for p in game.pieces(["BasicName"]) if p.properties["BasicName"] == "Guard")
    assert game.key(guard.id, "spend")
    assert game.property("Spent", piece=guard.id) == "1"


@pytest.mark.parametrize(
    "builder", [one for one in FOREIGN if one is not extension], ids=lambda builder: builder.__name__
)
def test_modules_of_others_play_and_what_they_need_beyond_is_named(
    tmp_path: Path, builder: Callable[[], Entries]
) -> None:
    game = EmulatedGame.open(write(tmp_path, builder()))
    game.new_game()
    for setup in game.setups():
        # Some of these modules come without the files of their set-ups.
        with contextlib.suppress(EngineError):
            game.start(setup.title)
    for piece in game.pieces():
        for key in game.keys_of(piece.id):
            if any(p.id == piece.id for p in game.pieces()):
                game.key(piece.id, key)
    named = {"unknown_things", "old_letters", "layer_before_three"}
    assert bool(game.unsupported) >= (builder.__name__ in named and bool(game.pieces()))


def test_unknown_component_is_named(tmp_path: Path) -> None:
    game = _sound(tmp_path, "<VASSAL.build.module.BasicCommandEncoder/>", "<com.example.Thing/>")
    assert any("Thing" in name for name in game.unsupported)


def test_set_up_that_is_missing_or_broken_is_refused_and_leaves_no_game(tmp_path: Path) -> None:
    made = files()
    made.entries["start.vsav"] = b"rubbish"
    module_archive.write(tmp_path / "sound.vmod", made.entries)
    game = EmulatedGame.open(tmp_path / "sound.vmod")
    with pytest.raises(EngineError, match="can't be loaded"):
        game.start("Start")
    assert game.pieces() == ()
    with pytest.raises(EngineError, match="no set-up"):
        game.start("Nothing")


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> EmulatedGame:
    game = EmulatedGame.open(proving_ground.write(tmp_path_factory.mktemp("g") / "g.vmod"))
    game.new_game("Red")
    return game


def test_triggers_that_double_at_every_level_stop(ground: EmulatedGame) -> None:
    ground.new_game("Red")
    piece = next(p for p in ground.pieces(["BasicName"]) if p.properties["BasicName"] == "Triggers")
    ground.take_problems()
    with pytest.raises(EngineError, match="stopped after"):
        ground.key(piece.id, "doubling")
    assert ground.key(piece.id, "a")


def test_wrong_names_are_refused(ground: EmulatedGame) -> None:
    piece = ground.pieces()[0].id
    for refused in (
        lambda: ground.drag("nobody", "Map", "0101"),
        lambda: ground.drag(piece, "Nowhere", "0101"),
        lambda: ground.drag(piece, "Map", "zzz"),
        lambda: ground.press("Nothing"),
        lambda: ground.next_turn("Nothing"),
        lambda: ground.evaluate("{1 +}"),
        lambda: ground.set_property("Nothing", "1"),
        lambda: ground.change_side("Green"),
    ):
        with pytest.raises(EngineError):
            refused()
