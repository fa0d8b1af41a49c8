"""A file with other capitals, or ending in .yml, is told once, with the name that it should have."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game_despite_errors
from hexwright.load.new_game import start_game
from hexwright.load.project_folder import Project


@pytest.mark.parametrize(
    ("name", "other", "told"),
    [
        (
            "oob.yaml",
            "oob.yml",
            "oob.yaml: error[Y001]: the file is missing — rename 'oob.yml' to 'oob.yaml'",
        ),
        (
            "oob.yaml",
            "OOB.yaml",
            "oob.yaml: error[Y001]: the file is missing — rename 'OOB.yaml' to 'oob.yaml'",
        ),
        (
            "map.yaml",
            "Map.YML",
            "map.yaml: error[Y001]: the file is missing — rename 'Map.YML' to 'map.yaml'",
        ),
        (
            "scenarios/the-ford.yaml",
            "scenarios/the-ford.yml",
            "scenarios: error[S009]: the game has no scenario — rename 'the-ford.yml' to 'the-ford.yaml'",
        ),
    ],
)
def test_a_misnamed_file_is_told_once(name: str, other: str, told: str, tmp_path: Path) -> None:
    project = Project(tmp_path)
    start_game(project, "ford")
    folder = project.folder("ford")
    (folder / name).rename(folder / other)
    found = load_game_despite_errors(project, "ford").diagnostics
    assert [str(one).removeprefix("data/ford/") for one in found] == [told]


def test_a_game_whose_first_file_is_misnamed_says_so(tmp_path: Path) -> None:
    project = Project(tmp_path)
    start_game(project, "ford")
    (project.folder("ford") / "game.yaml").rename(project.folder("ford") / "game.yml")
    with pytest.raises(InputError, match=r"game.yaml: error\[Y001\].*rename 'game.yml' to 'game.yaml'"):
        project.require("ford")


def test_a_second_file_beside_the_right_one_is_still_warned_of(tmp_path: Path) -> None:
    project = Project(tmp_path)
    start_game(project, "ford")
    for name in ("oob.yml", "scenarios/other.yml"):
        (project.folder("ford") / name).write_text("title: x\n", "utf-8")
    found = load_game_despite_errors(project, "ford").diagnostics
    assert [one.code for one in found] == ["G008", "G008"]
