"""Single cases of the rule text, each at the places of the real map that it is about."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from hexwright.model.ids import HexId, SideId
from hexwright.model.words.victory_words import GAPS_TITLE
from hexwright.rules.engine.game_state import State, Strength
from hexwright.rules.turn.sequence_of_play import victory_awards
from tests.campaign.game import grid, loaded
from tests.campaign.positions import (
    BESIDE,
    BRIGADE,
    INFANTRY,
    MILITIA,
    OPEN,
    PANZER,
    RED,
    RIFLES,
    TANKS,
    around,
    at,
    away,
    clear,
    do,
    fought,
    kernel,
    moves,
    odds,
    pairs,
    terrain,
    told,
)
from tests.rules.positions import ends, place, texts


def test_phases_follow_the_rule_text() -> None:
    """German movement, combat and mechanised movement, then Soviet movement and combat."""
    phases = [p for p in loaded().game.rules.sequence if p.kind in ("movement", "combat")]
    assert [(p.side, p.kind) for p in phases] == [
        ("german", "movement"),
        ("german", "combat"),
        ("german", "movement"),
        ("soviet", "movement"),
        ("soviet", "combat"),
    ]
    mechanised = at(f"{OPEN} {PANZER}", f"4725 {INFANTRY}", phase="mechanised-movement")
    assert ends(mechanised, PANZER, kernel())
    assert not ends(mechanised, INFANTRY, kernel())


# Movement, zones, weather -------------------------------------------------------------------------


def test_zones_cost_three_to_enter_two_to_leave_and_five_from_one_to_another() -> None:
    phase = "soviet-movement"
    beside = at(f"{BESIDE} {RIFLES}", f"{OPEN} german-kg-1", phase=phase)
    # Four points: five are too many for another controlled hex, which it may enter if at all as its one hex.
    inside = around(OPEN)
    assert not ends(beside, RIFLES, kernel()) & inside
    # One point and two to leave; with the one that is left it goes a hex further.
    assert {away(h, BESIDE) for h in ends(beside, RIFLES, kernel())} == {1, 2}


def test_mud_lets_germans_move_one_hex_and_soviets_half_as_far() -> None:
    german = at(f"{OPEN} {PANZER}", turn=6, phase="german-movement")
    assert ends(german, PANZER, kernel()) == around(OPEN)
    soviet = at(f"{OPEN} {RIFLES}", turn=6, phase="soviet-movement")
    assert max(away(h, OPEN) for h in ends(soviet, RIFLES, kernel())) == 2
    assert strengths(turn=6) == (Fraction(7, 2), 2, 2, Fraction(7, 2))
    assert strengths(turn=16) == (7, 2, 2, 7)


def strengths(turn: int, german: str = PANZER) -> tuple[Strength, Strength, Strength, Strength]:
    """Return attack and defence as a German attacks a Soviet unit, and the other way round."""
    stood = (f"{OPEN} {german}", f"{BESIDE} {RIFLES}")
    first = odds(at(*stood, turn=turn), (german,), (RIFLES,))
    second = odds(at(*stood, turn=turn, phase="soviet-combat"), (RIFLES,), (german,))
    return first.attack, first.defence, second.attack, second.defence


def test_winter_halves_german_mechanised_units_alone() -> None:
    state = at(f"0420 {PANZER}", f"0418 {INFANTRY}", turn=24, phase="german-movement")
    assert max(away(h, "0420") for h in ends(state, PANZER, kernel())) <= 4
    assert max(away(h, "0418") for h in ends(state, INFANTRY, kernel())) == 5
    assert strengths(turn=24) == (Fraction(7, 2), 2, 2, 7)
    assert strengths(turn=24, german=INFANTRY) == (2, 2, 2, 2)
    assert strengths(turn=22) == (7, 2, 2, 7)


def test_lakes_bar_the_way_and_attacks_until_they_freeze() -> None:
    one, other = clear("lake")
    for turn, frozen in ((15, False), (16, True)):
        # In mud a unit goes one hex: round the lake it doesn't come.
        state = at(f"{one} {INFANTRY}", turn=turn, phase="german-movement")
        assert (other in ends(state, INFANTRY, kernel())) == frozen
        attack = at(f"{one} {PANZER}", f"{other} {RIFLES}", turn=turn)
        assert (f"attack {PANZER} {other}" in texts(attack, kernel())) == frozen


# Combat -------------------------------------------------------------------------------------------


def test_nobody_is_attacked_by_militia_or_railway_troops_or_a_tank_brigade_alone() -> None:
    phase = "soviet-combat"
    enemy = f"{BESIDE} {INFANTRY}"
    for unit in (MILITIA, "soviet-eb-1", BRIGADE):
        assert texts(at(enemy, f"{OPEN} {unit}", phase=phase), kernel()) == ["end"]
    beside = at(enemy, f"{OPEN} {BRIGADE}", f"{OPEN} {RIFLES}", phase=phase)
    assert f"attack {BRIGADE} {BESIDE}" in texts(beside, kernel())
    # Beside militia it defends alone.
    assert texts(at(enemy, f"{OPEN} {BRIGADE}", f"{OPEN} {MILITIA}", phase=phase), kernel()) == ["end"]


def test_a_tank_brigade_alone_is_eliminated_without_a_die_and_has_its_strength_beside_others() -> None:
    alone = at(f"{OPEN} {INFANTRY}", f"{BESIDE} {BRIGADE}")
    alone = do(alone, f"attack {INFANTRY} on {BESIDE}", "end", f"resolve {BESIDE}")
    assert place(alone, BRIGADE, kernel()) == "gone"
    assert (alone.stage, alone.dice_thrown) == ("advance", 0)
    state = at(f"{OPEN} {PANZER}", f"{BESIDE} {BRIGADE}", f"{BESIDE} {RIFLES}")
    assert told(state, PANZER, BRIGADE, RIFLES).startswith("7:3 = 2:1")


def test_a_lone_brigade_in_a_battle_against_several_hexes_has_no_strength_and_shares_its_result() -> None:
    first, second = sorted(around(OPEN) & around(BESIDE))
    stood = at(f"{OPEN} {PANZER}", f"{BESIDE} {TANKS}", f"{first} {RIFLES}", f"{second} {BRIGADE}")
    state = do(
        stood, f"attack {PANZER} on {first}", f"attack {TANKS} on {first}", f"attack {PANZER} on {second}"
    )
    assert len(state.battles) == 1
    state = do(state, "end", f"resolve {first}", 6)
    assert state.fight is not None
    assert (state.fight.result, state.dice_thrown) == ("De", 1)
    assert {place(state, unit, kernel()) for unit in (RIFLES, BRIGADE)} == {"gone"}
    back = do(
        stood, f"attack {PANZER} on {first}", f"attack {TANKS} on {first}", f"attack {PANZER} on {second}"
    )
    back = do(back, "end", f"resolve {first}", -1 + 2)
    assert place(back, BRIGADE, kernel()) == second


def test_terrain_takes_two_from_the_die_and_never_more() -> None:
    behind, before = next(
        pair
        for pair in (*pairs("river"), *((b, a) for a, b in pairs("river")))
        if terrain(pair[0]) == "forest"
    )
    lines = (f"{before} {PANZER}", f"{behind} {RIFLES}")
    thawed, frozen = (told(at(*lines, turn=turn), PANZER, RIFLES) for turn in (1, 16))
    assert "river" in thawed
    assert "river" not in frozen
    assert all("-2" in text and "-4 DRM" not in text for text in (thawed, frozen))


def test_a_river_counts_only_if_all_attackers_are_across_one() -> None:
    wet = {frozenset(pair) for pair in pairs("river")}
    before, behind = clear("river")
    dry = next(h for h in sorted(around(behind)) if frozenset((h, behind)) not in wet)
    stood = (f"{before} {PANZER}", f"{dry} {TANKS}", f"{behind} {RIFLES}")
    assert odds(at(*stood, turn=1), (PANZER,), (RIFLES,)).die == -2
    assert odds(at(*stood, turn=1), (PANZER, TANKS), (RIFLES,)).die == 0


def test_german_odds_are_a_column_higher_on_the_first_four_turns() -> None:
    lines = (f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}")
    assert ["first four turns" in told(at(*lines, turn=turn), PANZER, RIFLES) for turn in (1, 4, 5)] == [
        True,
        True,
        False,
    ]


def assault(roll: int, *standing: str) -> State:
    """Return the state after three Soviet stacks attacked a hex, and the players made all choices."""
    state = at(*standing, *(f"{h} {u}" for h, units in RED.items() for u in units), phase="soviet-combat")
    state = fought(state, *(unit for units in RED.values() for unit in units), roll=roll)
    while state.stage in ("losses", "remnant"):
        state = kernel().apply(state, kernel().legal_actions(state)[0])
    return state


def test_a_kampfgruppe_takes_the_place_of_a_mechanised_unit_of_four_and_more() -> None:
    state = assault(6, f"{BESIDE} german-mot-36")
    assert place(state, "german-mot-36", kernel()) == "pool"
    assert any(place(state, f"german-kg-{n}", kernel()) == BESIDE for n in range(1, 33))
    # Nobody advances into its hex.
    assert state.stage != "advance"
    # A regiment of three leaves none, and the hex is free.
    state = assault(6, f"{BESIDE} german-gd")
    assert place(state, "german-gd", kernel()) == "pool"
    assert state.stage == "advance"


def test_the_attacker_may_announce_a_lower_column_or_that_he_ignores_dr() -> None:
    state = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}")  # 3-1, the fourth column
    state = do(state, f"attack {PANZER} {BESIDE}", "end")
    ways = [f"resolve {BESIDE}{lower}" for lower in ("", " in 1", " in 2", " in 3")]
    assert sorted(texts(state, kernel())) == sorted((*ways, *(f"{way} ignoring" for way in ways)))
    again = do(state, f"resolve {BESIDE} ignoring", 6)  # Dr
    assert again.stage == "roll"
    assert again.fight is not None


def test_each_side_attacks_by_its_own_table() -> None:
    # At 6-1 the German table disrupts attackers on a six, the Soviet one exchanges half.
    panzers = (PANZER, TANKS)
    german = at(*(f"{OPEN} {unit}" for unit in panzers), f"{BESIDE} {RIFLES}")
    soviet = at(
        *(f"{h} {u}" for h, us in RED.items() for u in us), f"{BESIDE} {INFANTRY}", phase="soviet-combat"
    )
    for state, attackers, result in (
        (german, panzers, "De/Ad"),
        (soviet, [unit for units in RED.values() for unit in units], "½Ex"),
    ):
        declared = do(state, *(f"attack {unit} {BESIDE}" for unit in attackers), "end")
        found = do(declared, f"resolve {BESIDE} in 7", 6)
        assert found.fight is not None
        assert found.fight.result == result


def test_after_both_retreat_nobody_advances() -> None:
    state = fought(at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}"), PANZER, roll=4)  # 3-1: Br
    assert state.fight is not None
    assert state.fight.result == "Br"
    while state.stage == "retreat":
        state = kernel().apply(state, kernel().legal_actions(state)[0])
    assert BESIDE not in {place(state, PANZER, kernel()), place(state, RIFLES, kernel())}
    assert state.stage != "advance"


def test_odds_below_the_table_count_as_its_first_column_before_the_german_shift() -> None:
    """2 against 6 is treated as 1-2, and on turns 1 to 4 Germans attack one column higher: at 1-1."""
    defenders = ("soviet-rd-133", "soviet-rd-89", "soviet-rd-91")
    for turn, column in ((1, 2), (4, 2), (5, 1), (16, 1)):
        state = at(f"{OPEN} {INFANTRY}", *(f"{BESIDE} {unit}" for unit in defenders), turn=turn)
        assert odds(state, (INFANTRY,), defenders).final_column == column, turn


def test_a_kampfgruppe_that_remains_after_both_retreat_does_not_advance() -> None:
    """Case H: nobody advances after Br, nor a Kampfgruppe (R) of an attacker that had no room to retreat."""
    ring = sorted(around(OPEN) - {BESIDE})
    walls = (f"{here} soviet-rd-{number}" for here, number in zip(ring, (89, 91, 112, 162, 166), strict=True))
    stood = at(f"{OPEN} {PANZER}", f"{OPEN} {TANKS}", f"{BESIDE} {RIFLES}", *walls)
    state = fought(stood, PANZER, TANKS, roll=4)  # 7 against 2 out of supply, 3-1: Br
    assert state.fight is not None
    assert state.fight.result == "Br"
    while state.stage in ("retreat", "remnant"):
        state = kernel().apply(state, kernel().legal_actions(state)[0])
    assert sum(place(state, f"german-kg-{n}", kernel()) == OPEN for n in range(1, 33)) == 2
    assert place(state, RIFLES, kernel()) != BESIDE
    assert state.stage != "advance"


def test_all_attackers_may_advance_so_far_as_stacking_lets_them() -> None:
    """Under Dr and De any of the attackers may advance: six into two hexes, three into each."""
    first, second = sorted(around(OPEN) & around(BESIDE))
    units = ("pz-6", "pz-7", "pz-10", "pz-11", "pz-1", "pz-2")
    stood = (f"{(OPEN, BESIDE)[n // 3]} german-{unit}" for n, unit in enumerate(units))
    state = at(*stood, f"{first} {RIFLES}", f"{second} soviet-rd-89")
    state = do(state, *(f"attack german-{unit} on {first}" for unit in units))
    state = do(state, f"attack german-pz-6 on {second}", "end", f"resolve {first}", 6)
    assert state.fight is not None
    assert (state.fight.result, state.fight.hexes.bit_count()) == ("De", 2)
    advanced = 0
    while state.stage == "advance":
        state = kernel().apply(state, kernel().legal_actions(state)[0])
        advanced += 1
    assert advanced == 6
    ends = [place(state, f"german-{unit}", kernel()) for unit in units]
    assert sorted(ends) == [first] * 3 + [second] * 3


def test_a_unit_that_moved_the_one_hex_it_always_may_joins_an_overrun() -> None:
    """In winter a panzer division has 4 points; forest in a zone costs 6, and is entered as the one hex."""
    panzers = ("german-pz-2", "german-pz-10", "german-pz-5")
    stood = zip(("3116", "3115", "2815"), panzers, strict=True)
    state = at(*(f"{h} {u}" for h, u in stood), f"3015 {RIFLES}", turn=24, phase="german-movement")
    assert terrain("2915") == "forest"
    state = do(state, "move german-pz-5 2915")
    assert "german-pz-5" not in {
        text.split()[1] for text in texts(state, kernel()) if text.startswith("move")
    }
    # 24 halved is twelve times 2 halved for want of supply; without the third it would be eight times.
    state = do(state, *(f"attack {unit} on 3015" for unit in panzers[:2]))
    assert "resolve 3015" not in texts(state, kernel())
    state = do(state, "attack german-pz-5 on 3015", "resolve 3015")
    assert place(state, RIFLES, kernel()) == "gone"


def test_moving_through_a_lone_brigade_costs_its_hex_and_leaving_its_zone() -> None:
    """Of five points one is for clear ground, two are for leaving the brigade's zone; two are left."""
    state = at(f"{OPEN} {INFANTRY}", f"{BESIDE} {BRIGADE}", phase="german-movement")
    state = do(state, f"attack {INFANTRY} on {BESIDE}", f"resolve {BESIDE}")
    assert (place(state, BRIGADE, kernel()), place(state, INFANTRY, kernel())) == ("gone", BESIDE)
    reached = {away(BESIDE, hex_id) for hex_id in ends(state, INFANTRY, kernel())}
    assert max(reached) == 2


