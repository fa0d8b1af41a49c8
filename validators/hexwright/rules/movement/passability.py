"""Passability: the steps that units can take in retreats and advances.

These steps never enter prohibited terrain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwright.geometry.bitsets import select, union, union_of
from hexwright.geometry.hex_board import Board
from hexwright.geometry.hex_steps import spread_by, steps_of
from hexwright.model.rules.movement_record import MovementMode
from hexwright.queries.retreat_paths import Footing, Tread
from hexwright.rules.engine.compiled_criteria import TimeContext, applies_at
from hexwright.rules.movement.movement_ways import CompiledMode, WayTerms, hex_costs


class Passability:
    """The steps that units may take in their usual movement mode, each compiled on first use."""

    def __init__(
        self,
        board: Board,
        usual: MovementMode | None,
        maps: Mapping[str, CompiledMode],
        options: Mapping[str, str],
    ) -> None:
        """Store the usual movement mode and the compiled maps of all modes.

        `usual` is None if the usual mode prohibits no terrain.
        """
        self._board, self._usual, self._maps = board, usual, maps
        self._options = options
        self._anywhere: Tread = ((board.around, board.every),)
        self._found: dict[tuple[int, TimeContext], Tread] = {}
        self._by_terms: dict[WayTerms, Tread] = {}

    def steps_for(self, unit: int, moment: TimeContext) -> Tread:
        """Return the steps that a unit can take."""
        if self._usual is None:
            return self._anywhere
        key = (unit, moment)
        if key not in self._found:
            self._found[key] = self._steps(self._usual, *key)
        return self._found[key]

    def _steps(self, mode: MovementMode, unit: int, moment: TimeContext) -> Tread:
        ground = self._maps[mode.id]
        # Entries that depend on supply are left out: supply is only known at the start of a movement phase.
        costs, lines = (
            union(
                number
                for number, entry in enumerate(entries)
                if entry.units >> unit & 1
                and entry.record.supply is None
                and applies_at(entry.record, moment, self._options)
            )
            for entries in (ground.costs, ground.lines)
        )
        terms = WayTerms(0, costs, lines, 0)
        if terms not in self._by_terms:
            self._by_terms[terms] = tuple(self._steps_with_costs(ground, mode, terms))
        return self._by_terms[terms]

    def _steps_with_costs(
        self, ground: CompiledMode, mode: MovementMode, terms: WayTerms
    ) -> Iterator[Footing]:
        costs, spreads = hex_costs(ground, mode, terms)
        into = union_of(costs.values())
        links = {entry.line for entry in select(mode.line_costs, terms.active_line_costs)}
        yield from ((spread, into) for spread in spreads)
        for line in sorted(links):
            yield spread_by(steps_of(self._board.links[line])), self._board.every
