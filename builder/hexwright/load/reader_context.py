"""Provide the context shared by the readers of one file, and the wording of their messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hexwright.diagnostics.diagnostic import DiagnosticReport, Span
from hexwright.load.unread_values import UnreadValues
from hexwright.load.value_spans import Path, ValueSpans
from hexwright.load.yaml_tree import MAX_ERRORS, SourceFile, YamlNode, YamlScalar, YamlSequence
from hexwright.support.message_wording import quote, with_article


class InvalidValue:
    """The marker that a reader returns for a value that it couldn't read."""


INVALID_VALUE: Final = InvalidValue()


class TooManyErrors(Exception):  # noqa: N818 - reads as what it is
    """An exception that ends a stage after so many errors that further reports would be useless."""


def raise_when_full(report: DiagnosticReport) -> None:
    """Raise `TooManyErrors` once the report contains `MAX_ERRORS`."""
    if len(report) >= MAX_ERRORS:
        raise TooManyErrors


def report_too_many_errors(report: DiagnosticReport, span: Span) -> None:
    """Report that checking stopped because of too many errors."""
    report.error(
        "Y015",
        f"checking stopped after {MAX_ERRORS} errors",
        span,
        "correct these errors first, then check again; errors of one kind often have one cause",
    )


@dataclass(frozen=True, slots=True)
class EntryContext:
    """The entry being read, for messages: "step 1 of unit 'german-4'"."""

    words: str
    outer: EntryContext | None = None
    is_file: bool = False
    kind: str = ""
    """The kind of entry in words: "step"."""

    def __str__(self) -> str:
        if self.outer is None or self.outer.is_file:
            return self.words
        return f"{self.words} of {self.outer}"


@dataclass(frozen=True, slots=True)
class InheritedRecord:
    """A record that supplies the keys missing from another record."""

    path: Path
    record: Any
    own: frozenset[str] = frozenset()
    """Keys that are never copied."""


@dataclass(frozen=True, slots=True)
class ReaderContext:
    """The state shared by the readers of one file."""

    source: SourceFile
    report: DiagnosticReport
    spans: ValueSpans
    homes: Mapping[str, str] = field(default_factory=dict)
    """First key of a game's file → the name of the file that it belongs in."""
    unread: UnreadValues = field(default_factory=UnreadValues)
    inherited: Mapping[Path, InheritedRecord] = field(default_factory=dict)
    """Path of a record → the record from which its missing keys are copied."""
    open_beside: Callable[[str], SourceFile] | None = None
    """Read a file in the folder of this one, by its name; raise `InputError` if that fails."""

    def span(self, node: YamlNode) -> Span:
        """Return the source location of a node."""
        return self.source.span(node)

    def add_error(
        self, code: str, message: str, node: YamlNode, hint: str = "", cause: str = ""
    ) -> InvalidValue:
        """Add an error at a node, and return the marker for an invalid value."""
        return self.add_error_at(code, message, self.span(node), hint, cause)

    def add_error_at(
        self, code: str, message: str, span: Span, hint: str = "", cause: str = ""
    ) -> InvalidValue:
        """Add an error at a source location, and return the marker for an invalid value; raise
        `TooManyErrors` at the limit.
        """
        self.report.error(code, message, span, hint, cause)
        raise_when_full(self.report)
        return INVALID_VALUE


Reader = Callable[[YamlNode, Path, EntryContext, ReaderContext], Any]


def report_missing_value(
    node: YamlScalar, path: Path, where: EntryContext, reading: ReaderContext, example: str
) -> InvalidValue:
    """Report an empty value where one is required."""
    line = reading.source.line(reading.spans.key(*path).line)
    if re.search(r"(?::|-|,|\[)\s+#", line):
        hint = "put quotes around text that begins with '#', which otherwise starts a comment in YAML"
    elif node.text:
        hint = f'write "{node.text}" in quotes for the word itself, or delete the line for no value'
    else:
        hint = f"write, for example, {example}" if example else "write a value, or delete the line"
    return reading.add_error("K008", f"{value_label(path, where)} has no value", node, hint)


def value_label(path: Path, where: EntryContext) -> str:
    """Return the name of a value in messages: its key or list position, and the entry that contains it."""
    last = path[-1] if path else ""
    if isinstance(last, int):
        named = f"entry {last + 1} of {quote(str(path[-2]))}" if len(path) > 1 else f"entry {last + 1}"
    else:
        named = quote(last)
    return f"{named} in {where}"


def values_label(path: Path, where: EntryContext) -> str:
    """Return the name in messages of all values of a list or key, without the entry that contains them."""
    last = path[-1] if path else ""
    if isinstance(last, int):
        return f"{value_label(path[:-1], where)}: entries" if len(path) > 1 else "entries"
    return f"{quote(last)} in {with_article(where.kind)}" if where.kind else value_label(path, where)


def describe_node(node: YamlNode) -> str:
    """Return a description of the value that was written, for messages such as "must be a list, got text
    'x'".
    """
    if isinstance(node, YamlScalar):
        return quote(node.text)
    return "a list" if isinstance(node, YamlSequence) else "a mapping"
