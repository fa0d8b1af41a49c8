"""The umpire follows units that are formed of stored replacements, and finds what isn't spent on them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.games_with_accounts import PHASE, SLUG
from tests.rules.games_with_stored_replacements import DEPOTS, storing
from tests.umpire.changed import field_of
from tests.umpire.planting import Field

STANDING = (f"C1 {DEPOTS[0]}", f"C1 {DEPOTS[1]}", f"B4 {DEPOTS[2]}")


@pytest.fixture
def field() -> Iterator[Field]:
    assert storing().slug == SLUG
    with field_of(storing(), STANDING, PHASE, ("blue-column-2",)) as found:
        yield found


@pytest.mark.parametrize("told", [True, False])
def test_a_unit_formed_by_the_rules_is_followed(told: bool, field: Field) -> None:
    field.do("new blue-column-2 C1", "end")
    assert field.found(told=told) == ()


def test_stored_replacements_that_were_not_spent_are_found(field: Field) -> None:
    field.plant(field.drag("blue-column-2", "C1"))
    field.do("end")
    assert [one for one in field.found(told=False) if one.kind == "offence"]


def test_stored_replacements_spent_on_nobody_are_found(field: Field) -> None:
    field.plant(field.off(DEPOTS[0]))
    field.do("end")
    assert [one for one in field.found(told=False) if one.kind == "offence"]
