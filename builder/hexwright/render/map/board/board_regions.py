"""The map's drawing in parts with their places: what one region shows, and where two drawings differ.

A browser is too slow for the SVG of a large map, and so is a renderer that reads all of it for each tile. A
region's document has only the parts of the drawing that may reach into it: whole elements, of a path only
those subpaths, of a picture only those pixels. What is left out can't change a pixel of the region, and a
change elsewhere leaves the document as it is.
"""

from __future__ import annotations

import math
import re
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Final
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from PIL import Image, ImageChops

from hexwright.render.canvas import Box
from hexwright.render.map.board.long_subpaths import LongSubpath
from hexwright.sanitize import MODULE_PICTURE_LIMITS, RefusalKind, decode_raster, inspect_svg, is_raster

LAYERS: Final[Mapping[str, re.Pattern[str]]] = {
    "numbers": re.compile(r"hex-numbers|number-halos"),
    "names": re.compile(r"label:|name-halos"),
    "terrain": re.compile(r"land$|terrain"),
    "grid": re.compile(r"grid$"),
    "rivers": re.compile(r"rivers$|lakes$|banks$"),
    "rails": re.compile(r"rails$"),
    "roads": re.compile(r"roads$"),
    "fronts": re.compile(r"fronts$|work:|fort-ground$|citadel:"),
    "places": re.compile(r"place:|streets$"),
    "symbols": re.compile(r"symbols:"),
}
"""The layers of the map that a page may hide, by the names of their groups in the drawing."""
_CELL: Final = 24.0
"""The edge of the cells by which parts are found, in mm."""
_MOST_CELLS: Final = 400
_UNSEEN: Final = frozenset({"defs", "title", "desc", "metadata"})
"""The elements that paint nothing where they stand."""
_XLINK: Final = "{http://www.w3.org/1999/xlink}href"
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_CLIP: Final = re.compile(r"clip-path=\"url\(#([^()]+)\)")
_SPECIAL: Final = re.compile(r"""[&<>"\s]""")
"""Characters that may need quotes. A map has a quarter of a million attributes without any."""
_SUBPATH: Final = re.compile(r"M[^M]*")
_AROUND: Final = 4
"""The pixels that a region has beyond its part of a picture: a smoothed pixel depends on its neighbours."""
_LONG: Final = 1000
"""The characters from which on a subpath is cut to a region, if it is more than twice as wide or high."""
_MARGIN: Final = 0.5
"""How far from a region a subpath is cut, in mm, beside the width of its stroke."""
_DATA: Final = ";base64,"
_HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '

Span = tuple[float, float, float, float]
"""Left, top, right and bottom, in mm."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of the drawing, in the order of painting: its parts stand between `head` and `tail`."""

    head: str
    tail: str
    groups: tuple[str, ...]
    """The opening tags of the groups around it that change how it looks."""
    layer: str
    parts: tuple[tuple[Span, str], ...]
    named: str = ""
    """The name of the definition that the element shows."""
    picture: _Picture | None = None
    """A picture of which a region shows only a part."""
    cut_to: float | None = None
    """How far from a region its long subpaths may be cut, in mm; None if that would change it."""

    @property
    def filled(self) -> bool:
        """Whether the element is a path with a fill."""
        return ' fill="none"' not in self.head


class _Picture:
    """A picture of pixels in the drawing."""

    def __init__(self, span: Span, data: bytes, style: str | None) -> None:
        self._span, self._data = span, data
        self._style = _attributes({} if style is None else {"style": style})

    @cached_property
    def pixels(self) -> Image.Image:
        """Return the picture, decoded."""
        return decode_raster(self._data, opaque=True)

    def within(self, box: Box) -> str:
        """Return the element that shows the part of the picture that a box shows, cut at whole pixels."""
        left, top, right, bottom = self._span
        wide, high = self.pixels.size
        across, down = wide / (right - left), high / (bottom - top)
        x = max(0, math.floor((box.x - left) * across) - _AROUND)
        y = max(0, math.floor((box.y - top) * down) - _AROUND)
        part = self.pixels.crop(
            (
                x,
                y,
                max(x + 1, min(wide, math.ceil((box.right - left) * across) + _AROUND)),
                max(y + 1, min(high, math.ceil((box.bottom - top) * down) + _AROUND)),
            )
        )
        buffer = BytesIO()
        part.save(buffer, "PNG", compress_level=1)
        place = {
            "x": left + x / across,
            "y": top + y / down,
            "width": part.width / across,
            "height": part.height / down,
        }
        sides = "".join(f' {name}="{value:.6f}"' for name, value in place.items())
        content = b64encode(buffer.getvalue()).decode()
        return f'<image xlink:href="data:image/png;base64,{content}"{self._style}{sides}/>'


