"""Special units are played on the real map as the text has them."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import forts, front, grid, groups, homes, kernel, played
from tests.battle_of_moscow.plain_supply import GERMAN, RUSSIAN

PARTISANS = "russian-partisans-1"
WAITING = ("russian-partisans-2", "russian-partisans-3")


def attacks(*standing: str) -> list[str]:
    """Return what Germans may attack."""
    state = build_state(kernel(), standing, phase="german-combat")
    return [one.text for one in kernel().legal_actions(state) if one.kind == "attack"]


def test_security_troops_attack_partisans_alone() -> None:
    assert attacks(f"2323 {PARTISANS}", "2223 german-sec-221") == ["attack german-sec-221 2323"]
    assert attacks("2323 russian-army-43", f"2323 {PARTISANS}", "2223 german-sec-221") == []


def test_partisans_are_left_out_beside_others_and_never_caught_easily_alone() -> None:
    near = ("2222 german-inf-5", "2223 german-inf-35")
    rules = kernel()
    state = build_state(rules, ("2323 russian-army-43", f"2323 {PARTISANS}", *near), phase="german-combat")
    for text in ("attack german-inf-5 2323", "attack german-inf-35 2323", "end"):
        state = rules.apply(state, rules.parse(state, text))
    told = rules.describe(state, rules.parse(state, "resolve 2323"))
    assert "43rd Army" in told
    assert "Partisans" not in told
    state = build_state(rules, (f"2323 {PARTISANS}", *near), phase="german-combat")
    for text in ("attack german-inf-5 2323", "attack german-inf-35 2323", "end"):
        state = rules.apply(state, rules.parse(state, text))
    assert "at most 3:1" in rules.describe(state, rules.parse(state, "resolve 2323"))


FIELD = ("2018 german-inf-5", "2019 german-inf-35")
BEHIND = ("2217 german-inf-8", "2220 german-inf-28")
"""Their zones lie on every hex by which a unit in 2119 could go."""


def fought(die: int, *standing: str) -> State:
    """Return the state after two divisions attack 2119 with a die."""
    rules = kernel()
    state = build_state(rules, (*standing, *FIELD), phase="german-combat", pool=WAITING)
    texts = ("attack german-inf-5 2119", "attack german-inf-35 2119", "end", "resolve 2119", f"roll {die}")
    for text in texts:
        state = rules.apply(state, rules.parse(state, text))
    return state


def place(state: State, unit: str) -> int:
    return state.locations[kernel().setting.unit_numbers[UnitId(unit)]]


def test_an_army_that_can_not_retreat_leaves_partisans() -> None:
    open_way = fought(2, "2119 russian-army-43")
    assert open_way.stage == "retreat"
    after = fought(2, "2119 russian-army-43", *BEHIND)
    assert place(after, "russian-army-43") < 0
    assert after.stage == "remnant"
    (action,) = kernel().legal_actions(after)
    assert action.text == f"remain {PARTISANS} 2119"


def ways(state: State, unit: str) -> set[str]:
    """Return where a unit may be made to retreat."""
    setting = kernel().setting
    return set(
        map(
            str,
            setting.hex_ids(
                union_of(retreat_destinations(setting, state, setting.unit_numbers[UnitId(unit)]).values())
            ),
        )
    )


def test_partisans_retreat_through_zones_and_others_do_not() -> None:
    standing = (*FIELD, *BEHIND)
    army = build_state(kernel(), ("2119 russian-army-43", *standing), phase="german-combat")
    assert ways(army, "russian-army-43") == set()
    state = build_state(kernel(), (f"2119 {PARTISANS}", *standing), phase="german-combat")
    found = ways(state, PARTISANS)
    zones = kernel().setting.ezoc_hexes(
        state, kernel().setting.side_of[kernel().setting.unit_numbers[UnitId(PARTISANS)]]
    )
    assert found & set(map(str, kernel().setting.hex_ids(zones)))
    # Not through Germans, nor onto them.
    assert not found & {line.split()[0] for line in standing}
    shut = [
        f"{near} german-inf-{n}"
        for near, n in zip(grid().neighbours(HexId("2119")).values(), GERMANS, strict=True)
    ]
    assert (
        ways(build_state(kernel(), (f"2119 {PARTISANS}", *shut), phase="german-combat"), PARTISANS) == set()
    )


GERMANS = (5, 8, 28, 35, 86, 106)


def test_germans_retreat_through_partisans_and_a_hex_further_if_they_must() -> None:
    unit, here = "german-inf-5", HexId("2119")
    near = list(grid().neighbours(here).values())
    behind, *others = near
    army = [f"{one} russian-army-{n}" for one, n in zip(others, (43, 50, 16, 19, 22), strict=True)]
    alone = build_state(kernel(), (f"{here} {unit}", *army, f"{behind} {PARTISANS}"), phase="russian-combat")
    # Zones of armies on both sides lie on the way, so none goes there at all.
    assert ways(alone, unit) == set()
    workers = [f"{one} russian-workers-{n}" for n, one in enumerate(others, 1)]
    standing = (f"{here} {unit}", *workers, f"{behind} {PARTISANS}")
    through = build_state(kernel(), standing, phase="russian-combat")
    found = ways(through, unit)
    assert found
    assert all(grid().distance(here, HexId(one)) == 2 for one in found)
    # Where partisans are on all of these, too, it goes on to the third hex, and stops on none of them.
    full = build_state(
        kernel(),
        (*standing, *(f"{one} russian-partisans-{n}" for n, one in enumerate(sorted(found), 2))),
        phase="russian-combat",
    )
    further = ways(full, unit)
    assert further
    assert not further & found
    # With another Russian beside them they are as any other enemy.
    both = build_state(kernel(), (*standing, f"{behind} russian-workers-6"), phase="russian-combat")
    assert ways(both, unit) == set()


def test_units_lost_to_isolation_leave_a_partisan() -> None:
    rules = kernel()
    standing = ("3004 russian-army-43", "3004 russian-army-50", "0130 german-inf-251")
    state = build_state(rules, standing, phase="russian-isolation", pool=WAITING)
    # One of two is lost: a third of their factors.
    after = rules.apply(state, rules.parse(state, "lose russian-army-50"))
    assert place(after, "russian-army-43") >= 0
    assert place(after, "russian-army-50") < 0
    assert place(after, PARTISANS) == rules.setting.board.index[HexId("3004")]
    assert all(place(after, unit) < 0 for unit in WAITING)
    assert "Partisans remains in 3004" in rules.describe(state, rules.parse(state, "lose russian-army-50"))
    # Two thirds of one factor are less than one.
    (entry,) = played().rules.group_remnants
    assert entry.min_strength == 2


def test_workers_are_lost_where_they_would_have_to_retreat() -> None:
    after = fought(5, "2119 russian-workers-1")
    assert after.fight is not None
    assert after.fight.result == "DB"
    assert after.stage == "advance"
    assert place(after, "russian-workers-1") < 0


def test_zones_do_not_reach_into_fortified_hexes() -> None:
    rules = kernel()
    standing = ("0507 russian-army-55", "0408 german-inf-32", "0708 german-pz-12")
    state = build_state(rules, standing, phase="russian-movement")
    hexes = {one.hex for one in rules.actions_of(state, UnitId("russian-army-55")) if one.kind == "move"}
    # Past 0508, beside a German and fortified; not past 0608, which lies beside one in the open.
    assert {"0508", "0509", "0607", "0608"} <= hexes
    assert "0709" not in hexes
    walls, sides = rules.setting.board.bits(forts()), rules.setting.sides
    assert not rules.setting.ezoc_hexes(state, sides.index(RUSSIAN)) & walls
    assert rules.setting.ezoc_hexes(state, sides.index(GERMAN)) & walls


FINNS = {"isthmus": ("10", "12", "15", "18"), "svir": ("5", "7", "11", "17")}


def finnish_moves(start: str, *, into: str) -> int:
    """Return how many moves lead Finns of a front into another, from each hex near it."""
    rules, other, found = kernel(), {*front(into)}, 0
    lakes = next(kind.hexes for kind in played().hexmap.terrain if kind.id == "lake") or ()
    near = {there for here in other for there in grid().neighbours(here).values()}
    for number in FINNS[start]:
        unit = UnitId(f"finnish-{number}")
        for here in sorted(near - other - {*lakes}):
            for phase in ("german-movement", "german-second-movement"):
                state = build_state(rules, (f"{here} {unit}",), phase=phase)
                moves = [one for one in rules.actions_of(state, unit) if one.kind == "move"]
                assert moves
                found += sum(one.hex in other for one in moves)
    return found


def test_a_front_is_where_finns_are_set_up_and_the_front_line_before_them() -> None:
    for name in FINNS:
        assert {*front(name)} == {*groups("finnish-set-up")[name], *groups("front-line")[name]}


def test_finns_stay_on_their_front() -> None:
    for own, other in (("isthmus", "svir"), ("svir", "isthmus")):
        assert finnish_moves(own, into=other) == 0
        # All of them may move on their own front, and come back to it.
        assert finnish_moves(own, into=own) > 8


def test_finns_are_set_up_on_their_front() -> None:
    stands = {unit: here for here, unit in played().scenarios[0].setup.standing}
    for name, numbers in FINNS.items():
        assert all(stands[UnitId(f"finnish-{number}")] in front(name) for number in numbers)
    # Half of them each: the areas of a set-up of one's own name the same units.
    areas = [{*area.units} for area in played().scenarios[0].setup_areas]
    assert all({UnitId(f"finnish-{number}") for number in numbers} in areas for numbers in FINNS.values())


def test_finns_do_not_retreat_to_the_other_front() -> None:
    rules = kernel()
    # With its back to the Svir front a Finn of the isthmus has no way but there.
    finns = [UnitId("finnish-10"), UnitId("finnish-5")]
    enemies = ("1206 russian-army-43", "1106 russian-army-50", "1306 russian-army-13")
    ways = []
    for finn in finns:
        state = build_state(rules, (f"1205 {finn}", *enemies), phase="russian-combat")
        ends = union_of(retreat_destinations(rules.setting, state, rules.setting.unit_numbers[finn]).values())
        ways.append({*rules.setting.hex_ids(ends)} & {*front("svir")})
    assert ways[0] == set()
    assert ways[1]


def test_fort_troops_are_lost_to_who_stands_behind_a_half_fort() -> None:
    rules = kernel()
    fort = rules.setting.unit_numbers[UnitId("russian-fort-8")]

    def left(*standing: str, phase: str = "german-movement") -> bool:
        state = build_state(rules, standing, phase=phase)
        return rules.apply(state, rules.parse(state, "end")).locations[fort] >= 0

    # Its sides to 1822, 1723 and 1724 are fortified, the others open.
    assert all(left("1823 russian-fort-8", f"{side} german-inf-5") for side in ("1822", "1723", "1724"))
    assert not any(left("1823 russian-fort-8", f"{open_} german-inf-5") for open_ in ("1923", "1924", "1824"))
    # No army is lost so, nor who is fortified on all sides; and it is judged by who has moved.
    army = rules.setting.unit_numbers[UnitId("russian-army-43")]
    state = build_state(rules, ("1823 russian-army-43", "1924 german-inf-5"), phase="german-movement")
    assert rules.apply(state, rules.parse(state, "end")).locations[army] >= 0
    assert left("2324 russian-fort-8", "2424 german-inf-5")
    assert left("1823 russian-fort-8", "1924 german-inf-5", phase="russian-movement")


def test_fort_troops_fall_before_the_battles_and_after_them() -> None:
    rules = kernel()
    fort = rules.setting.unit_numbers[UnitId("russian-fort-8")]
    # Who comes beside an open side by moving finds no fort troops to attack; 1924 is open.
    state = build_state(rules, ("1823 russian-fort-8", "1924 german-inf-5"), phase="german-movement")
    state = rules.apply(state, rules.parse(state, "end"))
    assert rules.phase(state) == "german-combat"
    assert state.locations[fort] < 0
    # Who comes there by an advance finds them when the battles are over.
    lines = ("1823 russian-fort-8", "1924 russian-army-43", "1925 german-pz-3", "1925 german-pz-4")
    state = build_state(rules, (*lines, "2024 german-pz-7"), phase="german-combat")
    for unit in ("german-pz-3", "german-pz-4", "german-pz-7"):
        state = rules.apply(state, rules.parse(state, f"attack {unit} 1924"))
    for text in ("end", "resolve 1924"):
        state = rules.apply(state, rules.parse(state, text))
    state = rules.apply(state, Action("roll", roll=1))
    state = rules.apply(state, next(one for one in rules.legal_actions(state) if one.kind == "advance"))
    while rules.phase(state) == "german-combat":
        assert state.locations[fort] >= 0
        state = rules.apply(state, rules.parse(state, "hold"))
    assert state.locations[fort] < 0


def test_replacements_come_by_factors() -> None:
    rules = kernel()
    waiting = ("german-pz-4", "german-inf-5")
    state = build_state(rules, ("0819 german-inf-35",), turn=2, phase="german-arrivals", pool=waiting)
    come = {one.unit for one in rules.legal_actions(state) if one.kind == "new"}
    factors = {unit: played().counters.unit(UnitId(unit)).steps[0].strength for unit in waiting}
    assert factors == {"german-pz-4": 5, "german-inf-5": 3}
    assert come & set(waiting) == {"german-inf-5"}
    first = next(one for one in rules.legal_actions(state) if one.unit == "german-inf-5")
    assert rules.apply(state, first).replacements_left == (0, 1)


def nearing(standing: str, weather: str) -> State:
    """Return the Russian half of a turn in which one German unit stands, and the 40th Army waits."""
    return build_state(
        kernel(), ("2840 russian-army-40", standing), phase="russian-arrivals", weather=weather
    )


def released(state: State) -> bool:
    """Return whether the 40th Army may move in the coming impulse."""
    rules = kernel()
    while rules.phase(state) != "russian-movement":
        state = rules.apply(state, rules.parse(state, "end"))
    return any(one.unit == "russian-army-40" for one in rules.legal_actions(state))


def test_the_fortieth_army_waits_until_germans_come_near() -> None:
    # The text's examples are movement factors: armour eight hexes in fair weather, infantry four in snow.
    voronezh = homes()["Voronezh"]
    lakes = {here for kind in played().hexmap.terrain if kind.id == "lake" for here in kind.hexes}
    for unit, factor in (("german-pz-3", 8), ("german-inf-5", 4), ("german-cav-1", 6)):
        for weather in ("fair", "mud", "hardfrost", "snow"):
            for far in (factor, factor + 1):
                ring = [
                    here for here in grid() if grid().distance(voronezh, here) == far and here not in lakes
                ]
                for here in ring[::4]:
                    assert released(nearing(f"{here} {unit}", weather)) == (far == factor), (
                        unit,
                        here,
                        weather,
                    )


def test_two_divisions_come_the_turn_after_the_fortieth_army_may_move() -> None:
    rules, come = kernel(), []
    for standing in ("2440 german-pz-3", "1343 german-pz-3"):
        state = nearing(standing, "fair")
        state = build_state(
            rules,
            ("2840 russian-army-40", standing),
            turn=2,
            phase="german-arrivals",
            weather="fair",
            situation_counts=state.situation_counts,
        )
        found = [
            one for one in rules.legal_actions(state) if one.unit in ("german-inf-168", "german-inf-299")
        ]
        come.append({one.hex for one in found if one.kind == "new"})
    # The railway from Kursk leaves the map in 2043.
    assert come == [{HexId(f"{column:02}43") for column in range(1, 20)}, set()]


def test_the_fortieth_army_retreats_and_advances_before_it_may_move() -> None:
    army, far = "russian-army-40", "0130 german-inf-251"
    state = build_state(kernel(), (f"2840 {army}", "2740 german-pz-4", far), phase="german-combat")
    assert ways(state, army)
    lines = (f"2840 {army}", "2740 german-sec-221", far)
    state = build_state(kernel(), lines, phase="russian-movement")
    assert not [one for one in kernel().actions_of(state, UnitId(army)) if one.kind == "move"]
    state = build_state(kernel(), lines, phase="russian-combat")
    for text in (f"attack {army} 2740", "end", "resolve 2740", "roll 1", f"advance {army} 2740"):
        state = kernel().apply(state, kernel().parse(state, text))
    assert kernel().setting.board.ids[place(state, army)] == "2740"


def test_reinforcements_that_came_and_were_lost_are_replaced_as_any_other_unit() -> None:
    rules, setting = kernel(), kernel().setting
    came = {setting.units[unit] for unit in setting.arrivals_and_departures.entry_by_unit}
    lost = {unit for unit in came if played().counters.unit(unit).unit_class != "paratroops"}
    assert len([unit for unit in lost if unit.startswith("german")]) == 9
    assert len(lost) - 9 == 18
    # The 5th Army, which came on turn 2, comes again where the 19th does, for as many factors.
    state = build_state(
        rules,
        ("0819 german-inf-35",),
        turn=4,
        phase="russian-arrivals",
        pool=("russian-army-5", "russian-army-19"),
    )
    goals: dict[str, set[HexId]] = {"russian-army-5": set(), "russian-army-19": set()}
    for one in rules.legal_actions(state):
        if one.kind == "new" and one.unit in goals and one.hex is not None:
            goals[one.unit].add(one.hex)
    assert goals["russian-army-5"] == goals["russian-army-19"]
    assert goals["russian-army-5"]
    for unit in sorted(lost):
        side = played().counters.unit(unit).side
        state = build_state(
            rules,
            ("2840 russian-army-40", "0819 german-inf-35"),
            turn=10,
            phase=f"{side}-arrivals",
            pool=(unit,),
            accumulated_replacements=((9, 9), ()) if side == GERMAN else (),
        )
        assert [one for one in rules.legal_actions(state) if one.unit == unit], unit
    # Who hasn't come yet doesn't come as a replacement.
    state = build_state(rules, ("0819 german-inf-35",), turn=1, phase="russian-arrivals")
    assert not [one for one in rules.legal_actions(state) if one.unit == "russian-army-5"]
