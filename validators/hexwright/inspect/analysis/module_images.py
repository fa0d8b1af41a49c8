"""Decode the pictures of a module, within the limits of `hexwright.sanitize`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.svg_drawings import drawing_share, module_drawing, open_rgba, picture_share
from hexwright.render.svg_raster import SvgDrawing
from hexwright.sanitize.raster_checks import decode_raster
from hexwright.vassal.codec.module_archive import ArchiveError

if TYPE_CHECKING:
    from PIL import Image


def image_header(module: ModuleView, name: str) -> ImageHeader | None:
    """Return the header of a picture of the module; None if there is none or it can't be read."""
    found = module.pictures.get(module.image_entry(name) or "") if name else None
    return found if isinstance(found, ImageHeader) and found.pixels > 0 else None


def read_image_bytes(module: ModuleView, name: str) -> bytes | None:
    """Return the bytes of a picture of the module, or None if it can't be read."""
    entry = module.image_entry(name) if name else None
    holder = module.entries[entry].archive if entry is not None else None
    if entry is None or holder is None:
        return None
    try:
        return holder.read(entry)
    except ArchiveError:
        return None


def open_image(module: ModuleView, name: str, most: int, px: int = 0) -> Image.Image | None:
    """Return a picture of the module in its own size, or a vector drawing rasterised `px` pixels wide.

    A drawing may show parts of the module's other drawings.
    None means that there is no such picture, that it has more than `most` pixels, or that it is refused.
    """
    seen = image_header(module, name)
    if seen is None or seen.pixels > most:
        return None
    try:
        if seen.format == "svg":
            drawing = open_drawing(module, name)
            return open_rgba(drawing.whole(px or seen.width)) if drawing is not None else None
        data = read_image_bytes(module, name)
        return decode_raster(data) if data is not None else None
    except ValueError:
        return None


def shared_image(module: ModuleView, name: str, most: int, px: int = 0) -> Image.Image | None:
    """Return what `open_image` returns, as a picture that others may use, too: it mustn't be changed.

    The last small pictures are kept.
    """
    seen = image_header(module, name)
    if seen is None or seen.pixels > most:
        return None
    key = name, px if seen.format == "svg" else 0
    return module.recent_images.get(key, lambda: open_image(module, name, most, px))


def open_drawing(module: ModuleView, name: str) -> SvgDrawing | None:
    """Return a vector drawing with our fonts and the parts of others that it shows; None if it is refused."""
    whole = read_whole_drawing(module, name)
    return module_drawing(whole) if whole is not None else None


def read_whole_drawing(module: ModuleView, name: str) -> bytes | None:
    """Return the SVG of a drawing with the parts of others that it shows; None if it can't be read."""
    data = read_image_bytes(module, name)
    try:
        return module.drawing_parts.inside(data) if data is not None else None
    except ValueError:
        return None


def opaque_share(module: ModuleView, name: str, most: int) -> float:
    """Return the share of a picture that isn't transparent, from 0 to 1; 0 if it can't be drawn."""
    found = module.opaque_shares.get(name)
    if found is None:
        found = module.opaque_shares[name] = _measured_share(module, name, most)
    return found


def _measured_share(module: ModuleView, name: str, most: int) -> float:
    seen = image_header(module, name)
    if seen is None:
        return 0.0
    if seen.format == "jpeg" or seen.channels in ("rgb", "gray"):
        return 1.0
    if seen.format == "svg":
        drawing = open_drawing(module, name) if seen.pixels <= most else None
        return drawing_share(drawing) if drawing is not None else 0.0
    picture = shared_image(module, name, most)
    return picture_share(picture) if picture is not None else 0.0
