"""Compiled actions: action objects that are listed again and again but created only once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from hexwright.geometry.bitsets import members, select
from hexwright.geometry.hex_board import Hexes
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.rules_protocol import Action

T = TypeVar("T")


class _LazyDict(dict[int, T]):
    """A mapping that creates each value on first access, because a large game has a million
    possible attacks.
    """

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> T:
        made = self[number] = self._make(number)
        return made


@dataclass(frozen=True)
class CompiledActions(CompiledUnits):
    """The actions of units, each created on first use and then reused."""

    _moves: dict[int, list[Action | None]] = field(default_factory=dict, repr=False)
    _moves_made: dict[int, Hexes] = field(default_factory=dict, repr=False)
    """For each unit, the moves created so far, keyed by end hexes."""

    def moves_to(self, unit: int, ends: Hexes) -> list[Action]:
        """Return one move action of a unit to each of the hexes `ends`; each action is created only once."""
        row = self._moves.get(unit)
        if row is None:
            row = self._moves[unit] = [None] * len(self.board.ids)
            self._moves_made[unit] = 0
        if fresh := ends & ~self._moves_made[unit]:
            name, ids = self.units[unit], self.board.ids
            for number in members(fresh):
                row[number] = Action("move", name, hex=ids[number])
            self._moves_made[unit] |= fresh
        return select(row, ends)  # type: ignore[arg-type]

    @cached_property
    def attacks(self) -> Mapping[int, Mapping[int, Action]]:
        """Return the actions that declare attacks on single units, by attacker and defender."""
        names = self.units
        return _LazyDict(lambda n: _LazyDict(lambda other: Action("attack", names[n], target=names[other])))

    @cached_property
    def hex_attacks(self) -> Mapping[int, Mapping[int, Action]]:
        """Return the actions that declare attacks on all units in a hex, by attacker and hex."""
        names, ids = self.units, self.board.ids
        return _LazyDict(lambda n: _LazyDict(lambda number: Action("attack", names[n], hex=ids[number])))
