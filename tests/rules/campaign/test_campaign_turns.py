"""Weather, the sequence of play, set-up and victory of Moscow Embattled."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexwright.model.ids import UnitId
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.engine.unit_placement import eliminate_unit, set_return_turn
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, as_placement, check_setup, shipped_setup
from hexwright.rules.turn.event_dice import event_due
from hexwright.rules.turn.sequence_of_play import is_phase_played, open_phase
from tests.rules.campaign.camp import LONG, SHORT, after, camp, game, phase, play, rolled, rules, texts

# Weather --------------------------------------------------------------------------------------------


def second_turn(seed: int = 0) -> State:
    state = rules().set_up(seed)
    while state.turn == 1:
        side = rules().active_side(state)
        action = rules().draw(state) if side == CHANCE else rules().legal_actions(state)[-1]
        state = rules().apply(state, action)
    return state


def test_weather_of_turn_one_is_good_and_of_the_winter_snow() -> None:
    setting = rules().setting
    assert {turn: setting.fixed_weather.get(turn) for turn in range(1, 7)} == {
        1: "good",
        2: None,
        3: None,
        4: "snow",
        5: "snow",
        6: "snow",
    }


def test_weather_of_turn_two_is_rolled_as_the_turn_begins() -> None:
    state = second_turn()
    assert state.stage == "weather-roll"
    shares: dict[str, Fraction] = {}
    for action, share in rules().chance_outcomes(state):
        now = rules().setting.weather_now(rules().apply(state, action))
        shares[now] = shares.get(now, Fraction(0)) + share
    assert shares == {"good": Fraction(1, 3), "mud": Fraction(2, 3)}


@pytest.mark.parametrize(("october", "november"), [("mud", "hard-frost"), ("good", "snow")])
def test_mud_is_followed_by_hard_frost_and_good_weather_by_snow(october: str, november: str) -> None:
    state = camp("siberian-gamble", turn=2, weather=october, opened=False)
    begun = open_phase(rules().setting, state)
    assert begun.turn == 3
    assert rules().setting.weather_now(begun) == november


# Sequence of play -----------------------------------------------------------------------------------


def phases_of(weather: str, turn: int) -> list[str]:
    setting = rules().setting
    state = camp("german-air", weather=weather, turn=turn)
    return [
        str(entry.id)
        for number, entry in enumerate(setting.phases)
        if is_phase_played(setting, replace(state, phase=number))
    ]


@pytest.mark.parametrize(
    ("weather", "turn", "blitz", "deep"),
    [
        ("good", 1, True, False),
        ("mud", 2, False, False),
        ("hard-frost", 3, True, False),
        ("snow", 3, False, True),
    ],
)
def test_blitzkrieg_is_fought_in_good_weather_and_hard_frost_and_deep_battle_in_snow(
    weather: str, turn: int, blitz: bool, deep: bool
) -> None:
    found = phases_of(weather, turn)
    assert ("blitz-fire" in found, "blitz-movement" in found, "blitz-air" in found) == (blitz,) * 3
    assert ("deep-fire" in found, "deep-movement" in found) == (deep,) * 2


def test_germans_do_not_move_in_the_operational_phase_of_turn_one() -> None:
    assert "german-movement" not in phases_of("good", 1)
    assert "german-movement" in phases_of("good", 2)
    assert "blitz-movement" in phases_of("good", 1)


def test_phases_follow_the_rule_text() -> None:
    assert [str(p.id) for p in rules().setting.phases] == [
        "german-air",
        "german-movement",
        "german-allocation",
        "russian-recovery",
        "german-fire",
        "russian-rally",
        "blitz-air",
        "blitz-movement",
        "blitz-allocation",
        "blitz-fire",
        "german-supply",
        "german-recovery",
        "russian-victory",
        "russian-replacement",
        "russian-air",
        "russian-movement",
        "russian-allocation",
        "russian-fire",
        "deep-movement",
        "deep-allocation",
        "deep-fire",
        "sixteenth-recovery",
        "russian-supply",
        "german-victory",
        "siberian-gamble",
    ]


# Set-up ---------------------------------------------------------------------------------------------


def moved(unit: str, hex_id: str) -> list[str]:
    placed = [SetUpLine(e.unit, hex_id if e.unit == unit else e.hex) for e in shipped_setup(game(), LONG)]
    return [fault.code for fault in check_setup(game(), LONG, placed)]


@pytest.mark.parametrize("scenario", [LONG, SHORT])
def test_shipped_and_random_set_ups_are_legal(scenario: str) -> None:
    assert check_setup(game(), scenario, shipped_setup(game(), scenario)) == ()
    for seed in range(30):
        made = generate_setup(game(), scenario, seed)
        assert check_setup(game(), scenario, made) == ()
        state = rules(scenario).set_up(seed, as_placement(made))
        assert rules(scenario).status(state) == ()


def test_every_hex_of_the_front_line_is_held() -> None:
    assert moved("russian-western", "D2") == ["U013", "U017"]
    placed = [entry for entry in shipped_setup(game(), LONG) if entry.unit != "russian-rzhev"]
    assert [fault.code for fault in check_setup(game(), LONG, placed)] == ["U017"]


def test_rzhev_group_and_bryansk_front_start_in_their_cities() -> None:
    assert "U015" in moved("russian-rzhev", "B2")
    assert "U015" in moved("russian-bryansk", "D2")


def test_western_front_and_tanks_may_change_places() -> None:
    swap = {"russian-western": "D2", "russian-tanks": "B2"}
    placed = [SetUpLine(e.unit, swap.get(e.unit, e.hex)) for e in shipped_setup(game(), LONG)]
    assert check_setup(game(), LONG, placed) == ()


def test_sixteenth_army_starts_anywhere_behind_the_front_line() -> None:
    for hex_id in ("C2", "B4", "A5", "D5"):
        assert moved("russian-16", hex_id) == []
    for hex_id in ("A2", "B1", "D1"):
        assert "U015" in moved("russian-16", hex_id)
    placed = [entry for entry in shipped_setup(game(), LONG) if entry.unit != "russian-16"]
    assert [fault.code for fault in check_setup(game(), LONG, placed)] == ["U019"]


def test_germans_start_on_the_hexes_of_their_group() -> None:
    assert moved("german-9a", "B1") == []
    assert moved("german-4pz", "B1") == []
    for unit, hex_id in (
        ("german-9a", "D1"),
        ("german-3pz", "A1"),
        ("german-2pz", "B1"),
        ("german-2a", "A1"),
    ):
        assert "U015" in moved(unit, hex_id)


def test_no_unit_starts_fortified_or_disrupted() -> None:
    assert not any(rules().set_up().conditions)


# Victory --------------------------------------------------------------------------------------------

WON = {"B1": "german", "D2": "german", "B4": "german"}


def test_germans_win_with_smolensk_orel_and_moscow_in_supply() -> None:
    state = after("german-victory", "B4 german-2pz", "B3 german-2a", "B2 german-4a", turn=3, owners=WON)
    assert (state.stage, rules().outcome(state).winner) == ("over", "german")


@pytest.mark.parametrize("lost", ["B1", "D2", "B4"])
def test_germans_need_all_three(lost: str) -> None:
    standing = ["B3 german-2a", "B2 german-4a"] + (["B4 german-2pz"] if lost != "B4" else [])
    state = after("german-victory", *standing, turn=3, owners=WON | {lost: "russian"})
    assert state.stage == "done"


def test_germans_need_their_cities_in_supply() -> None:
    cut = ("B4 german-2pz", "A3 russian-western", "C2 russian-50", "B3 russian-rzhev", "C3 russian-kalinin")
    assert after("german-victory", *cut, turn=3, owners=WON).stage == "done"


def test_russians_win_at_any_time_with_moscow_and_smolensk() -> None:
    state = after(
        "russian-victory", "B1 russian-50", "B2 russian-rzhev", "B3 russian-kalinin", turn=2, weather="mud"
    )
    assert (state.stage, rules().outcome(state).winner) == ("over", "russian")


FIVE = {"A3": "russian", "A2": "russian", "B4": "russian", "B2": "russian", "D2": "russian"}


def test_russians_win_after_turn_four_with_five_cities() -> None:
    assert after("russian-victory", turn=4, weather="snow", owners=FIVE).stage == "done"
    assert after("russian-victory", turn=5, weather="snow", owners=FIVE).stage == "over"
    for hex_id in FIVE:
        less = FIVE | {hex_id: "german"}
        assert after("russian-victory", turn=5, weather="snow", owners=less).stage == "done"


def test_five_cities_win_at_the_very_end_of_the_long_game() -> None:
    state = camp("siberian-gamble", turn=6, weather="snow", owners=FIVE)
    assert state.stage == "over"
    assert rules().outcome(state).winner == "russian"


def test_long_game_without_a_winner_is_drawn() -> None:
    state = camp("siberian-gamble", turn=6, weather="snow", owners=FIVE | {"D2": "german"})
    assert (state.stage, rules().outcome(state).winner) == ("over", None)


def test_russians_win_the_short_game_that_the_germans_have_not_won() -> None:
    kernel = rules(SHORT)
    state = camp("siberian-gamble", turn=4, weather="snow", owners={"D2": "german"}, kernel=kernel)
    assert (state.stage, kernel.outcome(state).winner) == ("over", "russian")


def test_place_belongs_to_the_side_that_was_last_in_it_even_on_the_way() -> None:
    state = camp("german-movement", "B1 german-3pz", "A4 russian-50", turn=2)
    state = play(state, "move german-3pz B2", "move german-3pz B3")
    owned = state.owned[0]
    assert all(owned >> rules().setting.board.index[h] & 1 for h in ("B2", "B3"))  # type: ignore[index]


# The gamble -----------------------------------------------------------------------------------------


def early(turn: int = 2) -> State:
    state = camp("russian-replacement", "B4 russian-50", "A1 german-9a", turn=turn, weather="mud")
    return play(state, "new russian-1s B4", "end")


def test_early_siberians_cost_a_die_at_the_end_of_the_turn() -> None:
    state = early()
    while rules().active_side(state) != CHANCE:
        state = rules().apply(state, rules().legal_actions(state)[-1])
    assert phase(state) == "siberian-gamble"
    outcomes = {n: rolled(state, n) for n in range(1, 7)}
    assert [n for n, s in outcomes.items() if s.stage == "over"] == [1, 2]
    assert rules().outcome(outcomes[1]).winner == "german"
    assert outcomes[3].turn == 3


def test_siberians_on_time_cost_no_die() -> None:
    state = camp("russian-replacement", "B4 russian-50", "A1 german-9a", weather="snow")
    state = play(state, "new russian-1s B4", "end")
    while state.turn == 4:
        assert phase(state) != "siberian-gamble"
        side = rules().active_side(state)
        state = rules().apply(
            state, rules().draw(state) if side == CHANCE else rules().legal_actions(state)[-1]
        )


def test_nobody_rolls_once_no_siberian_is_left_in_the_game() -> None:
    setting = rules().setting
    early = camp("siberian-gamble", "B5 russian-1s", turn=2, weather="mud", opened=False)
    assert event_due(setting, early) is not None
    lost = eliminate_unit(setting, early, setting.unit_numbers[UnitId("russian-1s")])
    assert event_due(setting, lost) is None


def test_air_unit_of_the_siberians_counts_unless_it_is_out_for_a_time() -> None:
    setting = rules().setting
    here = camp("siberian-gamble", turn=2, weather="mud", opened=False, based=("russian-siberian-air",))
    assert event_due(setting, here) is not None
    assert (
        event_due(setting, set_return_turn(here, setting.unit_numbers[UnitId("russian-siberian-air")], 4))
        is None
    )


def test_nobody_rolls_without_siberians() -> None:
    state = camp("siberian-gamble", "B4 russian-50", "A1 german-9a", turn=2, weather="mud")
    assert (state.turn, "end" in texts(state)) == (3, True)