class BoardRegions:
    """A map's drawing, of which regions are asked for."""

    def __init__(self, svg: str) -> None:
        """Read a drawing; raise ValueError if it isn't an SVG document."""
        try:
            root = ElementTree.fromstring(svg)
        except ElementTree.ParseError as fault:
            raise ValueError(f"the drawing can't be read: {fault}") from None
        self.width, self.height = map(float, root.get("viewBox", "0 0 1 1").split()[2:])
        self._defs: dict[str, str] = {}
        self._stamps: dict[str, Span] = {}
        for holder in root:
            if _tag(holder) == "defs":
                for one in holder:
                    name = one.get("id", "")
                    self._stamps[name] = _extent(one)
                    self._defs[name] = _written(one)
        self._elements = tuple(self._read(root, (), ""))
        self._cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._wide: list[tuple[int, int]] = []
        self._long: dict[str, LongSubpath] = {}
        for number, element in enumerate(self._elements):
            for n, (span, _) in enumerate(element.parts):
                self._enter(span, (number, n))

    def _enter(self, span: Span, part: tuple[int, int]) -> None:
        across = range(math.floor(span[0] / _CELL), math.floor(span[2] / _CELL) + 1)
        down = range(math.floor(span[1] / _CELL), math.floor(span[3] / _CELL) + 1)
        if len(across) * len(down) > _MOST_CELLS:
            self._wide.append(part)
            return
        for x in across:
            for y in down:
                self._cells.setdefault((x, y), []).append(part)

    @cached_property
    def layers(self) -> tuple[str, ...]:
        """Return the layers that the drawing has, in the order of `LAYERS`."""
        there = {element.layer for element in self._elements}
        return tuple(name for name in LAYERS if name in there)

    # Reading -----------------------------------------------------------------------------------------

    def _read(self, parent: ElementTree.Element, groups: tuple[str, ...], layer: str) -> Iterator[_Element]:
        for one in parent:
            tag = _tag(one)
            if tag == "g":
                name = one.get("class", "")
                inner = next((known for known, form in LAYERS.items() if form.match(name)), layer)
                looks = {key: value for key, value in one.attrib.items() if key not in ("class", "id")}
                around = (*groups, f"<g{_attributes(looks)}>") if looks else groups
                yield from self._read(one, around, inner)
            elif tag == "path":
                yield _path_element(one, groups, layer)
            elif tag not in _UNSEEN:
                yield self._whole(one, groups, layer)

    def _whole(self, one: ElementTree.Element, groups: tuple[str, ...], layer: str) -> _Element:
        tag, name = _tag(one), one.get("id", "")
        if tag == "use":
            name = one.get(_XLINK, "").removeprefix("#")
            at = self._stamps.get(name, (0.0, 0.0, 0.0, 0.0))
            x, y = float(one.get("x", "0")), float(one.get("y", "0"))
            span = (at[0] + x, at[1] + y, at[2] + x, at[3] + y)
            return _Element("", "", groups, layer, ((span, _written(one)),), name)
        span, text, picture = _extent(one), _written(one), None
        data = _embedded(one) if tag == "image" else b""
        if name:
            # Other elements show the picture again.
            self._stamps[name], self._defs[name] = span, text
            text = f'<use xlink:href="#{name}"/>'
        elif is_raster(data) and one.get("preserveAspectRatio") is None:
            picture = _Picture(span, data, one.get("style"))
        return _Element("", "", groups, layer, ((span, text),), name, picture)

    # Regions -----------------------------------------------------------------------------------------

    def document(self, box: Box, hidden: Iterable[str] = ()) -> str:
        """Return the SVG document of a region, without the hidden layers; it is as large as the box in mm."""
        without = frozenset(hidden)
        found = set(self._wide)
        for x in range(math.floor(box.x / _CELL), math.floor(box.right / _CELL) + 1):
            for y in range(math.floor(box.y / _CELL), math.floor(box.bottom / _CELL) + 1):
                found.update(self._cells.get((x, y), ()))
        shown: dict[int, list[str]] = {}
        named: set[str] = set()
        for number, n in sorted(found):
            element = self._elements[number]
            (left, top, right, bottom), text = element.parts[n]
            if element.layer in without or left > box.right or top > box.bottom:
                continue
            if right >= box.x and bottom >= box.y:
                if element.picture is not None:
                    text = element.picture.within(box)
                elif (
                    element.cut_to is not None
                    and len(text) > _LONG
                    and (right - left > 2 * box.width or bottom - top > 2 * box.height)
                    and "C" not in text
                ):
                    text = self._near(element, text, box)
                shown.setdefault(number, []).append(text)
                named.add(element.named)
                for group in element.groups:
                    named.update(_CLIP.findall(group))
        sides = " ".join(f"{side:.6f}" for side in (box.x, box.y, box.width, box.height))
        size = f'viewBox="{sides}" width="{box.width:.6f}mm" height="{box.height:.6f}mm"'
        defs = (self._defs[name] for name in sorted(named & self._defs.keys()))
        return "".join((_HEAD, size, "><defs>", *defs, "</defs>", *self._painted(shown), "</svg>"))

    def _near(self, element: _Element, text: str, box: Box) -> str:
        """Return the part of a subpath that is near a box."""
        known = self._long.get(text)
        if known is None:
            known = self._long[text] = LongSubpath(text, filled=element.filled)
        return known.within(box.inset(-(element.cut_to or 0.0)))

    def _painted(self, shown: Mapping[int, list[str]]) -> Iterator[str]:
        open_groups: tuple[str, ...] = ()
        for number, parts in shown.items():
            element = self._elements[number]
            if element.groups != open_groups:
                yield "</g>" * len(open_groups)
                yield from element.groups
                open_groups = element.groups
            yield element.head
            yield from parts
            yield element.tail
        yield "</g>" * len(open_groups)

    def changed_from(self, older: BoardRegions) -> list[Box]:
        """Return the places where this drawing differs from an older one."""
        spans: list[Span] = []
        before, after = older._all_parts, self._all_parts
        pictures: list[tuple[Span, str]] = []
        for part in (*(before - after), *(after - before)):
            span, (*_, text) = part
            if text.startswith("<image "):
                pictures.append((span, text))
            else:
                spans.append(span)
        if len(pictures) == 2 and pictures[0][0] == pictures[1][0]:
            spans += _picture_difference(*pictures)
        else:
            spans += [span for span, _ in pictures]
        if self._defs != older._defs:
            names = {name for name, _ in self._defs.items() ^ older._defs.items()}
            spans += [span for span, (*_, text) in after if any(f'"#{name}"' in text for name in names)]
        return [Box(left, top, right - left, bottom - top) for left, top, right, bottom in spans]

    @cached_property
    def _all_parts(self) -> Counter[tuple[Span, tuple[str, ...]]]:
        return Counter(
            (span, (*element.groups, element.head, text))
            for element in self._elements
            for span, text in element.parts
        )


