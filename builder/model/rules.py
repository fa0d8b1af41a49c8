"""Describe the rules that data can say: `rules.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from builder.model.doc import KEYED, Doc, Reference
from builder.model.ids import PhaseId, SideId
from builder.model.provenance import Provenance

PhaseKind = Literal["replacement", "movement", "combat", "weather", "supply", "other"]


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of the sequence of play."""

    id: PhaseId
    name: Annotated[str, Doc("Its name.", "Panzer movement")]
    side: Annotated[SideId, Doc("The side whose phase it is."), Reference("side")]
    kind: Annotated[PhaseKind, Doc("What is done in it.", "movement")]
    text: Annotated[str, Doc("What may be done, in plain words.")]
    classes: Annotated[
        tuple[str, ...], Doc("Classes that may act in it; empty for all."), Reference("class")
    ] = ()


@dataclass(frozen=True, slots=True)
class RuleText:
    """One numbered rule, told in our own words, for the help pages and the booklet."""

    id: str
    title: Annotated[str, Doc("Its heading.", "Zone of control")]
    text: Annotated[str, Doc("The rule in our own words; blank lines part paragraphs.")]


@dataclass(frozen=True, slots=True)
class Rules:
    """The content of `rules.yaml`."""

    provenance: Annotated[Provenance, Doc("The rule text that the numbers cite.")]
    sequence: Annotated[tuple[Phase, ...], KEYED, Doc("The phases of a turn in order.")]
    summary: Annotated[tuple[RuleText, ...], KEYED, Doc("The rules in short, by number.")] = ()

    def phase(self, phase: PhaseId) -> Phase:
        """Return the phase with this id; raise KeyError when there is none."""
        for candidate in self.sequence:
            if candidate.id == phase:
                return candidate
        raise KeyError(phase)
