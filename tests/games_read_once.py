"""Games of this repository that commands read once for all tests, which never change their files.

A `conftest.py` of tests that run commands imports the fixture.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexwright.load import game_loading
from hexwright.load.game_loading import LoadedGame, load_game_despite_errors
from hexwright.load.project_folder import Project

ROOT = Path(__file__).parents[1]
KEPT = (ROOT, ROOT / "tests" / "toy")


@cache
def _read_once(root: Path, slug: str, options: tuple[tuple[str, str], ...], *checks: Any) -> LoadedGame:
    glyphs, sheet = checks
    return load_game_despite_errors(
        Project(root), slug, dict(options), glyph_faults=glyphs, sheet_faults=sheet
    )


def _read(
    project: Project,
    slug: str,
    options: Mapping[str, str] | None = None,
    *,
    glyph_faults: Any = None,
    sheet_faults: Any = None,
) -> LoadedGame:
    """Return a game as `load_game_despite_errors` does; one in a folder of a test is always read anew."""
    checks = (glyph_faults, sheet_faults)
    if project.root.resolve() in KEPT:
        return _read_once(project.root, slug, tuple(sorted((options or {}).items())), *checks)
    return load_game_despite_errors(
        project, slug, options, glyph_faults=glyph_faults, sheet_faults=sheet_faults
    )


@pytest.fixture(autouse=True)
def games_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_loading, "load_game_despite_errors", _read)
