"""Damages to files, YAML, keys, values and references."""

from __future__ import annotations

from pathlib import Path

from hexwright.load.yaml_tree import MAX_BYTES
from tests.load.damage import FOLDER, Case, Damage, all_of, append, replace, write


def _remove(name: str) -> Case:
    def act(root: Path) -> None:
        (root / FOLDER / name).unlink()

    return Case("Y001", Damage(f"{name} was deleted", act))


def _folder_for_file(root: Path) -> None:
    (root / FOLDER / "oob.yaml").unlink()
    (root / FOLDER / "oob.yaml").mkdir()


def _with_folder_scenario(root: Path) -> None:
    (root / FOLDER / "scenarios" / "odd.yaml").mkdir()


def _ruled(marks: str, ferry: str = "It doesn't.") -> Damage:
    """Give the toy a ledger of two cases, and mark rulings in the rule on moving."""
    reference = "functions: [x], tests: [y]"
    return all_of(
        replace(
            "rules.yaml",
            "{title: Moving, text: A unit spends its allowance hex by hex.}",
            f'{{title: Moving, text: "A unit spends its allowance. {marks}"}}',
        ),
        replace("rules.yaml", "strengths and roll.", "strengths and roll. Ruling[1.2.draw]"),
        write(
            f"{FOLDER}/ledger.yaml",
            (
                f'cases:\n  "1.1.ferry": {{title: Swimming, {reference}, ruling: "{ferry}"}}\n'
                f'  "1.2.draw": {{title: Draws, {reference}, ruling: Nobody wins.}}\n'
            ).encode(),
        ),
    )


FILES = (
    Case(
        "Y018",
        all_of(
            replace("scenarios/the-bridge.yaml", "placement: {A1", "placement: the-bridge.csv  # {A1"),
            write(f"{FOLDER}/scenarios/the-bridge.csv", b'hex,unit\nA1,"red-1\n'),
        ),
    ),
    _remove("map.yaml"),
    _remove("rules.yaml"),
    Case("Y002", Damage("oob.yaml became a folder", _folder_for_file)),
    Case("Y002", Damage("scenarios/odd.yaml is a folder", _with_folder_scenario)),
    Case(
        "Y003",
        write(f"{FOLDER}/oob.yaml", b"#" * (MAX_BYTES + 1)),
    ),
    Case(
        "Y004",
        write(f"{FOLDER}/oob.yaml", b"provenance:\n  source: \xc3\xa9t\xe9"),
    ),
    Case(
        "Y004",
        write(f"{FOLDER}/oob.yaml", "provenance: {}".encode("utf-16")),
    ),
    Case(
        "Y005",
        replace("map.yaml", "title: Toy Bridge", "title: Toy\x07 Bridge"),
    ),
    Case(
        "Y005",
        replace("map.yaml", "title: Toy Bridge", 'title: "Toy\\0 Bridge"'),
    ),
    Case(
        "Y006",
        replace("map.yaml", "  orientation", "\torientation"),
    ),
    Case(
        "Y007",
        replace("map.yaml", "title: Toy Bridge", "title: Toy: Bridge"),
    ),
    Case(
        "Y007",
        replace("map.yaml", "title: Toy Bridge", 'title: "Toy Bridge'),
    ),
    Case(
        "Y007",
        replace("map.yaml", "hexsides: [D3/E3]", "hexsides: [D3/E3"),
    ),
    Case(
        "Y007",
        replace("oob.yaml", "text: Enters", "text: @Enters"),
    ),
    Case(
        "Y008",
        replace("counters.yaml", "  blue-2:", "  red-1:"),
    ),
    Case(
        "Y009",
        replace("oob.yaml", "text: Enters", "text: &enter Enters"),
    ),
    Case(
        "Y009",
        replace("oob.yaml", "text: Enters at the south edge.", "text: *enter"),
    ),
    Case(
        "Y009",
        append("oob.yaml", "<<: {}\n"),
    ),
    Case(
        "Y010",
        replace("oob.yaml", "text: Enters", "text: !!str Enters"),
    ),
    Case(
        "Y011",
        append("oob.yaml", "---\nmore: text\n"),
    ),
    Case(
        "Y012",
        append("oob.yaml", f"deep: {'[' * 40}{']' * 40}\n"),
    ),
    Case(
        "Y013",
        append("oob.yaml", "? [a]\n: text\n"),
    ),
    Case(
        "Y013",
        append("oob.yaml", '"": text\n'),
    ),
    Case("Y014", write(f"{FOLDER}/oob.yaml", b"# nothing yet\n")),
)

