"""How each rule of Battle of Moscow that its module enforces is switched off."""

from __future__ import annotations

from typing import Any, Final

from hexwright.rules.replacement.reinforcements import arrival_turn_of
from tests.rules.shared_switches import (
    ENEMIES_ARE_PASSED,
    MOVES_ARE_DUTY,
    STACKS_DEFEND_APART,
    patch,
    rules,
)
from tests.rules.switching import Edit, Switch, Switches

MAP, START, CARDS = "map.yaml", "scenarios/typhoon.yaml", "oob.yaml"
GERMANS: Final = "classes: [infantry, armour, motorised, cavalry, security], side: german"
FIGHTERS: Final = "classes: [infantry, guards, paratroops, armour, motorised, cavalry, finnish]"
ROUGH: Final = f"      - {{terrain: [clear, swamp], weather: [mud, snow], {GERMANS}, cost: 2}}\n"
WOODS: Final = f"      - {{terrain: [forest, hills], {GERMANS}, cost: 2}}\n"
RUSSIAN_MODES: Final = "classes: [infantry, guards, paratroops, cavalry, armour]}"
TRAINS: Final = "{mode: train, classes: [infantry, armour, motorised, cavalry, security"
SVIR: Final = "feature: svir-front, units: [finnish-10, finnish-12, finnish-15, finnish-18]"
GARRISONS: Final = (
    "garrisons:\n  - {units: [russian-army-40], released_by: voronezh-near, rule: replacements}\n"
)
PARTISAN_WALK: Final = "    name: Movement of partisans\n    rule: special\n    ezoc: "
TRACES: Final = 'unit_allowance: true, limited_multiplier: "2"}\n'


def longer(text: str, name: str) -> tuple[Switch, ...]:
    """Return a change of rules.yaml by which a name is added to the list at the end of a text."""
    return rules(text, f"{text}, {name}")


def _one_impulse(real: Any) -> Any:
    def off(setting: Any, state: Any, *rest: Any) -> Any:
        return "second" not in setting.phases[state.phase].id and real(setting, state, *rest)

    return off


def _nothing_left(real: Any) -> Any:
    return lambda *told: tuple((way, hexes, 99) for way, hexes, _ in real(*told))


def _only_before_they_came(_real: Any) -> Any:
    return lambda setting, _state, unit: unit in setting.arrivals_and_departures.entry_by_unit


def _beside_those_spent(real: Any) -> Any:
    return lambda setting, state, side, units, *_leaving: real(setting, state, side, units)


def _at_once(real: Any) -> Any:
    def off(setting: Any, state: Any, unit: int) -> bool:
        due = state.turn <= arrival_turn_of(setting, state, unit) or setting.class_of[unit] != "paratroops"
        return due and bool(real(setting, state, unit))

    return off


