"""Compiled game: compile a game and a scenario into the form that the rules engine reads during play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rule_citations import with_rule_citations
from hexwright.model.scenario import Scenario
from hexwright.rules.compiled.compiled_actions import CompiledActions
from hexwright.rules.compiled.compiled_air import CompiledAir
from hexwright.rules.compiled.compiled_arrivals import CompiledArrivals
from hexwright.rules.compiled.compiled_stacking import CompiledStackLimits
from hexwright.rules.compiled.compiled_supply import CompiledSupply
from hexwright.rules.compiled.compiled_victory import CompiledVictory
from hexwright.rules.compiled.compiled_zones import CompiledZones
from hexwright.rules.compiled.defensive_terrain import CompiledDefensiveTerrain


@dataclass(frozen=True)
class CompiledGame(
    CompiledZones,
    CompiledStackLimits,
    CompiledSupply,
    CompiledArrivals,
    CompiledDefensiveTerrain,
    CompiledAir,
    CompiledVictory,
    CompiledActions,
):
    """A scenario with its options, compiled: units, hexes and sides are numbers."""

    @classmethod
    def of(
        cls, game: Game, scenario: Scenario, options: Mapping[str, str], board: Board | None = None
    ) -> CompiledGame:
        """Compile a scenario; raise ValueError if `rules.yaml` lacks a part that the rules engine needs.

        `board` is the game's board, where it is known.
        """
        if not game.rules.movement:
            raise ValueError(f"{game.slug}: rules.yaml has no 'movement'")
        game = with_rule_citations(game)
        victory = game.victory_of(scenario)
        if victory is None:
            raise ValueError(f"{game.slug}: rules.yaml has no victory table '{scenario.victory}'")
        absent = set(scenario.unused_units)
        return cls(
            game=game,
            scenario=scenario,
            options=dict(options),
            board=Board.of(game.hexmap) if board is None else board,
            sides=tuple(side.id for side in game.info.sides),
            units=tuple(unit.id for unit in game.counters.units if unit.id not in absent),
            phases=game.rules.sequence,
            victory=victory,
        )
