"""Damages to map, counters, charts, scenarios, options and project."""

from __future__ import annotations

from pathlib import Path

from tests.load.damage import FOLDER, Case, Damage, all_of, append, replace, write

SMALL_COUNTERS = replace("counters.yaml", "counter_mm: 15", "counter_mm: 6")
"""A board's pixels follow from its counters: small ones in large hexes make it large."""
EXAMPLE = """
examples:
  past:
    kind: movement
    rule: "1.1"
    title: Past an enemy
    scenario: rearguard
    phase: red-movement
    subject: red-2
    units: [{unit: red-2, hex: A2}]
    text: A unit that the scenario does without.
"""
OTHER_TABLE = (
    "  notes: [Odds are rounded down.]\n",
    "  alternate_tables:\n    late:\n      name: Late\n      columns: ['1:1', '2:1']\n      rows: {1: [NE, "
    "NE], "
    "2: [NE, DR], 3: [NE, DR], 4: [DR, DE], 5: [DR, DE], 6: [DE, DE]}\n",
)
"""Another combat table for the first toy; what is damaged in it is none of the usual table's."""


def _scanned(hexes: str) -> Damage:
    scan = f"picture: badges/guard.png\nscan: {{hexes: {hexes}}}\n"
    return append("map.yaml", scan)


BY_OTHER_TABLE = all_of(
    replace("charts.yaml", *OTHER_TABLE),
    replace("rules.yaml", "{name: wet ground, ", "{name: wet ground, table: late, "),
)
NOTHING = Damage("nothing was done", lambda root: None)


def _no_scenarios(root: Path) -> None:
    for path in (root / FOLDER / "scenarios").iterdir():
        path.unlink()


