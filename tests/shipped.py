"""The games of the project as they are read and checked: once in a process, for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from hexwright.load.game_loading import LoadedGame, Project, load_game

ROOT: Final = Path(__file__).parents[1]


@cache
def shipped(slug: str) -> LoadedGame:
    """Return a game of the project."""
    return load_game(Project(ROOT), slug)
