"""Single cases of movement, zones of control, stacking, supply and weather, at places of the real map."""

from __future__ import annotations

from fractions import Fraction

from tests.campaign.game import loaded
from tests.campaign.positions import (
    BESIDE,
    BRIGADE,
    INFANTRY,
    OPEN,
    PANZER,
    RIFLES,
    TANKS,
    around,
    at,
    away,
    cost,
    do,
    kernel,
    moves,
    odds,
    pairs,
    reach,
    terrain,
)
from tests.rules.positions import place, texts

PLAIN = "5027"  # clear ground for four hexes around
WOODS, NORTH, SOUTH = "4724", "4723", "4725"  # a forest hex and clear hexes on both sides of it
GERMAN, SOVIET = "german-movement", "soviet-movement"


# Movement and terrain -----------------------------------------------------------------------------


def test_forest_and_swamp_cost_mechanised_units_three_points_and_others_one() -> None:
    assert (terrain(WOODS), terrain(SOUTH)) == ("forest", "clear")
    for unit, phase, points in (
        (PANZER, GERMAN, 3),
        ("german-mot-36", GERMAN, 3),
        ("german-kg-1", GERMAN, 3),
        (INFANTRY, GERMAN, 1),
        ("german-cav-1", GERMAN, 1),
        ("soviet-td-108", SOVIET, 3),
        ("soviet-mrd-101", SOVIET, 3),
        (BRIGADE, SOVIET, 3),
        (RIFLES, SOVIET, 1),
    ):
        state = at(f"{SOUTH} {unit}", phase=phase)
        assert cost(state, unit, WOODS) == points, unit
        assert cost(state, unit, OPEN) == 1, unit


def test_a_move_leads_over_terrain_of_several_kinds() -> None:
    """Clear ground costs one point, a forest one, or three to mechanised units."""
    assert cost(at(f"{OPEN} {INFANTRY}", phase=GERMAN), INFANTRY, WOODS) == 2
    assert cost(at(f"{OPEN} {PANZER}", phase=GERMAN), PANZER, WOODS) == 4
    assert cost(at(f"{WOODS} {PANZER}", phase=GERMAN), PANZER, OPEN) == 2


def test_a_railway_hex_with_forest_costs_what_forest_does() -> None:
    rails = {
        frozenset(pair)
        for line in loaded().game.hexmap.lines
        for run in line.lines
        for pair in zip(run.path, run.path[1:], strict=False)
    }
    into = next((a, b) for a, b in map(sorted, sorted(map(sorted, rails))) if terrain(b) == "forest")
    state = at(f"{into[0]} {PANZER}", phase=GERMAN)
    assert cost(state, PANZER, into[1]) == 3


def test_what_a_unit_does_not_use_is_lost() -> None:
    """Of eight points three are left after five, and the next phase of movement has eight again."""
    state = do(at(f"{PLAIN} {PANZER}", phase=GERMAN), f"move {PANZER} 5032")
    assert away(PLAIN, "5032") == 5
    assert reach(state, PANZER, "5032") == 3
    while kernel().phase(state) != "mechanised-movement":
        state = do(state, "end")
    assert reach(state, PANZER, "5032") == 8


def test_nobody_but_the_side_in_phase_moves() -> None:
    stood = (f"{PLAIN} {PANZER}", f"5427 {RIFLES}")
    for phase, mover in ((GERMAN, PANZER), ("mechanised-movement", PANZER), (SOVIET, RIFLES)):
        moves = {text.split()[1] for text in texts(at(*stood, phase=phase), kernel()) if "move " in text}
        assert moves == {mover}


def test_movement_knows_no_combat_but_overruns() -> None:
    """Three to one is a battle of the combat phase, and none as units move."""
    for phase in (GERMAN, "mechanised-movement"):
        state = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", phase=phase)
        state = do(state, f"attack {PANZER} on {BESIDE}")
        assert not any(text.startswith("resolve") for text in texts(state, kernel()))


