"""Pictures of pixels: what is drawn is drawn alike everywhere, and what isn't is refused before."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from hexwright.sanitize import RefusalKind, decode_raster, png_refusal_reason


def png(mode: str, colour: int | tuple[int, ...], size: tuple[int, int] = (20, 20)) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size, colour).save(stream, "PNG")
    return stream.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize(
    ("mode", "colour", "shown"),
    [
        ("1", 1, (255, 255, 255, 255)),
        ("L", 70, (70, 70, 70, 255)),
        ("LA", (70, 90), (70, 70, 70, 90)),
        ("P", 0, (0, 0, 0, 255)),
        ("RGB", (1, 2, 3), (1, 2, 3, 255)),
        ("RGBA", (1, 2, 3, 4), (1, 2, 3, 4)),
        ("I;16", 257 * 200, (200, 200, 200, 255)),
    ],
)
def test_every_kind_of_png_becomes_the_same_pixels(
    mode: str, colour: int | tuple[int, ...], shown: tuple[int, ...]
) -> None:
    data = png(mode, colour)
    assert png_refusal_reason(data) is None
    assert decode_raster(data).getpixel((10, 10)) == shown


def test_a_bomb_of_pixels_is_refused_by_its_head() -> None:
    head = struct.pack(">IIBBBBB", 200_000, 200_000, 8, 6, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )
    refusal = png_refusal_reason(bomb)
    assert refusal is not None
    assert refusal.kind is RefusalKind.COSTLY


def test_a_png_whose_head_is_not_its_first_part_is_refused() -> None:
    data = png("RGB", (1, 2, 3))
    refusal = png_refusal_reason(data[:8] + chunk(b"zTXt", b"abc") + data[8:])
    assert refusal is not None
    assert refusal.kind is RefusalKind.UNREADABLE


def test_a_png_that_lacks_its_last_bytes_is_refused() -> None:
    data = png("RGB", (1, 2, 3))
    for missing in range(5, len(data), 7):
        refusal = png_refusal_reason(data[:-missing])
        assert refusal is not None
        assert refusal.kind is RefusalKind.UNREADABLE
