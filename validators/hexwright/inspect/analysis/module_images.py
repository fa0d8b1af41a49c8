"""Decode the pictures of a module, within the limits of `hexwright.sanitize`."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.svg_fonts import with_our_fonts
from hexwright.render.svg_raster import SvgDrawing
from hexwright.sanitize.picture_limits import DESIGNER_ART_LIMITS
from hexwright.sanitize.raster_checks import decode_raster
from hexwright.sanitize.svg_checks import inspect_svg
from hexwright.vassal.codec.module_archive import ArchiveError

if TYPE_CHECKING:
    from PIL import Image

_SAMPLE: Final = 48
"""Width in pixels at which the transparency of a drawing is measured."""


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
    data = read_image_bytes(module, name)
    try:
        whole = module.drawing_parts.inside(data) if data is not None else None
        if whole is None:
            return None
        seen = inspect_svg(whole, DESIGNER_ART_LIMITS)
        # Other fonts change nothing of what was found.
        return None if seen.refusals else SvgDrawing(with_our_fonts(whole).decode(), seen)
    except ValueError:
        return None


def open_rgba(png: bytes) -> Image.Image:
    """Return a PNG of ours as RGBA."""
    from PIL import Image

    return Image.open(BytesIO(png)).convert("RGBA")


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
    picture = shared_image(module, name, most, _SAMPLE)
    if picture is None:
        return 0.0
    alphas = picture.getchannel("A").histogram()
    return sum(alpha * n for alpha, n in enumerate(alphas)) / (255 * picture.width * picture.height)
