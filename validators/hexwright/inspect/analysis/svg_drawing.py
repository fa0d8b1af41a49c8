"""Find what VASSAL's renderer of SVG, Batik, can't draw or ignores.

Batik implements SVG 1.1. It draws nothing of a picture if an element is unknown, or if one that is drawn
lacks an attribute or refers to something that is absent. It ignores colours and styles of later standards.
The rules were tried in VASSAL 3.7.26.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import unquote_to_bytes

from lxml import etree

from hexwright.inspect.analysis import svg_syntax as syntax
from hexwright.inspect.analysis.word_sets import word_set

SVG: Final = "http://www.w3.org/2000/svg"
_XLINK: Final = "{http://www.w3.org/1999/xlink}href"
#: Larger drawings, and those with more elements, aren't judged.
MAX_BYTES: Final = 4 << 20
MAX_ELEMENTS: Final = 50_000
_MAX_DEPTH: Final = 100

_KNOWN: Final = word_set(
    """
    a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform circle
    clipPath color-profile cursor definition-src defs desc ellipse feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology
    feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter font font-face
    font-face-format font-face-name font-face-src font-face-uri foreignObject g glyph glyphRef hkern image
    line linearGradient marker mask metadata missing-glyph mpath path pattern polygon polyline
    radialGradient rect script set stop style svg switch symbol text textPath title tref tspan use view
    vkern
    """
)
_KNOWN_IN_12: Final = word_set(
    """
    flowDiv flowLine flowPara flowRegion flowRegionBreak flowRegionExclude flowRoot flowSpan handler
    multiImage solidColor subImage subImageRef
    """
)
_VERSIONS: Final = ("", "1.0", "1.1", "1.2")
#: The attributes that an element needs, and those that must be lengths if they are given.
_NEEDED: Final = {
    "rect": ("width", "height"),
    "circle": ("r",),
    "ellipse": ("rx", "ry"),
    "image": ("width", "height"),
}
_LENGTHS: Final = {
    "rect": ("x", "y", "rx", "ry"),
    "circle": ("cx", "cy"),
    "ellipse": ("cx", "cy"),
    "image": ("x", "y"),
    "line": ("x1", "y1", "x2", "y2"),
    "use": ("x", "y"),
    "svg": ("x", "y", "width", "height"),
}
_LISTS: Final = ("x", "y", "dx", "dy")
_NOT_NEGATIVE: Final = ("width", "height", "r", "rx", "ry")
_TARGETS: Final = {
    "fill": ("linearGradient", "radialGradient", "pattern", "solidColor"),
    "stroke": ("linearGradient", "radialGradient", "pattern", "solidColor"),
    "clip-path": ("clipPath",),
    "mask": ("mask",),
    "filter": ("filter",),
}
_SHAPES: Final = ("rect", "circle", "ellipse", "line", "path", "polygon", "polyline")
_DRAWN: Final = (*_SHAPES, "svg", "g", "a", "text", "use", "image")
_DRAWN_IN: Final = {
    **dict.fromkeys(("svg", "g", "a", "symbol", "clipPath", "mask"), _DRAWN),
    **dict.fromkeys(("text", "tspan"), ("tspan", "textPath", "tref")),
}
"""The elements that are drawn inside each element. Of a switch only one is drawn; which isn't judged."""
#: Elements that a plain href doesn't stop: Batik draws them without what it refers to.
_LINKED: Final = ("linearGradient", "radialGradient", "pattern", "filter")
#: References of fewer characters fail in an archive.
_SHORTEST: Final = 4
_DRAWABLE: Final = (b"\x89PNG\r\n\x1a\n", b"GIF8", b"\xff\xd8", b"II*\0", b"MM\0*")


class DrawingFault(NamedTuple):
    """Something in an SVG that isn't drawn as written: the line, and what it is.

    `fatal` means that VASSAL draws nothing of the picture.
    """

    line: int
    message: str
    fatal: bool


