"""Check that all text can be drawn: its characters have glyphs and run from left to right."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from hexwright.load.check_context import CheckContext
from hexwright.load.value_spans import Path
from hexwright.model.counter_layouts import LayoutPart
from hexwright.model.counter_mix import MarkerFace, Step, Unit
from hexwright.model.hex_map import FeatureGroup, HexsideLine, Place, Region
from hexwright.support.message_wording import quote

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
_WITH_OWN_FONTS = frozenset(
    {
        *((record, "data") for record in (Unit, Step, MarkerFace)),
        (LayoutPart, "text"),
        *((record, "lettered") for record in (Place, Region, HexsideLine, FeatureGroup)),
    }
)
"""Texts that only layouts of counters or the map draw, perhaps in the designer's fonts.

The checks of layouts and of the map look at them.
"""
_LINE_BREAKS = frozenset("\n\r\t")


def check_glyphs(check: CheckContext) -> None:
    """Report text that the bundled fonts can't draw or that runs from right to left."""
    used: set[str] = set()
    _gather(check.game, used)
    used -= _LINE_BREAKS
    turned = {c for c in used if unicodedata.bidirectional(c) in _RIGHT_TO_LEFT}
    missing = check.glyph_faults("".join(sorted(used - turned))) if check.glyph_faults else set()
    missing -= turned | _LINE_BREAKS
    if not turned and not missing:
        return
    for text, path in _texts(check):
        span = check.spans.value(*path)
        if not turned.isdisjoint(text):
            check.error(
                "K015",
                f"{quote(text)} contains letters written from right to left, which the pictures can't show",
                span,
                "write the text in Latin, Greek or Cyrillic letters",
            )
        lacking = sorted(missing.intersection(text))
        if lacking:
            named = ", ".join(
                f"'{c}' (U+{ord(c):04X} {unicodedata.name(c, 'unnamed').lower()})" for c in lacking
            )
            check.error(
                "K014", f"no font has a glyph for {named}", span, "write the text with other characters"
            )


def _gather(value: Any, used: set[str]) -> None:
    """Add the characters of all strings in a value to `used`."""
    if isinstance(value, str):
        used.update(value)
    elif isinstance(value, tuple):
        for item in value:
            _gather(item, used)
    elif isinstance(value, Mapping):
        _gather((*value.keys(), *value.values()), used)
    elif (fields := getattr(value, "__dataclass_fields__", None)) is not None:
        for name in fields:
            if (type(value), name) not in _WITH_OWN_FONTS:
                _gather(getattr(value, name), used)


def _texts(check: CheckContext) -> Iterator[tuple[str, Path]]:
    game = check.game
    for attribute in ("info", "hexmap", "counters", "oob", "charts", "rules"):
        yield from _in(getattr(game, attribute), (attribute,))
    for scenario in game.scenarios:
        yield from _in(scenario, ("scenarios", scenario.id))


def _in(value: Any, path: Path) -> Iterator[tuple[str, Path]]:
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from _in(item, (*path, getattr(item, "id", position)))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key), (*path, key)
            yield from _in(item, (*path, key))
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if (type(value), field.name) in _WITH_OWN_FONTS:
                continue
            yield from _in(getattr(value, field.name), (*path, field.name))
