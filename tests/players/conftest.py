"""Tests of computer players run commands on games of this repository, which are read once."""

from __future__ import annotations

import pytest

from hexwright.load.new_game import start_game
from hexwright.load.project_folder import Project
from tests.games_read_once import games_are_read_once as games_are_read_once
from tests.players.campaign_records import SLUG


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with the small game that `hexwright new` writes."""
    root = tmp_path_factory.mktemp("project")
    start_game(Project(root), SLUG)
    return Project(root)