class Neighbours(Protocol):
    """The files around an SVG in its archive."""

    def picture(self, path: str) -> bool | None:
        """Return whether a file, by its path from the SVG, can be drawn inside it; None if it is absent."""

    def part(self, name: str) -> bool:
        """Return whether there is an image of a name, of which the SVG draws a part."""


def drawing_faults(data: bytes, neighbours: Neighbours) -> list[DrawingFault]:
    """Return what isn't drawn as written, without repetitions; nothing if the XML isn't well-formed."""
    if len(data) > MAX_BYTES:
        return []
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return []
    found = dict.fromkeys(_Drawing(root, neighbours).faults())
    return sorted(found, key=lambda fault: not fault.fatal)


def _kind(element: etree._Element) -> str:
    """Return the name of an SVG element; an empty string for comments and elements of other languages."""
    tag = element.tag
    return tag[len(SVG) + 2 :] if isinstance(tag, str) and tag.startswith(f"{{{SVG}}}") else ""


class _Drawing:
    """One picture, searched from its root as Batik builds it."""

    def __init__(self, root: etree._Element, neighbours: Neighbours) -> None:
        self.root = root
        self.neighbours = neighbours
        self.ids: dict[str, etree._Element] = {}
        self.visited: set[etree._Element] = set()
        self.sheets = ""

    def faults(self) -> Iterator[DrawingFault]:
        if _kind(self.root) != "svg":
            yield self._fatal(self.root, f'the outermost element isn\'t <svg xmlns="{SVG}">')
            return
        elements = list(self.root.iter())
        if len(elements) > MAX_ELEMENTS:
            return
        for element in elements:
            if isinstance(element.tag, str) and element.get("id"):
                self.ids.setdefault(element.get("id", ""), element)
        sheets = [element.text or "" for element in elements if _kind(element) == "style"]
        self.sheets = "\n".join(sheets)
        yield from self._loading(elements)
        yield from self._content(self.root, 0)
        for element in elements:
            yield from self._ignored(element)
        for property_, value in syntax.declarations(self.sheets):
            if reason := syntax.ignored_style(property_, value):
                yield DrawingFault(0, reason, False)

    def _fatal(self, element: etree._Element, message: str) -> DrawingFault:
        return DrawingFault(_line(element), message, True)

    # Loading -------------------------------------------------------------------------------------
    def _loading(self, elements: list[etree._Element]) -> Iterator[DrawingFault]:
        version = self.root.get("version", "")
        if version not in _VERSIONS:
            yield self._fatal(self.root, f'version="{version}" is unknown; write version="1.1"')
        known = _KNOWN | _KNOWN_IN_12 if version == "1.2" else _KNOWN
        for element in elements:
            kind = _kind(element)
            if kind and kind not in known:
                yield self._fatal(element, f"<{kind}> is no element of SVG 1.1")
        if reason := syntax.size_fault(
            self.root.get("width"), self.root.get("height"), self.root.get("viewBox")
        ):
            yield self._fatal(self.root, reason)

    # Building ------------------------------------------------------------------------------------
    def _style(self, element: etree._Element, property_: str) -> str:
        """Return a property that an element itself sets."""
        style = dict(syntax.declarations(element.get("style", "")))
        return (style.get(property_) or element.get(property_) or "").strip()

    def _inherited(self, element: etree._Element, property_: str) -> str:
        """Return a property that an element sets or inherits; empty if a style sheet may set it."""
        if property_ in self.sheets:
            return ""
        at: etree._Element | None = element
        while at is not None:
            if value := self._style(at, property_):
                return value
            at = at.getparent()
        return ""

    def _content(self, element: etree._Element, depth: int) -> Iterator[DrawingFault]:
        """Yield the faults of an element that is drawn, and of everything that is drawn with it."""
        if element in self.visited or depth > _MAX_DEPTH or self._style(element, "display") == "none":
            return
        self.visited.add(element)
        kind = _kind(element)
        if element is not self.root:
            yield from self._lengths(element, kind)
            yield from self._shape(element, kind)
        yield from self._effects(element, kind, depth)
        if kind in ("use", "image", "textPath", "tref"):
            yield from self._link(element, kind, depth)
        for child in element:
            if _kind(child) in _DRAWN_IN.get(kind, ()):
                yield from self._content(child, depth + 1)

    def _lengths(self, element: etree._Element, kind: str) -> Iterator[DrawingFault]:
        """Yield the faults of attributes that are lengths or lists of lengths."""
        for name in _NEEDED.get(kind, ()):
            if not element.get(name):
                yield self._fatal(element, f"<{kind}> has no {name}")
        for name in (*_NEEDED.get(kind, ()), *_LENGTHS.get(kind, ())):
            value = element.get(name)
            if value is None or (value == "" and name in _NEEDED.get(kind, ())):
                continue
            number = syntax.length(value)
            if number is None:
                yield self._fatal(element, f'{name}="{value}" of <{kind}> is no length')
            elif number < 0 and name in _NOT_NEGATIVE:
                yield self._fatal(element, f'{name}="{value}" of <{kind}> is negative')
        for name in _LISTS if kind in ("text", "tspan") else ():
            if any(syntax.length(value) is None for value in element.get(name, "").replace(",", " ").split()):
                yield self._fatal(element, f'{name}="{element.get(name, "")[:40]}" of <{kind}> is no length')

    def _shape(self, element: etree._Element, kind: str) -> Iterator[DrawingFault]:
        """Yield the faults of a path, of points and of a transformation."""
        if kind == "path" and not syntax.is_path(element.get("d", "")):
            yield self._fatal(element, f'd="{element.get("d", "")[:40]}" of <path> can\'t be read')
        points = element.get("points", "")
        if kind in ("polygon", "polyline") and not syntax.is_points(points):
            yield self._fatal(element, f'points="{points[:40]}" of <{kind}> can\'t be read')
        transform = element.get("transform", "")
        if kind != "svg" and not syntax.is_transform(transform):
            yield self._fatal(element, f'transform="{transform[:40]}" of <{kind}> can\'t be read')

    def _effects(self, element: etree._Element, kind: str, depth: int) -> Iterator[DrawingFault]:
        """Yield the faults of paints, clips, masks and filters."""
        for property_, kinds in _TARGETS.items():
            paints = property_ in ("fill", "stroke")
            if (
                paints
                and kind not in _SHAPES
                and not (kind == "text" and "".join(map(str, element.itertext())).strip())
            ):
                continue
            value = self._inherited(element, property_) if paints else self._style(element, property_)
            url = syntax.url(value)
            if url is None or len(url.target) < _SHORTEST or (paints and url.rest):
                continue
            if property_ == "stroke" and syntax.length(self._inherited(element, "stroke-width") or "1") == 0:
                continue
            target = self.ids.get(url.target[1:]) if url.target.startswith("#") else None
            if not url.target.startswith("#"):
                continue
            if target is None or _kind(target) not in kinds:
                what = "isn't there" if target is None else f"is a <{_kind(target)}>"
                yield self._fatal(element, f"{property_} refers to {url.target}, which {what}")
            elif target not in self.visited:
                yield from self._resource(target, depth)

    def _resource(self, target: etree._Element, depth: int) -> Iterator[DrawingFault]:
        kind = _kind(target)
        if kind in ("clipPath", "mask"):
            yield from self._content(target, depth + 1)
            return
        self.visited.add(target)
        link = target.get(_XLINK, "")
        if len(link) >= _SHORTEST and link.startswith("#") and link[1:] not in self.ids:
            yield self._fatal(target, f"<{kind}> refers to {link}, which isn't there")
        for child in target:
            if (
                kind in ("linearGradient", "radialGradient")
                and _kind(child) == "stop"
                and not child.get("offset")
            ):
                yield self._fatal(child, "<stop> has no offset")
            elif kind == "filter" and _kind(child) == "feImage" and not child.get(_XLINK):
                yield self._fatal(child, "<feImage> has no xlink:href")
        missing = [name for name in ("width", "height") if not target.get(name)]
        if kind == "pattern" and missing and not target.get(_XLINK) and len(target):
            yield self._fatal(target, f"<pattern> has no {missing[0]}")

    def _link(self, element: etree._Element, kind: str, depth: int) -> Iterator[DrawingFault]:
        link = element.get(_XLINK, "")
        if not link:
            wrong = " (only href, which SVG 1.1 lacks)" if element.get("href") else ""
            yield self._fatal(element, f"<{kind}> has no xlink:href{wrong}")
        elif kind == "image":
            if not any(syntax.length(element.get(name, "")) == 0 for name in ("width", "height")):
                yield from self._picture(element, link)
        else:
            yield from self._reference(element, kind, link, depth)

    def _reference(self, element: etree._Element, kind: str, link: str, depth: int) -> Iterator[DrawingFault]:
        """Yield the faults of a reference to an element of this picture, or of another one."""
        if len(link) < _SHORTEST:
            yield self._fatal(
                element, f"<{kind}> refers to {link}; in an archive, ids need three characters or more"
            )
        elif link.startswith("#"):
            target = self.ids.get(link[1:])
            if target is None:
                yield self._fatal(element, f"<{kind}> refers to {link}, which isn't there")
            elif kind == "use":
                yield from self._content(target, depth + 1)
        elif kind == "use" and "#" not in link:
            yield self._fatal(element, f"<use> refers to {link[:40]} as a whole, not to an element of it")
        elif kind == "use" and not _is_absolute(link):
            path = link.partition("#")[0]
            if not self.neighbours.part(path.rpartition("/")[2]):
                yield self._fatal(element, f"<use> refers to {path[:60]}, which the module lacks")

    def _picture(self, element: etree._Element, link: str) -> Iterator[DrawingFault]:
        if link.strip()[:5].lower() == "data:":
            head = _data_head(link.strip())
            if not (head.startswith(_DRAWABLE) or b"<svg" in head or b"<?xml" in head or b":svg" in head):
                yield self._fatal(element, "the embedded picture is no PNG, GIF, JPEG, TIFF or SVG")
        elif not _is_absolute(link) and " " in link.strip():
            yield self._fatal(element, f"<image> refers to {link[:60]}; write %20 for a space")
        elif not _is_absolute(link):
            path = unquote_to_bytes(link.partition("#")[0]).decode("utf-8", "replace")
            found = self.neighbours.picture(path)
            if found is None:
                yield self._fatal(element, f"<image> refers to {path[:60]}, which the module lacks")
            elif not found:
                yield self._fatal(
                    element, f"<image> refers to {path[:60]}, which is no PNG, GIF, JPEG, TIFF or SVG"
                )

    # Ignored -------------------------------------------------------------------------------------
    def _ignored(self, element: etree._Element) -> Iterator[DrawingFault]:
        kind = _kind(element)
        if not kind:
            return
        line = _line(element)
        style = syntax.declarations(element.get("style", ""))
        given = [(name, element.get(name, "")) for name in syntax.JUDGED if element.get(name)]
        for property_, value in (*given, *style):
            if reason := syntax.ignored_style(property_, value):
                yield DrawingFault(line, reason, False)
            url = syntax.url(value)
            if url is not None and url.target.startswith("#") and len(url.target) < _SHORTEST:
                message = f"{property_}: {url.target}; in an archive, ids need three characters or more"
                yield DrawingFault(line, message, False)
        if kind in _LINKED and element.get("href") and not element.get(_XLINK):
            yield DrawingFault(line, f"href of <{kind}>; SVG 1.1 writes xlink:href", False)


def _line(element: Any) -> int:
    return int(element.sourceline or 0)


def _is_absolute(link: str) -> bool:
    return re.match(r"\s*(?:[A-Za-z][A-Za-z0-9+.-]*:|//)", link) is not None


def _data_head(link: str) -> bytes:
    """Return the first bytes of embedded data; empty if they can't be decoded."""
    head, _, body = link.partition(",")
    if ";base64" not in head.lower():
        return unquote_to_bytes(body[:2_000])
    letters = "".join(unquote_to_bytes(body[:2_000]).decode("ascii", "ignore").split())
    try:
        return base64.b64decode(letters[: len(letters) // 4 * 4])
    except binascii.Error:
        return b""
