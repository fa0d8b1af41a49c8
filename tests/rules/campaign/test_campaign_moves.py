"""Operational movement, stacking and digging in."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.movement.move_legs import legs_of_state
from tests.rules.campaign.camp import LONG, camp, ends, game, is_fortified, of, play, rules, texts


@cache
def roadless() -> RulesEngine:
    """Return the rules engine on a map without the Moscow Road's bonus."""
    found = game()
    modes = tuple(
        replace(
            mode,
            road_bonus=None,
            allowance_modifiers=tuple(replace(one, road_toward=None) for one in mode.allowance_modifiers),
        )
        for mode in found.rules.movement
    )
    return RulesEngine(replace(found, rules=replace(found.rules, movement=modes)), LONG)


def attacking(state: State, unit: str, kernel: RulesEngine | None = None) -> set[str]:
    """Return the hexes where a unit may end its move and then attack."""
    setting = (kernel or rules()).setting
    return {
        str(h)
        for h in setting.hex_ids(
            legs_of_state(setting, state).end_hexes_for_attack(setting.unit_numbers[UnitId(unit)])
        )
    }


def near(start: str, steps: int) -> set[str]:
    board = rules().setting.board
    number = next(i for i, h in enumerate(board.ids) if h == start)
    return {str(h) for d in range(1, steps + 1) for h in board.names(board.ring(number, d))}


@pytest.mark.parametrize(
    ("side", "unit", "steps"),
    [
        ("german", "german-2pz", 2),
        ("german", "german-2a", 1),
        ("german", "german-4a", 1),
        ("russian", "russian-tanks", 2),
        ("russian", "russian-16", 1),
        ("russian", "russian-1s", 1),
        ("russian", "russian-50", 0),
        ("russian", "russian-western", 0),
    ],
)
def test_units_move_their_hexes_and_attack(side: str, unit: str, steps: int) -> None:
    state = camp(f"{side}-movement", f"D5 {unit}", turn=2, kernel=roadless())
    assert attacking(state, unit, roadless()) == near("D5", steps)


@pytest.mark.parametrize("unit", ["german-2pz", "german-2a"])
@pytest.mark.parametrize("weather", ["good", "mud", "hard-frost", "snow"])
def test_units_that_do_not_attack_go_one_hex_further_in_any_weather(unit: str, weather: str) -> None:
    state = camp("german-movement", f"D5 {unit}", turn=3, weather=weather, kernel=roadless())
    base = (2 if unit == "german-2pz" else 1) if weather != "mud" else 0
    assert ends(state, unit, roadless()) == near("D5", base + 1)


def test_unit_that_went_too_far_does_not_attack() -> None:
    far = camp("german-movement", "D2 german-2a", "B3 russian-50", turn=2, weather="mud")
    moved = play(far, "move german-2a C2", "end")
    assert of(moved, "attack german-2a") == []
    near_enough = camp("german-movement", "D2 german-2pz", "B3 russian-50", turn=2)
    moved = play(near_enough, "move german-2pz C2", "end")
    assert of(moved, "attack german-2pz") == ["attack german-2pz B3"]


def test_road_gives_any_unit_a_hex_and_an_attack() -> None:
    state = camp("german-movement", "B1 german-4a", "B4 russian-50", turn=2)
    assert "B3" in attacking(state, "german-4a")
    assert "C3" not in attacking(state, "german-4a")
    moved = play(state, "move german-4a B2", "move german-4a B3", "end")
    assert of(moved, "attack german-4a") == ["attack german-4a B4"]


def test_road_counts_one_hex_once() -> None:
    state = camp("german-movement", "B1 german-9a", turn=2)
    # One step along the road to B2 and one more from there; or one anywhere.
    assert attacking(state, "german-9a") == near("B1", 1) | near("B2", 1) - {"B1"}


def test_road_hex_may_be_the_first_the_last_or_any_between() -> None:
    state = camp("german-movement", "C1 german-2pz", turn=2)
    # Two ordinary hexes and one along the road: to B2 and up the road to B3, then on.
    assert {"A3", "B4"} <= ends(state, "german-2pz")
    assert "B3" in attacking(state, "german-2pz")


def test_russian_rifle_army_uses_the_road_and_attacks() -> None:
    state = camp("russian-movement", "B3 russian-50", "B1 german-2a", turn=2)
    assert attacking(state, "russian-50") == {"B2", "B4"}
    moved = play(state, "move russian-50 B2", "end")
    assert of(moved, "attack russian-50") == ["attack russian-50 B1"]


def test_in_mud_germans_move_before_an_attack_only_up_the_road() -> None:
    state = camp("german-movement", "B2 german-3pz", "B2 german-4a", turn=2, weather="mud")
    assert attacking(state, "german-3pz") == {"B3"}
    assert attacking(state, "german-4a") == {"B3"}
    dry = camp("german-movement", "B4 german-4a", turn=3, weather="hard-frost")
    assert "B2" in attacking(dry, "german-4a")


def test_in_mud_germans_that_do_not_attack_use_the_road_either_way() -> None:
    state = camp("german-movement", "B3 german-3pz", turn=2, weather="mud")
    assert {"B1", "B4"} <= ends(state, "german-3pz")
    off = camp("german-movement", "D3 german-3pz", "D3 german-2a", turn=2, weather="mud")
    assert attacking(off, "german-3pz") == attacking(off, "german-2a") == set()
    assert ends(off, "german-3pz") == near("D3", 1)


def test_mud_does_not_slow_russians() -> None:
    state = camp("russian-movement", "D5 russian-tanks", turn=2, weather="mud", kernel=roadless())
    assert attacking(state, "russian-tanks", roadless()) == near("D5", 2)


