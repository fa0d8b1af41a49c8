"""Write the cells of tables: sets of hexes, lists of names, options and booleans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexwright.geometry.hex_board import Hexes
from hexwright.rules.judging.game_properties import option_property, option_value
from hexwright.vassal.enforcement.tables.rows import SIGNS


def text(hexes: Hexes) -> str:
    """Return a set of hexes as a cell."""
    return f"{hexes:x}"


def members(named: Iterable[str]) -> str:
    """Return a list of names as a cell. An empty list stands for all names, and becomes "*"."""
    return ",".join(named) or "*"


def options(wanted: Mapping[str, str]) -> str:
    """Return a cell with the options that an entry requires: their properties and values."""
    pairs = (f"{option_property(name)}={option_value(value)}" for name, value in wanted.items())
    return ",".join(pairs) or "-"


def yes(holds: bool) -> str:
    """Return a boolean as a cell."""
    return "yes" if holds else "no"


def plain(text: str) -> str:
    """Return a string without the characters that have a special meaning in message formats or tables."""
    for sign in ("$", *SIGNS, "\n"):
        text = text.replace(sign, " ")
    return text
