"""Write the names that were placed on a map as JSON, and read them again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Colour
from hexwright.render.fonts import FontFace
from hexwright.render.map.name_placement import NamePiece, NameStyle, PlacedName


def names_as_json(names: Sequence[PlacedName], unplaced: Sequence[str]) -> bytes:
    """Return placed names, and the names without a position, as JSON."""
    return json.dumps([[_as_list(name) for name in names], list(unplaced)]).encode()


def names_from_json(text: bytes) -> tuple[tuple[PlacedName, ...], tuple[str, ...]] | None:
    """Return the names that `names_as_json` wrote; None if the text isn't of its form."""
    try:
        names, unplaced = json.loads(text)
        return tuple(_from_list(*name) for name in names), tuple(map(str, unplaced))
    except (ValueError, TypeError, KeyError):
        return None


def _as_list(name: PlacedName) -> list[object]:
    style = name.lettering
    pieces = [[piece.text, piece.rotation, *astuple(piece.at), *astuple(piece.box)] for piece in name.pieces]
    return [name.id, name.text, style.face.name, style.size, style.fill, style.spacing, name.halo, pieces]


def _from_list(
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
    return PlacedName(id, text, NameStyle(FontFace[face], size, Colour(fill), spacing), placed, halo)
