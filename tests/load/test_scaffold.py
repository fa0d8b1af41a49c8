"""`hexwright new` starts a game that checks, builds and plays at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import FILES, small_game, start_game, title_of
from hexwright.load.project_folder import Project


def started(tmp_path: Path, slug: str = "the-ford", title: str = "") -> Project:
    project = Project(tmp_path)
    start_game(project, slug, title)
    return project


def test_new_game_has_no_findings_and_bears_its_title(tmp_path: Path) -> None:
    loaded = load_game(started(tmp_path, title='Who holds "the" ford?'), "the-ford")
    assert loaded.diagnostics == ()
    assert loaded.game.info.title == loaded.game.hexmap.title == 'Who holds "the" ford?'


def test_new_game_builds_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "my-game"]) == ExitCode.OK
    told = capsys.readouterr().out
    assert "data/my-game/game.yaml" in told
    assert (tmp_path / "docs" / "schemas" / "rules.schema.json").is_file()
    assert (tmp_path / "docs" / "reference" / "data-format.md").is_file()
    assert run(["check", "my-game"]) == ExitCode.OK
    assert run(["setup", "check", "my-game", "the-ford"]) == ExitCode.OK
    assert run(["play", "my-game", "the-ford", "--games", "2"]) == ExitCode.OK
    assert run(["build", "my-game"]) == ExitCode.OK
    module = tmp_path / "modules_out" / "my-game-0.1.vmod"
    assert run(["verify", str(module)]) == ExitCode.OK


def test_new_game_goes_to_the_project_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "data" / "other"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert run(["new", "my-game"]) == ExitCode.OK
    assert (tmp_path / "data" / "my-game" / "game.yaml").is_file()


def test_a_new_game_overwrites_no_file(tmp_path: Path) -> None:
    project = started(tmp_path)
    mine = project.folder("the-ford") / "map.yaml"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="G009"):
        start_game(project, "the-ford")
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("slug", ["My Game", "../elsewhere", "con", "", "a" * 61])
def test_name_that_no_folder_may_have_is_refused(tmp_path: Path, slug: str) -> None:
    with pytest.raises(InputError, match="G003"):
        start_game(Project(tmp_path), slug)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["x" * 61, "two\nlines"])
def test_title_that_does_not_fit_is_refused(tmp_path: Path, title: str) -> None:
    with pytest.raises(InputError, match="G010"):
        start_game(Project(tmp_path), "the-ford", title)
    assert list(tmp_path.iterdir()) == []


def test_title_comes_from_the_name_of_the_folder() -> None:
    assert title_of("battle-of-hill-3") == "Battle Of Hill 3"


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=60))
def test_any_printable_title_survives_the_file(title: str) -> None:
    import yaml

    assert yaml.safe_load(small_game(title)["game.yaml"])["title"] == title


def test_the_files_are_all_that_the_template_holds() -> None:
    from importlib import resources

    folder = resources.files("hexwright.load") / "templates" / "small-game"
    with resources.as_file(folder) as path:
        assert sorted(p.relative_to(path).as_posix() for p in path.rglob("*.yaml")) == sorted(FILES)