def test_a_unit_that_came_beside_a_lone_brigade_with_a_point_left_does_not_remove_it() -> None:
    """Clear ground in a zone costs four of its five points; the brigade's hex would cost three."""
    start = next(h for h in grid().neighbours(HexId(OPEN)).values() if away(h, BESIDE) == 2)
    assert terrain(OPEN) == "clear"
    state = at(f"{start} {INFANTRY}", f"{BESIDE} {BRIGADE}", phase="german-movement")
    state = do(state, f"move {INFANTRY} {OPEN}")
    assert not any(text.startswith("resolve") for text in texts(state, kernel()))
    joins = [text for text in texts(state, kernel()) if text.startswith("attack")]
    for join in joins:
        assert f"resolve {BESIDE}" not in texts(do(state, join), kernel())


def test_a_unit_that_removes_a_lone_brigade_pays_for_other_zones_and_may_stop_there() -> None:
    """Clear ground and a step from zone to zone cost six points; the two that are left lead no further."""
    far = next(h for h in sorted(grid().neighbours(HexId(BESIDE)).values()) if away(h, OPEN) == 2)
    stood = (f"{BESIDE} {BRIGADE}", f"{far} {RIFLES}")
    weak = do(at(f"{OPEN} {INFANTRY}", *stood, phase="german-movement"), f"attack {INFANTRY} on {BESIDE}")
    assert f"resolve {BESIDE}" not in texts(weak, kernel())
    state = at(f"{OPEN} {PANZER}", *stood, phase="german-movement")
    state = do(state, f"attack {PANZER} on {BESIDE}", f"resolve {BESIDE}")
    assert place(state, BRIGADE, kernel()) == "gone"
    assert not moves(state, PANZER)
    assert place(do(state, "end"), PANZER, kernel()) == BESIDE


