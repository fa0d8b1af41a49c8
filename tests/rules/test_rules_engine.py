"""The rules engine plays rules other than those of its first game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import permutations
from operator import or_

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.rules_record import Rules, ZoneOfControl
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.playtesting.rules_fuzzer import fuzz
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.unit_placement import place_unit
from tests.rules.positions import LONG, SHORT, ends, game, hexes, play, position, texts


def kernel_with(change: Callable[[Rules], Rules], scenario: str = SHORT) -> RulesEngine:
    return RulesEngine(replace(game(), rules=change(game().rules)), scenario)


def _free_stacks(told: Rules) -> Rules:
    return replace(told, stacking=Stacking(None))


def test_without_a_limit_units_share_a_hex() -> None:
    kernel = kernel_with(_free_stacks)
    state = position("soviet-movement", "0606 soviet-16", "0607 soviet-3", kernel=kernel)
    assert "0607" in ends(state, "soviet-16", kernel)
    state = play(state, "move soviet-16 0607", kernel=kernel)
    assert kernel.status(state) == ()


def test_without_a_limit_every_unit_of_a_stack_can_be_attacked() -> None:
    kernel = kernel_with(_free_stacks)
    state = position("german-combat", "0507 german-xxiv", "0607 soviet-16", "0607 soviet-3", kernel=kernel)
    assert texts(state, kernel) == [
        "attack german-xxiv on soviet-3",
        "attack german-xxiv on soviet-16",
        "end",
    ]


@pytest.mark.parametrize("order", list(permutations(("german-xxiv", "soviet-16", "soviet-3"))))
def test_each_side_is_where_its_units_stand_even_in_a_hex_that_both_hold(order: tuple[str, ...]) -> None:
    kernel = kernel_with(_free_stacks)
    setting, state = kernel.setting, kernel.set_up()
    hex_number = setting.board.index[HexId("0607")]
    for places in (0, 1, 2), (2, 1, 0):
        for n, place in zip(places, (hex_number, hex_number, hex_number + 1), strict=True):
            state = place_unit(setting, state, setting.unit_numbers[UnitId(order[n])], place)
            standing = enumerate(state.locations)
            seen = [(setting.side_of[unit], 1 << at) for unit, at in standing if at >= 0]
            assert state.occupied == tuple(
                reduce(or_, (bit for side, bit in seen if side == number), 0)
                for number in range(len(setting.sides))
            )


def test_unit_that_leaves_a_stack_leaves_the_hex_occupied() -> None:
    kernel = kernel_with(_free_stacks)
    state = position("soviet-movement", "0607 soviet-16", "0607 soviet-3", kernel=kernel)
    after = play(state, "move soviet-16 0608", kernel=kernel)
    assert hexes(kernel, after.occupied[1]) == {"0607", "0608"}


def test_units_may_cancel_ezoc_for_their_friends() -> None:
    kernel = kernel_with(lambda told: replace(told, zoc=ZoneOfControl(friendly_units_cancel=True)))
    state = position("soviet-movement", "0606 german-xxiv", "0607 soviet-16", kernel=kernel)
    assert "0607" not in hexes(kernel, kernel.setting.ezoc_hexes(state, 1))
    assert "0605" in hexes(kernel, kernel.setting.ezoc_hexes(state, 1))


def test_zoc_may_belong_to_some_classes() -> None:
    kernel = kernel_with(lambda told: replace(told, zoc=ZoneOfControl(classes=("panzer",))))
    state = position("soviet-movement", "0606 german-xxiv", "0610 german-xx", kernel=kernel)
    assert hexes(kernel, kernel.setting.ezoc_hexes(state, 1)) == {
        "0605",
        "0607",
        "0506",
        "0507",
        "0706",
        "0707",
    }


def test_zoc_may_be_absent() -> None:
    kernel = kernel_with(lambda told: replace(told, zoc=ZoneOfControl(reach="none")))
    state = position("soviet-movement", "0606 german-xxiv", kernel=kernel)
    assert kernel.setting.ezoc_hexes(state, 1) == 0


def test_friends_may_bar_the_way() -> None:
    def barred(told: Rules) -> Rules:
        march, *others = told.movement
        return replace(told, movement=(replace(march, through_friendly_units=False), *others))

    kernel = kernel_with(barred)
    ring = zip(("0605", "0607", "0506", "0507", "0706", "0707"), (3, 5, 10, 13, 19, 20), strict=True)
    state = position(
        "soviet-movement", "0606 soviet-16", *(f"{h} soviet-{a}" for h, a in ring), kernel=kernel
    )
    assert ends(state, "soviet-16", kernel) == set()


@pytest.mark.parametrize("scenario", [SHORT, LONG])
@pytest.mark.parametrize(
    "change",
    [
        _free_stacks,
        lambda told: replace(told, zoc=ZoneOfControl(reach="none")),
        lambda told: replace(told, attrition=()),
    ],
)
def test_changed_rules_play_without_faults(change: Callable[[Rules], Rules], scenario: str) -> None:
    assert fuzz(kernel_with(change, scenario), 3, 250).findings == ()
