"""Annotate YAML keys, for `docs/reference/data-format.md` and the JSON Schemas.

The dataclasses of this package are the data format: the loader reads a YAML mapping into the dataclass field
by field. `Annotated[T, Doc("...")]` documents a key; `Keyed` marks a tuple of entries that is written as a
mapping whose keys become each entry's `id`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Doc:
    """The meaning of a key, in one or two sentences, with an example in YAML."""

    text: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A mark for a `tuple[Entry, ...]` that YAML writes as `{id: entry}`; `Entry` has a field `id`."""


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """A mark for a tuple that YAML may also write as a single entry, without the brackets of a list."""


@dataclass(frozen=True, slots=True)
class FromTable:
    """A mark for a mapping that YAML may also write as the name of a CSV or XLSX file beside its file."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A mark for a string that must be an existing id; the loader's `resolve` stage checks it."""

    kind: str


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of a number, both inclusive. For a list or an optional value, they apply to each number in
    it.
    """

    low: float
    high: float = 1_000_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """The format of a string: a regular expression for the whole string, and a description in words."""

    regex: str
    words: str


@dataclass(frozen=True, slots=True)
class OptionsOf:
    """A mark for a mapping from option to choice; it names the file whose `options` the keys refer to."""

    file: Literal["game.yaml", "rules.yaml"]


KEYED = Keyed()
ONE_OR_MORE = OneOrMore()
FROM_TABLE = FromTable()
