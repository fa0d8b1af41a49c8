"""Compile a game and a scenario into what the kernel reads while it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.geometry.board import Board
from builder.model.citing import with_citations
from builder.model.game import Game
from builder.model.scenario import Scenario
from validators.rules.facts.actions import ActionFacts
from validators.rules.facts.arrivals import ArrivalFacts
from validators.rules.facts.cover import CoverFacts
from validators.rules.facts.flights import AirFacts
from validators.rules.facts.stacking import StackFacts
from validators.rules.facts.supply import SupplyFacts
from validators.rules.facts.winning import VictoryFacts
from validators.rules.facts.zones import ZoneFacts


@dataclass(frozen=True)
class Setting(
    ZoneFacts, StackFacts, SupplyFacts, ArrivalFacts, CoverFacts, AirFacts, VictoryFacts, ActionFacts
):
    """A scenario with its options, in the kernel's numbers."""

    @classmethod
    def of(cls, game: Game, scenario: Scenario, options: Mapping[str, str]) -> Setting:
        """Compile; raise ValueError when `rules.yaml` lacks a part that the kernel needs."""
        if not game.rules.movement:
            raise ValueError(f"{game.slug}: rules.yaml must say movement")
        game = with_citations(game)
        victory = game.victory_of(scenario)
        if victory is None:
            raise ValueError(f"{game.slug}: rules.yaml doesn't say how {scenario.victory} is reckoned")
        absent = set(scenario.not_used)
        return cls(
            game=game,
            scenario=scenario,
            options=dict(options),
            board=Board.of(game.hexmap),
            sides=tuple(side.id for side in game.info.sides),
            units=tuple(unit.id for unit in game.counters.units if unit.id not in absent),
            phases=game.rules.sequence,
            victory=victory,
        )
