"""Convert the drawn sheet to the board's picture.

What hexwright draws becomes a PNG with few colours, which is small and opens quickly; with shaded land a
JPEG. A sheet that shows the designer's own pictures keeps all their colours.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Final

from PIL import Image

from hexwright.render.map.board_form import BoardForm
from hexwright.render.map.ground_picture import JPEG_OPTIONS
from hexwright.render.svg_raster import SvgDrawing

_COLOURS: Final = 256
"""The number of colours in the palette.

Maps have few colours but many blends; with 256, no loss is visible.
"""
_BAND: Final = 8_000_000
"""The number of pixels drawn at a time. A whole board of 60 megapixels would need half a gigabyte."""
_PAINTED: Final = {"subsampling": "4:2:0", "progressive": True, "optimize": True}
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


def board_picture(svg: str, width: int, form: BoardForm = BoardForm.FEW_COLOURS) -> bytes:
    """Return a sheet's drawing as a picture `width` pixels wide.

    The same drawing gives the same bytes. The picture is drawn in compressed bands, and only one of them is
    decompressed at a time.
    """
    drawing = SvgDrawing(svg)
    height, rows = drawing.height_at(width), max(1, _BAND // width)
    bands = [drawing.band(width, top, min(rows, height - top)) for top in range(0, height, rows)]
    del drawing
    buffer = io.BytesIO()
    if form is not BoardForm.FEW_COLOURS:
        whole = Image.new("RGB", (width, height))
        for number, band in enumerate(_spread(bands)):
            whole.paste(band, (0, number * rows))
        if form is BoardForm.LOSSY:
            whole.save(buffer, "JPEG", **JPEG_OPTIONS)
        elif form is BoardForm.PAINTED:
            whole.save(buffer, "JPEG", qtables=[_table(_TONES, 0), _table(_TINTS, 1)], **_PAINTED)
        else:
            whole.save(buffer, "PNG", compress_level=6)
        return buffer.getvalue()
    palette = _palette(bands, width)
    few = Image.new("P", (width, height))
    few.putpalette(palette.getpalette() or [])
    for number, band in enumerate(_spread(bands)):
        few.paste(band.quantize(palette=palette, dither=Image.Dither.NONE), (0, number * rows))
    few.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _table(quality: int, number: int) -> list[int]:
    """Return a quantisation table of JPEG at a quality: 0 for light and dark, 1 for colours."""
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8)).save(buffer, "JPEG", quality=quality)
    with Image.open(buffer) as picture:
        tables: dict[int, list[int]] = picture.quantization  # type: ignore[attr-defined]
        return tables[number]


def _spread(bands: list[bytes]) -> Iterator[Image.Image]:
    """Yield each band without its alpha channel, because a sheet has no transparency."""
    for packed in bands:
        with open_sheet_picture(packed) as band:
            yield band.convert("RGB")


def _palette(bands: list[bytes], width: int) -> Image.Image:
    """Return a picture whose palette suits a sample of pixels from all bands."""
    parts = [
        band.resize((-(-width // _SAMPLE), -(-band.height // _SAMPLE)), Image.Resampling.NEAREST)
        for band in _spread(bands)
    ]
    sample = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        sample.paste(part, (0, top))
        top += part.height
    return sample.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
