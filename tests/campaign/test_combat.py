"""Single cases of battles and overruns, at places of the real map."""

from __future__ import annotations

from hexwright.geometry.bitsets import members
from hexwright.rules.engine.game_state import State, disrupted_units
from tests.campaign.positions import (
    BESIDE,
    INFANTRY,
    OPEN,
    PANZER,
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
)
from tests.rules.positions import place, texts

SECOND, THIRD = "soviet-rd-89", "soviet-rd-91"  # 2-4 each
LEFT, RIGHT = sorted(around(OPEN) & around(BESIDE))
"""The two hexes beside both the usual attackers and the usual defenders."""


def attacks(state: State, unit: str) -> set[str]:
    """Return the hexes that a unit may attack."""
    found = (text.split() for text in texts(state, kernel()))
    return {words[-1] for words in found if words[:2] == ["attack", unit]}


def in_battle(state: State) -> tuple[set[str], set[str]]:
    """Return the attackers and the defenders of the battle that is being fought."""
    assert state.fight is not None
    names = kernel().setting.units
    attackers, defenders = (members(units) for units in (state.fight.attackers, state.fight.defenders))
    return {names[unit] for unit in attackers}, {names[unit] for unit in defenders}


# Declaration --------------------------------------------------------------------------------------


def test_only_enemies_beside_the_attackers_are_attacked() -> None:
    far = next(h for h in sorted(around(BESIDE)) if away(h, OPEN) == 2)
    state = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", f"{far} {SECOND}")
    assert attacks(state, PANZER) == {BESIDE}


def test_nobody_has_to_attack() -> None:
    state = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}")
    assert "end" in texts(state, kernel())
    assert kernel().phase(do(state, "end")) == "mechanised-movement"


