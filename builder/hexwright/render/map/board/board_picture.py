"""Convert the drawn sheet to the board's picture.

What hexwright draws becomes a PNG with few colours, which is small and opens quickly; with shaded land a
JPEG. A sheet that shows the designer's own pictures keeps all their colours.

The tiles of a sheet are this picture: a renderer that starts elsewhere rounds a few pixels otherwise.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from PIL import Image

from hexwright.render.canvas import Box
from hexwright.render.map.board.board_form import BoardForm
from hexwright.render.map.board.board_regions import BoardRegions
from hexwright.render.map.ground_picture import JPEG_OPTIONS
from hexwright.render.svg_raster import SvgDrawing
from hexwright.sanitize import SvgInspection
from hexwright.support.result_cache import ResultCache, code_digest, digest_of

_Tile = tuple[tuple[int, int], bytes]
"""A tile's upper left corner in pixels, and its picture as PNG."""

_COLOURS: Final = 256
"""The number of colours in the palette.

Maps have few colours but many blends; with 256, no loss is visible.
"""
_EDGE: Final = 768
"""The edge of a tile in pixels, even so that samples of tiles join.

Of small tiles, a change redraws less; of large ones, a whole board needs less time.
"""
_PAINTED: Final = {"subsampling": "4:2:0", "progressive": True, "optimize": True}
_BLEED: Final = 8
"""The pixels around a tile that are cut off: at the edge of a picture, the renderer draws thin lines pale."""
_TONES, _TINTS = 45, 60
"""The qualities (1 to 95) of light and dark and of colours, on a board with shaded land.

Trees and fields need most of the bytes, and hide the loss. A single quality this low would spoil colours.
"""
_SAMPLE: Final = 2
"""Every n-th pixel of every n-th row is sampled to choose the palette."""


def open_sheet_picture(picture: bytes) -> Image.Image:
    """Open a sheet's picture without Pillow's size limit.

    The size of the sheet was already checked (M018, M019).
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(picture))


def board_picture(
    svg: str, width: int, form: BoardForm = BoardForm.FEW_COLOURS, cache: ResultCache | None = None
) -> bytes:
    """Return a sheet's drawing as a picture `width` pixels wide.

    It is drawn in tiles, each from what it shows alone, so that the `cache` has those without changes. The
    same drawing gives the same bytes, with and without a cache. Only one tile is decompressed at a time.
    """
    drawing = BoardRegions(svg)
    height = max(1, math.floor(round(drawing.height * width / drawing.width, 3) + 0.5))
    tiles = list(_tiles(drawing, width, height, cache))
    del drawing
    buffer = io.BytesIO()
    if form is not BoardForm.FEW_COLOURS:
        whole = Image.new("RGB", (width, height))
        for corner, tile in _opened(tiles):
            whole.paste(tile, corner)
        if form is BoardForm.LOSSY:
            whole.save(buffer, "JPEG", **JPEG_OPTIONS)
        elif form is BoardForm.PAINTED:
            whole.save(buffer, "JPEG", qtables=[_table(_TONES, 0), _table(_TINTS, 1)], **_PAINTED)
        else:
            whole.save(buffer, "PNG", compress_level=6)
        return buffer.getvalue()
    palette = _palette(tiles, width, height)
    few = Image.new("P", (width, height))
    few.putpalette(palette.getpalette() or [])
    for corner, tile in _opened(tiles):
        few.paste(tile.quantize(palette=palette, dither=Image.Dither.NONE), corner)
    few.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _tiles(drawing: BoardRegions, width: int, height: int, cache: ResultCache | None) -> Iterator[_Tile]:
    """Yield the tiles of a drawing, row by row."""
    scale = width / drawing.width
    for top in range(0, height, _EDGE):
        for left in range(0, width, _EDGE):
            wide, high = min(_EDGE, width - left), min(_EDGE, height - top)
            box = Box(left / scale, top / scale, wide / scale, high / scale).inset(-_BLEED / scale)
            document, wide = drawing.document(box), wide + 2 * _BLEED
            made = partial(_tile, document, box, wide)
            if cache is None:
                yield (left, top), made()
            else:
                key = digest_of(["board-tile", code_digest(), document, str(wide)])
                yield (left, top), cache.get_or_make(key, made)


def _tile(document: str, box: Box, wide: int) -> bytes:
    """Return a tile as PNG. Its document was made of inspected parts, and isn't inspected again."""
    size = {"width": f"{box.width:.6f}mm", "height": f"{box.height:.6f}mm"}
    return SvgDrawing(document, SvgInspection((), size)).whole(wide)


def _table(quality: int, number: int) -> list[int]:
    """Return a quantisation table of JPEG at a quality: 0 for light and dark, 1 for colours."""
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8)).save(buffer, "JPEG", quality=quality)
    with Image.open(buffer) as picture:
        tables: dict[int, list[int]] = picture.quantization  # type: ignore[attr-defined]
        return tables[number]


def _opened(tiles: Iterable[_Tile]) -> Iterator[tuple[tuple[int, int], Image.Image]]:
    """Yield each tile with its corner, without its alpha channel, because a sheet has no transparency."""
    for corner, packed in tiles:
        with Image.open(io.BytesIO(packed)) as tile:
            inner = (_BLEED, _BLEED, tile.width - _BLEED, tile.height - _BLEED)
            yield corner, tile.crop(inner).convert("RGB")


def _palette(tiles: Iterable[_Tile], width: int, height: int) -> Image.Image:
    """Return a picture whose palette suits a sample of pixels from all tiles."""
    sample = Image.new("RGB", (-(-width // _SAMPLE), -(-height // _SAMPLE)))
    for (left, top), tile in _opened(tiles):
        part = tile.resize((-(-tile.width // _SAMPLE), -(-tile.height // _SAMPLE)), Image.Resampling.NEAREST)
        sample.paste(part, (left // _SAMPLE, top // _SAMPLE))
    return sample.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
