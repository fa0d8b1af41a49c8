"""Say what a rules reference is: the contract that every game meets.

A game is played as a tree. In each state one side decides, or chance does; `legal_actions` and
`chance_outcomes` list what can happen, and `apply` gives the state after it. A seed in the state
fixes the dice, so that seed and actions are the game.
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
    # Units of a side that it gives up, or brings in.
    "give-up",
    "keep",
    "arrive",
    "fortify",
    "entrain",
    "detrain",
    "exit",
]

CHANCE: Final = SideId("chance")
"""Stands for the side that decides when a die is thrown."""


@dataclass(frozen=True, slots=True)
class Action:
    """One decision or one throw of the die; `text` is its written form."""

    kind: ActionKind
    unit: UnitId | None = None
    hex: HexId | None = None
    target: UnitId | None = None
    through: tuple[HexId, ...] = ()
    """Enemy places that a unit enters as it retreats, and so takes; a move is made in legs instead."""
    roll: int = 0
    units: tuple[UnitId, ...] = ()
    """Further units, where a group acts."""
    rolls: tuple[int, ...] = ()
    """What several dice, or both sides' dice, come to."""
    column: int = 0
    """The lower column in which a battle is fought, as the attacker announces; 0 for that of its odds."""
    ignoring: bool = False
    """Whether the attacker ignores the results that he may."""

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
"""Ends a phase, or a part of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, None for a draw, and the points where points decide."""

    winner: SideId | None
    points: Mapping[SideId, int]
    text: str
    level: str | None = None
    """The grade of the victory; None where nothing grades it, or for a draw."""


class IllegalAction(ValueError):  # noqa: N818 - reads as what it is
    """An action that the rules don't allow, or a text that is no action; `hint` says what is."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


S = TypeVar("S")


class Rules(Protocol[S]):
    """The rules of one scenario of one game; `S` is the type of its states."""

    def set_up(self, seed: int = 0, placement: Placement | None = None) -> S:
        """Return the state before the first action."""

    def phase(self, state: S) -> PhaseId:
        """Return the phase that is being played."""

    def active_side(self, state: S) -> SideId | None:
        """Return who decides: a side, `CHANCE`, or None when the game is over."""

    def legal_actions(self, state: S) -> Sequence[Action]:
        """Return all actions that the active side may take; empty for chance and at the end."""

    def chance_outcomes(self, state: S) -> Sequence[tuple[Action, Fraction]]:
        """Return what chance may do, with probabilities; empty where a side decides."""

    def draw(self, state: S) -> Action:
        """Return what the seed makes of chance here."""

    def is_legal(self, state: S, action: Action) -> bool:
        """Tell whether an action may be taken, or may happen, in a state."""

    def apply(self, state: S, action: Action) -> S:
        """Return the state after a legal action; raise IllegalAction where it is easily seen not to be."""

    def is_over(self, state: S) -> bool:
        """Tell whether the game has ended."""

    def outcome(self, state: S) -> Outcome:
        """Return the result of a game that is over, or what it would be now."""

    def status(self, state: S) -> tuple[Diagnostic, ...]:
        """Return everything that is wrong with a state."""

    def describe(self, state: S, action: Action) -> str:
        """Return an action as a sentence a player can follow."""

    def parse(self, state: S, text: str) -> Action:
        """Read an action's text; raise IllegalAction when it is none that is legal here."""