MAP = (
    Case("M001", replace("map.yaml", "hexes: [A3]", "hexes: [A9]")),
    Case("M001", replace("map.yaml", "hexes: [A3]", "hexes: [F2]")),
    Case("M001", replace("map.yaml", "boxes:", "regions:\n  moor: {name: Moor, hexes: [C1, C9]}\nboxes:")),
    Case("M001", replace("scenarios/rearguard.yaml", "{A2: red-1", "{A7: red-1")),
    Case("M001", replace("map.yaml", "path: [D1, D2", "path: [G1, D2")),
    Case("M001", replace("map.yaml", "hexsides: [A2/A3", "hexsides: [A2/Z3")),
    Case("M002", replace("map.yaml", "hexsides: [D3/E3]", "hexsides: [D3]")),
    Case("M002", replace("map.yaml", "hexsides: [D3/E3]", "hexsides: [D3-E3]")),
    Case("M003", replace("map.yaml", "hexsides: [D3/E3]", "hexsides: [D3/F3]")),
    Case("M004", replace("map.yaml", "hexsides: [D3/E3]", "hexsides: [E3/D3, D3/C2]")),
    Case("M005", replace("map.yaml", "path: [C1, C2, C3, C4, C5]", "path: [C1, C3, C4, C5]")),
    Case("M005", replace("map.yaml", "path: [C1, C2, C3, C4, C5]", "path: [C1, C2, C2, C3, C4, C5]")),
    Case("M005", replace("map.yaml", "path: [D1, D2, D3, D4, D5]", "path: [D1, D5]")),
    Case("M006", replace("map.yaml", "hex: C5, direction: sw", "hex: C3, direction: sw")),
    Case("M007", replace("map.yaml", "hex: C5, direction: sw", "hex: C5, direction: w")),
    Case("M008", replace("map.yaml", "hex: C5, direction: sw", "hex: C5, direction: s")),
    Case("M009", replace("map.yaml", "hexes: [A3]", "hexes: [A3, B2]")),
    Case("M010", replace("map.yaml", "hexes: [A3]", "hexes: [A3, A3]")),
    Case("M011", replace("map.yaml", "hex: D5, kind: capital", "hex: C3, kind: capital")),
    Case("M012", replace("map.yaml", "    hexes: [A3]\n", "")),
    Case("M012", replace("map.yaml", "art: clear}", "art: clear, hexes: [C1]}")),
    Case("M013", replace("map.yaml", '"{column:A}{row}"', '"{column}{row}"')),
    Case("M013", replace("map.yaml", '"{column:A}{row}"', '"{column:A}{column}"')),
    Case(
        "M013",
        all_of(
            replace("map.yaml", '"{column:A}{row}"', '"{column:01}{row:01}"'),
            replace("map.yaml", "columns: 6", "columns: 12"),
            replace("map.yaml", "rows: 5", "rows: 11"),
        ),
    ),
    Case(
        "M015",
        replace(
            "map.yaml",
            "path: [D1, D2, D3, D4, D5]\n        exits: [{hex: D1, direction: nw}]",
            "path: [D1]",
        ),
    ),
    Case("M016", replace("map.yaml", "absent: [F2, F4]", "absent: [F2, F4, G1]")),
    Case("M017", replace("map.yaml", "hexes: [A1, B1, C1, D1, E1, F1]", "hexes: [A1, B1, C1, D1, E1, D3]")),
    Case("M018", all_of(SMALL_COUNTERS, append("map.yaml", "sheet: {width_mm: 1400, height_mm: 1400}\n"))),
    Case("M018", all_of(SMALL_COUNTERS, replace("map.yaml", "hex_mm: 24", "hex_mm: 199"))),
    Case("M019", all_of(SMALL_COUNTERS, append("map.yaml", "sheet: {width_mm: 2000, height_mm: 2000}\n"))),
    Case("M021", append("map.yaml", "scan: {hexes: {A1: [20, 30], E1: [90, 30]}}\n")),
    Case("M021", _scanned("{A1: [20, 30]}")),
    Case("M021", _scanned("{A1: [20, 30], E1: [90, 30]}, rotation: 2")),
    Case("M022", _scanned("{A1: [20, 30], E1: [95, 30], A5: [20, 99]}")),
    Case("M022", _scanned("{A1: [90, 30], E1: [20, 30], A5: [90, 90], E5: [20, 90]}")),
    Case("M023", _scanned("{A1: [20, 30], E1: [980, 30]}")),
    Case("M026", _scanned("{A1: [20, 30], E1: [90, 30]}, shown: [0, 0, 9000, 90]")),
    Case(
        "M026",
        replace(
            "map.yaml", "boxes:\n", "boxes:\n  dock: {name: Dock, kind: holding, on_scan: [0, 0, 9, 9]}\n"
        ),
    ),
    Case("M024", replace("map.yaml", "hexsides: [A2/A3, A2/B3, ", "hexsides: [")),
    Case("M025", replace("map.yaml", "        exits: [{hex: D1, direction: nw}]\n", "")),
    Case("M020", replace("map.yaml", "    art: star\n", "    art: letters\n")),
)


def _layout(part: str, more: str = "") -> Damage:
    """Give the units of the toy a layout with a ground and one other part."""
    parts = f"[{{draw: ground}}, {{{part}}}]"
    return append("counters.yaml", f"unit_layout: own\n{more}layouts:\n  own: {{parts: {parts}}}\n")


