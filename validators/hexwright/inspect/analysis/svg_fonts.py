"""Replace the fonts that an SVG of a module names by ours, because text in unknown fonts isn't drawn."""

from __future__ import annotations

from typing import Final

from lxml import etree

from hexwright.inspect.analysis.svg_parts import parse_drawing
from hexwright.render.fonts import FontFace

_SERIF: Final = ("roman", "times", "georgia", "garamond", "palatino", "bookman", "century", "minion")
_FAMILY: Final = "font-family"


def with_our_fonts(data: bytes) -> bytes:
    """Return a drawing whose text is in our sans or serif font; the same bytes if it names no fonts.

    Raises ValueError for XML that isn't well-formed.
    """
    if _FAMILY.encode() not in data:
        return data
    root = parse_drawing(data)
    for element in root.iter(etree.Element):
        if _FAMILY in element.attrib:
            element.set(_FAMILY, _ours(str(element.get(_FAMILY))))
        style = str(element.get("style") or "")
        if _FAMILY in style:
            element.set("style", _styled(style))
        if str(element.tag).rpartition("}")[2] == "style" and element.text:
            element.text = _styled(element.text)
    return bytes(etree.tostring(root, encoding="utf-8"))


def _styled(style: str) -> str:
    """Return declarations of CSS with our fonts; a declaration ends with a semicolon or brace."""
    before, *rest = style.split(_FAMILY)
    found = [before]
    for part in rest:
        end = min((n for sign in ";}" if (n := part.find(sign)) >= 0), default=len(part))
        found.append(f"{_FAMILY}:'{_ours(part[:end])}'{part[end:]}")
    return "".join(found)


def _ours(family: str) -> str:
    named = family.lower()
    serif = any(word in named for word in _SERIF) or ("serif" in named and "sans" not in named)
    font = FontFace.SERIF if serif else FontFace.SANS
    return font.value.family