def test_two_units_do_not_remove_a_lone_brigade_together_nor_by_an_overrun_with_a_die() -> None:
    state = at(f"{OPEN} {PANZER}", f"{OPEN} {TANKS}", f"{BESIDE} {BRIGADE}", phase="german-movement")
    state = do(state, f"attack {PANZER} on {BESIDE}", f"attack {TANKS} on {BESIDE}")
    assert f"resolve {BESIDE}" not in texts(state, kernel())
    assert f"resolve {BESIDE}" in texts(do(state, f"leave {TANKS}"), kernel())


GUARDS = (
    *("soviet-gds-5", "soviet-gds-2", "soviet-gds-7", "soviet-gds-6"),
    *("soviet-rd-316", "soviet-rd-312", "soviet-rd-238", "soviet-rd-32"),
)
"""Eight Soviet divisions of strength 3."""


def overran(*deeds: str) -> State:
    """Overrun a German 4-8 division in mud, where it defends with 2: 24 against it are 12-1."""
    beside = sorted(around(BESIDE))
    stood = (f"{beside[number // 3]} {unit}" for number, unit in enumerate(GUARDS))
    waiting = tuple(unit.id for unit in loaded().game.counters.units if unit.unit_class == "kampfgruppe")
    state = at(
        *stood,
        f"{BESIDE} german-mot-16",
        f"{beside[5]} {RIFLES}",
        turn=8,
        phase="soviet-movement",
        pool=waiting,
    )
    state = do(state, *(f"attack {unit} on {BESIDE}" for unit in GUARDS), f"resolve {BESIDE}")
    assert place(state, "german-mot-16", kernel()) == "pool"
    return do(state, *deeds, "end", f"resolve {BESIDE}", 4)


