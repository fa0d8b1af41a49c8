"""Fire search policy: a policy for fire combat that simulates several ways to play a turn and keeps the
best.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwright.model.computer_players import FireWeights
from hexwright.players.fire_decisions import hits_to_destroy
from hexwright.players.fire_evaluation import claim_place_weights
from hexwright.players.fire_policy import FirePolicy
from hexwright.players.random_stream import RandomStream, derived_seed
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.supply.supply_range import hexes_in_communication

WEIGHT_SETS: Final = (
    FireWeights(),
    FireWeights(goal=1.8, caution=0.5),
    FireWeights(guard=2.0, caution=1.6, attack=0.6),
    FireWeights(attack=1.8, goal=0.8),
    FireWeights(guard=3.0, goal=0.3, attack=0.3, caution=2.0),
)
"""The sets of weights that are compared for a player turn."""
ROLLOUTS: Final = 4
"""The number of games simulated with each set of weights."""


class FireSearchPolicy:
    """A policy that compares weights by simulating games in which both sides play `greedy`; the simulations
    use their own die rolls.
    """

    def __init__(self, rules: RulesEngine, seed: int) -> None:
        self.rules = rules
        self.chooser = RandomStream(seed)
        self._turn: tuple[int, int] | None = None
        self._player = FirePolicy(rules, seed)
        self._answering = FirePolicy(rules, seed)

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        side = self.rules.setting.side(state)
        active = self.rules.active_side(state)
        if active != self.rules.setting.sides[side]:
            return self._answering.choose(state)
        if (state.turn, side) != self._turn:
            self._turn = (state.turn, side)
            self._player = FirePolicy(
                self.rules, self.chooser.integer_below(1 << 62), self._best(state, side)
            )
        return self._player.choose(state)

    def _best(self, state: State, side: int) -> FireWeights:
        worth = {taste: sum(values) for taste, values in self.compare_weights(state, side).items()}
        return max(WEIGHT_SETS, key=lambda taste: worth[taste])

    def compare_weights(self, state: State, side: int) -> dict[FireWeights, tuple[float, ...]]:
        """Return, for each set of weights, the values of the resulting positions to a side, one for each
        rollout.
        """
        seeds = [derived_seed(self.chooser.integer_below(1 << 62), n) for n in range(ROLLOUTS)]
        # The same dice for every set of weights, so that luck doesn't decide.
        return {
            taste: tuple(self._rollout(state, seed, side, taste) for seed in seeds) for taste in WEIGHT_SETS
        }

    def plans(self, state: State) -> dict[tuple[Action, ...], State]:
        """Return the different plans for a stage, as a mapping from the plan's actions to the state after
        them.
        """
        found: dict[tuple[Action, ...], State] = {}
        for taste in WEIGHT_SETS:
            player = FirePolicy(self.rules, self.chooser.integer_below(1 << 62), taste)
            actions: list[Action] = []
            after = state
            while (after.phase, after.stage) == (state.phase, state.stage):
                actions.append(player.choose(after))
                after = self.rules.apply(after, actions[-1])
            found.setdefault(tuple(actions), after)
        return found

    def evaluate_plans(
        self, state: State, plans: Mapping[tuple[Action, ...], State]
    ) -> dict[tuple[Action, ...], tuple[float, ...]]:
        """Return, for each plan, its values to the side that decides, one for each rollout."""
        active = self.rules.active_side(state)
        setting = self.rules.setting
        side = setting.sides.index(active) if active in setting.sides else setting.side(state)
        seeds = [derived_seed(self.chooser.integer_below(1 << 62), n) for n in range(ROLLOUTS)]
        return {
            actions: tuple(self._rollout(after, seed, side, WEIGHT_SETS[0]) for seed in seeds)
            for actions, after in plans.items()
        }

    def _rollout(self, state: State, seed: int, side: int, taste: FireWeights) -> float:
        """Continue the game until every enemy has had a player turn; return the value of the position to the
        side.
        """
        rules, mover = self.rules, side
        state = replace(state, seed=seed, dice_thrown=0)
        players = [
            FirePolicy(rules, derived_seed(seed, n), taste if n == side else None)
            for n in range(len(rules.setting.sides))
        ]
        changes = 0
        while (decider := rules.active_side(state)) is not None:
            now = rules.setting.side(state)
            if now != mover:
                changes, mover = changes + 1, now
                if changes >= len(players):
                    break
            if decider == CHANCE:
                state = rules.apply(state, rules.draw(state))
            else:
                state = rules.apply(state, players[rules.setting.sides.index(decider)].choose(state))
        others = (other for other in range(len(players)) if other != side)
        return self.value(state, side) - max(self.value(state, other) for other in others)

    def value(self, state: State, side: int) -> float:
        """Return the value of a side's position: its places in supply, its units, and the result if the game
        is over.
        """
        setting = self.rules.setting
        if state.stage == "over":
            return 100.0 if self.rules.outcome(state).winner == setting.sides[side] else 0.0
        linked = hexes_in_communication(setting, state, side)
        held = state.owned[side]
        total = sum(
            3.0 * weight * (1.0 if linked >> goal & 1 else 0.4)
            for goal, weight in claim_place_weights(setting, side).items()
            if held >> goal & 1
        )
        for unit in setting.units_by_side[side]:
            if state.locations[unit] >= 0:
                total += 0.5 * hits_to_destroy(setting, state, unit) + 0.5 * setting.strengths[unit][1]
        return total