COUNTERS = (
    Case("C012", _layout('draw: text, text: "{desigation}", size: 6')),
    Case("C012", _layout('draw: text, text: "{data.morale}", size: 6')),
    Case("C012", _layout('draw: text, text: "{name}", size: 6, fill: side.inkk')),
    Case("C012", _layout("draw: picture, of: tnak")),
    Case("C012", _layout('draw: text, text: "{name}", size: 6, font: blak')),
    Case("C012", _layout('draw: text, text: "東", size: 6')),
    Case(
        "C013",
        all_of(
            write("art/toy-bridge/own.ttf", b"no font"),
            _layout(
                'draw: text, text: "{designation}", size: 6, font: own',
                "fonts: {own: {file: own.ttf, licence: OFL}}\n",
            ),
        ),
    ),
    Case("C014", _layout('draw: text, text: "{name}", size: 12, min: 9, box: [2, 2, 6, 4]')),
    Case("C015", _layout('draw: text, text: "{designation}", size: 4, box: [2, 2, 6, 4]')),
    Case("C016", _layout('draw: text, text: "{designation}", size: 9, align: left, box: [0, 2, 6, 4]')),
    Case(
        "C016",
        _layout(
            'draw: symbol, box: [4, 4, 7, 5]}, {draw: text, text: "{designation}", size: 9, box: [4, 4, 7, 5]'
        ),
    ),
    Case("C017", _layout('draw: text, text: "{designation}", size: 6, fill: side.fill')),
    Case(
        "C018",
        replace("game.yaml", '{fill: "#588b8b", reduced: "#bcd0d0"', '{fill: "#aa8b4b", reduced: "#e8dcc0"'),
    ),
    Case("C018", _layout("draw: ground, fill: side.fill")),
    Case("R001", append("counters.yaml", "unit_layout: own\n")),
    Case("R001", append("counters.yaml", "back_layout: informativ\n")),
    Case("R001", append("map.yaml", "style: {colours: {land: palette.sand.fill}}\n")),
    Case("C011", replace("counters.yaml", 'designation: "1"', "designation: 1st Battalion of Foot Guards")),
    Case("C001", replace("counters.yaml", "steps: [{strength: 2, ma: 3}]", "steps: []")),
    Case("C005", replace("counters.yaml", "  turn:\n", "  red-1:\n")),
    Case("C006", replace("counters.yaml", "faces: [{text: Turn, symbol: turn}]", "faces: []")),
    Case(
        "C006",
        replace(
            "counters.yaml",
            "{text: Blue, symbol: control, side: blue}",
            "{text: Blue, symbol: control, side: blue}\n      - {text: Blue, symbol: control, side: blue}",
        ),
    ),
)