def test_nobody_enters_a_hex_with_an_enemy() -> None:
    state = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", phase=GERMAN)
    assert moves(state, PANZER) & around(BESIDE)
    assert BESIDE not in moves(state, PANZER)


def test_a_unit_may_always_move_one_hex_but_not_from_zone_to_zone() -> None:
    """In winter a panzer division has four points; forest in an enemy zone costs six."""
    stood = (f"{SOUTH} {PANZER}", f"{NORTH} {RIFLES}")
    assert WOODS in moves(at(*stood, turn=24, phase=GERMAN), PANZER)
    held = at(*stood, f"{OPEN} soviet-rd-89", turn=24, phase=GERMAN)
    assert WOODS not in moves(held, PANZER)


# Zones of control ---------------------------------------------------------------------------------


def test_three_points_to_enter_a_zone_and_two_to_leave_it() -> None:
    outside = next(iter(sorted(around(OPEN) - around(BESIDE) - {BESIDE})))
    enters = at(f"{outside} {PANZER}", f"{BESIDE} {RIFLES}", phase=GERMAN)
    assert cost(enters, PANZER, OPEN) == 1 + 3
    leaves = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", phase=GERMAN)
    assert cost(leaves, PANZER, outside) == 1 + 2
    within = next(iter(sorted(around(OPEN) & around(BESIDE))))
    assert cost(leaves, PANZER, within) == 1 + 5


def test_a_hex_that_several_units_control_costs_as_one() -> None:
    second = next(h for h in sorted(around(OPEN)) if away(h, BESIDE) == 2)
    outside = next(h for h in sorted(around(OPEN)) if min(away(h, BESIDE), away(h, second)) == 2)
    state = at(f"{outside} {PANZER}", f"{BESIDE} {RIFLES}", f"{second} soviet-rd-89", phase=GERMAN)
    assert cost(state, PANZER, OPEN) == 1 + 3


def test_zones_hold_among_friends_for_movement_and_each_hex_by_itself() -> None:
    outside = next(iter(sorted(around(OPEN) - around(BESIDE) - {BESIDE})))
    stood = (f"{outside} {PANZER}", f"{BESIDE} {RIFLES}")
    assert cost(at(*stood, f"{OPEN} {INFANTRY}", phase=GERMAN), PANZER, OPEN) == 1 + 3
    elsewhere = next(iter(sorted(around(BESIDE) - around(OPEN) - {OPEN})))
    assert cost(at(*stood, f"{elsewhere} {INFANTRY}", phase=GERMAN), PANZER, OPEN) == 1 + 3


def test_costs_of_terrain_and_zones_add_up() -> None:
    state = at(f"{SOUTH} {PANZER}", f"{NORTH} {RIFLES}", phase=GERMAN)
    assert cost(state, PANZER, WOODS) == 3 + 3
    held = at(f"{SOUTH} {PANZER}", f"{NORTH} {RIFLES}", f"{OPEN} soviet-rd-89", phase=GERMAN)
    assert cost(held, PANZER, WOODS) == 3 + 5


# Stacking -----------------------------------------------------------------------------------------


def test_three_units_may_share_a_hex_and_railway_troops_are_one_of_them() -> None:
    """A fourth may pass, but as the phase ends it must have gone on."""
    pair = (f"{OPEN} {INFANTRY}", f"{OPEN} german-inf-102")
    for third in ("german-inf-256", "german-eb-1"):
        state = at(*pair, f"{OPEN} {third}", f"{SOUTH} {PANZER}", phase=GERMAN)
        assert "end" in texts(state, kernel())
        state = do(state, f"move {PANZER} {OPEN}")
        assert "end" not in texts(state, kernel()), third
        assert f"move {PANZER} {BESIDE}" in texts(state, kernel())
        assert "end" in texts(do(state, f"take-back {PANZER}"), kernel())


# Supply -------------------------------------------------------------------------------------------


