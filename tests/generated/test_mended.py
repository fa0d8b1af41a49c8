"""What games made at random have found, each in a small game of its own: all sides play it alike."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay
from hexwright.conformance.conformance_walk import WalkPlan as Walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.emulator.bounded_game import BoundedGame
from hexwright.load.game_loading import load_game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.criteria_record import Criteria
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.combat.strength_totals import filter_by_unit_state
from hexwright.rules.engine.compiled_criteria import CompiledCriteria
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from tests.conformance.walking import several
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.tiers import sampled
from tests.vassal.engine.conftest import module_with_plain_pictures

Files = dict[str, dict[str, Any]]
Edit = Callable[[Files], None]
Benches = Callable[[str, Edit], ConformanceBench]
DAY = "scenarios/day-1.yaml"


@pytest.fixture
def bench(tmp_path: Path) -> Benches:
    """Return a function that sets up the bench of a plan's game after an edit of its files."""

    def made(plan: str, edit: Edit) -> ConformanceBench:
        files, pictures = files_of(Plan.read(plan))
        edit(files)
        loaded = load_game(write_files(files, pictures, tmp_path), SLUG)
        assert loaded.diagnostics == ()
        sheet = plan_sheet(loaded.game)
        module = module_with_plain_pictures(loaded.game, tmp_path / "game.vmod", sheet)
        return ConformanceBench(loaded.game, SavedGameWriter(loaded.game, sheet), EmulatedModule(module))

    return made


def played(bench: ConformanceBench, seed: int = 1) -> str:
    """Play a whole game on both sides; return how they differ, or nothing."""
    tally = replay(bench, bench.game.scenarios[0].id, seed, {})
    assert tally.counts["actions in replays"] > 1
    return "\n".join(map(str, tally.differences))


def walked(
    bench: ConformanceBench, length: int, *kinds: str, seeds: range = range(1, 4), rate: float = 0.8
) -> str:
    """Walk some phases from the beginning with attempts of all kinds; return how the sides differ.

    `kinds` name what must have come about.
    """
    plans = (Walk("day-1", seed, {}, "random", False, 0, "", length, rate) for seed in seeds)
    tally = several(bench, plans, dict.fromkeys(kinds, 1))
    assert [kind for kind in kinds if not tally.counts[kind]] == []
    return "\n".join(map(str, tally.differences))


def leaving(turn: int, unit: str, *scenarios: str) -> dict[str, Any]:
    entry = {"turn": turn, "side": unit.partition("-")[0], "units": [unit], "text": "It leaves."}
    return entry | ({"scenarios": list(scenarios)} if scenarios else {})


AIR = "1:5x4:3:4:fire,air,air-strikes,one-step"


@pytest.mark.slow
def test_a_unit_due_to_leave_before_a_scenario_begins_is_in_it(bench: Benches) -> None:
    def edit(files: Files) -> None:
        files["oob.yaml"]["withdrawals"] = [leaving(1, "blue-air-1"), leaving(2, "red-air-1")]
        files[DAY]["first_turn"] = 2

    assert played(bench(AIR, edit)) == ""


def test_a_unit_leaves_each_scenario_on_the_turn_that_is_said_for_it(bench: Benches) -> None:
    def edit(files: Files) -> None:
        files["scenarios/day-2.yaml"] = files[DAY] | {"title": "Another day", "order": 2}
        files["oob.yaml"]["withdrawals"] = [
            leaving(3, "blue-air-1", "day-2"),
            leaving(1, "blue-air-1", "day-1"),
        ]

    assert played(bench(AIR, edit)) == ""


