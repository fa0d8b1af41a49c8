"""A copy of the toy game to build and to damage, and one build of it that several tests look at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.load.project_folder import Project
from hexwright.pipeline.game_build import BuildRequest, BuildResult, build_game
from hexwright.support.result_cache import ResultCache

TOY = Path(__file__).parents[1] / "toy"
SLUG = "toy-bridge"

Builder = Callable[..., BuildResult]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> ResultCache:
    """One cache for the whole run: entries are whole or absent, so that workers may share it."""
    base = tmp_path_factory.getbasetemp()
    return ResultCache((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "hexwright-cache")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return copy_of_toy(tmp_path / "project")


def copy_of_toy(folder: Path) -> Project:
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("gpids.yaml"))
    return Project(folder)


@pytest.fixture
def build(cache: ResultCache, project: Project, tmp_path: Path) -> Builder:
    def run(**changes: object) -> BuildResult:
        request = {"project": project, "slug": SLUG, "out": tmp_path / "out"} | changes
        return build_game(BuildRequest(**request), cache)  # type: ignore[arg-type]

    return run
