"""Build the pieces: units, markers and the turn marker."""

from __future__ import annotations

import dataclasses

from hexwright.model.counter_mix import Marker as MarkerCounter
from hexwright.model.counter_mix import MarkerFace, Unit
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.render.counters.control_flag import FLAG
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.map.map_view import art_scale
from hexwright.render.map.sheet.board_resolution import COUNTER_PICTURE
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, CalculatedProperty, Layer, Marker, Prototype
from hexwright.vassal.enforcement.places import SHOWN
from hexwright.vassal.module import key_commands, turn_calendar, unit_conditions
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module import prototype_definitions as proto
from hexwright.vassal.module.board_positions import TURN_MARKER, BoardPositions
from hexwright.vassal.module.gpid_ledger import GpidLedger, marker_slot, unit_slot

TURN_KEEPER = MarkerCounter("hexwright-turn", "Turn keeper", (MarkerFace("", "turn"),))
"""An invisible piece that replaces the turn marker in a game without one."""
NO_PICTURE = "no-picture.svg"


def all_markers(game: Game) -> tuple[MarkerCounter, ...]:
    """Return the markers of the counter mix.

    The turn keeper is added if none of them is a turn marker.
    """
    own = game.counters.markers
    return own if any(map(is_turn_marker, own)) else (*own, TURN_KEEPER)


class PalettePieces:
    """A game's counters as palette pieces. Each piece is created when it is first used."""

    def __init__(self, places: BoardPositions, ledger: GpidLedger) -> None:
        """Store the board positions and the piece ids of a game."""
        self.places = places
        self.ledger = ledger
        self._units: dict[UnitId, GamePiece] = {}
        self._markers: dict[str, GamePiece] = {}

    def unit(self, unit: Unit) -> GamePiece:
        """Return the piece of a unit."""
        if (found := self._units.get(unit.id)) is None:
            found = self._units[unit.id] = unit_piece(self.places, unit, self.ledger)
        return found

    def marker(self, marker: MarkerCounter) -> GamePiece:
        """Return the piece of a marker or of the turn keeper."""
        if (found := self._markers.get(marker.id)) is None:
            found = self._markers[marker.id] = marker_piece(self.places, marker, self.ledger)
        return found


def unit_piece(places: BoardPositions, unit: Unit, ledger: GpidLedger) -> GamePiece:
    """Build the piece of a unit."""
    game = places.game
    images = tuple(FaceId(unit, index).file for index in range(len(unit.steps)))
    side = game.info.side(unit.side)
    extra = tuple(_extra(unit)) if places.has_steps else ()
    return GamePiece.of(
        BasicPiece(name=unit.designation, gpid=ledger.number(unit_slot(unit.id))),
        Marker.of(_unit_properties(places, unit)),
        *extra,
        Prototype(proto.side_prototype(side)),
        Prototype(proto.UNIT),
        face_layer(images, places.resolution.counter_picture_scale),
        *((Prototype(unit_conditions.STANCE),) if game.is_turned(unit) else ()),
        Prototype(proto.UNIT_MOVES),
    )


def marker_piece(places: BoardPositions, marker: MarkerCounter, ledger: GpidLedger) -> GamePiece:
    """Build the piece of a marker: the turn marker, a control marker or another marker."""
    game = places.game
    kind = proto.marker_prototype(marker)
    images = tuple(FaceId(marker, index).file for index in range(len(marker.faces)))
    if marker == TURN_KEEPER:
        images = (NO_PICTURE,)
    traits: list[Trait] = []
    properties = {
        prop.MARKER_ID: marker.id,
        prop.FULL_NAME: marker.name,
        prop.STEPS: str(len(marker.faces)),
    }
    if kind == proto.TURN_MARKER:
        traits = [
            face_layer(
                images,
                scale=round(TURN_MARKER * places.resolution.counter_picture_scale, 4),
                reset=f'{{GetProperty("Face." + {prop.ACTIVE_SIDE})}}',
            ),
            Marker.of(properties | turn_tables(places, marker)),
            Prototype(proto.TURN_MARKER),
        ]
    elif kind == proto.CONTROL:
        level = f"{prop.STEP_LAYER}_Level"
        names: dict[str, str] = {}
        for n, face in enumerate(marker.faces, 1):
            side = next((s for s in game.info.sides if s.id == face.side), None)
            names[f"{prop.SIDE}{n}"] = side.id if side is not None else ""
            names[f"{prop.SIDE_PLURAL}{n}"] = side.plural if side is not None else "nobody"
        traits = [
            face_layer(images, scale=flag_scale(places), reset=SHOWN),
            Marker.of(properties | names),
            CalculatedProperty(prop.SIDE, f'{{GetProperty("{prop.SIDE}" + {level})}}'),
            CalculatedProperty(prop.SIDE_PLURAL, f'{{GetProperty("{prop.SIDE_PLURAL}" + {level})}}'),
            Prototype(proto.CONTROL),
        ]
    else:
        traits = [
            face_layer(images, places.resolution.counter_picture_scale),
            Marker.of(properties),
            Prototype(proto.MARKER),
        ]
    basic = BasicPiece(name=marker.name, gpid=ledger.number(marker_slot(marker.id)))
    return GamePiece.of(basic, *traits)


