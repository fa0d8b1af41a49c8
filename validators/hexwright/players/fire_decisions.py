"""Fire decisions: choose targets and attackers, hits, retreats and advances in fire combat."""

from __future__ import annotations

from functools import cached_property

from hexwright.geometry.bitsets import members
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.fire import fire_allocation
from hexwright.rules.fire.dice_pools import DicePool, attack_pool, defence_pool, hits_absorbed_by_places
from hexwright.rules.fire.fire_advance import is_disrupted_by_advance
from hexwright.rules.fire.fire_battle import (
    FireBattle,
    defenders_of,
    disrupted,
    fire_phase,
    fire_rules,
    fortified,
    supply_shortage_of_all,
)
from hexwright.rules.fire.hit_absorption import absorption_capacity, hit_effect
from hexwright.rules.supply.supply_range import SupplyShortage

LEAST_GAIN = 0.2
"""The minimum expected gain of an attack that is worth making, in enemy units."""
FIRE_STAGES = frozenset({"allocate", "engage", "allot", "withdraw", "pursue"})
"""The stages in which `FireDecisions` makes the decisions."""


def expected_hits(pool: DicePool, die: int) -> float:
    """Return the average number of hits that a dice pool scores."""
    return sum(dice * max(0, die + 1 - hits_from) / die for hits_from, dice in pool.groups)


def hits_to_destroy(setting: CompiledGame, state: State, unit: int) -> int:
    """Return the number of hits in one round that destroy a unit."""
    if disrupted(state, unit):
        return 1
    works = fire_rules(setting).fortification_absorbs if fortified(state, unit) else 0
    return works + absorption_capacity(setting, state, unit) + 1


def place_weights(setting: CompiledGame) -> dict[int, float]:
    """Return the weights of places, keyed by hex.

    Every place has a small weight; each victory condition that names the place adds 1.
    """
    board, rules = setting.board, setting.victory
    found = {board.index[p.hex]: 0.3 for p in setting.game.hexmap.places if p.kind != "name"}
    named = [place for claim in rules.automatic_victory for place in claim.places]
    named += [place for place in (rules.hold,) if place is not None]
    for place in named:
        found[board.places[place]] = found.get(board.places[place], 0.0) + 1.0
    return found


