"""Compiled scenario: a scenario with its options, on which all other compiled parts build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.game_options import holds_under
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.rules_record import Phase
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.model.scenario import Scenario


@dataclass(slots=True)
class RecentResults:
    """Results computed for the latest position: after listing moves, callers usually apply one of these
    moves.
    """

    legs: Any = None
    """The `LegFinder` of the latest position."""
    supply: dict[int, Any] = field(default_factory=dict)
    """For each side, its latest `TracedSupply`, with the values of the position from which it was traced."""


@dataclass(frozen=True)
class CompiledScenario:
    """Base of the compiled game: a scenario with its options, and the numbering of units, sides and
    phases.
    """

    game: Game
    scenario: Scenario
    options: Mapping[str, str]
    board: Board
    sides: tuple[SideId, ...]
    units: tuple[UnitId, ...]
    """The units of the scenario, in the order of the counter mix."""
    phases: tuple[Phase, ...]
    victory: VictoryRules
    recent: RecentResults = field(default_factory=RecentResults, compare=False, repr=False)
    """Results computed for the latest position."""

    def options_hold(self, wanted: Mapping[str, str]) -> bool:
        """Return whether the scenario's options have the values in `wanted`; always true if `wanted` is
        empty.
        """
        return holds_under(self.options, wanted)

    def hex_ids(self, bits: int) -> tuple[HexId, ...]:
        """Return the printed ids of a set of hexes."""
        return self.board.names(bits)
