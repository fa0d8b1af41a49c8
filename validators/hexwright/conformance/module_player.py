"""Name what a player presses, and what one hand after another shares in a phase."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from hexwright.conformance.paired_game import Mirror
from hexwright.model.ids import HexId, UnitId

# The keys of docs/explanation/enforcement.md and of the module's help.
ATTACK: Final = "keys:ctrl A"
FIGHT: Final = "keys:ctrl D"
FLIP: Final = "keys:ctrl F"
LOSE: Final = "keys:ctrl L"
GIVE_WAY: Final = "keys:ctrl H"
REGAIN: Final = "keys:ctrl R"
ELIMINATE: Final = "keys:ctrl E"
LOWER: Final = "keys:ctrl V"
IGNORE: Final = "keys:ctrl P"
LEAVE_MAP: Final = "keys:ctrl X"


class Parted(Exception):  # noqa: N818 - what has happened, and no fault of the program
    """The module stands otherwise than the reference; the walk ends here."""


@dataclass(slots=True)
class Hands:
    """A player who does at the table what the reference does, and tries what it would not."""

    mirror: Mirror
    chance: random.Random
    phase: tuple[int, int] = (0, 0)
    replaced: dict[int, str] = field(default_factory=dict)
    spent: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By unit: the replacement that it took in this phase."""
    aim: UnitId | None = None
    """The defender that was picked last."""
    seated: bool = False
    """Whether each player has a seat of his own (`seats.py`), or one plays both sides."""

    def at_phase(self) -> bool:
        """Forget what belongs to another phase; tell whether this is a new one."""
        now = (self.mirror.state.turn, self.mirror.state.phase)
        if now == self.phase:
            return False
        self.phase, self.replaced, self.spent, self.aim = now, {}, {}, None
        return True

    @property
    def phase_name(self) -> str:
        """Return turn and phase as the module writes them in its records."""
        turn, phase = self.phase
        return f"{turn}.{self.mirror.kernel.setting.phases[phase].id}"

    def judged(self, action: str, rule: str | None) -> bool:
        """Compare what the module says of the last action: allowed (None), or against a rule.

        An empty rule stands for any. Tells whether it is the same.
        """
        refused, violation = self.mirror.table.refusal()
        if (rule is not None) == refused and rule in (None, "", violation):
            return True
        told = self.mirror.table.chat() or "nothing said"
        expected = "legal" if rule is None else f"refused{f' ({rule})' if rule else ''}"
        got = f"refused ({violation})" if refused else "legal"
        self.mirror.differs(action, expected, f"{got}: {told}")
        return False

    def dragged_back(self, what: str, unit: UnitId, start: HexId, goal: HexId) -> None:
        """Drag a unit where it may not go; it must be refused, and stand where it stood."""
        table = self.mirror.table
        table.chat()
        table.drag(unit, goal)
        fine = self.judged(what, "")
        seen = table.where(unit)
        if seen.location != start:
            self.mirror.differs(what, f"it stands in {start}", f"{seen.location}")
            fine = False
        if not fine:
            self.part()

    def unname(self, unit: UnitId, step: str) -> None:
        """Forget a unit that was just named for whoever is picked next, which declares nothing."""
        if self.mirror.table.waits():
            self.mirror.table.key(unit, ATTACK, step)

    def part(self) -> None:
        """End the walk: what follows a difference proves nothing."""
        raise Parted
