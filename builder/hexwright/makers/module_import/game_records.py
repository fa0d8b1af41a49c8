"""The records of an imported game, as they are written in its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwright.geomap.id_slugs import UniqueIds
from hexwright.makers.module_import.counters import ImportedCounter
from hexwright.makers.module_import.imported_game import ImportedGame, RecordIds
from hexwright.makers.module_import.map_board import MapPicture
from hexwright.makers.module_import.project_files import Line
from hexwright.makers.module_import.scenario_records import ScenarioRecords
from hexwright.model.hex_map import Grid

COUNTER_MM: Final = 15.0
_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.-]{0,30}")
_EMBLEMS: Final = ("cross", "star", "disc", "diamond")
_CLASSIC: Final = (
    ("#9aa590", "#ccd2c6", "#1d211b", "#3f4b3a"),
    ("#dd7a63", "#e3b5aa", "#1d1a18", "#8f2f1b"),
    ("#588b8b", "#bcd0d0", "#141c1c", "#2f5656"),
    ("#c9a94f", "#e5d6a8", "#1c180b", "#7a5f12"),
)
_CONTRAST: Final = (
    ("#e8e8e8", "#ffffff", "#000000", "#404040"),
    ("#ee8433", "#f0c199", "#000000", "#a34700"),
    ("#56b4e9", "#c3e2f6", "#000000", "#005685"),
    ("#f0e442", "#f8f3b0", "#000000", "#6b6400"),
)
_ROLES: Final = ("fill", "reduced", "ink", "accent")


@dataclass(eq=False)
class GameRecords:
    """Makes the records of all files of a game."""

    game: ImportedGame

    def __post_init__(self) -> None:
        self.ids = RecordIds.of(self.game.counters)
        self.scenarios = ScenarioRecords(self.game, self.ids)

    def files(self) -> dict[str, dict[str, Any]]:
        """Return the content of all files; map.yaml comes after the scenarios that name its boxes."""
        scenarios = self.scenarios.files()
        found = {
            "game.yaml": self._info(),
            "counters.yaml": self._counters(),
            "oob.yaml": {"provenance": self.game.provenance},
            "charts.yaml": self._charts(),
            "rules.yaml": self._rules(),
            "map.yaml": self._map(),
        }
        return {**found, **scenarios}

    def _info(self) -> dict[str, Any]:
        sides = {}
        for number, (side, side_id) in enumerate(self.ids.sides.items()):
            colours = [
                Line(zip(_ROLES, table[number % len(table)], strict=True)) for table in (_CLASSIC, _CONTRAST)
            ]
            sides[side_id] = {
                "name": side,
                "plural": side if side.endswith("s") else f"{side}s",
                "emblem": _EMBLEMS[number % len(_EMBLEMS)],
                "classic": colours[0],
                "contrast": colours[1],
            }
        return {
            "title": self.game.title,
            "version": self.game.version,
            "published": self.game.year,
            "publisher": "unknown",
            "description": f"Imported from the {self.game.source}.",
            "provenance": self.game.provenance,
            "sides": sides,
            "credits": [Line(role="Module", names=[self.game.source])],
        }

    # The map ----------------------------------------------------------------------------------------------
    def _map(self) -> dict[str, Any]:
        game = self.game
        made: dict[str, Any] = {
            "title": game.title,
            "provenance": self.game.provenance,
            "km_per_hex": 1,
            "grid": _grid(game.grid.grid),
            "terrain": {"clear": Line(name="Clear", art="clear")},
        }
        if self.scenarios.starts:
            made["features"] = self.scenarios.starts
        if self.scenarios.boxes:
            made["boxes"] = {box_id: self._box(name) for name, box_id in self.scenarios.boxes.items()}
        if game.picture is not None:
            made["picture"] = game.picture.file
            made["scan"] = self._scan(game.picture)
        return made

    def _box(self, name: str) -> Line:
        """Return a box; that of a zone on the map's picture is where the zone is."""
        made = Line(name=name, kind="holding")
        game = self.game
        if game.picture is not None and name in self.scenarios.areas:
            size, scale, area = game.board.size, game.picture.scale, self.scenarios.areas[name]
            ends = (min(max(place, 0), size[n % 2]) * scale[n % 2] for n, place in enumerate(area))
            left, top, right, bottom = map(round, ends)
            if left < right and top < bottom:
                made["on_scan"] = (left, top, right, bottom)
        return made

    def _scan(self, picture: MapPicture) -> dict[str, Any]:
        game = self.game
        cells, ids, (left, top) = game.board.hexes.lattice.cells, game.grid.ids, game.board.corner
        centres = {
            hex_id: (cells.exact_centre(*cell)[0] - left, cells.exact_centre(*cell)[1] - top)
            for cell, hex_id in ids.items()
        }
        ways = ((1, 1), (1, -1), (-1, 1), (-1, -1))
        far = dict.fromkeys(
            max(centres, key=lambda one: across * centres[one][0] + down * centres[one][1])
            for across, down in ways
        )
        scaled = {str(one): [round(centres[one][n] * picture.scale[n], 2) for n in (0, 1)] for one in far}
        size = [round(length * factor) for length, factor in zip(game.board.size, picture.scale, strict=True)]
        made: dict[str, Any] = {
            "hexes": Line({one: tuple(at) for one, at in scaled.items()}),
            "shown": (0, 0, *size),
        }
        if game.board.hexes_drawn:
            made["overlay"] = game.board.hexes_drawn
        return made

    # Counters ---------------------------------------------------------------------------------------------
    def _counters(self) -> dict[str, Any]:
        classes: dict[str, Line] = {}
        class_ids: dict[str, str] = {}
        ids = UniqueIds()
        named: Counter[str] = Counter()
        units: dict[str, Line] = {}
        markers: dict[str, Line] = {}
        for number, counter in enumerate(self.game.counters.counters):
            if counter.side is None:
                markers.update(self._marker(counter, self.ids.markers[number]))
                continue
            group = counter.group or "Units"
            if group not in class_ids:
                class_ids[group] = ids.new_id(group, "class")
                classes[class_ids[group]] = Line(name=group, symbol="none")
            for unit in self.ids.units[number]:
                named[counter.name] += 1
                copy = named[counter.name]
                units[unit] = Line(
                    designation=counter.name[:40].strip(),
                    name=f"{counter.name} ({copy})" if copy > 1 else counter.name,
                    side=self.ids.sides[counter.side],
                    unit_class=class_ids[group],
                    size="none",
                    steps=[_step(counter, file) for file, _ in counter.faces],
                    **({"back_picture": counter.back} if counter.back else {}),
                )
        made_file: dict[str, Any] = {
            "provenance": self.game.provenance,
            "sheet": Line(counter_mm=COUNTER_MM),
            "classes": classes,
            "units": units,
        }
        if markers:
            made_file["markers"] = markers
        return made_file

    def _marker(self, counter: ImportedCounter, ids: Sequence[str]) -> Iterator[tuple[str, Line]]:
        """Yield the markers of a counter: a marker has two faces, so further faces are further markers."""
        for number, marker in enumerate(ids):
            pair = counter.faces[2 * number : 2 * number + 2]
            name = f"{counter.name} ({number + 1})" if number else counter.name
            faces = [_without_blanks(text=level or counter.name, picture=file) for file, level in pair]
            many = {"count": min(counter.copies, 999)} if counter.copies > 1 else {}
            yield marker, Line(name=name, faces=faces, **many)

    # Charts, rules ----------------------------------------------------------------------------------------
    def _charts(self) -> dict[str, Any]:
        turns = [Line(turn=turn, date=date, weather="fair") for turn, date in self.game.turns.turns]
        return {
            "provenance": self.game.provenance,
            "weather": {
                "fair": Line(name="Fair", art="sun", movement="Normal", combat="Normal"),
            },
            "turn_tracks": {"turns": {"name": "Turns", "turns": turns}},
            "victory": {
                "victory": Line(name="Victory", text="The module doesn't say how the game is won."),
            },
            **({"pictures": self.game.charts} if self.game.charts else {}),
        }

    def _rules(self) -> dict[str, Any]:
        sequence = {
            phase.id: Line(
                name=phase.name, side=self.ids.sides[phase.side], kind=phase.kind, text=f"{phase.name}."
            )
            for phase in self.game.turns.phases
        }
        return {"provenance": self.game.provenance, "sequence": sequence}


