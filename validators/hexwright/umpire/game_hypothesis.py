"""Hold what the umpire believes of a game: a state of the reference, and what the table still owes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hexwright.rules.engine.fast_dataclasses import replace as with_state
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_engine import Kernel
from hexwright.rules.engine.rules_protocol import Action
from hexwright.umpire.table_snapshot import Key, Table, mismatches, shown

NEVER: Final = Battle(0, 0)
"""Stands among declared battles while one that was inferred is fought: more may follow in the phase."""
Points = tuple[int, ...]
"""The hexes of a move in drags: where it began, then where each drag ended."""


@dataclass(frozen=True, slots=True, order=True)
class Owed:
    """What a table still shows of the time before something that nobody decides."""

    key: Key
    value: int
    """What the table shows."""
    last: tuple[int, int]
    """Turn and phase after which it is overdue."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One course that the game can have taken, as far as the log has come.

    The reference carries out at once what nobody decides; players turn and drag one counter after
    another. So a table may lag behind, and the rest is `owed`.
    """

    state: State
    owed: tuple[Owed, ...] = ()
    dice: tuple[int, ...] = ()
    """Faces thrown in this phase that no result has used."""
    threw: bool = False
    """Whether any die was thrown in this phase."""
    drags: tuple[tuple[int, Points], ...] = ()
    """By unit: the drags of its move in this phase."""
    fought: int = 0
    """Units that have been attacked in this phase."""
    unthrown: int = 0
    """Results that were inferred though no die for them is in the log."""
    met: tuple[int, ...] = ()
    """By side: the hexes where its units have stood in this phase, where battles aren't declared."""

    def wrong(self, table: Table) -> list[Key]:
        """Return where the table shows what neither the state nor anything owed explains."""
        owed = {one.key: one.value for one in self.owed}
        found = mismatches(self.state, table)
        return [key for key in found if key not in owed or owed[key] != table.value(key)] if found else found

    def after(self, kernel: Kernel, action: Action, table: Table, before: Table) -> Hypothesis:
        """Return what is believed after an action; raises IllegalAction where it can't be carried out."""
        return self.at(kernel.apply(self.state, action), table, before)

    def at(self, state: State, table: Table, before: Table) -> Hypothesis:
        """Return what is believed in another state: what it changed and the table didn't is owed."""
        if state.battles == (NEVER,) and state.stage == "resolve":
            state = with_state(state, stage="declare", battles=())
        was, now = (self.state.turn, self.state.phase), (state.turn, state.phase)
        # What happens between two phases may take the table until the later of them begins.
        last = (now[0], now[1] - 1) if now != was else now
        owed = {one.key: one for one in self.owed if table.value(one.key) == one.value}
        for key in mismatches(state, table):
            value = table.value(key)
            if value == before.value(key) and shown(self.state, key) != shown(state, key):
                owed[key] = Owed(key, value, last)
        left = tuple(sorted(one for one in owed.values() if shown(state, one.key) != one.value))
        if now != was:
            return Hypothesis(state, left, self.dice, self.threw, unthrown=self.unthrown)
        return replace(self, state=state, owed=left)

    def settled(self, table: Table) -> Hypothesis:
        """Return what is believed without what the table has caught up with."""
        left = tuple(
            one
            for one in self.owed
            if table.value(one.key) == one.value and shown(self.state, one.key) != one.value
        )
        return self if left == self.owed else replace(self, owed=left)

    def overdue(self, table: Table) -> tuple[Owed, ...]:
        """Return what the table should show by its turn and phase."""
        return tuple(one for one in self.owed if table.turn > one.last)
