"""Name, draw and rasterise all faces of a counter mix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.model.standard_layouts import STANDARD
from hexwright.render.canvas import Box
from hexwright.render.counters.control_flag import draw_flag
from hexwright.render.counters.counter_background import DESIGN
from hexwright.render.counters.counter_face import counter_size, layout_of
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import PX_PER_INCH, SvgDrawing
from hexwright.render.theme import Theme


@dataclass(frozen=True, slots=True)
class FaceId:
    """One face of a unit or marker: the counter's id, and the face's number from 1."""

    counter: Unit | Marker
    index: int

    @property
    def file(self) -> str:
        """Return the file name of the face's picture, such as `unit-german-xxiv-1.png` or
        `marker-turn-2.png`.
        """
        kind = "unit" if isinstance(self.counter, Unit) else "marker"
        return f"{kind}-{self.counter.id}-{self.index + 1}.png"


def counter_faces(game: Game) -> Iterator[FaceId]:
    """Yield every face of the counter mix: units first, in the order of the data."""
    for unit in game.counters.units:
        for index in range(len(unit.steps)):
            yield FaceId(unit, index)
    for marker in game.counters.markers:
        for index in range(len(marker.faces)):
            yield FaceId(marker, index)


def counter_face_svg(game: Game, face: FaceId, theme: Theme, art: Art = NO_ART) -> str:
    """Return one face as an SVG document of the counter's printed size; the same input always gives the same
    string.

    `art` contains the pictures that the data name. On screens, a control marker is drawn as a flag so that
    it doesn't hide what is below it. On paper it is an ordinary counter.
    """
    size = counter_size(game, face.counter, face.index)
    canvas = SvgCanvas(*size)
    box = Box(0, 0, *size)
    if isinstance(face.counter, Unit):
        draw_unit_face(canvas, game, face.counter, face.index, theme, box, art=art)
    elif (
        (shown := face.counter.faces[face.index]).symbol == "control"
        and not shown.picture
        and layout_of(game, face.counter, face.index).id == STANDARD
    ):
        draw_flag(canvas, game.info.side(shown.side) if shown.side else None, theme, box)
    else:
        draw_marker_face(canvas, game, face.counter, face.index, theme, box, art=art)
    return canvas.to_svg()


def counter_svgs(game: Game, theme: Theme, art: Art = NO_ART) -> dict[str, str]:
    """Return every face as an SVG document, keyed by the file name of its picture."""
    return {face.file: counter_face_svg(game, face, theme, art) for face in counter_faces(game)}


def counter_pictures(game: Game, theme: Theme, px: int = 150, art: Art = NO_ART) -> dict[str, bytes]:
    """Return every face as a PNG with transparent corners, keyed by file name; a square counter of the usual
    size has `px` by `px` pixels.
    """
    return raster_faces(counter_svgs(game, theme, art), px, game.counters.sheet.counter_mm)


def raster_faces(svgs: Mapping[str, str], px: int, edge: float = DESIGN) -> dict[str, bytes]:
    """Rasterise SVG documents to PNGs with `px` pixels for `edge` mm; the keys stay the same.

    Each face is rasterised separately. On a common sheet, the pixels at the edges of a face would depend on
    its position. A build that redraws one changed counter could then differ from a full build.
    """
    return {name: _raster(svg, px / edge) for name, svg in svgs.items()}


def _raster(svg: str, px_per_mm: float) -> bytes:
    drawing = SvgDrawing(svg)
    width = max(1, round(drawing.width / PX_PER_INCH * 25.4 * px_per_mm))
    return drawing.band(width, 0, drawing.height_at(width))
