"""What is told of a key that is written otherwise now can be typed."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

import hexwright.model.counter_mix
import hexwright.model.rules.combat_modifier_record
import hexwright.model.rules.fire_combat_record
import hexwright.model.rules.movement_record
import hexwright.model.rules.rules_record
import hexwright.model.rules.stacking_record
from hexwright.load.former_keys import FORMER_KEYS, current_key

RECORDS = {
    name: kind
    for module in (
        hexwright.model.counter_mix,
        hexwright.model.rules.fire_combat_record,
        hexwright.model.rules.combat_modifier_record,
        hexwright.model.rules.movement_record,
        hexwright.model.rules.rules_record,
        hexwright.model.rules.stacking_record,
    )
    for name, kind in vars(module).items()
    if isinstance(kind, type)
}


@pytest.mark.parametrize("record", FORMER_KEYS)
def test_a_former_key_is_gone_and_what_is_written_now_is_there(record: str) -> None:
    known = {field.name for field in fields(RECORDS[record])}
    for key in FORMER_KEYS[record]:
        assert key not in known - _WITH_A_NEW_SENSE.get(record, set())
        told = current_key(record, key)
        assert told is not None
        named = [one for one in re.findall(r"'([a-z_]+)", told) if not one.endswith("-air")]
        assert not named or any(one in known or one in _ELSEWHERE for one in named), told


_WITH_A_NEW_SENSE = {"CombatRules": {"weather"}}
_ELSEWHERE = {"mud", "lines", "limits", "divisions", "rule", "under", "supply"}
