"""Fire combat in words: every die has its source, every refusal its rule."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.fire.fire_narration import battle_text
from tests.rules.fire.table import battle, look, play, rolled, rules, table, told


def refusal(state: State, line: str) -> str:
    with pytest.raises(IllegalAction) as fault:
        rules().parse(state, line)
    return str(fault.value)


def test_attack_tells_the_dice_of_both_sides_and_where_they_come_from() -> None:
    state = table("german-allocation", "A1 german-4pz", "A1 german-9a", "A2 russian-rzhev")
    state = play(state, "attack german-9a A2")
    assert told(state, "attack german-4pz A2") == (
        "4. Panzergruppe attacks A2 Rzhev. "
        "Attack: 3 dice hitting on 4-6: 4. Panzergruppe 2, 9. Armee 1. "
        "Defence: 2 dice hitting on 4-6: Operational Group Rzhev 1, river 1 (for Operational Group Rzhev)."
    )


def test_hit_numbers_are_told_where_they_differ_and_why() -> None:
    state = table("german-allocation", "A1 german-4pz", "B1 german-4a", "B2 russian-50", weather="snow")
    told_now = battle_text(look(state, "B2", "german-4pz", "german-4a", cut_off=("A1",)))
    assert told_now.startswith("Attack: 2 dice hitting on 5-6 and 1 die hitting on 6: ")
    assert "4. Panzergruppe 2 (mud or snow, out of supply, hits from 6)" in told_now
    assert "out of supply -1 (rounded down)" in told_now


def test_forest_air_and_cap_are_told() -> None:
    state = table("german-allocation", "C1 german-2pz", "C2 russian-16", disrupted=("russian-16",))
    told_now = battle_text(look(state, "C2", "german-2pz", air=("german-2fk", "german-8fk")))
    assert "2. Panzergruppe 1 (into a forest off the road)" in told_now
    assert "2. Fliegerkorps 1 (into a forest off the road)" in told_now
    assert "no more air dice than ground dice -1" in told_now
    assert "16th Army 0 (disrupted), forest 1 (for 16th Army)" in told_now


def test_places_that_fire_and_absorb_are_told() -> None:
    state = table("german-allocation", "C2 german-2a", "C3 russian-50")
    told_now = battle_text(look(state, "C3", "german-2a"))
    assert "the kremlin of Tula 1." in told_now
    assert told_now.endswith("The kremlin of Tula absorbs the first hit.")


def test_throw_of_the_seed_is_told_with_its_dice() -> None:
    state = battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks")
    drawn = rules().draw(state)
    line = told(state, drawn.text)
    assert line.startswith("Round 1. Attackers roll ")
    other = next(action for action, _ in rules().chance_outcomes(state) if action != drawn)
    assert "roll" not in told(state, other.text)


def test_the_effects_of_a_throw_are_told() -> None:
    state = battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks")
    assert told(state, "roll 1 1").endswith("2. Armee is disrupted. Tank Reserve is disrupted.")


def test_second_hit_that_a_unit_absorbs_is_told() -> None:
    standing = ("D1 german-2pz", "D1 german-2a", "D2 russian-50", "D2 russian-16")
    state = rolled(battle("D1", ["russian-50", "russian-16"], *standing, phase="russian"), 2, 0)
    assert told(state, "hit german-2pz") == "2. Panzergruppe takes a hit. 2. Panzergruppe is disrupted."
    state = play(state, "hit german-2pz")
    assert (
        told(state, "hit german-2pz")
        == "2. Panzergruppe takes a hit and absorbs it, its second of the round."
    )


def test_works_that_are_lost_are_told() -> None:
    state = battle("C1", ["german-2a"], "C1 russian-western", "D1 german-2a", fortified=("russian-western",))
    assert told(state, "roll 1 0").endswith("Western Front loses its fortification.")


def test_retreat_and_advance_are_told() -> None:
    state = rolled(battle("B2", ["german-3pz"], "B1 german-3pz", "B2 russian-western"), 0, 0)
    assert told(state, "hold") == "The defenders stay."
    line = "retreat russian-western B3"
    assert told(state, line) == "Western Front retreats to B3 Mozhaisk. Western Front is disrupted."
    state = play(state, line)
    assert told(state, "advance german-3pz B2") == (
        "3. Panzergruppe advances into B2 Vyazma. The Germans take B2 Vyazma."
    )


def test_way_beyond_the_cleared_hex_is_told() -> None:
    state = battle(
        "B2", ["german-3pz"], "B1 german-3pz", "B2 russian-western", disrupted=("russian-western",)
    )
    assert told(rolled(state, 1, 0), "advance german-3pz B3").startswith(
        "3. Panzergruppe advances into B3 Mozhaisk through B2 Vyazma, up the road."
    )


def test_end_and_battle_are_told() -> None:
    state = play(table("german-allocation", "D1 german-2a", "D2 russian-tanks"), "attack german-2a D2")
    assert told(state, "end") == "All attacks are allocated: 1 battle."
    assert told(play(state, "end"), "engage D2").startswith("Battle of D2 Orel. Attack: 1 die hitting on 4-6")


# Refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("attack russian-tanks D1", "russian-tanks doesn't belong to the phasing side, German"),
        ("attack german-9a D2", "german-9a is not on the map"),
        ("attack german-2pz D2", "german-2pz is disrupted"),
        ("attack german-4pz D2", "german-4pz isn't adjacent to an enemy in D2"),
        ("attack german-2a C1", "german-2a is already attacking D2"),
        ("attack german-4pz C1", "too many units would attack across B1/C1 with german-4pz"),
    ],
)
def test_refused_attack_says_why(line: str, reason: str) -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "C1 russian-bryansk")
    panzers = ("B1 german-3pz", "B1 german-4pz")
    state = table("german-allocation", *standing, *panzers, disrupted=("german-2pz",))
    state = play(state, "attack german-2a D2", "attack german-3pz C1")
    assert reason in refusal(state, line)


def test_refused_end_names_what_must_be_attacked() -> None:
    state = table("russian-allocation", "C2 russian-16", "C2 russian-50", "C1 german-2a", "B2 german-9a")
    state = play(state, "attack russian-16 C1")
    assert "B2 must also be attacked (Operational Combat)" in refusal(state, "end")
    reason = refusal(state, "attack russian-50 C1")
    assert "B2 must also be attacked, but no unit would be left to do so" in reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "retreat russian-tanks C1",
            "adjacent to a hex from which the attack came (Retreating and Advancing after Combat)",
        ),
        ("retreat russian-tanks A1", "a retreat is one hex long, and A1 isn't adjacent to D2"),
        ("retreat russian-tanks D1", "an enemy unit is in D1"),
        ("retreat german-2a C2", "german-2a isn't a defender of D2"),
    ],
)
def test_refused_retreat_says_why(line: str, reason: str) -> None:
    state = rolled(battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), 0, 0)
    assert reason in refusal(state, line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hold", "units with a strength of 1 must still enter D2 (Retreating and Advancing after Combat)"),
        ("advance german-2a C2", "german-2a can't advance to C2 (Retreating and Advancing after Combat)"),
        ("advance german-2a A1", "A1 isn't adjacent to D2"),
        ("advance german-9a D2", "german-9a didn't attack D2"),
    ],
)
def test_refused_advance_says_why(line: str, reason: str) -> None:
    standing = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks", "A1 german-9a")
    state = rolled(battle("D2", ["german-2a", "german-2pz"], *standing, disrupted=("russian-tanks",)), 1, 0)
    assert reason in refusal(state, line)


def test_action_of_another_stage_is_refused() -> None:
    state = table("german-allocation", "D1 german-2a", "D2 russian-tanks")
    assert "'advance' is not possible now" in refusal(state, "advance german-2a D2")


def test_written_forms_are_read_back() -> None:
    state = battle("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks")
    assert Action("roll", rolls=(1, 0)).text == "roll 1 0"
    for action, _ in rules().chance_outcomes(state):
        assert rules().parse(state, action.text) == action


def test_unit_that_is_disrupted_and_recovers_at_once_is_told_both() -> None:
    # There is no Blitzkrieg in mud, so that the recovery of the Germans follows.
    state = battle("D2", ["german-2pz"], "D1 german-2pz", "D2 russian-tanks", weather="mud")
    line = told(state, "roll 2 1")
    assert "2. Panzergruppe is disrupted." in line
    assert "2. Panzergruppe recovers." in line
