"""Lay out a build file for people and for version control, and restore its bytes.

The laid-out file is XML, too. Each component is a group of lines, with a line for each attribute if there are
several, and one for each trait of a piece. Spaces between components that aren't as in the rest of the file
are recorded in processing instructions. So merged and edited files can be restored, and an unchanged one
gives the same bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from hexwright.vassal.codec.buildfile.buildfile_editing import tag_attributes, tag_end
from hexwright.vassal.codec.buildfile.xml_encoding import decode_xml
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.unpacked.piece_lines import piece_from_lines, piece_lines

_HEADER: Final = re.compile(r'<\?hexwright layout="1" newline="([a-z-]{1,4})" indent="([st]{0,16})"\?>\n')
_GAP: Final = re.compile(r"<\?hexwright-gap ([nrst]{1,400}+|-)\?>")
_SIGNS: Final = {"\n": "n", "\r": "r", " ": "s", "\t": "t"}
_LETTERS: Final = {sign: letter for letter, sign in _SIGNS.items()}
_NAME: Final = re.compile(r"</?([^\s<>/]++)")
_CONFLICT: Final = re.compile(r"(?m)^(?:<{7}|>{7}|={7})(?: |$)")
_INDENT: Final = "  "
_ATTRIBUTES_IN_LINE: Final = 2


class _Token(NamedTuple):
    """A tag, comment, instruction or section: its kind, and where it is in the text."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Style:
    """The line break and the indent of each level that a build file has between its components."""

    newline: str
    indent: str

    def gap(self, depth: int) -> str:
        return self.newline + self.indent * depth if self.newline else ""


@dataclass
class _Document:
    """The tokens of a text; which elements contain text, and where each element ends."""

    text: str
    tokens: list[_Token] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)
    mixed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        open_tokens: list[int] = []
        position = self.text.find("<")
        while position >= 0:
            token = _token(self.text, position)
            number = len(self.tokens)
            self.tokens.append(token)
            if token.kind == "close":
                if not open_tokens:
                    raise CodecError("buildFile.xml", self.text[position : position + 40], "a tag isn't open")
                self.ends[open_tokens.pop()] = number
            elif token.kind == "section" and open_tokens:
                self.mixed.add(open_tokens[-1])
            elif token.kind == "open":
                open_tokens.append(number)
            position = self.text.find("<", token.end)
            if open_tokens and self.text[token.end : position].strip(" \t\r\n"):
                self.mixed.add(open_tokens[-1])

    def gap(self, number: int) -> str:
        """Return the text between a token and the next one."""
        end = self.tokens[number + 1].start if number + 1 < len(self.tokens) else len(self.text)
        return self.text[self.tokens[number].end : end]

    def source(self, number: int) -> str:
        token = self.tokens[number]
        return self.text[token.start : token.end]

    @property
    def root(self) -> int:
        """Return the number of the first tag."""
        for number, token in enumerate(self.tokens):
            if token.kind in ("open", "empty"):
                return number
        raise CodecError("buildFile.xml", self.text[:40], "the file has no element")


def is_laid_out(data: bytes) -> bool:
    """Whether a build file was laid out by `lay_out_build_file`."""
    return _HEADER.search(data[:2000].decode("utf-8", "replace")) is not None


def lay_out_build_file(data: bytes) -> bytes | None:
    """Return a build file laid out for reading; None if that couldn't be undone exactly.

    Raises CodecError for a file that isn't well-formed.
    """
    text, encoding = decode_xml(data)
    if encoding not in ("utf-8", "utf8", "us-ascii", "ascii") or "<?hexwright" in text:
        return None
    document = _Document(text)
    style = _style(document)
    start = document.tokens[document.root].start
    signs = "".join(_SIGNS[letter] for letter in style.indent)
    newline = "".join(_SIGNS[letter] for letter in style.newline) or "-"
    header = f'<?hexwright layout="1" newline="{newline}" indent="{signs}"?>\n'
    laid_out = "".join((text[:start], header, *_rewritten(document, style, laid_out=True)))
    try:
        restored = _restored(laid_out)
    except CodecError:
        return None
    return laid_out.encode() if restored == text else None


def restore_build_file(data: bytes) -> bytes:
    """Return the build file as VASSAL reads it. Raises CodecError, which names the line, for a file that
    can't be restored, such as one with the marks of a merge conflict.
    """
    try:
        return _restored(data.decode()).encode()
    except UnicodeDecodeError as error:
        raise CodecError("buildFile.xml", data[:40], f"the file isn't valid UTF-8: {error.reason}") from None


def _restored(text: str) -> str:
    conflict = _CONFLICT.search(text)
    if conflict is not None:
        line = text.count("\n", 0, conflict.start()) + 1
        raise CodecError(
            "buildFile.xml", line, f"line {line} has a mark of a merge conflict; resolve it first"
        )
    header = _HEADER.search(text)
    if header is None:
        raise CodecError("buildFile.xml", text[:40], "the file isn't laid out")
    style = _Style(
        "".join(_LETTERS[sign] for sign in header[1] if sign != "-"),
        "".join(_LETTERS[sign] for sign in header[2]),
    )
    document = _Document(text[: header.start()] + text[header.end() :])
    start = document.tokens[document.root].start
    return "".join((document.text[:start], *_rewritten(document, style, laid_out=False)))


