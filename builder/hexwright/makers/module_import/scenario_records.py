"""The scenarios of an imported game, and what they need on its map: boxes, and areas of units at a step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexwright.emulator.live_boards import LiveBoard, LiveZone
from hexwright.geomap.id_slugs import UniqueIds
from hexwright.makers.module_import.counters import ImportedCounter
from hexwright.makers.module_import.imported_game import ImportedGame, RecordIds
from hexwright.makers.module_import.project_files import Line
from hexwright.makers.module_import.starting_positions import StartingPiece, StartingPosition


@dataclass(eq=False)
class ScenarioRecords:
    """Makes the records of scenarios; `files` also collects what map.yaml needs for them."""

    game: ImportedGame
    ids: RecordIds
    boxes: dict[str, str] = field(default_factory=dict)
    """The ids of boxes by their names."""
    areas: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    """The area of each box that is a zone, in pixels of the boards: left, top, right and bottom."""
    starts: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The features of map.yaml whose hexes have units that don't start at full strength."""
    _box_ids: UniqueIds = field(default_factory=UniqueIds)

    def __post_init__(self) -> None:
        self._numbers = {id(one): number for number, one in enumerate(self.game.counters.counters)}

    def files(self) -> dict[str, dict[str, Any]]:
        """Return the content of the files of all scenarios."""
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
            if number in self.ids.markers:
                shown = counter.face_shown(piece.pictures)
                markers[hex_id].append(self.ids.markers[number][shown // 2])
                if shown % 2:
                    told = "marker of a set-up turned to its front"
                    game.notes.add(told, f"{position.place} / {counter.name} in {hex_id}")
                continue
            unit = self.ids.units[number][taken[number]]
            taken[number] += 1
            step = counter.face_shown(piece.pictures) + 1
            if hex_id:
                placement[hex_id].append(unit)
                if step > 1 and counter.side is not None:
                    steps[self.ids.sides[counter.side], step][unit] = hex_id
            else:
                held[self._box_at(piece), step].append(unit)
        unused = [unit for number, units in self.ids.units.items() for unit in units[taken[number] :]]
        areas = [self._area(name, side, step, units) for (side, step), units in steps.items()]
        turns = game.turns.turns
        setup: dict[str, Any] = {
            "name": position.title or "Set-up",
            "provenance": self.game.provenance,
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
            "provenance": self.game.provenance,
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
        self.areas[name] = left + corner[0], top + corner[1], right + corner[0], bottom + corner[1]
        return str(name)

    def _area(self, scenario: str, side: str, step: int, units: Mapping[str, str]) -> Line:
        """Return the set-up area of units that start at a step, and add its hexes to the map."""
        feature = f"{scenario}-{side}-step-{step}"
        hexes = tuple(dict.fromkeys(units.values()))
        group = Line(name="Set-up", hexes=hexes)
        self.starts[feature] = {
            "name": f"Step {step} at start",
            "art": "none",
            "side": side,
            "groups": {"all": group},
        }
        return Line(side=side, feature=feature, units=list(units), step=step, fill=False, may_stack=True)


def _one_or_more(units: Sequence[str]) -> str | tuple[str, ...]:
    return units[0] if len(units) == 1 else tuple(units)
