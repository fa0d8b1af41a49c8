"""Parse and write buildFile.xml, which may belong to an untrusted module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lxml import etree

from hexwright.support.file_limits import raised
from hexwright.support.message_wording import quote
from hexwright.vassal.codec.buildfile import components
from hexwright.vassal.codec.buildfile.component_element import Component, PlainElement, UnknownComponent
from hexwright.vassal.codec.buildfile.components.game_module_components import GameModule
from hexwright.vassal.codec.buildfile.xml_encoding import parse_xml, safe_parser, utf8_xml
from hexwright.vassal.codec.sequence_encoder import CodecError

MAX_BYTES = 64 << 20
MAX_DEPTH = 64
MAX_ELEMENTS = 2_000_000
MAX_ATTRIBUTES = 256
"""The maximum number of attributes of an element; components of VASSAL have fewer than 100."""

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


class _Lookup(etree.CustomElementClassLookup):
    """A lookup from XML tags to element classes.

    Other tags than classes belong to plain elements inside components, such as options.
    """

    def lookup(
        self, node_type: str, document: Any, namespace: str | None, name: str | None
    ) -> type[etree.ElementBase] | None:
        if node_type != "element" or name is None:
            return None
        # A class may have no package; the names of plain elements begin with a small letter.
        other = UnknownComponent if "." in name or name[:1].isupper() else PlainElement
        return components.by_tag().get(name) or other


@cache
def parser() -> etree.XMLParser:
    """Return an XML parser that creates `Component` elements.

    It loads no external files.
    """
    made = safe_parser()
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

    Raises CodecError for a file that is too large, nested too deeply or not well-formed, and for one whose
    document type refers to another file.
    """
    if len(data) > raised(MAX_BYTES):
        raise CodecError("buildFile.xml", len(data), f"the file is larger than {raised(MAX_BYTES)} bytes")
    try:
        root = parse_xml(utf8_xml(data), parser())
    except CodecError as error:
        raise error.within("buildFile.xml") from None
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