class FireDecisions:
    """The decisions in the stages of fire combat, for either side."""

    def __init__(self, rules: RulesEngine) -> None:
        self.rules = rules
        self.setting = rules.setting
        self._lack = SupplyShortage(0, 0)

    @cached_property
    def weights(self) -> dict[int, float]:
        """Return the weights of places, keyed by hex, as computed by `place_weights`."""
        return place_weights(self.setting)

    def choose(self, state: State) -> Action:
        """Return a legal action. Raises KeyError in a stage outside fire combat."""
        self._lack = supply_shortage_of_all(self.setting, state)
        decide = {
            "allocate": self._allocate,
            "engage": self._engage,
            "allot": self._allot,
            "withdraw": self._withdraw,
            "pursue": self._pursue,
        }[state.stage]
        return decide(state, self.rules.legal_actions(state))

    # Attacks ------------------------------------------------------------------------------------

    def _allocate(self, state: State, legal: list[Action]) -> Action:
        attacks = [action for action in legal if action.kind == "attack"]
        best, found = LEAST_GAIN, END
        for target in sorted({action.hex for action in attacks if action.hex is not None}):
            here = self.setting.board.index[target]
            group = self._strongest_attack(state, here, [a for a in attacks if a.hex == target])
            gain = self._gain(state, group) - self._gain(state, self._battle(state, here))
            if gain > best:
                first = group.attackers & ~self._battle(state, here).attackers
                best, found = gain, self._attack_on(attacks, next(members(first)), here)
        if found is not END:
            return found
        if END not in legal:  # Other mandatory targets, with the least harm.
            return max(attacks, key=lambda action: self._gain(state, self._battle_with(state, action)))
        return self._support(state, legal)

    def _attack_on(self, attacks: list[Action], unit: int, target: int) -> Action:
        name, hex_id = self.setting.units[unit], self.setting.board.ids[target]
        return next(a for a in attacks if a.unit == name and a.hex == hex_id)

    def _battle(self, state: State, target: int) -> Engagement:
        return next((b for b in state.engagements if b.hex == target), Engagement(target, 0))

    def _battle_with(self, state: State, action: Action) -> Engagement:
        assert action.unit is not None
        assert action.hex is not None
        battle = self._battle(state, self.setting.board.index[action.hex])
        return Engagement(
            battle.hex, battle.attackers | 1 << self.setting.unit_numbers[action.unit], battle.air_support
        )

    def _strongest_attack(self, state: State, target: int, attacks: list[Action]) -> Engagement:
        """Return the attack on a hex by all units that may join it, added in descending order of strength."""
        battle = self._battle(state, target)
        attackers = battle.attackers
        units = [self.setting.unit_numbers[a.unit] for a in attacks if a.unit is not None]
        for unit in sorted(units, key=lambda u: (-self.setting.strengths[u][state.steps[u]], u)):
            if fire_allocation.may_join(self.setting, state, unit, attackers, target):
                attackers |= 1 << unit
        return Engagement(target, attackers, battle.air_support)

    def _scene(self, state: State, battle: Engagement) -> FireBattle:
        return FireBattle.of(self.setting, state, battle, self._lack)

    def _gain(self, state: State, battle: Engagement) -> float:
        """Return the value of an attack: the enemy's expected losses and the territory gained, minus the
        side's own expected losses.
        """
        if not battle.attackers:
            return 0.0
        now = self._scene(state, battle)
        rounds = fire_phase(self.setting, state).rounds
        dealt = rounds * max(
            0.0, expected_hits(attack_pool(now), now.rules.die) - hits_absorbed_by_places(now)
        )
        taken = rounds * expected_hits(defence_pool(now), now.rules.die)
        theirs = sum(hits_to_destroy(self.setting, state, unit) for unit in now.defenders)
        ours = sum(hits_to_destroy(self.setting, state, unit) for unit in now.firing)
        clears = min(1.0, dealt / theirs)
        falls = min(1.0, taken / max(1, ours))
        ground = self.weights.get(battle.hex, 0.1)
        return clears * clears * (len(now.defenders) + ground) - falls * falls * 1.2 * len(now.firing)

    def _support(self, state: State, legal: list[Action]) -> Action:
        """Return the air support that improves an attack most, or else the action that ends
        the allocation.
        """
        best, found = 0.0, END
        for action in legal:
            if action.kind == "support" and action.unit is not None and action.hex is not None:
                battle = self._battle(state, self.setting.board.index[action.hex])
                flown = battle.air_support | 1 << self.setting.unit_numbers[action.unit]
                more = self._gain(state, Engagement(battle.hex, battle.attackers, flown))
                gain = more - self._gain(state, battle)
                if gain > best:
                    best, found = gain, action
        return found

    def _engage(self, state: State, legal: list[Action]) -> Action:
        """Return the action that fights the safest battle next, because the advance after it may help in
        other battles.
        """

        def surety(action: Action) -> float:
            assert action.hex is not None
            return self._gain(state, self._battle(state, self.setting.board.index[action.hex]))

        return max(legal, key=surety)

    # Hits ---------------------------------------------------------------------------------------

    def _allot(self, state: State, legal: list[Action]) -> Action:
        """Return the action that allots the next hit where it does the least harm, preferably to a fortified
        unit.
        """
        battle = state.current_engagement
        assert battle is not None
        order = {"works": 0, "absorbed": 1, "disrupted": 2, "destroyed": 3}

        def harm(action: Action) -> tuple[int, int, int]:
            assert action.unit is not None
            unit = self.setting.unit_numbers[action.unit]
            strength = self.setting.strengths[unit][state.steps[unit]]
            spare = absorption_capacity(self.setting, state, unit)
            done = order[hit_effect(self.setting, state, battle, unit)]
            return (done, -spare if battle.hits[0] + battle.hits[1] > 1 else strength, unit)

        return min(legal, key=harm)

    # Retreat and advance ------------------------------------------------------------------------

    def _withdraw(self, state: State, legal: list[Action]) -> Action:
        """Return a retreat if the defenders would probably lose the hex in the next round anyway, otherwise
        the action to stay.
        """
        battle = state.current_engagement
        assert battle is not None
        stay = legal[-1]
        if battle.round >= fire_phase(self.setting, state).rounds:
            return stay
        now = self._scene(state, battle)
        coming = max(0.0, expected_hits(attack_pool(now), now.rules.die) - hits_absorbed_by_places(now))
        left = sum(hits_to_destroy(self.setting, state, u) for u in defenders_of(self.setting, state, battle))
        if coming < left + self.weights.get(battle.hex, 0.0) / 4:
            return stay
        enemies = self.setting.enemy_hexes(state, now.defender)
        apart = self.setting.board.distances

        def safety(action: Action) -> tuple[int, int]:
            assert action.hex is not None
            here = self.setting.board.index[action.hex]
            nearest = min((apart(here)[enemy] for enemy in members(enemies)), default=9)
            return (nearest, -here)

        return max(legal[:-1], key=safety)

    def _pursue(self, state: State, legal: list[Action]) -> Action:
        """Return an advance that leaves the advancing unit undisrupted; if there is no such advance, return
        another advance only if an advance is mandatory.
        """
        battle = state.current_engagement
        assert battle is not None
        best, found = 0.0, legal[-1]
        must = legal[-1].kind != "hold"
        for action in legal if must else legal[:-1]:
            assert action.unit is not None
            assert action.hex is not None
            unit, end = self.setting.unit_numbers[action.unit], self.setting.board.index[action.hex]
            value = self._attraction(state, self.setting.side_of[unit], end)
            value -= self._attraction(state, self.setting.side_of[unit], state.locations[unit])
            if is_disrupted_by_advance(self.setting, state, unit, end):
                value -= 2.0
            if must:
                value += 100.0
            if value > best:
                best, found = value, action
        return found

    def _attraction(self, state: State, side: int, number: int) -> float:
        """Return the closeness of a hex to the places that a side doesn't own yet, weighted by importance."""
        apart = self.setting.board.distances(number)
        wanted = [(hex_number, w) for hex_number, w in self.weights.items()]
        return sum(
            w / (1 + apart[hex_number]) for hex_number, w in wanted if not state.owned[side] >> hex_number & 1
        )
