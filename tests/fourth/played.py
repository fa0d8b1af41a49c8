"""Battle of Moscow with those of its rules that the format can say, which its own data only tells yet.

Here they are played on the real map, as it is set up. What can't be said stays told in the data, and a module
that knew nothing of it would refuse what the rules allow.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from builder.load.project import Project, load_game
from builder.model.game import Game
from tests.battle_of_moscow.game import ROOT, SLUG

RULES: Final = Path(__file__).with_name("played.yaml")
START: Final = "typhoon"
GULF: Final = ("0105", "0106", "0107", "0206", "0307", "0406")


@cache
def played() -> Game:
    """Return the game with these rules."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        return load_game(Project(Path(folder)), SLUG).game


def write(root: Path) -> None:
    """Write it to a project's folder."""
    data = root / "data" / SLUG
    shutil.copytree(ROOT / "data" / SLUG, data)
    changes = (
        ("map.yaml", _map),
        ("rules.yaml", _rules),
        ("oob.yaml", _oob),
        ("counters.yaml", _counters),
        (f"scenarios/{START}.yaml", _scenario),
    )
    for name, changed in changes:
        file = data / name
        file.write_text(changed(file.read_text("utf-8")), "utf-8")


def _map(text: str) -> str:
    """Tell the Gulf from lakes: it never freezes."""
    hexes = ", ".join(f'"{one}"' for one in GULF)
    gulf = (
        "  gulf:\n    name: Gulf of Finland\n    art: none\n"
        f"    groups: {{all: {{name: Gulf of Finland, hexes: [{hexes}]}}}}\n"
    )
    return text.replace("\nhexsides:\n", f"\n{gulf}hexsides:\n", 1)


def _counters(text: str) -> str:
    """Let security troops fight with a factor of one; whom they may attack say the rules."""
    return text.replace("strength: 0, defence: 1/2", "strength: 1, defence: 1/2")


def _rules(text: str) -> str:
    """Put rules that are played in place of the sequence."""
    head, _, rest = text.partition("\nsequence:\n")
    return f"{head}\n\n{RULES.read_text('utf-8')}\n{rest[rest.index('summary:') :]}"


def _scenario(text: str) -> str:
    """Leave out who would wait for what can't be said: counters that turn into units, and those dropped."""
    idle = ["german-inf-168", "german-inf-299"]
    idle += [f"russian-replacement-{n}" for n in range(3, 9)] + [f"russian-dropped-{n}" for n in range(1, 7)]
    for unit in idle:
        text = text.replace(f", {unit},", ",").replace(f", {unit}]", "]").replace(f"[{unit}, ", "[")
    return f"{text}\nnot_used: [{', '.join(idle)}]\n"


def _oob(text: str) -> str:
    """Let as many factors come back as at all places together while Leningrad is isolated, wherever."""
    points = "last_turn: 10, points"
    german, russian = "{side: german, first_turn: 2", "{side: russian, first_turn: 1"
    return f"{text}\nreplacements:\n  - {german}, {points}: 4}}\n  - {russian}, {points}: 13}}\n"
