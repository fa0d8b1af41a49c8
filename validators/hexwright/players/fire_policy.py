"""Fire policy: a policy for fire combat that aims at good odds, cities and supply, and avoids needless
risk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwright.geometry.bitsets import members
from hexwright.model.computer_players import FireWeights
from hexwright.players.exit_choice import exit_worth_taking
from hexwright.players.fire_decisions import FIRE_STAGES, FireDecisions
from hexwright.players.fire_evaluation import FireEvaluation
from hexwright.players.place_detours import moves_via_places
from hexwright.players.random_stream import RandomStream
from hexwright.rules.air.air_readiness import current_mission
from hexwright.rules.engine.game_state import FORTIFIED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import fortifying_bars_attack, moves_of, units_yet_to_move
from hexwright.rules.replacement.reinforcements import arrival_turn_of


class FirePolicy:
    """A policy that plays the action with the best immediate value in each phase."""

    def __init__(
        self, rules: RulesEngine, seed: int, taste: FireWeights | None = None, noise: float = 0.02
    ) -> None:
        self.rules = rules
        self.setting = rules.setting
        self.chooser = RandomStream(seed)
        self.taste = taste or FireWeights()
        self.noise = noise
        """The range of the random numbers that are added to break ties."""
        self._phase: tuple[int, int, str] | None = None
        self._waiting: list[int] = []
        self._legs: list[Action] = []
        """The remaining legs of the move in progress."""
        self._theatre: FireEvaluation | None = None
        self._firefight = FireDecisions(rules)
        self._ways: Mapping[str, Callable[[State], Action]] = {
            "move": self._move,
            "strike": self._strike,
            "intercept": self._intercept,
            "strike-loss": self._take_strike_hit,
            "replace": self._replace,
        }

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        key = (state.turn, state.phase, "move" if state.stage == "move" else "")
        if key != self._phase:
            self._phase = key
            self._theatre = None
            self._legs = []
        if state.stage in FIRE_STAGES:
            return self._firefight.choose(state)
        way = self._ways.get(state.stage)
        return way(state) if way is not None else self.rules.legal_actions(state)[0]

    def _random_bonus(self) -> float:
        return self.noise * self.chooser.fraction()

    def _evaluation(self, state: State) -> FireEvaluation:
        """Return the evaluation of the position for the phasing side."""
        if self._theatre is None:
            self._theatre = FireEvaluation(self.setting, state, self.setting.side(state), self.taste)
            self._waiting = []
            if state.stage == "move":
                near = self._theatre.enemies
                apart = self.setting.board.distances
                order = {
                    unit: min((apart(state.locations[unit])[enemy] for enemy in members(near)), default=9)
                    for unit in units_yet_to_move(self.setting, state)
                }
                self._waiting = sorted(order, key=lambda unit: (-order[unit], unit))
        return self._theatre

    # Movement -----------------------------------------------------------------------------------

    def _move(self, state: State) -> Action:
        view = self._evaluation(state)
        if view.state is not state:
            view.refresh(state)
        if self._legs:
            return self._legs.pop(0)
        while self._waiting:
            unit = self._waiting.pop()
            if state.locations[unit] < 0:
                continue  # Another action has taken it off the map since.
            action = self._best_move(state, view, unit)
            if action is not None:
                return action
        return self.rules.phase_end_actions(state)[0]

    def _best_move(self, state: State, view: FireEvaluation, unit: int) -> Action | None:
        setting = self.setting
        here = state.locations[unit]
        if (gone := exit_worth_taking(setting, state, unit)) is not None:
            return gone
        index = setting.board.index
        close = legs_of_state(setting, state).end_hexes_for_attack(unit)
        best, found = view.unit_value(unit, here, attacks=True) + 0.1, None
        for action in moves_of(setting, state, unit):
            assert action.hex is not None
            number = index[action.hex]
            value = view.unit_value(unit, number, attacks=bool(close >> number & 1)) + self._random_bonus()
            if value > best:
                best, found = value, action
        goal = here if found is None or found.hex is None else index[found.hex]
        self._legs = moves_via_places(setting, state, unit, goal)
        if self._legs:
            return self._legs.pop(0)
        if found is None and setting.units_able_to_fortify >> unit & 1:
            return self._fortify(state, view, unit)
        return found

    def _fortify(self, state: State, view: FireEvaluation, unit: int) -> Action | None:
        """Return the fortify action of a unit that should stay in its hex; None if it should not fortify.

        If fortifying costs the unit its attack, the unit fortifies only if no attack is worthwhile.
        """
        near = self.setting.board.near[state.locations[unit]] & view.enemies
        strong = not fortifying_bars_attack(self.setting) or all(
            view.ours[state.locations[unit]] < 0.5 * view.tough[enemy] for enemy in members(near)
        )
        action = Action("fortify", self.setting.units[unit])
        return action if strong and self.rules.is_legal(state, action) else None

    # Air units ----------------------------------------------------------------------------------

    def _strike(self, state: State) -> Action:
        """Return an air strike on strong defenders adjacent to own units, or else the action that ends the
        phase.
        """
        view, best, found = self._evaluation(state), 0.8, END
        view.refresh(state)
        for action in self.rules.legal_actions(state)[:-1]:
            assert action.hex is not None
            number = self.setting.board.index[action.hex]
            ours = sum(view.ours.get(h, 0.0) for h in members(self.setting.board.near[number]))
            value = min(ours, 4.0) / max(1.0, view.tough[number]) + view.goals.get(number, 0.0) * 0.5
            value += self._random_bonus()
            if ours and value > best:
                best, found = value, action
        return found

    def _intercept(self, state: State) -> Action:
        """Return an interception of a supply flight, or of another mission if the interception is safe.

        Otherwise, return the action to pass.
        """
        actions = self.rules.legal_actions(state)
        mission = current_mission(state)
        rule = self.setting.air_units.rules[self.setting.side_of[mission.unit]]
        safe = "interceptor-out" not in rule.interception.values()
        return actions[0] if safe or mission.kind == "supply" else actions[-1]

    def _take_strike_hit(self, state: State) -> Action:
        """Return the action that allots a hit from an air strike: to a fortified unit if possible, otherwise
        to the weakest unit.
        """

        def cost(action: Action) -> tuple[bool, int, str]:
            assert action.unit is not None
            unit = self.setting.unit_numbers[action.unit]
            works = bool(state.conditions[unit] & FORTIFIED)
            return not works, self.setting.strengths[unit][state.steps[unit]], action.text

        return min(self.rules.legal_actions(state), key=cost)

    # Replacements -------------------------------------------------------------------------------

    def _replace(self, state: State) -> Action:
        """Return the action by which a unit arrives in the hex where it is needed most.

        The policy never removes units in exchange for points.
        """
        view, best, found = self._evaluation(state), -99.0, END
        view.refresh(state)
        setting = self.setting
        for action in self.rules.legal_actions(state):
            if action.kind not in ("new", "arrive", "restore") or action.unit is None:
                continue
            unit = setting.unit_numbers[action.unit]
            entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
            if (
                entry is not None
                and entry.arrives == "scheduled"
                and state.turn < arrival_turn_of(setting, state, unit)
            ):
                continue
            if action.hex is None:
                return action
            number = setting.board.index[action.hex]
            value = view.unit_value(unit, number, attacks=False) + self._random_bonus()
            value += setting.strengths[unit][1]
            if value > best:
                best, found = value, action
        return found