KEYS = (
    Case(
        "K001",
        replace("counters.yaml", "    designation: R/H\n", ""),
    ),
    Case(
        "K001",
        replace("map.yaml", "title: Toy Bridge\n", ""),
    ),
    Case(
        "K002",
        replace("counters.yaml", "designation: R/H", "desingation: R/H"),
    ),
    Case(
        "K002",
        replace("counters.yaml", "strength: 3, ma: 4,", "strength: 3, ma: 4, mp: 4,"),
    ),
    Case(
        "K002",
        append("scenarios/rearguard.yaml", "id: other\n"),
    ),
    Case(
        "K003",
        replace("map.yaml", "hexes: [A3]", "hexes: A3"),
    ),
    Case(
        "K003",
        replace("map.yaml", "title: Toy Bridge", "title: [Toy Bridge]"),
    ),
    Case(
        "K003",
        replace("counters.yaml", "sheet: {counter_mm: 15}", "sheet: 15"),
    ),
    Case(
        "K003",
        all_of(
            replace("game.yaml", "      stone: {name: Stone bridge in the middle}", "      - stone"),
            replace("game.yaml", "      wooden: {name: Wooden bridge to the east}", "      - wooden"),
        ),
    ),
    Case(
        "K003",
        replace("counters.yaml", '{charge: "+1"}', "[charge]"),
    ),
    Case(
        "K004",
        replace("counters.yaml", "count: 4", "count: four"),
    ),
    Case(
        "K004",
        replace("counters.yaml", "count: 4", "count: 04"),
    ),
    Case(
        "K004",
        replace("counters.yaml", "count: 4", "count: 4.5"),
    ),
    Case(
        "K005",
        replace("map.yaml", "km_per_hex: 0.5", "km_per_hex: 0,5"),
    ),
    Case(
        "K005",
        replace("map.yaml", "km_per_hex: 0.5", "km_per_hex: .inf"),
    ),
    Case(
        "K006",
        replace("scenarios/rearguard.yaml", "free_setup: false", "free_setup: no"),
    ),
    Case(
        "K007",
        replace("map.yaml", "art: forest", "art: forrest"),
    ),
    Case(
        "K008",
        replace("map.yaml", "title: Toy Bridge", "title:"),
    ),
    Case(
        "K008",
        replace("counters.yaml", "name: First Red Foot", "name: null"),
    ),
    Case(
        "K008",
        replace(
            "game.yaml",
            'fill: "#dd7a63", reduced: "#e3b5aa", ink',
            'fill: #dd7a63\n      , reduced: "#e3b5aa", ink',
        ),
    ),
    Case(
        "K008",
        replace("counters.yaml", "name: First Red Foot", 'name: " "'),
    ),
    Case(
        "K008",
        replace("map.yaml", "hills:\n    name: Hills\n    art: hills\n    hexes: [A3]", "hills:"),
    ),
    Case(
        "K009",
        replace("counters.yaml", "count: 4", "count: 0"),
    ),
    Case(
        "Y007",
        replace("game.yaml", 'fill: "#dd7a63"', "fill: #dd7a63"),
    ),
    Case(
        "K010",
        replace("counters.yaml", "  blue-guard:", "  blue guard:"),
    ),
    Case(
        "K011",
        replace("counters.yaml", "  blue-2:", "  Blue-1:"),
    ),
    Case(
        "K013",
        replace("game.yaml", '"#dd7a63"', '"#dd7"'),
    ),
    Case(
        "K013",
        replace("map.yaml", '"{column:A}{row}"', '"{column:0999999999}{row}"'),
    ),
    Case(
        "K014",
        replace("game.yaml", "title: Toy Bridge", "title: Toy Brücke"),
        missing_glyphs="ü",
    ),
    Case(
        "K015",
        replace("map.yaml", "name: Mill", "name: גשר"),
    ),
)