SWITCHES: Final[Switches] = {
    "setup.letters": (Edit(START, 'feature: key\n    hexes: ["1305"]', "feature: russian-set-up"),),
    "setup.front": (
        Edit(MAP, "West of the front line, hexes: [", 'West of the front line, hexes: ["2323", '),
    ),
    "setup.order": (Edit(START, "setup_order: [russian, german]\n", ""),),
    "setup.finns": (Edit(START, 'hexes: ["0901", "1001"', 'hexes: ["0101", "0901", "1001"'),),
    "setup.correction": (Edit(MAP, 'south-east", hexes: ["0607"]', 'south-east", hexes: ["0606"]'),),
    "setup.reinforcements": rules("arrives: scheduled, edge: east", "arrives: scheduled, edge: west"),
    "sequence.impulses": patch("turn.sequence_of_play.is_phase_played", _one_impulse),
    "sequence.second": rules(
        "russian-second-movement], multiply: 1/2", 'russian-second-movement], multiply: "1"'
    ),
    "sequence.first": rules(
        f"modes: [{{mode: march, {RUSSIAN_MODES}]",
        f"modes: [{{mode: march, {RUSSIAN_MODES}, {{mode: train, {RUSSIAN_MODES}]",
    ),
    "movement.factor": rules(WOODS),
    "movement.voluntary": MOVES_ARE_DUTY,
    "movement.friends": ENEMIES_ARE_PASSED,
    "movement.coast": (Edit(MAP, '      - "0206"\n', ""),),
    "movement.roads": rules("- {line: road, cost: 1/2}", '- {line: road, cost: "1"}'),
    "railways.friendly": rules(
        "west, ezoc: forbidden, rule: railways", "west, ezoc: ignored, rule: railways"
    ),
    "railways.limits": rules("{max: 4, side: [russian]", "{max: 9, side: [russian]"),
    "railways.factor": patch("transport.rail_movement._allowance_after_change", _nothing_left),
    "railways.attack": rules(
        "may_attack: false, may_enter_ezoc: false", "may_attack: true, may_enter_ezoc: true"
    ),
    "railways.finns": longer(TRAINS, "finnish"),
    "zones.six": rules("zoc: {reach: adjacent, classes: [infantry, ", "zoc: {reach: adjacent, classes: ["),
    "zones.stop": rules("ezoc: stops", "ezoc: ignored"),
    "zones.none": rules(
        "fortress, replacement], not_into", "fortress, replacement, partisans, workers], not_into"
    ),
    "stacking.german": rules("{side: german, max: 3}", "{side: german, max: 4}"),
    "stacking.russian": rules("paratroops, cavalry], max: 2}", "paratroops, cavalry], max: 3}"),
    "stacking.special": rules("classes: replacement, max: 6}", "classes: replacement, max: 9}"),
    "weather.russian": rules(ROUGH, ROUGH.replace(f", {GERMANS}", "")),
    "weather.mud": rules(ROUGH),
    "weather.supply": rules(", modifiers: [{weather: [mud, snow], multiply: 1/2}]"),
    "weather.frost": rules(
        "river: {name: river, across: river, weather: [fair, mud], ", "river: {name: river, across: river, "
    ),
    "weather.snow": rules(
        "weather: snow, side: russian, unless: {feature: gulf}", "weather: snow, side: russian"
    ),
    "combat.duty": rules(FIGHTERS, "classes: [finnish]", 2),
    "combat.division": rules("  target: hex\n", "  target: hexes\n"),
    "combat.stack": STACKS_DEFEND_APART,
    "combat.once": rules("  defends_once: true\n"),
    "combat.again": rules(f"- {{{FIGHTERS}", f"- {{phases: [german-combat, russian-combat], {FIGHTERS}", 2),
    "combat.retreat": rules("retreat: {hexes: 2,", "retreat: {hexes: 1,"),
    "combat.exchange": rules("exchange: printed", "exchange: modified"),
    "combat.advance": rules("max_advancing: 3", "max_advancing: 1"),
    "supply.three": rules(TRACES, TRACES.replace("2", "3")),
    "supply.moves": rules(
        "cavalry], supply: limited, multiply: 2/3", 'cavalry], supply: limited, multiply: "1"'
    ),
    "supply.losses": rules("share: 1/3", "share: 1/2"),
    "replacements.factors": patch("replacement.replacement_phase.awaits_entry", _only_before_they_came),
    "replacements.places": rules("{name: Moscow, places: moscow,", "{name: Moscow, places: tula,"),
    "replacements.isolated": rules(", reductions: [{situation: leningrad-isolated, multiply: 1/2}]"),
    "replacements.tikhvin": rules(
        "    deductions: [{situation: tikhvin-german, points: 2, full_accounts_only: true}]\n"
    ),
    "replacements.cities": rules(", limits_replacements: true", times=2),
    "replacements.counters": rules("    replacement_units: [replacement]\n"),
    "replacements.counters-stand": rules("[workers, fortress, replacement]", "[workers, fortress]"),
    "replacements.counters-fed": patch(
        "replacement.stored_replacements.hexes_over_capacity", _beside_those_spent
    ),
    "replacements.german": (
        Edit(
            CARDS,
            "german-infantry, first_turn: 2, last_turn: 10, points: 3",
            "german-infantry, first_turn: 2, last_turn: 10, points: 4",
        ),
    ),
    "replacements.saved": rules("classes: [infantry], accumulates: true}", "classes: [infantry]}"),
    "replacements.kinds": rules("    max_one_of: [[cavalry], [armour]]\n"),
    "replacements.fortieth": rules(GARRISONS),
    "replacements.south": rules("arrives: scheduled, situation: voronezh-near", "arrives: scheduled"),
    "fortifications.zones": rules(", not_into: [{side: german, feature: fort, rule: fortifications}]"),
    "fortifications.attack": rules(
        "    exceptions:\n      - {side: russian, attacking_from: {feature: fort}}\n"
    ),
    "special.security": rules(
        "classes: security, against_classes: [", "classes: security, against_classes: [partisans, "
    ),
    "special.finns": rules(f"      - {{{SVIR}, cost: never}}\n"),
    "special.finnish-attacks": rules("    - {classes: finnish, supply: out, rule: special}\n"),
    "special.retreats": rules("ignores_ezoc: [partisans, dropped]", "ignores_ezoc: [dropped]"),
    "special.passing": rules("passable_enemies: [partisans, dropped]", "passable_enemies: [dropped]"),
    "special.partisan-moves": rules(f"{PARTISAN_WALK}ignored\n", f"{PARTISAN_WALK}forbidden\n"),
    "special.partisan-battles": rules(
        "ignored_defenders: {classes: [partisans, ", "ignored_defenders: {classes: ["
    ),
    "special.workers": rules("cannot_retreat: [workers, ", "cannot_retreat: ["),
    "special.paratroops": patch("replacement.reinforcements.may_arrive_this_turn", _at_once),
    "special.drops": rules("near: {within: 4}", "near: {within: 9}"),
    "special.landed": rules(
        "{mode: partisan, classes: [partisans, dropped]", "{mode: partisan, classes: [partisans]"
    ),
}
