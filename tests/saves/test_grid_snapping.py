"""Games saved before counters stood on the engine's own pixels are mended by `save refresh`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.analysis.module_view import open_module
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.saves.grid_snapping import snap_to_grids
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import Command, Compound, MovePiece
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.stacks_and_decks import Stack
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

SLUG = "battle-for-moscow"


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("module") / "game.vmod")


@pytest.fixture(scope="module")
def saved() -> SavedGameFile:
    found = game(SLUG)
    kernel = RulesEngine(found, found.scenarios[0].id)
    return SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, kernel.set_up(1)))


def shifted(command: Command, by: int, only: frozenset[str], to: tuple[int, int] | None = None) -> Command:
    """Return a command with counters and stacks of some ids moved down by pixels, or first to a point."""
    if isinstance(command, Compound):
        return Compound(tuple(shifted(one, by, only, to) for one in command.commands))
    if isinstance(command, AddPiece) and command.id in only:
        basic = command.piece.basic
        assert isinstance(basic, t.BasicPiece | Stack)
        x, y = to or (basic.x, basic.y)
        lower = dataclasses.replace(basic, x=x, y=y + by)
        return dataclasses.replace(command, piece=GamePiece((lower, *command.piece.traits[1:])))
    return command


def stacks_of_units(saved: SavedGameFile) -> dict[str, list[str]]:
    """Return the ids of the stacks in hexes, each with the ids of its units from the bottom up."""
    position = LogPosition(saved)
    in_hexes = {
        (spot.x, spot.y) for spot in map(BoardPositions(game(SLUG), plan(SLUG)).hex, plan(SLUG).layout.grid)
    }
    return {
        key: pieces
        for key, pieces in ((key, list(members)) for key, members in position.stacks.items())
        if pieces
        and position.pieces[pieces[0]].properties.get(prop.UNIT_ID)
        and position.pieces[pieces[0]].spot[1:] in in_hexes
    }


def snapped(saved: SavedGameFile, module: Path) -> tuple[SavedGameFile, int]:
    with open_module([module]) as view:
        commands, count = snap_to_grids(saved.commands, view)
    return dataclasses.replace(saved, commands=commands), count


def lowered(
    saved: SavedGameFile, by: int, only: frozenset[str], to: tuple[int, int] | None = None
) -> SavedGameFile:
    return dataclasses.replace(saved, commands=tuple(shifted(one, by, only, to) for one in saved.commands))


def test_a_saved_game_on_the_engines_pixels_is_left_as_it_is(saved: SavedGameFile, module: Path) -> None:
    assert snapped(saved, module) == (saved, 0)


@pytest.mark.parametrize("by", [-1, 1])
def test_units_one_pixel_off_come_back(by: int, saved: SavedGameFile, module: Path) -> None:
    stacks = stacks_of_units(saved)
    units = [unit for stack in stacks.values() for unit in stack]
    assert len(units) > 20
    assert snapped(lowered(saved, by, frozenset({*stacks, *units})), module) == (saved, len(units))


def test_units_farther_off_stay(saved: SavedGameFile, module: Path) -> None:
    stacks = stacks_of_units(saved)
    off = lowered(saved, 2, frozenset({*stacks, *(unit for stack in stacks.values() for unit in stack)}))
    assert snapped(off, module) == (off, 0)


def dropped_beside(saved: SavedGameFile) -> tuple[SavedGameFile, list[str]]:
    """Return a game in which one stack lies a pixel below another, and the ids of the units of both."""
    (_, lower), (above, upper), *_ = stacks_of_units(saved).items()
    spot = LogPosition(saved).pieces[lower[0]].spot
    return lowered(saved, 1, frozenset({above, *upper}), spot[1:]), [*lower, *upper]


def test_stacks_one_pixel_apart_become_one(saved: SavedGameFile, module: Path) -> None:
    off, units = dropped_beside(saved)
    mended, count = snapped(off, module)
    position = LogPosition(mended)
    (together,) = [list(stack) for stack in position.stacks.values() if {*stack} & {*units}]
    assert together == units
    assert len({position.pieces[unit].spot for unit in units}) == 1
    assert count
    assert snapped(mended, module) == (mended, 0)


def mailed(saved: SavedGameFile) -> tuple[SavedGameFile, list[str], str]:
    """Return a log whose step puts a unit a pixel beside a stack, the units of that stack, and the unit."""
    (_, lower), (above, upper), *_ = stacks_of_units(saved).items()
    position = LogPosition(saved)
    (old, x, y), to = position.pieces[upper[-1]].spot, position.pieces[lower[0]].spot
    step = MovePiece(upper[-1], to[0], to[1], to[2] + 1, None, old, x, y, above, "another player")
    log = SavedGameFile.of(saved.moduledata, saved.savedata, Compound(saved.commands), (step,))
    return log, lower, upper[-1]


@pytest.mark.parametrize(
    "player", [EmulatedGame.open, pytest.param(Engine, marks=pytest.mark.engine)], ids=["emulator", "engine"]
)
def test_the_module_snaps_the_game_that_it_opens(
    player: Callable[[Path], EmulatedGame | Engine], saved: SavedGameFile, module: Path, tmp_path: Path
) -> None:
    off, units = dropped_beside(saved)
    (tmp_path / "off.vsav").write_bytes(off.encode())
    with player(module) as game:
        game.load(tmp_path / "off.vsav", BOTH_SIDES)
        assert in_one_stack(game, units)


@pytest.mark.engine
def test_the_module_snaps_what_a_log_brings(saved: SavedGameFile, module: Path, tmp_path: Path) -> None:
    log, others, comes = mailed(saved)
    (tmp_path / "mailed.vlog").write_bytes(log.encode())
    with Engine(module) as game:
        game.load(tmp_path / "mailed.vlog", "German")
        assert not in_one_stack(game, [*others, comes])
        assert game.step() == 0
        assert in_one_stack(game, [*others, comes])


def in_one_stack(game: EmulatedGame | Engine, units: list[str]) -> bool:
    """Return whether units lie in one stack, in this order, on the pixel to which the engine snaps a drop."""
    found = sorted((piece for piece in game.pieces() if piece.id in units), key=lambda piece: piece.index)
    (place,) = game.locate(found[0].map or "", [(found[0].x, found[0].y)])
    return (
        [piece.id for piece in found] == units
        and len({piece.stack for piece in found}) == 1
        and {(piece.x, piece.y) for piece in found} == {(place.snap_x, place.snap_y)}
    )
