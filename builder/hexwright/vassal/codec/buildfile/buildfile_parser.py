"""Parse and write buildFile.xml, which may belong to an untrusted module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lxml import etree

from hexwright.support.file_limits import raised
from hexwright.support.linear_regex import LinearRegex
from hexwright.support.message_wording import quote
from hexwright.vassal.codec.buildfile import components
from hexwright.vassal.codec.buildfile.component_element import Component, PlainElement, UnknownComponent
from hexwright.vassal.codec.buildfile.components.game_module_components import GameModule
from hexwright.vassal.codec.sequence_encoder import CodecError

MAX_BYTES = 64 << 20
MAX_DEPTH = 64
MAX_ELEMENTS = 2_000_000
MAX_ATTRIBUTES = 256
"""The maximum number of attributes of an element; components of VASSAL have fewer than 100."""

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_ENCODING = LinearRegex(rb"""<\?xml[^>]{0,200}encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_ENCODINGS = (b"utf-8", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252")


class _Lookup(etree.CustomElementClassLookup):
    """A lookup from XML tags to element classes.

    A tag without a dot belongs to a plain element inside a component.
    """

    def lookup(
        self, node_type: str, document: Any, namespace: str | None, name: str | None
    ) -> type[etree.ElementBase] | None:
        if node_type != "element" or name is None:
            return None
        return components.by_tag().get(name) or (UnknownComponent if "." in name else PlainElement)


@cache
def parser() -> etree.XMLParser:
    """Return an XML parser that creates `Component` elements.

    It loads no external files and expands no entities.
    """
    made = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_blank_text=False,
    )
    made.set_element_class_lookup(_Lookup())
    return made


def parse(data: bytes) -> GameModule:
    """Parse the build file of a module.

    Raises CodecError if the root element isn't a module, and in every case in which ``parse_any`` does.
    """
    root = parse_any(data)
    if not isinstance(root, GameModule):
        raise CodecError("buildFile.xml", root.tag, "the root element isn't a module")
    return root


def parse_any(data: bytes) -> Component:
    """Parse the build file of a module or extension, and return its root component.

    Raises CodecError for a file that is too large, nested too deeply or not well-formed, and for one that
    declares a document type.
    """
    if len(data) > raised(MAX_BYTES):
        raise CodecError("buildFile.xml", len(data), f"the file is larger than {raised(MAX_BYTES)} bytes")
    if _DOCTYPE.search(data):
        raise CodecError("buildFile.xml", data[:40], "the file declares a document type or an entity")
    encoding = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
    if b"\0" in data[:256] or (encoding and encoding[1].lower() not in _ENCODINGS):
        raise CodecError("buildFile.xml", data[:40], "the file isn't encoded in UTF-8")
    try:
        root = etree.fromstring(data, parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise CodecError("buildFile.xml", data[:40], f"the XML isn't well-formed: {error}") from None
    _check_size(root)
    if not isinstance(root, Component):
        raise CodecError("buildFile.xml", root.tag, "the root element isn't a component")
    return root


def serialise(root: Component, *, indent: bool = False) -> bytes:
    """Return the build file as UTF-8 with VASSAL's XML declaration.

    With ``indent``, each component starts on a new line.
    """
    if indent:
        etree.indent(root, space="    ")
    body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False, with_tail=False)
    return _DECLARATION + body + b"\n"


def unknown_components(root: Component) -> Iterator[UnknownComponent]:
    """Yield the components that VASSAL 3.7.26 doesn't know, in document order."""
    for element in root.iter():
        if isinstance(element, UnknownComponent):
            yield element


def _check_size(root: etree._Element) -> None:
    depth = count = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        count += event == "start"
        if depth > MAX_DEPTH:
            raise CodecError("buildFile.xml", depth, f"components are nested deeper than {MAX_DEPTH}")
        if count > raised(MAX_ELEMENTS):
            raise CodecError(
                "buildFile.xml", count, f"the file has more than {raised(MAX_ELEMENTS)} elements"
            )
        # Each look-up of an attribute passes the ones before it.
        if event == "start" and len(element.attrib) > raised(MAX_ATTRIBUTES):
            name = quote(str(element.tag))
            raise CodecError(
                "buildFile.xml",
                name,
                f"the element {name} in line {element.sourceline} has {len(element.attrib):,} attributes; "
                f"the limit is {raised(MAX_ATTRIBUTES)}",
            )
