"""Replacements of Battle of Moscow, by the places at which their factors come."""

from __future__ import annotations

from hexwright.model.ids import UnitId
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply.supply_range import active_capacities
from tests.battle_of_moscow.arrivals import ARMY, arrivals, goals, points
from tests.battle_of_moscow.game import kernel
from tests.battle_of_moscow.supply_positions import closed

CUT_OFF = ("0508 german-inf-5", "0608 german-inf-8", "0606 german-inf-28", "0506 german-inf-35")


def test_replacements_come_where_their_factors_are() -> None:
    state = arrivals()
    assert points(state) == {"voronezh": 3, "east": 4, "moscow": 4, "leningrad": 4}
    east = {f"31{row:02}" for row in range(1, 44)}
    # It costs four factors, of which Voronezh has three; in the corner both edges pay.
    cost = kernel().setting.arrivals_and_departures.replacement_costs[
        kernel().setting.unit_numbers[UnitId(ARMY)]
    ][0]
    assert cost == 4
    lakes = next(kind.hexes for kind in kernel().setting.game.hexmap.terrain if kind.id == "lake") or ()
    assert goals(state) - {*lakes} == (east | {"2324", "0507"}) - {*lakes}
    after = kernel().apply(state, kernel().parse(state, f"new {ARMY} 3143"))
    assert points(after) == {"voronezh": 0, "east": 3, "moscow": 4, "leningrad": 4}
    weak = arrivals(pool=("russian-army-32",))
    assert {"2840", "2943", "3043"} <= goals(weak, "russian-army-32")
    assert not {"2843", "2743"} & goals(weak, "russian-army-32")


def test_an_isolated_city_gives_half() -> None:
    assert points(arrivals(*CUT_OFF))["leningrad"] == 2
    assert "0507" not in goals(arrivals(*CUT_OFF))
    assert points(arrivals(*CUT_OFF))["moscow"] == 4


def test_germans_in_tikhvin_cost_two_factors() -> None:
    tikhvin = next(place.hex for place in kernel().setting.game.hexmap.places if place.id == "tikhvin")
    armies = (ARMY, "russian-army-19", "russian-army-22", "russian-army-32")

    def last(*standing: str) -> set[str]:
        """Return where an army of two can be formed, once three of four are."""
        state = arrivals(*standing, pool=armies)
        for unit, here in zip(armies, ("3101", "2324", "0507"), strict=False):
            state = kernel().apply(state, kernel().parse(state, f"new {unit} {here}"))
        return goals(state, "russian-army-32")

    assert last() == {"2840", "2943", "3043", "3143"}
    assert last(f"{tikhvin} german-pz-12") == set()
    # Two of Leningrad's factors are none that are lost, if it is isolated.
    state = arrivals(*CUT_OFF, f"{tikhvin} german-pz-12", pool=("russian-army-32",))
    assert points(state)["leningrad"] == 2
    rest = kernel().apply(state, kernel().parse(state, "new russian-army-32 0507"))
    assert points(rest) == {"voronezh": 3, "east": 4, "moscow": 4, "leningrad": 0}


def test_nobody_comes_to_a_city_over_the_factors_that_it_supplies() -> None:
    weak = "russian-army-32"
    # Nothing comes from the east edge, and Moscow is German; 3, 3, 3, 3, 3 and 3 are fed beside Leningrad.
    shut = (*closed(), "2324 german-inf-251")
    near = ("0506", "0506", "0508", "0508", "0407", "0407")
    armies = ("42", "55", "4", "11", "7", "23")
    fed = tuple(f"{here} russian-army-{one}" for here, one in zip(near, armies, strict=True))
    for more, comes in (((), True), (("0606 russian-army-60",), False)):
        state = build_state(
            kernel(),
            ("0130 german-inf-5", *shut, *fed, *more),
            turn=1,
            phase="russian-arrivals",
            pool=(weak,),
        )
        leningrad = active_capacities(kernel().setting, state, kernel().setting.side(state))[0]
        assert leningrad.points_used == (18 if comes else 20)
        assert points(state)["leningrad"] == 2
        assert ("0507" in goals(state, weak)) == comes


def test_germans_save_factors_for_a_stronger_unit() -> None:
    rules, panzer, light = kernel(), "german-pz-1", "german-inf-5"
    price = rules.setting.arrivals_and_departures.replacement_costs[
        rules.setting.unit_numbers[UnitId(panzer)]
    ][0]
    assert price > 2
    standing = ("0130 german-inf-251", "2323 russian-army-43")
    state = build_state(rules, standing, turn=2, phase="german-arrivals", pool=(panzer, light))
    for turn in range(2, 2 + price):
        has = points(state)
        assert has == {"german-infantry": 3 * (turn - 1), "german-mobile": turn - 1}
        assert bool(goals(state, panzer)) == (turn - 1 >= price)
        assert goals(state, light)
        while (state.turn, rules.phase(state)) != (turn + 1, "german-arrivals") or state.stage != "replace":
            ends = rules.legal_actions(state)
            state = rules.apply(state, ends[-1] if ends else rules.draw(state))
    bought = rules.apply(state, rules.parse(state, f"new {panzer} 0120"))
    assert points(bought) == {"german-infantry": 3 * (price + 1), "german-mobile": 1}