SCENARIOS = (
    Case(
        "S018",
        all_of(
            replace("map.yaml", "kind: town, owner: blue", "kind: town"),
            append("scenarios/the-bridge.yaml", "owners: {bridgeton: red}\n"),
        ),
    ),
    Case("R001", append("scenarios/the-bridge.yaml", "owners: {bridgetown: red}\n")),
    Case(
        "S020",
        append(
            "scenarios/the-bridge.yaml",
            "setup_limits: [{side: red, feature: trench, group: bnak, max: 1}]\n",
        ),
    ),
    Case(
        "S020",
        append("scenarios/the-bridge.yaml", "setup_cover: [{side: red, feature: trench, group: keep}]\n"),
    ),
    Case("S020", append("scenarios/the-bridge.yaml", "feature_groups: {trench: kepe}\n")),
    Case("R001", append("scenarios/the-bridge.yaml", "feature_groups: {trnech: bank}\n")),
    Case(
        "S021",
        append("scenarios/the-bridge.yaml", "setup_limits: [{side: red, feature: red-start, max: 2}]\n"),
    ),
    Case(
        "S021",
        append("scenarios/the-bridge.yaml", "setup_limits: [{side: blue, feature: blue-start, max: 1}]\n"),
    ),
    Case(
        "S022",
        append("scenarios/the-bridge.yaml", "setup_cover: [{side: red, feature: trench, group: bank}]\n"),
    ),
    Case(
        "S019",
        all_of(
            append("scenarios/the-bridge.yaml", "based_on: rearguard\n"),
            append("scenarios/rearguard.yaml", "based_on: the-bridge\n"),
        ),
    ),
    Case("S019", append("scenarios/the-bridge.yaml", "based_on: the-bridge\n")),
    Case("R001", append("scenarios/the-bridge.yaml", "based_on: the-brigde\n")),
    Case("S001", replace("scenarios/the-bridge.yaml", "B1: red-2", "B1: red-1")),
    Case(
        "S002",
        replace("scenarios/the-bridge.yaml", "units: [blue-guard], box", "units: [blue-guard, blue-2], box"),
    ),
    Case(
        "S001",
        append(
            "scenarios/the-bridge.yaml", "    - {units: [blue-guard], box: blue-eliminated, text: Why not.}\n"
        ),
    ),
    Case("S003", replace("scenarios/the-bridge.yaml", "last_turn: 3", "last_turn: 4")),
    Case("S004", replace("scenarios/rearguard.yaml", "last_turn: 3", "last_turn: 1")),
    Case("S005", replace("scenarios/the-bridge.yaml", "replacement., step: 1", "replacement., step: 2")),
    Case("S005", replace("scenarios/the-bridge.yaml", "step: 1\n    fill", "step: 3\n    fill")),
    Case("S006", replace("scenarios/the-bridge.yaml", "unused_units: []", "unused_units: [red-horse]")),
    Case("S006", append("rules.yaml", EXAMPLE)),
    Case(
        "S007", replace("scenarios/rearguard.yaml", "unused_units: [red-2, blue-1,", "unused_units: [blue-1,")
    ),
    Case("S008", replace("scenarios/the-bridge.yaml", "units: [blue-1, blue-2]", "units: [blue-1, red-2]")),
    Case(
        "S011",
        replace(
            "scenarios/the-bridge.yaml",
            "A1: red-1, B1: red-2, C1: red-horse",
            "A1: [red-1, red-2, red-horse]",
        ),
    ),
    Case(
        "S012",
        replace("scenarios/the-bridge.yaml", "C1: red-horse, B4: blue-1", "C1: [red-horse, blue-1]"),
    ),
    Case("S016", replace("rules.yaml", "text: Red moves., ", "text: Red moves., except_turns: [1], ")),
    Case("S016", replace("rules.yaml", "text: Red moves., ", "text: Red moves., weather: [wet], ")),
    Case("S015", replace("scenarios/the-bridge.yaml", "A1: red-1, ", "C3: red-1, ")),
    Case("S015", replace("map.yaml", "hexes: [A1, B1, C1]", "hexes: [A1, B1, C3]")),
    Case("S014", replace("scenarios/the-bridge.yaml", "units: [blue-horse], box", "units: [], box")),
    Case("S013", replace("scenarios/the-bridge.yaml", "units: [red-1, red-2, red-horse]", "units: [red-1]")),
    Case("K007", replace("rules.yaml", "place_kind_points: {town: 3}", "place_kind_points: {twon: 3}")),
    Case("K007", replace("rules.yaml", "step_loss_for_retreat: [town]", "step_loss_for_retreat: [village]")),
    Case("S009", Damage("the scenarios were deleted", _no_scenarios)),
    Case("S010", write(f"{FOLDER}/scenarios/My Scenario.yaml", b"")),
)

COLOURS = (
    Case("C010", replace("game.yaml", 'ink: "#1d1a18"', 'ink: "#7c6a64"')),
    Case("C010", replace("game.yaml", 'reduced: "#bcd0d0"', 'reduced: "#3a5c5c"')),
)

