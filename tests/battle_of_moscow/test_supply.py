"""Supply on the real map is that of a plain reading of the text: states, weather, cities, groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply import supply_attrition, supply_capacity, supply_movement
from hexwright.rules.supply.supply_range import active_capacities, find_supply_shortage
from tests.battle_of_moscow.game import START, grid, groups, kernel, played
from tests.battle_of_moscow.plain_supply import GERMAN, NEED_NONE, RUSSIAN, Plain, ground
from tests.battle_of_moscow.supply_positions import closed, positions
from tests.tiers import ALL


def plain(state: State) -> Plain:
    """Return a position as it is read plainly."""
    setting = kernel().setting
    return Plain(
        {
            unit: HexId(setting.board.ids[place])
            for unit, place in zip(setting.units, state.locations, strict=True)
            if place >= 0
        },
        frozenset(setting.board.names(state.owned[setting.sides.index(RUSSIAN)])),
        setting.weather_now(state),
    )


def compared(states: tuple[State, ...] | None = None, rules: RulesEngine | None = None) -> Counter[str]:
    """Compare how all units are supplied, and what groups lose; return what was seen."""
    setting, seen = (rules or kernel()).setting, Counter[str]()
    group = setting.game.rules.out_of_supply.group if setting.game.rules.out_of_supply is not None else None
    assert group is not None
    for state in states or positions():
        naive = plain(state)
        for number, side in enumerate(setting.sides):
            lack = find_supply_shortage(setting, state, number)
            for unit in setting.units_by_side[number]:
                if state.locations[unit] >= 0:
                    told = "limited" if lack.out_of_supply >> unit & 1 else "in"
                    told = "isolated" if lack.isolated >> unit & 1 else told
                    name = setting.units[unit]
                    assert told == naive.degrees[name], (name, naive.standing[name], naive.weather)
                    seen[f"{side} {told}"] += 1
            found = {
                frozenset(name for n, name in enumerate(setting.units) if one.units >> n & 1): one.points_owed
                for one in supply_attrition.attrition_groups_of(setting, state, number, group)
            }
            assert found == naive.groups(side)
            seen[f"{side} groups"] += len(found)
            for share in active_capacities(setting, state, number):
                seen["fed"] += share.supplied_units.bit_count()
                seen["left over"] += share.unsupplied_units.bit_count()
    return seen


def test_supply_is_that_of_a_plain_reading() -> None:
    seen = compared()
    for side in (GERMAN, RUSSIAN):
        assert all(seen[f"{side} {told}"] for told in ("in", "limited", "isolated", "groups"))
    assert seen["fed"] > 20
    assert seen["left over"] > 5


def besieged(*standing: str, weather: str = "fair") -> State:
    """Return a position in which nothing comes from the east edge."""
    return build_state(kernel(), (*closed(), *standing), phase="russian-movement", weather=weather)


def test_every_unit_is_supplied_as_read_from_every_hex_near_a_city() -> None:
    mates = ("russian-army-43", "russian-army-50", "russian-cav-1", "russian-replacement-1")
    ring = ("0608 german-inf-251", "0709 german-inf-5", "2223 german-inf-35", "2424 german-inf-28")
    taken = [line[:4] for line in ring]
    states = tuple(
        besieged(*ring, *(f"{here} {one}" for one in mates), weather=weather)
        for city, weather in (("0507", "snow"), ("2324", "mud"))
        for here in grid()
        if grid().distance(HexId(city), here) < (6 if ALL else 4)
        and ground().get(here) != "lake"
        and here not in taken
    )
    seen = compared(states)
    assert seen["fed"] > (100 if ALL else 40)
    assert seen["russian isolated"] > (20 if ALL else 5)


def test_seven_german_units_begin_in_limited_supply_as_the_set_up_says() -> None:
    setting, begun = kernel().setting, kernel().set_up()
    standing = (
        f"{setting.board.ids[place]} {unit}"
        for unit, place in zip(setting.units, begun.locations, strict=True)
        if place >= 0
    )
    state = build_state(kernel(), tuple(standing), phase="german-movement", weather="fair")
    supplied = find_supply_shortage(setting, state, setting.sides.index(GERMAN)).units_supplied_as("in")
    short = {
        unit
        for n, unit in enumerate(setting.units)
        if state.locations[n] >= 0 and unit.startswith("german") and not supplied >> n & 1
    }
    told = next(one.text for one in played().rules.summary if one.id == "setup").split("Historical set-up:")[
        1
    ]
    assert short == {f"german-inf-{n}" for n in (95, 134, 262, 293, 296)} | {"german-cav-1", "german-mot-25"}
    listed = (
        "the 95th, 134th, 262nd, 293rd and 296th Infantry, the 25th Motorised Infantry and the 1st Cavalry."
    )
    assert listed in " ".join(told.split())


def test_leningrad_feeds_twenty_factors_and_whole_units_alone() -> None:
    setting = kernel().setting
    # Nobody is fed in Moscow, which is German.
    shut = ("2324 german-inf-251",)
    inside = tuple(f"0507 russian-army-{one}" for one in ("54", "42", "8", "55", "4", "11", "52"))
    state = besieged(*shut, *inside, "0507 russian-fort-1", "0507 russian-replacement-1")
    leningrad, moscow = active_capacities(setting, state, setting.sides.index(RUSSIAN))
    # 4 and five armies of 3 are 19; the 52nd with 2 is left over, and a replacement takes the last factor.
    assert leningrad.points_used == 20
    assert not moscow.supplied_units
    left = [name for n, name in enumerate(setting.units) if leningrad.unsupplied_units >> n & 1]
    assert left == ["russian-army-52"]
    assert compared((state,))["left over"] == 1


def test_the_eighth_army_alone_is_fed_on_the_gulf_though_cut_off() -> None:
    setting = kernel().setting
    ring = tuple(
        f"{here} german-inf-{n}"
        for here, n in (
            ("0407", "251"),
            ("0408", "5"),
            ("0309", "8"),
            ("2324", "28"),
            ("0208", "35"),
            ("0108", "11"),
        )
    )
    both = tuple(f"0308 russian-army-{one}" for one in ("8", "43"))
    state = besieged(*ring, *both)
    isolated = find_supply_shortage(setting, state, setting.sides.index(RUSSIAN)).isolated
    assert [name for n, name in enumerate(setting.units) if isolated >> n & 1] == ["russian-army-43"]
    assert compared((state,))["fed"] == 1


def test_leningrad_is_besieged_as_the_game_begins() -> None:
    setting, pocket = kernel().setting, set(groups("russian-set-up")["leningrad"])
    placed = played().scenario(START).setup.standing
    inside = {unit for here, unit in placed if here in pocket}
    assert {"russian-army-8", "russian-army-42"} < inside
    needy = {unit for unit in inside if played().counters.unit(unit).unit_class not in NEED_NONE}
    standing = tuple(f"{here} {unit}" for here, unit in placed)
    arrivals = build_state(kernel(), standing, phase="russian-arrivals", weather="fair")
    received = dict(zip((one.id for one in setting.accounts[1]), arrivals.replacements_left, strict=True))
    assert received == {"voronezh": 3, "east": 4, "moscow": 4, "leningrad": 2}
    for weather in ("fair", "mud", "hardfrost", "snow"):
        state = build_state(kernel(), standing, phase="russian-movement", weather=weather)
        lack = find_supply_shortage(setting, state, setting.sides.index(RUSSIAN))
        out = {name for n, name in enumerate(setting.units) if lack.out_of_supply >> n & 1}
        assert out == needy
        assert not lack.isolated
        # Nobody walks or rides out: who leaves the pocket stops before it in a German zone, or on the ice.
        ring = {near for here in pocket for near in grid().neighbours(here).values()} | pocket
        ring |= {here for here, kind in ground().items() if kind == "lake"}
        for unit in needy:
            assert {one.hex for one in kernel().legal_actions(state) if one.unit == unit and one.hex} <= ring
            rides = next(
                (one for one in kernel().legal_actions(state) if one.text == f"entrain {unit}"), None
            )
            riding = state if rides is None else kernel().apply(state, rides)
            assert {one.hex for one in kernel().legal_actions(riding) if one.unit == unit and one.hex} <= ring


def test_zones_bar_supplies_off_railways_as_on_them() -> None:
    # Finns on the isthmus are behind the forts of Leningrad, however near a German railway is.
    setting, finn = kernel().setting, "finnish-18"
    placed = [f"{here} {unit}" for here, unit in played().scenario(START).setup.standing if unit != finn]
    finns = setting.unit_numbers[UnitId(finn)]
    for here in sorted({*groups("isthmus-front")["all"]} - {line[:4] for line in placed}):
        if ground().get(here) != "lake":
            state = build_state(
                kernel(), (*placed, f"{here} {finn}"), turn=2, phase="german-movement", weather="fair"
            )
            assert find_supply_shortage(setting, state, 0).out_of_supply >> finns & 1, here
    # Partisans have no zone.
    assert compared(
        tuple(
            build_state(
                kernel(),
                ("2840 german-inf-5", f"2940 {army}", "3040 russian-army-43", "3041 russian-army-50"),
                phase="russian-movement",
                weather="fair",
            )
            for army in ("russian-army-40", "russian-partisans-1")
        )
    )


def test_stored_replacements_count_in_an_isolated_group() -> None:
    # An army of four factors and two counters lose two of six together: the counters may be what is lost.
    lines = ("2840 russian-army-19", "2840 russian-replacement-1", "2840 russian-replacement-2")
    ring = [
        f"{here} german-inf-{n}"
        for here, n in zip(
            grid().neighbours(HexId("2840")).values(), ("251", "5", "8", "28", "35", "11"), strict=True
        )
    ]
    state = besieged("2324 german-inf-87", *ring, *lines)
    group = played().rules.out_of_supply
    assert group is not None
    assert group.group is not None
    [found] = supply_attrition.attrition_groups_of(kernel().setting, state, 1, group.group)
    assert (found.units.bit_count(), found.points_owed, found.certain_losses) == (3, 2, 0)


def _no_zones(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CompiledGame, "ezoc_hexes", lambda *_: 0)


def _no_farther(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_movement, "_limited_multiplier", lambda _reach: Fraction(1))


def _any_number(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity.allocate_capacities

    def all_fed(*args: Any) -> Any:
        return (one._replace(supplied_units=one.supplied_units | one.unsupplied_units) for one in real(*args))

    patch.setattr("hexwright.rules.supply.supply_range.allocate_capacities", all_fed)


def _never_fed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("hexwright.rules.supply.supply_range.allocate_capacities", lambda *_: iter(()))


def _in_fair_weather(patch: pytest.MonkeyPatch) -> None:
    limits = supply_movement.SupplyMovement.ranges_for
    patch.setattr(
        supply_movement.SupplyMovement,
        "ranges_for",
        lambda self, printed: limits(replace(self, multiplier=Fraction(1)), printed),
    )


def _rounded_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_attrition, "ceil", int)


@pytest.mark.parametrize(
    "fault", [_no_zones, _no_farther, _any_number, _never_fed, _in_fair_weather, _rounded_down]
)
def test_the_plain_reading_finds_faults(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    states = positions()
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        compared(states, RulesEngine(played(), START))
