"""The entries of a module that runs the rules engine itself: loader, packed classes, the game's data."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rule_citations import with_rule_citations
from hexwright.rules.judging.judged_game import JudgedGame
from hexwright.vassal.kernel.engine_data import encoded
from hexwright.vassal.kernel.packed_classes import pack
from hexwright.vassal.kernel.runtime_classes import runtime_classes

LOADER: Final = "judge/Loader"
LOADER_ENTRY: Final = f"{LOADER}.class"
"""The only class that VASSAL's own loader finds; it defines the others."""
CLASSES_ENTRY: Final = "judge/classes.bin"
GAME_ENTRY: Final = "judge/game.json"
_NOT_IN_MODULES: Final = frozenset((LOADER, "judge/AnswerLines"))


def module_entries(
    game: Game, translated: Mapping[str, bytes], class_name: Callable[[type], str]
) -> dict[str, bytes]:
    """Return the entries for a game: by name, with their bytes. The same game gives the same bytes.

    `translated` has the translated classes of the rules engine by name, and `class_name` returns the name of
    the one that stands for a class of Python.
    """
    return {**judge_entries(translated), GAME_ENTRY: encoded(judged_game(game), class_name).encode()}


def judge_entries(translated: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the entries that are the same in all modules: the loader, and the packed classes."""
    runtime = {name: data for name, data in runtime_classes().items() if name not in _NOT_IN_MODULES}
    return {LOADER_ENTRY: runtime_classes()[LOADER], CLASSES_ENTRY: pack({**runtime, **translated})}


def judged_game(game: Game) -> JudgedGame:
    """Return a game with its board as modules need them: rules are cited, and the board comes without its
    grid's hexes, which stand in the board too.
    """
    board = Board.of(game.hexmap)
    bare = dataclasses.replace(board.grid, hexes=(), _positions=MappingProxyType({}))
    return JudgedGame(with_rule_citations(game), dataclasses.replace(board, grid=bare))