def test_out_of_supply_units_have_half_of_all_and_nothing_is_rounded() -> None:
    stood = (f"{PLAIN} {PANZER}", f"5028 {RIFLES}")
    without = at(*stood, serving_hexes=(0, 0))
    found = odds(without, (PANZER,), (RIFLES,))
    assert (found.attack, found.defence) == (Fraction(7, 2), 1)
    supplied = odds(at(*stood), (PANZER,), (RIFLES,))
    assert (supplied.attack, supplied.defence) == (7, 2)
    moving = at(f"{PLAIN} {INFANTRY}", f"5427 {RIFLES}", phase=GERMAN, serving_hexes=(0, 0))
    assert reach(moving, INFANTRY, PLAIN) == 2
    assert reach(at(f"{PLAIN} {INFANTRY}", phase=GERMAN), INFANTRY, PLAIN) == 5


def test_nobody_is_lost_for_want_of_supply() -> None:
    state = at(f"{PLAIN} {PANZER}", f"5431 {RIFLES}", phase=GERMAN, turn=1, serving_hexes=(0, 0))
    while state.turn < 4:
        state = do(state, "end")
    assert (place(state, PANZER, kernel()), place(state, RIFLES, kernel())) == (PLAIN, "5431")


# Weather ------------------------------------------------------------------------------------------


def test_rains_halve_german_moves_and_attacks_and_nothing_else() -> None:
    for turn, german, strength in ((4, 5, 7), (5, 2, Fraction(7, 2))):
        state = at(f"{PLAIN} {INFANTRY}", turn=turn, phase=GERMAN)
        assert reach(state, INFANTRY, PLAIN) == german
        assert reach(at(f"{PLAIN} {RIFLES}", turn=turn, phase=SOVIET), RIFLES, PLAIN) == 4
        stood = (f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}")
        assert odds(at(*stood, turn=turn), (PANZER,), (RIFLES,)).attack == strength
        attacked = at(*stood, turn=turn, phase="soviet-combat")
        assert odds(attacked, (RIFLES,), (PANZER,)).defence == 7
    assert reach(at(f"{PLAIN} {PANZER}", turn=5, phase=GERMAN), PANZER, PLAIN) == 4


# Fortified lines ----------------------------------------------------------------------------------


def front() -> tuple[str, str]:
    """Return the first clear hexes behind and before a fortified hexside without a river on it."""
    wet = {frozenset(pair) for feature in ("river", "lake") for pair in pairs(feature)}
    return next(
        pair
        for pair in pairs("fortified-line")
        if {terrain(one) for one in pair} == {"clear"} and frozenset(pair) not in wet
    )


def test_a_fortified_line_serves_soviets_alone() -> None:
    behind, before = front()
    german = at(f"{before} {PANZER}", f"{behind} {RIFLES}")
    assert odds(german, (PANZER,), (RIFLES,)).die == -2
    soviet = at(f"{behind} {PANZER}", f"{before} {RIFLES}", phase="soviet-combat")
    assert odds(soviet, (RIFLES,), (PANZER,)).die == 0
    assert cost(at(f"{before} {RIFLES}", phase=SOVIET), RIFLES, behind) == 1


def test_the_first_german_through_a_front_pays_two_points_more_and_destroys_it() -> None:
    behind, before = front()
    state = at(f"{before} {PANZER}", f"{before} {TANKS}", phase=GERMAN)
    assert cost(state, PANZER, behind) == 1 + 2
    state = do(state, f"move {PANZER} {behind}")
    assert cost(state, TANKS, behind) == 1


def test_from_behind_a_fortified_line_means_nothing() -> None:
    behind, before = front()
    attack = at(f"{behind} {PANZER}", f"{before} {RIFLES}")
    assert odds(attack, (PANZER,), (RIFLES,)).die == 0
    state = at(f"{behind} {PANZER}", f"{before} {TANKS}", phase=GERMAN)
    assert cost(state, PANZER, before) == 1
    # Nor does that destroy it.
    assert cost(do(state, f"move {PANZER} {before}"), TANKS, behind) == 1 + 2
