"""Read a YAML file into a tree of scalars, lists and mappings, each with its source location.

Nothing is converted here: `0101` stays the string "0101" and `no` stays "no"; the type of the key determines
the meaning. The parser's events are read one by one, so that a hostile file (deep nesting, multiplying
aliases) is rejected before it uses much time or memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError, Span
from hexwright.load.yaml_syntax_errors import conflict_mark, explain_syntax
from hexwright.support.message_wording import quote
from hexwright.support.named_files import read_regular

MAX_BYTES = 4_000_000
MAX_DEPTH = 24
MAX_ERRORS = 500

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# NEL and the two Unicode separators are line breaks in YAML 1.1, but not in editors.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
CONTROL_IN_VALUE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
# Curly quotes, which YAML treats as letters. A single one may be an apostrophe.
_OPENED = re.compile(
    "[\u201c\u201d\u201e\u00ab\u2018\u201a\u2039](?P<text>.*)[\u201c\u201d\u00bb\u2018\u2019\u203a]$|[\u201c\u201d\u201e\u00ab]"
)
_CURLY = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a\u2039\u203a"
_CLOSED = re.compile("[^\u201c\u201e\u00ab]*[\u201d\u00bb]$")
_CUT = re.compile(r"[ \t]+(#\w.*)")
_MAY_CUT = re.compile(r"[ \t]#\w")
_STARTS = (yaml.SequenceStartEvent, yaml.MappingStartEvent)
_ENDS = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class YamlScalar(NamedTuple):
    """A scalar as written. `quoted` distinguishes `"null"` from `null`."""

    text: str
    quoted: bool
    line: int
    column: int
    cell: Span | None = None
    """The location of a value that was read from a table."""

    @property
    def is_null(self) -> bool:
        """Return whether the value is empty: nothing, `~` or `null` without quotes."""
        return not self.quoted and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class YamlSequence:
    """A YAML list: its entries in order."""

    items: tuple[YamlNode, ...]
    line: int
    column: int
    cell: Span | None = None


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """A YAML mapping: key as a string → (key, value), in the order written."""

    entries: dict[str, tuple[YamlScalar, YamlNode]]
    line: int
    column: int
    invalid_keys: tuple[str, ...] = ()
    """Keys that were written but rejected, such as duplicates."""
    cell: Span | None = None


YamlNode = YamlScalar | YamlSequence | YamlMapping


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The bytes of a file and its name in messages."""

    file: str
    data: bytes

    def span(self, node: YamlNode) -> Span:
        """Return the source location of a node."""
        return node.cell or Span(self.file, node.line, node.column)

    def line(self, number: int) -> str:
        """Return a line of the file, counted from 1; "" if there is no such line."""
        lines = self.data.decode("utf-8", "replace").split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


def read_source(path: Path, file: str, hint: str = "") -> SourceFile:
    """Read a file, which messages call `file`; raise `InputError` if it can't be read or is too large."""
    whole = Span(file)
    try:
        if path.is_dir():
            raise InputError.single("Y002", "this is a folder; a file was expected", whole)
        if path.stat().st_size > MAX_BYTES:
            raise InputError.single(
                "Y003",
                f"the file has {path.stat().st_size:,} bytes; the limit is {MAX_BYTES:,}",
                whole,
                "a data file contains only text; pictures belong in art/",
            )
        data = read_regular(path, MAX_BYTES)
    except FileNotFoundError:
        raise InputError.single("Y001", "the file is missing", whole, hint) from None
    except OSError as fault:
        raise InputError.single(
            "Y002", f"the file can't be read: {(fault.strerror or 'unknown reason').lower()}", whole
        ) from None
    return SourceFile(file, data)


def parse(source: SourceFile, report: DiagnosticReport) -> YamlNode | None:
    """Return the tree of a file as far as it can be read; errors are added to the report."""
    try:
        text = _decode(source)
        conflict = conflict_mark(source.file, text)
        if conflict is not None:
            raise InputError((conflict,))
        return _Builder(source, text, report).build()
    except InputError as faults:
        report.extend(faults.diagnostics)
        return None


