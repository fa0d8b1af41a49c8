"""Define the account of a turn that was played: its phases, and what happened in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.ids import HexId, SideId

EventKind = Literal["move", "battle", "attack", "air mission", "arrival", "step"]


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One thing that happened: a move, a battle with its result, an arrival."""

    kind: EventKind
    side: SideId
    text: str
    arrows: tuple[tuple[HexId, HexId], ...] = ()
    """The way of each unit that moved, or the hex of each attacker with the hex that it attacked."""
    position: tuple[ExampleUnit, ...] = ()
    """All units on the map before it; units that take part come last."""


@dataclass(frozen=True, slots=True)
class PhaseAccount:
    """What happened in one phase."""

    title: str
    events: tuple[TurnEvent, ...]
    closing: str = ""
    """The consequences of the end of the phase, if any."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Return the account as paragraphs: one for each move and battle, and one for others in a row."""
        found: list[str] = []
        for alone, run in groupby(self.events, key=lambda event: event.kind in ("battle", "move")):
            texts = [event.text for event in run]
            found += texts if alone else [" ".join(texts)]
        return (*found, self.closing) if self.closing else tuple(found)


@dataclass(frozen=True, slots=True)
class TurnAccount:
    """One turn of a scenario, from its first phase to its last."""

    scenario: str
    turn: str
    phases: tuple[PhaseAccount, ...]
