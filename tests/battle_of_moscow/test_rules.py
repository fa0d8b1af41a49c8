"""Single cases of the rule text, each at the places of the real map that it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup, setup_order_violation, shipped_setup
from hexwright.rules.supply.supply_range import find_supply_shortage
from hexwright.rules.transport.transport_networks import usable_hexes
from hexwright.rules.victory.situation_judging import situation_holds
from tests.battle_of_moscow.game import START, forts, grid, groups, homes, kernel, played
from tests.battle_of_moscow.positions import FOOT, PANZER, SECOND, SECURITY, at, do, told
from tests.rules.positions import ends, texts
from tests.rules.walks import compare

ARMY, OTHER, CAVALRY, TANKS = "russian-army-43", "russian-army-50", "russian-cav-1", "russian-tanks-1"
FIELD = "2119"
"""A clear hex without river or road, and around it two like it."""
WEST, SOUTH = "2018", "2019"
FAR = "0130 german-inf-251"
"""A German that blocks no other unit."""


def fought(state: State, *attackers: str, on: str = FIELD, die: int) -> State:
    """Return the state after a die for an attack on a hex."""
    return do(state, *(f"attack {unit} {on}" for unit in attackers), "end", f"resolve {on}", die)


def where(state: State, unit: str) -> str:
    """Return the hex of a unit; "" for none."""
    place = state.locations[kernel().setting.unit_numbers[UnitId(unit)]]
    return str(kernel().setting.board.ids[place]) if place >= 0 else ""


def _with_weather(weather: str) -> Game:
    """Return the game with a weather that is sure on the first turn."""
    (table,) = played().charts.turn_tracks
    turns = (replace(table.turns[0], weather=weather, weather_roll={}), *table.turns[1:])
    return replace(played(), charts=replace(played().charts, turn_tracks=(replace(table, turns=turns),)))


def _roads() -> set[str]:
    return {str(h) for line in played().hexmap.lines for run in line.lines for h in run.path}


BARRIER = tuple(
    f"12{row:02} russian-army-{number}"
    for row, number in zip(range(12, 42, 3), (3, 13, 16, 19, 20, 24, 22, 27, 29, 30), strict=True)
)
"""Russians whose zones block railways from the west."""


# The sequence of play -----------------------------------------------------------------------------


def test_each_side_has_two_impulses_of_movement_and_battles_in_ten_weeks() -> None:
    phases = [(p.side, p.kind) for p in played().rules.sequence if p.kind in ("movement", "combat")]
    assert phases == [(side, kind) for side in ("german", "russian") for kind in ("movement", "combat") * 2]
    # Isolation is the last of a side's turn.
    assert [p.side for p in played().rules.sequence if p.kind == "supply"] == ["german", "russian"]
    scenario = played().scenarios[0]
    assert (scenario.first_turn, scenario.last_turn) == (1, 10)


def test_the_die_for_the_weather_is_thrown_before_each_turn() -> None:
    begun = kernel().set_up(1)
    assert begun.stage == "weather-roll"
    weathers = {kernel().setting.weather_now(kernel().apply(begun, Action("roll", roll=n))) for n in (1, 6)}
    assert weathers == {"fair", "mud"}
    (table,) = played().charts.turn_tracks
    assert all(len(turn.weather_roll) == 6 for turn in table.turns)


def test_reinforcements_come_in_their_week_by_their_edge() -> None:
    state = at(FAR, turn=2, phase="german-arrivals")
    come = {(one.unit, one.hex) for one in kernel().legal_actions(state) if one.kind == "new"}
    west = {hex_id for edge in played().hexmap.edges if edge.id == "west" for hex_id in edge.hexes}
    assert {unit for unit, _ in come} == {"german-air-7", "german-inf-250"}
    assert {hex_id for _, hex_id in come} <= west
    # Neither over the Gulf nor through Finland.
    assert not west & {*groups("gulf")["all"], *groups("finnish-set-up")["isthmus"]}


# Movement and railways ----------------------------------------------------------------------------


def test_units_move_as_the_naive_walker_moves() -> None:
    rules, chance = kernel(), RandomStream(11)
    names = [u for u in rules.setting.units if not u.startswith(("german-inf-1", "russian-fort"))]
    near = [hex_id for hex_id in grid() if "09" <= hex_id[:2] < "26" and "14" < hex_id[2:] < "34"]
    for phase in ("german-movement", "german-second-movement", "russian-movement"):
        held: dict[HexId, str] = {}
        lines = []
        for unit in names:
            here, side = chance.choice(near), played().counters.unit(unit).side
            if chance.integer_below(2) and held.setdefault(here, side) == side:
                lines.append(f"{here} {unit}")
        state = build_state(rules, lines, turn=1, phase=phase)
        movers = [u for u, place in enumerate(state.locations) if place >= 0]
        movers = [
            u
            for u in movers
            if any(a.kind == "move" for a in rules.actions_of(state, rules.setting.units[u]))
        ]
        for _ in range(4):
            compare(rules, state, chance.choice(movers), chance, most=2)


def test_units_pass_over_friends_and_not_over_enemies() -> None:
    state = at(f"{FIELD} {FOOT}", f"{WEST} {SECOND}", phase="german-movement")
    assert WEST in ends(state, FOOT, kernel())
    enemy = at(f"{FIELD} {FOOT}", f"{WEST} {ARMY}", phase="german-movement")
    assert WEST not in ends(enemy, FOOT, kernel())


def test_trains_run_on_railways_that_lead_home_free_of_enemies_and_their_zones() -> None:
    rail = next(line for line in played().hexmap.lines if line.id == "rail")
    (path,) = (line.path for line in rail.lines if line.name == "Moscow-Leningrad")
    moscow = path.index(homes()["Moscow"])
    start, on = path[moscow], -1 if moscow else 1
    far, middle = path[moscow + 8 * on], path[moscow + 4 * on]
    state = do(at(f"{start} {ARMY}", FAR, phase="russian-movement"), f"entrain {ARMY}")
    assert {far, middle} <= ends(state, ARMY, kernel())
    barred = do(at(f"{start} {ARMY}", f"{middle} {FOOT}", phase="russian-movement"), f"entrain {ARMY}")
    zone = {middle, *grid().neighbours(middle).values()}
    assert ends(barred, ARMY, kernel())
    assert not ends(barred, ARMY, kernel()) & zone


def test_trains_run_through_empty_enemy_cities_as_supplies_do() -> None:
    (path,) = (
        run.path
        for line in played().hexmap.lines
        if line.id == "rail"
        for run in line.lines
        if run.name == "Moscow-Smolensk-Orsha"
    )
    way = path if path[0] != homes()["Moscow"] else path[::-1]
    vyazma = way.index(homes()["Vyazma"])
    state = at(f"{way[0]} {FOOT}", f"2919 {ARMY}", phase="german-movement")
    assert (
        usable_hexes(kernel().setting, state, "supply-rail", 0) >> kernel().setting.board.index[way[vyazma]]
        & 1
    )
    found = ends(do(state, f"entrain {FOOT}"), FOOT, kernel())
    assert {str(here) for here in way[1 : vyazma + 3]} <= found
    # It takes the city in which it stops.
    moves = kernel().actions_of(do(state, f"entrain {FOOT}"), UnitId(FOOT))
    past = next(one for one in moves if one.hex == way[vyazma])
    after = kernel().apply(do(state, f"entrain {FOOT}"), past)
    assert after.owned[0] >> kernel().setting.board.index[homes()["Vyazma"]] & 1


def test_four_russian_units_go_by_rail_and_nobody_in_the_second_impulse() -> None:
    armies = [f"russian-army-{n}" for n in (43, 50, 33, 49, 31)]
    lines = [
        f"2324 {armies[0]}",
        f"2324 {armies[1]}",
        f"2331 {armies[2]}",
        f"2331 {armies[3]}",
        f"1820 {armies[4]}",
    ]
    state = at(*lines, FAR, phase="russian-movement")
    for number, unit in enumerate(armies[:4]):
        assert f"entrain {armies[4]}" in texts(state, kernel()), number
        state = do(state, f"entrain {unit}")
    assert f"entrain {armies[4]}" not in texts(state, kernel())
    second = at(*lines, FAR, phase="russian-second-movement")
    assert not any(text.startswith("entrain") for text in texts(second, kernel()))


def test_partisans_and_finns_do_not_go_by_rail() -> None:
    lines = (f"2324 {ARMY}", "2324 russian-partisans-1", FAR)
    assert f"entrain {ARMY}" in (legal := texts(at(*lines, phase="russian-movement"), kernel()))
    assert "entrain russian-partisans-1" not in legal
    rail = next(line for line in played().hexmap.lines if line.id == "rail")
    west = {hex_id for edge in played().hexmap.edges if edge.id == "west" for hex_id in edge.hexes}
    here = next(hex_id for run in rail.lines for hex_id in run.path if hex_id in west)
    state = at(f"{here} finnish-10", f"{here} {FOOT}", "3004 russian-army-43", phase="german-movement")
    assert f"entrain {FOOT}" in texts(state, kernel())
    assert "entrain finnish-10" not in texts(state, kernel())


def test_mud_and_snow_hamper_germans_alone() -> None:
    # Off the roads.
    far = {}
    for turn, weather in ((1, "fair"), (1, "mud")):
        rolled = RulesEngine(_with_weather(weather), START)
        for unit, phase in ((FOOT, "german-movement"), (ARMY, "russian-movement")):
            state = build_state(
                rolled, (f"{FIELD} {unit}", FAR, "3004 russian-army-50"), turn=turn, phase=phase
            )
            found = ends(state, unit, rolled)
            far[weather, unit] = max(
                grid().distance(HexId(FIELD), HexId(h)) for h in found if h not in _roads()
            )
    assert far["mud", FOOT] < far["fair", FOOT]
    assert far["mud", ARMY] == far["fair", ARMY]


def test_german_supplies_reach_half_as_far_in_mud() -> None:
    hauled = dict[str, set[HexId]]()
    for weather in ("fair", "mud"):
        rolled = RulesEngine(_with_weather(weather), START)
        number = rolled.setting.unit_numbers[UnitId(FOOT)]
        hauled[weather] = set()
        for here in [*grid()][::11]:
            state = build_state(rolled, (f"{here} {FOOT}", *BARRIER), turn=1, phase="german-movement")
            if not find_supply_shortage(rolled.setting, state, 0).out_of_supply >> number & 1:
                hauled[weather].add(here)
    assert hauled["mud"] < hauled["fair"]


# Zones of control, stacking -----------------------------------------------------------------------


def test_a_unit_stops_on_entering_a_zone_and_must_fight() -> None:
    state = at(f"2217 {FOOT}", f"{FIELD} {ARMY}", phase="german-movement")
    beside = {str(near) for near in grid().neighbours(HexId(FIELD)).values()}
    found = ends(state, FOOT, kernel())
    assert found & beside
    # In the open and hampered by nothing else it would come past the army.
    alone = at(f"2217 {FOOT}", "3005 russian-army-43", phase="german-movement")
    assert FIELD in ends(alone, FOOT, kernel())
    fight = at(f"{WEST} {FOOT}", f"{FIELD} {ARMY}")
    assert texts(fight, kernel()) == [f"attack {FOOT} {FIELD}"]


def test_workers_and_partisans_have_no_zone() -> None:
    for harmless in ("russian-workers-1", "russian-partisans-1"):
        state = at(f"{WEST} {FOOT}", f"{FIELD} {harmless}")
        assert "end" in texts(state, kernel())


@pytest.mark.parametrize(
    ("here", "units", "words"),
    [
        ("0130", ["german-inf-251", "german-inf-102", "german-inf-256", "german-inf-206"], "German"),
        ("2617", ["russian-army-31", "russian-army-32", "russian-army-49"], "Russian"),
        ("2617", ["russian-tanks-3", "russian-tanks-4"], "Russian"),
    ],
)
def test_too_many_in_a_hex_are_told_with_rule_and_place(here: str, units: list[str], words: str) -> None:
    placed = [
        SetUpLine(e.unit, HexId(here) if e.unit in units else e.hex)
        for e in shipped_setup(played(), "typhoon")
    ]
    found = [str(fault) for fault in check_setup(played(), "typhoon", placed)]
    assert any(here in fault and "stacking" in fault.lower() for fault in found), (words, found)


def test_forts_and_workers_stack_without_limit() -> None:
    crowd = {f"russian-fort-{n}" for n in range(5, 9)} | {f"russian-workers-{n}" for n in range(5, 9)}
    placed = [
        SetUpLine(e.unit, homes()["Moscow"] if e.unit in crowd else e.hex)
        for e in shipped_setup(played(), "typhoon")
    ]
    assert check_setup(played(), "typhoon", placed) == ()


def test_seven_replacement_factors_are_too_many() -> None:
    waiting = [f"russian-replacement-{number}" for number in range(1, 9)]
    scenario = played().scenarios[0]
    all_used = replace(scenario, unused_units=tuple(u for u in scenario.unused_units if u not in waiting))
    rules = RulesEngine(replace(played(), scenarios=(all_used,)), START)
    unit, here = rules.setting.unit_numbers[UnitId(waiting[0])], 1 << rules.setting.board.index[HexId(FIELD)]
    for number, full in ((5, False), (6, True)):
        state = build_state(
            rules, [*(f"{FIELD} {one}" for one in waiting[2 : 2 + number]), FAR], phase="german-combat"
        )
        assert bool(rules.setting.full_hexes(state, unit) & here) == full


def test_seven_in_a_hex_are_told_with_rule_and_place_whoever_stands_there_besides() -> None:
    waiting = [UnitId(f"russian-replacement-{number}") for number in range(1, 8)]
    scenario = played().scenarios[0]
    all_used = replace(scenario, unused_units=tuple(u for u in scenario.unused_units if u not in waiting))
    found, here = replace(played(), scenarios=(all_used,)), homes()["Leningrad"]
    limit = "7 units in {}, at most 6 Russian replacement counters may stay in a hex (Stacking)"
    placed = [entry for entry in shipped_setup(played(), "typhoon") if entry.unit not in waiting]
    assert sum(entry.hex == here for entry in placed) == 2
    placed += [SetUpLine(unit, here) for unit in waiting]
    said = [fault.message for fault in check_setup(found, "typhoon", placed) if fault.code == "U013"]
    assert [one.partition(": ")[0] for one in said] == [limit.format(here)]
    rules = RulesEngine(found, START)
    workers = (f"{here} russian-workers-3", f"{here} russian-workers-4")
    # Who never moves makes no room in the side's own moves either.
    for phase in ("german-combat", "russian-movement"):
        state = build_state(rules, [*(f"{here} {one}" for one in waiting), *workers, FAR], phase=phase)
        assert f"stacking: {limit.format(here)}" in [fault.message for fault in rules.status(state)]


def test_the_russians_set_up_first() -> None:
    assert played().scenarios[0].setup_order == ("russian", "german")
    germans = [e for e in shipped_setup(played(), "typhoon") if e.unit.startswith(("german", "finnish"))]
    assert setup_order_violation(played(), "typhoon", germans, "german-pz-2")


# Battles ------------------------------------------------------------------------------------------


def test_every_enemy_beside_is_fought_and_everybody_beside_fights() -> None:
    both = at(f"{WEST} {FOOT}", f"{WEST} {SECOND}", f"{FIELD} {ARMY}", f"2118 {OTHER}")
    state = do(both, f"attack {FOOT} {FIELD}")
    assert "end" not in texts(state, kernel())
    # At one hex alone both leave the other army without a battle.
    assert "end" not in texts(do(state, f"attack {SECOND} {FIELD}"), kernel())
    assert "end" in texts(do(state, f"attack {SECOND} 2118"), kernel())


def test_a_stack_defends_as_one_and_odds_are_rounded_for_it() -> None:
    state = at(f"{WEST} {FOOT}", f"{SOUTH} {PANZER}", f"{FIELD} {ARMY}", f"{FIELD} {OTHER}")
    assert "8:7 = 1:1" in told(state, FOOT, PANZER, on=FIELD)
    state = do(state, *(f"attack {unit} {FIELD}" for unit in (FOOT, PANZER)), "end", f"resolve {FIELD}")
    assert state.fight is not None
    number = kernel().setting.unit_numbers
    assert state.fight.defenders == sum(1 << number[UnitId(unit)] for unit in (ARMY, OTHER))


def test_defenders_are_told_with_the_strength_of_their_defence() -> None:
    fort = at(f"{WEST} {FOOT}", f"{FIELD} russian-fort-8")
    assert "Mozhaisk Line forts (1) in" in told(fort, FOOT, on=FIELD)
    guards = at(f"{WEST} {SECURITY}", f"{FIELD} {ARMY}", phase="russian-combat")
    assert "221st Security Division (1/2) in" in told(guards, ARMY, on=WEST)


def pair(feature: str, terrain: str = "clear") -> tuple[str, str]:
    """Return two hexes of a terrain with such a hexside alone between them."""
    kinds = {hex_id: kind.id for kind in played().hexmap.terrain for hex_id in kind.hexes}
    other = {
        str(s) for f in played().hexmap.hexsides if f.id != feature for run in f.lines for s in run.hexsides
    }
    for run in next(f for f in played().hexmap.hexsides if f.id == feature).lines:
        for side in run.hexsides:
            one, _, two = side.partition("/")
            here = {kinds.get(HexId(one), "clear"), kinds.get(HexId(two), "clear")}
            if here == {terrain} and str(side) not in other and not {one, two} & {*map(str, forts())}:
                return one, two
    raise AssertionError(feature)


def test_rivers_and_hills_double_who_defends_but_not_twice_and_not_in_frost() -> None:
    here, there = pair("river")
    for turn, doubled in ((1, True), (7, False)):
        state = at(f"{here} {PANZER}", f"{there} {ARMY}", turn=turn)
        assert (kernel().setting.weather_now(state) in ("fair", "mud")) == doubled
        assert ("river: defence doubled" in told(state, PANZER, on=there)) == doubled
    kinds = {kind.id: kind.hexes for kind in played().hexmap.terrain}
    hill = next(h for h in kinds["hills"] if {*grid().neighbours(h).values()} & {*kinds["hills"]})
    near = next(h for h in grid().neighbours(hill).values() if h in kinds["hills"])
    for defender, attacker, phase in ((ARMY, PANZER, "german-combat"), (PANZER, ARMY, "russian-combat")):
        words = told(at(f"{near} {attacker}", f"{hill} {defender}", phase=phase), attacker, on=str(hill))
        assert "hills: defence doubled" in words
        assert "river" not in words


def test_a_half_fort_doubles_through_its_front_once_alone_and_a_fort_all_round() -> None:
    tula = str(homes()["Tula"])
    front, behind = "2230", "2431"
    assert front in {str(near) for near in grid().neighbours(HexId(tula)).values()}
    words = told(at(f"{front} {PANZER}", f"{tula} {ARMY}"), PANZER, on=tula)
    # A river runs along that side, too.
    assert "river: defence doubled, half fort: defence doubled, no defence more than doubled" in words
    assert "5:6 = 1:2" in words
    assert behind in {str(near) for near in grid().neighbours(HexId(tula)).values()}
    assert "half fort" not in told(at(f"{behind} {PANZER}", f"{tula} {ARMY}"), PANZER, on=tula)
    moscow = homes()["Moscow"]
    for near in map(str, grid().neighbours(moscow).values()):
        words = told(at(f"{near} {PANZER}", f"{moscow} {ARMY}"), PANZER, on=str(moscow))
        assert "fort: defence doubled" in words
        assert "5:6 = 1:2" in words
        # Germans have nothing of it but the river.
        german = told(
            at(f"{near} {ARMY}", f"{moscow} {PANZER}", phase="russian-combat"), ARMY, on=str(moscow)
        )
        assert "fort" not in german


def test_germans_must_attack_a_fort_and_russians_in_it_need_not_attack() -> None:
    moscow = str(homes()["Moscow"])
    lines = (f"2323 {PANZER}", f"{moscow} {ARMY}")
    assert texts(at(*lines), kernel()) == [f"attack {PANZER} {moscow}"]
    assert "end" in texts(at(*lines, phase="russian-combat"), kernel())


def test_russians_in_a_half_fort_must_attack() -> None:
    tula = str(homes()["Tula"])
    state = at(f"2230 {PANZER}", f"{tula} {ARMY}", FAR, phase="russian-combat")
    assert texts(state, kernel()) == [f"attack {ARMY} 2230"]


def test_a_river_and_a_half_fort_for_a_part_of_the_attackers_each_double_nobody() -> None:
    tula, behind_river, before_fort = str(homes()["Tula"]), "2430", "2231"
    lines = (f"{behind_river} {PANZER}", f"{before_fort} german-pz-3", f"{tula} {ARMY}")
    for line, word in zip(lines, ("river", "half fort"), strict=False):
        words = told(at(line, lines[-1]), line.split()[1], on=tula)
        assert words.endswith(f":6 = 1:2, {word}: defence doubled.")
    words = told(at(*lines), PANZER, "german-pz-3", on=tula)
    assert "9:3 = 3:1" in words
    assert "doubled" not in words


def test_a_strength_halved_to_nothing_must_attack_below_the_first_column() -> None:
    weak = "russian-cav-1"
    lines = (f"3004 {weak}", f"3005 {PANZER}", FAR)
    state = do(at(*lines, phase="russian-arrivals"), "end", "end")
    assert texts(state, kernel()) == [f"attack {weak} 3005"]
    assert "0:5 = below 1:6, supply: attack halved, final 1:6" in told(state, weak, on="3005")


def test_retreats_are_two_hexes_led_by_the_enemy_and_the_surrounded_are_lost() -> None:
    state = fought(at(f"{WEST} {FOOT}", f"{SOUTH} {SECOND}", f"{FIELD} {ARMY}"), FOOT, SECOND, die=2)
    assert state.fight is not None
    assert state.fight.result == "DB"
    assert kernel().active_side(state) == "german"
    goals = [one.hex for one in kernel().legal_actions(state) if one.kind == "retreat"]
    assert goals
    assert all(hex_id and grid().distance(HexId(FIELD), hex_id) == 2 for hex_id in goals)
    behind = ("2217 german-inf-8", "2220 german-inf-28")
    ring = fought(at(f"{WEST} {FOOT}", f"{SOUTH} {SECOND}", f"{FIELD} {ARMY}", *behind), FOOT, SECOND, die=2)
    assert where(ring, ARMY) == ""


def test_a_retreat_passes_friends_and_may_end_in_a_fortified_hex() -> None:
    """From 0407 the ways to 0607 lead by 0507, where an army stands, and by 0508 beside the attackers."""
    three = ("german-inf-5", "german-inf-8", "german-inf-35")
    lines = ("0308 german-inf-5", "0308 german-inf-8", "0408 german-inf-35", "0507 russian-army-23")
    state = fought(at(*lines, "0407 russian-army-8"), *three, on="0407", die=2)
    assert state.fight is not None
    assert state.fight.result == "DB"
    goals = {one.hex for one in kernel().legal_actions(state) if one.kind == "retreat"}
    assert {"0506", "0607"} <= goals


def test_attackers_go_back_two_hexes_by_the_hand_of_the_defender() -> None:
    state = fought(at(f"{WEST} {FOOT}", f"{FIELD} {ARMY}"), FOOT, die=3)
    assert state.fight is not None
    assert state.fight.result == "AB"
    assert kernel().active_side(state) == "russian"
    assert where(do(state, texts(state, kernel())[0]), FOOT) not in ("", WEST)


def test_an_exchange_costs_the_attacker_printed_factors() -> None:
    lines = (f"{WEST} {FOOT}", f"{SOUTH} {PANZER}", f"{FIELD} {ARMY}")
    state = fought(at(*lines), FOOT, PANZER, die=3)
    assert state.fight is not None
    assert state.fight.result == "EX"
    assert state.fight.loss_owed == 3
    assert where(state, ARMY) == ""


def test_forts_workers_and_replacements_are_lost_where_they_would_retreat() -> None:
    for unit in ("russian-fort-8", "russian-workers-1", "russian-replacement-1"):
        state = fought(at(f"{WEST} {FOOT}", f"{SOUTH} {SECOND}", f"{FIELD} {unit}"), FOOT, SECOND, die=5)
        assert where(state, unit) == ""
        # Nobody takes their place: they aren't units that both move and attack.
        assert state.stage == "advance"


def test_dice_are_shifted_while_the_russians_are_demoralised() -> None:
    moscow = homes()["Moscow"]
    lines = (f"{moscow} german-inf-8", f"{WEST} {FOOT}", f"{FIELD} {ARMY}")
    german = do(at(*lines, phase="german-arrivals"), "end", "end")
    assert kernel().phase(german) == "german-combat"
    assert "Russians demoralised -1 DRM" in told(german, FOOT, on=FIELD)
    russian = do(at(*lines, phase="russian-arrivals"), "end", "end")
    assert "Russians demoralised +1 DRM" in told(russian, ARMY, on=WEST)
    calm = do(at(*lines[1:], phase="german-arrivals"), "end", "end")
    assert "demoralised" not in told(calm, FOOT, on=FIELD)


def test_nobody_defends_twice_in_an_impulse() -> None:
    # The 8th Army, beaten at Oranienbaum, is led into a fort whose battle is still to be fought.
    lines = (
        "0407 russian-army-8",
        "0607 russian-fort-2",
        f"0408 {PANZER}",
        "0408 german-pz-3",
        f"0608 {FOOT}",
    )
    state = do(at(*lines), f"attack {PANZER} 0407", "attack german-pz-3 0407", f"attack {FOOT} 0607", "end")
    assert "3:4 = 1:2" in kernel().describe(state, kernel().parse(state, "resolve 0607"))
    state = do(state, "resolve 0407", 2, "retreat russian-army-8 0607")
    while kernel().legal_actions(state)[0].kind in ("advance", "hold"):
        state = do(state, "hold")
    # Fort troops of 2, doubled; the army's 3 would make it 10.
    assert "3:4 = 1:2" in kernel().describe(state, kernel().parse(state, "resolve 0607"))
    state = do(state, "resolve 0607", 1)
    assert where(state, "russian-fort-2") == "", "fort troops that must retreat are lost"
    assert where(state, "russian-army-8") == "0607", "who doesn't defend stays, whatever the result"
    assert not [one for one in kernel().legal_actions(state) if one.kind == "advance"]
    # In the second impulse it is attacked as any other.
    state = at("0607 russian-army-8", f"0608 {FOOT}", phase="german-second-combat")
    assert f"attack {FOOT} 0607" in texts(state, kernel())


# Supply -------------------------------------------------------------------------------------------


def test_who_is_out_of_supply_attacks_with_half_and_defends_whole() -> None:
    # No Russian railway leads here, for a German stands at its end.
    lines = (f"3004 {ARMY}", f"3005 {PANZER}", FAR)
    state = do(at(*lines, phase="russian-arrivals"), "end", "end")
    assert kernel().phase(state) == "russian-combat"
    assert "1:5 = 1:5" in told(state, ARMY, on="3005"), "half of 3 is 1: fractions are dropped"
    back = at(*lines)
    assert "5:3 = 1:1" in told(back, PANZER, on="3004")


# Special units ------------------------------------------------------------------------------------


def test_finns_attack_only_where_a_german_line_of_supply_reaches_them() -> None:
    finn = "finnish-10"
    cut = do(at(f"0504 {finn}", f"0505 {ARMY}", phase="german-movement"), "end")
    assert not any(text.startswith("attack") for text in texts(cut, kernel()))
    rail = next(line for line in played().hexmap.lines if line.id == "rail")
    west = {hex_id for edge in played().hexmap.edges if edge.id == "west" for hex_id in edge.hexes}
    path = next(p for run in rail.lines if (p := run.path)[0] in west or run.path[-1] in west)
    here = path[1] if path[0] in west else path[-2]
    near = next(n for n in grid().neighbours(here).values() if n not in path)
    fed = do(at(f"{here} {finn}", f"{near} {ARMY}", phase="german-movement"), "end")
    assert f"attack {finn} {near}" in texts(fed, kernel())


def test_finns_heed_neither_ground_nor_weather() -> None:
    kinds = {hex_id: kind.id for kind in played().hexmap.terrain for hex_id in kind.hexes}
    wood = next(h for h in grid() if kinds.get(h) == "forest" and h not in forts() and h[2:] > "12")
    for turn in (1, 2):
        state = at(f"{wood} finnish-10", "3004 russian-army-43", turn=turn, phase="german-movement")
        far = max(grid().distance(wood, HexId(h)) for h in ends(state, "finnish-10", kernel()))
        assert far >= 4


def test_partisans_go_one_hex_past_zones_in_the_first_impulse_alone() -> None:
    lines = (f"{FIELD} russian-partisans-1", f"{WEST} {FOOT}")
    found = ends(at(*lines, phase="russian-movement"), "russian-partisans-1", kernel())
    assert {grid().distance(HexId(FIELD), HexId(h)) for h in found} == {1}
    assert SOUTH in found
    assert not ends(at(*lines, phase="russian-second-movement"), "russian-partisans-1", kernel())


# Set-ups ------------------------------------------------------------------------------------------


def test_all_errors_of_a_set_up_are_reported_with_rule_and_place() -> None:
    front = groups("front-line")["main"][3]
    wrong = {
        "german-pz-2": front,  # on the front line
        "russian-army-7": HexId("2617"),  # the hex of letter A is empty
        "finnish-5": HexId("0101"),  # on the other front, which isn't half of them any more
    }
    placed = [SetUpLine(e.unit, wrong.get(e.unit, e.hex)) for e in shipped_setup(played(), "typhoon")]
    found = [str(fault) for fault in check_setup(played(), "typhoon", placed)]
    assert len(found) == 3
    for unit, here in wrong.items():
        name = played().counters.unit(UnitId(unit)).name
        (fault,) = (fault for fault in found if name in fault)
        assert here in fault
        assert "(Setting Up the Game)" in fault


# Replacements, isolation, victory -----------------------------------------------------------------


def test_one_cavalry_and_one_armoured_unit_come_back_a_turn() -> None:
    riders, armour = {CAVALRY, "russian-cav-dovator"}, {TANKS, "russian-tanks-2"}
    waiting = (*sorted(riders | armour), "russian-para-1", "russian-workers-1")
    state = at(FAR, phase="russian-arrivals", pool=waiting)

    def back(now: State) -> set[str]:
        return {str(one.unit) for one in kernel().legal_actions(now) if one.kind == "new"} & {*waiting}

    assert back(state) == riders | armour
    state = kernel().apply(state, next(a for a in kernel().legal_actions(state) if a.unit == CAVALRY))
    assert back(state) == armour
    state = kernel().apply(state, next(a for a in kernel().legal_actions(state) if a.unit == TANKS))
    assert back(state) == set()


def test_a_city_is_isolated_when_no_railway_to_the_east_edge_is_free() -> None:
    asked = next(one for one in played().rules.situations if one.id == "cities-isolated")
    open_to_all = at(FAR, f"2919 {ARMY}", phase="russian-movement")
    assert not situation_holds(kernel().setting, open_to_all, asked)
    # Round each city a ring of zones; one of them alone isn't enough.
    rings = [
        [h for h in grid() if grid().distance(homes()[city], h) == 2] for city in ("Moscow", "Leningrad")
    ]
    germans = [str(u) for u in kernel().setting.units if u.startswith("german-inf")]
    moscow = [f"{h} {germans.pop()}" for h in rings[0]]
    assert not situation_holds(kernel().setting, at(*moscow, phase="russian-movement"), asked)
    both = [*moscow, *(f"{h} {germans.pop()}" for h in rings[1])]
    assert situation_holds(kernel().setting, at(*both, phase="russian-movement"), asked)


def test_a_german_in_the_city_itself_is_on_all_its_railways() -> None:
    setting = kernel().setting
    isolated = next(one for one in played().rules.situations if one.id == "leningrad-isolated")
    city = homes()["Leningrad"]
    # Zones don't reach into the forts around, so it is the unit itself that cuts them.
    for here in (city, "0508"):
        state = at(f"{here} {FOOT}", FAR, f"2919 {ARMY}", phase="russian-arrivals")
        assert situation_holds(setting, state, isolated) == (here == city)
    # Then Leningrad gives half, and with Moscow cut off the Russians are demoralised.
    assert not any(
        one.hex == city for one in kernel().legal_actions(at(f"{city} {FOOT}", phase="russian-arrivals"))
    )
    both = next(one for one in played().rules.situations if one.id == "russian-turn-demoralised")
    moscow = [h for h in grid() if grid().distance(homes()["Moscow"], h) == 2]
    germans = [str(u) for u in setting.units if u.startswith("german-inf") and u != FOOT]
    ring = [f"{h} {u}" for h, u in zip(moscow, germans, strict=False)]
    lines = (f"{city} {FOOT}", FAR, f"2919 {ARMY}", *ring)
    assert situation_holds(setting, at(*lines, phase="russian-movement"), both)
    assert not situation_holds(setting, at(*lines[1:], phase="russian-movement"), both)


def _until_the_end(state: State) -> tuple[set[int], str | None, str]:
    """Play on without doing anything; return the turns played, who won, and the last phase."""
    turns, phase = set(), ""
    while not kernel().is_over(state):
        turns.add(state.turn)
        phase = str(kernel().phase(state))
        legal = kernel().legal_actions(state)
        if kernel().active_side(state) == CHANCE:
            state = kernel().apply(state, kernel().draw(state))
        else:
            state = kernel().apply(state, next(a for a in legal if a.text in ("end", "done")))
    return turns, kernel().outcome(state).winner, phase


def test_four_turns_in_moscow_win_the_game() -> None:
    state = at(f"{homes()['Moscow']} {FOOT}", f"{FIELD} {ARMY}", turn=2, phase="german-arrivals")
    assert _until_the_end(state) == ({2, 3, 4, 5}, "german", "russian-second-combat")
    # Who only passed through has it by the text's words for the Russian, but doesn't occupy it.
    moscow = homes()["Moscow"]
    state = build_state(
        kernel(),
        (f"2223 {FOOT}", f"{FIELD} {ARMY}"),
        turn=2,
        phase="german-arrivals",
        owners={moscow: "german"},
    )
    assert _until_the_end(state)[1] is None


def test_the_russians_win_who_were_last_in_every_city() -> None:
    cities = [place for place in played().hexmap.places if place.kind in ("city", "major-city", "capital")]
    asked = next(one for one in played().rules.situations if one.id == "cities-russian")
    (fact,) = asked.any
    assert {*fact.owns} == {place.id for place in cities}
    state = at(f"3004 {ARMY}", FAR, turn=10, phase="russian-isolation")
    assert kernel().outcome(state).winner is None
    every = kernel().setting.board.bits(place.hex for place in cities)
    won = replace(state, owned=(0, every))
    assert kernel().outcome(won).winner == "russian"


def test_a_german_win_ends_the_game_before_the_cities_are_counted() -> None:
    """On turn 10 both cities are cut off for the fourth time, while the Russians hold every city."""
    germans = [str(unit) for unit in kernel().setting.units if unit.startswith("german-inf")]
    rings = (
        near
        for city in ("Moscow", "Leningrad")
        for near in grid()
        if grid().distance(homes()[city], near) == 2
    )
    standing = [f"{here} {germans.pop()}" for here in rings]
    cities = {str(place.hex): "russian" for place in played().hexmap.places if place.owner is not None}
    asked = next(n for n, one in enumerate(played().rules.situations) if one.id == "cities-isolated")
    for times, winner in ((3, "german"), (2, "russian")):
        counts = tuple(times if n == asked else 0 for n in range(len(played().rules.situations)))
        state = build_state(
            kernel(),
            standing,
            turn=10,
            phase="russian-second-combat",
            owners=cities,
            situation_counts=counts,
        )
        assert _until_the_end(state)[1] == winner


def test_the_game_ends_once_the_german_can_no_longer_win() -> None:
    """After the seventh turn three are left, of which four on end can't be made."""
    early = RulesEngine(played(), START, {"ending": "early"})
    for rules, last in ((early, 7), (kernel(), 10)):
        state = at(f"3004 {ARMY}", FAR, turn=6, phase="russian-second-combat")
        while not rules.is_over(state):
            if rules.active_side(state) == CHANCE:
                state = rules.apply(state, rules.draw(state))
            else:
                legal = rules.legal_actions(state)
                state = rules.apply(state, next(a for a in legal if a.text in ("end", "done")))
        assert state.turn == last
        assert rules.outcome(state).winner is None


def test_an_early_end_counts_the_cities_as_the_last_turn_does() -> None:
    early = RulesEngine(played(), START, {"ending": "early"})
    cities = {str(place.hex): "russian" for place in played().hexmap.places if place.owner is not None}
    state = build_state(early, (f"3004 {ARMY}", FAR), turn=7, phase="russian-second-combat", owners=cities)
    while not early.is_over(state):
        legal = early.legal_actions(state)
        state = early.apply(state, next(one for one in legal if one.text in ("end", "done")))
    assert state.turn == 7
    assert early.outcome(state).winner == "russian"