def _decode(source: SourceFile) -> str:
    data = source.data
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError.single(
            "Y004",
            "the file is UTF-16, not UTF-8",
            Span(source.file),
            "save the file as UTF-8",
        )
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise InputError.single(
            "Y004",
            f"the byte 0x{data[fault.start]:02x} here is not UTF-8",
            Span(source.file, line, column),
            "save the file as UTF-8",
        ) from None
    found = _CONTROL.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - (text.rfind("\n", 0, found.start()) + 1) + 1
        raise InputError.single(
            "Y005",
            f"the file contains the invisible control character U+{ord(found.group()):04X} here",
            Span(source.file, line, column),
            "delete the character and type the text again",
        )
    return text


class _Builder:
    """A builder of the tree from the parser's events, with its own stack instead of recursion."""

    def __init__(self, source: SourceFile, text: str, report: DiagnosticReport) -> None:
        self.source = source
        self.text = text
        self.report = report
        self.documents = 0
        self.before = len(report)
        self.within = 0
        """Number of open lists and mappings in brackets; comments in them need no warning."""
        self.lines = text.split("\n")
        # A file of ten thousand texts is tested once for whether any can need a warning.
        self.escapes = "\\" in text or "\r" in text
        self.doubtful = _MAY_CUT.search(text) is not None or not set(_CURLY).isdisjoint(text)

    def span(self, mark: Any) -> Span:
        return Span(self.source.file, mark.line + 1, mark.column + 1)

    def build(self) -> YamlNode | None:
        try:
            root = self._assemble(iter(_LOADER(self.text).get_event, None))
        except yaml.YAMLError as fault:
            raise InputError((explain_syntax(self.source.file, self.text, fault),)) from None
        if root is None or (isinstance(root, YamlScalar) and root.is_null):
            hint = "write the file's keys; docs/reference/data-format.md shows the minimum"
            self.report.error("Y014", "the file is empty", Span(self.source.file), hint)
            return None
        return root

    def _assemble(self, events: Iterator[Any]) -> YamlNode | None:
        root: YamlNode | None = None
        # Each open collection: its mark, its items, its entries, and the key waiting for a value.
        stack: list[_OpenCollection] = []
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                if event.anchor is not None or event.tag is not None:
                    self._refuse_anchor_and_tag(event)
                node: YamlNode = self._text(event)
            elif kind in _STARTS:
                self._refuse_anchor_and_tag(event)
                if len(stack) >= MAX_DEPTH:
                    raise InputError.single(
                        "Y012",
                        f"the data are nested more than {MAX_DEPTH} levels deep here",
                        self.span(event.start_mark),
                        "delete superfluous brackets or indentation",
                    )
                self.within += bool(event.flow_style)
                stack.append(
                    _OpenCollection(event.start_mark, kind is yaml.MappingStartEvent, bool(event.flow_style))
                )
                continue
            elif kind in _ENDS:
                self.within -= stack[-1].in_brackets
                node = stack.pop().close()
            elif kind is yaml.AliasEvent:
                raise self._alias(event, f"the alias '*{event.anchor}'")
            else:
                self.documents += kind is yaml.DocumentStartEvent
                if self.documents > 1:
                    raise InputError.single(
                        "Y011",
                        "a second document begins here",
                        self.span(event.start_mark),
                        "keep one document per file: delete the line '---', or split the file",
                    )
                continue
            if stack:
                self._take(stack[-1], node)
            else:
                root = node
        return root

    def _take(self, parent: _OpenCollection, node: YamlNode) -> None:
        if not parent.is_mapping:
            parent.items.append(node)
        elif parent.key is not None:
            key, parent.key = parent.key, None
            if parent.drop:
                parent.refused.append(key.text)
            else:
                parent.entries[key.text] = (key, node)
        else:
            self._take_key(parent, node)

    def _take_key(self, parent: _OpenCollection, node: YamlNode) -> None:
        place = self.source.span(node)
        if len(self.report) - self.before >= MAX_ERRORS:
            message = f"checking stopped after {MAX_ERRORS} errors"
            raise InputError.single(
                "Y015", message, Span(self.source.file), "correct these errors first, then check again"
            )
        if not isinstance(node, YamlScalar):
            raise InputError.single(
                "Y013",
                "a list or mapping is used as a key",
                place,
                "put quotes around text that contains [ ] { or }",
            )
        parent.key, parent.drop = node, True
        if not node.text or node.is_null:
            self.report.error("Y013", "a key is empty", place, "write a name before the colon")
        elif node.text == "<<" and not node.quoted:
            self.report.error("Y009", "the merge key '<<' is not supported", place, "write all keys in full")
        elif node.text in parent.entries:
            first = parent.entries[node.text][0]
            self.report.error(
                "Y008",
                f"key {quote(node.text)} is repeated; first used on line {first.line}",
                place,
                "rename or delete one of the two keys",
            )
        else:
            parent.drop = False

    def _text(self, event: Any) -> YamlScalar:
        mark = event.start_mark
        value: str = event.value
        quoted = event.style in ("'", '"', "|", ">")
        bad = CONTROL_IN_VALUE.search(value) if self.escapes else None
        if bad:
            self.report.error(
                "Y005",
                f"this text contains the invisible control character U+{ord(bad.group()):04X}",
                self.span(mark),
                "remove the escape sequence, or put the backslash between single quotes",
            )
            value = CONTROL_IN_VALUE.sub("", value)
        if self.doubtful and not event.style:
            value = self._plain(event, value)
        return YamlScalar(
            value.strip("\n") if event.style in ("|", ">") else value, quoted, mark.line + 1, mark.column + 1
        )

    def _plain(self, event: Any, value: str) -> str:
        """Report curly quotes, and a comment that cuts off text; return the text that was probably meant."""
        if _OPENED.match(value) or _CLOSED.match(value):
            bare = value.strip(_CURLY)
            told = f"{quote(value)} has curly quotes, which YAML treats as letters"
            self.report.error("Y016", told, self.span(event.start_mark), f'use straight quotes: "{bare}"')
            return bare
        line = self.lines[event.end_mark.line] if event.end_mark.line < len(self.lines) else ""
        cut = _CUT.match(line, event.end_mark.column)
        if cut is not None and not self.within and any(letter.isalpha() for letter in value):
            told = f"{quote(cut[1])} is a comment, not part of {quote(value)}, because '#' follows a space"
            hint = f'put quotes around the whole text: "{value} {cut[1]}"; or write a space after the #'
            place = Span(self.source.file, event.end_mark.line + 1, cut.start(1) + 1)
            self.report.warning("Y017", told, place, hint)
        return value

    def _refuse_anchor_and_tag(self, event: Any) -> None:
        if event.anchor is not None:
            raise self._alias(event, f"the anchor '&{event.anchor}'")
        if event.tag is not None:
            raise InputError.single(
                "Y010",
                f"the tag {quote(str(event.tag))} is not supported",
                self.span(event.start_mark),
                "put quotes around text that begins with '!'",
            )

    def _alias(self, event: Any, what: str) -> InputError:
        return InputError.single(
            "Y009",
            f"{what} is not supported",
            self.span(event.start_mark),
            "write the data in full, or put quotes around text that begins with '&' or '*'",
        )


class _OpenCollection:
    """A list or mapping that is being read."""

    __slots__ = ("column", "drop", "entries", "in_brackets", "is_mapping", "items", "key", "line", "refused")

    def __init__(self, mark: Any, is_mapping: bool, in_brackets: bool) -> None:
        self.in_brackets = in_brackets
        self.line: int = mark.line + 1
        self.column: int = mark.column + 1
        self.is_mapping = is_mapping
        self.items: list[YamlNode] = []
        self.entries: dict[str, tuple[YamlScalar, YamlNode]] = {}
        self.key: YamlScalar | None = None
        self.drop = False
        self.refused: list[str] = []

    def close(self) -> YamlNode:
        if self.is_mapping:
            return YamlMapping(self.entries, self.line, self.column, tuple(self.refused))
        return YamlSequence(tuple(self.items), self.line, self.column)
