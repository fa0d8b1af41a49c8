"""Greedy policy: a policy that makes one decision at a time, aiming at good odds, objectives and a closed
front.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from hexwright.geometry.bitsets import first, members, union_of
from hexwright.model.computer_players import Weights
from hexwright.model.ids import HexId
from hexwright.players.assault_plan import AssaultPlanner, attackers_reach, combat_phase_after, prize_values
from hexwright.players.attack_assignment import complete_assignment
from hexwright.players.attack_plan import plan_attacks, step_loss
from hexwright.players.exit_choice import exit_worth_taking
from hexwright.players.fire_policy import FirePolicy
from hexwright.players.front_repair import FrontRepair, avoidable_gap
from hexwright.players.garrisons import Garrisons, hexes_within, places_held
from hexwright.players.overrun_choice import best_overrun
from hexwright.players.place_detours import moves_via_places
from hexwright.players.position_evaluation import Evaluation
from hexwright.players.prizes import KEY_POINTS, Prize, open_prizes, prizes
from hexwright.players.random_stream import RandomStream
from hexwright.players.train_choice import train_move_to
from hexwright.rules.engine.game_state import State, Strength
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import moves_of, units_yet_to_move
from hexwright.rules.supply.supply_attrition import defence_strength, points_still_owed
from hexwright.rules.supply.supply_phase import attrition_groups
from hexwright.rules.transport.rail_movement import is_entrained

ASSAULT_MARGIN: Final = 0.7
"""The value above `boldness` from which units move for an attack, if `attack` has its usual weight."""
MOST_PLANS: Final = 4
"""The number of times that the moves of a phase are planned to close gaps."""
MOST_TRIED: Final = 12
"""The number of hexes that are tried for a unit that a front needs."""
PRIZE_VALUE: Final = 100.0
"""The value of a point for entering a place: more than any risk of a hex."""


PlannedMove = tuple[tuple[int, ...], Action]
"""A move, with the locations of all units for which it was planned."""


class GreedyPolicy:
    """A policy that plays the action with the best immediate value in each phase."""

    def __init__(
        self,
        rules: RulesEngine,
        seed: int,
        style: Weights | None = None,
        noise: float = 0.01,
        *,
        looks_ahead: bool = True,
    ) -> None:
        self.rules = rules
        self.setting = rules.setting
        self.seed = seed
        self.chooser = RandomStream(seed)
        self.style = style or Weights()
        self.noise = noise
        self.looks_ahead = looks_ahead
        """Whether all moves of a phase are planned before the first, with the attacks that they serve."""
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
        self._garrisons: Garrisons
        self._front: FrontRepair
        self._prizes: tuple[Prize, ...] = ()
        self._posts: dict[int, int] = {}
        """The units that are to attack, with the hexes from which they do so."""
        self._script: list[PlannedMove] = []
        """The moves of the phase that were planned in full."""
        self._entered = False
        """Whether no unit can enter a further prize in this phase."""
        self._unclosable = 0
        """The number of uncovered hexes that no reserve could close when last tried; 0 if none was tried."""
        self._looks = True
        """Whether the policy looks for overruns before it moves units."""

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        if (state.turn, state.phase) != self._phase:
            self._phase = (state.turn, state.phase)
            self._queue, self._planned, self._waiting, self._legs = [], False, [], []
            self._script = []
            self._free, self._looks = 0, True
        decide = _DECIDING.get(state.stage)
        return self._fire_policy.choose(state) if decide is None else decide(self, state)

    @cached_property
    def _fire_policy(self) -> FirePolicy:
        """Return the policy that decides in fire combat and in air missions."""
        return FirePolicy(self.rules, self.seed)

    # Movement -----------------------------------------------------------------------------------

    def _move(self, state: State) -> Action:
        if not self._planned:
            self._planned = True
            self._script = self._moves_without_gaps(state)
        if self._script:
            expected, action = self._script.pop(0)
            if expected == state.locations:
                return action
            # Someone else has moved units meanwhile.
            self._script = []
            self._begin_moves(state, {})
        return self._next_move(state)

    def _moves_without_gaps(self, state: State) -> list[PlannedMove]:
        """Return the moves of a phase, planned again while a unit could have closed a gap in a front.

        The list is empty if no front gives the enemy points; then moves are chosen one by one.
        """
        setting = self.setting
        side = setting.side(state)
        if not self.looks_ahead or not self.style.line or not FrontRepair(setting, side).fronts:
            self._begin_moves(state, {})
            return []
        orders: dict[int, int] = {}
        best: tuple[int, list[PlannedMove]] | None = None
        for _ in range(MOST_PLANS):
            moves, end = self._rehearse(state, orders)
            gaps = self._survey.uncovered_in(end) if self._survey is not None else 0
            if best is None or gaps < best[0]:
                best = gaps, moves
            guarded = union_of(
                hexes_within(setting, place, 1)
                for place in places_held(setting, state, side, self._garrisons.keys)
            )
            found = avoidable_gap(setting, state, end, side, guarded) if gaps else None
            if found is None:
                return moves
            orders[found[0]] = found[1]
        return best[1] if best is not None else []

    def _rehearse(self, state: State, orders: Mapping[int, int]) -> tuple[list[PlannedMove], State]:
        """Play the moves of a phase with some units ordered to hexes; return them, and the position before
        the last.
        """
        self._begin_moves(state, orders)
        moves: list[PlannedMove] = []
        phase = state.phase
        while True:
            action = self._next_move(state)
            moves.append((state.locations, action))
            after = self.rules.apply(state, action)
            if after.phase != phase or after.stage != "move":
                return moves, state
            state = after

    def _begin_moves(self, state: State, orders: Mapping[int, int]) -> None:
        """Evaluate the position at the beginning of a movement phase, and plan its first moves."""
        setting = self.setting
        self._queue, self._legs, self._free, self._looks = [], [], 0, True
        self._survey = survey = Evaluation(setting, state, setting.side(state), self.style)
        # Units adjacent to the enemy first, so that others find room behind them.
        order = {u: (survey.nearest_enemy[state.locations[u]], u) for u in units_yet_to_move(setting, state)}
        self._waiting = sorted(order, key=lambda u: order[u], reverse=True)
        self._plan_moves(state, survey)
        # Orders come first: `_posts` is emptied from its end.
        self._posts = {unit: post for unit, post in self._posts.items() if unit not in orders} | dict(orders)

    def _next_move(self, state: State) -> Action:
        """Return the next move of the phase, or its end."""
        assert self._survey is not None
        survey = self._survey
        survey.refresh(state)
        if self._legs:
            return self._legs.pop(0)
        # Overruns come first, because units then move on without that enemy; and last, where they became
        # possible.
        if self._queue or ((self._looks or not self._waiting) and self._overrun(state)):
            return self._queue.pop(0)
        self._looks = False
        if (entry := self._enter_prize(state)) or (entry := self._go_to_post(state)):
            return entry
        if (closing := self._close_gap(state, survey)) is not None:
            return closing
        while self._waiting:
            unit = self._waiting.pop()
            action = self._best_move(state, survey, unit)
            if action is not None:
                return action
        # Units that stayed, or can still move on, may close gaps that others have opened.
        moved = [unit for unit, _ in state.movement_left if state.locations[unit] >= 0]
        self._waiting = [*units_yet_to_move(self.setting, state), *moved]
        self._unclosable = 0
        closing = self._close_gap(state, survey)
        self._waiting = []
        return closing or self.rules.phase_end_actions(state)[0]

    def _plan_moves(self, state: State, survey: Evaluation) -> None:
        """Plan the moves that come before all others: entries of prizes, and assaults."""
        setting = self.setting
        self._garrisons = Garrisons(setting, state, survey.side, guarded=bool(self.style.guard))
        self._front = FrontRepair(setting, survey.side)
        self._prizes = prizes(setting, survey.side) if self.style.goal else ()
        self._posts = {}
        self._entered, self._unclosable = False, 0
        combat = combat_phase_after(setting, state) if self.looks_ahead else None
        if combat is None:
            return
        reach = {
            unit: hexes & self._garrisons.hexes_open_to(state, unit)
            for unit, hexes in attackers_reach(setting, state, combat).items()
        }
        worth = self._prize_values(state, survey.side)
        planner = AssaultPlanner(setting, state, combat, reach)
        threshold = (self.style.boldness + ASSAULT_MARGIN) / max(0.1, self.style.attack)
        for assault in planner.assaults(threshold, worth):
            survey.assaulted[assault.target] = assault.strength
            self._posts |= assault.posts

    def _prize_values(self, state: State, side: int) -> dict[int, float]:
        """Return the values of hexes with prizes; empty for a policy without goals."""
        return prize_values(self.setting, state, side) if self.style.goal else {}

    def _enter_prize(self, state: State) -> Action | None:
        """Return the move of a unit into an empty place that decides the game; None if there is none."""
        if self._entered:
            return None
        setting, side = self.setting, self.setting.side(state)
        enemies = setting.enemy_hexes(state, side)
        for prize in open_prizes(setting, state, side, self._prizes):
            hexes = prize.hexes & ~enemies
            if prize.points < KEY_POINTS or not hexes or (not prize.owning and prize.hexes & enemies):
                continue
            legs = legs_of_state(setting, state)
            movers = [unit for unit in self._waiting if state.locations[unit] >= 0]
            for unit in sorted(movers, key=lambda one: -setting.defences[one][state.steps[one]]):
                reach = legs.end_hexes(unit) & hexes & ~setting.full_hexes(state, unit)
                if reach & self._garrisons.hexes_open_to(state, unit):
                    return self._ordered(state, unit, first(reach))
        self._entered = True
        return None

    def _go_to_post(self, state: State) -> Action | None:
        """Return the move of a unit to the hex from which it is to attack; None if all are there."""
        setting = self.setting
        while self._posts:
            unit, post = self._posts.popitem()
            here = state.locations[unit]
            if unit not in self._waiting or here < 0:
                continue
            if here == post:
                self._waiting.remove(unit)
                continue
            reach = legs_of_state(setting, state).end_hexes(unit) & ~setting.full_hexes(state, unit)
            if reach >> post & 1 and self._garrisons.hexes_open_to(state, unit) >> post & 1:
                return self._ordered(state, unit, post)
        return None

    def _close_gap(self, state: State, survey: Evaluation) -> Action | None:
        """Return the move of a reserve into a gap of a front that gives the enemy points, or None."""
        uncovered = survey.uncovered()
        if not self.style.line or not uncovered or uncovered == self._unclosable:
            return None
        setting = self.setting
        enemies = setting.enemy_hexes(state, survey.side)
        busy = setting.board.around(enemies) | self._garrisons.keys
        menders = survey.mending.menders
        reserves = [
            unit
            for unit in self._waiting
            if not menders >> unit & 1 and self._garrisons.hexes_open_to(state, unit) == setting.board.every
        ]
        found = self._front.closing_move(state, reserves, busy)
        if found is None:
            self._unclosable = uncovered
            return None
        return self._ordered(state, *found)

    def _ordered(self, state: State, unit: int, goal: int) -> Action:
        """Return the first leg of a unit's move to a hex; further legs follow."""
        self._waiting.remove(unit)
        legs = moves_via_places(self.setting, state, unit, goal)
        self._legs = legs or list(self.setting.moves_to(unit, 1 << goal))
        return self._legs.pop(0)

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
        full = setting.full_hexes(state, unit) | ~self._garrisons.hexes_open_to(state, unit)
        beside = survey.strength_beside(unit)
        stay = survey.unit_value(unit, here, covered, beside) + 0.05
        hopeless = self._hopeless(survey, state, unit, here)
        index = setting.board.index
        better: list[tuple[float, int, Action]] = []
        for action in actions if not is_entrained(state, unit) else ():
            assert action.hex is not None
            number = index[action.hex]
            if full >> number & 1:
                continue  # Each unit goes where it can stay.
            value = survey.unit_value(unit, number, covered, beside)
            if self.noise:
                value += self.noise * self.chooser.fraction()
            if hopeless or value > stay:
                better.append((value, number, action))
        best, found = self._best_permitted(survey, state, unit, better) or (stay, None)
        if setting.train_mode is not None:
            shut = ~self._garrisons.hexes_open_to(state, unit)
            self._legs = train_move_to(
                self.rules,
                state,
                unit,
                best,
                lambda n: -1e9 if shut >> n & 1 else survey.unit_value(unit, n, covered, beside),
            )
            if any(leg.hex is not None and survey.opens_gap(unit, index[leg.hex]) for leg in self._legs):
                self._legs = []  # The front needs it where it is.
            if self._legs:
                return self._legs.pop(0)
        goal = here if found is None or found.hex is None else index[found.hex]
        self._legs = moves_via_places(setting, state, unit, goal) or ([found] if found is not None else [])
        return self._legs.pop(0) if self._legs else None

    def _hopeless(self, survey: Evaluation, state: State, unit: int, number: int) -> bool:
        """Return whether a unit in a hex would have to make a hopeless attack."""
        contact = survey.contact
        return contact is not None and contact.is_hopeless(state, unit, number, survey.assaulted)

    def _best_permitted(
        self, survey: Evaluation, state: State, unit: int, better: list[tuple[float, int, Action]]
    ) -> tuple[float, Action] | None:
        """Return the best of some moves that opens no gap in a front and leads to no hopeless attack, with
        its value; None if there is none.
        """
        better.sort(key=lambda one: -one[0])
        for value, number, action in better[: MOST_TRIED if survey.needed else None]:
            if not survey.opens_gap(unit, number) and not self._hopeless(survey, state, unit, number):
                return value, action
        return None

    # Combat -------------------------------------------------------------------------------------

    def _declare(self, state: State) -> Action:
        setting = self.setting
        if not self._planned:
            self._planned = True
            worth = self._prize_values(state, setting.side(state))
            attacks = plan_attacks(setting, state, self.style.boldness, worth)
            if setting.mandatory_attacks.given:
                attacks = complete_assignment(setting, state, attacks, worth)
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
        worth = self._prize_values(state, survey.side)
        best, found = 0.0, actions[-1]
        for action in actions[:-1]:
            assert action.unit is not None
            assert action.hex is not None
            unit, goal = setting.unit_numbers[action.unit], setting.board.index[action.hex]
            gain = survey.unit_value(unit, goal, others, {}) - survey.unit_value(
                unit, state.locations[unit], others, {}
            )
            # A place that wins or scores is always taken.
            gain += PRIZE_VALUE * worth.get(goal, 0.0)
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
