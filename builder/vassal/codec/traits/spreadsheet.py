"""The trait Spreadsheet."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Remaining
from builder.vassal.codec.values import Key


@record
class Spreadsheet(Trait):
    """Spreadsheet (VASSAL.counters.TableInfo)."""

    ID: ClassVar[str] = "table;"
    TITLE: ClassVar[str] = "Spreadsheet"
    JAVA: ClassVar[str] = "VASSAL.counters.TableInfo"
    STATE_DELIMITER: ClassVar[str | None] = ","

    rows: int = fields.integer("Number of rows", 2)
    columns: int = fields.integer("Number of columns", 2)
    menu: str = fields.menu("Menu command", "Show Data")
    key: Key | None = fields.key("Key command")
    description: str = fields.text("Description", "", "3.5")
    cells: tuple[str, ...] = fields.declare(Remaining(), "Cells, row by row", (), state=True)
