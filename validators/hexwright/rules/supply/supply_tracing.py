"""Supply tracing: a side's supply line rules, compiled into sets of hexes and units."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry import supply_hexes
from hexwright.geometry.bitsets import union
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread, spread_by, steps_of
from hexwright.model.rules.supply_capacity_record import SupplyCapacity
from hexwright.model.rules.supply_record import SupplyLine
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, UnitRoster, Units


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCapacity:
    """A source whose capacity in strength points is limited, with compiled criteria."""

    record: SupplyCapacity
    criteria: CompiledCriteria
    beyond_range_criteria: tuple[CompiledCriteria, ...]
    """The criteria of units that the source supplies even without a supply line."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledSupplyLine:
    """A side's supply line rules; hexes and units are bit sets."""

    record: SupplyLine
    sources: Hexes
    owned_source_hexes: Hexes
    """The hexes of places that are sources while they belong to the side."""
    open_terrain: Hexes
    spread: Spread
    """A function that returns the hexes that supply lines reach in one more step."""
    spread_along_lines: Spread | None
    """A function that returns the hexes reached in one more step along lines; None if lines don't carry
    supply.
    """
    headquarters: Units
    blocking_places: Hexes
    """The hexes of places that are closed to supply lines while an enemy owns them."""
    blocking_units: Units
    exempt: Units
    """Units that need no supply."""
    capacities: tuple[CompiledCapacity, ...]

    @classmethod
    def of(cls, board: Board, forces: UnitRoster, rule: SupplyLine) -> CompiledSupplyLine:
        """Return the compiled supply line rules of a side."""
        steps = supply_hexes.open_steps(board, rule)
        others = union(number for number, side in enumerate(forces.sides) if side != rule.side)
        return cls(
            record=rule,
            sources=supply_hexes.supply_source_hexes(board, rule),
            owned_source_hexes=supply_hexes.owned_source_hexes(board, rule),
            open_terrain=supply_hexes.open_terrain_hexes(board, rule),
            spread=board.around if steps is None else spread_by(steps),
            spread_along_lines=spread_by(steps_of(supply_hexes.linked_hexes(board, rule.line)))
            if rule.line
            else None,
            headquarters=forces.select([rule.side], rule.headquarters) if rule.headquarters else 0,
            blocking_places=board.hexes_of_place_kinds(rule.enemy_places),
            blocking_units=forces.select((), rule.blocking_classes) & others if rule.blocking_classes else 0,
            exempt=forces.select([rule.side], rule.exempt) if rule.exempt else 0,
            capacities=tuple(
                CompiledCapacity(
                    ration,
                    CompiledCriteria.of(board, forces, ration),
                    tuple(CompiledCriteria.of(board, forces, one) for one in ration.also_supplies),
                )
                for ration in rule.supply_capacity
            ),
        )
