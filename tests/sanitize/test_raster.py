"""Pictures of pixels: what is drawn is drawn alike everywhere, and what isn't is refused before."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from hexwright.sanitize import COUNTER_RASTER, MAP_RASTER, RefusalKind, decode_raster, raster_refusal


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
    assert raster_refusal(data) is None
    assert decode_raster(data).getpixel((10, 10)) == shown


def test_a_bomb_of_pixels_is_refused_by_its_head() -> None:
    head = struct.pack(">IIBBBBB", 200_000, 200_000, 8, 6, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )
    refusal = raster_refusal(bomb)
    assert refusal is not None
    assert refusal.kind is RefusalKind.COSTLY


def test_a_png_whose_head_is_not_its_first_part_is_refused() -> None:
    data = png("RGB", (1, 2, 3))
    refusal = raster_refusal(data[:8] + chunk(b"zTXt", b"abc") + data[8:])
    assert refusal is not None
    assert refusal.kind is RefusalKind.UNREADABLE


def test_a_png_that_lacks_its_last_bytes_is_refused() -> None:
    data = png("RGB", (1, 2, 3))
    for missing in range(5, len(data), 7):
        refusal = raster_refusal(data[:-missing])
        assert refusal is not None
        assert refusal.kind is RefusalKind.UNREADABLE


def saved(form: str, mode: str = "RGB", **options: object) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, (20, 20)).save(stream, form, **options)
    return stream.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_pictures_are_taken_in_three_formats_if_their_names_say_so(form: str) -> None:
    assert raster_refusal(saved(form), form) is None
    other = "PNG" if form != "PNG" else "JPEG"
    refusal = raster_refusal(saved(form), other)
    assert refusal is not None
    assert refusal.reason.startswith("is a ")
    assert refusal.remedy.startswith("rename the file so that it ends in .")


def test_a_gif_under_another_name_and_a_jpeg_in_cmyk_or_cut_short_are_refused() -> None:
    gif, cmyk = raster_refusal(saved("GIF"), "JPEG"), raster_refusal(saved("JPEG", "CMYK"), "JPEG")
    assert gif is not None
    assert (gif.reason, gif.remedy) == (
        "is a GIF picture, not JPEG",
        "export the picture again as PNG, JPEG or WebP",
    )
    assert cmyk is not None
    assert "CMYK" in cmyk.reason
    for form in ("JPEG", "WEBP"):
        short = raster_refusal(saved(form)[:-60], form)
        assert short is not None
        assert short.kind is RefusalKind.UNREADABLE


def test_a_map_may_have_more_pixels_than_a_counter_and_is_told_so() -> None:
    stream = io.BytesIO()
    Image.new("L", (5000, 4000)).save(stream, "JPEG")
    assert raster_refusal(stream.getvalue(), "JPEG", MAP_RASTER) is None
    refused = raster_refusal(stream.getvalue(), "JPEG", COUNTER_RASTER)
    assert refused is not None
    assert refused.kind is RefusalKind.COSTLY
    assert "counter" in refused.remedy
    head = struct.pack(">IIBBBBB", 20_000, 6_000, 8, 6, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IEND", b"")
    refused = raster_refusal(bomb, "PNG", MAP_RASTER)
    assert refused is not None
    assert (refused.kind, "a map printed at 300" in refused.remedy) == (RefusalKind.COSTLY, True)


@pytest.mark.parametrize("late", [b"", b"\x10\x20\x30" * 2], ids=["no palette", "palette behind the pixels"])
def test_numbers_of_colours_without_a_palette_are_refused(late: bytes) -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 3, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(bytes(20)))
    end = (chunk(b"PLTE", late) if late else b"") + chunk(b"IEND", b"")
    assert raster_refusal(b"\x89PNG\r\n\x1a\n" + head + pixels + end) is not None
