"""Keys pressed on several units at a table."""

from __future__ import annotations

from builder.model.ids import UnitId
from validators.proof.table import Table


def press(table: Table, key: str, *units: str) -> str:
    """Press a key on units, one after the other, and return what is said."""
    for unit in units:
        table.key(UnitId(unit), key)
    return table.chat()
