"""Module player: press the keys that a player presses, and store the data shared during a phase."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from hexwright.conformance.paired_game import PairedGame
from hexwright.conformance.running_module import RESOLVE_KEY as RESOLVE_KEY
from hexwright.model.ids import HexId, UnitId

# The keys of docs/explanation/enforcement.md and of the module's help.
ATTACK_KEY: Final = "keys:ctrl A"
FLIP_KEY: Final = "keys:ctrl F"
LOSE_STEP_KEY: Final = "keys:ctrl L"
RETREAT_KEY: Final = "keys:ctrl H"
RESTORE_KEY: Final = "keys:ctrl R"
ELIMINATE_KEY: Final = "keys:ctrl E"
LOWER_ODDS_KEY: Final = "keys:ctrl V"
IGNORE_RESULT_KEY: Final = "keys:ctrl P"
LEAVE_MAP_KEY: Final = "keys:ctrl X"


class PositionsDiffer(Exception):  # noqa: N818 - what has happened, and no fault of the program
    """Raised to end a walk if the module's position differs from the rules engine's."""


@dataclass(slots=True)
class ModulePlayer:
    """A player who repeats the rules engine's actions in the module, and attempts other actions."""

    paired_game: PairedGame
    rng: random.Random
    phase: tuple[int, int] = (0, 0)
    replaced: dict[int, str] = field(default_factory=dict)
    spent: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each unit, the replacement that it received in this phase."""
    picked_target: UnitId | None = None
    """The defender that was picked last in the module."""
    seated: bool = False
    """Whether each side has its own player (`player_seats.py`); otherwise one player plays both sides."""

    def start_phase_if_new(self) -> bool:
        """Clear the data of an earlier phase; return whether the phase is new."""
        now = (self.paired_game.state.turn, self.paired_game.state.phase)
        if now == self.phase:
            return False
        self.phase, self.replaced, self.spent, self.picked_target = now, {}, {}, None
        return True

    @property
    def phase_name(self) -> str:
        """Return the turn and phase in the format of the module's stored properties."""
        turn, phase = self.phase
        return f"{turn}.{self.paired_game.kernel.setting.phases[phase].id}"

    def compare_verdict(self, action: str, rule: str | None) -> bool:
        """Compare the module's verdict on the last action with the expected verdict; return whether they
        agree.

        `rule` is None if the action is legal, otherwise the number of the rule that forbids it; an empty
        string accepts any rule.
        """
        refused, violation = self.paired_game.table.refusal()
        if (rule is not None) == refused and rule in (None, "", violation):
            return True
        told = self.paired_game.table.chat() or "no chat line"
        expected = "legal" if rule is None else f"refused{f' ({rule})' if rule else ''}"
        got = f"refused ({violation})" if refused else "legal"
        self.paired_game.report_difference(action, expected, f"{got}: {told}")
        return False

    def drag_refused(self, what: str, unit: UnitId, start: HexId, goal: HexId) -> None:
        """Drag a unit to a hex that it may not enter; the module must refuse and move the unit back."""
        table = self.paired_game.table
        table.chat()
        table.drag(unit, goal)
        fine = self.compare_verdict(what, "")
        seen = table.where(unit)
        if seen.location != start:
            self.paired_game.report_difference(what, f"{unit} in {start}", f"{seen.location}")
            fine = False
        if not fine:
            self.end_walk()

    def cancel_pick(self, unit: UnitId, step: str) -> None:
        """Cancel the choice of a unit that was just picked; nothing is declared as a result."""
        if self.paired_game.table.is_waiting():
            self.paired_game.table.key(unit, ATTACK_KEY, step)

    def end_walk(self) -> None:
        """End the walk by raising PositionsDiffer: comparisons after a difference are meaningless."""
        raise PositionsDiffer
