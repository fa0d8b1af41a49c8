"""Battle of Moscow with those of its rules that the format can say, which its own data only tells yet.

Here they are played on the real map, as it is set up. What can't be said stays told in the data, and a module
that knew nothing of it would refuse what the rules allow.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from builder.load.project import Project, load_game
from builder.model.game import Game
from builder.model.ids import HexId
from tests.battle_of_moscow.game import ROOT, SLUG

RULES: Final = Path(__file__).with_name("played.yaml")
START: Final = "typhoon"
GULF: Final = ("0105", "0106", "0107", "0206", "0307", "0406")
FRONTS: Final = ("isthmus", "svir")
"""Groups of the front line, and of where Finns are set up."""


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
    """Tell the Gulf from lakes, for it never freezes, and the fronts of the Finns from each other."""
    more = _feature("gulf", "Gulf of Finland", GULF)
    for front in FRONTS:
        more += _feature(f"{front}-front", f"Front of the Finns, {front}", front_of(front))
    return text.replace("\nhexsides:\n", f"\n{more}hexsides:\n", 1)


def front_of(name: str) -> tuple[HexId, ...]:
    """Return the hexes of a front of the Finns: where they are set up, and the front line before them."""
    features = load_game(Project(ROOT), SLUG).game.hexmap.features
    return tuple(
        hex_id
        for feature in features
        if feature.id in ("finnish-set-up", "front-line")
        for hex_id in feature.hexes_of(name)
    )


def _feature(name: str, title: str, hexes: Iterable[str]) -> str:
    ids = ", ".join(f'"{one}"' for one in hexes)
    groups = f"groups: {{all: {{name: '{title}', hexes: [{ids}]}}}}"
    return f"  {name}:\n    name: '{title}'\n    art: none\n    {groups}\n"


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
