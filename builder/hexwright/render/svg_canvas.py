"""Draw on a canvas that becomes an SVG document."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Colour, Halo, Path, Stamped, Style
from hexwright.render.designer_pictures import embeddable
from hexwright.render.fonts import FontFace


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


_NAMESPACES: Final = {
    "baseProfile": "full",
    "version": "1.1",
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}


_ESCAPED: Final = re.compile('[&<>"\r\n\t]')
_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
)
_TEXT_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


@dataclass(slots=True)
class _Element:
    """An element whose attributes or children may still change; the others are written at once."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Element | str] = field(default_factory=list)

    def write(self, to: list[str]) -> None:
        """Append the element to the pieces of a document."""
        if not self.children:
            to.append(f"<{self.name}{_written(self.attributes)} />")
            return
        to.append(f"<{self.name}{_written(self.attributes)}>")
        for child in self.children:
            if isinstance(child, str):
                to.append(child)
            else:
                child.write(to)
        to.append(f"</{self.name}>")


def _written(attributes: Mapping[str, str]) -> str:
    """Return attributes in alphabetical order as they are written; empty ones are omitted."""
    return "".join(
        [
            f' {key}="{value.translate(_ESCAPES) if _ESCAPED.search(value) else value}"'
            for key, value in sorted(attributes.items())
            if value
        ]
    )


def _text(attributes: Mapping[str, str], text: str) -> str:
    inside = f">{text.translate(_TEXT_ESCAPES)}</text>" if text else " />"
    return f"<text{_written(attributes)}{inside}"


class SvgCanvas:
    """A canvas of a given size in mm that produces an SVG document.

    One user unit of the document is one mm.
    """

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self.width = width
        self.height = height
        size = {
            "width": f"{number(width)}mm",
            "height": f"{number(height)}mm",
            "viewBox": f"0 0 {number(width)} {number(height)}",
        }
        self._definitions = _Element("defs")
        self._root = _Element("svg", _NAMESPACES | size)
        if title:
            self._root.children.append(f"<title>{title.translate(_TEXT_ESCAPES)}</title>")
        self._root.children.append(self._definitions)
        self._open = [self._root]
        self._clips = 0
        self._images: dict[tuple[bytes, str, str, bool], tuple[_Element, Point]] = {}
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
        self._add(f"<path{_written(options)} />")

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps. Each is defined once in the document, however often it is shown."""
        for stamp, _ in stamped:
            if stamp.name not in self._stamps:
                self._stamps.add(stamp.name)
                self._open.append(_Element("g", {"id": stamp.name}))
                for path, style in stamp.parts:
                    self.path(path, style)
                self._definitions.children.append(self._open.pop())
        if stamped:
            shown = [
                f'<use xlink:href="#{stamp.name}" x="{at.x:.2f}" y="{at.y:.2f}" />' for stamp, at in stamped
            ]
            self._open[-1].children.append(_Element("g", {}, [*shown]))

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
            self._add(_text(options | under, text))
        self._add(_text(options, text))

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Embed a picture in the document. A repeated picture is embedded only once."""
        known = (data, number(box.width), number(box.height), cover)
        if known in self._images:
            first, corner = self._images[known]
            name = first.attributes.setdefault("id", f"picture{list(self._images).index(known) + 1}")
            moved = {"x": number(box.x - corner.x), "y": number(box.y - corner.y)}
            self._add(f"<use{_written({'xlink:href': f'#{name}'} | moved)} />")
            return
        kind, content = embeddable(data)
        element = _Element(
            "image",
            {
                "xlink:href": f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}",
                "x": number(box.x),
                "y": number(box.y),
                "width": number(box.width),
                "height": number(box.height),
            },
        )
        if cover:
            element.attributes["preserveAspectRatio"] = "xMidYMid slice"
        self._images[known] = (element, Point(box.x, box.y))
        self._open[-1].children.append(element)

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into a `<g>` element whose class is the
        label.
        """
        element = _Element("g", {"class": label})
        if opacity < 1:
            element.attributes["opacity"] = number(opacity)
        if clip is not None:
            self._clips += 1
            holder = f'<clipPath id="clip{self._clips}"><path d="{path_data(clip)}" /></clipPath>'
            self._definitions.children.append(holder)
            element.attributes["clip-path"] = f"url(#clip{self._clips})"
        self._open[-1].children.append(element)
        self._open.append(element)
        try:
            yield
        finally:
            self._open.pop()

    def _add(self, written: str) -> None:
        self._open[-1].children.append(written)

    def to_svg(self) -> str:
        """Return the document as a string. The same drawing always gives the same string."""
        pieces: list[str] = []
        self._root.write(pieces)
        return "".join(pieces)
