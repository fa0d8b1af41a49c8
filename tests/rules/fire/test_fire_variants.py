"""Variants of the fire rules: each test changes one setting of `fire` in one position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.model.rules.fire_combat_record import FireRules, HexsideLimit
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire.dice_pools import DicePool
from tests.rules.fire.table import SCENARIO, act, attack, battle, condition, game, play, rules, table, texts

EAST = ("D1 german-2a", "D1 german-2pz", "D2 russian-tanks")


def changed(change: Callable[[FireRules], FireRules]) -> RulesEngine:
    fire = game().rules.fire
    assert fire is not None
    other = replace(game(), rules=replace(game().rules, fire=change(fire)))
    return RulesEngine(other, SCENARIO)


def retreating(**more: bool) -> RulesEngine:
    def change(fire: FireRules) -> FireRules:
        assert fire.retreat is not None
        return replace(fire, retreat=replace(fire.retreat, **more))  # type: ignore[arg-type]

    return changed(change)


def advancing(**more: object) -> RulesEngine:
    def change(fire: FireRules) -> FireRules:
        assert fire.advance is not None
        return replace(fire, advance=replace(fire.advance, **more))  # type: ignore[arg-type]

    return changed(change)


def fought(kernel: RulesEngine, scored: int, suffered: int, weak: bool = True) -> State:
    state = table("german-allocation", *EAST, disrupted=("russian-tanks",) if weak else (), kernel=kernel)
    lines = ("attack german-2a D2", "attack german-2pz D2", "end", "engage D2")
    return act(play(state, *lines, kernel=kernel), Action("roll", rolls=(scored, suffered)), kernel)


def test_without_retreat_nobody_gives_way() -> None:
    assert fought(changed(lambda fire: replace(fire, retreat=None)), 0, 0).stage == "fire"
    assert fought(rules(), 0, 0).stage == "withdraw"


def test_without_advance_nobody_enters() -> None:
    assert fought(changed(lambda fire: replace(fire, advance=None)), 1, 0).stage == "done"
    assert fought(rules(), 1, 0).stage == "pursue"


def test_advance_may_be_left_to_the_attacker() -> None:
    kernel = advancing(mandatory=False)
    assert "hold" in texts(fought(kernel, 1, 0), kernel)
    assert "hold" not in texts(fought(rules(), 1, 0))


def test_advance_may_leave_everybody_fresh() -> None:
    kernel = advancing(disrupts=False)
    state = play(fought(kernel, 1, 0), "advance german-2a D2", kernel=kernel)
    assert condition(state, "german-2a") == "fresh"


def test_without_ways_beyond_nobody_goes_on() -> None:
    kernel = advancing(exploitation=())
    assert texts(fought(kernel, 1, 0), kernel) == ["advance german-2pz D2", "advance german-2a D2"]


def test_retreat_may_leave_units_fresh() -> None:
    kernel = retreating(disrupts=False)
    state = play(fought(kernel, 0, 0, weak=False), "retreat russian-tanks C2", kernel=kernel)
    assert condition(state, "russian-tanks") == "fresh"


def test_retreat_beside_the_attackers_may_be_allowed() -> None:
    kernel = retreating(adjacent_to_attackers=True)
    assert "retreat russian-tanks C1" in texts(fought(kernel, 0, 0), kernel)


def test_retreat_to_friends_under_attack_may_be_allowed() -> None:
    standing = (*EAST, "B1 german-3pz", "C1 russian-bryansk")
    for kernel, allowed in ((rules(), False), (retreating(may_join_attacked=True), True)):
        state = table("german-allocation", *standing, kernel=kernel)
        lines = ("attack german-2a D2", "attack german-3pz C1", "end", "engage D2")
        state = act(play(state, *lines, kernel=kernel), Action("roll", rolls=(0, 0)), kernel)
        assert ("retreat russian-tanks C1" in texts(state, kernel)) is allowed


def test_without_a_limit_any_number_attacks_across_a_hexside() -> None:
    kernel = changed(lambda fire: replace(fire, hexside_limit=HexsideLimit()))
    standing = ("B1 german-2pz", "B1 german-3pz", "B1 german-4pz", "B1 german-2a", "B2 russian-western")
    state = table("german-allocation", *standing, kernel=kernel)
    names = ("german-2pz", "german-3pz", "german-4pz", "german-2a")
    assert texts(play(state, *(f"attack {name} B2" for name in names), kernel=kernel), kernel) == ["end"]


def test_without_a_figure_of_hits_every_unit_absorbs_one() -> None:
    kernel = changed(lambda fire: replace(fire, absorbs=""))
    standing = ("D1 german-2pz", "D2 russian-50", "D2 russian-16")
    for rules_now, left in ((rules(), "disrupted"), (kernel, "lost")):
        state = table("german-allocation", *standing, kernel=rules_now)
        state = play(state, "attack german-2pz D2", "end", "engage D2", kernel=rules_now)
        assert condition(act(state, Action("roll", rolls=(0, 2)), rules_now), "german-2pz") == left


def test_works_that_take_nothing_are_no_help() -> None:
    kernel = changed(lambda fire: replace(fire, fortification_absorbs=0))
    state = table(
        "german-allocation",
        "D4 german-2a",
        "D3 russian-western",
        fortified=("russian-western",),
        kernel=kernel,
    )
    state = play(state, "attack german-2a D3", "end", "engage D3", kernel=kernel)
    assert condition(act(state, Action("roll", rolls=(1, 0)), kernel), "russian-western") == "disrupted"


@pytest.mark.parametrize(("divide", "dice"), [(2, 1), (3, 1), (4, 0)])
def test_dice_out_of_supply_are_divided_as_declared(divide: int, dice: int) -> None:
    kernel = changed(
        lambda fire: replace(fire, dice_divisors=(replace(fire.dice_divisors[0], divide_by=divide),))
    )
    state = table("german-allocation", *EAST, kernel=kernel)
    pool = attack(state, "D2", "german-2a", "german-2pz", cut_off=("D1",), kernel=kernel)
    assert isinstance(pool, DicePool)
    assert pool.dice == dice


def test_air_units_may_be_let_to_outweigh_the_ground() -> None:
    kernel = changed(
        lambda fire: replace(
            fire, air_support=(replace(fire.air_support[0], capped_by_ground_dice=False), fire.air_support[1])
        )
    )
    state = table("german-allocation", *EAST, kernel=kernel)
    both = ("german-2fk", "german-8fk")
    assert attack(state, "D2", "german-2a", air=both, kernel=kernel).dice == 5
    assert attack(state, "D2", "german-2a", air=both).dice == 2


def test_air_units_may_support_attackers_out_of_supply() -> None:
    kernel = changed(
        lambda fire: replace(
            fire, air_support=(replace(fire.air_support[0], supplied_attacker=False), fire.air_support[1])
        )
    )
    state = table("german-allocation", *EAST, kernel=kernel)
    flown = attack(state, "D2", "german-2pz", air=("german-2fk",), cut_off=("D1",), kernel=kernel)
    assert flown.groups == ((4, 1), (5, 1))


def test_battle_of_units_from_the_first_hex_of_the_map_is_fought_like_any_other() -> None:
    state = battle("A2", ["german-4pz"], "A1 german-4pz", "A2 russian-rzhev", disrupted=("russian-rzhev",))
    state = act(state, Action("roll", rolls=(1, 0)))
    assert "advance german-4pz A2" in texts(state)
