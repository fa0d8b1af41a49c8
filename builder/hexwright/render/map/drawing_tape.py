"""Draw once and show in many windows: a tape keeps what a window shows, a fan draws on several canvases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Halo, Path, Stamped, Style
from hexwright.render.fonts import FontFace


@dataclass(slots=True)
class DrawingTape:
    """A canvas that keeps what is drawn, so that another canvas can show it later."""

    operations: list[Callable[[Canvas], None]] = field(default_factory=list)

    def path(self, path: Path, style: Style) -> None:
        """Keep a path."""
        self.operations.append(lambda canvas: canvas.path(path, style))

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Keep stamps."""
        kept = tuple(stamped)
        self.operations.append(lambda canvas: canvas.stamps(kept))

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
        """Keep a line of text."""
        self.operations.append(
            lambda canvas: canvas.text(
                at, text, face, size, fill, anchor=anchor, rotation=rotation, spacing=spacing, halo=halo
            )
        )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Keep a picture."""
        self.operations.append(lambda canvas: canvas.image(box, data, cover=cover, soft=soft))

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Keep everything that is drawn inside the `with` block as one group."""
        inner = DrawingTape()
        outer, self.operations = self.operations, inner.operations
        try:
            yield
        finally:
            self.operations = outer
        if inner.operations:

            def show(canvas: Canvas) -> None:
                with canvas.group(label, clip=clip, opacity=opacity):
                    inner.show(canvas)

            self.operations.append(show)

    def show(self, canvas: Canvas) -> None:
        """Draw what was kept."""
        for operation in self.operations:
            operation(canvas)


@dataclass(frozen=True, slots=True)
class CanvasFan:
    """A canvas that draws everything on several canvases."""

    canvases: tuple[Canvas, ...]

    def path(self, path: Path, style: Style) -> None:
        """Paint a path on each canvas."""
        for canvas in self.canvases:
            canvas.path(path, style)

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps on each canvas."""
        for canvas in self.canvases:
            canvas.stamps(stamped)

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
        """Draw a line of text on each canvas."""
        for canvas in self.canvases:
            canvas.text(
                at, text, face, size, fill, anchor=anchor, rotation=rotation, spacing=spacing, halo=halo
            )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a picture on each canvas."""
        for canvas in self.canvases:
            canvas.image(box, data, cover=cover, soft=soft)

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into one group on each canvas."""
        with ExitStack() as groups:
            for canvas in self.canvases:
                groups.enter_context(canvas.group(label, clip=clip, opacity=opacity))
            yield