def test_the_road_gives_its_hex_in_blitzkrieg_and_deep_battle_too() -> None:
    blitz = camp("blitz-movement", "B1 german-9a", turn=1)
    assert attacking(blitz, "german-9a") == {"B2"}
    deep = camp("deep-movement", "B4 russian-1s", turn=4, weather="snow")
    assert attacking(deep, "russian-1s") == {"B3"}
    assert "B2" in ends(deep, "russian-1s")


def test_blitzkrieg_movement_is_one_hex_less() -> None:
    state = camp("blitz-movement", "D5 german-2pz", "A5 german-2a", turn=1)
    assert attacking(state, "german-2pz") == near("D5", 1)
    assert attacking(state, "german-2a") == set()
    assert ends(state, "german-2a") == near("A5", 1)


def test_deep_battle_movement_is_the_bonus_hex_alone() -> None:
    state = camp("deep-movement", "D5 russian-1s", "A5 russian-50", "D5 russian-tanks", weather="snow")
    for unit, start in (("russian-1s", "D5"), ("russian-50", "A5"), ("russian-tanks", "D5")):
        assert ends(state, unit) == near(start, 1)
        assert attacking(state, unit) == set()


def test_siberian_that_used_its_bonus_hex_does_not_attack_in_deep_battle() -> None:
    standing = ("B4 russian-1s", "B4 russian-4s", "B2 german-2a", "C3 russian-50", "A2 german-9a")
    state = camp("deep-movement", *standing, weather="snow", turn=5)
    moved = play(state, "move russian-1s A3", "end")
    assert of(moved, "attack russian-1s") == []


def test_enemy_hexes_are_never_entered_and_friends_are_passed() -> None:
    state = camp("german-movement", "D1 german-2pz", "D2 russian-tanks", "C1 german-2a", turn=2)
    assert "D2" not in ends(state, "german-2pz")
    assert {"C1", "C2", "B2"} <= ends(state, "german-2pz")


def test_disrupted_units_do_not_move() -> None:
    state = camp("german-movement", "D3 german-2pz", "D3 german-2a", turn=2, disrupted=["german-2pz"])
    assert of(state, "move german-2pz") == []
    assert of(state, "move german-2a")


def test_any_number_of_units_of_a_side_share_a_hex() -> None:
    names = ("2a", "9a", "4a", "2pz", "3pz")
    state = camp("german-movement", "D2 german-4pz", *(f"C2 german-{name}" for name in names), turn=2)
    state = play(state, "move german-4pz C2")
    assert rules().status(state) == ()


def test_each_unit_goes_on_with_the_hexes_that_are_left() -> None:
    state = play(camp("german-movement", "D5 german-2pz", kernel=roadless(), turn=2), "move german-2pz D4")
    for hexes_left, goal in ((2, "D3"), (1, "D2")):
        here = state.locations[roadless().setting.unit_numbers[UnitId("german-2pz")]]
        start = str(roadless().setting.board.ids[here])
        assert ends(state, "german-2pz", roadless()) == near(start, hexes_left)
        state = play(state, f"move german-2pz {goal}", kernel=roadless())
    assert of(state, "move german-2pz", roadless()) == []


# Digging in -----------------------------------------------------------------------------------------


def test_german_armies_and_russian_fronts_dig_in() -> None:
    germans = camp("german-movement", "D3 german-2a", "D3 german-2pz", turn=2)
    assert of(germans, "fortify") == ["fortify german-2a"]
    russians = camp(
        "russian-movement", "B4 russian-western", "B4 russian-50", "B4 russian-16", "B4 russian-tanks"
    )
    assert of(russians, "fortify") == ["fortify russian-western"]


def test_unit_digs_in_out_of_supply_too() -> None:
    state = camp("russian-movement", "A2 russian-western", "A3 german-2a", "B3 german-4a", turn=2)
    assert is_fortified(play(state, "fortify russian-western"), "russian-western")


def test_unit_that_digs_in_gives_up_its_move_and_may_attack() -> None:
    state = camp("german-movement", "C2 german-2a", "C2 german-9a", "B3 russian-50", turn=2)
    dug = play(state, "fortify german-2a")
    assert of(dug, "move german-2a") == []
    assert of(dug, "fortify german-2a") == []
    attacking = play(dug, "end", "attack german-2a B3")
    assert is_fortified(attacking, "german-2a")


def test_option_keeps_units_that_dig_in_from_attacking() -> None:
    kernel = rules(LONG, ("fortifying", "no-attack"))
    standing = ("C2 german-2a", "C2 german-9a", "B3 russian-50")
    state = camp("german-movement", *standing, turn=2, kernel=kernel)
    dug = play(state, "fortify german-2a", "end", kernel=kernel)
    assert of(dug, "attack", kernel) == ["attack german-9a B3"]
    with pytest.raises(IllegalAction, match="german-2a has fortified and may not attack in this phase"):
        kernel.parse(dug, "attack german-2a B3")


def test_unit_that_moved_or_is_disrupted_does_not_dig_in() -> None:
    state = camp("german-movement", "D3 german-2a", "D3 german-9a", turn=2, disrupted=["german-9a"])
    assert "fortify german-9a" not in texts(state)
    assert "fortify german-2a" not in texts(play(state, "move german-2a D4"))


def test_works_are_left_behind_and_last_while_a_unit_stays() -> None:
    state = camp(
        "german-movement", "D3 german-2a", "D3 german-9a", turn=2, fortified=["german-2a", "german-9a"]
    )
    assert not is_fortified(play(state, "move german-2a D4"), "german-2a")
    assert is_fortified(play(state, "move german-2a D4", "end"), "german-9a")
