"""Put the faces of counters on image sheets for tables on a screen: fronts, and backs at the same places."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from PIL import Image

from hexwright.model.counter_layouts import CounterShape
from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.paper.counters.counter_copies import CounterCopy, by_size
from hexwright.paper.counters.game_counter_sheets import draw_face
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.counters.counter_face import counter_size, layout_of
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise

MOST_COLUMNS: Final = 10
MOST_ROWS: Final = 7
_MOST_CELLS: Final = MOST_COLUMNS * MOST_ROWS - 1
"""The last place of a full sheet is left empty: some tables show it as the back of hidden cards."""
PX: Final = 300
"""Pixels of a square counter of the usual size."""
MOST_PX: Final = 10_000
"""The greatest width and height of a sheet: Tabletop Simulator shows no larger picture."""
_BLEED: Final = 0.01
"""A bleed in mm that fills the corners: the table rounds them."""


@dataclass(frozen=True, slots=True)
class ImageSheet:
    """Counters of one size and owner on a front and a back picture, row by row."""

    name: str
    owner: str
    size: tuple[float, float]
    """Width and height of a counter in mm."""
    shape: CounterShape
    columns: int
    rows: int
    counters: tuple[CounterCopy, ...]
    front: bytes
    back: bytes


def two_faced(game: Game) -> tuple[CounterCopy, ...]:
    """Return the counters that have one or two faces, each copy of a marker for itself."""
    found: list[CounterCopy] = []
    for side in game.info.sides:
        for unit in by_size(game, [unit for unit in game.counters.units if unit.side == side.id]):
            if not has_states(game, unit):
                back = 1 if len(unit.steps) > 1 else None
                found.append(CounterCopy(len(found) + 1, unit, 0, back))
    for marker in by_size(game, game.counters.markers):
        if not has_states(game, marker):
            for copy in range(marker.count):
                found.append(CounterCopy(len(found) + 1, marker, 0, len(marker.faces) - 1, copy + 1))
    return tuple(found)


def has_states(game: Game, counter: Unit | Marker) -> bool:
    """Return whether a counter has more faces than a card has sides."""
    if isinstance(counter, Marker):
        return len(counter.faces) > 2
    return len(counter.steps) > 2 or layout_of(game, counter, 0).shape == "block"


def many_faced(game: Game) -> tuple[Unit | Marker, ...]:
    """Return the units and markers that have more faces than two."""
    counters: tuple[Unit | Marker, ...] = (*game.counters.units, *game.counters.markers)
    return tuple(counter for counter in counters if has_states(game, counter))


def image_sheets(game: Game, settings: PrintSettings) -> tuple[ImageSheet, ...]:
    """Return the sheets of all counters with one or two faces."""

    def alike(piece: CounterCopy) -> tuple[str, tuple[float, float], CounterShape]:
        return piece.group, counter_size(game, piece.counter), layout_of(game, piece.counter, 0).shape

    found: list[ImageSheet] = []
    for (owner, size, shape), run in groupby(two_faced(game), key=alike):
        pieces = tuple(run)
        for start in range(0, len(pieces), _MOST_CELLS):
            some = pieces[start : start + _MOST_CELLS]
            columns = min(MOST_COLUMNS, max(2, math.ceil(math.sqrt(len(some)))))
            rows = max(2, math.ceil(len(some) / columns))
            name = f"{game.slug}-{owner or 'markers'}-{len(found) + 1}"
            sheet = ImageSheet(name, owner, size, shape, columns, rows, some, b"", b"")
            found.append(
                replace(
                    sheet,
                    front=_picture(game, settings, sheet, back=False),
                    back=_picture(game, settings, sheet, back=True),
                )
            )
    return tuple(found)


def _picture(game: Game, settings: PrintSettings, sheet: ImageSheet, *, back: bool) -> bytes:
    wide, high = cell_pixels(_pixels(game, sheet.size), sheet.columns, sheet.rows)
    whole = Image.new("RGB", (wide * sheet.columns, high * sheet.rows), "white")
    for number, piece in enumerate(sheet.counters):
        face = piece.back if back else piece.front
        row, column = divmod(number, sheet.columns)
        cell = Image.open(io.BytesIO(face_picture(game, settings, piece, face, wide))).convert("RGBA")
        whole.paste(cell, (column * wide, row * high), cell)
    return _png(whole)


def _pixels(game: Game, size: tuple[float, float]) -> tuple[int, int]:
    edge = game.counters.sheet.counter_mm
    return round(PX * size[0] / edge), round(PX * size[1] / edge)


def cell_pixels(face: tuple[int, int], columns: int, rows: int) -> tuple[int, int]:
    """Return the pixels of a counter on a sheet: those of its face, or fewer if the sheet were too large."""
    wide, high = face
    share = min(1.0, MOST_PX / (wide * columns), MOST_PX / (high * rows))
    return (int(wide * share), int(high * share)) if share < 1 else face


def face_picture(
    game: Game, settings: PrintSettings, piece: CounterCopy, face: int | None, width: int | None = None
) -> bytes:
    """Return a face as PNG, as it is printed: with square corners, which the table rounds."""
    size = counter_size(game, piece.counter, face or 0)
    canvas = SvgCanvas(*size)
    draw_face(canvas, game, settings, piece, face, Box(0, 0, *size), _BLEED)
    return rasterise(canvas.to_svg(), width or _pixels(game, size)[0])


def state_pictures(
    game: Game, settings: PrintSettings
) -> Iterator[tuple[Unit | Marker, list[tuple[str, bytes]]]]:
    """Yield each counter with more than two faces, and the file name and picture of each face."""
    for counter in many_faced(game):
        count = len(counter.steps if isinstance(counter, Unit) else counter.faces)
        faces = []
        for index in range(count):
            data = face_picture(game, settings, CounterCopy(1, counter, index, None), index)
            faces.append((f"{game.slug}-{FaceId(counter, index).file}", data))
        yield counter, faces


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def manifest(
    game: Game, sheets: Sequence[ImageSheet], states: Sequence[tuple[Unit | Marker, list[str]]]
) -> str:
    """Return a JSON text that says what is where: sheets with their cells, and counters with more faces."""
    told = {
        "game": game.info.title,
        "version": game.info.version,
        "sheets": [
            {
                "front": f"{sheet.name}-front.png",
                "back": f"{sheet.name}-back.png",
                "columns": sheet.columns,
                "rows": sheet.rows,
                "width_mm": sheet.size[0],
                "height_mm": sheet.size[1],
                "shape": sheet.shape,
                "owner": sheet.owner,
                "counters": [
                    {
                        "id": piece.counter.id,
                        "name": piece.name,
                        "copy": piece.copy,
                        "column": number % sheet.columns,
                        "row": number // sheet.columns,
                        "has_back": piece.back is not None,
                    }
                    for number, piece in enumerate(sheet.counters)
                ],
            }
            for sheet in sheets
        ],
        "more_faces": [{"id": counter.id, "name": counter.name, "faces": files} for counter, files in states],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def sheet_files(game: Game, settings: PrintSettings) -> dict[str, bytes]:
    """Return the sheets, the single faces of counters with more than two, and the manifest, by file name.

    Each name begins with the game's, so that two games can share a folder.
    """
    sheets, states = image_sheets(game, settings), list(state_pictures(game, settings))
    files: dict[str, bytes] = {}
    for sheet in sheets:
        files[f"{sheet.name}-front.png"] = sheet.front
        files[f"{sheet.name}-back.png"] = sheet.back
    for _, faces in states:
        files |= dict(faces)
    named = [(counter, [name for name, _ in faces]) for counter, faces in states]
    files[f"{game.slug}-manifest.json"] = manifest(game, sheets, named).encode()
    return files
