"""Write the names that were placed on a map as JSON, and read them again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.own_fonts import OwnFont
from hexwright.render.fonts import FontFace
from hexwright.render.map.names.name_placement import NamePiece, NameStyle, PlacedName


def names_as_json(names: Sequence[PlacedName], unplaced: Sequence[str]) -> bytes:
    """Return placed names, and the names without a position, as JSON."""
    return json.dumps([[_as_list(name) for name in names], list(unplaced)]).encode()


def names_from_json(
    text: bytes, fonts: Iterable[OwnFont] = ()
) -> tuple[tuple[PlacedName, ...], tuple[str, ...]] | None:
    """Return the names that `names_as_json` wrote; None if the text isn't of its form.

    `fonts` are the designer's fonts of the map.
    """
    faces: dict[str, FontFace | OwnFont] = {**FontFace.__members__, **{font.digest: font for font in fonts}}
    try:
        names, unplaced = json.loads(text)
        return tuple(_from_list(faces, *name) for name in names), tuple(map(str, unplaced))
    except (ValueError, TypeError, KeyError):
        return None


def _as_list(name: PlacedName) -> list[object]:
    style = name.lettering
    pieces = [[piece.text, piece.rotation, *astuple(piece.at), *astuple(piece.box)] for piece in name.pieces]
    face = style.face.name if isinstance(style.face, FontFace) else style.face.digest
    return [name.id, name.text, face, style.size, style.fill, style.spacing, name.halo, pieces]


def _from_list(
    faces: Mapping[str, FontFace | OwnFont],
    id: str,
    text: str,
    face: str,
    size: float,
    fill: str,
    spacing: float,
    halo: float,
    pieces: list[tuple[str, float, float, float, float, float, float, float]],
) -> PlacedName:
    placed = tuple(
        NamePiece(piece, Point(x, y), turn, Box(left, top, wide, high))
        for piece, turn, x, y, left, top, wide, high in pieces
    )
    return PlacedName(id, text, NameStyle(faces[face], size, Colour(fill), spacing), placed, halo)
