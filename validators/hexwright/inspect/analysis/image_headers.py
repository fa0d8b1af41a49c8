"""Read a picture's format, size and channels from its first bytes, without decoding it."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

#: The bytes read to find a picture's size; in a JPEG it may follow a long profile.
HEAD = 1 << 16
#: An SVG is text and is read completely, up to this size.
MAX_SVG = 16 << 20

_SVG_ROOT = re.compile(rb"<(?:\w{1,40}:)?svg\b")
_MAX_TAG = 4_000
_LENGTH = re.compile(rb"""\b(width|height)\s*=\s*["']\s*([0-9.]{1,12})\s*(?:(px|mm|cm|in|pt)\s*)?["']""")
_VIEW_BOX = re.compile(
    rb"""\bviewBox\s*=\s*["']\s*[-0-9.e]+[\s,]+[-0-9.e]+[\s,]+([0-9.]{1,12})[\s,]+([0-9.]{1,12})"""
)
_PIXELS = {b"": 1.0, b"px": 1.0, b"mm": 96 / 25.4, b"cm": 96 / 2.54, b"in": 96.0, b"pt": 96 / 72}
_PNG_COLOURS = {0: "gray", 2: "rgb", 3: "palette", 4: "gray and alpha", 6: "rgba"}


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """The header of a picture: its format, its size in pixels and, for PNG, its channels and their bits."""

    format: str
    width: int
    height: int
    channels: str = ""
    depth: int = 8

    @property
    def pixels(self) -> int:
        """Return the number of pixels, width times height."""
        return self.width * self.height


def read_image_header(head: bytes) -> ImageHeader:
    """Return the header in a picture's first bytes. Raises ValueError if the bytes aren't a complete
    header.
    """
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(head)
    if head[:6] in (b"GIF87a", b"GIF89a"):
        if len(head) < 10:
            raise ValueError("a truncated GIF")
        return ImageHeader("gif", *struct.unpack_from("<HH", head, 6))
    if head.startswith(b"\xff\xd8"):
        return _jpeg(head)
    if head.startswith((b"II*\0", b"MM\0*")):
        return _tiff(head)
    if head.startswith(b"BM") and len(head) >= 26:
        width, height = struct.unpack_from("<ii", head, 18)
        return ImageHeader("bmp", abs(width), abs(height))
    root = _SVG_ROOT.search(head)
    if root:
        end = head.find(b">", root.end(), root.end() + _MAX_TAG)
        return _svg(head[root.end() : end if end >= 0 else root.end() + _MAX_TAG])
    raise ValueError("not a PNG, GIF, JPEG, TIFF, BMP or SVG image")


def _png(head: bytes) -> ImageHeader:
    if len(head) < 29 or head[12:16] != b"IHDR":
        raise ValueError("a truncated PNG")
    width, height, depth, colour = struct.unpack_from(">IIBB", head, 16)
    if not (
        0 < width < 1 << 31 and 0 < height < 1 << 31 and depth in (1, 2, 4, 8, 16) and colour in _PNG_COLOURS
    ):
        raise ValueError("a PNG with an invalid header")
    if (depth, colour) == (8, 2):
        _check_clear_colour(head)
    return ImageHeader("png", width, height, _PNG_COLOURS[colour], depth)


def _check_clear_colour(head: bytes) -> None:
    """Raise ValueError for a transparent colour of the wrong length, which VASSAL can't load."""
    at = 33
    while at + 8 <= len(head):
        length, kind = struct.unpack_from(">I4s", head, at)
        if kind == b"IDAT":
            return
        if kind == b"tRNS":
            if length != 6:
                raise ValueError(f"a PNG whose tRNS chunk is {length} bytes long, not 6")
            return
        at += 12 + length


def _jpeg(head: bytes) -> ImageHeader:
    at = 2
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            raise ValueError("a JPEG with invalid markers")
        marker = head[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", head, at + 5)
            return ImageHeader("jpeg", width, height)
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
            continue
        at += 2 + max(2, struct.unpack_from(">H", head, at + 2)[0])
    raise ValueError("a JPEG without a frame in its header")


def _tiff(head: bytes) -> ImageHeader:
    """Return the header of a TIFF. Its size is 0 if its directory is further back than the first bytes."""
    order = "<" if head.startswith(b"II") else ">"
    sizes = {0x100: 0, 0x101: 0}
    if len(head) < 8:
        raise ValueError("a truncated TIFF")
    at = struct.unpack_from(f"{order}I", head, 4)[0]
    count = struct.unpack_from(f"{order}H", head, at)[0] if at + 2 <= len(head) else 0
    for entry in range(at + 2, min(at + 2 + 12 * count, len(head) - 11), 12):
        tag, kind = struct.unpack_from(f"{order}HH", head, entry)
        if tag in sizes:
            sizes[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), head, entry + 8)[0]
    return ImageHeader("tiff", sizes[0x100], sizes[0x101])


def _svg(attributes: bytes) -> ImageHeader:
    sizes = {name: float(number) * _PIXELS[unit] for name, number, unit in _lengths(attributes)}
    box = _VIEW_BOX.search(attributes)
    width = sizes.get(b"width") or (float(box[1]) if box else 0)
    height = sizes.get(b"height") or (float(box[2]) if box else 0)
    return ImageHeader("svg", round(width), round(height))


def _lengths(attributes: bytes) -> list[tuple[bytes, bytes, bytes]]:
    found: list[tuple[bytes, bytes, bytes]] = []
    for match in _LENGTH.finditer(attributes):
        try:
            float(match[2])
        except ValueError:
            continue
        found.append((match[1], match[2], match[3] or b""))
    return found