def _tag(one: ElementTree.Element) -> str:
    return one.tag.rpartition("}")[2]


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(
        f" {'xlink:href' if key == _XLINK else key}="
        + (quoteattr(value) if _SPECIAL.search(value) else f'"{value}"')
        for key, value in attributes.items()
    )


def _written(one: ElementTree.Element) -> str:
    """Return an element as text, without what only pages use."""
    tag = _tag(one)
    known = {key: value for key, value in one.attrib.items() if key not in ("class", "aria-hidden")}
    if "id" in known:  # It comes first, so that definitions are found by it.
        known = {"id": known.pop("id"), **known}
    inner = escape(one.text or "") + "".join(_written(child) for child in one)
    return f"<{tag}{_attributes(known)}>{inner}</{tag}>" if inner else f"<{tag}{_attributes(known)}/>"


def _embedded(one: ElementTree.Element) -> bytes:
    """Return a picture's content; raise ValueError if it isn't in the drawing."""
    kind, _, content = one.get(_XLINK, "").partition(_DATA)
    data = b64decode(content) if kind.startswith("data:image/") else b""
    safe = is_raster(data) or not inspect_svg(data, MODULE_PICTURE_LIMITS).of(RefusalKind.UNSAFE)
    if not data or not safe:
        raise ValueError("the drawing shows a picture that isn't a part of it")
    return data


