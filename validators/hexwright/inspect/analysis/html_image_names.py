"""The images that HTML names in charts, help pages, labels and reports.

Source: VASSAL 3.7.26 (`DataArchiveHTMLEditorKit`): a name without a slash is an image of the module.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.support.linear_regex import LinearRegex
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.sequence_encoder import CodecError

#: Larger pages are not searched.
MAX_PAGE = 4 << 20

_SOURCE = LinearRegex(r"""(?i)<img\b[^<>]*?\bsrc\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""")
#: Signs that a name in an expression or format is built during play.
_MADE = frozenset("$+{}\"'")


class HtmlImage(NamedTuple):
    """An image that HTML names: its location in the module, the label of the field or the file,
    and its name.
    """

    place: ModulePlace
    where: str
    image: str


def html_images(module: ModuleView) -> Iterator[HtmlImage]:
    """Yield the images of the module that pages, labels and reports name in `<img src=…>`."""
    for place, _, value in module.values("format", "expression"):
        text = value.value
        if isinstance(text, str) and "<" in text:
            # In an expression, quotation marks within a string are escaped.
            for name in _names(text.replace('\\"', '"').replace("\\'", "'")):
                if not _MADE.intersection(name):
                    yield HtmlImage(place, value.label, name)
    for node in module.all(c.HtmlChart, c.HelpFile):
        page = _page(module, node.component)
        if page is not None:
            for name in _names(page[1]):
                yield HtmlImage(node.place, f"the page {quoted(page[0])}", name)


def _names(text: str) -> Iterator[str]:
    for found in dict.fromkeys(m[1] or m[2] or m[3] or "" for m in _SOURCE.finditer(text)):
        name = unescape(found)
        if name.strip() and "/" not in name and not name.startswith("data:"):
            yield name


def _page(module: ModuleView, component: object) -> tuple[str, str] | None:
    """Return the name and the content of the page that a chart or help file shows; None for other
    components.
    """
    if isinstance(component, c.HelpFile) and component.file_type != "archive":
        return None
    assert isinstance(component, c.HtmlChart | c.HelpFile)
    name = component.file_name
    # A help file is HTML by its file extension, a chart regardless of its name.
    if isinstance(component, c.HelpFile) and not name.lower().endswith((".html", ".htm")):
        return None
    file = module.entries.get(name)
    if file is None or file.archive is None:
        return None
    try:
        return name, file.archive.read(name, MAX_PAGE).decode("utf-8", "replace")
    except CodecError:
        return None
