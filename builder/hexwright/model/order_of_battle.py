"""Define the records of the order of battle, `oob.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from hexwright.model.game_options import RequiredOptions, holds_under
from hexwright.model.ids import SideId, UnitId
from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.provenance import Provenance


class OobEntry:
    """The keys that all entries of `oob.yaml` share."""

    __slots__ = ()
    scenarios: tuple[str, ...]
    option: RequiredOptions

    def may_hold_in(self, scenario: str) -> bool:
        """Return whether the entry can apply in a scenario, regardless of the options."""
        return not self.scenarios or scenario in self.scenarios

    def holds_in(self, scenario: str, chosen: Mapping[str, str]) -> bool:
        """Return whether the entry applies in a scenario; `chosen` maps option id → choice id."""
        return self.may_hold_in(scenario) and holds_under(chosen, self.option)


@dataclass(frozen=True, slots=True)
class Reinforcement(OobEntry):
    """Units that become available on a turn."""

    turn: Annotated[int, Doc("The turn on which the units become available.", "4"), Range(1, 999)]
    side: Annotated[SideId, Doc("The side to which the units belong."), Reference("side")]
    units: Annotated[tuple[UnitId, ...], Doc("The units."), Reference("unit")]
    text: Annotated[
        str,
        Doc(
            "How the units arrive, in plain words. For units of `entries` in rules.yaml, the place of "
            "arrival is added automatically."
        ),
    ] = ""
    scenarios: Annotated[
        tuple[str, ...], Doc("Scenarios to which the entry applies; empty for all."), Reference("scenario")
    ] = ()
    choose: Annotated[
        int | None, Doc("Number of units that the side may choose; if omitted, all.", "1"), Range(1, 99)
    ] = None
    option: RequiredOptions = field(default_factory=dict)

    def excludes(self, other: Reinforcement) -> bool:
        """Return whether scenarios or options prevent two entries from applying in the same game."""
        apart = bool(self.scenarios and other.scenarios) and not set(self.scenarios) & set(other.scenarios)
        return apart or any(
            other.option.get(option, choice) != choice for option, choice in self.option.items()
        )


@dataclass(frozen=True, slots=True)
class Withdrawal(OobEntry):
    """Units that leave the game at the end of a turn."""

    turn: Annotated[
        int,
        Doc("The turn after which the units leave; ignored in scenarios that begin later.", "1"),
        Range(1, 999),
    ]
    side: Annotated[SideId, Doc("The side to which the units belong."), Reference("side")]
    units: Annotated[tuple[UnitId, ...], Doc("The units."), Reference("unit")]
    text: Annotated[str, Doc("Reason for the withdrawal, in plain words.")]
    scenarios: Annotated[
        tuple[str, ...], Doc("Scenarios to which the entry applies; empty for all."), Reference("scenario")
    ] = ()
    option: RequiredOptions = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replacement(OobEntry):
    """Replacement points that a side receives regularly during a range of turns."""

    side: Annotated[SideId, Doc("The side that receives the points."), Reference("side")]
    first_turn: Annotated[int, Doc("First turn on which points are received.", "1"), Range(1, 999)]
    last_turn: Annotated[int, Doc("Last turn on which points may be received.", "7"), Range(1, 999)]
    points: Annotated[int, Doc("Points received each time.", "5"), Range(0, 999)]
    scenarios: Annotated[
        tuple[str, ...], Doc("Scenarios to which the entry applies; empty for all."), Reference("scenario")
    ] = ()
    account: Annotated[
        str | None,
        Doc("The account (`accounts` in rules.yaml) that receives them, if the side has accounts.", "port"),
    ] = None
    every: Annotated[
        int, Doc("Interval in turns; 1 is every turn, 2 every other turn.", "2"), Range(1, 99)
    ] = 1
    option: RequiredOptions = field(default_factory=dict)

    def falls_on(self, turn: int) -> bool:
        """Return whether the side receives the points on a turn."""
        return self.first_turn <= turn <= self.last_turn and (turn - self.first_turn) % self.every == 0


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """The content of `oob.yaml`."""

    provenance: Annotated[Provenance, Doc("Source of the order of battle.")]
    reinforcements: Annotated[tuple[Reinforcement, ...], Doc("Units that become available later.")] = ()
    replacements: Annotated[tuple[Replacement, ...], Doc("Replacement points by turn.")] = ()
    withdrawals: Annotated[tuple[Withdrawal, ...], Doc("Units that leave the game.")] = ()

    def points(self, side: SideId, turn: int, scenario: str, chosen: Mapping[str, str]) -> int:
        """Return the replacement points that a side receives on a turn of a scenario.

        `chosen` maps the scenario's options to the choices in force.
        """
        return sum(r.points for r in self.entries_granting(side, turn, scenario, chosen))

    def entries_granting(
        self, side: SideId, turn: int, scenario: str, chosen: Mapping[str, str]
    ) -> Iterator[Replacement]:
        """Yield the entries by which a side receives points on a turn of a scenario."""
        for entry in self.replacements:
            if entry.side == side and entry.falls_on(turn) and entry.holds_in(scenario, chosen):
                yield entry

    def reinforcements_in(self, scenario: str, chosen: Mapping[str, str]) -> tuple[Reinforcement, ...]:
        """Return the reinforcements of a scenario; `chosen` maps option id → choice id."""
        return tuple(arrival for arrival in self.reinforcements if arrival.holds_in(scenario, chosen))

    def reinforcement_entries_of(self, unit: UnitId, scenario: str) -> tuple[Reinforcement, ...]:
        """Return the entries by which a unit can arrive in a scenario, regardless of the options."""
        return tuple(
            arrival
            for arrival in self.reinforcements
            if unit in arrival.units and arrival.may_hold_in(scenario)
        )
