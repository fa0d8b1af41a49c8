"""Say what a part is: one subject that a game keeps notes of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Protocol

from hexwright.geometry.bitsets import union
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State


class Noted(Protocol):
    """A game as it says of itself: what it and its units note."""

    @property
    def setting(self) -> Setting:
        """The rules of the scenario that is played, with its options."""

    def value(self, name: str) -> str:
        """Return a property of the game; empty where it isn't set."""

    def on_units(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the units of which a property isn't empty, by number, and what it says."""


class Part:
    """One subject that a game keeps notes of. What a part doesn't say is nothing."""

    compared: ClassVar[bool] = False
    """Whether the proof holds what the game notes to the state after each step."""
    saved: ClassVar[bool] = True
    """Whether a saved position has what the game notes; else a walk that begins with one sets it."""

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return what the game notes of a state, by property."""
        return {}

    def of_units(self, setting: Setting, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield what units note of a state: number, property, and what it says."""
        yield from ()

    def before(self, noted: Noted) -> Mapping[str, Any]:
        """Return fields of the state that are known before its phase opens."""
        return {}

    def after(self, noted: Noted, state: State) -> Mapping[str, Any]:
        """Return fields of the state that are known once its phase has been opened, or is yet to open."""
        return {}


def whole(text: str) -> int | None:
    """Return the number that a property holds in plain figures; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def phase_of(setting: Setting, state: State) -> str:
    """Return turn and phase of a state as notes have them."""
    return f"{state.turn}.{setting.phases[state.phase].id}"


def numbers(text: str) -> int:
    """Return the set of numbers that a property lists."""
    return union(number for one in text.split(",") if one and (number := whole(one)) is not None)
