"""3, 3.8, 3.9 and 5 to 8: phases, turns, winter, the tank unit, and victory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.ids import SideId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.turn.sequence_of_play import victory_awards
from tests.rules.positions import LONG, SHORT, battle, game, owner, place, play, position, rules, step, texts

PHASES = (
    "german-replacement",
    "panzer-movement",
    "german-combat",
    "german-movement",
    "soviet-replacement",
    "rail-movement",
    "soviet-combat",
    "soviet-movement",
)
GERMAN = SideId("german")
CLEAR = (1, 2, 5, 6, 7, 13, 14)


def pass_to(state: State, phase: str, turn: int, scenario: str = SHORT) -> State:
    """Return the state after ending phases up to this one, taking the first choice if one is required."""
    kernel = rules(scenario)
    while (kernel.phase(state), state.turn) != (phase, turn) or kernel.active_side(state) == CHANCE:
        if kernel.chance_outcomes(state):
            state = kernel.apply(state, kernel.draw(state))
        else:
            legal = kernel.legal_actions(state)
            state = kernel.apply(state, legal[-1])
    return state


def winter(phase: str, *standing: str, turn: int = 8) -> State:
    return position(phase, *standing, kernel=rules(LONG), turn=turn)


# Sequence -----------------------------------------------------------------------------------------


def test_eight_phases_follow_in_order() -> None:
    state = position("german-replacement", turn=2)
    seen = []
    for _ in PHASES:
        seen.append(rules().phase(state))
        state = play(state, "end")
    assert tuple(seen) == PHASES
    assert (rules().phase(state), state.turn) == ("german-replacement", 3)


def test_first_four_phases_are_german_and_the_others_soviet() -> None:
    sides = [phase.side for phase in game().rules.sequence]
    assert sides == ["german"] * 4 + ["soviet"] * 4


@pytest.mark.parametrize("scenario", [SHORT, LONG])
def test_game_begins_with_the_german_combat_phase(scenario: str) -> None:
    state = rules(scenario).set_up()
    assert (state.turn, rules(scenario).phase(state), state.stage) == (1, "german-combat", "declare")


@pytest.mark.parametrize(("scenario", "last"), [(SHORT, 7), (LONG, 14)])
def test_game_ends_after_the_soviet_movement_of_the_last_turn(scenario: str, last: int) -> None:
    kernel = rules(scenario)
    state = position("soviet-movement", kernel=kernel, turn=last)
    assert not kernel.is_over(state)
    over = play(state, "end", kernel=kernel)
    assert kernel.is_over(over)
    assert kernel.legal_actions(over) == []
    assert kernel.active_side(over) is None


@pytest.mark.parametrize(
    ("turn", "weather"),
    [(t, "clear") for t in CLEAR] + [(3, "mud"), (4, "mud")] + [(t, "snow") for t in range(8, 13)],
)
def test_weather_of_each_turn(turn: int, weather: str) -> None:
    assert rules(LONG).setting.fixed_weather[turn] == weather


# Set-up (3.8) -------------------------------------------------------------------------------------


def test_soviets_start_at_half_strength_one_on_each_star() -> None:
    state = rules().set_up()
    stars = next(f for f in game().hexmap.features if f.id == "soviet-start").hexes
    standing = {str(h): u for h, u in _standing(state) if u.startswith("soviet")}
    assert set(standing) == set(stars)
    assert all(step(state, unit) == 2 for unit in standing.values())


def test_germans_start_at_full_strength_one_on_each_cross() -> None:
    state = rules().set_up()
    crosses = next(f for f in game().hexmap.features if f.id == "german-start").hexes
    standing = {str(h): u for h, u in _standing(state) if u.startswith("german")}
    assert set(standing) == set(crosses)
    assert all(step(state, unit) == 1 for unit in standing.values())


def test_three_armies_wait_in_the_pool_and_first_shock_army_aside() -> None:
    state = rules().set_up()
    waiting = [u for u in rules().setting.units if place(state, u) == "pool"]
    assert len(waiting) == 3
    assert all(u.startswith("soviet") for u in waiting)
    assert place(state, "soviet-1s") == "aside"


def test_soviets_own_all_cities_but_those_that_germans_occupy() -> None:
    state = rules().set_up()
    for entry in game().hexmap.places:
        expected = "german" if entry.hex in ("0204", "0307") else "soviet"
        assert owner(state, entry.hex) == expected


def _standing(state: State) -> list[tuple[str, str]]:
    setting = rules().setting
    return [(setting.board.ids[n], setting.units[u]) for u, n in enumerate(state.locations) if n >= 0]


# Victory (3.9, 5) ---------------------------------------------------------------------------------


def test_whoever_was_last_in_moscow_wins() -> None:
    kernel = rules()
    state = position("soviet-movement", turn=7)
    assert kernel.outcome(play(state, "end")).winner == "soviet"
    taken = position("soviet-movement", turn=7, owners={"1103": "german"})
    assert kernel.outcome(play(taken, "end")).winner == "german"


def test_moscow_stays_german_when_the_unit_there_leaves() -> None:
    state = position("german-movement", "1103 german-xx", turn=7)
    state = play(state, "move german-xx 1104", "end", "end", "end", "end", "end")
    assert rules().outcome(state).winner == "german"


def test_points_for_cities_and_moscow() -> None:
    kernel = rules(LONG)
    outcome = kernel.outcome(position("soviet-movement", kernel=kernel, turn=14))
    assert outcome.points == {"german": 10, "soviet": 20 + 8 * 5}


def test_awards_tell_what_the_points_are_for() -> None:
    kernel = rules(LONG)
    state = position("soviet-movement", "1103 german-xx", kernel=kernel, turn=5)
    state = replace(play(state, "end", kernel=kernel), destroyed=(3, 0))
    told = dict(victory_awards(kernel.setting, state)[GERMAN])
    assert told == {
        "3 enemy units eliminated": 3,
        "Moscow": 20,
        "Smolensk": 5,
        "Roslavl": 5,
        "Moscow occupied at the end of an enemy turn": 10,
    }
    assert sum(told.values()) == kernel.outcome(state).points[GERMAN]
    assert victory_awards(rules(SHORT).setting, rules(SHORT).set_up()) == {}


def test_point_for_each_enemy_unit_eliminated() -> None:
    kernel = rules(LONG)
    before = position("german-combat", "0607 soviet-16", kernel=kernel)
    state = battle(
        6, "0607 soviet-16", "0507 german-xxiv", "0508 german-xli", "0606 german-lvii", kernel=kernel
    )
    gained = kernel.outcome(state).points[GERMAN] - kernel.outcome(before).points[GERMAN]
    assert gained == 1


def test_loss_of_a_step_earns_nothing() -> None:
    kernel = rules(LONG)
    state = battle(6, "0607 soviet-16", "0507 german-xxiv", "0508 german-xli", kernel=kernel)
    assert state.destroyed == (0, 0)


def test_unit_destroyed_twice_counts_twice() -> None:
    kernel = rules(LONG)
    state = battle(
        6, "0607 soviet-16", "0507 german-xxiv", "0508 german-xli", "0606 german-lvii", kernel=kernel
    )
    state = play(state, "hold", "end", "new soviet-16 1407", "end", "end", "end", kernel=kernel)
    assert state.destroyed == (1, 0)
    assert place(state, "soviet-16", kernel) == "1407"


def test_germans_get_ten_points_for_occupying_moscow_at_the_end_of_a_soviet_turn() -> None:
    kernel = rules(LONG)
    state = position("soviet-movement", "1103 german-xx", kernel=kernel, turn=5)
    before = kernel.outcome(state).points[GERMAN]
    assert kernel.outcome(play(state, "end", kernel=kernel)).points[GERMAN] == before + 10


def test_ten_points_are_given_once_and_kept() -> None:
    kernel = rules(LONG)
    state = play(position("soviet-movement", "1103 german-xx", kernel=kernel, turn=5), "end", kernel=kernel)
    again = pass_to(state, "german-movement", 6, LONG)
    again = play(again, "move german-xx 1104", kernel=kernel)
    again = pass_to(again, "soviet-movement", 6, LONG)
    again = play(again, "end", kernel=kernel)
    assert again.bonus_earned == (True, False)
    assert kernel.outcome(again).points[GERMAN] == kernel.outcome(state).points[GERMAN]


def test_owning_an_empty_moscow_does_not_earn_the_ten_points() -> None:
    kernel = rules(LONG)
    state = position("soviet-movement", kernel=kernel, turn=5, owners={"1103": "german"})
    assert play(state, "end", kernel=kernel).bonus_earned == (False, False)


def test_moscow_at_the_end_of_the_german_turn_does_not_earn_the_ten_points() -> None:
    kernel = rules(LONG)
    state = position("german-movement", "1103 german-xx", kernel=kernel, turn=5)
    assert play(state, "end", kernel=kernel).bonus_earned == (False, False)


def test_equal_points_are_a_draw() -> None:
    kernel = rules(LONG)
    state = position("soviet-movement", kernel=kernel, turn=14)
    even = replace(state, destroyed=(50, 0))
    assert kernel.outcome(even).winner is None


# Winter (6) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["german-replacement", "soviet-replacement"])
@pytest.mark.parametrize("turn", range(2, 15))
def test_attrition_is_rolled_in_each_replacement_phase_of_turns_eight_to_twelve(
    phase: str, turn: int
) -> None:
    state = position(phase, "0606 german-xx", "0806 soviet-16", kernel=rules(LONG), turn=turn)
    assert (rules(LONG).active_side(state) == CHANCE) == (8 <= turn <= 12)


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize(("side", "worst"), [("german", 5), ("soviet", 2)])
def test_attrition_table(side: str, worst: int, roll: int) -> None:
    kernel = rules(LONG)
    state = winter(f"{side}-replacement", "0606 german-xx", "0806 soviet-16")
    after = kernel.apply(state, Action("roll", roll=roll))
    assert after.stage == ("attrition-loss" if roll <= worst else "replace")


@pytest.mark.parametrize(("side", "other"), [("german", "soviet"), ("soviet", "german")])
def test_option_has_both_sides_roll_for_attrition_in_each_replacement_phase(side: str, other: str) -> None:
    kernel = rules(LONG, ("attrition-rolls", "each-phase"))
    standing = ("0606 german-xx", "0806 soviet-16")
    state = position(f"{side}-replacement", *standing, kernel=kernel, turn=8)
    state = kernel.apply(state, Action("roll", roll=1))
    assert (kernel.active_side(state), state.stage) == (side, "attrition-loss")
    state = kernel.apply(state, kernel.legal_actions(state)[0])
    assert kernel.active_side(state) == CHANCE
    assert kernel.describe(state, Action("roll", roll=1)).endswith(f"for the {other.title()}s.")
    spared = kernel.apply(state, Action("roll", roll=6))
    assert (spared.stage, kernel.active_side(spared)) == ("replace", side)
    hurt = kernel.apply(state, Action("roll", roll=1))
    assert (kernel.active_side(hurt), hurt.stage) == (other, "attrition-loss")
    [loss] = kernel.legal_actions(hurt)
    assert str(loss.unit).startswith(other)
    after = kernel.apply(hurt, loss)
    assert (after.stage, kernel.active_side(after), after.destroyed) == ("replace", side, (0, 0))
    assert kernel.status(after) == ()


def test_side_that_suffers_picks_the_unit() -> None:
    kernel = rules(LONG)
    state = winter("german-replacement", "0606 german-xx", "0607 german-xxiv/2", "0806 soviet-16")
    state = kernel.apply(state, Action("roll", roll=1))
    assert kernel.active_side(state) == "german"
    assert texts(state, kernel) == ["attrition german-xxiv", "attrition german-xx"]
    after = play(state, "attrition german-xx", kernel=kernel)
    assert (step(after, "german-xx", kernel), after.stage, after.replacements_left) == (2, "replace", (1,))
    assert "restore german-xx" in texts(after, kernel)  # the replacement may mend the loss


def test_unit_that_frostbite_eliminates_gives_no_point() -> None:
    kernel = rules(LONG)
    state = kernel.apply(winter("german-replacement", "0606 german-xx/2"), Action("roll", roll=1))
    after = play(state, "attrition german-xx", kernel=kernel)
    assert place(after, "german-xx", kernel) == "pool"
    assert after.destroyed == (0, 0)


def test_side_without_units_suffers_nothing() -> None:
    state = winter("german-replacement", "0806 soviet-16")
    assert rules(LONG).apply(state, Action("roll", roll=1)).stage == "replace"


# Tank unit (7) ------------------------------------------------------------------------------------


def designated(*standing: str) -> list[str]:
    state = winter("soviet-replacement", *standing, turn=13)
    return [line for line in texts(state, rules(LONG)) if line.startswith("designate")]


@pytest.mark.parametrize("turn", [1, 7, 8, 12, 13, 14])
def test_tank_unit_is_designated_on_turn_thirteen(turn: int) -> None:
    state = winter("soviet-replacement", "1303 soviet-16", "0101 german-xx", turn=turn)
    while rules(LONG).chance_outcomes(state):
        state = rules(LONG).apply(state, Action("roll", roll=6))
    offered = any(line.startswith("designate") for line in texts(state, rules(LONG)))
    assert offered == (turn == 13)


def test_tank_unit_does_not_come_as_a_replacement() -> None:
    state = winter("soviet-replacement", turn=13)
    assert place(state, "soviet-tu", rules(LONG)) == "aside"
    assert not any("soviet-tu" in line for line in texts(state, rules(LONG)))


def test_tank_unit_costs_a_replacement_and_keeps_the_armys_strength() -> None:
    kernel = rules(LONG)
    state = winter("soviet-replacement", "1303 soviet-16/2", "1305 soviet-3", turn=13)
    after = play(state, "designate soviet-16", kernel=kernel)
    assert (place(after, "soviet-tu", kernel), step(after, "soviet-tu", kernel)) == ("1303", 2)
    assert place(after, "soviet-16", kernel) == "gone"
    assert (after.replacements_left, after.destroyed) == ((1,), (0, 0))
    full = play(state, "designate soviet-3", kernel=kernel)
    assert step(full, "soviet-tu", kernel) == 1


def test_tank_unit_is_designated_once() -> None:
    state = winter("soviet-replacement", "1303 soviet-16", "1305 soviet-3", turn=13)
    after = play(state, "designate soviet-16", kernel=rules(LONG))
    assert not any(line.startswith("designate") for line in texts(after, rules(LONG)))


def test_army_out_of_communication_does_not_become_the_tank_unit() -> None:
    cut = ("1103 soviet-16/2", "1203 german-xxiv", "1102 german-xli", "1003 german-lvii", "1005 german-xlvi")
    assert designated(*cut) == []
    assert designated("1103 soviet-16/2") == ["designate soviet-16"]


def test_army_that_took_a_replacement_does_not_become_the_tank_unit_at_once() -> None:
    state = play(
        winter("soviet-replacement", "1303 soviet-16/2", turn=13), "restore soviet-16", kernel=rules(LONG)
    )
    assert not any(line.startswith("designate") for line in texts(state, rules(LONG)))


def test_tank_unit_moves_off_the_rails_in_the_rail_movement_phase() -> None:
    kernel = rules(LONG)
    state = winter("rail-movement", "1207 soviet-tu", "1208 soviet-16", turn=13)
    moves = {line.split()[1] for line in texts(state, kernel) if line != "end"}
    assert moves == {"soviet-tu"}
    assert "move soviet-tu 1203" in texts(state, kernel)


def test_tank_unit_may_use_the_railway_too() -> None:
    kernel = rules(LONG)
    state = winter("rail-movement", "0803 soviet-tu", turn=13)
    by_rail = "move soviet-tu 0504"  # through the forest 0704: four points on foot would need five
    assert by_rail in texts(state, kernel)


def test_tank_unit_moves_again_in_the_soviet_movement_phase() -> None:
    kernel = rules(LONG)
    state = winter("rail-movement", "1207 soviet-tu", "0101 german-xx", turn=13)
    state = play(state, "move soviet-tu 1203", "end", "end", kernel=kernel)
    assert "move soviet-tu 1202" in texts(state, kernel)


def test_short_scenario_has_no_tank_unit() -> None:
    assert "soviet-tu" not in rules(SHORT).setting.units
