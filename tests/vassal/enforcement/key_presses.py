"""Keys pressed on several units at a table."""

from __future__ import annotations

from hexwright.conformance.running_module import RunningModule
from hexwright.model.ids import UnitId


def press(table: RunningModule, key: str, *units: str) -> str:
    """Press a key on units, one after the other, and return what is said."""
    for unit in units:
        table.key(UnitId(unit), key)
    return table.chat()
