"""What is played: a scenario with its options, and what all else is compiled from."""

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
class Recent:
    """What was reckoned last: whoever lists moves applies one of them next."""

    legs: Any = None
    """The `Legs` of a position."""


@dataclass(frozen=True)
class Scene:
    """A scenario with its options, in the kernel's numbers."""

    game: Game
    scenario: Scenario
    options: Mapping[str, str]
    board: Board
    sides: tuple[SideId, ...]
    units: tuple[UnitId, ...]
    """The units of the scenario, in the order of the counter mix."""
    phases: tuple[Phase, ...]
    victory: VictoryRules
    recent: Recent = field(default_factory=Recent, compare=False, repr=False)
    """What was reckoned of the position that was asked about last."""

    def under(self, wanted: Mapping[str, str]) -> bool:
        """Tell whether the scenario's options are those that an entry asks for."""
        return holds_under(self.options, wanted)

    def hexes(self, bits: int) -> tuple[HexId, ...]:
        """Return the printed ids of a set of hexes."""
        return self.board.names(bits)
