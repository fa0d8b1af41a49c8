"""The subjects that games keep notes of, one a file."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from validators.kept.part import Noted, Part
from validators.rules.changing import replace
from validators.rules.setting import Setting
from validators.rules.state import State

PARTS: Final[tuple[Part, ...]] = tuple(
    import_module(f"{__name__}.{name}").PART
    for name in sorted(one.name for one in pkgutil.iter_modules(__path__))
)


def game_notes(
    setting: Setting, state: State, *, compared: bool | None = None, saved: bool | None = None
) -> dict[str, str]:
    """Return what the game notes of a state, by property: of all parts, or those of a kind."""
    found: dict[str, str] = {}
    for part in PARTS:
        if compared in (None, part.compared) and saved in (None, part.saved):
            found |= part.of_game(setting, state)
    return found


def unit_notes(setting: Setting, state: State) -> Mapping[int, dict[str, str]]:
    """Return what units note of a state, by number and property."""
    found: dict[int, dict[str, str]] = {}
    for part in PARTS:
        for unit, name, value in part.of_units(setting, state):
            found.setdefault(unit, {})[name] = value
    return found


def fields_before(noted: Noted) -> dict[str, Any]:
    """Return the fields of a state that a game notes and that are known before its phase opens."""
    found: dict[str, Any] = {}
    for part in PARTS:
        found |= part.before(noted)
    return found


def told(noted: Noted, state: State) -> State:
    """Return a state with what a game notes beside its counters."""
    found: dict[str, Any] = {}
    for part in PARTS:
        found |= part.after(noted, state)
    return replace(state, **found)
