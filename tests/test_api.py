"""The Python API does what its documentation shows, and enough to write a program with."""

from __future__ import annotations

import doctest
import random
from pathlib import Path

import pytest

import hexwright.api
from hexwright.api import CHANCE, Action, IllegalAction, Rules, build_module, load_game, verify
from hexwright.cli.app import ExitCode, run
from hexwright.rules.engine.rules_protocol import END

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "python-api.md"
OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new project with the game that `hexwright new` makes, as the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(tmp_path / "cache"))
    assert run(["new", "the-ford"]) == ExitCode.OK
    return tmp_path


@pytest.mark.usefixtures("project")
def test_the_examples_of_the_docstrings_give_what_they_show() -> None:
    counted = doctest.testmod(hexwright.api, optionflags=OPTIONS)
    assert counted.failed == 0
    assert counted.attempted > 10


@pytest.mark.usefixtures("project")
def test_the_examples_of_the_page_give_what_they_show() -> None:
    text = PAGE.read_text("utf-8").replace("```\n", "\n")
    found = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    counted = doctest.DocTestRunner(optionflags=OPTIONS).run(found)
    assert counted.failed == 0
    assert counted.attempted > 10


def test_every_public_name_stands_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    methods = [f"Rules.{name}" for name in vars(Rules) if not name.startswith("_")]
    assert [name for name in (*hexwright.api.__all__, *methods) if f"`{name}" not in text] == []


def test_a_player_of_chance_finishes_games_of_a_project_elsewhere(project: Path) -> None:
    rules = Rules(load_game("the-ford", project=project), "the-ford")
    chance = random.Random(3)

    def play() -> list[str]:
        state, texts = rules.initial_state(seed=chance.randrange(100)), []
        while not rules.is_over(state):
            if rules.active_side(state) == CHANCE:
                outcomes = rules.chance_outcomes(state)
                assert sum(probability for _, probability in outcomes) == 1
                action = rules.draw(state)
                assert action in [outcome for outcome, _ in outcomes]
            else:
                action = chance.choice(rules.legal_actions(state))
                assert rules.violation(state, action) is None
                assert rules.parse(state, action.text) == action
            texts.append(rules.describe(state, action))
            state = rules.apply(state, action.text)
        assert not rules.legal_actions(state)
        assert not rules.chance_outcomes(state)
        assert rules.outcome(state).winner in ("red", "blue", None)
        return texts

    first = play()
    assert len(first) > 10
    assert all(first)
    chance.seed(3)
    assert play() == first


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(project: Path) -> None:
    rules = Rules(load_game("the-ford", project=project), "the-ford")
    state = rules.initial_state()
    for wrong in ("move red-1 0603", "attack blue-1 on red-1", "sing", Action("roll", roll=3)):
        told = rules.violation(state, wrong)
        assert told
        with pytest.raises(IllegalAction, match=r".") as caught:
            rules.apply(state, wrong)
        assert str(caught.value) == told
    assert rules.apply(state, END) != state
    assert state == rules.initial_state()


def test_a_module_that_is_built_is_verified_and_a_broken_one_too(project: Path) -> None:
    built = build_module("the-ford", project / "out", project=project, theme="contrast")
    assert built.path.parent == project / "out"
    assert verify(built.path, select=["V2"]).fails(None) is False
    cut = project / "cut.vmod"
    cut.write_bytes(built.path.read_bytes()[:2000])
    assert "V001" in [finding.code for finding in verify(cut).diagnostics]
    with pytest.raises(ValueError, match="no check"):
        verify(built.path, select=["V9999"])