def _rewritten(document: _Document, style: _Style, *, laid_out: bool) -> Iterator[str]:
    """Yield the text from the root element on, laid out or restored."""
    number = document.root
    depth = 0
    while number < len(document.tokens):
        kind = document.tokens[number].kind
        indent = _INDENT * depth
        if kind == "open" and number in document.mixed:
            number, parts = _with_text(document, number, indent, laid_out=laid_out)
            yield from parts
        elif kind in ("open", "empty"):
            yield _tag(document.source(number), indent, laid_out=laid_out)
        else:
            yield document.source(number)
        depth += (document.tokens[number].kind == "open") - (kind == "close")
        if number + 1 == len(document.tokens) or depth < 0:
            yield document.gap(number)
            return
        if depth == 0 and kind != "open":
            yield document.text[document.tokens[number].end :]
            return
        number, gap = _gap(document, number, depth, style, laid_out=laid_out)
        yield gap
        number += 1


def _gap(document: _Document, number: int, depth: int, style: _Style, *, laid_out: bool) -> tuple[int, str]:
    """Return the number of the last token before the gap's end, and the gap laid out or restored."""
    following = document.tokens[number + 1]
    if not laid_out:
        recorded = _GAP.fullmatch(document.source(number + 1))
        if recorded is not None:
            return number + 1, "".join(_LETTERS[sign] for sign in recorded[1] if sign != "-")
    is_leaf = document.tokens[number].kind == "open" and following.kind == "close"
    inner = depth - (following.kind == "close")
    usual = "" if is_leaf else style.gap(inner)
    if not laid_out:
        return number, usual
    gap = document.gap(number)
    between = "" if is_leaf else f"\n{_INDENT * inner}"
    if gap == usual:
        return number, between
    signs = "".join(_SIGNS[letter] for letter in gap) or "-"
    return number, f"{between}<?hexwright-gap {signs}?>{between}"


def _with_text(
    document: _Document, number: int, indent: str, *, laid_out: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the number of the end tag of an element that contains text, and the element's parts."""
    end = document.ends.get(number, len(document.tokens) - 1)
    if end != number + 1:
        return end, (document.text[document.tokens[number].start : document.tokens[end].end],)
    tag = _tag(document.source(number), indent, laid_out=laid_out)
    body = document.gap(number)
    inner = indent + _INDENT
    if laid_out and body.startswith("+/") and (lines := piece_lines(body)) is not None:
        head, *traits = lines
        body = "".join((f"\n{inner}{head}", *(f"\n{inner}{_INDENT}{line}" for line in traits), f"\n{indent}"))
    elif not laid_out and body.startswith("\n") and body.lstrip("\n ").startswith("+/"):
        body = piece_from_lines(line.lstrip(" ") for line in body.split("\n") if line.strip(" "))
    return end, (tag, body, document.source(end))


def _tag(source: str, indent: str, *, laid_out: bool) -> str:
    found = _NAME.match(source)
    name = found[1] if found is not None else ""
    closing = "/>" if source.endswith("/>") else ">"
    if laid_out:
        attributes = [match[0] for match in tag_attributes(source)]
        if len(attributes) <= _ATTRIBUTES_IN_LINE or source != f"<{name}{''.join(attributes)}{closing}":
            return source
        lines = (f"\n{indent}{_INDENT * 2}{attribute.strip()}" for attribute in attributes)
        return f"<{name}{''.join(lines)}{closing}"
    if not source.startswith(f"<{name}\n"):
        return source
    return f"<{name}{''.join(f' {match[1]}={match[2]}' for match in tag_attributes(source))}{closing}"


def _style(document: _Document) -> _Style:
    """Return the line break and indent that most first components of others have."""
    seen: Counter[_Style] = Counter()
    depth = 0
    for number, token in enumerate(document.tokens[:2000]):
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind != "open" or depth < 1 or number + 1 >= len(document.tokens):
            continue
        gap = document.gap(number)
        if number in document.mixed or document.tokens[number + 1].kind == "close":
            continue
        bare = gap.lstrip("\r\n")
        newline = gap[: len(gap) - len(bare)]
        if len(bare) % depth == 0 and len(bare) // depth <= 16 and newline in ("", "\n", "\r\n", "\r"):
            seen[_Style(newline, bare[: len(bare) // depth])] += 1
    return seen.most_common(1)[0][0] if seen else _Style("\n", "    ")


def _token(text: str, at: int) -> _Token:
    following = text[at + 1 : at + 2]
    for opening, closing, kind in (
        ("<!--", "-->", "comment"),
        ("<![CDATA[", "]]>", "section"),
        ("<!", ">", "section"),
        ("<?", "?>", "instruction"),
        ("</", ">", "close"),
    ):
        if text.startswith(opening, at):
            end = text.find(closing, at + len(opening))
            if end < 0:
                break
            return _Token(kind, at, end + len(closing))
    else:
        end = tag_end(text, at) if following else -1
        if end >= 0:
            return _Token("empty" if text[end - 2] == "/" else "open", at, end)
    line = text.count("\n", 0, at) + 1
    raise CodecError("buildFile.xml", line, f"the XML isn't well-formed in line {line}")
