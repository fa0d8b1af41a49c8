"""Rules protocol: the interface through which every game is played.

A game is played as a tree. In each state, either a side or chance decides. `legal_actions` and
`chance_outcomes` list the possible actions, and `apply` returns the state after an action. A seed in the
state fixes the dice, so the seed and the actions together determine the whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, Protocol, TypeVar

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.model.scenario import Placement

ActionKind = Literal[
    "move",
    "take-back",
    "end",
    "attack",
    "leave",
    "resolve",
    "roll",
    "lose",
    "disrupt",
    "stand",
    "fall-back",
    "retreat",
    "advance",
    "remain",
    "hold",
    "restore",
    "new",
    "designate",
    "attrition",
    # Air units.
    "strike",
    "support",
    "intercept",
    "fly",
    "pass",
    # Fire combat.
    "engage",
    "fire",
    "hit",
    "withdraw",
    "pursue",
    # Units that a side gives up or brings in.
    "give-up",
    "keep",
    "arrive",
    "fortify",
    "entrain",
    "detrain",
    "exit",
]

CHANCE: Final = SideId("chance")
"""The active "side" when a die must be rolled."""


@dataclass(frozen=True, slots=True)
class Action:
    """One decision or one die roll; `text` is its written form."""

    kind: ActionKind
    unit: UnitId | None = None
    hex: HexId | None = None
    target: UnitId | None = None
    through: tuple[HexId, ...] = ()
    """Enemy places that a unit enters, and therefore captures, in a retreat.

    Moves leave this field empty: they are split into legs instead.
    """
    roll: int = 0
    units: tuple[UnitId, ...] = ()
    """The other units of the group, if a group acts."""
    rolls: tuple[int, ...] = ()
    """The results of several dice, or of both sides' dice."""
    column: int = 0
    """The lower column that the attacker announces for a battle; 0 for the column of its odds."""
    ignoring: bool = False
    """Whether the attacker ignores the results that the rules permit it to ignore."""

    @property
    def text(self) -> str:
        """Return the action as one line, such as "retreat german-xli 0505 via 0504"."""
        if self.kind == "roll":
            return f"roll {' '.join(map(str, self.rolls)) if self.rolls else self.roll}"
        words: list[str] = [self.kind, *(part for part in (self.unit, self.hex) if part is not None)]
        if self.target is not None:
            words += ["on", self.target] if self.kind == "attack" else [self.target]
        if self.units:
            words += ["with", ",".join(self.units)]
        words += ["in", str(self.column)] if self.column else []
        words += ["ignoring"] if self.ignoring else []
        if self.through:
            words += ["via", ",".join(self.through)]
        return " ".join(words)


END: Final = Action("end")
"""The action that ends a phase, or a part of a phase."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the winner (None for a draw), and each side's points if points decide
    the game.
    """

    winner: SideId | None
    points: Mapping[SideId, int]
    text: str
    level: str | None = None
    """The victory level; None for a draw or if the game has no levels."""


class IllegalAction(ValueError):  # noqa: N818 - reads as what it is
    """An action that the rules forbid, or a string that isn't an action; `hint` names legal alternatives."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


S = TypeVar("S")


class Rules(Protocol[S]):
    """The rules of one scenario of one game; `S` is the type of its states."""

    def set_up(self, seed: int = 0, placement: Placement | None = None) -> S:
        """Return the state before the first action."""

    def phase(self, state: S) -> PhaseId:
        """Return the current phase."""

    def active_side(self, state: S) -> SideId | None:
        """Return the side that decides, `CHANCE` before a die roll, or None if the game is over."""

    def legal_actions(self, state: S) -> Sequence[Action]:
        """Return all legal actions of the active side; empty for chance and at the end of the game."""

    def chance_outcomes(self, state: S) -> Sequence[tuple[Action, Fraction]]:
        """Return the possible chance outcomes with their probabilities; empty if a side decides."""

    def draw(self, state: S) -> Action:
        """Return the chance outcome that the state's seed determines."""

    def is_legal(self, state: S, action: Action) -> bool:
        """Return whether an action is legal, or a possible chance outcome, in a state."""

    def apply(self, state: S, action: Action) -> S:
        """Return the state after a legal action; raise IllegalAction if the action is obviously illegal."""

    def is_over(self, state: S) -> bool:
        """Return whether the game has ended."""

    def outcome(self, state: S) -> Outcome:
        """Return the result of a finished game, or the result that an unfinished game would have if it ended
        now.
        """

    def status(self, state: S) -> tuple[Diagnostic, ...]:
        """Return all faults in a state."""

    def describe(self, state: S, action: Action) -> str:
        """Return a sentence for players that describes an action."""

    def parse(self, state: S, text: str) -> Action:
        """Parse an action's text, such as "move german-xli 0505".

        Raises IllegalAction, with a hint, if the text has no known form or the action isn't legal here.
        """
