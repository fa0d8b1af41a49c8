"""Clip drawings to a box geometrically.

A clip in SVG would need a layer as large as the sheet.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Halo, Path, Stamped, Style, paint_stamps
from hexwright.render.fonts import FontFace
from hexwright.render.map.drawing_tape import DrawingTape
from hexwright.render.map.ground_picture import JPEG_OPTIONS
from hexwright.render.map.hex_regions import clip_polygon, combine_paths
from hexwright.render.recording_canvas import text_box
from hexwright.sanitize import decode_raster, is_lossy, is_raster

if TYPE_CHECKING:
    from PIL import Image

_PIECES = 10
"""Number of straight segments that approximate a curve."""
_PARTLY = 0.5
"""Pictures of which a smaller share is visible are cropped."""
_NEAR = 15.0
"""A path that extends at most this far beyond a window, in mm, isn't clipped."""


class ClippedCanvas:
    """A canvas that draws only the parts of paths inside a box, and no text.

    Strokes end square at the box, so they can extend beyond it by up to half their width.
    """

    def __init__(self, canvas: Canvas, box: Box) -> None:
        self._canvas = canvas
        self._box = box

    def path(self, path: Path, style: Style) -> None:
        """Paint the part of a path that lies inside the box."""
        parts = list(path.flattened(_PIECES))
        if style.fill is not None:
            rings = [ring for points, _ in parts if len(ring := clip_polygon(points, self._box)) > 2]
            if rings:
                shape = combine_paths(Path.line(ring, closed=True) for ring in rings)
                self._canvas.path(shape, replace(style, stroke=None))
        if style.stroke is not None:
            runs = [
                run
                for points, closed in parts
                for run in _cut_line([*points, points[0]] if closed else points, self._box)
            ]
            if runs:
                self._canvas.path(combine_paths(Path.line(run) for run in runs), replace(style, fill=None))

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show the stamps inside the box, and the parts inside it of those that cross its edge."""
        whole: list[Stamped] = []
        for stamp, at in stamped:
            box = stamp.box_at(at)
            if self._box.holds(box):
                whole.append((stamp, at))
            elif self._box.overlaps(box):
                self._canvas.stamps(whole)
                whole = []
                paint_stamps(self, [(stamp, at)])
        self._canvas.stamps(whole)

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Do nothing: this canvas draws no text."""

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a picture unless it lies completely outside the box.

        Of a large picture of pixels, only the part inside the box is drawn. Otherwise the clip of the
        picture's group cuts off the rest.
        """
        wide = min(box.right, self._box.right) - max(box.x, self._box.x)
        high = min(box.bottom, self._box.bottom) - max(box.y, self._box.y)
        if wide <= 0 or high <= 0:
            return
        if not cover and wide * high < _PARTLY * box.width * box.height and is_raster(data):
            box, data = _cut_picture(box, data, self._box)
        self._canvas.image(box, data, cover=cover, soft=soft)

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into one named group, clipped to the box."""
        if clip is not None:
            rings = [clip_polygon(points, self._box) for points, _ in clip.flattened(_PIECES)]
            clip = combine_paths(Path.line(ring, closed=True) for ring in rings if len(ring) > 2)
        with self._canvas.group(label, clip=clip, opacity=opacity):
            yield


@dataclass(frozen=True, slots=True)
class SplitPath:
    """A path with its box, and its subpaths, each with its own box. It is split once for many windows."""

    whole: Path
    box: Box
    parts: tuple[tuple[Path, Box], ...]

    @classmethod
    def of(cls, path: Path) -> SplitPath:
        """Return a path split into subpaths."""
        starts = [n for n, segment in enumerate(path.segments) if segment.kind == "M"]
        ends = [*starts[1:], len(path.segments)]
        parts = [Path(path.segments[start:end]) for start, end in zip(starts, ends, strict=True)]
        boxed = tuple((part, part.box) for part in parts)
        box = Box.around(p for _, one in boxed for p in (Point(one.x, one.y), Point(one.right, one.bottom)))
        return cls(path, box, boxed)


