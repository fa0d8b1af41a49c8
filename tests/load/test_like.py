"""A scenario that is like another takes from it what it doesn't write, and nothing else."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from hexwright.load.game_loading import LoadedGame, load_game, load_game_despite_errors
from hexwright.load.project_folder import Project
from hexwright.model.scenario import Scenario
from tests.load.damage import FOLDER, SLUG, copy_toy

LIKE = "title: Again\ndescription: The same once more.\nbased_on: rearguard\norder: 7\n"


def loaded(root: Path, text: str, file: str = "again") -> LoadedGame:
    """Add a scenario to the toy game and load it."""
    (root / FOLDER / "scenarios" / f"{file}.yaml").write_text(text, encoding="utf-8")
    return load_game(Project(root), SLUG)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Copy the toy game."""
    return copy_toy(tmp_path)


def test_all_but_title_description_and_order_is_taken(root: Path) -> None:
    game = loaded(root, LIKE).game
    first, again = game.scenario("rearguard"), game.scenario("again")
    own = {"id", "title", "description", "order", "based_on"}
    for part in fields(Scenario):
        if part.name not in own:
            assert getattr(again, part.name) == getattr(first, part.name), part.name
    assert (again.title, again.order, again.based_on) == ("Again", 7, "rearguard")


@pytest.mark.parametrize("file", ["again", "zz", "a"])
def test_the_order_of_files_makes_no_difference(root: Path, file: str) -> None:
    game = loaded(root, LIKE, file).game
    assert game.scenario(file).setup == game.scenario("rearguard").setup


def test_keys_of_a_set_up_replace_those_of_the_scenario_it_is_like(root: Path) -> None:
    text = LIKE + "last_turn: 2\nsetup:\n  name: Thinner\n  placement: {A2: red-1, C3: blue-guard}\n"
    text += "unused_units: [red-2, red-horse, blue-1, blue-2, blue-horse]\n"
    game = loaded(root, text).game
    first, again = game.scenario("rearguard"), game.scenario("again")
    assert again == replace(
        first,
        id="again",
        title="Again",
        description="The same once more.",
        based_on="rearguard",
        order=7,
        last_turn=2,
        unused_units=again.unused_units,
        setup=replace(first.setup, name="Thinner", placement=again.setup.placement),
    )
    assert set(again.setup.placement) == {"A2", "C3"}
    assert again.unused_units == ("red-2", "red-horse", "blue-1", "blue-2", "blue-horse")


def test_a_title_is_its_own_and_missed(root: Path) -> None:
    (root / FOLDER / "scenarios" / "again.yaml").write_text("based_on: rearguard\n", encoding="utf-8")
    found = load_game_despite_errors(Project(root), SLUG).diagnostics
    assert {d.code for d in found} == {"K001"}
    assert len(found) == 2


def test_a_fault_that_is_taken_is_told_once_where_it_stands(root: Path) -> None:
    path = root / FOLDER / "scenarios" / "rearguard.yaml"
    path.write_text(path.read_text("utf-8").replace("C2: red-horse", "C2: red-1"), encoding="utf-8")
    (root / FOLDER / "scenarios" / "again.yaml").write_text(LIKE, encoding="utf-8")
    twice = [d for d in load_game_despite_errors(Project(root), SLUG).diagnostics if d.code == "S001"]
    assert len(twice) == 1
    assert twice[0].span is not None
    assert twice[0].span.file.endswith("scenarios/rearguard.yaml")


def test_an_unreadable_value_there_causes_no_second_error_here(root: Path) -> None:
    path = root / FOLDER / "scenarios" / "rearguard.yaml"
    path.write_text(path.read_text("utf-8").replace("last_turn: 3", "last_turn: three"), encoding="utf-8")
    (root / FOLDER / "scenarios" / "again.yaml").write_text(LIKE, encoding="utf-8")
    found = [
        d for d in load_game_despite_errors(Project(root), SLUG).diagnostics if d.severity.name == "ERROR"
    ]
    assert len(found) == 1
    assert found[0].span is not None
    assert found[0].span.file.endswith("rearguard.yaml")
