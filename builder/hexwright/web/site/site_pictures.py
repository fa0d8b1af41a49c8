"""The pictures of a site: the tiles of the map, its cover, and the set-up as it looks at the table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import UnitId
from hexwright.model.scenario import Scenario
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.setup_picture import counters_on_the_map
from hexwright.render.svg_raster import rasterise
from hexwright.web.workbench.board_pictures import LEVELS, TILE, BoardPictures, DrawnBoard

SITE_LEVELS: Final = LEVELS[:4]
"""The resolutions of a site's tiles, in pixels per mm: the last is 400 dots per inch."""
COVER_SIZE: Final = (1600, 640)
PLAY_SIZE: Final = (1600, 900)
_COVER_HEXES: Final = 16
_PLAY_HEXES: Final = 13
"""The number of hexes across a picture."""
_QUALITY: Final = 88


def map_tiles(board: DrawnBoard, frame: Box) -> Iterator[tuple[str, bytes]]:
    """Yield the file of each tile of the map by its name, such as "2/0/1.jpg"."""
    for level, resolution in enumerate(SITE_LEVELS):
        edge = TILE / resolution
        for row in range(math.ceil(frame.height / edge)):
            for column in range(math.ceil(frame.width / edge)):
                tile = board.tile(level, column, row, frozenset())
                if tile is not None:
                    yield f"{level}/{column}/{row}.jpg", tile


def cover_picture(pictures: BoardPictures, board: DrawnBoard) -> bytes:
    """Return a piece of the map around its first capital, or around its middle, as JPEG."""
    plan, hexmap = pictures.plan, pictures.game.hexmap
    capital = next((place for place in hexmap.places if place.kind == "capital"), None)
    middle = plan.field.centre if capital is None else plan.layout.centre(capital.hex)
    return board.picture(_piece(pictures, middle, _COVER_HEXES, COVER_SIZE), COVER_SIZE[0])


def play_picture(pictures: BoardPictures, board: DrawnBoard, scenario: Scenario) -> bytes:
    """Return the part of a scenario's set-up where most units of two sides stand close, as JPEG."""
    game = pictures.game
    counters = list(counters_on_the_map(game, pictures.plan, scenario))
    piece = _busiest_piece(pictures, [(unit, box.centre) for unit, _, box in counters])
    scale = PLAY_SIZE[0] / piece.width
    with Image.open(BytesIO(board.picture(piece, PLAY_SIZE[0]))) as found:
        picture = found.convert("RGB")
    for unit, step, box in counters:
        if not piece.overlaps(box):
            continue
        face = pictures.counters.get(f"{unit}-{step}")
        if face is None:
            continue
        width = max(1, round(box.width * scale))
        with Image.open(BytesIO(rasterise(face, width))) as drawn:
            at = round((box.x - piece.x) * scale), round((box.y - piece.y) * scale)
            picture.paste(drawn.convert("RGBA"), at, drawn.convert("RGBA"))
    out = BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()


def _busiest_piece(pictures: BoardPictures, counters: list[tuple[UnitId, Point]]) -> Box:
    """Return the piece in which the side with fewer units has most; the first of equals, by unit."""
    sides = {unit.id: unit.side for unit in pictures.game.counters.units}
    best = _piece(pictures, pictures.plan.field.centre, _PLAY_HEXES, PLAY_SIZE)
    most = (0, 0)
    for _, middle in counters:
        piece = _piece(pictures, middle, _PLAY_HEXES, PLAY_SIZE)
        inner = piece.inset(piece.height / 10)
        here = [
            sides[unit]
            for unit, at in counters
            if inner.x <= at.x <= inner.right and inner.y <= at.y <= inner.bottom
        ]
        of_each = sorted(here.count(side.id) for side in pictures.game.info.sides)
        if (found := (of_each[0], len(here))) > most:
            best, most = piece, found
    return best


def _piece(pictures: BoardPictures, middle: Point, hexes: int, size: tuple[int, int]) -> Box:
    """Return a part of the map of some hexes' width in the proportions of a picture, moved into the map."""
    field = pictures.plan.field
    wide = min(hexes * pictures.plan.layout.hex_width, field.width, field.height * size[0] / size[1])
    high = wide * size[1] / size[0]
    left = min(max(middle.x - wide / 2, field.x), field.right - wide)
    top = min(max(middle.y - high / 2, field.y), field.bottom - high)
    return Box(left, top, wide, high)
