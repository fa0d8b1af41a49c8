"""Compiled timetable: the sequence of play, the phasing side, the weather and situations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.model.charts import Turn
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.garrison_release_record import Garrison
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.compiled_criteria import TimeContext, Units, applies_at
from hexwright.rules.engine.game_state import State


class CompiledTimetable(CompiledUnits):
    """Mixin of the compiled game: values that depend on phase and turn."""

    @cached_property
    def phase_sides(self) -> tuple[int, ...]:
        """Return the number of the phasing side of each phase, indexed by phase."""
        return tuple(self.sides.index(phase.side) for phase in self.phases)

    def side(self, state: State) -> int:
        """Return the number of the phasing side of a state."""
        return self.phase_sides[state.phase]

    def is_phase_played(self, state: State, number: int) -> bool:
        """Return whether a phase is played on a state's turn and in its weather."""
        phase = self.phases[number]
        if phase.weather and self.weather_now(state) not in phase.weather:
            return False
        return state.turn not in phase.except_turns

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """Return the turns of the turn track, keyed by number."""
        return {turn.turn: turn for turn in self.game.charts.timetable(self.scenario.turn_track).turns}

    @cached_property
    def fixed_weather(self) -> Mapping[int, str]:
        """Return the weather of each turn whose weather is fixed."""
        return {
            number: t.weather
            for number, t in self.turns.items()
            if not t.weather_roll and not t.weather_after
        }

    def time_context(self, state: State) -> TimeContext:
        """Return the time context of a state: phase, weather, turn and situations."""
        return TimeContext(
            self.phases[state.phase].id, self.weather_now(state), state.turn, self.situations_now(state)
        )

    def applies_now(self, state: State, when: Criteria) -> bool:
        """Return whether criteria can hold at the moment of a state."""
        return applies_at(when, self.time_context(state), self.options)

    def weather_now(self, state: State) -> str:
        """Return the weather of a state's turn."""
        return self.fixed_weather.get(state.turn) or state.weather_by_turn[-1]

    def situations_now(self, state: State) -> tuple[str, ...]:
        """Return the situations that held when they were last tested."""
        if not state.situation_counts:
            return ()
        told = zip(self.game.rules.situations, state.situation_counts, strict=True)
        return tuple(one.id for one, count in told if count)

    @cached_property
    def garrisons(self) -> tuple[tuple[Garrison, Units], ...]:
        """Return the garrison entries, each with the units that it keeps in place."""
        return tuple(
            (entry, union(self.unit_numbers[unit] for unit in entry.units if unit in self.unit_numbers))
            for entry in self.game.rules.garrisons
        )

    @cached_property
    def recovers_earlier(self) -> bool:
        """Return whether any recovery requires the unit to have been disrupted before the current player
        turn.
        """
        return any(phase.recovers == "earlier" for phase in self.phases)
