from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup, shipped_setup
from tests.rules.positions import SHORT, game
from tests.rules.unused import without


def fixed_game() -> tuple[Game, Scenario, str, str]:
    """Return the short scenario with one German corps outside all areas, which starts in its set-up hex."""
    scenario = game().scenario(SHORT)
    hex_id, unit = next((h, u) for h, u in scenario.setup.standing if u.startswith("german"))
    areas = tuple(
        replace(a, units=tuple(u for u in a.units if u != unit), fill=False) for a in scenario.setup_areas
    )
    changed = replace(scenario, setup_areas=areas, setup_rule="")
    return replace(game(), scenarios=(changed,)), changed, unit, hex_id


def test_a_unit_in_no_area_starts_where_the_shipped_set_up_has_it() -> None:
    other, _, unit, hex_id = fixed_game()
    assert not check_setup(other, SHORT, shipped_setup(other, SHORT))
    free = next(h for h in ("0101", "0102") if h != hex_id)
    (fault,) = (f for f in check_setup(other, SHORT, [SetUpLine(unit, free)]) if f.code != "U019")
    assert fault.code == "U015"
    assert fault.hint == f"write {hex_id}"


def test_a_generated_set_up_holds_the_units_that_are_in_no_area() -> None:
    other, _, unit, hex_id = fixed_game()
    made = {entry.unit: entry.hex for entry in generate_setup(other, SHORT, 3)}
    assert made[unit] == hex_id


def test_a_game_without_a_set_up_rule_cites_none() -> None:
    other, scenario, _, _ = fixed_game()
    held = scenario.setup.in_boxes[0].units[0]
    faults = check_setup(other, SHORT, [SetUpLine(held, "0101")])
    assert faults
    assert not any("(" in fault.message for fault in faults)


def test_the_rule_is_cited_where_the_game_names_it() -> None:
    (fault,) = [f for f in check_setup(game(), SHORT, [SetUpLine("soviet-1s", "0301")]) if f.code == "U014"]
    assert "(3.8)" in fault.message


def test_a_side_without_communication_can_be_traced_to_nowhere() -> None:
    from hexwright.rules.engine.rules_engine import RulesEngine
    from hexwright.rules.supply.supply_range import hexes_in_communication

    bare = replace(game(), rules=replace(game().rules, supply_lines=(), replacements=()))
    phases = tuple(p for p in bare.rules.sequence if p.kind != "replacement")
    bare = replace(bare, rules=replace(bare.rules, sequence=phases, attrition=()))
    late = tuple(unit for entry in bare.oob.reinforcements for unit in entry.units)
    scenarios = tuple(without(one, late) for one in bare.scenarios)
    bare = replace(bare, scenarios=scenarios, oob=replace(bare.oob, replacements=()))
    kernel = RulesEngine(bare, SHORT)
    assert hexes_in_communication(kernel.setting, kernel.set_up(), 0) == 0
