"""Write the criteria of an entry as the first cells of its row. All tables with criteria use this format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from hexwright.geometry import criteria_hexes
from hexwright.geometry.criteria_hexes import (
    hexes_meeting_criteria,
    reversed_line_names,
    target_feature_hexes,
)
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.criteria_record import Criteria, Near
from hexwright.model.rules.mandatory_attack_record import AttackDuty
from hexwright.vassal.enforcement.tables.cells import members, options, text, yes
from hexwright.vassal.enforcement.tables.rows import Row, row


@row
class Circumstance(Row):
    """A row that begins with the criteria of an entry. The `circumstances.bsh` script tests them."""

    hexes: str
    across: str
    facing: str
    inside: str
    along: str
    spared: str
    weather: str
    turns: str
    phases: str
    sides: str
    classes: str
    units: str
    supply: str
    zone: str
    condition: str
    near: str
    situation: str
    against: str
    against_classes: str
    under: str


@row
class Duty(Circumstance):
    """A row for a mandatory attack: its criteria, and the hexes from which units attack."""

    out_of: str


def duty(board: Board, entry: AttackDuty) -> Duty:
    """Return the row of a mandatory attack."""
    return Duty(
        **asked(board, entry),
        out_of=_hexes(board, criteria_hexes.attack_origin_hexes(board, entry.attacking_from)),
    )


def circumstance(board: Board, when: Criteria) -> Circumstance:
    """Return the row for the criteria of an entry."""
    return Circumstance(
        hexes=_hexes(board, hexes_meeting_criteria(board, when)),
        across=_some(when.across),
        facing=_some(when.across_front),
        inside=text(target_feature_hexes(board, when)) if when.into else "-",
        along=_some(reversed_line_names(when)),
        spared=_some(reversed_line_names(when.unless)) if when.unless is not None else "-",
        weather=members(when.weather),
        turns=members(map(str, when.turns)),
        phases=members(when.phases),
        sides=members(when.side),
        classes=members(when.classes) if when.classes or not when.units else "-",
        units=_some(when.units),
        supply=when.supply or "-",
        zone=when.enemy_zoc or "-",
        condition=when.condition or "-",
        near=_near(when.near),
        situation=_some(when.situation),
        against=members(when.against),
        against_classes=members(when.against_classes),
        under=options(when.option),
    )


def asked(board: Board, when: Criteria, hexes: Hexes | None = None) -> dict[str, str]:
    """Return the cells of criteria by column name, for rows with further columns.

    If `hexes` is given, it replaces the hexes of the criteria.
    """
    found = circumstance(board, when)
    cells = {field.name: getattr(found, field.name) for field in fields(found)}
    return cells if hexes is None else cells | {"hexes": _hexes(board, hexes)}


def _near(near: Near | None) -> str:
    """Return the cell of a `near` criterion: distance, negation, classes and units, separated by spaces."""
    if near is None:
        return "-"
    classes = members(near.classes) if near.classes or not near.units else "-"
    return f"{near.within} {yes(near.missing)} {classes} {_some(near.units)}"


def _hexes(board: Board, hexes: Hexes) -> str:
    return "-" if hexes == board.every else text(hexes)


def _some(named: Iterable[str]) -> str:
    return ",".join(named) or "-"
