"""The interface of one subject about which a module's game stores properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Protocol

from hexwright.geometry.bitsets import union
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State


class NotedGame(Protocol):
    """A game whose stored properties, and those of its units, can be read."""

    @property
    def setting(self) -> CompiledGame:
        """Return the compiled game of the scenario in play."""

    def value(self, name: str) -> str:
        """Return the value of a property of the game; an empty string if it isn't set."""

    def on_units(self, name: str) -> Iterator[tuple[int, str]]:
        """Yield the units for which a property is set: unit number and value."""


class StateNotes:
    """One subject about which a game stores properties.

    By default, its methods return no properties and no fields.
    """

    is_compared: ClassVar[bool] = False
    """Whether the conformance check compares the game's properties with the state after each step."""
    is_saved: ClassVar[bool] = True
    """Whether saved games contain the properties.

    If they don't, the conformance check sets the properties itself when a walk begins with a saved game.
    """

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the properties that the game stores for a state, keyed by name."""
        return {}

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield the properties that units store for a state: unit number, name and value."""
        yield from ()

    def fields_before_phase(self, noted: NotedGame) -> Mapping[str, Any]:
        """Return the fields of the state that are read from the properties before its phase begins."""
        return {}

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the fields of the state that are read from the properties once its phase has begun."""
        return {}


def whole_number(text: str) -> int | None:
    """Return the number in a property's value; None unless the value consists of ASCII digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def phase_of(setting: CompiledGame, state: State) -> str:
    """Return a state's turn and phase in the format used by stored properties."""
    return f"{state.turn}.{setting.phases[state.phase].id}"


def number_set(text: str) -> int:
    """Return the numbers that a property's value lists, as a bit set."""
    return union(number for one in text.split(",") if one and (number := whole_number(one)) is not None)