def flag_scale(places: BoardPositions) -> float:
    """Return the scale at which a flag's picture fits its reserved space on the map."""
    mm = FLAG * art_scale(places.sheet.layout)
    return round(mm * places.resolution.px_per_mm / COUNTER_PICTURE, 4)


def face_layer(images: tuple[str, ...], scale: float = 1.0, reset: str = "") -> Layer:
    """Return the layer with a counter's faces. It responds only to named key commands."""
    return Layer.of(
        prop.STEP_LAYER,
        images,
        loop=True,
        increase_key=key_commands.TURN_OVER,
        decrease_key=key_commands.STEP_UP,
        reset_key=key_commands.SHOW_SIDE if reset else key_commands.STEP_LAST,
        reset_level=reset or str(len(images)),
        scale=scale,
        description="The faces of the counter",
    )


def with_level(piece: GamePiece, level: int) -> GamePiece:
    """Return the piece with the level of its face layer set."""
    return GamePiece(
        tuple(
            dataclasses.replace(trait, level=level)
            if isinstance(trait, Layer) and trait.name == prop.STEP_LAYER
            else trait
            for trait in piece.traits
        )
    )


def is_turn_marker(marker: MarkerCounter) -> bool:
    """Return whether a marker follows the turn tracker."""
    return proto.marker_prototype(marker) == proto.TURN_MARKER


def is_control_marker(marker: MarkerCounter) -> bool:
    """Return whether a marker shows the owner of a place."""
    return proto.marker_prototype(marker) == proto.CONTROL


def turn_tables(places: BoardPositions, marker: MarkerCounter) -> dict[str, str]:
    """Return the turn marker's lookup tables: names of phases, turns and kinds of weather."""
    game = places.game
    tables = {f"OnTrack.{turn}": "yes" for turn in sorted(places.sheet.turns)}
    for phase in game.rules.sequence:
        tables[f"PhaseName.{phase.id}"] = phase.name
        tables[f"PhaseSide.{phase.id}"] = phase.side
        tables[f"PhaseText.{phase.id}"] = phase.text
    for weather in game.charts.weather:
        tables[f"WeatherName.{weather.id}"] = weather.name
    for timetable in game.charts.turn_tracks:
        for turn in timetable.turns:
            tables[f"Date.{timetable.id}.{turn.turn}"] = turn.date
    tables |= turn_calendar.calendar_tables(game)
    levels = {face.side: str(n) for n, face in enumerate(marker.faces, 1) if face.side is not None}
    for side in game.info.sides:
        tables[f"Face.{side.id}"] = levels.get(side.id, "1")
    return tables


def _unit_properties(places: BoardPositions, unit: Unit) -> dict[str, str]:
    game = places.game
    properties = {
        prop.UNIT_ID: str(unit.id),
        prop.FULL_NAME: unit.name,
        prop.UNIT_CLASS: unit.unit_class,
        prop.CLASS_NAME: game.counters.class_of(unit).name,
        prop.STEPS: str(len(unit.steps)),
    }
    boxes = [(prop.POOL, places.eliminated(unit)), (prop.OUT, places.out_of_game(unit))]
    if key_commands.waiting_key(game) != key_commands.TO_POOL:
        boxes.append((prop.WAITS, places.waiting(unit)))
    for name, box in boxes:
        properties[name] = box.name if box is not None else ""
    # With only one face, the printed values are constant; else they follow the face (see
    # prototype_definitions.py).
    plain = () if places.has_steps else [("", step) for step in unit.steps]
    for number, step in (*enumerate(unit.steps, 1), *plain):
        properties[f"{prop.STRENGTH}{number}"] = "" if step.strength is None else str(step.strength)
        properties[f"{prop.MA}{number}"] = "" if step.ma is None else str(step.ma)
        if step.defence is not None:
            properties[f"{prop.DEFENCE}{number}"] = step.defence
        for name, value in step.ratings.items():
            properties[f"{name}{number}"] = value
    if plain:
        properties |= {prop.STEP: "1", prop.STEP_TEXT: prop.FULL_STRENGTH}
    return properties


def _extra(unit: Unit) -> list[Trait]:
    names = sorted({name for step in unit.steps for name in step.ratings})
    return [
        CalculatedProperty(name, f'{{GetProperty("{name}" + {prop.STEP_LAYER}_Level)}}') for name in names
    ]
