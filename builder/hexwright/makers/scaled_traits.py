"""Scale the lengths and points in traits.

Distances on the board are always scaled; offsets and sizes on the piece only with the pictures of pieces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hexwright.makers.scaled_places import ScaledPlaces
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait

_WHOLE: Final = re.compile(r"\s*-?[0-9]{1,9}\s*")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:E-?[0-9]+)?")

_DISTANCES: Final[Mapping[type[Trait], tuple[str, ...]]] = {
    t.MoveFixedDistance: ("right", "up", "x_offset", "y_offset"),
}
"""The fields with distances on the board."""
_OFFSETS: Final[Mapping[type[Trait], tuple[str, ...]]] = {
    t.Layer: ("x_offset", "y_offset"),
    t.LayerBefore3: ("x_offset", "y_offset"),
    t.TextLabel: ("vertical_offset", "horizontal_offset"),
    t.CanPivot: ("x", "y"),
    t.PlaceMarker: ("x_offset", "y_offset"),
    t.ReplaceWithOther: ("x_offset", "y_offset"),
    t.MarkWhenMoved: ("x_offset", "y_offset"),
    t.MatCargo: ("x_distance", "y_distance"),
    t.MovementTrail: ("point_buffer", "display_buffer"),
    t.ActionButton: ("x", "y"),
}
"""The fields with offsets on the piece."""
_SIZES: Final[Mapping[type[Trait], tuple[str, ...]]] = {
    t.TextLabel: ("size",),
    t.MovementTrail: ("radius",),
    t.BorderOutline: ("thickness",),
    t.ActionButton: ("width", "height"),
    Deck: ("width", "height"),
}
"""The fields with sizes on the piece, which stay at least 1."""


@dataclass(eq=False)
class TraitScaling:
    """Scales traits by the factor of `places`; `pieces` says whether also what is drawn of pieces."""

    places: ScaledPlaces
    pieces: bool = True
    unclear: set[str] = field(default_factory=set)
    """Expressions for distances that stay as they are."""

    def __call__(self, trait: Trait) -> Trait:
        """Return a scaled trait; the same object if nothing of it changes."""
        changes = self._place(trait) | self._lengths(trait)
        changes = {name: value for name, value in changes.items() if getattr(trait, name) != value}
        return replace(trait, **changes) if changes else trait

    def length(self, value: int | float | str) -> Any:
        """Return a scaled length; an expression is returned as it is, and noted."""
        if isinstance(value, float):
            return round(value * self.places.factor, 4)
        if isinstance(value, int):
            return round(value * self.places.factor)
        if not value.strip():
            return value
        if _WHOLE.fullmatch(value):
            return str(round(int(value) * self.places.factor))
        self.unclear.add(value)
        return value

    def size(self, value: int) -> int:
        """Return a scaled size, at least 1 if it isn't 0."""
        return max(1, round(value * self.places.factor)) if value > 0 else value

    def _lengths(self, trait: Trait) -> dict[str, Any]:
        found = {name: self.length(getattr(trait, name)) for name in _DISTANCES.get(type(trait), ())}
        if not self.pieces:
            return found
        found |= {name: self.length(getattr(trait, name)) for name in _OFFSETS.get(type(trait), ())}
        found |= {name: self.size(getattr(trait, name)) for name in _SIZES.get(type(trait), ())}
        match trait:
            case t.NonRectangular() | t.NonRectangularBefore36():
                found["shape"] = self._shape(trait.shape)
            case t.ActionButton():
                found["polygon"] = tuple(self.places.plain(point) for point in trait.polygon)
            case _:
                pass
        return found

    def _shape(self, shape: str) -> str:
        """Return a shape with scaled numbers; the name of its picture stays."""
        if shape.startswith("d"):
            path, mark, name = shape.partition(" N ")
            return _NUMBER.sub(self._decimal, path) + mark + name
        parts = shape.split(",")
        return ",".join(self._decimal_text(p) if _NUMBER.fullmatch(p) else p for p in parts)

    def _decimal(self, found: re.Match[str]) -> str:
        return self._decimal_text(found[0])

    def _decimal_text(self, text: str) -> str:
        number = float(text) * self.places.factor
        return f"{number:.2f}" if "." in text else str(round(number))

    def _place(self, trait: Trait) -> dict[str, Any]:
        """Return the changed fields of a trait that names points of a map."""
        match trait:
            case t.BasicPiece() | Stack() | Deck() if trait.map not in ("", "null"):
                x, y = self.places.on_map(trait.map, (trait.x, trait.y))
                found: dict[str, Any] = {"x": x, "y": y}
                if isinstance(trait, t.BasicPiece):
                    found["properties"] = self._former(trait.properties)
                return found
            case t.MovementTrail() if trait.points:
                name = trait.start_map
                points = (self.places.on_map(name, (one.x, one.y)) for one in trait.points)
                return {"points": tuple(PixelPoint(*point) for point in points)}
            case t.SendToLocation():
                return self._sent(trait)
            case _:
                return {}

    def _former(self, properties: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """Return the properties of a piece with its former place, which VASSAL keeps among them."""
        known = dict(properties)
        x, y = known.get("OldX", ""), known.get("OldY", "")
        if not (_WHOLE.fullmatch(x) and _WHOLE.fullmatch(y)):
            return properties
        where = known.get("OldMap", "")
        made = dict(zip(("OldX", "OldY"), self.places.on_map(where, (int(x), int(y))), strict=True))
        return tuple((key, str(made.get(key, value))) for key, value in properties)

    def _sent(self, trait: t.SendToLocation) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if _WHOLE.fullmatch(trait.x) and _WHOLE.fullmatch(trait.y):
            point = int(trait.x), int(trait.y)
            if trait.board:
                made = self.places.on_board(trait.map, trait.board, point)
            else:
                made = self.places.on_map(trait.map, point)
            found["x"], found["y"] = map(str, made)
        else:
            found |= {"x": self.length(trait.x), "y": self.length(trait.y)}
        for offset, index in (("x_offset", trait.x_index), ("y_offset", trait.y_index)):
            if index.strip() not in ("", "0"):
                found[offset] = self.length(getattr(trait, offset))
        if _WHOLE.fullmatch(trait.back_x) and _WHOLE.fullmatch(trait.back_y):
            back = self.places.on_map(trait.back_map, (int(trait.back_x), int(trait.back_y)))
            found["back_x"], found["back_y"] = map(str, back)
        return found