def _grid(grid: Grid) -> dict[str, Any]:
    made: dict[str, Any] = {
        "orientation": grid.orientation,
        "columns": grid.columns,
        "rows": grid.rows,
        "shifted": grid.shifted,
        "numbering": grid.numbering,
        "hex_mm": round(float(grid.hex_mm), 3),
    }
    if grid.corner != "upper-left":
        made["corner"] = grid.corner
    for name, numbers in (("column_numbers", grid.column_numbers), ("row_numbers", grid.row_numbers)):
        if numbers is not None:
            made[name] = Line(first=numbers.first)
    if grid.staggered:
        made["staggered"] = True
    if grid.absent:
        made["absent"] = tuple(map(str, grid.absent))
    return made


def _step(counter: ImportedCounter, file: str) -> Line:
    defence = str(counter.defence) if counter.defence is not None else None
    return _without_blanks(strength=counter.strength, defence=defence, ma=counter.movement, picture=file)


def _without_blanks(**given: Any) -> Line:
    return Line({name: value for name, value in given.items() if value not in (None, "")})


def game_version(texts: Iterable[str]) -> str:
    """Return the first text that begins with a version that a game can have, or 1.0."""
    for text in texts:
        found = _VERSION.match(text.strip().lstrip("vV"))
        if found:
            return found[0].rstrip(".-")
    return "1.0"