def test_no_unit_attacks_again_after_its_battle() -> None:
    state = fought(at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", f"{LEFT} {SECOND}"), PANZER, roll=6)
    assert state.stage == "retreat"  # 3-1: Dr
    state = kernel().apply(state, kernel().legal_actions(state)[0])
    state = do(state, "hold")
    assert place(state, SECOND, kernel()) == LEFT
    assert kernel().phase(state) == "mechanised-movement"


def test_all_stacks_beside_a_hex_may_attack_it_in_one_battle() -> None:
    stood = {h: f"german-pz-{n}" for h, n in zip(sorted(around(BESIDE)), (1, 2, 3, 4, 5, 6), strict=True)}
    state = at(f"{BESIDE} {RIFLES}", *(f"{h} {unit}" for h, unit in stood.items()))
    state = do(state, *(f"attack {unit} on {BESIDE}" for unit in stood.values()), "end", f"resolve {BESIDE}")
    assert in_battle(state) == (set(stood.values()), {RIFLES})


def test_not_all_of_a_stack_have_to_attack() -> None:
    stood = (f"{OPEN} {PANZER}", f"{OPEN} {TANKS}", f"{OPEN} {INFANTRY}")
    state = at(*stood, f"{BESIDE} {RIFLES}", f"{LEFT} {SECOND}")
    state = do(state, f"attack {PANZER} on {BESIDE}", f"attack {TANKS} on {LEFT}", "end")
    assert in_battle(do(state, f"resolve {BESIDE}")) == ({PANZER}, {RIFLES})
    assert in_battle(do(state, f"resolve {LEFT}")) == ({TANKS}, {SECOND})


def test_several_hexes_are_attacked_at_once_by_those_beside_all_of_them() -> None:
    far = next(h for h in sorted(around(BESIDE)) if away(h, LEFT) == 2 and away(h, OPEN) == 2)
    state = at(f"{OPEN} {PANZER}", f"{far} {TANKS}", f"{BESIDE} {RIFLES}", f"{LEFT} {SECOND}")
    both = do(state, f"attack {PANZER} on {BESIDE}", f"attack {PANZER} on {LEFT}")
    assert in_battle(do(both, "end", f"resolve {BESIDE}")) == ({PANZER}, {RIFLES, SECOND})
    # The other stands beside one of the hexes alone.
    assert attacks(state, TANKS) == {BESIDE}
    assert attacks(both, TANKS) == set()
    joined = do(state, f"attack {PANZER} on {BESIDE}", f"attack {TANKS} on {BESIDE}")
    assert attacks(joined, PANZER) == set()


def test_all_units_of_a_hex_are_attacked_together() -> None:
    state = at(f"{OPEN} {PANZER}", *(f"{BESIDE} {unit}" for unit in (RIFLES, SECOND, THIRD)))
    assert attacks(state, PANZER) == {BESIDE}
    state = do(state, f"attack {PANZER} on {BESIDE}", "end", f"resolve {BESIDE}")
    assert in_battle(state) == ({PANZER}, {RIFLES, SECOND, THIRD})


# Results ------------------------------------------------------------------------------------------


def test_defenders_never_advance() -> None:
    """The attackers' hex is empty after Ae and after Ar, and stays so."""
    for units, roll, result in (((INFANTRY,), 1, "Ae"), ((INFANTRY, "german-inf-102"), 4, "Ar")):
        state = at(*(f"{OPEN} {unit}" for unit in units), f"{BESIDE} {RIFLES}")
        state = do(state, *(f"attack {unit} on {BESIDE}" for unit in units), "end", f"resolve {BESIDE}", roll)
        if result == "Ar":
            assert state.fight is not None
            assert state.fight.result == "Ar"
        while state.stage == "retreat":
            state = kernel().apply(state, kernel().legal_actions(state)[0])
        assert state.stage != "advance"
        assert place(state, RIFLES, kernel()) == BESIDE
        assert OPEN not in {place(state, unit, kernel()) for unit in units}


def test_an_exchange_counts_what_is_printed_and_not_what_is_left() -> None:
    """In mud a 4-8 division defends with 2; for it, and not for its Kampfgruppe, four points are lost."""
    near = sorted(around(BESIDE))[:2]
    units = tuple(f"soviet-gds-{n}" for n in (2, 5, 6, 7))  # Of strength 3.
    stood = (f"{near[n // 3]} {unit}" for n, unit in enumerate(units))
    state = at(*stood, f"{BESIDE} german-mot-16", turn=8, phase="soviet-combat")
    state = do(state, *(f"attack {unit} on {BESIDE}" for unit in units), "end", f"resolve {BESIDE} in 6", 5)
    assert state.fight is not None
    assert (state.fight.result, state.stage) == ("Ex", "remnant")
    state = kernel().apply(state, kernel().legal_actions(state)[0])
    state = do(state, f"lose {units[0]}")
    assert state.stage == "losses"
    assert do(state, f"lose {units[1]}").stage != "losses"


def test_a_kampfgruppe_of_the_attackers_may_advance() -> None:
    state = at(f"{OPEN} {PANZER}", f"{OPEN} {TANKS}", f"{BESIDE} {RIFLES}")
    state = do(state, *(f"attack {unit} on {BESIDE}" for unit in (PANZER, TANKS)), "end")
    state = do(state, f"resolve {BESIDE} in 6", 6)  # 5-1: Ex
    state = do(state, f"lose {PANZER}")
    assert state.stage == "remnant"
    state = kernel().apply(state, kernel().legal_actions(state)[0])
    advances = {text.split()[1] for text in texts(state, kernel()) if text.startswith("advance")}
    assert {unit.rpartition("-")[0] for unit in advances} == {"german-kg", "german-pz"}


def test_a_retreat_is_one_hex_led_by_the_enemy_and_into_no_zone_without_friends() -> None:
    stood = (f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", f"{LEFT} {SECOND}", f"{LEFT} {THIRD}")
    state = fought(at(*stood), PANZER, roll=6)  # 3-1: Dr
    assert (state.stage, kernel().active_side(state)) == ("retreat", "german")
    assert moves_of_retreat(state) == around(BESIDE) - {OPEN, RIGHT}
    # Ar and Br the other way.
    state = fought(at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}"), PANZER, roll=3)  # 3-1: Ar
    assert (state.stage, kernel().active_side(state)) == ("retreat", "soviet")
    assert moves_of_retreat(state) == around(OPEN) - around(BESIDE) - {BESIDE}


def moves_of_retreat(state: State) -> set[str]:
    """Return where units may retreat to."""
    return {text.split()[2] for text in texts(state, kernel()) if text.startswith("retreat")}


def test_no_retreat_into_a_hex_with_three_friends_or_among_enemy_zones() -> None:
    ring = sorted(around(BESIDE) - {OPEN, LEFT, RIGHT})
    stood = (f"{h} german-pz-{n}" for h, n in zip(ring, (1, 2, 3), strict=True))
    full = (f"{LEFT} {unit}" for unit in (SECOND, THIRD, "soviet-rd-162"))
    state = fought(at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", *stood, *full), PANZER, roll=6)
    assert state.stage == "advance"
    assert place(state, RIFLES, kernel()) == "gone"


def test_who_retreats_into_an_attacked_hex_defends_there_with_its_strength() -> None:
    other = next(h for h in sorted(around(LEFT)) if away(h, OPEN) == 1 and h != BESIDE)
    stood = (f"{OPEN} {PANZER}", f"{other} {TANKS}", f"{BESIDE} {RIFLES}", f"{LEFT} {SECOND}")
    state = do(at(*stood), f"attack {PANZER} on {BESIDE}", f"attack {TANKS} on {LEFT}", "end")
    state = do(state, f"resolve {BESIDE}", 6, f"retreat {RIFLES} {LEFT}", "hold", f"resolve {LEFT}")
    assert in_battle(state) == ({TANKS}, {RIFLES, SECOND})


def disrupted(state: State) -> set[str]:
    return {kernel().setting.units[unit] for unit in members(disrupted_units(state))}


def test_attackers_worth_the_defenders_are_disrupted_for_a_whole_turn() -> None:
    stood = (f"{OPEN} {PANZER}", f"{OPEN} {TANKS}", f"{BESIDE} {RIFLES}", "5431 soviet-rd-89")
    state = fought(at(*stood, turn=2), PANZER, TANKS, roll=4)  # 8-1: De/Ad
    assert state.stage == "disrupting"
    state = do(state, f"disrupt {PANZER}")
    assert disrupted(state) == {PANZER}
    advances = {text.split()[1] for text in texts(state, kernel()) if text.startswith("advance")}
    assert advances == {TANKS}
    state = do(state, "hold")
    seen = set[str]()
    while not (state.turn == 3 and kernel().phase(state) == "mechanised-movement"):
        phase = str(kernel().phase(state))
        if phase.startswith("german") and state.turn == 3:
            seen.add(phase)
        if phase == "german-combat":
            assert not attacks(state, PANZER)
        elif phase in ("german-movement", "mechanised-movement"):
            assert bool(moves(state, TANKS)) > bool(moves(state, PANZER))
        state = do(state, "end")
    assert "german-movement" in seen
    assert disrupted(state) == set()
    assert moves(state, PANZER)


# Overruns -----------------------------------------------------------------------------------------


def overran(*others: str) -> State:
    """Return the position after four divisions overran one in the open, as the phase goes on."""
    panzers = (PANZER, TANKS, "german-pz-3", "german-pz-4")
    stood = (f"{(OPEN, LEFT)[n // 3]} {unit}" for n, unit in enumerate(panzers))
    state = at(*stood, f"{BESIDE} {RIFLES}", *others, phase="german-movement")
    state = do(state, *(f"attack {unit} on {BESIDE}" for unit in panzers), f"resolve {BESIDE}")
    assert place(state, RIFLES, kernel()) == "gone"
    return state


def test_units_that_overran_move_no_further_and_may_advance_one_hex_after_the_die() -> None:
    state = overran()
    assert not moves(state, PANZER)
    state = do(state, "end", f"resolve {BESIDE}", 6)  # 11-1: De
    advances = {text for text in texts(state, kernel()) if text.startswith("advance")}
    assert advances == {f"advance german-pz-{n} {BESIDE}" for n in (7, 6, 3, 4)}
    assert place(do(state, f"advance {PANZER} {BESIDE}"), PANZER, kernel()) == BESIDE


def test_after_an_overrun_as_many_advance_as_may_stack_in_the_hex() -> None:
    """Two divisions that entered the hex before the die leave room for one of those that overran."""
    state = overran(f"{RIGHT} {INFANTRY}", f"{RIGHT} german-inf-255")
    state = do(
        state, f"move {INFANTRY} {BESIDE}", f"move german-inf-255 {BESIDE}", "end", f"resolve {BESIDE}", 6
    )
    assert f"advance {PANZER} {BESIDE}" in texts(state, kernel())
    state = do(state, f"advance {PANZER} {BESIDE}")
    assert not any(text.startswith("advance") for text in texts(state, kernel()))


def test_units_disrupted_in_an_overrun_neither_advance_nor_attack() -> None:
    other = next(h for h in sorted(around(OPEN)) if away(h, BESIDE) == 2)
    state = do(overran(f"{other} {SECOND}"), "end", f"resolve {BESIDE}", 3)  # 11-1: De/Ad
    state = do(state, f"disrupt {PANZER}")
    assert state.stage == "advance"
    advances = {text for text in texts(state, kernel()) if text.startswith("advance")}
    assert advances == {f"advance german-pz-{n} {BESIDE}" for n in (6, 3, 4)}
    state = do(state, "hold")
    assert kernel().phase(state) == "german-combat"
    assert attacks(state, TANKS) == {other}
    assert not attacks(state, PANZER)


def test_an_overrun_is_of_one_hex_and_not_across_a_lake() -> None:
    """Four divisions stand beside two Soviet hexes, and overrun each with a die of its own at most."""
    state = at(f"{OPEN} {PANZER}", f"{BESIDE} {RIFLES}", f"{LEFT} {SECOND}", phase="german-movement")
    state = do(state, f"attack {PANZER} on {BESIDE}")
    assert not attacks(state, PANZER)
    shore, other = clear("lake")
    for turn, reached in ((1, set[str]()), (16, {other})):
        across = at(f"{shore} {PANZER}", f"{other} soviet-eb-1", turn=turn, phase="german-movement")
        assert attacks(across, PANZER) == reached


def test_others_may_join_an_overrun_after_the_odds_are_reached() -> None:
    state = do(overran(f"{RIGHT} {INFANTRY}"), f"attack {INFANTRY} on {BESIDE}", "end", f"resolve {BESIDE}")
    assert INFANTRY in in_battle(state)[0]