REFERENCES = (
    Case(
        "R001",
        replace("counters.yaml", "unit_class: horse", "unit_class: hores"),
    ),
    Case(
        "R001",
        replace("counters.yaml", "side: red\n    unit_class: horse", "side: green\n    unit_class: horse"),
    ),
    Case(
        "R001",
        replace("scenarios/the-bridge.yaml", "A1: red-1", "A1: red-7"),
    ),
    Case(
        "R001",
        replace("scenarios/the-bridge.yaml", "turn_track: afternoon", "turn_track: evening"),
    ),
    Case(
        "R001",
        replace("scenarios/the-bridge.yaml", "first_phase: red-movement", "first_phase: movement"),
    ),
    Case(
        "R001",
        replace("scenarios/the-bridge.yaml", "box: blue-pool", "box: pool"),
    ),
    Case(
        "R001",
        replace("scenarios/the-bridge.yaml", "victory: hold-keep", "victory: hold-kepe"),
    ),
    Case(
        "R001",
        replace("scenarios/the-bridge.yaml", "feature: red-start", "feature: start"),
    ),
    Case(
        "R001",
        replace("charts.yaml", "weather: wet", "weather: snow"),
    ),
    Case(
        "R001",
        replace("oob.yaml", "scenarios: [the-bridge]", "scenarios: [bridge]"),
    ),
    Case(
        "R002",
        replace(
            "scenarios/the-bridge.yaml", "units: [red-1, red-2, red-horse]", "units: [red-1, red-2, red-1]"
        ),
    ),
    Case("R001", replace("rules.yaml", "{mode: march}", "{mode: marsh}")),
    Case("R001", replace("rules.yaml", "AE: [attacker-step-loss]", "EA: [attacker-step-loss]")),
    Case("R001", replace("rules.yaml", "hold-keep: {hold: keep", "hold-kepe: {hold: keep")),
    Case("R001", replace("rules.yaml", "bonus: {red: 5}", "bonus: {rad: 5}")),
    Case("R001", replace("rules.yaml", "exempt: [keep]", "exempt: [keeep]")),
    Case("R003", replace("map.yaml", "option: {bridge: stone}", "option: {brigde: stone}")),
    Case("R004", replace("map.yaml", "option: {bridge: stone}", "option: {bridge: iron}")),
    Case("R003", replace("oob.yaml", "points: 1}", 'points: 1, option: {fatige: "on"}}')),
    Case("R004", replace("oob.yaml", "points: 1}", 'points: 1, option: {fatigue: "no"}}')),
    Case("R005", replace("game.yaml", "default: stone", "default: iron")),
    Case("R006", _ruled("Ruling[1.1.fery]")),
    Case("R006", _ruled("Ruling[1.1.ferry, 1.2.draw]")),
    Case("R006", _ruled("Ruling[1.1.ferry]", ferry="")),
    Case("R007", _ruled("Ruling:")),
    Case("R009", _ruled("Ruling[1.1.ferry]: nobody swims.")),
)

MISPLACED = (
    Case("K002", append("rules.yaml", "ledger: {}\n")),
    Case("K002", append("charts.yaml", "terrain: {}\n")),
)

CASES = (*FILES, *KEYS, *REFERENCES, *MISPLACED)