CHARTS = (
    Case("T001", replace("charts.yaml", "    3: [NE, NE, DR]\n", "")),
    Case(
        "T002", replace("charts.yaml", "    6: [DR, DE, DE]\n", "    6: [DR, DE, DE]\n    7: [DE, DE, DE]\n")
    ),
    Case("T003", replace("charts.yaml", "3: [NE, NE, DR]", "3: [NE, DR]")),
    Case("T003", replace("charts.yaml", '2: ["1", none]', '2: ["1"]')),
    Case("T001", all_of(BY_OTHER_TABLE, replace("charts.yaml", ", 6: [DE, DE]}", "}"))),
    Case("T003", all_of(BY_OTHER_TABLE, replace("charts.yaml", "6: [DE, DE]}", "6: [DE]}"))),
    Case("T004", all_of(BY_OTHER_TABLE, replace("charts.yaml", "6: [DE, DE]}", "6: [DE, ED]}"))),
    Case("T007", all_of(BY_OTHER_TABLE, replace("charts.yaml", "['1:1', '2:1']", "['1:1', '1:1']"))),
    Case("T012", all_of(BY_OTHER_TABLE, replace("charts.yaml", "['1:1', '2:1']", "['2:1', '1:1']"))),
    Case("R001", all_of(BY_OTHER_TABLE, replace("rules.yaml", "table: late", "table: later"))),
    Case("T004", replace("charts.yaml", "3: [NE, NE, DR]", "3: [NE, NE, RD]")),
    Case("T005", replace("charts.yaml", "{turn: 3, date", "{turn: 2, date")),
    Case("T006", replace("charts.yaml", "subject: trench", "subject: trenches")),
    Case("T006", replace("charts.yaml", "subject: trench", "subject: place:village")),
    Case("T007", replace("charts.yaml", '"1:1", "3-2"]', '"1:1", "1:1"]')),
    Case("T011", replace("charts.yaml", '"1:1", "3-2"]', '"1:1", banana]')),
    Case("T011", replace("charts.yaml", '"1:1", "3-2"]', '"1:1", "+2"]')),
    Case(
        "T011",
        replace(
            "charts.yaml",
            'columns: ["1:2", "1:1", "3-2"]',
            'kind: differential\n  columns: ["-1", "0", "1:1"]',
        ),
    ),
    Case("T012", replace("charts.yaml", '"1:1", "3-2"]', '"2:1", "3-2"]')),
    Case("T012", replace("charts.yaml", '"1:1", "3-2"]', '"1:1", "2:2"]')),
    Case("T008", replace("rules.yaml", "    NE: []\n", "")),
    Case("T003", replace("charts.yaml", "2: [1, 2, 2]", "2: [1, 2]")),
    Case(
        "T009",
        replace(
            "charts.yaml",
            "2 o'clock, weather: wet",
            "2 o'clock, weather: wet, weather_roll: {1: wet, 3: dry}",
        ),
    ),
    Case("T010", replace("charts.yaml", '[Foot, "1"]', "[Foot]")),
    Case("T013", replace("charts.yaml", "name: Who throws what", "name: Weather")),
    Case("T013", replace("charts.yaml", "name: Who throws what", "name: Map")),
    Case("T013", replace("charts.yaml", "name: Who throws what", "name: Red forces")),
    Case("T013", replace("charts.yaml", "name: Who throws what", "name: 'Turn record: Afternoon'")),
    Case(
        "T014",
        replace(
            "charts.yaml",
            "  - {name: Wood, subject: wood, movement: 2 to enter, combat: One column lower}\n",
            "",
        ),
    ),
    Case(
        "T014",
        replace(
            "rules.yaml", "    ezoc: stops\n", "    ezoc: stops\n    line_costs: [{line: road, cost: 1/2}]\n"
        ),
    ),
    Case("O001", replace("oob.yaml", "turn: 2", "turn: 9")),
    Case("O002", replace("oob.yaml", "first_turn: 1, last_turn: 3", "first_turn: 3, last_turn: 1")),
    Case("O003", replace("oob.yaml", "units: [blue-horse]", "units: [blue-horse, red-horse]")),
    Case("O004", replace("rules.yaml", "place_kinds: [city]}", "conversions: [{unit: red-2}]}")),
    Case("O004", replace("rules.yaml", "place_kinds: [city]}", "conversions: [{unit: blue-horse}]}")),
    Case(
        "O005",
        replace(
            "oob.yaml",
            "    scenarios: [the-bridge]\n",
            "    scenarios: [the-bridge]\n  - {turn: 3, side: blue, units: [blue-horse], text: Again.}\n",
        ),
    ),
)

PROJECT = (
    Case("G005", NOTHING, options=(("bridges", "stone"),)),
    Case("G006", NOTHING, options=(("bridge", "ston"),)),
    Case("G008", write(f"{FOLDER}/counter.yaml", b"")),
    Case("G008", write(f"{FOLDER}/scenarios/late.yml", b"")),
)

CASES = (*MAP, *COUNTERS, *COLOURS, *SCENARIOS, *CHARTS, *PROJECT)
