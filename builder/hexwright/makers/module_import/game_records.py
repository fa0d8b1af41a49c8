"""The records of an imported game, as they are written in its files."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hexwright.emulator.live_boards import LiveBoard, LiveZone
from hexwright.geomap.id_slugs import UniqueIds
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.makers.module_import.counters import ImportedCounter, ImportedCounters
from hexwright.makers.module_import.grid_fit import FittedGrid
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.map_board import ImportedMap, MapPicture
from hexwright.makers.module_import.project_files import Line
from hexwright.makers.module_import.starting_positions import StartingPiece, StartingPosition
from hexwright.makers.module_import.turn_order import TurnOrder
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


@dataclass(frozen=True)
class ImportedGame:
    """What was read of a module, from which the files of the game are made."""

    module: ModuleView
    title: str
    version: str
    year: int
    counters: ImportedCounters
    board: ImportedMap
    grid: FittedGrid
    picture: MapPicture | None
    positions: tuple[StartingPosition, ...]
    turns: TurnOrder
    charts: Mapping[str, Line]
    """The charts that are pictures, as they are written in charts.yaml."""
    notes: ImportNotes

    @property
    def source(self) -> str:
        """Return the source of all data, for `provenance`."""
        return f"VASSAL module {self.title} {self.version}".strip()


@dataclass(eq=False)
class GameRecords:
    """Makes the records of a game; the ids of sides, units and boxes are given once."""

    game: ImportedGame
    sides: dict[str, str] = field(default_factory=dict)
    units: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """The ids of a counter's copies, by the number of the counter."""
    markers: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """The ids of the markers of a counter without a side, by its number: one for each two faces."""
    boxes: dict[str, str] = field(default_factory=dict)
    """The ids of boxes by their names."""
    _box_ids: UniqueIds = field(default_factory=UniqueIds)
    _areas: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    """The area of each box that is a zone, in pixels of the boards: left, top, right and bottom."""
    _starts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ids, side_ids = UniqueIds(), UniqueIds()
        for side in self.game.counters.sides:
            self.sides[side] = side_ids.new_id(side, "side")
        self._numbers = {id(one): number for number, one in enumerate(self.game.counters.counters)}
        marker_ids = UniqueIds()
        for number, counter in enumerate(self.game.counters.counters):
            if counter.side is None:
                pairs = range(0, len(counter.faces), 2)
                self.markers[number] = tuple(marker_ids.new_id(counter.name, "marker") for _ in pairs)
            else:
                self.units[number] = tuple(ids.new_id(counter.name, "unit") for _ in range(counter.copies))

    @property
    def provenance(self) -> Line:
        """Return the provenance of each file."""
        return Line(status="transcribed", source=self.game.source)

    def files(self) -> dict[str, dict[str, Any]]:
        """Return the content of all files; map.yaml comes after the scenarios that name its boxes."""
        scenarios = self._scenarios()
        found = {
            "game.yaml": self._info(),
            "counters.yaml": self._counters(),
            "oob.yaml": {"provenance": self.provenance},
            "charts.yaml": self._charts(),
            "rules.yaml": self._rules(),
            "map.yaml": self._map(),
        }
        return {**found, **scenarios}

    def _info(self) -> dict[str, Any]:
        sides = {}
        for number, (side, side_id) in enumerate(self.sides.items()):
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
            "provenance": self.provenance,
            "sides": sides,
            "credits": [Line(role="Module", names=[self.game.source])],
        }

    # The map ----------------------------------------------------------------------------------------------
    def _map(self) -> dict[str, Any]:
        game = self.game
        made: dict[str, Any] = {
            "title": game.title,
            "provenance": self.provenance,
            "km_per_hex": 1,
            "grid": _grid(game.grid.grid),
            "terrain": {"clear": Line(name="Clear", art="clear")},
        }
        if self._starts:
            made["features"] = self._starts
        if self.boxes:
            made["boxes"] = {box_id: self._box(name) for name, box_id in self.boxes.items()}
        if game.picture is not None:
            made["picture"] = game.picture.file
            made["scan"] = self._scan(game.picture)
        return made

    def _box(self, name: str) -> Line:
        """Return a box; that of a zone on the map's picture is where the zone is."""
        made = Line(name=name, kind="holding")
        game = self.game
        if game.picture is not None and name in self._areas:
            size, scale = game.board.size, game.picture.scale
            ends = (
                min(max(place, 0), size[n % 2]) * scale[n % 2] for n, place in enumerate(self._areas[name])
            )
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
                markers.update(self._marker(counter, self.markers[number]))
                continue
            group = counter.group or "Units"
            if group not in class_ids:
                class_ids[group] = ids.new_id(group, "class")
                classes[class_ids[group]] = Line(name=group, symbol="none")
            for unit in self.units[number]:
                named[counter.name] += 1
                copy = named[counter.name]
                units[unit] = Line(
                    designation=counter.name[:40].strip(),
                    name=f"{counter.name} ({copy})" if copy > 1 else counter.name,
                    side=self.sides[counter.side],
                    unit_class=class_ids[group],
                    size="none",
                    steps=[_step(counter, file) for file, _ in counter.faces],
                    **({"back_picture": counter.back} if counter.back else {}),
                )
        made_file: dict[str, Any] = {
            "provenance": self.provenance,
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
            "provenance": self.provenance,
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
                name=phase.name, side=self.sides[phase.side], kind=phase.kind, text=f"{phase.name}."
            )
            for phase in self.game.turns.phases
        }
        return {"provenance": self.provenance, "sequence": sequence}

    # Scenarios --------------------------------------------------------------------------------------------
    def _scenarios(self) -> dict[str, dict[str, Any]]:
        ids = UniqueIds()
        positions = self.game.positions or (StartingPosition("Empty map", self.game.module.place, ()),)
        found = {}
        for order, position in enumerate(positions, 1):
            name = ids.new_id(position.title, "scenario")
            found[f"scenarios/{name}.yaml"] = self._scenario(name, position, order)
        return found

    def _scenario(self, name: str, position: StartingPosition, order: int) -> dict[str, Any]:
        game = self.game
        placement: dict[str, list[str]] = defaultdict(list)
        steps: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
        held: dict[tuple[str, int], list[str]] = defaultdict(list)
        taken: Counter[int] = Counter()
        markers: dict[str, list[str]] = defaultdict(list)
        by_hex = self._pieces_by_hex(position)
        for hex_id, piece, counter in by_hex:
            number = self._numbers[id(counter)]
            if number in self.markers:
                shown = counter.face_shown(piece.pictures)
                markers[hex_id].append(self.markers[number][shown // 2])
                if shown % 2:
                    told = "marker of a set-up turned to its front"
                    game.notes.add(told, f"{position.place} / {counter.name} in {hex_id}")
                continue
            unit = self.units[number][taken[number]]
            taken[number] += 1
            step = counter.face_shown(piece.pictures) + 1
            if hex_id:
                placement[hex_id].append(unit)
                if step > 1 and counter.side is not None:
                    steps[self.sides[counter.side], step][unit] = hex_id
            else:
                held[self._box_at(piece), step].append(unit)
        unused = [unit for number, units in self.units.items() for unit in units[taken[number] :]]
        areas = [self._area(name, side, step, units) for (side, step), units in steps.items()]
        turns = game.turns.turns
        setup: dict[str, Any] = {
            "name": position.title or "Set-up",
            "provenance": self.provenance,
            "placement": {str(hex_id): _one_or_more(units) for hex_id, units in sorted(placement.items())},
        }
        if held:
            setup["in_boxes"] = [
                Line(units=units, box=box, **({"step": step} if step > 1 else {}))
                for (box, step), units in held.items()
            ]
        if markers:
            setup["markers"] = {str(hex_id): _one_or_more(found) for hex_id, found in sorted(markers.items())}
        made: dict[str, Any] = {
            "title": position.title or "Set-up",
            "description": f"The set-up {position.title!r} of the module.",
            "provenance": self.provenance,
            "order": order,
            "turn_track": "turns",
            "first_turn": turns[0][0],
            "last_turn": turns[-1][0],
            "first_phase": game.turns.phases[0].id,
            "victory": "victory",
            "free_setup": False,
            "setup_areas": areas,
            "setup": setup,
        }
        if unused:
            made["unused_units"] = tuple(unused)
        return made

    def _pieces_by_hex(self, position: StartingPosition) -> list[tuple[str, StartingPiece, ImportedCounter]]:
        """Return the pieces of a set-up that are carried over, each with its hex, or "" off the hexes.

        A hex has units of one side, that with the most there.
        """
        game = self.game
        found: list[tuple[str, StartingPiece, ImportedCounter]] = []
        sides: dict[str, Counter[str]] = defaultdict(Counter)
        for piece in position.pieces:
            counter = game.counters.by_key.get(piece.key)
            if piece.deck or counter is None:
                game.notes.add("card in a deck left out", f"{position.place} / {piece.key[1]}")
                continue
            cell = game.board.hexes.cell_at(piece.spot) if piece.map == game.board.name else None
            hex_id = str(game.grid.ids.get(cell, "")) if cell is not None else ""
            if counter.side is None and not hex_id:
                told = "marker of a set-up left out: it isn't in a hex, and belongs to no side"
                where = f"{piece.map} at {piece.spot[0]}, {piece.spot[1]}"
                game.notes.add(told, f"{position.place} / {counter.name} in {where}")
                continue
            if hex_id and counter.side is not None:
                sides[hex_id][counter.side] += 1
            found.append((hex_id, piece, counter))
        kept = {hex_id: counts.most_common(1)[0][0] for hex_id, counts in sides.items()}
        made = []
        for hex_id, piece, counter in found:
            if hex_id and counter.side is not None and kept[hex_id] != counter.side:
                told = "unit moved off its hex: a hex of a set-up has units of one side"
                game.notes.add(told, f"{position.place} / {counter.name} in {hex_id}")
                made.append(("", piece, counter))
            else:
                made.append((hex_id, piece, counter))
        return made

    def _box_at(self, piece: StartingPiece) -> str:
        """Return the id of the box for a piece off the hexes: that of its zone, or of its window."""
        name = self._place_name(piece)
        if name not in self.boxes:
            self.boxes[name] = self._box_ids.new_id(name, "box")
        return self.boxes[name]

    def _place_name(self, piece: StartingPiece) -> str:
        board = self.game.board
        if piece.map != board.name:
            return piece.map or "Off the map"
        for laid in board.boards:
            if laid.holds(piece.spot):
                local = laid.local(piece.spot)
                zone = next((zone for zone in laid.zones if zone.contains(local)), None)
                if zone is not None and zone.title:
                    return self._zone_place(laid, zone, local)
        return "Beside the hexes"

    def _zone_place(self, laid: LiveBoard, zone: LiveZone, local: tuple[int, int]) -> str:
        """Return the name of a place in a zone, and note its area: the zone, or a counter's edge around a
        point of the zone's grid.
        """
        corner = laid.left - self.game.board.corner[0], laid.top - self.game.board.corner[1]
        if zone.grid is None:
            x, y, wide, high = zone.bounds
            area, name = (x, y, x + wide, y + high), zone.title
        else:
            edge = round(self.game.counters.pixels / 2) or 1
            x, y = local
            area, name = (x - edge, y - edge, x + edge, y + edge), zone.name(local) or zone.title
        left, top, right, bottom = area
        self._areas[name] = left + corner[0], top + corner[1], right + corner[0], bottom + corner[1]
        return str(name)

    def _area(self, scenario: str, side: str, step: int, units: Mapping[str, str]) -> Line:
        """Return the set-up area of units that start at a step, and add its hexes to the map."""
        feature = f"{scenario}-{side}-step-{step}"
        hexes = tuple(dict.fromkeys(units.values()))
        group = Line(name="Set-up", hexes=hexes)
        self._starts[feature] = {
            "name": f"Step {step} at start",
            "art": "none",
            "side": side,
            "groups": {"all": group},
        }
        return Line(side=side, feature=feature, units=list(units), step=step, fill=False, may_stack=True)


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


def _one_or_more(units: Sequence[str]) -> str | tuple[str, ...]:
    return units[0] if len(units) == 1 else tuple(units)


def game_version(texts: Iterable[str]) -> str:
    """Return the first text that begins with a version that a game can have, or 1.0."""
    for text in texts:
        found = _VERSION.match(text.strip().lstrip("vV"))
        if found:
            return found[0].rstrip(".-")
    return "1.0"
