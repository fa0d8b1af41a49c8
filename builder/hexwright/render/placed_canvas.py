"""Draw at another place and size: a canvas that moves, scales and turns what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Halo, Path, Stamped, Style, paint_stamps
from hexwright.render.fonts import FontFace
from hexwright.render.map.drawing_tape import DrawingTape
from hexwright.render.pdf_flattening import PLAIN, Placement


class PlacingCanvas(Canvas, Protocol):
    """A canvas that places what is drawn, and shows drawings by their names."""

    def placed(self, turn: Placement) -> AbstractContextManager[None]:
        """Rotate, scale and move everything that is drawn inside the `with` block."""

    def drawing(self, name: str, turn: Placement = PLAIN) -> None:
        """Show a drawing that was stored under a name."""


class PlacedCanvas:
    """A canvas that places what is drawn on another canvas; its drawings are kept on tapes."""

    def __init__(self, canvas: Canvas, drawings: Mapping[str, DrawingTape]) -> None:
        self._canvas, self._drawings = canvas, drawings
        self._turn = PLAIN

    def path(self, path: Path, style: Style) -> None:
        """Paint a path."""
        scale = self._turn.scale
        dash = tuple(one * scale for one in style.dash)
        self._canvas.path(self._turn.path(path), replace(style, width=style.width * scale, dash=dash))

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps, placed like everything else."""
        paint_stamps(self, stamped)

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
        """Draw one line of text."""
        turn = self._turn
        self._canvas.text(
            turn.apply(at),
            text,
            face,
            size * turn.scale,
            fill,
            anchor=anchor,
            rotation=rotation + turn.degrees,
            spacing=spacing * turn.scale,
            halo=halo and replace(halo, width=halo.width * turn.scale),
        )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a picture; it isn't turned."""
        corners = (Point(box.x, box.y), Point(box.right, box.bottom))
        self._canvas.image(Box.around(map(self._turn.apply, corners)), data, cover=cover, soft=soft)

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into one group."""
        clipped = None if clip is None else self._turn.path(clip)
        with self._canvas.group(label, clip=clipped, opacity=opacity):
            yield

    @contextmanager
    def placed(self, turn: Placement) -> Iterator[None]:
        """Rotate, scale and move everything that is drawn inside the `with` block."""
        outer = self._turn
        self._turn = turn.then(outer)
        try:
            yield
        finally:
            self._turn = outer

    def drawing(self, name: str, turn: Placement = PLAIN) -> None:
        """Show what a tape has kept under a name."""
        with self.placed(turn):
            self._drawings[name].show(self)
