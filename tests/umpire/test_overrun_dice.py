"""The umpire follows dice that are thrown for overruns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.dicing import dicing
from tests.saves import test_ours
from tests.umpire import planting
from tests.umpire.planting import Field
from tests.vassal.compile import games
from validators.rules.arrange import arrange
from validators.rules.kernel import Kernel

STANDING = (
    "0202 amber-1",
    "0202 amber-2",
    "0302 amber-3",
    "0303 slate-scout",
    "0502 slate-1",
    "0503 slate-2",
)


@pytest.fixture
def field(monkeypatch: pytest.MonkeyPatch) -> Iterator[Field]:
    """Return the toy with dice for overruns: scouts beside a stack and a single unit."""
    found = dicing()
    for module in (planting, test_ours, games):
        monkeypatch.setattr(module, "game", lambda _slug: found)
    test_ours.ours.cache_clear()
    games.plan.cache_clear()  # Its track of phases is longer.
    kernel = Kernel(found, "the-day")
    yield Field(kernel, arrange(kernel, STANDING, turn=1, phase="amber-movement"), slug="toy-redoubt")
    test_ours.ours.cache_clear()
    games.plan.cache_clear()


@pytest.mark.parametrize("told", [True, False])
def test_dice_and_advances_are_followed(field: Field, told: bool) -> None:
    field.do("attack amber-1 0303", "resolve 0303", "attack amber-3 0303", "end")
    field.do("resolve 0303", "roll 6", "advance amber-1 0303", "hold")
    assert field.found(told=told) == ()


def test_losses_for_the_die_are_followed(field: Field) -> None:
    field.do("attack amber-1 0303", "attack amber-2 0303", "resolve 0303", "end")
    field.do("resolve 0303", "roll 3", "lose amber-1")
    assert field.found() == ()


def test_who_moves_on_after_it_is_found(field: Field) -> None:
    field.do("attack amber-1 0303", "resolve 0303")
    field.plant(field.drag("amber-1", "0303"))
    assert [one.kind for one in field.found()] == ["offence"]
