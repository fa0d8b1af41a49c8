"""Pictures on paper keep their shape and show what they show on the screen."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import pypdfium2
import pytest
from PIL import Image

from hexwright.render.canvas import Box
from hexwright.render.pdf_document import PdfDocument
from hexwright.sanitize import DESIGNER_ART_LIMITS, PNG_MAGIC, inspect_svg, try_rendering

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9H0z' fill='red'/></svg>"


def png(mode: str, colour: int | tuple[int, ...]) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, (30, 30), colour).save(stream, "PNG")
    return stream.getvalue()


def seen(picture: bytes) -> Image.Image:
    """Return a page of 40 by 20 mm, one pixel a millimetre, with a picture that may fill it."""
    document = PdfDocument("test")
    with document.page(40, 20) as canvas:
        canvas.image(Box(0, 0, 40, 20), picture)
    page = pypdfium2.PdfDocument(document.to_bytes())[0]
    shown: Image.Image = page.render(scale=25.4 / 72).to_pil().convert("RGB")
    return shown


@pytest.mark.parametrize("picture", [SVG, png("RGB", (255, 0, 0))], ids=["svg", "png"])
def test_a_square_picture_stays_square_in_the_middle_of_its_place(picture: bytes) -> None:
    page = seen(picture)
    assert page.size == (40, 20)
    red = [x for x in range(40) if page.getpixel((x, 10)) == (255, 0, 0)]
    # The renderer may let a picture reach into the pixel at its edge.
    assert min(red) in (9, 10)
    assert max(red) in (29, 30)


def jpeg(mode: str, colour: tuple[int, ...], **options: bool) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, (30, 30), colour).save(stream, "JPEG", **options)
    return stream.getvalue()


def interlaced() -> bytes:
    """Return one red pixel as an interlaced PNG, which Pillow doesn't write."""
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 1),
        b"IDAT": zlib.compress(b"\0\xff\0\0"),
        b"IEND": b"",
    }
    return PNG_MAGIC + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    )


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        ("jpeg", jpeg("RGB", (255, 0, 0), progressive=True)),
        ("png", interlaced()),
    ],
    ids=["progressive", "interlaced"],
)
def test_a_rare_kind_of_picture_within_a_drawing_passes_and_is_on_the_paper(kind: str, held: bytes) -> None:
    href = f"data:image/{kind};base64,{base64.b64encode(held).decode()}"
    image = f"<image width='9' height='9' href='{href}'/>"
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{image}</svg>".encode()
    assert inspect_svg(drawing, DESIGNER_ART_LIMITS).refusals == ()
    assert try_rendering((drawing.decode(),)) == ("",)
    (most, others) = seen(drawing).crop((18, 8, 22, 12)).split()[0:2]
    assert most.getextrema()[0] > 200  # type: ignore[operator]
    assert others.getextrema()[1] < 80  # type: ignore[operator]


def test_sixteen_bits_of_grey_are_not_cut_to_white() -> None:
    assert seen(png("I;16", 257 * 100)).getpixel((20, 10)) == (100, 100, 100)
