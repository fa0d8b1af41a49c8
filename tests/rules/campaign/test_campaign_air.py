"""Air units: strikes, support, interceptions, supply flights, and turns out of action."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import State
from tests.rules.campaign.camp import (
    camp,
    is_disrupted,
    is_fortified,
    of,
    phase,
    place,
    play,
    rolled,
    rules,
    texts,
)

GERMAN = ("german-2fk", "german-8fk")
RUSSIAN = ("russian-vvs", "russian-siberian-air")


def strikes(*standing: str, at: str = "german-air", **more: object) -> State:
    return camp(at, *standing, **{"based": GERMAN, "turn": 2, **more})  # type: ignore[arg-type]


def hits(state: State) -> dict[int, Fraction]:
    return {action.roll: share for action, share in rules().chance_outcomes(state)}


def out_until(state: State, unit: str) -> int:
    return state.return_turns[rules().setting.unit_numbers[UnitId(unit)]]


# Strikes ------------------------------------------------------------------------------------------

TWO = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
ONE = {0: Fraction(1, 2), 1: Fraction(1, 2)}
ONE_BAD = {0: Fraction(2, 3), 1: Fraction(1, 3)}


@pytest.mark.parametrize(
    ("at", "weather", "expected"),
    [
        ("german-air", "good", TWO),
        ("german-air", "hard-frost", TWO),
        ("german-air", "mud", ONE_BAD),
        ("german-air", "snow", ONE_BAD),
        ("blitz-air", "good", ONE),
        ("blitz-air", "hard-frost", ONE),
    ],
)
def test_fliegerkorps_strikes_with_two_dice_fewer_in_blitzkrieg_and_bad_weather(
    at: str, weather: str, expected: dict[int, Fraction]
) -> None:
    state = play(strikes("D3 russian-50", at=at, weather=weather, turn=3), "strike german-8fk D3")
    assert hits(state) == expected


def test_strike_into_a_forest_has_one_die() -> None:
    state = play(strikes("B5 russian-50"), "strike german-8fk B5")
    assert hits(state) == ONE


def test_strike_does_no_worse_than_disrupt() -> None:
    state = rolled(play(strikes("D3 russian-50"), "strike german-8fk D3"), 2)
    assert is_disrupted(state, "russian-50")
    assert place(state, "russian-50") == "D3"


def test_strike_takes_works_first() -> None:
    state = play(strikes("D3 russian-western", fortified=["russian-western"]), "strike german-8fk D3")
    one = rolled(state, 1)
    assert (is_fortified(one, "russian-western"), is_disrupted(one, "russian-western")) == (False, False)
    assert is_disrupted(rolled(state, 2), "russian-western")


def test_owner_says_who_is_hit_from_the_air() -> None:
    state = rolled(play(strikes("D3 russian-50", "D3 russian-rzhev"), "strike german-8fk D3"), 1)
    assert rules().active_side(state) == "russian"
    assert set(texts(state)) == {"hit russian-50", "hit russian-rzhev"}
    assert is_disrupted(play(state, "hit russian-rzhev"), "russian-rzhev")


def test_hexes_that_a_strike_cannot_harm_are_no_targets() -> None:
    state = strikes("D3 russian-50", "D4 russian-16", disrupted=["russian-50"])
    assert of(state, "strike german-8fk") == ["strike german-8fk D4"]


def test_each_unit_flies_once_in_the_operational_phases_and_again_in_the_blitzkrieg() -> None:
    state = strikes("D3 russian-50", "C2 german-2pz", turn=1)
    state = rolled(play(state, "strike german-8fk D3"), 0)
    assert of(state, "strike german-8fk") == []
    assert of(state, "strike german-2fk") == ["strike german-2fk D3"]
    state = play(state, "end", "attack german-2pz D3")
    assert of(state, "support") == ["support german-2fk D3"]
    blitz = camp("blitz-air", "D3 russian-50", "C2 german-2pz", based=GERMAN, turn=1)
    assert of(blitz, "strike german-8fk") == ["strike german-8fk D3"]


def test_russian_air_units_strike_in_their_own_turn() -> None:
    state = play(camp("russian-air", "D3 german-2a", based=RUSSIAN, turn=2), "strike russian-vvs D3")
    assert hits(state) == ONE


# Support ------------------------------------------------------------------------------------------


def attack(*more: str, based: tuple[str, ...] = GERMAN, weather: str = "good") -> State:
    standing = ("C2 german-2pz", "D3 russian-50", *more)
    state = camp("german-allocation", *standing, based=based, turn=2, weather=weather)
    return play(state, "attack german-2pz D3")


def test_air_units_support_attacks_that_are_allocated() -> None:
    state = camp("german-allocation", "C2 german-2pz", "D3 russian-50", based=GERMAN, turn=2)
    assert of(state, "support") == []
    assert of(attack(), "support") == ["support german-2fk D3", "support german-8fk D3"]


def test_both_fliegerkorps_may_support_one_attack_and_russians_one_each() -> None:
    state = play(attack(), "support german-2fk D3", "support german-8fk D3")
    assert state.engagements[0].air_support.bit_count() == 2
    russian = camp("russian-allocation", "D4 russian-1s", "D3 german-2a", based=RUSSIAN, turn=2)
    russian = play(russian, "attack russian-1s D3", "support russian-vvs D3")
    assert of(russian, "support") == []


def test_air_units_do_not_support_deep_battle() -> None:
    standing = ("B4 russian-1s", "A3 german-2a", "A4 russian-50")
    state = camp("deep-allocation", *standing, based=RUSSIAN, weather="snow")
    assert of(play(state, "attack russian-1s A3"), "support") == []


# Interception -------------------------------------------------------------------------------------


def test_only_the_other_side_intercepts() -> None:
    state = play(attack(based=(*GERMAN, *RUSSIAN)), "support german-8fk D3")
    assert rules().active_side(state) == "russian"
    assert texts(state) == [
        "intercept russian-vvs german-8fk",
        "intercept russian-siberian-air german-8fk",
        "pass",
    ]


def test_russian_interception_of_a_german_unit() -> None:
    sent = play(
        attack(based=("german-8fk", "russian-vvs")),
        "support german-8fk D3",
        "intercept russian-vvs german-8fk",
    )
    for roll, supports, german, russian in (
        (1, True, 0, 4),
        (2, True, 0, 4),
        (3, True, 0, 0),
        (4, True, 0, 0),
        (5, False, 3, 0),
        (6, False, 3, 0),
    ):
        done = rolled(sent, roll)
        assert bool(done.engagements[0].air_support) is supports
        assert (out_until(done, "german-8fk"), out_until(done, "russian-vvs")) == (german, russian)


def test_german_interception_of_a_russian_unit() -> None:
    state = camp(
        "russian-allocation", "D4 russian-1s", "D3 german-2a", based=("german-8fk", "russian-vvs"), turn=2
    )
    sent = play(state, "attack russian-1s D3", "support russian-vvs D3", "intercept german-8fk russian-vvs")
    for roll, supports, russian in (
        (1, True, 0),
        (2, True, 0),
        (3, False, 0),
        (4, False, 0),
        (5, False, 4),
        (6, False, 4),
    ):
        done = rolled(sent, roll)
        assert bool(done.engagements[0].air_support) is supports
        assert (out_until(done, "russian-vvs"), out_until(done, "german-8fk")) == (russian, 0)
        assert of(done, "support russian-vvs") == []


def test_german_interceptors_may_fly_one_after_another_and_russians_singly() -> None:
    state = camp("russian-air", "D3 german-2a", based=(*GERMAN, "russian-vvs"), turn=2)
    state = play(state, "strike russian-vvs D3", "intercept german-8fk russian-vvs")
    assert texts(rolled(state, 1)) == ["intercept german-2fk russian-vvs", "pass"]
    german = play(attack(based=("german-8fk", *RUSSIAN)), "support german-8fk D3")
    german = rolled(play(german, "intercept russian-vvs german-8fk"), 3)
    assert german.stage == "allocate"


def test_strikes_may_be_intercepted_too() -> None:
    state = strikes("D3 russian-50", based=("german-8fk", "russian-vvs"))
    state = play(state, "strike german-8fk D3", "intercept russian-vvs german-8fk")
    assert rolled(state, 3).stage == "strike-roll"
    assert rolled(state, 6).stage != "strike-roll"


def test_interceptor_flies_once_in_the_same_phases() -> None:
    state = strikes("D3 russian-50", based=(*GERMAN, "russian-vvs"), turn=1)
    state = play(state, "strike german-8fk D3", "intercept russian-vvs german-8fk")
    state = rolled(rolled(state, 3), 0)
    assert play(state, "strike german-2fk D3").stage == "strike-roll"


# Who is out, and for how long -----------------------------------------------------------------------


def shot_down() -> State:
    state = strikes("D3 russian-50", based=("german-8fk", "russian-vvs"))
    return rolled(play(state, "strike german-8fk D3", "intercept russian-vvs german-8fk"), 1)


def on_turn(state: State, turn: int, wanted: str) -> State:
    """Return the state after both sides have passed until a phase of a turn."""
    for _ in range(400):
        if state.turn == turn and phase(state) == wanted:
            return state
        if rules().active_side(state) == "chance":
            state = rules().apply(state, rules().chance_outcomes(state)[0][0])
        else:
            actions = rules().legal_actions(state)
            state = rules().apply(state, next((a for a in actions if a.kind in ("end", "pass")), actions[-1]))
    raise AssertionError(f"{wanted} of turn {turn} was not reached")


def test_russian_unit_is_out_for_this_turn_and_the_next_and_returns_with_the_replacements() -> None:
    state = shot_down()
    assert of(on_turn(state, 3, "russian-movement"), "strike") == []
    late = on_turn(state, 4, "german-movement")
    assert out_until(late, "russian-vvs") == 4
    assert out_until(on_turn(late, 4, "russian-replacement"), "russian-vvs") == 0


def test_german_unit_is_out_for_the_rest_of_the_turn() -> None:
    state = strikes("D3 russian-50", based=("german-8fk", "russian-vvs"))
    state = rolled(play(state, "strike german-8fk D3", "intercept russian-vvs german-8fk"), 5)
    assert out_until(state, "german-8fk") == 3
    again = on_turn(state, 3, "german-air")
    assert out_until(again, "german-8fk") == 0
    assert of(again, "strike german-8fk")


def test_second_fliegerkorps_leaves_at_the_end_of_turn_one() -> None:
    state = camp("german-air", "B4 russian-50", "D1 german-2a", based=GERMAN, turn=1)
    assert place(on_turn(state, 1, "russian-movement"), "german-2fk") == "base"
    later = on_turn(state, 2, "german-movement")
    assert (place(later, "german-2fk"), place(later, "german-8fk")) == ("gone", "base")


# Flights with supplies ------------------------------------------------------------------------------

WEST = {"C1": "russian", "A2": "russian", "B2": "russian", "D2": "russian"}


def flight(*standing: str, based: tuple[str, ...] = ("german-8fk",), **more: object) -> State:
    return camp("german-supply", *standing, based=based, turn=2, owners=WEST, **more)  # type: ignore[arg-type]


def test_air_unit_supplies_units_within_two_hexes_of_a_hex_in_supply() -> None:
    near = ("C2 german-2pz", "D1 german-2a", "C1 russian-rzhev", "B2 russian-western", "D2 russian-bryansk")
    state = flight(*near)
    assert of(state, "fly") == ["fly german-8fk C2"]
    supplied = play(state, "fly german-8fk C2", "end")
    assert not is_disrupted(supplied, "german-2pz")
    assert is_disrupted(play(state, "end"), "german-2pz")
    far = flight("C4 german-2pz", *near[1:])
    assert of(far, "fly") == []


def test_range_of_supply_by_air_does_not_count_from_enemy_hexes() -> None:
    # B2 is Russian and beside the German lines; B4 lies two hexes from it and three from A1.
    front = ("A2 russian-rzhev", "B2 russian-western", "C1 russian-bryansk", "D2 russian-tanks")
    standing = (*front, "A1 german-9a", "D1 german-2a", "B4 german-3pz")
    state = camp("german-supply", *standing, based=("german-8fk",), turn=3, owners=WEST)
    assert phase(state) != "german-supply", "no flight was to be decided on"
    assert is_disrupted(state, "german-3pz")
    ring = ("B2 german-2pz", "B3 russian-16", "C2 russian-50", *standing[2:])
    held = camp("german-supply", standing[0], *ring, based=("german-8fk",), turn=3)
    assert of(held, "fly") == ["fly german-8fk B4"]


def test_unit_supplied_by_air_recovers() -> None:
    near = ("C2 german-2pz", "D1 german-2a", "C1 russian-rzhev", "B2 russian-western", "D2 russian-bryansk")
    state = play(flight(*near, disrupted=["german-2pz"]), "fly german-8fk C2", "end")
    assert place(state, "german-2pz") == "C2"
    assert not is_disrupted(state, "german-2pz")


def test_flight_with_supplies_may_be_intercepted() -> None:
    near = ("C2 german-2pz", "D1 german-2a", "C1 russian-rzhev", "B2 russian-western", "D2 russian-bryansk")
    state = play(flight(*near, based=("german-8fk", "russian-vvs")), "fly german-8fk C2")
    state = play(state, "intercept russian-vvs german-8fk")
    assert is_disrupted(play(rolled(state, 6), "end"), "german-2pz")
    assert not is_disrupted(play(rolled(state, 4), "end"), "german-2pz")


def test_air_unit_that_flew_another_mission_brings_no_supplies() -> None:
    standing = (
        "C2 german-2pz",
        "D1 german-2a",
        "C1 russian-rzhev",
        "B2 russian-western",
        "D2 russian-bryansk",
        "D3 russian-50",
    )
    start = strikes(*standing, based=("german-8fk",), owners=WEST, weather="mud")
    flown = rolled(play(start, "strike german-8fk D3"), 0)
    assert is_disrupted(on_turn(flown, 2, "russian-replacement"), "german-2pz")
    spared = on_turn(start, 2, "german-supply")
    assert of(spared, "fly") == ["fly german-8fk C2"]


def test_russians_bring_no_supplies_by_air() -> None:
    standing = ("A2 russian-50", "A3 german-2a", "B3 german-4a")
    state = camp("russian-supply", *standing, based=RUSSIAN, turn=2)
    assert of(state, "fly") == []
    assert is_disrupted(state, "russian-50")
