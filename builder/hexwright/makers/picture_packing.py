"""Pack pictures without any loss: the pixels of a PNG and the drawing of an SVG stay as they are.

PNGs are packed by oxipng, the library of the extra `slim`.
"""

from __future__ import annotations

import io
import math
from importlib.util import find_spec
from typing import Final

from lxml import etree
from PIL import Image

from hexwright.render.svg_raster import rasterise
from hexwright.vassal.codec.buildfile.xml_encoding import parse_xml, safe_parser
from hexwright.vassal.codec.sequence_encoder import CodecError

_UNREADABLE: Final = (OSError, ValueError, SyntaxError, Image.DecompressionBombError)
MAX_PIXELS: Final = 100_000_000
"""The maximum number of pixels of a picture that is packed."""
PACKED_ENDINGS: Final = (".png", ".svg")
_BAND: Final = 256
MAX_SVG: Final = 2 << 20
"""The maximum size of a drawing that is packed, in bytes."""
_EDITORS: Final = (
    "http://www.inkscape.org/namespaces/inkscape",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
)
_SVG: Final = "{http://www.w3.org/2000/svg}"
_PROOF_PX: Final = 200


def can_pack_png() -> bool:
    """Return whether the library that packs PNGs is installed."""
    return find_spec("oxipng") is not None


def packed_picture(name: str, data: bytes, effort: int = 2) -> bytes | None:
    """Return a smaller picture that looks the same; None if there is none, or the picture can't be read.

    `effort` is oxipng's level, from 0 to 6.
    """
    packed = None
    if name.lower().endswith(".png"):
        packed = _packed_png(data, effort)
    elif name.lower().endswith(".svg"):
        packed = _packed_svg(data)
    return packed if packed is not None and len(packed) < len(data) else None


# PNG ---------------------------------------------------------------------------------------------
def _packed_png(data: bytes, effort: int) -> bytes | None:
    import oxipng

    if not _is_packable(data):
        return None
    try:
        made: bytes = oxipng.optimize_from_memory(data, level=effort, strip=oxipng.StripChunks.safe())
    except oxipng.PngError:
        return None
    return made if len(made) < len(data) and _is_same_picture(data, made) else None


def _is_packable(data: bytes) -> bool:
    """Return whether a PNG is small enough to be unpacked, and no animation."""
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            return math.prod(picture.size) <= MAX_PIXELS and not getattr(picture, "is_animated", False)
    except _UNREADABLE:
        return False


def _is_same_picture(before: bytes, after: bytes) -> bool:
    """Return whether two pictures have the same pixels. They are compared in bands, to save memory."""
    try:
        with Image.open(io.BytesIO(before)) as one, Image.open(io.BytesIO(after)) as other:
            if one.size != other.size:
                return False
            width, height = one.size
            bands = ((0, top, width, min(top + _BAND, height)) for top in range(0, height, _BAND))
            return all(_colours(one, band) == _colours(other, band) for band in bands)
    except _UNREADABLE:
        return False


def _colours(picture: Image.Image, band: tuple[int, int, int, int]) -> bytes:
    return picture.crop(band).convert("RGBA").tobytes()


# SVG ---------------------------------------------------------------------------------------------
def parse_drawing(data: bytes) -> etree._Element | None:
    """Return the root of an SVG drawing; None if it is too long, has entities or can't be read."""
    if len(data) > MAX_SVG or b"<!ENTITY" in data:
        return None
    try:
        return parse_xml(data, safe_parser())
    except CodecError:
        return None


def _packed_svg(data: bytes) -> bytes | None:
    """Return a drawing without comments, metadata and notes of drawing programs; None if it can't be read."""
    root = parse_drawing(data)
    if root is None:
        return None
    for element in list(root.iter()):
        if _is_unseen(element):
            _remove(element)
            continue
        for name in [name for name in element.attrib if _namespace(str(name)) in _EDITORS]:
            del element.attrib[name]
    etree.cleanup_namespaces(root, keep_ns_prefixes=["xlink"])
    made: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return made if _is_same_drawing(data, made) else None


def _is_unseen(element: etree._Element) -> bool:
    if isinstance(element, etree._Comment):
        return True
    name = str(element.tag)  # That of an instruction or entity is a function.
    return name == f"{_SVG}metadata" or _namespace(name) in _EDITORS


def _namespace(name: str) -> str:
    return name[1:].partition("}")[0] if name.startswith("{") else ""


def _remove(element: etree._Element) -> None:
    around = element.getparent()
    if around is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            around.text = (around.text or "") + element.tail
    around.remove(element)


def _is_same_drawing(before: bytes, after: bytes) -> bool:
    try:
        one, other = (rasterise(text.decode("utf-8"), _PROOF_PX) for text in (before, after))
    except ValueError:
        return False
    return one == other
