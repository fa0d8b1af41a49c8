"""Make small pictures of a game for web pages: the map and a few counters."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageFilter

from hexwright.model.game import Game
from hexwright.pipeline.game_pictures import GamePictures
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.map.board.board_picture import open_sheet_picture
from hexwright.support.colour_sight import SIGHTS, Sight, seen_colour

_GAP = 12
_LENS_STEPS = 16
"""The number of steps of each colour in a table of seen colours; those between are interpolated."""
_MOST_ACROSS = 24
"""The largest number of faces in a row."""


def map_thumbnail(pictures: GamePictures, width: int = 1100) -> bytes:
    """Return the map sheet as a small PNG with few colours.

    It is scaled from the board's picture, because drawing a large map again would be slow.
    """
    with open_sheet_picture(pictures.map_picture) as sheet:
        height = round(sheet.height * width / sheet.width)
        small = sheet.convert("RGB").resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    return _packed(small)


def counter_strip(pictures: GamePictures, game: Game) -> bytes | None:
    """Return one PNG with the first unit of each side and class, with all its faces; None without units."""
    faces = _first_faces(pictures, game)
    return _packed(_strip(faces)) if faces else None


def counter_sights(pictures: GamePictures, game: Game) -> bytes | None:
    """Return one PNG with the counters of the strip as they are seen; None without units.

    The rows are: normal sight, without green, without red, without blue, and a grey copy.
    """
    faces = _first_faces(pictures, game)[:_MOST_ACROSS]
    if not faces:
        return None
    strip = _strip(faces)
    seen = [strip if sight == "normal" else strip.filter(_lens(sight)) for sight in SIGHTS]
    rows = [*seen, strip.convert("L").convert("RGB")]
    sheet = Image.new("RGB", (strip.width, strip.height * len(rows)))
    for number, row in enumerate(rows):
        sheet.paste(row, (0, number * strip.height))
    return _packed(sheet)


@cache
def _lens(sight: Sight) -> ImageFilter.Color3DLUT:
    """Return the filter that shows a picture as it is seen."""

    def seen(red: float, green: float, blue: float) -> tuple[float, float, float]:
        colour = seen_colour("#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue)), sight)
        return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255

    return ImageFilter.Color3DLUT.generate(_LENS_STEPS, seen)


def _first_faces(pictures: GamePictures, game: Game) -> list[bytes]:
    """Return all faces of the first unit of each side and class."""
    if not pictures.counters:
        return []
    chosen = {(unit.side, unit.unit_class): unit for unit in reversed(game.counters.units)}
    units = [unit for unit in game.counters.units if chosen[unit.side, unit.unit_class] is unit]
    return [pictures.counters[FaceId(unit, step).file] for unit in units for step in range(len(unit.steps))]


def counter_sheet(pictures: GamePictures) -> bytes | None:
    """Return one PNG with every face of every counter, in the order of the data; None without counters."""
    faces = list(pictures.counters.values())
    if not faces:
        return None
    across = max(1, min(_MOST_ACROSS, math.ceil(math.sqrt(2 * len(faces)))))
    return _packed(_strip(faces, across))


def _strip(faces: Sequence[bytes], across: int = 0) -> Image.Image:
    """Return faces in rows of `across`, or in one row, with gaps around each."""
    pictures = [Image.open(io.BytesIO(face)).convert("RGBA") for face in faces]
    across = across or len(pictures)
    wide = max(picture.width for picture in pictures) + _GAP
    rows = [pictures[start : start + across] for start in range(0, len(pictures), across)]
    heights = [max(picture.height for picture in row) + _GAP for row in rows]
    strip = Image.new("RGB", (across * wide + _GAP, sum(heights) + _GAP), "white")
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        for column, picture in enumerate(row):
            strip.paste(picture, (_GAP + column * wide, top), picture)
        top += height
    return strip


def _packed(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    # Chosen by cells of the colour space, not by frequency; otherwise rare reds and purples turn brown.
    image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        buffer, "PNG", optimize=True
    )
    return buffer.getvalue()
