"""Edit the text of a build file in place: everything that isn't edited keeps its bytes.

A `BuildFileText` finds the start tag, the content and the end tag of each element in the file's own text, in
the order in which lxml iterates over the elements. Edits are collected and applied at once by `edited`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from lxml import etree

from hexwright.support.message_wording import quote
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.xml_encoding import decode_xml
from hexwright.vassal.codec.sequence_encoder import CodecError

_ATTRIBUTE: Final = re.compile(r"""\s*+([^\s=<>/"']++)\s*+=\s*+("[^"]*+"|'[^']*+')""")
_TAG: Final = re.compile(r"""<([^\s<>/]++)(?:\s*+[^\s=<>/"']++\s*+=\s*+(?:"[^"]*+"|'[^']*+'))*+\s*+/?+>""")
_TAG_NAME: Final = re.compile(r"[^\s<>/]++")
_REFERENCE: Final = re.compile(r"&(#?[A-Za-z0-9]{1,10}+);")
_ENTITIES: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_BODY_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_ATTRIBUTE_ESCAPES: Final = {
    **_BODY_ESCAPES,
    '"': "&quot;",
    "'": "&apos;",
    "\n": "&#10;",
    "\t": "&#9;",
}


class ElementSpan(NamedTuple):
    """Where an element is in the text: its start tag, its content and its end tag, as character positions.

    An element without content may have one tag; then `content_end` is -1, and `end` is where that tag ends.
    """

    start: int
    content_start: int
    content_end: int
    end: int


class BuildFileText:
    """The text of a build file, and the edits to it. Edits may come in any order, but must not overlap."""

    def __init__(self, data: bytes, root: Component) -> None:
        """Read the text of a build file that `parse_any` has parsed as `root`.

        Raises CodecError for a file that can't be edited exactly: it declares entities, or uses an encoding
        that doesn't give the same bytes again.
        """
        self.text, self._encoding = decode_xml(data)
        if self._encode(self.text) != data:
            raise CodecError("buildFile.xml", self._encoding, "the file's text can't be written back exactly")
        self._spans = _Spans(self.text)
        elements = [element for element in root.iter() if isinstance(element.tag, str)]
        if self._spans.names != [element.tag for element in elements]:
            raise CodecError("buildFile.xml", len(elements), "the positions of the elements aren't clear")
        self._number = {element: number for number, element in enumerate(elements)}
        self._edits: dict[tuple[int, int], str] = {}
        self._inserted: dict[int, list[str]] = {}

    def span(self, element: etree._Element) -> ElementSpan:
        """Return where an element is in the text."""
        return self._spans.span(self._number[element])

    def set_attribute(self, element: etree._Element, name: str, value: str) -> None:
        """Replace the value of an attribute that the element has. Raises CodecError if it hasn't."""
        span = self.span(element)
        for attribute in _attributes(self.text, span.start, span.content_start):
            if attribute[1] == name:
                start, end = attribute.span(2)
                self._replace(start + 1, end - 1, value, _ATTRIBUTE_ESCAPES, in_attribute=True)
                return
        raise CodecError(name, value, "the component has no attribute with this name")

    def set_body(self, element: etree._Element, value: str) -> None:
        """Replace the text of an element without child elements, except the spaces around it.

        Characters at the beginning and end that stay the same keep their bytes. Raises CodecError for an
        element with children, comments or CDATA sections.
        """
        span = self.span(element)
        if span.content_end < 0:
            slash = self.text.rindex("/", span.start, span.end)
            name = str(element.tag)
            self._edit(slash, span.end, f">{_escaped(value, _BODY_ESCAPES)}</{name}>")
            return
        content = self.text[span.content_start : span.content_end]
        if "<" in content:
            raise CodecError("text", value, "the component contains more than text")
        bare = content.strip()
        start = span.content_start + (content.index(bare) if bare else 0)
        self._replace(start, start + len(bare), value, _BODY_ESCAPES, in_attribute=False)

    def insert_after(self, element: etree._Element, copy: str) -> None:
        """Insert the text of an element after another, with the line break and indent before the other.

        Of several texts after one element, the first is the nearest.
        """
        span = self.span(element)
        start = self._indent_start(span.start)
        self._inserted.setdefault(span.end, []).append(self.text[start : span.start] + copy)

    def append_child(self, element: etree._Element, child: str) -> None:
        """Insert the text of an element as the last child of another."""
        span = self.span(element)
        if span.content_end < 0:
            slash = self.text.rindex("/", span.start, span.end)
            self._edit(slash, span.end, f">{child}</{element.tag!s}>")
            return
        last = self.text.rfind("\n", span.content_start, span.content_end)
        indent = self.text[last : span.content_end] if last >= 0 else ""
        at = span.content_end - (len(indent) if not indent.strip() else 0)
        first = self.text.find("<", span.content_start, span.content_end)
        gap = self.text[span.content_start : first] if first >= 0 else ""
        self._inserted.setdefault(at, []).append(("" if gap.strip() else gap) + child)

    def remove(self, element: etree._Element) -> None:
        """Remove an element and the line break and indent before it."""
        span = self.span(element)
        self._edit(self._indent_start(span.start), span.end, "")

    def source(self, element: etree._Element) -> str:
        """Return the element's own text in the file, without edits."""
        span = self.span(element)
        return self.text[span.start : span.end]

    @property
    def is_edited(self) -> bool:
        """Whether any edit was made."""
        return bool(self._edits or self._inserted)

    def edited(self) -> bytes:
        """Return the file with all edits. Raises CodecError for edits that overlap, or for text that the
        file's encoding can't contain.
        """
        parts: list[str] = []
        position = 0
        inserted = {(at, at): "".join(texts) for at, texts in self._inserted.items()}
        for (start, end), text in sorted((*self._edits.items(), *inserted.items())):
            if start < position:
                raise CodecError("buildFile.xml", self.text[start : start + 40], "two edits overlap")
            parts += (self.text[position:start], text)
            position = end
        parts.append(self.text[position:])
        try:
            return self._encode("".join(parts))
        except UnicodeEncodeError as error:
            letter = error.object[error.start]
            what = f"the build file's encoding {self._encoding} has no character {quote(letter)}"
            raise CodecError("buildFile.xml", letter, what) from None

    def _encode(self, text: str) -> bytes:
        return text.encode(self._encoding)

    def _edit(self, start: int, end: int, text: str) -> None:
        self._edits[start, end] = text

    def _indent_start(self, start: int) -> int:
        before = self.text[:start] if start < 200 else self.text[start - 200 : start]
        blank = len(before) - len(before.rstrip(" \t"))
        if before[: len(before) - blank].endswith("\r\n"):
            return start - blank - 2
        return start - blank - 1 if before[: len(before) - blank].endswith("\n") else start

    def _replace(
        self, start: int, end: int, value: str, escapes: Mapping[str, str], *, in_attribute: bool
    ) -> None:
        units = list(_units(self.text, start, end, in_attribute=in_attribute))
        same = 0
        for (letter, _), new in zip(units, value, strict=False):
            if letter != new:
                break
            same += 1
        if same == len(units) == len(value):
            return
        tail = 0
        for (letter, _), new in zip(reversed(units[same:]), reversed(value[same:]), strict=False):
            if letter != new:
                break
            tail += 1
        first = units[same][1] if same < len(units) else end
        last = units[len(units) - tail][1] if tail else end
        self._edit(first, last, _escaped(value[same : len(value) - tail], escapes))


def plain_source(text: str) -> str:
    """Return text of a body or attribute with its references replaced by characters."""
    return "".join(letter for letter, _ in _units(text, 0, len(text), in_attribute=False))


def tag_attributes(tag: str) -> Iterator[re.Match[str]]:
    """Yield the attributes of a start tag: group 1 is the name, group 2 the value with its quotes."""
    return _attributes(tag, 0, len(tag))


def tag_end(text: str, at: int) -> int:
    """Return where the start tag at a position ends, or -1 if there is none."""
    found = _TAG.match(text, at)
    return found.end() if found is not None else -1


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    for letter in text:
        if (
            not (letter >= " " or letter in "\t\n\r")
            or "\ud800" <= letter <= "\udfff"
            or letter in "\ufffe\uffff"
        ):
            raise CodecError("text", text[:80], "XML can't contain this text")
    return "".join(escapes.get(letter, letter) for letter in text)


def _units(text: str, start: int, end: int, *, in_attribute: bool) -> Iterator[tuple[str, int]]:
    """Yield each character as XML reads it, with its position in the text."""
    position = start
    while position < end:
        letter = text[position]
        if letter == "&" and (found := _REFERENCE.match(text, position, end)):
            word = found[1]
            if word[0] != "#":
                yield _ENTITIES[word], position
            else:
                yield chr(int(word[2:], 16) if word[1] in "xX" else int(word[1:])), position
            position = found.end()
            continue
        if letter == "\r":
            if text[position + 1 : position + 2] == "\n":
                yield (" " if in_attribute else "\n"), position
                position += 2
                continue
            letter = "\n"
        yield (" " if in_attribute and letter in "\n\t" else letter), position
        position += 1


def _attributes(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    name = _TAG_NAME.match(text, start + 1, end)
    position = name.end() if name else end
    while found := _ATTRIBUTE.match(text, position, end):
        yield found
        position = found.end()


class _Spans:
    """The positions of all elements, found in one pass over a well-formed text."""

    def __init__(self, text: str) -> None:
        self.names: list[str] = []
        self._columns = tuple(array("q") for _ in ElementSpan._fields)
        open_elements: list[int] = []
        position = text.find("<")
        while position >= 0:
            end = self._markup(text, position, open_elements)
            position = text.find("<", end)

    def span(self, number: int) -> ElementSpan:
        return ElementSpan(*(column[number] for column in self._columns))

    def _markup(self, text: str, at: int, open_elements: list[int]) -> int:
        """Read one tag, comment or section, and return where it ends."""
        following = text[at + 1]
        if following == "!":
            return _skipped(text, at)
        if following == "?":
            return text.index("?>", at) + 2
        if following == "/":
            end = text.index(">", at) + 1
            number = open_elements.pop()
            self._columns[2][number], self._columns[3][number] = at, end
            return end
        tag = _TAG.match(text, at)
        if tag is None:
            raise CodecError("buildFile.xml", text[at : at + 40], "the position of a tag isn't clear")
        end = tag.end()
        self.names.append(tag[1])
        closed = text[end - 2] == "/"
        for column, value in zip(self._columns, (at, end, -1, end if closed else -1), strict=True):
            column.append(value)
        if not closed:
            open_elements.append(len(self.names) - 1)
        return end


def _skipped(text: str, at: int) -> int:
    for opening, closing in (("<!--", "-->"), ("<![CDATA[", "]]>")):
        if text.startswith(opening, at):
            return text.index(closing, at + len(opening)) + len(closing)
    end = text.index(">", at) + 1
    if "[" in text[at:end]:
        raise CodecError("buildFile.xml", text[at : at + 40], "a file that declares entities can't be edited")
    return end
