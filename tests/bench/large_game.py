"""Blow the small game of `hexwright new` up to the size of games to come, with or without its rules.

Its map of 8 × 5 hexes is repeated over 60 × 43, woods, brooks, roads and towns and all, and its units
become two hundred a side.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project

SLUG: Final = "large-game"
_RULES: Final = ("zoc", "stacking", "movement", "combat", "supply_lines", "replacements")
"""What the module judges by; a game without them has sequence, victory and words alone."""
_FILES: Final = {
    "map.yaml": "_map",
    "counters.yaml": "_counters",
    "rules.yaml": "_rules",
}
_TILE_COLUMNS, _TILE_ROWS = 8, 5
HEX_MM: Final = 16
COUNTER_MM: Final = 12
"""As games of many counters are printed: the small game's hexes are half as wide again."""


@dataclass(frozen=True, slots=True)
class Large:
    """How large a generated game is; each scenario has two set-ups."""

    columns: int = 60
    rows: int = 43
    units: int = 200
    """On each side."""
    scenarios: int = 1
    rules: bool = True

    def write(self, root: Path) -> Project:
        """Write the game as the only one of a project, and return the project."""
        files = small_game("The Large Game")
        folder = root / "data" / SLUG
        told = yaml.safe_load(files.pop("scenarios/the-ford.yaml"))
        for name, text in files.items():
            _write(
                folder / name, getattr(self, _FILES[name])(yaml.safe_load(text)) if name in _FILES else text
            )
        for number in range(1, self.scenarios + 1):
            _write(folder / "scenarios" / f"day-{number:02}.yaml", self._scenario(told, number))
        return Project(root)

    def stands(self, side: str) -> list[str]:
        """Return the hexes of a side's units in the order of their numbers, the first ones at the front."""
        front = self.columns // 2
        columns = range(front - 2, 0, -1) if side == "red" else range(front + 1, self.columns + 1)
        rows = range(1, self.rows + 1)
        # Every other hex, so that each unit has room to move in.
        hexes = [_id(column, row) for column in columns for row in rows if (column // 2 + row) % 2]
        return hexes[: self.units]

    def _map(self, told: dict[str, Any]) -> dict[str, Any]:
        told["grid"] |= {"columns": self.columns, "rows": self.rows, "hex_mm": HEX_MM}
        rows = range(1, self.rows + 1)
        told["edges"]["west"]["hexes"] = [_id(1, row) for row in rows]
        told["edges"]["east"]["hexes"] = [_id(self.columns, row) for row in rows]
        told["terrain"]["wood"]["hexes"] = self._everywhere(told["terrain"]["wood"]["hexes"])
        for side in ("red", "blue"):
            told["features"][f"{side}-start"]["groups"]["all"]["hexes"] = self.stands(side)
        brooks = {}
        for west in range(4, self.columns, _TILE_COLUMNS):
            sides = [(row, low) for row in rows for low in (row, row + 1) if low <= self.rows]
            listed = [f"{_id(west, row)}/{_id(west + 1, low)}" for row, low in sides]
            brooks[f"brook-{west}"] = {"name": f"Brook {west}", "hexsides": listed}
        told["hexsides"]["river"]["lines"] = brooks
        told["lines"]["road"]["lines"] = {
            f"road-{row}": {
                "name": f"Road {row}",
                "path": [_id(column, row) for column in range(1, self.columns + 1)],
            }
            for row in range(3, self.rows + 1, _TILE_ROWS)
        }
        ford, mill = told["places"]["ford"], told["places"]["mill"]
        ford["owner"] = self._half(ford["hex"])
        told["places"] = {"ford": ford} | {
            f"mill-{number}": mill | {"name": f"Mill {number}", "hex": hex_id, "owner": self._half(hex_id)}
            for number, hex_id in enumerate(self._everywhere([mill["hex"]]), 1)
        }
        return told

    def _half(self, hex_id: str) -> str:
        """Return whose a place is when the game begins: the side's that begins on its half of the map."""
        return "red" if int(hex_id[:2]) <= self.columns // 2 else "blue"

    def _everywhere(self, hexes: list[str]) -> list[str]:
        """Return where hexes of the small map lie when it is repeated; those of even columns stay even."""
        spots = [(int(name[:2]), int(name[2:])) for name in hexes]
        return [
            _id(column + across, row + down)
            for across in range(0, self.columns, _TILE_COLUMNS)
            for down in range(0, self.rows, _TILE_ROWS)
            for column, row in spots
            if column + across <= self.columns and row + down <= self.rows
        ]

    def _counters(self, told: dict[str, Any]) -> dict[str, Any]:
        kinds = {side: [u for u in told["units"].values() if u["side"] == side] for side in ("red", "blue")}
        told["units"] = {
            f"{side}-{number}": kind
            | {"designation": str(number), "name": f"{number}. {side.capitalize()} {kind['unit_class']}"}
            for side, models in kinds.items()
            for number in range(1, self.units + 1)
            for kind in (models[number % len(models)],)
        }
        told["sheet"]["counter_mm"] = COUNTER_MM
        return told

    def _rules(self, told: dict[str, Any]) -> dict[str, Any]:
        return told if self.rules else {name: part for name, part in told.items() if name not in _RULES}

    def _scenario(self, told: Mapping[str, Any], number: int) -> dict[str, Any]:
        stands = {
            hex_id: f"{side}-{index}"
            for side in ("red", "blue")
            for index, hex_id in enumerate(self.stands(side), 1)
        }
        areas = [
            area | {"units": [f"{area['side']}-{index}" for index in range(1, self.units + 1)]}
            for area in told["setup_areas"]
        ]
        return {
            **told,
            "title": f"Day {number}",
            # As in the small game, the first drag comes after a phase was ended.
            "first_phase": "blue-combat",
            "setup_areas": areas,
            "setup": told["setup"] | {"placement": stands},
        }


def _id(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def _write(path: Path, content: str | Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # JSON is YAML, and repeats what stands twice, where YAML's own writer would refer to it.
    text = content if isinstance(content, str) else json.dumps(content, indent=1)
    path.write_text(text, encoding="utf-8")
