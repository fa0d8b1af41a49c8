"""The pictures of a report: the game's map and counters, small enough for one page."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.pipeline.game_pictures import GamePictures
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.map.board.board_picture import open_sheet_picture

_MAP_WIDTH, _COUNTER_WIDTH = 1200, 64
"""Pixels across; a counter is shown half as wide, so that it is sharp on fine screens too."""


@dataclass(frozen=True, slots=True)
class ReportMap:
    """The picture of the map, without the panels beside it, and its area on the sheet in mm."""

    area: Box
    picture: str


def report_map(pictures: GamePictures) -> ReportMap:
    """Return the map's picture as a data address."""
    area = pictures.plan.frame
    with open_sheet_picture(pictures.map_picture) as sheet:
        scale = sheet.width / pictures.plan.width
        corners = tuple(round(edge * scale) for edge in (area.x, area.y, area.right, area.bottom))
        part = sheet.convert("RGB").crop((corners[0], corners[1], corners[2], corners[3]))
    width = min(_MAP_WIDTH, part.width)
    small = part.resize((width, round(part.height * width / part.width)), Image.Resampling.LANCZOS)
    return ReportMap(area, _address(small, 55))


def report_counters(pictures: GamePictures, game: Game, units: frozenset[UnitId]) -> Mapping[UnitId, str]:
    """Return the front of each of these counters as a data address."""
    found = {}
    for unit in game.counters.units:
        if unit.id in units:
            with Image.open(io.BytesIO(pictures.counters[FaceId(unit, 0).file])) as face:
                size = (_COUNTER_WIDTH, round(face.height * _COUNTER_WIDTH / face.width))
                found[unit.id] = _address(face.convert("RGBA").resize(size, Image.Resampling.LANCZOS), 75)
    return found


def _address(picture: Image.Image, quality: int) -> str:
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=quality, method=6)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
