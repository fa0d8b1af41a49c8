"""A game that three sides play."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hexwright.load.game_loading import Project, load_game
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from tests.load.damage import SLUG, copy_toy, replace

SIDES = RED, BLUE, GREEN = SideId("red"), SideId("blue"), SideId("green")
SCENARIO = "the-bridge"
CHANGES = (
    replace(
        "game.yaml",
        "credits:",
        """\
  green:
    name: Green
    plural: Greens
    emblem: disc
    classic: {fill: "#6d8f3a", reduced: "#c5d3ae", ink: "#1d1a18", accent: "#3f5a17"}
    contrast: {fill: "#009e73", reduced: "#99d8c7", ink: "#000000", accent: "#006b4e"}
credits:""",
    ),
    replace(
        "counters.yaml",
        "markers:",
        """\
  green-1:
    designation: "1"
    name: First Green Foot
    side: green
    unit_class: foot
    size: regiment
    steps: [{strength: 4, ma: 2}, {strength: 2, ma: 2}]
  green-2:
    designation: "2"
    name: Second Green Foot
    side: green
    unit_class: foot
    size: regiment
    steps: [{strength: 4, ma: 2}, {strength: 2, ma: 2}]
markers:""",
    ),
    replace(
        "rules.yaml",
        "zoc:",
        """\
  green-movement: {name: Green movement, side: green, kind: movement, text: Green moves.}
  green-combat: {name: Green combat, side: green, kind: combat, text: Green attacks.}
zoc:""",
    ),
    replace("charts.yaml", '["1:2", "1:1", "3-2"]', '["1:1", "2:1", "3:1"]'),
    replace(
        "scenarios/the-bridge.yaml",
        "placement: {A1: red-1",
        "placement: {D3: green-1, E2: green-2, A1: red-1",
    ),
)


@cache
def game() -> Game:
    with TemporaryDirectory() as folder:
        root = copy_toy(Path(folder))
        for change in CHANGES:
            change.act(root)
        return load_game(Project(root), SLUG).game
