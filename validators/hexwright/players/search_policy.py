"""Search policy: a policy that simulates several plans for a phase with random dice and keeps the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hexwright.model.computer_players import Weights
from hexwright.players.attack_plan import price_of_strength
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.position_evaluation import objective_weights
from hexwright.players.random_stream import RandomStream, derived_seed
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.victory.map_exits import exit_points
from hexwright.rules.victory.territory_points import territory_awards
from hexwright.rules.victory.unit_points import loss_points, presence_awards

WEIGHT_SETS: Final = (
    Weights(),
    Weights(attack=1.8, boldness=0.0),
    Weights(safety=2.0, boldness=1.0),
    Weights(goal=1.8, safety=0.7, boldness=0.15),
    Weights(line=2.0, guard=1.6, safety=1.4),
    Weights(guard=2.0, goal=0.5, attack=0.6, boldness=0.6),
    Weights(guard=3.0, line=3.0, attack=0.3, goal=0.2, boldness=0.8),
    Weights(safety=3.0, guard=1.5, attack=0.3, boldness=1.5),
)
"""The sets of weights that are compared for a phase."""
ROLLOUTS: Final = 4
"""The number of games simulated from each plan."""


class SearchPolicy:
    """A policy that compares plans by simulating games in which both sides play `greedy`; the simulations use
    their own die rolls.
    """

    def __init__(self, rules: RulesEngine, seed: int) -> None:
        self.rules = rules
        self.setting = rules.setting
        self.chooser = RandomStream(seed)
        self._goals = objective_weights(rules.setting)
        self._phase: tuple[int, int] | None = None
        self._plan: list[Action] = []
        self._player = GreedyPolicy(rules, seed)

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        if state.stage not in ("move", "declare", "replace"):
            return self._player.choose(state)
        if (state.turn, state.phase) != self._phase:
            self._phase = (state.turn, state.phase)
            self._plan = self._best_plan(state)
        return self._plan.pop(0)

    def _best_plan(self, state: State) -> list[Action]:
        """Return the actions of the plan with the best rollouts, including the action that ends the phase."""
        plans = self.plans(state)
        if len(plans) == 1:
            return list(next(iter(plans)))
        best = -1e18
        found: tuple[Action, ...] = ()
        for actions, values in self.evaluate_plans(state, plans).items():
            value = sum(values) / ROLLOUTS
            if value > best:
                best, found = value, actions
        return list(found)

    def plans(self, state: State) -> dict[tuple[Action, ...], State]:
        """Return the different plans for a phase, as a mapping from the plan's actions to the state after
        them.
        """
        found: dict[tuple[Action, ...], State] = {}
        for style in WEIGHT_SETS:
            actions, after = self._plan_with_weights(state, style)
            found.setdefault(actions, after)
        return found

    def evaluate_plans(
        self, state: State, plans: Mapping[tuple[Action, ...], State]
    ) -> dict[tuple[Action, ...], tuple[float, ...]]:
        """Return, for each plan, its values to the side that decides, one for each rollout."""
        active = self.rules.active_side(state)
        side = self.setting.sides.index(active) if active in self.setting.sides else self.setting.side(state)
        seeds = [derived_seed(self.chooser.integer_below(1 << 62), n) for n in range(ROLLOUTS)]
        # The same dice for every plan, so that luck doesn't decide.
        return {
            actions: tuple(self._rollout(after, seed, side) for seed in seeds)
            for actions, after in plans.items()
        }

    def _plan_with_weights(self, state: State, style: Weights) -> tuple[tuple[Action, ...], State]:
        """Play the phase with a set of weights until its end or first battle; return the actions and the
        final state.
        """
        player = GreedyPolicy(self.rules, self.chooser.integer_below(1 << 62), style)
        actions: list[Action] = []
        phase, stage = state.phase, state.stage
        while state.phase == phase and state.stage == stage:
            action = player.choose(state)
            actions.append(action)
            state = self.rules.apply(state, action)
        return tuple(actions), state

    def _rollout(self, state: State, seed: int, side: int) -> float:
        """Continue the game to the end of the next enemy player turn; return the value of the position to the
        side.
        """
        rules = self.rules
        state = replace(state, seed=seed, dice_thrown=0)
        players = [GreedyPolicy(rules, derived_seed(seed, n)) for n in range(len(self.setting.sides))]
        changes, mover = 0, self.setting.side(state)
        while (decider := rules.active_side(state)) is not None:
            now = self.setting.side(state)
            if now != mover:
                changes, mover = changes + 1, now
                if changes >= 3 or (changes >= 2 and now == side):
                    break
            if decider == CHANCE:
                state = rules.apply(state, rules.draw(state))
            else:
                state = rules.apply(state, players[self.setting.sides.index(decider)].choose(state))
        return self.value(state, side)

    def value(self, state: State, side: int) -> float:
        """Return the value of a position to a side."""
        return sum(
            (1 if number == side else -1) * self._side_value(state, number)
            for number in range(len(self.setting.sides))
        )

    def _side_value(self, state: State, side: int) -> float:
        setting = self.setting
        cost = price_of_strength(setting, side)
        total = 0.0
        for unit in setting.units_by_side[side]:
            if state.locations[unit] >= 0:
                total += setting.strengths[unit][state.steps[unit]] * cost
                for goal, weight in self._goals.items():
                    total += 0.5 * weight * max(0, 6 - setting.board.distances(goal)[state.locations[unit]])
        left = setting.scenario.last_turn - state.turn + 1
        for goal, weight in self._goals.items():
            if state.owned[side] >> goal & 1:
                total += weight * (20 + 60 / max(1, left))
        territory = sum(points for _, points in territory_awards(setting, state, side))
        presence = sum(points for _, points in presence_awards(setting, state, side))
        return (
            total
            + (territory + presence) * 2
            + state.destroyed[side] * (setting.victory.eliminated * 2)
            + (loss_points(state, side) + exit_points(state, side)) * 2
        )
