"""The umpire finds battles that begin, and phases that end, before all have attacked that must."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.rules_protocol import END
from hexwright.umpire.log_umpire import Finding
from tests.umpire.planting import Field

REDOUBT = "toy-redoubt"


def besieged() -> Field:
    """Return the toy at Amber's first combat, where more than one unit must attack."""
    field = Field.begun(REDOUBT).at("amber-combat")
    assert not field.kernel.is_legal(field.state, END)
    return field


def offences(field: Field) -> list[Finding]:
    return [one for one in field.found() if one.kind == "offence"]


def test_a_phase_that_ends_before_all_have_attacked_is_found() -> None:
    field = besieged()
    field.plant(field.turn(1, "slate-movement"), said="Turn 1: Slate movement")
    [found] = offences(field)
    assert (found.done, found.rule) == ("Amber combat ends", "4")
    assert "must still attack" in found.why


def test_a_battle_that_begins_before_all_have_attacked_is_found_once() -> None:
    field = besieged()
    first = next(action for action in field.kernel.legal_actions(field.state) if action.kind == "attack")
    field.act(first)
    if field.kernel.is_legal(field.state, END):
        pytest.fail("one attack is enough")
    field.act(END)
    field.act(field.kernel.legal_actions(field.state)[0])
    field.act(field.kernel.draw(field.state))
    found = offences(field)
    assert [(one.done, one.rule) for one in found] == [("the first battle begins", "4")]
    assert "must still" in found[0].why


def test_attacks_taken_back_are_followed() -> None:
    field = besieged()
    kernel = field.kernel
    first = next(action for action in kernel.legal_actions(field.state) if action.kind == "attack")
    assert first.unit is not None
    field.act(first)
    field.do(f"leave {first.unit}")
    while not kernel.is_legal(field.state, END):
        field.act(kernel.phase_end_actions(field.state)[0])
    field.do("end")
    assert field.found() == ()


def test_where_nobody_declares_battles_that_changed_nothing_are_a_doubt_at_most() -> None:
    for seed in range(1, 5):
        field = Field.begun(REDOUBT, seed=seed)
        field.play(lambda f: len(f.replay.steps) >= 40 or f.state.stage == "over")
        assert all(one.kind == "doubt" for one in field.found(told=False))


@pytest.mark.parametrize("strength", ["", "/2"])
def test_only_a_phase_in_which_somebody_can_decide_must_not_be_skipped(strength: str) -> None:
    field = Field.arranged([f"0101 german-v{strength}", "1404 soviet-3"], "soviet-movement", turn=2)
    field.plant(field.turn(3, "panzer-movement"), said="Turn 3: Panzer movement")
    told = [found.done for found in field.found() if found.kind == "offence"]
    # A weak unit may take a replacement; without one, the module passes the phase by itself.
    assert told == (["German replacement is skipped"] if strength else [])
