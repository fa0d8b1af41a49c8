"""The translated rules engine answers like the one in Python: a sample here, any number by `-m
tests.vassal.kernel`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexwright.vassal.kernel import calls, comprehensions, expressions
from hexwright.vassal.kernel.naming import name_in_data
from hexwright.vassal.kernel.runtime_classes import runtime_classes
from hexwright.vassal.kernel.translated_engine import (
    ENGINE_ROOTS,
    UNTRANSLATED,
    translate,
    translated_classes,
)
from tests.generated.plan import drawn
from tests.shipped import shipped
from tests.vassal.kernel.comparing import compare_game, made_game
from tests.vassal.kernel.java_machine import JAVA, needs_java
from tests.vassal.kernel.kernel_machine import KernelMachine, kernel_machine

pytestmark = needs_java


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KernelMachine]:
    assert JAVA is not None
    classes = {**runtime_classes(), **translated_classes()}
    with kernel_machine(JAVA, classes, tmp_path_factory.mktemp("kernel")) as running:
        yield running


@pytest.mark.parametrize(
    ("slug", "number"),
    [
        ("battle-for-moscow", 150),
        pytest.param("moscow-embattled", 1_500, marks=pytest.mark.slow),
        pytest.param("battle-of-moscow", 1_500, marks=pytest.mark.slow),
        pytest.param("moscow-campaign", 1_500, marks=pytest.mark.slow),
    ],
)
def test_games_of_the_project_are_answered_alike(machine: KernelMachine, slug: str, number: int) -> None:
    found = compare_game(machine, shipped(slug).game, name_in_data, number, 1)
    assert [str(one) for one in found.differences[:3]] == []
    assert found.calls["is_legal"] > number // 10
    assert found.calls["parse"] > number // 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2_000, 2_040))
def test_random_games_are_answered_alike(machine: KernelMachine, seed: int) -> None:
    game = made_game(drawn(seed))
    if game is not None:
        found = compare_game(machine, game, name_in_data, 150, seed)
        assert [str(one) for one in found.differences[:3]] == []


def _ends_ranges_early(patch: pytest.MonkeyPatch) -> None:
    """Translate <= as <."""
    patch.setitem(expressions.COMPARISONS, ast.LtE, ("lt", True))


def _takes_sets_apart_wrongly(patch: pytest.MonkeyPatch) -> None:
    """Translate ^ as |."""
    patch.setitem(expressions.OPERATORS, ast.BitXor, "or")


def _sorts_without_keys(patch: pytest.MonkeyPatch) -> None:
    """Leave out the function by which values are sorted."""
    patch.setattr(comprehensions.Comprehensions, "key_function", lambda self, node: self.code.push_null())


def _copies_records_with_one_change(patch: pytest.MonkeyPatch) -> None:
    """Copy records with the first of their changes alone."""
    replace = calls.Calls.replace
    patch.setattr(
        calls.Calls,
        "replace",
        lambda self, node, changed: replace(
            self, ast.copy_location(ast.Call(node.func, node.args, node.keywords[:1]), node), changed
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "slug"),
    [
        # No rule of Battle for Moscow ends at a limit that its units meet in so few calls.
        (_ends_ranges_early, "battle-of-moscow"),
        (_takes_sets_apart_wrongly, "battle-for-moscow"),
        (_sorts_without_keys, "battle-for-moscow"),
        (_copies_records_with_one_change, "battle-for-moscow"),
    ],
)
def test_a_planted_fault_of_the_translator_shows_in_a_game(
    plant: Callable[[pytest.MonkeyPatch], None], slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert JAVA is not None
    plant(monkeypatch)
    classes = {**runtime_classes(), **translate(ENGINE_ROOTS, UNTRANSLATED)}
    with kernel_machine(JAVA, classes, tmp_path) as running:
        assert compare_game(running, shipped(slug).game, name_in_data, 300, 1).differences
