"""The order from which criteria are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

_PLACE: Final[Mapping[str, str]] = {
    "across_front": "facing",
    "attacking_from": "out_of",
    "enemy_zoc": "zone",
    "option": "under",
}
"""Where criteria stand in the alphabet that don't stand by their own names."""


def in_order(keys: Iterable[str]) -> list[str]:
    """Return criteria in the order from which they are drawn, so that named plans stay the same games."""
    return sorted(keys, key=lambda key: _PLACE.get(key, key))