class WindowCanvas(ClippedCanvas):
    """A canvas that omits everything outside a window. Text and dashed lines aren't cut.

    Of a path only the subpaths in the window are painted, and only those that extend far beyond it are cut
    here. The caller must clip everything else.
    """

    @property
    def box(self) -> Box:
        """Return the window."""
        return self._box

    def path(self, path: Path, style: Style) -> None:
        """Paint the visible part of a path; paint nothing if the whole path is outside the window."""
        if path.segments:
            self.split_path(SplitPath.of(path), style)

    def split_path(self, path: SplitPath, style: Style) -> None:
        """Paint the visible part of a path that is split into subpaths."""
        wide = style.width / 2 if style.stroke is not None else 0.0
        seen, near = self._box.inset(-wide), self._box.inset(-_NEAR - wide)
        if not path.box.overlaps(seen):
            return
        if near.holds(path.box):
            self._canvas.path(path.whole, style)
            return
        whole = [part for part, box in path.parts if near.holds(box) and box.overlaps(seen)]
        far = [part for part, box in path.parts if not near.holds(box) and box.overlaps(seen)]
        if style.stroke is not None and style.dash:
            whole, far = whole + far, []
        if whole:
            self._canvas.path(combine_paths(whole), style)
        if far:
            super().path(combine_paths(far), style)

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Draw a line of text if any part of it is visible in the window."""
        reach = 0.0 if halo is None else halo.width
        if text_box(at, text, face, size, anchor, rotation, spacing).inset(-reach).overlaps(self._box):
            self._canvas.text(
                at, text, face, size, fill, anchor=anchor, rotation=rotation, spacing=spacing, halo=halo
            )


class FramedCanvas(WindowCanvas):
    """A window that also omits names that its frame would cut or that are covered, some texts, and symbols.

    A name of several pieces, such as the letters along a river, is drawn whole or not at all.
    """

    def __init__(
        self,
        canvas: Canvas,
        box: Box,
        smallest: float,
        omitted: Collection[str],
        covered: Sequence[Box] = (),
        margins: tuple[float, float] = (0.0, 0.0),
        misleads: Callable[[str, Box], bool] | None = None,
    ) -> None:
        """Draw on a canvas what a box shows, without text below `smallest` mm, without `omitted` texts, and
        without names that touch a `covered` box or the margins at the sides, above and below.

        `misleads` tells by its label and its box whether a name would be taken for that of another place.
        """
        super().__init__(canvas, box)
        aside, above = margins
        self._inner = Box(box.x + aside, box.y + above, box.width - 2 * aside, box.height - 2 * above)
        self._smallest, self._omitted, self._covered = smallest, omitted, covered
        self._misleads = misleads
        self._name: DrawingTape | None = None
        self._fits = True
        self.lettered: list[Box] = []
        """Where text was drawn."""
        self.names: list[str] = []
        """The names that were drawn."""
        self._pieces: list[Box] = []
        self._letters = ""

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Draw a line of text that lies in the window as a whole and can be read."""
        if text in self._omitted or size < self._smallest - 1e-6:
            self._fits = False
            return
        lies = text_box(at, text, face, size, anchor, rotation, spacing)
        if not self._inner.holds(lies) or any(box.overlaps(lies) for box in self._covered):
            self._fits = False
            return
        (self.lettered if self._name is None else self._pieces).append(lies)
        self._letters += text
        (self._name or self._canvas).text(
            at, text, face, size, fill, anchor=anchor, rotation=rotation, spacing=spacing, halo=halo
        )

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything into one group; the pieces of a name are drawn only if all of them fit.

        Symbols, such as those of set-ups, aren't drawn: they mark hexes where counters stand or would be cut.
        """
        if label.startswith("symbols:"):
            shown, self._canvas = self._canvas, DrawingTape()
            yield
            self._canvas = shown
            return
        with super().group(label, clip=clip, opacity=opacity):
            if not label.startswith("label:"):
                yield
                return
            self._name, self._fits, self._pieces, self._letters = DrawingTape(), True, [], ""
            yield
            pieces, self._name = self._name, None
            if self._misleads is not None and self._pieces:
                corners = ((Point(box.x, box.y), Point(box.right, box.bottom)) for box in self._pieces)
                self._fits &= not self._misleads(label, Box.around(at for pair in corners for at in pair))
            if self._fits:
                pieces.show(self._canvas)
                self.lettered += self._pieces
                self.names.append(self._letters)


class WindowFan:
    """A canvas that draws everything in many windows; only windows that show a thing are asked to."""

    def __init__(self, windows: Sequence[WindowCanvas]) -> None:
        self._windows = windows
        self._edges = [(w.box.x, w.box.y, w.box.right, w.box.bottom, w) for w in windows]

    def _near(self, box: Box) -> list[WindowCanvas]:
        """Return the windows that a box overlaps."""
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        return [w for a, b, c, d, w in self._edges if a < right and c > x and b < bottom and d > y]

    def path(self, path: Path, style: Style) -> None:
        """Paint a path in the windows that show a part of it."""
        if not self._windows or not path.segments:
            return
        split = SplitPath.of(path)
        for window in self._near(split.box.inset(-style.width)):
            window.split_path(split, style)

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps in the windows that show a part of them."""
        if not self._windows:
            return
        seen: dict[int, tuple[WindowCanvas, list[Stamped]]] = {}
        for stamp, at in stamped:
            for window in self._near(stamp.box_at(at)):
                seen.setdefault(id(window), (window, []))[1].append((stamp, at))
        for window, found in seen.values():
            window.stamps(found)

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Draw a line of text in the windows that show a part of it."""
        reach = 0.0 if halo is None else halo.width
        for window in self._near(text_box(at, text, face, size, anchor, rotation, spacing).inset(-reach)):
            window.text(
                at, text, face, size, fill, anchor=anchor, rotation=rotation, spacing=spacing, halo=halo
            )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a picture in the windows that show a part of it."""
        for window in self._near(box):
            window.image(box, data, cover=cover, soft=soft)

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into one group in each window."""
        with ExitStack() as groups:
            for window in self._windows:
                groups.enter_context(window.group(label, clip=clip, opacity=opacity))
            yield


@lru_cache(maxsize=1)
def _decoded(data: bytes) -> Image.Image:
    """Return a picture; many windows show parts of the same one."""
    return decode_raster(data, opaque=True)


def _cut_picture(box: Box, data: bytes, window: Box) -> tuple[Box, bytes]:
    """Return the part of a picture that a window shows, cut at whole pixels, and its box."""
    picture = _decoded(data)
    across, down = picture.width / box.width, picture.height / box.height
    left, top = max(0, int((window.x - box.x) * across)), max(0, int((window.y - box.y) * down))
    right = min(picture.width, math.ceil((window.right - box.x) * across))
    bottom = min(picture.height, math.ceil((window.bottom - box.y) * down))
    part = picture.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
    buffer = io.BytesIO()
    if is_lossy(data) and part.mode == "RGB":
        part.save(buffer, "JPEG", **JPEG_OPTIONS)
    else:
        part.save(buffer, "PNG")
    shown = Box(box.x + left / across, box.y + top / down, part.width / across, part.height / down)
    return shown, buffer.getvalue()


def _cut_line(line: Sequence[Point], box: Box) -> Iterator[list[Point]]:
    """Yield the parts of a polyline that lie within a box."""
    run: list[Point] = []
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    for start, end in pairwise(line):
        if (
            (start.x < left and end.x < left)
            or (start.x > right and end.x > right)
            or (start.y < top and end.y < top)
            or (start.y > bottom and end.y > bottom)
        ):
            # Most pieces of a long line lie beside the box.
            continue
        part = _cut_piece(start, end, box)
        if part is None:
            continue
        if run and run[-1] != part[0]:
            yield run
            run = []
        run = run or [part[0]]
        run.append(part[1])
        if part[1] != end:
            yield run
            run = []
    if run:
        yield run


def _cut_piece(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """Return the part of a straight line that lies in a box, or None if all of it is outside."""
    part = piece_within(start, end, box)
    if part is None:
        return None
    first, last = part
    return (
        start if first == 0 else start.towards(end, first),
        end if last == 1 else start.towards(end, last),
    )


def piece_within(start: Point, end: Point, box: Box) -> tuple[float, float] | None:
    """Return the part of a straight line in a box, as the start and end shares of its length
    (Liang–Barsky).
    """
    first, last = 0.0, 1.0
    for step, low, high in (
        (end.x - start.x, box.x - start.x, box.right - start.x),
        (end.y - start.y, box.y - start.y, box.bottom - start.y),
    ):
        if step == 0:
            if low > 0 or high < 0:
                return None
            continue
        enter, leave = sorted((low / step, high / step))
        first, last = max(first, enter), min(last, leave)
    return None if first > last else (first, last)
