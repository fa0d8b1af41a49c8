"""The translated rules engine answers like the one in Python: a sample here, any number by `-m
tests.vassal.kernel`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.vassal.kernel.naming import name_in_data
from hexwright.vassal.kernel.runtime_classes import runtime_classes
from hexwright.vassal.kernel.translated_engine import translated_classes
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
    assert found.calls["parse"] > number // 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2_000, 2_040))
def test_random_games_are_answered_alike(machine: KernelMachine, seed: int) -> None:
    game = made_game(drawn(seed))
    if game is not None:
        found = compare_game(machine, game, name_in_data, 150, seed)
        assert [str(one) for one in found.differences[:3]] == []
