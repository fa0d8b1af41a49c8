"""Describe who comes when: `oob.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from builder.model.doc import Doc, Range, Reference
from builder.model.ids import SideId, UnitId
from builder.model.provenance import Provenance


@dataclass(frozen=True, slots=True)
class Arrival:
    """Units that become available on a turn."""

    turn: Annotated[int, Doc("The turn they become available.", "4"), Range(1, 999)]
    side: Annotated[SideId, Doc("Whose units."), Reference("side")]
    units: Annotated[tuple[UnitId, ...], Doc("The units."), Reference("unit")]
    text: Annotated[str, Doc("How they arrive, in plain words.")]
    scenarios: Annotated[
        tuple[str, ...], Doc("Scenarios it holds in; empty for all."), Reference("scenario")
    ] = ()


@dataclass(frozen=True, slots=True)
class Replacement:
    """Replacement points that a side receives each turn of a span."""

    side: Annotated[SideId, Doc("Who receives them."), Reference("side")]
    first_turn: Annotated[int, Doc("First turn of the span.", "1"), Range(1, 999)]
    last_turn: Annotated[int, Doc("Last turn of the span.", "7"), Range(1, 999)]
    points: Annotated[int, Doc("Points each turn.", "5"), Range(0, 999)]
    scenarios: Annotated[
        tuple[str, ...], Doc("Scenarios it holds in; empty for all."), Reference("scenario")
    ] = ()


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """The content of `oob.yaml`."""

    provenance: Annotated[Provenance, Doc("Where the schedules come from.")]
    arrivals: Annotated[tuple[Arrival, ...], Doc("Units that become available later.")] = ()
    replacements: Annotated[tuple[Replacement, ...], Doc("Replacement points by turn.")] = ()

    def points(self, side: SideId, turn: int, scenario: str) -> int:
        """Return the replacement points a side receives on a turn of a scenario."""
        return sum(
            r.points
            for r in self.replacements
            if r.side == side
            and r.first_turn <= turn <= r.last_turn
            and (not r.scenarios or scenario in r.scenarios)
        )
