"""Attach to each YAML key what `docs/reference/data-format.md` and the JSON Schemas say about it.

The dataclasses of this package are the data format: the loader reads a YAML mapping into the
dataclass field by field. `Annotated[T, Doc("...")]` documents a key; `Keyed` says that a tuple
of entries is written as a mapping whose keys become each entry's `id`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Doc:
    """What a key means, in one or two sentences, with an example as YAML text."""

    text: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """Marks a `tuple[Entry, ...]` that YAML writes as `{id: entry}`; `Entry` has a field `id`."""


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """Marks a tuple that YAML may also write as its one entry, without the brackets of a list."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Marks a text that must be the id of something: checked by the loader's `resolve` stage."""

    kind: str


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of a number, both included. In a list or an optional value it bounds each number."""

    low: float
    high: float = 1_000_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """The form a text must have: a regular expression for the whole text, and the same in words."""

    regex: str
    words: str


KEYED = Keyed()
ONE_OR_MORE = OneOrMore()
