"""What is told of a key that is written otherwise now can be typed."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

import builder.model.counters
import builder.model.fire
import builder.model.modifying
import builder.model.moving
import builder.model.rules
import builder.model.stacking
from builder.load.former import FORMER, now

RECORDS = {
    name: kind
    for module in (
        builder.model.counters,
        builder.model.fire,
        builder.model.modifying,
        builder.model.moving,
        builder.model.rules,
        builder.model.stacking,
    )
    for name, kind in vars(module).items()
    if isinstance(kind, type)
}


@pytest.mark.parametrize("record", FORMER)
def test_a_former_key_is_gone_and_what_is_written_now_is_there(record: str) -> None:
    known = {field.name for field in fields(RECORDS[record])}
    for key in FORMER[record]:
        assert key not in known - _WITH_A_NEW_SENSE.get(record, set())
        told = now(record, key)
        assert told is not None
        named = [one for one in re.findall(r"'([a-z_]+)", told) if not one.endswith("-air")]
        assert not named or any(one in known or one in _ELSEWHERE for one in named), told


_WITH_A_NEW_SENSE = {"CombatRules": {"weather"}}
_ELSEWHERE = {"mud", "lines", "limits", "divisions", "rule", "under", "supply"}
