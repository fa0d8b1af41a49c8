"""Draw parts of other drawings inside an SVG: `<use xlink:href="symbols.svg#tank"/>`, as VASSAL does.

Each referenced element is copied into the drawing, with the elements of its file to which it refers.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from posixpath import dirname, join, normpath
from typing import Final

from lxml import etree

_HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")
_SVG: Final = "{http://www.w3.org/2000/svg}"
_URL: Final = "url(#"
MAX_COPIED: Final = 20_000
"""The maximum number of elements that are copied into one drawing."""

ReadDrawing = Callable[[str], bytes | None]
"""A function that returns the drawing at a path relative to the one that refers to it."""


class DrawingParts:
    """Copies parts of drawings beside each other into those that use them; each file is read once."""

    def __init__(self, read: ReadDrawing) -> None:
        self._read = read
        self._files: dict[str, dict[str, etree._Element]] = {}

    def inside(self, data: bytes) -> bytes:
        """Return a drawing with the parts that it uses of others; the same bytes if it uses none.

        Raises ValueError for XML that isn't well-formed, and for too many copied elements.
        """
        if b".svg#" not in data:
            return data
        root = parse_drawing(data)
        copies = _Copies(root, self._elements)
        for element in list(root.iter(f"{_SVG}use")):
            copies.redirect(element, "")
        copies.finish()
        return etree.tostring(root, encoding="utf-8")

    def _elements(self, path: str) -> dict[str, etree._Element]:
        if path not in self._files:
            data = self._read(path)
            try:
                root = parse_drawing(data) if data is not None else etree.Element("none")
            except ValueError:
                root = etree.Element("none")
            self._files[path] = {name: one for one in root.iter(etree.Element) if (name := one.get("id"))}
        return self._files[path]


class _Copies:
    def __init__(self, root: etree._Element, elements: Callable[[str], dict[str, etree._Element]]) -> None:
        self._elements = elements
        self._ids: dict[tuple[str, str], str] = {}
        self._waiting: list[tuple[etree._Element, str]] = []
        self._definitions = etree.SubElement(root, f"{_SVG}defs")

    def redirect(self, element: etree._Element, path: str) -> None:
        """Make the references of an element, of the file at `path`, ones to copies in the drawing."""
        for key, text in [(str(key), str(value)) for key, value in element.attrib.items()]:
            if key in _HREFS:
                file, sign, name = text.partition("#")
                there = normpath(join(dirname(path), file)) if file else path
                if sign and there and name in self._elements(there):
                    element.set(key, f"#{self._id_of(there, name)}")
            elif path and _URL in text:
                before, *rest = text.split(_URL)
                element.set(key, before + "".join(self._url(one, path) for one in rest))

    def finish(self) -> None:
        """Redirect the references of the copies, which may need further copies."""
        left = MAX_COPIED
        while self._waiting:
            copy, path = self._waiting.pop()
            for element in copy.iter(etree.Element):
                left -= 1
                if left < 0:
                    raise ValueError("the drawing uses too many parts of others")
                self.redirect(element, path)

    def _id_of(self, path: str, name: str) -> str:
        """Return the id that an element of another file has in this drawing, where it is copied once."""
        key = path, name
        if key not in self._ids:
            self._ids[key] = f"part-{len(self._ids)}-of-another-drawing"
            copy = deepcopy(self._elements(path)[name])
            copy.tail = None
            for element in copy.iter(etree.Element):
                if "id" in element.attrib:
                    del element.attrib["id"]
            copy.set("id", self._ids[key])
            self._definitions.append(copy)
            self._waiting.append((copy, path))
        return self._ids[key]

    def _url(self, text: str, path: str) -> str:
        name, end, rest = text.partition(")")
        known = end and name in self._elements(path)
        return f"{_URL}{self._id_of(path, name)}){rest}" if known else _URL + text


def parse_drawing(data: bytes) -> etree._Element:
    """Return the root of a drawing; raises ValueError for XML that isn't well-formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as fault:
        raise ValueError(str(fault)) from None