def _path_element(one: ElementTree.Element, groups: tuple[str, ...], layer: str) -> _Element:
    looks = {key: value for key, value in one.attrib.items() if key not in ("d", "class")}
    reach = _stroke_reach(one)
    parts = tuple((_around(subpath, reach), subpath) for subpath in _SUBPATH.findall(one.get("d", "")))
    single = (one.get("fill") == "none") != (one.get("stroke", "none") == "none")
    cut_to = reach + _MARGIN if single and one.get("stroke-dasharray") is None else None
    return _Element(f'<path{_attributes(looks)} d="', '"/>', groups, layer, parts, cut_to=cut_to)


def _stroke_reach(one: ElementTree.Element) -> float:
    """Return how far a stroke reaches beyond its path: sharp corners are drawn to four times its width."""
    if one.get("stroke", "none") == "none":
        return 0.0
    return float(one.get("stroke-width", "1")) * (0.5 if one.get("stroke-linejoin") == "round" else 2.0)


def _around(data: str, reach: float) -> Span:
    """Return the span of all points of path data, wider by `reach` on each side."""
    return _span_of(list(map(float, _NUMBER.findall(data))), reach)


def _span_of(numbers: Sequence[float], reach: float) -> Span:
    """Return the span of points x, y, x, y …, wider by `reach` on each side."""
    if not numbers:
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = numbers[::2], numbers[1::2]
    return (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def _extent(one: ElementTree.Element) -> Span:
    """Return a span that contains everything that an element paints."""
    tag = _tag(one)
    if tag == "path":
        return _around(one.get("d", ""), _stroke_reach(one))
    if tag == "image":
        x, y = float(one.get("x", "0")), float(one.get("y", "0"))
        return (x, y, x + float(one.get("width", "0")), y + float(one.get("height", "0")))
    if tag == "text":
        x, y, size = (float(one.get(key, "0")) for key in ("x", "y", "font-size"))
        long = len(one.text or "") * (size + float(one.get("letter-spacing", "0")))
        reach = long * (0.5 if one.get("text-anchor") == "middle" else 1.0) + 1.2 * size
        return (x - reach, y - reach, x + reach, y + reach)
    if tag in ("rect", "circle", "ellipse", "line", "polyline", "polygon"):
        return _shape_extent(one, tag)
    spans = [_extent(child) for child in one]
    if not spans:
        return (0.0, 0.0, 0.0, 0.0)
    return (
        min(span[0] for span in spans),
        min(span[1] for span in spans),
        max(span[2] for span in spans),
        max(span[3] for span in spans),
    )


def _shape_extent(one: ElementTree.Element, tag: str) -> Span:
    """Return the span of a shape that isn't a path, with its stroke."""

    def sizes(*names: str) -> list[float]:
        return [float(one.get(name, "0")) for name in names]

    if tag == "rect":
        x, y, wide, high = sizes("x", "y", "width", "height")
        points = [x, y, x + wide, y + high]
    elif tag == "line":
        points = sizes("x1", "y1", "x2", "y2")
    elif tag in ("circle", "ellipse"):
        x, y, *radii = sizes("cx", "cy", "r") if tag == "circle" else sizes("cx", "cy", "rx", "ry")
        points = [x - radii[0], y - radii[-1], x + radii[0], y + radii[-1]]
    else:
        points = list(map(float, _NUMBER.findall(one.get("points", ""))))
    return _span_of(points, _stroke_reach(one))


def _picture_difference(one: tuple[Span, str], two: tuple[Span, str]) -> list[Span]:
    """Return where two pictures in one place differ."""
    with _picture(one[1]) as before, _picture(two[1]) as after:
        left, top, right, bottom = one[0]
        if before.size != after.size:
            return [one[0]]
        box = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
        if box is None:
            return []
        across, down = (right - left) / before.width, (bottom - top) / before.height
        return [
            (
                left + (box[0] - 1) * across,
                top + (box[1] - 1) * down,
                left + (box[2] + 1) * across,
                top + (box[3] + 1) * down,
            )
        ]


def _picture(text: str) -> Image.Image:
    data = text.partition("base64,")[2].partition('"')[0]
    return Image.open(BytesIO(b64decode(data)))
