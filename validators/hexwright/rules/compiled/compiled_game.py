"""Compiled game: compile a game and a scenario into the form that the rules engine reads during play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rule_citations import with_citations
from hexwright.model.scenario import Scenario
from hexwright.rules.compiled.compiled_actions import ActionFacts
from hexwright.rules.compiled.compiled_air import AirFacts
from hexwright.rules.compiled.compiled_arrivals import ArrivalFacts
from hexwright.rules.compiled.compiled_stacking import StackFacts
from hexwright.rules.compiled.compiled_supply import SupplyFacts
from hexwright.rules.compiled.compiled_victory import VictoryFacts
from hexwright.rules.compiled.compiled_zones import ZoneFacts
from hexwright.rules.compiled.defensive_terrain import CoverFacts


@dataclass(frozen=True)
class Setting(
    ZoneFacts, StackFacts, SupplyFacts, ArrivalFacts, CoverFacts, AirFacts, VictoryFacts, ActionFacts
):
    """A scenario with its options, with units, hexes and sides as numbers."""

    @classmethod
    def of(cls, game: Game, scenario: Scenario, options: Mapping[str, str]) -> Setting:
        """Compile a scenario; raise ValueError if `rules.yaml` lacks a part that the rules engine needs."""
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
