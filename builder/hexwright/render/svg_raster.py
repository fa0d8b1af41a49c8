"""Rasterise SVG with resvg and only the pinned fonts."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from resvg import render, usvg

from hexwright.render.fonts import FontFace
from hexwright.sanitize import (
    MODULE_PICTURE_LIMITS,
    Refusal,
    RefusalKind,
    SvgInspection,
    inspect_svg,
    svg_size_in_pixels,
)

PX_PER_INCH: Final = 96.0
"""Pixels of an SVG document to the inch of paper."""
_CLEAR: Final = (0, 0, 0, 0)


_OF_THREAD: Final = threading.local()


def _options() -> usvg.Options:
    """Return the parser options: 96 dpi, and only the pinned fonts.

    The fonts are loaded once in each thread, because the renderer's objects can't move to another.
    """
    found: usvg.Options | None = getattr(_OF_THREAD, "options", None)
    if found is None:
        found = _OF_THREAD.options = _new_options()
    return found


def _new_options() -> usvg.Options:
    options = usvg.Options.default()
    options.dpi = PX_PER_INCH
    options.font_family = "Source Sans Pro"
    options.resources_dir = os.devnull
    for face in FontFace:
        # A font passed as a file is opened again for every text.
        options.load_font_data(face.path.read_bytes())
    return options


class SvgDrawing:
    """An SVG document that is parsed once and can be rasterised any number of times.

    A document that refers to files is invalid, because the renderer would open any of these files. Parsing
    or rasterising an invalid document raises ValueError.
    """

    def __init__(self, svg: str, seen: SvgInspection | None = None) -> None:
        """Parse a document; `seen` are the findings in it, if `inspect_svg` was called already."""
        seen = seen or inspect_svg(svg.encode(), MODULE_PICTURE_LIMITS)
        unsafe = seen.of(RefusalKind.UNSAFE)
        if unsafe:
            raise ValueError(f"the drawing {unsafe[0].reason}")
        with _no_panic():
            self._tree = usvg.Tree.from_str(svg, _options())
            whole = self._tree.int_size()
        told = svg_size_in_pixels(seen.root)
        # The renderer rounds its size to whole pixels, which would draw a counter of 45.35 too large.
        exact = None if isinstance(told, Refusal) else told
        if exact is None or any(abs(a - b) > 1 for a, b in zip(exact, whole, strict=True)):
            exact = (float(whole[0]), float(whole[1]))
        self.width, self.height = exact

    def height_at(self, px_width: int) -> int:
        """Return the height in pixels of a picture `px_width` pixels wide."""
        return max(1, math.floor(round(self.height * px_width / self.width, 3) + 0.5))

    def band(self, px_width: int, top: int, rows: int) -> bytes:
        """Return some rows of the picture as PNG.

        The picture is `px_width` pixels wide; the result has `rows` rows from row `top`.
        """
        scale = px_width / self.width
        with _no_panic():
            return render(
                self._tree, (scale, 0, 0, 0, scale, -top), bg_size=(px_width, rows), bg_color=_CLEAR
            )

    def whole(self, px_width: int) -> bytes:
        """Return the picture as PNG, `px_width` pixels wide."""
        return self.band(px_width, 0, self.height_at(px_width))


def rasterise(svg: str, px_width: int) -> bytes:
    """Return an SVG document as PNG, `px_width` pixels wide; raise ValueError if it is invalid."""
    return SvgDrawing(svg).whole(px_width)


@contextmanager
def _no_panic() -> Iterator[None]:
    """Convert panics of the renderer to ValueError.

    They derive from BaseException.
    """
    try:
        yield
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as fault:
        raise ValueError(f"the drawing can't be rendered: {fault}") from None
