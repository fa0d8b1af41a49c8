"""Diagnostics that users see: errors and warnings with their locations and hints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import PurePath
from typing import NamedTuple


class Severity(Enum):
    """The severity of a diagnostic. An error stops the stage; a warning or advice doesn't."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"

    @property
    def rank(self) -> int:
        """Return a rank for sorting: 0 for errors, which are the most severe, and more for less severe
        diagnostics.
        """
        return (Severity.ERROR, Severity.WARNING, Severity.ADVICE).index(self)


class Span(NamedTuple):
    """A location in a file. Lines and columns are counted from 1; 0 means the file as a whole.

    In a table, the line is the row, and the column is that of the cell, which has a heading.
    """

    file: str
    line: int = 0
    column: int = 0
    heading: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.within_file}" if self.line else self.file

    @property
    def within_file(self) -> str:
        """Return the location without the file: "12:5", or '12, column "attack"' in a table."""
        return f'{self.line}, column "{self.heading}"' if self.heading else f"{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One diagnostic. `code` is permanent; `hint` says what to write or do instead.

    Diagnostics with the same `cause` are reported together, even if their messages differ.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str = ""
    cause: str = ""

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span is not None else ""
        hint = f" — {self.hint}" if self.hint else ""
        return f"{place}{self.severity.value}[{self.code}]: {self.message}{hint}"

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Return a key that sorts by location, then code, then message."""
        span = self.span or Span("")
        return (span.file, span.line, span.column, self.code, self.message)


def error(code: str, message: str, span: Span | None = None, hint: str = "", cause: str = "") -> Diagnostic:
    """Build a diagnostic of severity error."""
    return Diagnostic(code, Severity.ERROR, message, span, hint, cause)


def warning(code: str, message: str, span: Span | None = None, hint: str = "") -> Diagnostic:
    """Build a diagnostic of severity warning."""
    return Diagnostic(code, Severity.WARNING, message, span, hint)


def advice_diagnostic(code: str, message: str, span: Span | None = None, hint: str = "") -> Diagnostic:
    """Build a diagnostic of severity advice."""
    return Diagnostic(code, Severity.ADVICE, message, span, hint)


@dataclass(slots=True)
class DiagnosticReport:
    """The diagnostics collected by a stage."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several diagnostics."""
        self.diagnostics.extend(diagnostics)

    def error(
        self, code: str, message: str, span: Span | None = None, hint: str = "", cause: str = ""
    ) -> None:
        """Add a diagnostic of severity error."""
        self.add(error(code, message, span, hint, cause))

    def warning(self, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        """Add a diagnostic of severity warning."""
        self.add(warning(code, message, span, hint))

    @property
    def has_errors(self) -> bool:
        """Return whether any diagnostic is an error."""
        return any(d.severity is Severity.ERROR for d in self.diagnostics)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(dict.fromkeys(self.diagnostics), key=lambda d: d.sort_key))

    def __len__(self) -> int:
        return len(self.diagnostics)

    def raise_if_failed(self) -> None:
        """Raise `InputError` if there are errors."""
        if self.has_errors:
            raise InputError(tuple(self))


class InputError(Exception):
    """An exception for input with errors; `diagnostics` contains all findings of the stage, sorted by
    location.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n".join(str(d) for d in diagnostics))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Diagnostic, ...]]]:
        """Return what a worker process sends, from which the exception is built again."""
        return InputError, (self.diagnostics,)

    @classmethod
    def single(cls, code: str, message: str, span: Span | None = None, hint: str = "") -> InputError:
        """Build the exception from a single error."""
        return cls((error(code, message, span, hint),))


def display_path(path: PurePath, root: PurePath) -> str:
    """Return a path relative to the project root with forward slashes, or unchanged if it is outside."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()
