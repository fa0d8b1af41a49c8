"""Mistakes of designers who never saw our code in the files of a new game, and the messages they get.

Each mistake is a file, its right text, and the wrong text typed instead; `mistakes.txt` has the messages. Run
`python -m tests.load.mistakes` at the project's root to rewrite it after a message was changed on purpose,
and read the difference as a designer would.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hexwright.cli.console import finding_lines
from hexwright.diagnostics.finding_groups import group_by_file_and_cause
from hexwright.load.game_loading import load_game_despite_errors
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project
from hexwright.pipeline.game_findings import unplayable_findings
from hexwright.render.check_drawings import check_drawings
from hexwright.render.fonts import missing_glyphs

GOLDEN = Path(__file__).with_name("mistakes.txt")
SLUG = "new"
FORD = "scenarios/the-ford.yaml"


@dataclass(frozen=True)
class Mistake:
    """Something that a designer typed, or did to a file: an empty `old` stands for the whole file."""

    file: str
    old: str
    new: str
    everywhere: bool = False

    @property
    def name(self) -> str:
        """Return the heading in mistakes.txt."""
        old, new = (text.replace("\n", "↵").replace("\t", "→") for text in (self.old, self.new))
        if not self.old:
            return f"{self.file} holds: {new or 'nothing'}"
        return f"{self.file}: {old}  ⇒  {new}{' (everywhere)' if self.everywhere else ''}"

    def told(self, root: Path) -> tuple[str, ...]:
        """Write a new game with this mistake below a root, and return the lines that `check` tells."""
        folder = root / "data" / SLUG
        for name, text in _new_game().items():
            if name == self.file:
                assert self.old in text, f"{name} no longer contains {self.old!r}"
                text = (
                    text.replace(self.old, self.new, -1 if self.everywhere else 1) if self.old else self.new
                )
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        loaded = load_game_despite_errors(
            Project(root), SLUG, glyph_faults=missing_glyphs, sheet_faults=check_drawings
        )
        groups = group_by_file_and_cause((*loaded.diagnostics, *unplayable_findings(loaded)))
        return tuple(line.replace(f"data/{SLUG}/", "") for group in groups for line in finding_lines(group))


@cache
def _new_game() -> dict[str, str]:
    return small_game("New")


def _in(file: str, *typed: tuple[str, str]) -> Iterable[Mistake]:
    return (Mistake(file, old, new) for old, new in typed)


_WHOLE = (
    Mistake("oob.yaml", "", ""),
    Mistake("oob.yaml", "", "- a\n- b\n"),
    Mistake("oob.yaml", "", "to do\n"),
    Mistake("rules.yaml", "text: Red units may move.}", "text: Red units may move, each once.}"),
)
_YAML = _in(
    "map.yaml",
    ("  columns: 8", "\tcolumns: 8"),
    ("columns: 8", "columns:8"),
    ("columns: 8", "columns = 8"),
    ("  columns: 8", "columns: 8"),
    ("name: Wood", "name: “Wood”"),
    ('"0301"', "“0301”"),
    ('"0301", "0302"', '"0301" "0302"'),
    ('"0301", "0302"', '"0301"; "0302"'),
    ('"0301", "0302"', '"0301, "0302"'),
    ('"0705"]}', '"0705"}'),
    ("columns: 8\n", "columns: 8\n  columns: 9\n"),
    ('"{column:02}{row:02}"', "{column:02}{row:02}"),
)
_GAME = _in(
    "game.yaml",
    ("publisher: My kitchen table", "publisher: Press #1 of Town"),
    ("publisher: My kitchen table", "publisher: 'My brother's table'"),
    ("publisher: My kitchen table", "publisher:"),
    ("names: [Me]", "names: [Me #2, You]"),
    ("names: [Me]", "names: Me"),
    ("description: Red wants", "description: Red: wants"),
    ('fill: "#dd7a63"', "fill: #dd7a63"),
    ('fill: "#dd7a63"', "fill: red"),
    ('ink: "#1d1a18"', 'ink: "#dd7a63"'),
    ("published: 2026", "published: soon"),
    ("emblem: cross", "emblem: eagle"),
    ("provenance: {status: ruling, source: invented}   # the source of your data\n", ""),
)
_MAP = _in(
    "map.yaml",
    ("km_per_hex: 0.5", "km_pr_hex: 0.5"),
    ("km_per_hex: 0.5", "km_per_hex: 0,5"),
    ("km_per_hex: 0.5", "km_per_hex: 50%"),
    ("hex_mm: 24", "hex_mm: 24 mm"),
    ("columns: 8", "columns: -8"),
    ("columns: 8", "columns: 8.5"),
    ("columns: 8", "columns: 100000"),
    ("orientation: flat", "orientation: pointy-top"),
    ('"{column:02}{row:02}"', "CCRR"),
    ('"0301"', "301"),
    ('"0301"', '"03.01"'),
    ('["0102", "0103", "0104", "0203"]', '["1102", "1103", "1104", "1203"]'),
    ('["0102", "0103", "0104", "0203"]', "0102-0104"),
    ('["0102", "0103", "0104", "0203"]', "0102 0103 0104"),
    ("0401/0501", "0401-0501"),
    ("0401/0501", "0401/ne"),
    ("0401/0501", "0401/0401"),
    ("0401/0501", "0401/0601"),
    ("[0401/0501, 0401/0502", "[0401, 0402"),
    ('"0103", "0203", "0303"', '"0103", "0303"'),
    ("direction: nw}", "direction: w}"),
    ("art: forest", "art: wood"),
    ("kind: city", "kind: village"),
    ("owner: blue", "owner: Blue"),
    ('hex: "0403", ', ""),
    ('hex: "0603"', 'hex: "0403"'),
    ("red-pool:", "red pool:"),
    (', hexes: ["0301", "0302", "0304", "0602", "0605", "0705"]', ""),
)
_COUNTERS = (
    *_in(
        "counters.yaml",
        ("name: Red Horse", "name: Red Horse #2"),
        ("{strength: 2, ma: 3}]}", "{strength: 2, ma: 3}] designation: X}"),
        ("  red-2:", "  red-1:"),
        ("ma: 5", "ma: 5 hexes"),
        ("strength: 4, ma: 5", "strength: 4-5"),
        ("[{strength: 4, ma: 5}]", "[4, 5]"),
        ("[{strength: 4, ma: 5}]", "{strength: 4, ma: 5}"),
        ("[{strength: 4, ma: 5}]", "[]"),
        ("size: battalion", "size: batallion"),
        ("size: battalion", "size: II"),
        ("symbol: cavalry", "symbol: horse"),
        ("faces: [{text: Turn, symbol: turn}]", "faces: Turn"),
        ("size: battalion", "size: battalion, symbol_picture: horse.png"),
    ),
    Mistake("counters.yaml", "unit_class: foot", "unit_class: foots", everywhere=True),
    Mistake("counters.yaml", "unit_class: foot", "class: foot", everywhere=True),
)
_OOB = _in(
    "oob.yaml",
    ("reinforcements: []", "reinforcements: [{turn: third, side: red, units: red-1, text: Late.}]"),
    ("reinforcements: []", "reinforcements: [{turn: 3, side: red, units: [red-1], text: Late.}]"),
    ("reinforcements: []", "reinforcements: [{turn: 9, side: blue, units: [red-1], text: Late.}]"),
    ("reinforcements: []", "reinforcements: [{turn: 3, side: red, units: [red-1, red-2], text: Late.}]"),
    ("first_turn: 3, last_turn: 6", "first_turn: 6, last_turn: 3"),
    ("first_turn: 3, last_turn: 6", "turns: 3-6"),
    ("points: 1", "points: 0.5"),
)
_CHARTS = _in(
    "charts.yaml",
    ("die: 6", "die: d6"),
    ("die: 6", "die: 2d6"),
    ("die: 6", "die: 8"),
    ('"6": [DR', '"0": [DR'),
    ("[NE, DR, DL, DL]", "[NE, DR, DL]"),
    ("[NE, DR, DL, DL]", "NE DR DL DL"),
    ("[NE, DR, DL, DL]", "[NE, DR, DL, EX]"),
    ('"2:1"', "banana"),
    ('["1:1", "2:1", "3:1", "4:1"]', '["4:1", "3:1", "2:1", "1:1"]'),
    ("turn: 4,", "turn: 5,"),
    ("weather: rain}", "weather: rainy}"),
    ("subject: wood,", "subject: woods,"),
    ('"4:1"]   #', '"4:1"] rows: #'),
)
_RULES = _in(
    "rules.yaml",
    ("kind: movement", "kind: move"),
    ("side: red, kind: movement", "side: both, kind: movement"),
    ("[{terrain: wood, cost: 2}]", "{wood: 2}"),
    ("cost: 2}", "cost: 0.5}"),
    ("cost: 2}]", "cost: 2}]\n    line_costs: [{line: road, cost: ½}]"),
    ("costs: [{terrain: wood, cost: 2}]", "costs: [{terrain: wood, cost: 2}, {line: road, cost: 1/2}]"),
    ("costs: [{terrain: wood, cost: 2}]", "costs: [{terrain: wood, cost: 2}, {road: 1/2}]"),
    ("{limit: 1, rule", "{limit: 3, limits: [{max: 1, size: battalion}], rule"),
    ("costs: [{terrain: wood, cost: 2}]", "costs: [{terrain: wood, cost: 2}, {along: road, cost: 1/2}]"),
    ("wood: {name: wood, column_shift: -1", "wood: {name: wood, defence: x2"),
    ("wood: {name: wood, column_shift: -1", "wood: {name: wood, defence: doubled"),
    ("wood: {name: wood, column_shift: -1", "wood: {name: wood, strength: 2"),
    ("NE: []", "NE: [no-effect]"),
    ("DR: [defender-retreat]", "DR: [exchange]"),
    ("cost: 2}", "cost: 0}"),
    ("limit: 1", "limit: unlimited"),
    ("DR: [defender-retreat]", "DR: retreats"),
    ("    DE: [defender-eliminated]\n", ""),
    ("terrain: wood, rule", "effect: half, rule"),
    ("  modifiers:\n", "  shifts:\n"),
    ("  modifiers:\n", "  weather: [{weather: rain, divide: 2}]\n  modifiers:\n"),
    ("column_shift: -1, across: river", "column_shift: -1, attacker: horse, defender: blue"),
    ("column_shift: -1, across: river", "defence: half, across: river"),
    ("column_shift: -1, across: river", "across: river"),
    ("column_shift: -1, across: river", "drm: 1, supply: none"),
    ("{hold: ford, ", "{hold: fort, "),
    ("{hold: ford, ", "{place_kind_points: {citty: 3}, "),
    ("pool: blue-pool", "pool: bluepool"),
    ('hold: ford, rule: "5"', 'hold: ford, rule: "9"'),
    ('{reach: adjacent, rule: "2"}', "yes"),
    ("text: Red units may move.", "modes: [{mode: walk}], text: Red units may move."),
)
_SCENARIO = _in(
    FORD,
    ("turn_track: day", "turn_track: days"),
    ("last_turn: 6", "last_turn: 12"),
    ("first_phase: red-movement", "first_phase: movement"),
    ('"0103": red-2', '"0103": red-1'),
    ('"0103": red-2', '"0102": red-2'),
    ('"0103": red-2', '"0103": Red-2'),
    ('"0103": red-2', '"0103": 2nd Red Foot'),
    ('"0103": red-2', 'red-2: "0103"'),
    ('"0103": red-2', "‘0103’: red-2"),
    ('"0102": red-1\n    "0103": red-2', '"0102": [red-1, red-2]'),
    ('"0102": red-1\n    "0103": red-2', '"0102": red-1, red-2'),
    ('    "0103": red-2\n', ""),
    ("[red-1, red-2, red-3, red-horse]", "[rde-1, rde-2, rde-3, rde-horse, xde-6]"),
    ("feature: red-start", "feature: red-area"),
    ("victory: hold-ford", "victory: hold-the-ford"),
)

_EVENING = (
    *_in(
        FORD,
        ("[red-1, red-2, red-3, red-horse]", "red-1, red-2, red-3, red-horse"),
        ("[red-1, red-2, red-3, red-horse]", "[red-1, red-2, red-guard]"),
        ('"0103": red-2', '"O1O3": red-2'),
        ('"0103": red-2', '"0103": Red Horse'),
        ("title: The Ford", 'title: "The Ford'),
        ("description: Who", "description: 'Who"),
        ("title: The Ford\n", "<<<<<<< HEAD\ntitle: The Ford\n=======\ntitle: A Ford\n>>>>>>> other\n"),
    ),
    *_in(
        "counters.yaml",
        ("size: battalion", "size: battalion, symbol_picture: art/new/horse.png"),
        ('"2", name: 2nd Red', '"2, name: 2nd Red'),
        ("ma: 5}", "ma: 5, fast, furious}"),
    ),
    *_in("map.yaml", ("terrain:\n", "terain:\n")),
    *_in("rules.yaml", ("costs: [{", "kosten: [{"), ("terrain: wood, rule", "terrain: wood, clear, rule")),
)

MISTAKES = (*_EVENING, *_WHOLE, *_YAML, *_GAME, *_MAP, *_COUNTERS, *_OOB, *_CHARTS, *_RULES, *_SCENARIO)


def read_golden() -> dict[str, tuple[str, ...]]:
    """Return the expected lines by the name of the mistake."""
    blocks = GOLDEN.read_text(encoding="utf-8").strip().split("\n\n")
    return {lines[0].removeprefix("# "): tuple(lines[1:]) for lines in map(str.splitlines, blocks)}


def rewrite() -> None:
    """Write the messages of today."""
    with tempfile.TemporaryDirectory() as folder:
        told = [(f"# {mistake.name}", *mistake.told(Path(folder))) for mistake in MISTAKES]
    blocks = map("\n".join, told)
    GOLDEN.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    rewrite()
