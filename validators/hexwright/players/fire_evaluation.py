"""Fire evaluation: the value of objectives to a side, and of hexes to its units, in games with fire combat.

In these games units stack, take hits together, and win by holding places in supply.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.bitsets import members
from hexwright.model.computer_players import FireWeights
from hexwright.players.fire_decisions import hits_to_destroy
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.supply.supply_range import hexes_in_communication


def claim_place_weights(setting: CompiledGame, side: int) -> Mapping[int, float]:
    """Return the weights, for a side, of the places in both sides' victory conditions, keyed by hex."""
    found: dict[int, float] = {}
    for claim in setting.victory.automatic_victory:
        own = setting.sides[side] == claim.side
        for place in claim.places:
            number = setting.board.places[place]
            # A place in an own condition should be taken; one in an enemy condition should be denied.
            share = (3.0 if own else 2.0) / len(claim.places)
            found[number] = max(found.get(number, 0.0), share)
    return found


class FireEvaluation:
    """A side's evaluation of a position during a phase."""

    def __init__(self, setting: CompiledGame, state: State, side: int, taste: FireWeights) -> None:
        self.setting, self.side, self.taste = setting, side, taste
        self.goals = claim_place_weights(setting, side)
        self.refresh(state)

    def refresh(self, state: State) -> None:
        """Update the evaluation for a new state of the same phase."""
        setting, side = self.setting, self.side
        self.state = state
        self.linked = hexes_in_communication(setting, state, side)
        self.enemies = setting.enemy_hexes(state, side)
        self.ours: dict[int, float] = {}
        self.theirs: dict[int, float] = {}
        self.tough: dict[int, int] = {}
        for unit, place in enumerate(state.locations):
            if place < 0:
                continue
            disrupted = state.conditions[unit] & DISRUPTED
            dice = 0.3 if disrupted else float(setting.strengths[unit][state.steps[unit]])
            mine = setting.side_of[unit] == side
            told = self.ours if mine else self.theirs
            told[place] = told.get(place, 0.0) + dice
            if not mine:
                self.tough[place] = self.tough.get(place, 0) + hits_to_destroy(setting, state, unit)
        apart = setting.board.distances
        self.threat = {
            number: min((apart(number)[place] for place in self.theirs), default=9) for number in self.goals
        }
        self._worth: dict[int, float] = {}

    def hex_value(self, number: int) -> float:
        """Return the value of a hex to any unit of the side: high if it is close to objectives and in
        supply.
        """
        known = self._worth.get(number)
        if known is not None:
            return known
        taste, apart, total = self.taste, self.setting.board.distances(number), 0.0
        owned = self.state.owned[self.side]
        for goal, weight in self.goals.items():
            if not owned >> goal & 1:
                total += taste.goal * weight * (2.5 if number == goal else 0.0)
                total -= taste.goal * weight * 0.7 * apart[goal]
            elif self.threat[goal] <= 3:
                total -= taste.guard * weight * 0.5 * min(3, apart[goal])
        if not self.linked >> number & 1:
            total -= 3.0 * taste.caution
        self._worth[number] = total
        return total

    def unit_value(self, unit: int, number: int, *, attacks: bool) -> float:
        """Return the value of a hex to a unit; if `attacks` is true, the unit may attack from there."""
        setting, taste, state = self.setting, self.taste, self.state
        here = state.locations[unit]
        dice = float(setting.strengths[unit][state.steps[unit]])
        beside = self.ours.get(number, 0.0) - (dice if here == number else 0.0)
        total = self.hex_value(number)
        owned = state.owned[self.side]
        if number in self.goals and owned >> number & 1 and self.threat[number] <= 3 and beside < 0.5:
            total += taste.guard * self.goals[number] * 2.0
        facing = 0.0
        for enemy in members(setting.board.near[number] & self.enemies):
            facing += self.theirs[enemy]
            if attacks:
                near = sum(
                    self.ours.get(h, 0.0) for h in members(setting.board.near[enemy]) if h in self.ours
                )
                near += dice if not setting.board.near[enemy] >> here & 1 else 0.0
                total += taste.attack * min(1.5, near / max(1.0, 0.9 * self.tough[enemy]))
        risk = facing / max(0.5, dice + beside)
        return total - taste.caution * 0.6 * max(0.0, risk - 1.2)
