"""Draw on a canvas that becomes an SVG document. The document is written by svgwrite."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree

import svgwrite
from svgwrite.base import BaseElement

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Colour, Halo, Path, Stamped, Style
from hexwright.render.designer_pictures import embeddable
from hexwright.render.fonts import FontFace


@lru_cache(maxsize=1 << 12)
def number(value: float) -> str:
    """Format a length with at most three decimals and no negative zero."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


_SEGMENTS: Final = {
    "M": "M%.3f,%.3f",
    "L": "L%.3f,%.3f",
    "C": "C%.3f,%.3f %.3f,%.3f %.3f,%.3f",
    "Z": "Z",
}
_SOFT: Final = "image-rendering:smooth"
"""Linear instead of cubic: soft pictures look the same, and are drawn in three quarters of the time."""
_NEEDLESS: Final = re.compile(r"(?<=\.[0-9][1-9])0|(?<=\.[1-9])00")
"""Trailing zeros of numbers with three decimals."""


def path_data(path: Path) -> str:
    """Return a path as SVG path data. Numbers have the same format as in `number`.

    A map has half a million numbers, so all are formatted in one operation, and trailing zeros are removed
    afterwards.
    """
    form = "".join([_SEGMENTS[segment.kind] for segment in path.segments])
    text = form % tuple([at for segment in path.segments for p in segment.points for at in (p.x, p.y)])
    return _NEEDLESS.sub("", text.replace("-0.000", "0.000").replace(".000", ""))


class _Written(BaseElement):  # type: ignore[misc]
    """An element that holds its XML. svgwrite checks and copies what it makes itself, which is slow."""

    def __init__(self, name: str, attributes: Mapping[str, str], text: str = "") -> None:
        self._xml = ElementTree.Element(
            name, {key: value for key, value in sorted(attributes.items()) if value}
        )
        self._xml.text = text or None

    def refer_to(self, places: Sequence[tuple[str, Point]]) -> None:
        """Add references to elements of the document, each at its point."""
        for name, at in places:
            reference = {"xlink:href": f"#{name}", "x": f"{at.x:.2f}", "y": f"{at.y:.2f}"}
            ElementTree.SubElement(self._xml, "use", reference)

    def get_xml(self) -> ElementTree.Element:
        """Return the element."""
        return self._xml


class _Group(_Written):
    """A group of elements, which may still change until the document is written."""

    def __init__(self, attributes: Mapping[str, str]) -> None:
        super().__init__("g", attributes)
        self.elements: list[BaseElement] = []

    def add(self, element: BaseElement) -> None:
        """Put an element at the end of the group."""
        self.elements.append(element)

    def get_xml(self) -> ElementTree.Element:
        """Return the group with its elements."""
        self._xml[:] = [element.get_xml() for element in self.elements]
        return self._xml


class SvgCanvas:
    """A canvas of a given size in mm that produces an SVG document.

    One user unit of the document is one mm.
    """

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self.width = width
        self.height = height
        self._drawing = svgwrite.Drawing(
            size=(f"{number(width)}mm", f"{number(height)}mm"),
            viewBox=f"0 0 {number(width)} {number(height)}",
            debug=False,
        )
        if title:
            self._drawing.set_desc(title=title)
        self._open: list[BaseElement] = [self._drawing]
        self._clips = 0
        self._images: dict[tuple[bytes, str, str, bool], tuple[BaseElement, Point]] = {}
        self._stamps: set[str] = set()

    def path(self, path: Path, style: Style) -> None:
        """Paint a path with a fill, a stroke or both."""
        options = {"d": path_data(path), "fill": style.fill or "none"}
        if style.stroke is not None:
            options["stroke"] = style.stroke
            options["stroke-width"] = number(style.width)
            if style.cap != "butt":
                options["stroke-linecap"] = style.cap
            if style.join != "miter":
                options["stroke-linejoin"] = style.join
            if style.dash:
                options["stroke-dasharray"] = " ".join(number(d) for d in style.dash)
        if style.opacity < 1:
            # A plain fill or stroke needs no group opacity, which is slow to rasterise.
            key = "opacity"
            if style.stroke is None:
                key = "fill-opacity"
            elif style.fill is None:
                key = "stroke-opacity"
            options[key] = number(style.opacity)
        if style.even_odd:
            options["fill-rule"] = "evenodd"
        self._open[-1].add(_Written("path", options))

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps. Each is defined once in the document, however often it is shown."""
        for stamp, _ in stamped:
            if stamp.name not in self._stamps:
                self._stamps.add(stamp.name)
                self._open.append(_Group({"id": stamp.name}))
                for path, style in stamp.parts:
                    self.path(path, style)
                self._drawing.defs.add(self._open.pop())
        if stamped:
            uses = _Written("g", {})
            uses.refer_to([(stamp.name, at) for stamp, at in stamped])
            self._open[-1].add(uses)

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
        font = face.value
        options = {
            "x": number(at.x),
            "y": number(at.y),
            "font-family": font.family,
            "font-size": number(size),
            "fill": fill,
        }
        if font.weight != 400:
            options["font-weight"] = str(font.weight)
        if font.style != "normal":
            options["font-style"] = font.style
        if anchor != "start":
            options["text-anchor"] = anchor
        if spacing:
            options["letter-spacing"] = number(spacing)
        if rotation:
            options["transform"] = f"rotate({number(rotation)} {number(at.x)} {number(at.y)})"
        if halo is not None:
            # The outline is a separate text below, because not all renderers support paint-order.
            under = {
                "fill": halo.colour,
                "stroke": halo.colour,
                "stroke-width": number(halo.width * 2),
                "stroke-linejoin": "round",
                "aria-hidden": "true",
            }
            self._open[-1].add(_Written("text", options | under, text))
        self._open[-1].add(_Written("text", options, text))

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Embed a picture in the document. A repeated picture is embedded only once."""
        known = (data, number(box.width), number(box.height), cover)
        if known in self._images:
            first, corner = self._images[known]
            first.attribs.setdefault("id", f"picture{list(self._images).index(known) + 1}")
            again = self._drawing.use(
                f"#{first.attribs['id']}", insert=(number(box.x - corner.x), number(box.y - corner.y))
            )
            self._open[-1].add(again)
            return
        kind, content = embeddable(data)
        element = self._drawing.image(
            href=f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}",
            insert=(number(box.x), number(box.y)),
            size=(number(box.width), number(box.height)),
        )
        if cover:
            element.attribs["preserveAspectRatio"] = "xMidYMid slice"
        if soft:
            element.attribs["style"] = _SOFT
        self._images[known] = (element, Point(box.x, box.y))
        self._open[-1].add(element)

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into a `<g>` element whose class is the
        label.
        """
        attributes = {"class": label}
        if opacity < 1:
            attributes["opacity"] = number(opacity)
        if clip is not None:
            self._clips += 1
            holder = self._drawing.clipPath(id=f"clip{self._clips}")
            holder.add(self._drawing.path(d=path_data(clip)))
            self._drawing.defs.add(holder)
            attributes["clip-path"] = f"url(#clip{self._clips})"
        element = _Group(attributes)
        self._open[-1].add(element)
        self._open.append(element)
        try:
            yield
        finally:
            self._open.pop()

    def to_svg(self) -> str:
        """Return the document as a string. The same drawing always gives the same string."""
        # `tostring` of svgwrite would encode each attribute to bytes, and decode all.
        return ElementTree.tostring(self._drawing.get_xml(), encoding="unicode")
