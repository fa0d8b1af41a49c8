"""The context shared by the readers of one file, and the wording of their messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hexwright.diagnostics.diagnostic import Report, Span
from hexwright.load.unread_values import Unread
from hexwright.load.value_spans import Path, Spans
from hexwright.load.yaml_tree import MAX_FAULTS, Listing, Node, Source, Text
from hexwright.support.message_wording import quote, with_article


class Faulty:
    """The result for a value that couldn't be read."""


FAULTY: Final = Faulty()


class TooManyFaults(Exception):  # noqa: N818 - reads as what it is
    """A stage has found so many errors that reporting more would be useless."""


def stop_when_full(report: Report) -> None:
    """Raise `TooManyFaults` once the report contains `MAX_FAULTS`."""
    if len(report) >= MAX_FAULTS:
        raise TooManyFaults


def tell_full(report: Report, span: Span) -> None:
    """Report that a stage was stopped."""
    report.error(
        "Y015",
        f"checking stopped after {MAX_FAULTS} errors",
        span,
        "fix those first; errors of one kind often have one cause",
    )


@dataclass(frozen=True, slots=True)
class Where:
    """The entry being read, for messages: "step 1 of unit 'german-4'"."""

    words: str
    outer: Where | None = None
    is_file: bool = False
    kind: str = ""
    """The kind of entry in words: "step"."""

    def __str__(self) -> str:
        if self.outer is None or self.outer.is_file:
            return self.words
        return f"{self.words} of {self.outer}"


@dataclass(frozen=True, slots=True)
class Taken:
    """Another record that provides the keys one record doesn't write."""

    path: Path
    record: Any
    own: frozenset[str] = frozenset()
    """Keys that each record writes itself."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The context shared by the readers of one file."""

    source: Source
    report: Report
    spans: Spans
    homes: Mapping[str, str] = field(default_factory=dict)
    """First key of a game's file → the file it belongs in."""
    unread: Unread = field(default_factory=Unread)
    taken: Mapping[Path, Taken] = field(default_factory=dict)
    """Path of a record → the record that provides its missing keys."""

    def span(self, node: Node) -> Span:
        """Return the place of a node."""
        return Span(self.source.file, node.line, node.column)

    def fault(self, code: str, message: str, node: Node, hint: str = "", cause: str = "") -> Faulty:
        """Add an error at a node, and return the marker for a faulty value."""
        return self.fault_at(code, message, self.span(node), hint, cause)

    def fault_at(self, code: str, message: str, span: Span, hint: str = "", cause: str = "") -> Faulty:
        """Add an error at a place, and return the marker for a faulty value; raise `TooManyFaults`."""
        self.report.error(code, message, span, hint, cause)
        stop_when_full(self.report)
        return FAULTY


Reader = Callable[[Node, Path, Where, Reading], Any]


def no_value(node: Text, path: Path, where: Where, reading: Reading, example: str) -> Faulty:
    """Report an empty value where one is required."""
    line = reading.source.line(reading.spans.key(*path).line)
    if re.search(r"(?::|-|,|\[)\s+#", line):
        hint = "put quotes around a text that begins with '#', which otherwise starts a comment in YAML"
    elif node.text:
        hint = f'for the word itself, write "{node.text}" in quotes; for no value, delete the line'
    else:
        hint = f"write, for example, {example}" if example else "write a value, or delete the line"
    return reading.fault("K008", f"{subject(path, where)} has no value", node, hint)


def subject(path: Path, where: Where) -> str:
    """Return the name of a value in messages: its key or list position, and its entry."""
    last = path[-1] if path else ""
    if isinstance(last, int):
        named = f"entry {last + 1} of {quote(str(path[-2]))}" if len(path) > 1 else f"entry {last + 1}"
    else:
        named = quote(last)
    return f"{named} in {where}"


def subjects(path: Path, where: Where) -> str:
    """Return the name of all values of one list or key in messages, whatever their entry."""
    last = path[-1] if path else ""
    if isinstance(last, int):
        return f"{subject(path[:-1], where)}: entries" if len(path) > 1 else "entries"
    return f"{quote(last)} in {with_article(where.kind)}" if where.kind else subject(path, where)


def got(node: Node) -> str:
    """Return what was written instead of the expected value, for messages."""
    if isinstance(node, Text):
        return quote(node.text)
    return "a list" if isinstance(node, Listing) else "a mapping"
