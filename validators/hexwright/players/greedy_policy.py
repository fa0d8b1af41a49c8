"""Greedy policy: a policy that makes one decision at a time, aiming at good odds, objectives and a closed
front.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from hexwright.geometry.bitsets import first, members
from hexwright.model.ids import HexId
from hexwright.players.attack_assignment import complete_assignment
from hexwright.players.attack_plan import plan_attacks, step_loss
from hexwright.players.exit_choice import exit_worth_taking
from hexwright.players.fire_policy import FirePolicy
from hexwright.players.overrun_choice import best_overrun
from hexwright.players.place_detours import moves_via_places
from hexwright.players.position_evaluation import Evaluation, Weights
from hexwright.players.random_stream import RandomStream
from hexwright.players.train_choice import train_move_to
from hexwright.rules.engine.game_state import State, Strength
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.movement_phase import moves_of, units_yet_to_move
from hexwright.rules.supply.supply_attrition import defence_strength, points_still_owed
from hexwright.rules.supply.supply_phase import attrition_groups
from hexwright.rules.transport.rail_movement import is_entrained


class GreedyPolicy:
    """A policy that plays the action with the best immediate value in each phase."""

    def __init__(
        self, rules: RulesEngine, seed: int, style: Weights | None = None, noise: float = 0.01
    ) -> None:
        self.rules = rules
        self.setting = rules.setting
        self.seed = seed
        self.chooser = RandomStream(seed)
        self.style = style or Weights()
        self.noise = noise
        """The range of the random numbers that are added to break ties; `search` uses a wider range."""
        self._phase: tuple[int, int] | None = None
        self._queue: list[Action] = []
        self._planned = False
        self._waiting: list[int] = []
        self._legs: list[Action] = []
        """The remaining legs of the move in progress."""
        self._survey: Evaluation | None = None
        self._free = 0
        """Units that may move again because of an overrun."""
        self._looks = True
        """Whether the policy looks for overruns before it moves units."""

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        if (state.turn, state.phase) != self._phase:
            self._phase = (state.turn, state.phase)
            self._queue, self._planned, self._waiting, self._legs = [], False, [], []
            self._free, self._looks = 0, True
        decide = _DECIDING.get(state.stage)
        return self._fire_policy.choose(state) if decide is None else decide(self, state)

    @cached_property
    def _fire_policy(self) -> FirePolicy:
        """Return the policy that decides in fire combat and in air missions."""
        return FirePolicy(self.rules, self.seed)

    # Movement -----------------------------------------------------------------------------------

    def _move(self, state: State) -> Action:
        setting = self.setting
        if not self._planned or self._survey is None:
            self._planned = True
            self._survey = survey = Evaluation(setting, state, setting.side(state), self.style)
            # Units adjacent to the enemy first, so that others find room behind them.
            order = {
                u: (survey.nearest_enemy[state.locations[u]], u) for u in units_yet_to_move(setting, state)
            }
            self._waiting = sorted(order, key=lambda u: order[u], reverse=True)
        survey = self._survey
        survey.refresh(state)
        if self._legs:
            return self._legs.pop(0)
        # Overruns come first, because units then move on without that enemy; and last, where they became
        # possible.
        if self._queue or ((self._looks or not self._waiting) and self._overrun(state)):
            return self._queue.pop(0)
        self._looks = False
        while self._waiting:
            unit = self._waiting.pop()
            action = self._best_move(state, survey, unit)
            if action is not None:
                return action
        return self.rules.phase_end_actions(state)[0]

    def _overrun(self, state: State) -> bool:
        """Plan an overrun if one is possible now; return whether an overrun was planned."""
        found = best_overrun(self.setting, state)
        if found is None:
            return False
        self._queue, units = found
        waiting = [unit for unit in self._waiting if not units >> unit & 1]
        self._waiting = [*waiting, *members(units)]
        self._free |= units
        return True

    def _best_move(self, state: State, survey: Evaluation, unit: int) -> Action | None:
        setting = self.setting
        here = state.locations[unit]
        if here < 0 or (state.acted & ~self._free) >> unit & 1:
            return None
        if (gone := exit_worth_taking(setting, state, unit)) is not None:
            return gone
        actions = moves_of(setting, state, unit)
        if not actions and setting.train_mode is None:
            return None
        covered = setting.board.around(state.occupied[survey.side] & ~(1 << here))
        full = setting.full_hexes(state, unit)
        beside = survey.strength_beside(unit)
        best, found = survey.unit_value(unit, here, covered, beside) + 0.05, None
        index = setting.board.index
        for action in actions if not is_entrained(state, unit) else ():
            assert action.hex is not None
            if full >> index[action.hex] & 1:
                continue  # Each unit goes where it can stay.
            value = survey.unit_value(unit, index[action.hex], covered, beside)
            if self.noise:
                value += self.noise * self.chooser.fraction()
            if value > best:
                best, found = value, action
        if setting.train_mode is not None:
            self._legs = train_move_to(
                self.rules, state, unit, best, lambda n: survey.unit_value(unit, n, covered, beside)
            )
            if self._legs:
                return self._legs.pop(0)
        goal = here if found is None or found.hex is None else index[found.hex]
        self._legs = moves_via_places(setting, state, unit, goal) or ([found] if found is not None else [])
        return self._legs.pop(0) if self._legs else None

    # Combat -------------------------------------------------------------------------------------

    def _declare(self, state: State) -> Action:
        setting = self.setting
        if not self._planned:
            self._planned = True
            attacks = plan_attacks(setting, state, self.style.boldness)
            if setting.mandatory_attacks.given:
                attacks = complete_assignment(setting, state, attacks)
            self._queue = [
                self._attack(state, unit, attack.defenders)
                for attack in attacks
                for unit in members(attack.attackers)
            ]
        # Mandatory attacks come before the end of the phase.
        return self._queue.pop(0) if self._queue else self.rules.phase_end_actions(state)[0]

    def _attack(self, state: State, unit: int, defenders: int) -> Action:
        setting, target = self.setting, first(defenders)
        if setting.defends_as_one:
            return setting.hex_attacks[unit][state.locations[target]]
        return setting.attacks[unit][target]

    def _lose(self, state: State) -> Action:
        actions = self.rules.legal_actions(state)
        losing = state.fight is not None and state.stage == "losses"
        owed = state.fight.loss_owed if losing and state.fight is not None else 0

        def cost(action: Action) -> tuple[bool, int]:
            assert action.unit is not None
            loss = step_loss(self.setting, state, self.setting.unit_numbers[action.unit])
            return (loss < owed, loss if loss >= owed else -loss)

        return min(actions, key=cost)

    def _lose_from_group(self, state: State) -> Action:
        """Return the loss of the weakest unit that covers the group's whole loss, or else the loss of the
        strongest unit.
        """
        setting = self.setting
        owed = {
            setting.units[unit]: points_still_owed(setting, state, group)
            for group in attrition_groups(setting, state)
            for unit in members(group.units)
        }

        def cost(action: Action) -> tuple[bool, Strength]:
            assert action.unit is not None
            strength = defence_strength(setting, state, 1 << setting.unit_numbers[action.unit])
            enough = strength >= owed.get(action.unit, 0)
            return (not enough, strength if enough else -strength)

        return min(self.rules.legal_actions(state), key=cost)

    def _disrupt(self, state: State) -> Action:
        """Return the disruption of the weakest unit that satisfies the result, or else the disruption of the
        strongest unit.
        """
        assert state.fight is not None
        owed = state.fight.loss_owed

        def cost(action: Action) -> tuple[bool, int]:
            assert action.unit is not None
            unit = self.setting.unit_numbers[action.unit]
            strength = self.setting.strengths[unit][state.steps[unit]]
            return (strength < owed, strength if strength >= owed else -strength)

        return min(self.rules.legal_actions(state), key=cost)

    def _retreat(self, state: State) -> Action:
        """Return a retreat.

        An enemy unit retreats to the hex that is worth least to its side; an own unit retreats to the hex
        that is worth most.
        """
        actions = self.rules.legal_actions(state)
        setting = self.setting
        assert state.fight is not None
        side = setting.side_of[first(state.fight.retreating)]
        survey = Evaluation(setting, state, side, self.style)
        index = setting.board.index
        sign = -1 if setting.combat.retreat.chosen_by == "owner" else 1

        def value(action: Action) -> float:
            assert action.hex is not None
            assert action.unit is not None
            unit = setting.unit_numbers[action.unit]
            return sign * (survey.unit_value(unit, index[action.hex], 0, {}) + 5 * len(action.through))

        return min(actions, key=value)

    def _advance(self, state: State) -> Action:
        actions = self.rules.legal_actions(state)
        setting = self.setting
        assert state.fight is not None
        survey = Evaluation(setting, state, setting.side(state), self.style)
        others = setting.board.around(state.occupied[survey.side])
        best, found = 0.0, actions[-1]
        for action in actions[:-1]:
            assert action.unit is not None
            assert action.hex is not None
            unit, goal = setting.unit_numbers[action.unit], setting.board.index[action.hex]
            gain = survey.unit_value(unit, goal, others, {}) - survey.unit_value(
                unit, state.locations[unit], others, {}
            )
            if gain > best:
                best, found = gain, action
        return found

    def _stand(self, state: State) -> Action:
        *stands, fall_back = self.rules.legal_actions(state)

        def spare(action: Action) -> int:
            assert action.unit is not None
            unit = self.setting.unit_numbers[action.unit]
            return self.setting.last_step[unit] - state.steps[unit]

        best = max(stands, key=spare)
        return best if spare(best) > 0 else fall_back

    # Replacements -------------------------------------------------------------------------------

    def _replace(self, state: State) -> Action:
        actions = self.rules.legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        setting = self.setting
        survey = Evaluation(setting, state, setting.side(state), self.style)
        covered = setting.board.around(state.occupied[survey.side])
        index = setting.board.index
        relaid = [action for action in actions[:-1] if self._is_redeployment(action)]
        if relaid and (moved := survey.mending.redeployment(state, relaid)) is not None:
            return moved
        best, found = -1e9, actions[-1]
        hexes: dict[HexId, float] = {}
        for action in actions[:-1]:
            if relaid and self._is_redeployment(action):
                continue
            assert action.unit is not None
            unit = setting.unit_numbers[action.unit]
            strengths, step = setting.strengths[unit], state.steps[unit]
            if action.kind == "new":
                assert action.hex is not None
                if action.hex not in hexes:
                    hexes[action.hex] = survey.unit_value(unit, index[action.hex], covered, {})
                value = 3.0 + strengths[setting.last_step[unit]] + 0.3 * hexes[action.hex]
            elif action.kind == "restore":
                gain = strengths[step - 1] - strengths[step]
                value = (
                    gain
                    + 4.0 / (1 + survey.nearest_enemy[state.locations[unit]])
                    + 0.3 * survey.unit_value(unit, state.locations[unit], covered, {})
                )
            else:
                value = 5.0 + strengths[step] - survey.nearest_enemy[state.locations[unit]]
            value += self.noise * self.chooser.fraction()
            if value > best:
                best, found = value, action
        return found

    def _is_redeployment(self, action: Action) -> bool:
        """Return whether an action removes a unit from the map to redeploy it on a network."""
        if action.kind != "give-up" or action.unit is None:
            return False
        entry = self.setting.arrivals_and_departures.entry_by_unit.get(self.setting.unit_numbers[action.unit])
        return entry is not None and entry.redeploys_on is not None


_DECIDING: Final[Mapping[str, Callable[[GreedyPolicy, State], Action]]] = {
    "move": GreedyPolicy._move,
    "declare": GreedyPolicy._declare,
    "replace": GreedyPolicy._replace,
    "losses": GreedyPolicy._lose,
    "defender-losses": GreedyPolicy._lose,
    "attrition-loss": GreedyPolicy._lose,
    "disrupting": GreedyPolicy._disrupt,
    "isolation": GreedyPolicy._lose_from_group,
    "retreat": GreedyPolicy._retreat,
    "advance": GreedyPolicy._advance,
    "stand": GreedyPolicy._stand,
}
"""For each stage listed, the method that decides in it; `FirePolicy` decides in all other stages."""
