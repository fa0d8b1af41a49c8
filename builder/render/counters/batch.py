"""Raster many counter faces at once.

One call of the rasteriser costs more than a hundred faces (it reads the fonts), so faces are
composed on one sheet of whole pixels, drawn in one call and cut apart.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from lxml import etree
from PIL import Image

from builder.model.counters import Marker, Unit
from builder.model.game import Game
from builder.render.canvas import Box
from builder.render.counters.face import draw_unit_face
from builder.render.counters.markers import draw_marker_face
from builder.render.svg import SvgCanvas, number, rasterise
from builder.render.theme import Theme

SVG = "http://www.w3.org/2000/svg"
MAX_SHEET_PIXELS = 12_000_000
NO_ART: Mapping[str, bytes] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FaceId:
    """A face of a unit or a marker: what it belongs to, and its number from 1."""

    counter: Unit | Marker
    index: int

    @property
    def file(self) -> str:
        """Return the name of its picture: `unit-german-xxiv-1.png`, `marker-turn-2.png`."""
        kind = "unit" if isinstance(self.counter, Unit) else "marker"
        return f"{kind}-{self.counter.id}-{self.index + 1}.png"


def counter_faces(game: Game) -> Iterator[FaceId]:
    """Yield every face of the counter mix, units first, in the order of the data."""
    for unit in game.counters.units:
        for index in range(len(unit.steps)):
            yield FaceId(unit, index)
    for marker in game.counters.markers:
        for index in range(len(marker.faces)):
            yield FaceId(marker, index)


def counter_face_svg(game: Game, face: FaceId, theme: Theme, art: Mapping[str, bytes] = NO_ART) -> str:
    """Return one face as an SVG document of the counter's printed size; the same input, the same text.

    `art` holds the pictures that units name, by that name.
    """
    edge = game.counters.sheet.counter_mm
    canvas = SvgCanvas(edge, edge)
    box = Box(0, 0, edge, edge)
    if isinstance(face.counter, Unit):
        picture = art.get(face.counter.art) if face.counter.art else None
        draw_unit_face(canvas, game, face.counter, face.index, theme, box, art=picture)
    else:
        draw_marker_face(canvas, game, face.counter, face.index, theme, box)
    return canvas.to_svg()


def counter_svgs(game: Game, theme: Theme, art: Mapping[str, bytes] = NO_ART) -> dict[str, str]:
    """Return every face as an SVG document, by the file name of its picture."""
    return {face.file: counter_face_svg(game, face, theme, art) for face in counter_faces(game)}


def counter_pictures(
    game: Game, theme: Theme, px: int = 150, art: Mapping[str, bytes] = NO_ART
) -> dict[str, bytes]:
    """Return every face as a PNG of `px` by `px` pixels with clear corners, by file name."""
    return raster_faces(counter_svgs(game, theme, art), px)


def raster_faces(svgs: Mapping[str, str], px: int) -> dict[str, bytes]:
    """Raster square SVG documents to PNGs of `px` by `px` pixels; the keys are kept."""
    pictures: dict[str, bytes] = {}
    names = iter(svgs)
    room = max(1, MAX_SHEET_PIXELS // (px * px))
    while batch := list(islice(names, room)):
        sheet = _sheet([svgs[name] for name in batch], px)
        across = _across(len(batch))
        for place, name in enumerate(batch):
            left, top = place % across * px, place // across * px
            out = io.BytesIO()
            sheet.crop((left, top, left + px, top + px)).save(out, "PNG", compress_level=6)
            pictures[name] = out.getvalue()
    return pictures


def _across(count: int) -> int:
    """Return how many faces stand in a row of a sheet."""
    return min(count, 16)


def _sheet(svgs: list[str], px: int) -> Image.Image:
    """Compose documents on one sheet, a cell of `px` units each, and raster it."""
    across = _across(len(svgs))
    down = -(-len(svgs) // across)
    root = etree.Element(f"{{{SVG}}}svg")
    root.set("viewBox", f"0 0 {across * px} {down * px}")
    root.set("width", str(across * px))
    root.set("height", str(down * px))
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    for place, svg in enumerate(svgs):
        face = etree.fromstring(svg.encode("utf-8"), parser)
        scale = px / float(face.get("viewBox", "0 0 1 1").split()[2])
        cell = etree.SubElement(root, f"{{{SVG}}}g")
        cell.set(
            "transform",
            f"translate({place % across * px} {place // across * px}) scale({number(scale)})",
        )
        _own_ids(face, f"face{place}-")
        cell.extend(list(face))
    png = rasterise(etree.tostring(root, encoding="unicode"), across * px)
    return Image.open(io.BytesIO(png)).convert("RGBA")


def _own_ids(face: etree._Element, prefix: str) -> None:
    """Give the ids of a document a prefix, for many documents come together."""
    for element in face.iter():
        if "id" in element.attrib:
            element.set("id", prefix + str(element.get("id")))
        clip = str(element.get("clip-path", ""))
        if clip.startswith("url(#"):
            element.set("clip-path", f"url(#{prefix}{clip[5:]}")
