"""The Spreadsheet trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import RemainingKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("table;", "Spreadsheet", "VASSAL.counters.TableInfo", state_delimiter=",")
class Spreadsheet(Trait):
    rows: int = trait_fields.integer("Number of rows", 2)
    columns: int = trait_fields.integer("Number of columns", 2)
    menu: str = trait_fields.menu("Menu command", "Show Data")
    key: KeyCommand | None = trait_fields.key("Key command")
    description: str = trait_fields.text("Description", "", "3.5")
    cells: tuple[str, ...] = trait_fields.declare(RemainingKind(), "Cells, row by row", (), state=True)