def test_a_unit_that_attrition_took_comes_back_after_its_delay(bench: Benches) -> None:
    def edit(files: Files) -> None:
        reserve = {"units": ["red-1"], "arrives": "delayed", "delay": 2}
        files["rules.yaml"]["replacements"][0]["entries"] = {"reserve": reserve}
        files["charts.yaml"]["tables"]["cold"]["rows"] = {str(n): ["Loss", "Loss"] for n in range(1, 7)}
        for turn in files["charts.yaml"]["turn_tracks"]["days"]["turns"]:
            turn["weather"] = files["rules.yaml"]["attrition"][0]["weather"]

        for unit in files["counters.yaml"]["units"].values():
            del unit["steps"][1:]

    assert (
        walked(bench("2:5x4:1:4:weather,communication,replacements,attrition", edit), 8, "attrition rolls")
        == ""
    )


def first(files: Files, kind: str, **more: Any) -> None:
    """Make the turn begin with another phase of red's."""
    phase = {"name": "First", "side": "red", "kind": kind, "text": "As told."} | more
    files["rules.yaml"]["sequence"] = {"first": phase} | files["rules.yaml"]["sequence"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", sampled(["supply", "recovery"], 1))
def test_units_leave_whatever_the_first_phase_brings(bench: Benches, kind: str) -> None:
    def edit(files: Files) -> None:
        first(files, kind)
        files[DAY]["first_phase"] = "first"
        files["rules.yaml"]["out_of_supply"] = {}
        files["rules.yaml"]["supply_lines"] = [{"side": s, "edge": "west"} for s in ("red", "blue")]
        files["oob.yaml"]["withdrawals"] = [leaving(1, "blue-air-1")]

    assert played(bench(AIR, edit)) == ""


LEAVING_HEXES = (
    "40301:8x5:5:3:pointy,absent,hills,rail,forts,towns,three-sides,horse,guns,three-steps,one-step,"
    "stacks-always,weather,weather-moves,weather-dice,weather-after,fine-odds,exchanges,long-retreats,"
    "retreats-into-zones,shifts-by-fort,shifts-upward,limited-modifiers,modifiers-of-some,stand,"
    "options,communication,guards,replacements,replacement-classes,late-units,attrition,"
    "attrition-of-all,points-by-option,shared-entry,never-again,fire,fire-ground,fire-strongholds,"
    "fire-absorbs,disruption-on-entry,recovery-phases,recovery-of-some,unsupplied-fire,survival,"
    "marches,road-marches,air,air-supplies,withdrawals,points,late-beginning,two-scenarios,"
    "other-owners,set-up-in-order,set-up-hexes,no-free-set-up,held-reduced,cited,looks,editions,"
    "examples,costs-of-zones,costs-in-time,supply-by-length,supply-from-hexes,supply-from-places,"
    "supply-along-lines,supply-by-headquarters,supply-over-zones,supply-phases,worth-of-places,levels,"
    "fire-circumstances,stacks-as-one,several-hexes,several-advances"
)


@pytest.mark.slow
def test_a_unit_that_leaves_from_a_hex_for_the_box_of_the_eliminated_is_no_loss(bench: Benches) -> None:
    tally = replay(bench(LEAVING_HEXES, lambda files: None), "day-2", 40301, {"mood": "mild"})
    assert [str(difference) for difference in tally.differences] == []


@pytest.mark.slow
def test_units_leave_where_the_first_phase_is_left_out(bench: Benches) -> None:
    def edit(files: Files) -> None:
        first(files, "movement", except_turns=[2])
        files[DAY]["first_phase"] = "first"
        files["oob.yaml"]["withdrawals"] = [leaving(1, "blue-air-1")]

    assert played(bench(AIR, edit)) == ""


@pytest.mark.slow
def test_units_recover_where_the_rules_ask_for_no_supply(bench: Benches) -> None:
    def edit(files: Files) -> None:
        assert "supply_lines" not in files["rules.yaml"]

    assert played(bench("3:6x3:3:4:fire,fire-rounds,recovery-phases", edit)) == ""


@pytest.mark.slow
def test_recovery_of_unattacked_units_asks_the_last_allocation_of_the_turn(bench: Benches) -> None:
    def edit(files: Files) -> None:
        phases = files["rules.yaml"]["sequence"]
        phases["red-allocation-2"]["except_turns"] = [2, 4]
        phases["blue-allocation-2"]["except_turns"] = [1, 2, 3, 4]
        phases["blue-recovery-6"]["recovers"] = "unattacked"
        files["rules.yaml"]["fire"]["hits_on"] = 2

    game = bench("3:6x4:4:5:fire,fire-rounds,recovery-phases", edit)
    assert walked(game, 60, "allocations", seeds=range(1, 2)) == ""


@pytest.mark.slow
def test_a_unit_given_up_has_been_without_supply_for_no_phase(bench: Benches) -> None:
    plan = (
        "2:5x5:5:5:communication,replacements,several-points,given-up,one-hex-always,supply-by-length,"
        "supply-from-hexes,supply-phases,supply-grace"
    )
    assert played(bench(plan, lambda files: None), 2) == ""


# Coming into play ---------------------------------------------------------------------------------


def reserve(files: Files, **entry: Any) -> None:
    """Hold two units of red in reserve, and bring them at no cost."""
    files["rules.yaml"]["replacements"][0]["entries"] = {"reserve": {"units": ["red-1", "red-2"]} | entry}
    placement = files[DAY]["setup"]["placement"]
    for spot in list(placement):
        placement[spot] = [unit for unit in placement[spot] if unit not in ("red-1", "red-2")]
        if not placement[spot]:
            del placement[spot]
    files[DAY]["setup_areas"][0]["units"] = [
        unit for here in placement.values() for unit in here if "red" in unit
    ]


WAITING = "4:4x3:4:3:late-units,communication,replacements"


def test_a_unit_arriving_at_no_cost_shows_the_step_of_its_box_and_enters_no_full_hex(bench: Benches) -> None:
    def edit(files: Files) -> None:
        reserve(files, arrives="when-eliminated", any_supplied_hex=True)
        # One comes whole, the other reduced, to an edge of three hexes that hold one unit each.
        pool = files["rules.yaml"]["replacements"][0]["pool"]
        files[DAY]["setup"].setdefault("in_boxes", []).extend(
            [{"units": ["red-1"], "box": pool}, {"units": ["red-2"], "box": pool, "step": 2}]
        )

    assert walked(bench(WAITING, edit), 6, "replacements: new", "refused replacements") == ""


def test_a_conversion_at_no_cost_needs_no_replacement_left(bench: Benches) -> None:
    def edit(files: Files) -> None:
        for rule in files["rules.yaml"]["replacements"]:
            rule["conversions"][0]["cost"] = 0
            rule["conversions"][0].pop("classes", None)
        for entry in files["oob.yaml"]["replacements"]:
            entry["points"] = 0
        for arrival in files["oob.yaml"]["reinforcements"]:
            arrival["turn"] = 1

    plan = "4:5x4:6:3:communication,replacements,conversions"
    assert walked(bench(plan, edit), 8, "replacements: designate") == ""


@pytest.mark.slow
def test_of_a_stack_the_unit_gives_its_place_that_is_chosen_by_key(bench: Benches) -> None:
    def edit(files: Files) -> None:
        for rule in files["rules.yaml"]["replacements"]:
            rule["conversions"][0] |= {"cost": 0, "classes": ["foot"]}
        for name, unit in files["counters.yaml"]["units"].items():
            unit["unit_class"] = "horse" if name.endswith("-2") else "foot"
        for arrival in files["oob.yaml"]["reinforcements"]:
            arrival["turn"] = 1
        together: dict[str, list[str]] = {"0202": [], "0405": []}
        for units in files[DAY]["setup"]["placement"].values():
            for unit in units:
                together["0202" if unit.startswith("red") else "0405"].append(unit)
        files[DAY]["setup"]["placement"] = together

    kinds = "units chosen for conversion", "wrong units chosen for conversion"
    plan = "4:5x4:6:3:horse,any-stack,communication,replacements,conversions"
    assert walked(bench(plan, edit), 8, *kinds, seeds=range(5, 7)) == ""


def test_a_chosen_unit_arrives_in_places_without_a_replacement_left(bench: Benches) -> None:
    def edit(files: Files) -> None:
        rules, hexmap = files["rules.yaml"], files["map.yaml"]
        for side in ("red", "blue"):
            # Behind the edge, held by the side, in communication.
            edge = hexmap["edges"]["west" if side == "red" else "east"]["hexes"]
            hexmap["edges"][f"{side}-corner"] = {"name": "Corner", "hexes": edge[:1]}
        hexmap["places"]["town-1"] |= {
            "hex": hexmap["edges"]["west"]["hexes"][-1],
            "owner": "red",
            "kind": "town",
        }
        for rule in (*rules["supply_lines"], *rules["replacements"]):
            rule["edge"] = f"{rule['side']}-corner"
        for rule in rules["replacements"]:
            rule["place_kinds"] = ["town"]
        for entry in files["oob.yaml"]["replacements"]:
            entry["points"] = 0
        for arrival in files["oob.yaml"]["reinforcements"]:
            arrival |= {"turn": 1, "choose": 1}

    plan = "6:5x5:6:2:communication,replacements,replacement-places,late-units"
    assert walked(bench(plan, edit), 6, "lights", "replacements: new") == ""


@pytest.mark.slow
def test_an_event_wins_a_game_of_points(bench: Benches) -> None:
    def edit(files: Files) -> None:
        for event in files["rules.yaml"]["events"]:
            event |= {"ends_game_on": list(range(1, event["die"] + 1)), "winner": "blue"}
        files["rules.yaml"]["victory"]["who-wins"]["bonus"] = {"red": 99}
        files["rules.yaml"]["victory"]["who-wins"]["bonus_place"] = "town-1"
        for arrival in files["oob.yaml"]["reinforcements"]:
            arrival["turn"] = 3

    plan = "4:5x4:6:4:towns,points,communication,replacements,late-units,entries,entries-early,events"
    game = bench(plan, edit)
    assert walked(game, 30, "events", "outcomes", rate=0.4) == ""


# Leaving and losing -------------------------------------------------------------------------------


def test_nobody_leaves_a_game_that_is_over(bench: Benches) -> None:
    def edit(files: Files) -> None:
        files["oob.yaml"]["withdrawals"] = [leaving(files[DAY]["last_turn"], "blue-air-1")]

    assert played(bench(AIR, edit)) == ""


def test_attrition_takes_steps_in_games_of_fire(bench: Benches) -> None:
    def edit(files: Files) -> None:
        files["charts.yaml"]["tables"]["cold"]["rows"] = {str(n): ["Loss", "Loss"] for n in range(1, 7)}
        for turn in files["charts.yaml"]["turn_tracks"]["days"]["turns"]:
            turn["weather"] = files["rules.yaml"]["attrition"][0]["weather"]

    plan = "2:5x4:3:4:fire,three-steps,weather,communication,replacements,attrition"
    assert walked(bench(plan, edit), 12, "replacements: attrition") == ""


@pytest.mark.slow
def test_a_strike_has_the_dice_of_its_own_phase(bench: Benches) -> None:
    def edit(files: Files) -> None:
        for phase in files["rules.yaml"]["sequence"].values():
            dice = {"air-strike": 3, "fire": 1}.get(phase["kind"])
            if dice is not None:
                phase["max_air_dice"] = dice
                phase.pop("air_support", None)
        for unit in files["counters.yaml"]["units"].values():
            if unit["unit_class"] == "air":
                unit["steps"] = [{"strength": 3}]

    assert walked(bench(AIR, edit), 12, "strikes") == ""


@pytest.mark.parametrize("plan", ["6:5x4:4:3:wood", "6:5x4:4:3:fire"])
def test_losses_by_key_are_judged_in_a_game_without_numbers_of_rules(bench: Benches, plan: str) -> None:
    game = bench(plan, lambda files: None)
    table, scenario = game.table, game.game.scenarios[0]
    table.start(scenario.title)
    assert table.get("Phase") == "red-movement-1"
    unit = next(unit for _, unit in scenario.setup.standing if unit.startswith("red"))
    for key in ("keys:ctrl L", "keys:ctrl E", "keys:ctrl F"):
        table.key(unit, key)
        refused, _ = table.refusal()
        assert refused, key


# Phases that are left out -------------------------------------------------------------------------


def left_out(*phases: str) -> Edit:
    """Give red a bonus in a town of its own, and leave phases of blue out on every turn."""

    def edit(files: Files) -> None:
        rules = files["rules.yaml"]
        spot = next(hex_id for hex_id, here in files[DAY]["setup"]["placement"].items() if "red-1" in here)
        files["map.yaml"]["places"]["town-1"] |= {"hex": spot, "owner": "red"}
        rules["victory"]["who-wins"] = {"eliminated": 1, "bonus": {"red": 5}, "bonus_place": "town-1"}
        for name in phases:
            rules["sequence"][name]["except_turns"] = [1, 2, 3, 4]

    return edit


@pytest.mark.parametrize("phases", [("blue-combat-2",), ("blue-movement-1", "blue-combat-2")])
def test_a_bonus_is_earned_though_the_last_phases_are_left_out(
    bench: Benches, phases: tuple[str, ...]
) -> None:
    assert played(bench("6:5x4:3:2:points,nought-allowance", left_out(*phases))) == ""


# Places on the way ----------------------------------------------------------------------------------


def test_a_leg_takes_all_places_of_a_way_that_is_dearer_by_fewer(bench: Benches) -> None:
    """C3 is reached for 5 points round about and for 3 by way of E3; B3 lies beyond it, for 4."""

    def edit(files: Files) -> None:
        hexmap, rules, scenario = files["map.yaml"], files["rules.yaml"], files[DAY]
        hexmap["grid"] |= {"shifted": "odd", "numbering": "{column:A}{row}", "absent": ["D2", "E1"]}
        hexmap["places"] = {
            f"town-{n}": {"name": f"Town {n}", "hex": spot, "kind": "town", "owner": "red"}
            for n, spot in enumerate(("C3", "E3"), 1)
        }
        hexmap["edges"] = {}
        for side, spots in (("red", ["C4", "D3"]), ("blue", ["E2"])):
            hexmap["features"][f"{side}-start"]["groups"]["all"]["hexes"] = spots
        rules["movement"]["march"]["ezoc"] = "ignored"
        rules["victory"]["who-wins"] = {"hold": "town-1"}
        phase = {"name": "Go", "side": "blue", "kind": "movement", "text": "As told."}
        rules["sequence"] = {"go": phase, **rules["sequence"]}
        scenario["setup"]["placement"] = {"C4": ["red-1"], "D3": ["red-2"], "E2": ["blue-1"]}
        scenario |= {"first_phase": "go", "unused_units": ["blue-2"]}
        for area in scenario["setup_areas"]:
            area["units"] = ["red-1", "red-2"] if area["side"] == "red" else ["blue-1"]
        for unit in files["counters.yaml"]["units"].values():
            unit["steps"] = [{"strength": 1, "ma": 5}]

    game = bench("3:6x4:2:2:no-zones,letters", edit)
    kernel = RulesEngine(game.game, "day-1")
    state = kernel.set_up()
    state = kernel.apply(state, Action("move", UnitId("blue-1"), hex=HexId("B3")))
    board = kernel.setting.board
    assert [spot for spot in ("C3", "E3") if state.owned[1] >> board.index[HexId(spot)] & 1] == ["C3", "E3"]
    game.table.start(game.game.scenarios[0].title)
    game.table.drag(UnitId("blue-1"), "B3")
    assert game.table.refusal()[0] is False, game.table.chat()
    owners = game.table.visible_state({}).owners
    assert (owners["C3"], owners["E3"]) == ("blue", "blue")


@pytest.mark.slow
def test_a_headquarters_that_comes_carries_no_supply_to_where_it_is_dropped(bench: Benches) -> None:
    def edit(files: Files) -> None:
        for rule in files["rules.yaml"]["supply_lines"]:
            rule |= {"headquarters": ["foot"], "range": 2}
        for rule in files["rules.yaml"]["replacements"]:
            for entry in rule["entries"].values():
                entry |= {"arrives": "scheduled", "may_come_early": True, "any_supplied_hex": True}

    plan = "5:7x6:6:3:communication,replacements,late-units,entries,entries-anywhere,entries-early"
    assert walked(bench(plan, edit), 12, "replacements: new", seeds=range(3, 4), rate=0.95) == ""


# Positions that are set up -----------------------------------------------------------------------------


def test_a_saved_position_holds_when_lost_units_come_back(bench: Benches) -> None:
    """A walk that begins with a replacement phase: the unit was lost before, and is due turns after."""
    game = bench(
        "40280:3x3:1:1:differences,exchanges,shifts-upward,communication,replacements,late-units,entries",
        as_drawn,
    )
    tally = several(game, (plan_walk(game.game, seed) for seed in range(40280, 40286)))
    assert [str(difference) for difference in tally.differences] == []
    assert tally.counts["lights"]


# Battles ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_hex_is_fought_once_though_its_defenders_come_back_from_another_battle(bench: Benches) -> None:
    """They retreat into the next hex that is attacked, and with those there back into the first."""

    def edit(files: Files) -> None:
        files["rules.yaml"]["combat"]["effects"] = {"DR": ["defender-retreat"]}
        chart = files["charts.yaml"]["combat"]
        chart["rows"] = {face: ["DR"] * len(row) for face, row in chart["rows"].items()}
        chart["results"] = {"DR": chart["results"]["DR"]}

    plan = "2:4x4:4:5:stacks-of-three,stacks-always,stacks-as-one,several-hexes,retreats-into-zones"
    assert played(bench(f"{plan},zones-ignored,no-advance,retreats-led-by-owners", edit), 2) == ""


def test_defenders_of_two_sides_are_asked_for_supply_each_by_its_own(tmp_path: Path) -> None:
    plan = "42:5x5:5:4:three-sides,communication,stacks-as-one,several-hexes"
    files, pictures = files_of(Plan.read(plan))
    setting = RulesEngine(load_game(write_files(files, pictures, tmp_path), SLUG).game, "day-1").setting
    state = RulesEngine(setting.game, "day-1").set_up(1)
    hungry = CompiledCriteria.of(setting.board, setting.unit_roster, Criteria(supply="out"))
    found = {
        unit: filter_by_unit_state(setting, state, hungry, 1 << unit) for unit in range(len(setting.units))
    }
    assert {bool(so) for unit, so in found.items() if state.locations[unit] >= 0} == {True, False}
    for one, other in combinations((unit for unit in found if state.locations[unit] >= 0), 2):
        assert (
            filter_by_unit_state(setting, state, hungry, 1 << one | 1 << other) == found[one] | found[other]
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "when", sampled([{"turns": [4]}, {"phases": ["blue-victory-3"]}, {"weather": ["storm"]}], 2)
)
def test_how_a_game_ended_is_judged_by_its_last_turn(bench: Benches, when: dict[str, Any]) -> None:
    """The turn counter has gone on then, to a turn that has no weather."""

    def edit(files: Files) -> None:
        files["rules.yaml"]["movement"]["haul"]["costs"] = [{"terrain": "clear", "cost": "never"} | when]
        weathers = files["charts.yaml"]["weather"]
        weathers["storm"] = next(iter(weathers.values())) | {"name": "Storm"}
        files["charts.yaml"]["turn_tracks"]["days"]["turns"][3]["weather"] = "storm"

    game = bench("5102:4x5:2:4:towns,weather,communication,supply-by-points,claims,supply-from-hexes", edit)
    assert played(game, 1) + played(game, 2) == ""


@pytest.mark.slow
def test_a_unit_leaves_the_map_where_units_are_given_up_and_go_without_supply(bench: Benches) -> None:
    uses = "towns,communication,supply-phases,supply-grace,replacements,given-up,points,exits"
    assert played(bench(f"1:5x5:4:4:{uses}", as_drawn)) == ""


@pytest.mark.slow
def test_a_unit_that_recovers_as_it_leaves_the_map_stands_in_no_hex(bench: Benches) -> None:
    """It had a zone again and was in no hex at once, and was taken for standing where it had."""
    uses = "weather,communication,replacements,attrition,points-by-option,stacks-as-one,several-hexes"
    assert played(bench(f"8:5x5:5:5:{uses},duties,disruption,disruption-of-kinds", as_drawn), 8) == ""


# The proof itself ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_proof_reads_the_weather_of_a_turn_that_the_module_has_left(bench: Benches) -> None:
    """On its last turn no side has a decision left: the module ends the game, and shows another turn's
    weather.
    """
    plan = (
        "40174:5x3:2:4:river,horse,nought-allowance,stacks-of-three,stacks-always,zones-ignored,"
        "friends-in-the-way,weather,weather-moves,weather-dice,two-movements,phases-of-classes,"
        "phases-by-weather,big-die,fine-odds,retreats-into-zones,shifts-by-river,shifts-by-attacker,"
        "shifts-upward,multiplied-strengths,rounded-strengths,modifiers-in-time,options,communication,"
        "replacements,replacement-places,attrition,points-by-option,exempt-places,given-up,points,"
        "late-beginning,not-used,two-scenarios,options-of-scenarios,set-up-in-order,set-up-hexes,"
        "more-charts,costs-at-hexsides,costs-in-parts"
    )
    game = bench(plan, as_drawn)
    tally = several(game, (plan_walk(game.game, seed) for seed in range(40174, 40178)))
    assert [str(difference) for difference in tally.differences] == []


@pytest.mark.slow
def test_a_table_is_read_by_the_sum_of_its_dice(bench: Benches) -> None:
    def edit(files: Files) -> None:
        table = files["charts.yaml"]["combat"]
        table["columns"] = [f"1:{n}" for n in range(20, 20 - len(table["columns"]), -1)]

    plan = (
        "33:8x5:4:3:even,letters,big-die,several-dice,changed-dice,exchanges,"
        "shifts-by-attacker,shifts-by-defender,shifts-upward"
    )
    game = bench(plan, edit)
    table = game.game.charts.combat
    assert table is not None
    assert table.dice > 1
    plans = (plan_walk(game.game, seed) for seed in range(8))
    tally = several(game, plans, {"battles": 3})
    assert [str(difference) for difference in tally.differences] == []
    assert tally.counts["battles"] > tally.counts["battles without effect"]


def as_drawn(_: Files) -> None:
    """Leave a game as it was drawn."""


@pytest.mark.slow
def test_a_unit_that_marched_too_far_attacks_nobody_if_the_next_movement_phase_is_left_out(
    bench: Benches,
) -> None:
    def edit(files: Files) -> None:
        sequence = files["rules.yaml"]["sequence"]
        moves = next(one for one, phase in sequence.items() if phase["kind"] == "movement")
        again = sequence[moves] | {"name": "Again", "except_turns": [1, 2, 3]}
        files["rules.yaml"]["sequence"] = {
            name: told
            for one, phase in sequence.items()
            for name, told in ((one, phase), *((("again", again),) if one == moves else ()))
        }
        mode = next(iter(files["rules.yaml"]["movement"].values()))
        mode["no_attack_bonus"] = 1

    plan = "5:7x6:4:3:fire,marches,one-step"
    assert walked(bench(plan, edit), 12, "allocations", "moves", seeds=range(1, 5), rate=0.9) == ""


NOWHERE_BY_RAIL = (
    "81046:3x3:1:3:pointy,letters,wood,hills,rail,road,towns,three-sides,one-step,nought-allowance,"
    "any-stack,stacks-of-two,stacks-of-three,rail-movement,two-movements,phases-left-out,"
    "other-phases,differences,big-die,several-dice,fine-odds,cut-first,long-retreats,no-advance,"
    "shifts-by-terrain,shifts-by-place,shifts-upward,multiplied-strengths,rounded-strengths,"
    "limited-modifiers,modifiers-of-some,options,communication,communication-over-places,"
    "replacements,replacement-places,replacement-classes,late-units,several-points,points-by-option,"
    "conversions,entries,claims,points,late-beginning,two-scenarios,other-owners,set-up-hexes,"
    "no-free-set-up,held-reduced,sheets,costs-along-lines,costs-of-zones,costs-in-parts,"
    "one-hex-always,supply-from-places,supply-by-points,supply-by-degrees,moves-by-supply,exits,"
    "points-for-ground,arrivals-by-option,withdrawals,stacks-as-one,several-hexes,"
    "retreats-past-zones,one-of-the-defenders,duties,bombardment,undefended,overruns,own-defences,"
    "stack-limits,trains,trains-for-nothing,arrivals-by-die"
)


@pytest.mark.slow
def test_no_phase_passes_in_which_somebody_may_entrain_and_go_nowhere(bench: Benches) -> None:
    found = bench(NOWHERE_BY_RAIL, as_drawn)
    tally = replay(found, "day-1", 81046, {"mood": "mild"})
    assert [str(difference) for difference in tally.differences] == []


def test_no_phase_passes_in_which_a_unit_may_be_restored_that_may_not_be_given_up(bench: Benches) -> None:
    uses = "communication,replacements,several-points,never-again,given-up,reduced-at-start,accounts"
    assert played(bench(f"874000:2x1:1:1:{uses}", as_drawn), 874000) == ""


@pytest.mark.slow
def test_situations_of_the_first_phase_are_compared_once_the_weather_is_known(bench: Benches) -> None:
    """The module tests them with the die for the weather, the rules engine once it gets the die's result."""
    assert played(bench("1:3x4:2:4:towns,weather,weather-dice,situations", as_drawn)) == ""


def test_a_share_of_broken_strength_that_is_rounded_up_takes_all(bench: Benches) -> None:
    """4 of 7/2 are owed: no choice is left, and the phase ends in the module too."""
    plan = "20:3x4:2:3:communication,supply-by-length,supply-phases,supply-of-groups,own-defences"
    assert played(bench(plan, as_drawn), 20) == ""


@pytest.mark.slow
def test_duties_ask_for_supply_that_is_reckoned_once_for_all_units_and_enemies(
    bench: Benches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A road's parts of a point make many levels of a flood, few of which hold anything."""
    uses = "supply-by-points,supply-by-degrees,duties,bombardment,bombardment-of-some,networks"
    found = bench(f"543:9x8:12:1:hills,road,weather,communication,{uses}", as_drawn)
    spent: list[int] = []
    bounded = BoundedGame._bounded

    def counted(self: BoundedGame, do: Callable[[], object], anew: bool = True) -> None:
        bounded(self, do, anew)
        spent.append(self._world.evaluator.budget.spent)

    monkeypatch.setattr(BoundedGame, "_bounded", counted)
    assert played(found, 543) == ""
    # The dearest press of all reads the script; without either mend others took 1.2 and 1.7 million steps.
    assert sorted(spent)[-2] < 700_000
