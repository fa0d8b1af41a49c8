"""Game hypotheses: a state of the rules engine, together with the changes that the table doesn't show yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hexwright.rules.engine.fast_dataclasses import replace as with_state
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.umpire.table_snapshot import SeenKey, TableSnapshot, mismatches, seen_value

INFERRED_BATTLE: Final = Battle(0, 0)
"""A placeholder among the declared battles while an inferred battle is resolved; the phase may have more such
battles.
"""
DragPath = tuple[int, ...]
"""The hexes of a unit's move: the start hex, then the end hex of each drag."""


@dataclass(frozen=True, slots=True, order=True)
class PendingChange:
    """An automatic change that the table doesn't show yet."""

    key: SeenKey
    value: int
    """The old value, which the table still shows."""
    due_by: tuple[int, int]
    """The turn and phase before the end of which the table must show the change."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One possible course of the game up to the current step of the log.

    The rules engine applies automatic changes at once, but players flip and drag one counter after another.
    The table may therefore lag behind; `owed` contains the changes that the table doesn't show yet.
    """

    state: State
    pending: tuple[PendingChange, ...] = ()
    unused_dice: tuple[int, ...] = ()
    """Numbers rolled in this phase that haven't been used for a result yet."""
    any_dice_thrown: bool = False
    """Whether any die was rolled in this phase."""
    drags: tuple[tuple[int, DragPath], ...] = ()
    """Pairs of a unit and the path of its move in this phase."""
    units_attacked: int = 0
    """Units that have been attacked in this phase."""
    results_without_dice: int = 0
    """The number of inferred results for which the log contains no die roll."""
    hexes_visited: tuple[int, ...] = ()
    """For each side, the hexes that its units have entered in this phase; used only if battles aren't
    declared.
    """

    def contradictions(self, table: TableSnapshot) -> list[SeenKey]:
        """Return the keys of values in which the table differs from the state although no change
        is pending.
        """
        owed = {one.key: one.value for one in self.pending}
        found = mismatches(self.state, table)
        return [key for key in found if key not in owed or owed[key] != table.value(key)] if found else found

    def after_action(
        self, kernel: RulesEngine, action: Action, table: TableSnapshot, before: TableSnapshot
    ) -> Hypothesis:
        """Return the hypothesis after an action. Raises IllegalAction if the action isn't possible."""
        return self.in_state(kernel.apply(self.state, action), table, before)

    def in_state(self, state: State, table: TableSnapshot, before: TableSnapshot) -> Hypothesis:
        """Return the hypothesis with another state; changes that the table doesn't show yet
        become pending.
        """
        if state.battles == (INFERRED_BATTLE,) and state.stage == "resolve":
            state = with_state(state, stage="declare", battles=())
        was, now = (self.state.turn, self.state.phase), (state.turn, state.phase)
        # The table may take until the later phase begins to show changes between two phases.
        last = (now[0], now[1] - 1) if now != was else now
        owed = {one.key: one for one in self.pending if table.value(one.key) == one.value}
        for key in mismatches(state, table):
            value = table.value(key)
            if value == before.value(key) and seen_value(self.state, key) != seen_value(state, key):
                owed[key] = PendingChange(key, value, last)
        left = tuple(sorted(one for one in owed.values() if seen_value(state, one.key) != one.value))
        if now != was:
            return Hypothesis(
                state,
                left,
                self.unused_dice,
                self.any_dice_thrown,
                results_without_dice=self.results_without_dice,
            )
        return replace(self, state=state, pending=left)

    def without_settled(self, table: TableSnapshot) -> Hypothesis:
        """Return the hypothesis without the pending changes that the table already shows."""
        left = tuple(
            one
            for one in self.pending
            if table.value(one.key) == one.value and seen_value(self.state, one.key) != one.value
        )
        return self if left == self.pending else replace(self, pending=left)

    def overdue(self, table: TableSnapshot) -> tuple[PendingChange, ...]:
        """Return the pending changes that the table should already show at its turn and phase."""
        return tuple(one for one in self.pending if table.turn > one.due_by)
