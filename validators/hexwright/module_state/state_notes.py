"""State notes: the interface of a part, one subject of which a module's game keeps notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Protocol

from hexwright.geometry.bitsets import union
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State


class NotedGame(Protocol):
    """The notes that a game and its units contain."""

    @property
    def setting(self) -> CompiledGame:
        """Return the rules of the scenario in play, with its options."""

    def value(self, name: str) -> str:
        """Return a property of the game; empty if it isn't set."""

    def on_units(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the units for which a property is set: number and value."""


class StateNotes:
    """One subject of which a game keeps notes. By default, each method returns nothing."""

    is_compared: ClassVar[bool] = False
    """Whether the conformance check compares the game's notes with the state after each step."""
    is_saved: ClassVar[bool] = True
    """Whether saved positions contain the game's notes; otherwise a walk that begins with one sets them."""

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the game's notes of a state, by property."""
        return {}

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield the notes of units of a state: number, property and value."""
        yield from ()

    def fields_before_phase(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return fields of the state that are known before its phase opens."""
        return {}

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return fields of the state that are known once its phase has opened, or is about to."""
        return {}


def whole_number(text: str) -> int | None:
    """Return the number in a property's text; None for any text but plain digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def phase_of(setting: CompiledGame, state: State) -> str:
    """Return a state's turn and phase in the form that notes use."""
    return f"{state.turn}.{setting.phases[state.phase].id}"


def number_set(text: str) -> int:
    """Return the set of numbers that a property lists."""
    return union(number for one in text.split(",") if one and (number := whole_number(one)) is not None)
