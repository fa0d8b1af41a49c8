"""Holders of properties: the module, its maps and zones (MutablePropertiesContainer)."""

from __future__ import annotations

from typing import Any

from hexwright.vassal.codec.field_values import java_int


class GlobalPropertyValue:
    """A Global Property (MutableProperty); `low` and `high` are its minimum and maximum if it is numeric."""

    __slots__ = ("first", "high", "low", "name", "numeric", "value", "wrap")

    def __init__(
        self, name: str, first: str, numeric: bool = False, low: str = "", high: str = "", wrap: bool = False
    ) -> None:
        self.name = name
        self.first = first
        self.value = first
        self.numeric = numeric
        self.low = _whole(low, -(1 << 31))
        self.high = _whole(high, (1 << 31) - 1)
        self.wrap = wrap


def _whole(given: str, otherwise: int) -> int:
    try:
        return java_int(given)
    except ValueError:
        return otherwise


class PropertyContainer:
    """A holder of named properties. Missing properties are looked up in its parent."""

    def __init__(self, parent: PropertyContainer | None = None) -> None:
        self.values: dict[str, GlobalPropertyValue] = {}
        self.fixed: dict[str, str] = {}
        self.parent = parent

    def find(self, name: str) -> GlobalPropertyValue | None:
        """Return a property of this holder, without its parents."""
        return self.values.get(name)

    def get(self, name: str) -> Any:
        """Return the value of a property from this holder or its parents; None if it is undefined."""
        found = self.values.get(name)
        if found is not None:
            return found.value
        return self.parent.get(name) if self.parent is not None else None

    def add(self, value: GlobalPropertyValue) -> GlobalPropertyValue:
        """Add a property to the holder."""
        self.values[value.name] = value
        return value

    def reset(self) -> None:
        """Reset every property to its initial value."""
        for value in self.values.values():
            value.value = value.first
