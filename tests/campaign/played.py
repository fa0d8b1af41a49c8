"""The Moscow Campaign with those of its rules that the format can say, which its own data only tells yet.

Railways that are cut and rebuilt, railway troops that are taken up and the die for overruns can't be said so
far, and a module that knew nothing of them would refuse what the rules allow. So they stay told in the data,
and the others are played here: on the real map, as it is set up.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from builder.load.project import Project, load_game
from builder.model.game import Game
from tests.campaign.game import ROOT, SLUG, grid, loaded

RULES: Final = Path(__file__).with_name("played.yaml")
STARTS: Final = ("scenario-01", "scenario-15", "scenario-21")
_MINUS: Final = "\N{MINUS SIGN}"


@cache
def played() -> Game:
    """Return the game with these rules."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data" / SLUG
        shutil.copytree(ROOT / "data" / SLUG, data)
        for name, changed in (
            ("counters.yaml", _counters),
            ("charts.yaml", _charts),
            ("map.yaml", _map),
            ("rules.yaml", _rules),
            ("oob.yaml", _oob),
        ):
            file = data / name
            file.write_text(changed(file.read_text("utf-8")), "utf-8")
        for file in (data / "scenarios").glob("*.yaml"):
            text = file.read_text("utf-8")
            # Scenarios that are like another have what it says.
            if start := re.search(r"feature: soviet-(\w+)", text):
                file.write_text(text.replace("victory: victory-points", f"victory: {start[1]}"), "utf-8")
        return load_game(Project(Path(folder)), SLUG).game


def _counters(text: str) -> str:
    """Give strengths in brackets and parentheses, and divisions that come back, classes of their own."""
    lines = []
    for line in text.splitlines():
        kind = "tank-brigade" if "enclosed: brackets" in line else "militia"
        own = "enclosed:" in line and "unit_class: eb" not in line
        if "side: german, unit_class: infantry" in line and "{strength: 2, ma: 5}" in line:
            own, kind = True, "later-wave"
        lines.append(re.sub(r"unit_class: [\w-]+", f"unit_class: {kind}", line) if own else line)
    more = (
        "  later-wave: {name: Infantry of later waves, symbol: infantry}\n"
        "  tank-brigade: {name: Tank brigade, symbol: armour}\n"
        "  militia: {name: Militia, symbol: infantry}\n"
    )
    return "\n".join(lines).replace("\n  eb: {", f"\n{more}  eb: {{", 1) + "\n"


def _charts(text: str) -> str:
    """Make combat tables of those that are shown, and a victory table for each start."""
    overviews = {one.id: one for one in loaded().game.charts.overviews}

    def rows(name: str, indent: str) -> str:
        found = (f'"{die.replace(_MINUS, "-")}": [{", ".join(row)}]' for die, *row in overviews[name].rows)
        return "".join(f"{indent}{row}\n" for row in found)

    columns = ", ".join(f'"{head}"' for head in overviews["german-combat"].columns[1:])
    results = "".join(
        f'    {letters}: {{name: "{told.partition(":")[0]}", text: "{told}"}}\n'
        for letters, told in overviews["results"].rows
    )
    table = (
        f"combat:\n  name: German combat results\n  die: 6\n  columns: [{columns}]\n  rows:\n"
        f"{rows('german-combat', '    ')}  results:\n{results}  others:\n    soviet:\n"
        f"      name: Soviet combat results\n      columns: [{columns}]\n      rows:\n"
        f"{rows('soviet-combat', '        ')}\n"
    )
    head, _, points = text.partition("  victory-points:\n")
    starts = "".join(f"  {start}:\n{points}" for start in ("september", "november", "december"))
    return head.replace("terrain_effects:", f"{table}terrain_effects:", 1) + starts


def _map(text: str) -> str:
    """Name the hexes of Moscow, and those near it."""
    city = next(kind.hexes for kind in loaded().game.hexmap.terrain if kind.id == "city")
    away = {hex_id: min(grid().distance(hex_id, one) for one in city) for hex_id in grid()}

    def feature(name: str, far: Iterable[int]) -> str:
        hexes = ", ".join(f'"{hex_id}"' for hex_id in sorted(away) if away[hex_id] in far)
        group = f"{{all: {{name: All, hexes: [{hexes}]}}}}"
        return f"  {name}:\n    name: {name}\n    art: none\n    groups: {group}\n"

    near = feature("moscow", [0]) + feature("moscow-three", [1, 2, 3]) + feature("moscow-five", [4, 5])
    return text.replace("\nhexsides:\n", f"\n{near}hexsides:\n", 1)


def _rules(text: str) -> str:
    """Put rules that are played in place of the sequence."""
    head, _, rest = text.partition("\nsequence:\n")
    return f"{head}\n{RULES.read_text('utf-8')}\n{rest[rest.index('options:') :]}"


def _oob(text: str) -> str:
    """Let one division that was lost come back on each turn, where that is chosen."""
    points = "first_turn: 1, last_turn: 31, points: 1"
    return text + f'\nreplacements:\n  - {{side: german, {points}, under: {{german-replacements: "on"}}}}\n'
