"""Pictures that a PDF gets only while it is written, so that a document with many never holds them all.

PNG and JPEG files keep their compressed pixels if PDF can hold them: JPEG in grey or RGB, and PNG without
interlacing and without transparent parts. Transparent entries of a palette are mixed with white. Of other
pictures, each pixel is stored as the difference from that to its left.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image, ImageChops
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFStream

from hexwright.sanitize import JPEG_MAGIC, PNG_MAGIC

_PNG_COLOURS: Final = {0: "DeviceGray", 2: "DeviceRGB", 3: "Indexed"}
_JPEG_COLOURS: Final = {"L": "DeviceGray", "RGB": "DeviceRGB"}
_LEVEL: Final = 2
"""The level of compression of pixels: higher ones take twice as long or more, and save a twentieth."""
_PNG_PREDICTOR: Final = 15
_LEFT_PREDICTOR: Final = 2


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture as a PDF holds it: compressed pixels, and what they mean."""

    width: int
    height: int
    colours: str
    depth: int
    compression: str
    """FlateDecode (pixels of a PNG) or DCTDecode (a JPEG)."""
    data: bytes
    palette: bytes = b""
    predictor: int = _PNG_PREDICTOR
    """The number in PDF of how deflated pixels are stored as differences: as in PNG, or to the left."""

    @property
    def channels(self) -> int:
        """Return the number of values of a pixel."""
        return 3 if self.colours == "DeviceRGB" else 1


@dataclass(frozen=True, slots=True)
class LatePicture:
    """A picture that is encoded when it is written. Pictures with the same key are the same."""

    key: str
    encode: Callable[[], EncodedPicture]
    pixels: int = 0
    """About how many pixels are in memory while it is encoded; 0 if that isn't known."""


def encode_file(data: bytes) -> EncodedPicture | None:
    """Return a PNG or JPEG file whose compressed pixels a PDF can hold as they are; None for any other."""
    if data.startswith(PNG_MAGIC):
        return _encode_png(data)
    if data.startswith(JPEG_MAGIC):
        return _encode_jpeg(data)
    return None


def encode_pixels(picture: Image.Image) -> EncodedPicture:
    """Return a picture without transparent parts, or with such parts mixed with white."""
    return encode_bands(*picture.size, (picture,))


def encode_bands(width: int, height: int, bands: Iterable[Image.Image]) -> EncodedPicture:
    """Return a picture that comes in bands from the top, of which only one is kept at a time."""
    packer = zlib.compressobj(_LEVEL)
    parts = [packer.compress(_differences(_on_white(band)).tobytes()) for band in bands]
    data = b"".join((*parts, packer.flush()))
    return EncodedPicture(width, height, "DeviceRGB", 8, "FlateDecode", data, predictor=_LEFT_PREDICTOR)


def _differences(picture: Image.Image) -> Image.Image:
    """Return the difference of each pixel from that to its left, which is black for the first of a row."""
    moved = Image.new("RGB", picture.size)
    moved.paste(picture, (1, 0))
    return ImageChops.subtract_modulo(picture, moved)


def _on_white(picture: Image.Image) -> Image.Image:
    if picture.mode == "RGB":
        return picture
    whole = picture if picture.mode == "RGBA" else picture.convert("RGBA")
    visible = whole.getchannel("A")
    if visible.getextrema() == (255, 255):
        return whole.convert("RGB")
    solid = Image.new("RGB", picture.size, "white")
    solid.paste(whole, mask=visible)
    return solid


def _encode_jpeg(data: bytes) -> EncodedPicture | None:
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as picture:
            colours = _JPEG_COLOURS.get(picture.mode)
            if colours is None:
                return None
            return EncodedPicture(picture.width, picture.height, colours, 8, "DCTDecode", data)
    except Exception:
        # A decoder can raise any exception for a damaged picture; there is no common class.
        return None


def _encode_png(data: bytes) -> EncodedPicture | None:
    parts: list[bytes] = []
    palette, clear = b"", b""
    head: tuple[int, ...] | None = None
    at = len(PNG_MAGIC)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        if data[at + 8 + length : at + 12 + length] != struct.pack(">I", zlib.crc32(body, zlib.crc32(kind))):
            return None
        if kind == b"IHDR" and length == 13:
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            clear = body
        elif kind == b"IDAT":
            parts.append(body)
        elif kind == b"IEND":
            break
        at += 12 + length
    if head is None or not parts or at + 12 > len(data):
        return None
    width, height, depth, colour, _, _, interlaced = head
    named = _PNG_COLOURS.get(colour)
    if named is None or interlaced or depth > 8 or (clear and colour != 3) or (colour == 3 and not palette):
        return None
    return EncodedPicture(width, height, named, depth, "FlateDecode", b"".join(parts), _mixed(palette, clear))


def _mixed(palette: bytes, clear: bytes) -> bytes:
    """Return a palette whose transparent entries are mixed with white."""
    found = bytearray(palette)
    for n, alpha in enumerate(clear[: len(palette) // 3]):
        for at in range(3 * n, 3 * n + 3):
            found[at] = (palette[at] * alpha + 255 * (255 - alpha) + 127) // 255
    return bytes(found)


class _Bytes(PDFObject):  # type: ignore[misc]
    """Bytes in hexadecimal digits."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def format(self, document: Any) -> bytes:
        """Return the object's bytes."""
        return b"<%s>" % self._data.hex().encode()


class PdfPicture(PDFObject):  # type: ignore[misc]
    """A late picture as an object of reportlab's document, which `encode` encodes."""

    def __init__(self, encode: Callable[[], EncodedPicture]) -> None:
        self._encode = encode

    def format(self, document: Any) -> bytes:
        """Return the object's bytes, encoded now."""
        found = self._encode()
        stream = PDFStream(content=found.data)
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = PDFName("XObject"), PDFName("Image")
        entries["Width"], entries["Height"] = found.width, found.height
        entries["BitsPerComponent"] = found.depth
        entries["Filter"] = PDFArray([PDFName(found.compression)])
        entries["ColorSpace"] = PDFName(found.colours)
        if found.colours == "Indexed":
            last = len(found.palette) // 3 - 1
            table = [PDFName("Indexed"), PDFName("DeviceRGB"), last, _Bytes(found.palette)]
            entries["ColorSpace"] = PDFArray(table)
        if found.compression == "FlateDecode":
            how = {
                "Predictor": found.predictor,
                "Colors": found.channels,
                "BitsPerComponent": found.depth,
                "Columns": found.width,
            }
            entries["DecodeParms"] = PDFArray([PDFDictionary(how)])
        return bytes(stream.format(document))
