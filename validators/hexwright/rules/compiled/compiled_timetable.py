"""The sequence of play and the timetable: whose phase it is, the weather, what is so by now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.geometry.bitsets import union
from hexwright.model.charts import Turn
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.garrison_release_record import Waiting
from hexwright.rules.compiled.compiled_units import UnitFacts
from hexwright.rules.engine.compiled_criteria import Moment, Units, timely
from hexwright.rules.engine.game_state import State


class TimeFacts(UnitFacts):
    """What depends on phase and turn."""

    @cached_property
    def phase_sides(self) -> tuple[int, ...]:
        """Return, by phase, the number of its side."""
        return tuple(self.sides.index(phase.side) for phase in self.phases)

    def side(self, state: State) -> int:
        """Return the number of the side whose phase it is."""
        return self.phase_sides[state.phase]

    def plays(self, state: State, number: int) -> bool:
        """Tell whether a phase is played on a state's turn and in its weather."""
        phase = self.phases[number]
        if phase.weather and self.weather_now(state) not in phase.weather:
            return False
        return state.turn not in phase.not_on

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """Return the turns of the timetable by number."""
        return {turn.turn: turn for turn in self.game.charts.timetable(self.scenario.timetable).turns}

    @cached_property
    def weather(self) -> Mapping[int, str]:
        """Return the weather of each turn whose weather is fixed."""
        return {number: t.weather for number, t in self.turns.items() if not t.roll and not t.after}

    def moment(self, state: State) -> Moment:
        """Return the time at which a state is, as far as anything that counts asks for it."""
        return Moment(
            self.phases[state.phase].id, self.weather_now(state), state.turn, self.situations_now(state)
        )

    def timely(self, state: State, when: When) -> bool:
        """Tell whether something can count at the time at which a state is."""
        return timely(when, self.moment(state), self.options)

    def weather_now(self, state: State) -> str:
        """Return the weather of a state's turn."""
        return self.weather.get(state.turn) or state.weathers[-1]

    def situations_now(self, state: State) -> tuple[str, ...]:
        """Return the situations that are so, as they were judged last."""
        if not state.situations:
            return ()
        told = zip(self.game.rules.situations, state.situations, strict=True)
        return tuple(one.id for one, count in told if count)

    @cached_property
    def waiting(self) -> tuple[tuple[Waiting, Units], ...]:
        """Return who may not move before something is so."""
        return tuple(
            (entry, union(self.number[unit] for unit in entry.units if unit in self.number))
            for entry in self.game.rules.waiting
        )

    @cached_property
    def recovers_earlier(self) -> bool:
        """Tell whether it counts who was disrupted in this player turn, and not since attacks on him."""
        return any(phase.recovers == "earlier" for phase in self.phases)
