"""Pictures of counters are square files."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image


def squared(picture: Image.Image) -> Image.Image:
    """Return a picture in the middle of a transparent square."""
    from PIL import Image

    edge = max(picture.size)
    if picture.size == (edge, edge):
        return picture
    whole = Image.new("RGBA", (edge, edge))
    whole.paste(picture, ((edge - picture.width) // 2, (edge - picture.height) // 2))
    return whole


def png_bytes(picture: Image.Image) -> bytes:
    """Return a picture as PNG."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()
