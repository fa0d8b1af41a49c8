"""Helpers for tests of ledgers: the project's files, and the rules that an entry cites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


def read(path: str) -> str | None:
    """Return the text of a file of the project, or None if there is no such file."""
    file = ROOT / path
    return file.read_text("utf-8") if file.is_file() else None


def cited(entry: object) -> Iterator[str]:
    """Yield every rule that an entry cites."""
    if isinstance(entry, tuple):
        for part in entry:
            yield from cited(part)
    elif is_dataclass(entry):
        for field in fields(entry):
            value = getattr(entry, field.name)
            if field.name.endswith("rule"):
                if value:
                    yield value
            else:
                yield from cited(value)
