"""Draw the map of a random game."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import Grid
from hexwright.model.ids import HexId
from tests.generated.plan import Plan

SOURCE = {"status": "ruling", "source": "drawn at random"}
SIDES = ("red", "blue", "green")
KINDS = ("town", "city", "major-city", "capital")


@dataclass(frozen=True)
class Ground:
    """The map of a plan."""

    plan: Plan

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Return the sides in order of play."""
        return SIDES[: 3 if self.plan.has("three-sides") else 2]

    @cached_property
    def grid_data(self) -> dict[str, Any]:
        """Return the grid as map.yaml has it."""
        plan, dice = self.plan, self.plan.dice("grid")
        plain = ["{column:02}{row:02}", "{row:02}{column:02}"]
        lettered = ["{column:A}{row}", "{row:A}{column:02}"]
        return {
            "orientation": "pointy" if plan.has("pointy") else "flat",
            "columns": plan.columns,
            "rows": plan.rows,
            "shifted": "even" if plan.has("even") else "odd",
            "numbering": dice.choice(lettered if plan.has("letters") else plain),
            "hex_mm": 16,
        }

    @cached_property
    def grid(self) -> HexGrid:
        """Return the hexes."""
        whole = self._grid(())
        if not self.plan.has("absent"):
            return whole
        dice = self.plan.dice("absent")
        inner = [h for h in whole if self.column(whole, h) not in (1, self.plan.columns)]
        return self._grid(tuple(dice.sample(inner, min(len(inner), len(whole) // 9))))

    def _grid(self, absent: tuple[HexId, ...]) -> HexGrid:
        return HexGrid.of(Grid(**self.grid_data, absent=absent))

    @staticmethod
    def column(grid: HexGrid, hex_id: HexId) -> int:
        """Return how far to the right a hex lies, from 1."""
        return grid.position(hex_id)[0]

    @cached_property
    def hexes(self) -> tuple[HexId, ...]:
        """Return all hexes."""
        return self.grid.hexes

    def lane(self, column: int) -> list[HexId]:
        """Return the hexes of a column."""
        return [h for h in self.hexes if self.column(self.grid, h) == column]

    def start_of(self, side: str) -> list[HexId]:
        """Return the hexes in which a side may begin: bands from left to right."""
        number, count = self.sides.index(side), len(self.sides)
        # Green comes between the others, and has the middle band.
        band = {0: 0, 1: count - 1, 2: 1}[number]
        width = self.plan.columns / count
        return [h for h in self.hexes if int((self.column(self.grid, h) - 1) / width) == band]

    def edge_of(self, side: str) -> str:
        """Return the edge that a side comes from."""
        return {"red": "west", "blue": "east", "green": "west"}[side]

    def some(self, dice: random.Random, share: float) -> list[HexId]:
        """Return a part of the hexes, in their order."""
        return [h for h in self.hexes if dice.random() < share]

    @cached_property
    def terrain(self) -> dict[str, Any]:
        """Return the kinds of ground."""
        found: dict[str, Any] = {"clear": {"name": "Clear", "art": "clear"}}
        left = set(self.hexes)
        arts = {"wood": "forest", "swamp": "swamp", "hills": "hills"}
        for kind, art in arts.items():
            if self.plan.has(kind):
                dice = self.plan.dice(kind)
                hexes = [h for h in self.some(dice, dice.uniform(0.1, 0.4)) if h in left]
                left -= set(hexes)
                if hexes:
                    found[kind] = {"name": kind.title(), "art": art, "hexes": hexes}
        return found

    def _way(self, dice: random.Random, most: int, start: HexId | None = None) -> list[HexId]:
        """Walk from a hex to others, none twice."""
        way = [start or dice.choice(self.hexes)]
        while len(way) < most:
            on = [h for h in self.grid.neighbours(way[-1]).values() if h not in way]
            if not on:
                break
            way.append(dice.choice(on))
        return way

    @cached_property
    def lines(self) -> dict[str, Any]:
        """Return railways and roads."""
        found: dict[str, Any] = {}
        for kind in ("rail", "road"):
            if self.plan.has(kind):
                dice = self.plan.dice(kind)
                # Roads lead to towns.
                town = next(iter(self.places.values()))["hex"] if kind == "road" else None
                ways = [self._way(dice, dice.randint(2, 9), town) for _ in range(dice.randint(1, 3))]
                lines = {
                    f"{kind}-{n}": {"name": f"{kind.title()} {n}", "path": way}
                    for n, way in enumerate(ways, 1)
                    if len(way) > 1
                }
                if lines:
                    found[kind] = {"name": kind.title(), "art": kind, "lines": lines}
        return found

    def on_road(self) -> str:
        """Return a place on a road, or nothing."""
        lines = self.lines.get("road", {"lines": {}})["lines"].values()
        hexes = {hex_id for line in lines for hex_id in line["path"]}
        return next((name for name, place in self.places.items() if place["hex"] in hexes), "")

    @cached_property
    def hexsides(self) -> dict[str, Any]:
        """Return rivers: each a bow around a hex."""
        if not self.plan.has("river"):
            return {}
        dice = self.plan.dice("river")
        lines: dict[str, Any] = {}
        used: set[str] = set()
        for n in range(1, dice.randint(1, 4) + 1):
            middle = dice.choice(self.hexes)
            beside = [
                (d, other)
                for d in self.grid.directions
                if (other := self.grid.neighbour(middle, d)) is not None
            ]
            sides = ["/".join(sorted((middle, other))) for _, other in beside[: dice.randint(1, 4)]]
            if sides and not used & set(sides) and _touching(beside, len(sides), self.grid):
                used |= set(sides)
                lines[f"brook-{n}"] = {"name": f"Brook {n}", "hexsides": sides}
        if not lines:
            return {}
        art = self.plan.dice("what water is drawn").choice(("river", "lake"))
        if len(lines) > 1 and self.plan.has("forts"):
            last = lines.popitem()
            wall = {"name": "Wall", "art": "defence", "side": self.sides[-1], "lines": dict([last])}
            return {"river": {"name": "River", "art": art, "lines": lines}, "wall": wall}
        return {"river": {"name": "River", "art": art, "lines": lines}}

    @cached_property
    def ramparts(self) -> dict[str, Any]:
        """Return a rampart that falls: a bow around a hex that lies behind it or in front of it."""
        if not self.plan.has("falling-works") or not self.plan.wide:
            return {}
        dice = self.plan.dice("rampart")
        taken = {
            side
            for kind in self.hexsides.values()
            for line in kind["lines"].values()
            for side in line["hexsides"]
        }
        middle = dice.choice(self.hexes)
        beside = [
            (d, other)
            for d in self.grid.directions
            if (other := self.grid.neighbour(middle, d)) is not None
            and "/".join(sorted((middle, other))) not in taken
        ]
        count = dice.randint(1, 4)
        if not beside or not _touching(beside, count, self.grid):
            return {}
        inward = dice.random() < 0.7
        sides = [f"{middle}/{other}" if inward else f"{other}/{middle}" for _, other in beside[:count]]
        lines = {"bow": {"name": "Bow", "hexsides": sides}}
        return {"rampart": {"name": "Rampart", "art": "defence", "side": self.sides[-1], "lines": lines}}

    @cached_property
    def places(self) -> dict[str, Any]:
        """Return the towns; some have no owner."""
        dice = self.plan.dice("towns")
        count = dice.randint(1, 5) if self.plan.has("towns") else 1
        spots = dice.sample(self.hexes, min(count, len(self.hexes)))
        found = {}
        for n, spot in enumerate(spots, 1):
            place: dict[str, Any] = {"name": f"Town {n}", "hex": spot, "kind": dice.choice(KINDS)}
            if n == 1 or dice.random() < 0.8:
                place["owner"] = next(side for side in self.sides if spot in self.start_of(side))
            found[f"town-{n}"] = place
        return found

    @cached_property
    def features(self) -> dict[str, Any]:
        """Return where units start, and forts."""
        found: dict[str, Any] = {}
        for side in self.sides:
            name = f"{side.title()} start"
            found[f"{side}-start"] = {
                "name": name,
                "art": "none",
                "side": side,
                "groups": {"all": {"name": name, "hexes": self.start_of(side)}},
            }
        if self.plan.has("forts"):
            dice = self.plan.dice("forts")
            found["fort"] = {
                "name": "Fort",
                "art": "fortification",
                "groups": {"all": {"name": "The forts", "hexes": self._way(dice, dice.randint(1, 4))}},
            }
        return found

    def data(self) -> dict[str, Any]:
        """Return map.yaml."""
        absent = sorted(set(HexGrid.of(Grid(**self.grid_data)).hexes) - set(self.hexes))
        boxes = {
            f"{side}-pool": {"name": f"{side.title()} pool", "kind": "pool", "side": side}
            for side in self.sides
        }
        boxes |= {
            f"{side}-later": {"name": f"{side.title()} later", "kind": "holding", "side": side}
            for side in self.sides
            if any(map(self.plan.has, ("late-units", "air", "remnants")))
        }
        boxes |= {
            f"{side}-lost": {"name": f"{side.title()} losses", "kind": "eliminated", "side": side}
            for side in self.sides
            if any(map(self.plan.has, ("fire", "never-again", "conversions", "withdrawals")))
            or any(map(self.plan.has, ("exits", "forfeits", "drops")))
        }
        if self.plan.has("late-units") or self.plan.has("conversions"):
            boxes["aside"] = {"name": "Not yet in play", "kind": "out-of-play"}
        return {
            "title": "Drawn at random",
            "provenance": SOURCE,
            "km_per_hex": 1,
            "grid": self.grid_data | ({"absent": absent} if absent else {}),
            "edges": {
                "west": {"name": "West edge", "hexes": self.lane(1)},
                "east": {"name": "East edge", "hexes": self.lane(self.plan.columns)},
            },
            "terrain": self.terrain,
            "features": self.features,
            "hexsides": self.hexsides | self.ramparts,
            "lines": self.lines,
            "places": self.places,
            "boxes": boxes,
        }


def _touching(beside: list[tuple[Any, HexId]], count: int, grid: HexGrid) -> bool:
    """Return whether the first neighbours lie one beside the other, so that their hexsides make a line."""
    hexes = [other for _, other in beside[:count]]
    return all(grid.adjacent(a, b) for a, b in pairwise(hexes))
