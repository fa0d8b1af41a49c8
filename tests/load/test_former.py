"""A former key is reported with what to write now."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from hexwright.load.former_keys import FORMER_KEYS, RENAMED_KEYS, RENAMED_VALUES, current_key
from hexwright.load.game_loading import load_game_despite_errors
from hexwright.load.project_folder import Project
from hexwright.load.record_keys import keys_of
from tests.load.damage import SLUG, all_of, copy_toy, replace


@pytest.mark.parametrize("record", FORMER_KEYS, ids=lambda record: record.__name__)
def test_a_former_key_is_gone_and_what_is_written_now_is_there(record: type) -> None:
    known = {field.name for field in fields(record)}
    for key in FORMER_KEYS[record]:
        assert key not in known - _WITH_A_NEW_SENSE.get(record.__name__, set())
        told = current_key(record, key)
        assert told is not None
        named = [one for one in re.findall(r"'([a-z_]+)", told) if not one.endswith("-air")]
        assert not named or any(one in known or one in _ELSEWHERE for one in named), told


_WITH_A_NEW_SENSE = {"CombatRules": {"weather"}}
_ELSEWHERE = {"mud", "line_costs", "dice_limits", "dice_divisors", "rule", "option", "supply"}


@pytest.mark.parametrize("record", RENAMED_KEYS, ids=lambda record: record.__name__)
def test_a_renamed_key_has_one_new_name_that_exists(record: type) -> None:
    renamed, known = RENAMED_KEYS[record], keys_of(record)
    assert not set(renamed) & set(known), "a former name is in use again"
    assert set(renamed.values()) <= set(known)
    assert len(set(renamed.values())) == len(renamed), "two keys became one"


@pytest.mark.parametrize(("record", "key"), RENAMED_VALUES, ids=str)
def test_a_renamed_value_is_a_choice_of_its_key_now(record: type, key: str) -> None:
    choices = repr(keys_of(record)[key].type)
    for former, present in RENAMED_VALUES[record, key].items():
        assert f"'{present}'" in choices
        assert f"'{former}'" not in choices


def test_the_loader_gives_the_present_name_of_a_former_key_and_of_a_former_value(tmp_path: Path) -> None:
    all_of(
        replace("map.yaml", "hexsides: [D3/E3]", "sides: [D3/E3]"),
        replace("rules.yaml", "AE: [attacker-step-loss]", "AE: [attacker-step]"),
    ).act(copy_toy(tmp_path))
    hints = {one.message: one.hint for one in load_game_despite_errors(Project(tmp_path), SLUG).diagnostics}
    assert hints["unknown key 'sides' in hexside line 'ditch'"] == (
        "write 'hexsides', the new name of this key; 'hexwright migrate' renames it"
    )
    told = hints["entry 1 of 'AE' in 'combat' can't be 'attacker-step'"]
    assert told.startswith("write 'attacker-step-loss', the new name of this value; choose ")
