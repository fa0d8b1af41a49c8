"""Define the account of a turn that was played: its phases, and what happened in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.ids import HexId, SideId
from hexwright.support.message_wording import count_noun, join_with_and

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
    untold: tuple[tuple[EventKind, int], ...] = ()
    """The number of further events of each kind."""
    closing: str = ""
    """The consequences of the end of the phase, if any."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Return the account as paragraphs: one for each battle, and one for other events in a row."""
        found: list[str] = []
        for battle, run in groupby(self.events, key=lambda event: event.kind == "battle"):
            texts = [event.text for event in run]
            found += texts if battle else [" ".join(texts)]
        if end := " ".join(part for part in (self.untold_text, self.closing) if part):
            found.append(end)
        return tuple(found)

    @property
    def untold_text(self) -> str:
        """Return a sentence about the events that aren't told; an empty string if there are none."""
        counts = [count_noun(count, f"more {kind}") for kind, count in self.untold]
        total = sum(count for _, count in self.untold)
        return f"{join_with_and(counts, 'and')} {'follows' if total == 1 else 'follow'}." if counts else ""


@dataclass(frozen=True, slots=True)
class TurnAccount:
    """One turn of a scenario, from its first phase to its last."""

    scenario: str
    turn: str
    phases: tuple[PhaseAccount, ...]