def test_an_overrun_german_division_leaves_a_kampfgruppe_as_the_die_is_thrown() -> None:
    state = overran()
    assert state.stage == "remnant"
    state = kernel().apply(state, kernel().legal_actions(state)[0])
    assert sum(place(state, f"german-kg-{n}", kernel()) == BESIDE for n in range(1, 33)) == 1
    assert state.stage != "advance"
    # Two points a strength point, less the Kampfgruppe's.
    assert state.loss_points[1] == 2 * (4 - 2)


def test_no_kampfgruppe_remains_among_soviets_who_entered_the_hex_of_an_overrun() -> None:
    state = overran(f"move {RIFLES} {BESIDE}")
    assert not any(place(state, f"german-kg-{n}", kernel()) == BESIDE for n in range(1, 33))
    assert state.loss_points[1] == 2 * 4


# Victory --------------------------------------------------------------------------------------------

MOSCOW = ("4614", "4615", "4714", "4715")


def points(state: State, side: str) -> int:
    """Return a side's points without those for gaps: so few enemies form no line."""
    awards = victory_awards(kernel().setting, state)[SideId(side)]
    return sum(number for title, number in awards if title != GAPS_TITLE)


@pytest.mark.parametrize("unit", [INFANTRY, PANZER, "german-eb-1", "german-kg-1"])
def test_any_german_unit_near_moscow_scores_by_its_distance_even_out_of_supply(unit: str) -> None:
    """Supply for nobody; a unit in the city counts as within three hexes."""
    worth = {}
    for hex_id in sorted(grid()):
        distance = min(away(hex_id, one) for one in MOSCOW)
        if distance <= 6 and distance not in worth:
            worth[distance] = points(at(f"{hex_id} {unit}", serving_hexes=(0, 0)), "german")
    assert worth == {0: 10, 1: 10, 2: 10, 3: 10, 4: 5, 5: 5, 6: 0}


def test_germans_score_for_taking_moscow_and_for_holding_it_even_by_the_last_phase_alone() -> None:
    near = 10
    state = at(f"4614 {PANZER}", f"4513 {RIFLES}", turn=8, phase="soviet-combat")
    assert points(state, "german") == 50 + near
    over = do(state, "end")
    assert kernel().is_over(over)
    assert points(over, "german") == 50 + 50 + near
    cut_off = do(replace(state, serving_hexes=(0, 0)), "end")
    assert points(cut_off, "german") == near
    contested = do(at(f"4614 {PANZER}", f"4715 {RIFLES}", turn=8, phase="soviet-combat"), "end")
    assert (points(contested, "german"), points(contested, "soviet")) == (near, 0)


def test_soviets_score_for_holding_moscow_at_the_end_alone() -> None:
    state = at(f"4614 {RIFLES}", f"4726 {PANZER}", turn=8, phase="soviet-combat")
    assert points(do(state, "end"), "soviet") == 50
