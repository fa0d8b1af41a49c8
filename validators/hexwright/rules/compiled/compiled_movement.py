"""Compiled movement: the movement modes of units in each phase, the hexes that units can enter, and the hexes
in which they can stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from hexwright.geometry.bitsets import union
from hexwright.geometry.step_costs import steps_by_costs
from hexwright.model.rules.criteria_record import Degree
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.retreat_route_record import RetreatTrack
from hexwright.queries.retreat_paths import Tread
from hexwright.rules.compiled.compiled_terrain import CompiledTerrain
from hexwright.rules.compiled.compiled_timetable import CompiledTimetable
from hexwright.rules.engine.compiled_criteria import TimeContext, TimeContextFilter, Units, applies_at
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.movement_ways import CompiledMode, MovementWay, WayTerms, compile_ways
from hexwright.rules.movement.passability import Passability
from hexwright.rules.transport.compiled_networks import serving_steps

MoverKey = tuple[int, int, Degree, bool]
"""A unit, its step, its supply at the start of the phase, and whether fortified hexsides are treated as
intact.
"""


@dataclass(frozen=True)
class CompiledMovement(CompiledTerrain, CompiledTimetable):
    """Mixin of the compiled game: the movement of units in all phases."""

    _ways: dict[TimeContext, dict[MoverKey, tuple[MovementWay, ...]]] = field(
        default_factory=dict, repr=False
    )
    _ways_by_terms: dict[tuple[str, WayTerms, bool], tuple[MovementWay, ...]] = field(
        default_factory=dict, repr=False
    )

    @cached_property
    def modes(self) -> Mapping[str, MovementMode]:
        """Return the movement modes, keyed by id."""
        return {mode.id: mode for mode in self.game.rules.movement}

    @cached_property
    def phase_modes(self) -> tuple[tuple[tuple[MovementMode, int], ...], ...]:
        """Return, for each phase, its movement modes, each with the units that may use it."""
        usual = self.game.rules.movement[0]
        found: list[tuple[tuple[MovementMode, int], ...]] = []
        for phase, side in zip(self.phases, self.phase_sides, strict=True):
            may = self.units_of_classes(phase.classes) & union(self.units_by_side[side])
            offered = [(self.modes[m.mode], self.units_of_classes(m.classes) & may) for m in phase.modes]
            found.append(tuple(offered or [(usual, may)]))
        return tuple(found)

    @cached_property
    def phase_units(self) -> tuple[int, ...]:
        """Return, for each phase, the units that may move in it."""
        found: list[int] = []
        for offered in self.phase_modes:
            may = 0
            for _, units in offered:
                may |= units
            found.append(may)
        return tuple(found)

    def ways(
        self,
        moment: TimeContext,
        unit: int,
        step: int,
        *,
        supply: Degree,
        faced: bool = False,
    ) -> tuple[MovementWay, ...]:
        """Return a unit's movement modes for a time context that was reduced by `time_context_of_moves`.

        `supply` is the unit's supply at the start of the phase. If `faced` is true, destructible fortified
        hexsides have the costs they have while intact.
        """
        known, key = self.cached_ways(moment), (unit, step, supply, faced)
        found = known.get(key)
        if found is None:
            found = known[key] = self._ways_of(moment, *key)
        return found

    def cached_ways(self, moment: TimeContext) -> dict[MoverKey, tuple[MovementWay, ...]]:
        """Return the cache of movement modes for a moment; it is empty until `ways` fills it."""
        return self._ways.setdefault(moment, {})

    def time_context_of_moves(self, state: State) -> TimeContext:
        """Return the state's time context, reduced to the parts that affect movement."""
        return self._movement_time_filter.reduce(self.time_context(state))

    def _ways_of(
        self, moment: TimeContext, unit: int, step: int, supply: Degree, faced: bool
    ) -> tuple[MovementWay, ...]:
        found: list[MovementWay] = []
        now = partial(applies_at, moment=moment, options=self.options)
        played = next(number for number, phase in enumerate(self.phases) if phase.id == moment.phase)
        for mode, may in self.phase_modes[played]:
            if may >> unit & 1:
                ground = self._compiled_modes[mode.id]
                terms = ground.terms(unit, self.allowances[unit][step], now, supply=supply)
                falling = self._costs_of_fallible_hexsides[mode.id]
                key = (mode.id, terms, faced and bool(falling))
                if key not in self._ways_by_terms:
                    self._ways_by_terms[key] = compile_ways(ground, mode, terms, falling, faced=faced)
                found += self._ways_by_terms[key]
        return tuple(found)

    @cached_property
    def _compiled_modes(self) -> Mapping[str, CompiledMode]:
        parts = self.game.rules.parts_per_point
        return {
            mode.id: CompiledMode.of(
                self.board, self.unit_roster, mode, steps_by_costs(self.board, mode), parts
            )
            for mode in self.game.rules.movement
        }

    @cached_property
    def _costs_of_fallible_hexsides(self) -> Mapping[str, int]:
        """Return, for each mode id, the bit set of the cost entries for destructible fortified hexsides."""
        works = {entry.hexsides for entry in self.game.rules.fortified_hexsides}
        return {
            mode.id: union(n for n, entry in enumerate(mode.costs) if works.intersection(entry.across_front))
            for mode in self.game.rules.movement
        }

    @cached_property
    def _movement_time_filter(self) -> TimeContextFilter:
        return TimeContextFilter(when for mode in self.game.rules.movement for when in mode.criteria)

    @cached_property
    def moves_by_supply(self) -> tuple[bool, ...]:
        """Return, for each phase, whether its moves or the battles after it depend on supply at the start of
        the phase.
        """
        return tuple(map(self.game.rules.moves_by_supply, self.phases))

    def passable_steps(self, state: State, unit: int) -> Tread:
        """Return a function that yields the steps a unit can take in retreats and advances."""
        moment = self.time_context(state)
        for track, units in self._retreat_networks:
            if units >> unit & 1 and applies_at(track, moment, self.options):
                net = self.networks.get((track.network, self.side_of[unit]))
                return () if net is None else serving_steps(net, state.serving_hexes)
        return self._passability.steps_for(unit, moment)

    @cached_property
    def _passability(self) -> Passability:
        rules = self.game.rules
        return Passability(self.board, rules.restricting_mode, self._compiled_modes, self.options)

    @cached_property
    def _retreat_networks(self) -> tuple[tuple[RetreatTrack, Units], ...]:
        """Return each network whose lines must be followed in retreats and advances, with the units to which
        this applies.
        """
        return tuple(
            (one, self._compile_criteria(one).units)
            for one in self.game.rules.odds_combat.retreat.along_network
        )

    @cached_property
    def units_able_to_fortify(self) -> int:
        """Return the units that may fortify."""
        rule = self.game.rules.fortification
        return self.units_of_classes(rule.classes) if rule is not None else 0
