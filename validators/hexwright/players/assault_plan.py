"""Assault plans: where units should move to attack with good odds in the coming combat phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.players.attack_plan import PlannedAttack, attack_value, without_surplus_attackers
from hexwright.players.prizes import open_prizes, prizes
from hexwright.rules.combat.attack_ranges import adjacent_attackable_hexes
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.combat.ignored_defenders import without_ignored_defenders
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.unit_restrictions import units_unable_to_attack
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import units_yet_to_move

LEAST_RATIO: Final = 1.5
"""The ratio of printed strengths, with terrain, below which an assault isn't worth computing."""
NEW_CONTACT_COST: Final = 4.0
"""The cost of each further enemy hex that must be attacked because of an assault."""
MAX_PRIZE: Final = 12.0
"""The value of the largest prize that an attack may win, in points of strength."""


class Assault(NamedTuple):
    """An attack that is possible after some units have moved."""

    target: Hex
    posts: Mapping[int, Hex]
    """By attacker, the hex from which it attacks."""
    value: float
    """The expected gain in points of strength."""
    strength: int
    """The printed strength of the attackers."""


def combat_phase_after(setting: CompiledGame, state: State) -> int | None:
    """Return the number of the next combat phase by odds of the phasing side, before another side's phase."""
    side = setting.side(state)
    for number in range(state.phase + 1, len(setting.phases)):
        if setting.phase_sides[number] != side:
            return None
        if setting.phases[number].kind == "combat" and setting.is_phase_played(state, number):
            return number
    return None


def attackers_reach(setting: CompiledGame, state: State, combat: int) -> dict[int, Hexes]:
    """Return, by unit that may attack in the combat phase, the hexes from which it could do so."""
    may = setting.phase_modes[combat][0][1] & ~units_unable_to_attack(setting, state)
    legs, found = legs_of_state(setting, state), {}
    movers = union(units_yet_to_move(setting, state))
    for unit in members(may):
        if (here := state.locations[unit]) >= 0 and setting.strengths[unit][state.steps[unit]]:
            moves = legs.end_hexes_for_attack(unit) if movers >> unit & 1 else 0
            found[unit] = moves | 1 << here
    return found


def prize_values(setting: CompiledGame, state: State, side: int) -> dict[Hex, float]:
    """Return, by hex, what its prizes add to the value of an attack that clears it."""
    found: dict[Hex, float] = {}
    for prize in open_prizes(setting, state, side, prizes(setting, side)):
        for number in members(prize.hexes):
            found[number] = min(MAX_PRIZE, found.get(number, 0.0) + prize.points)
    return found


class AssaultPlanner:
    """The assaults that a side could make in the coming combat phase."""

    def __init__(
        self, setting: CompiledGame, state: State, combat: int, reach: Mapping[int, Hexes] | None = None
    ) -> None:
        self.setting, self.combat, self.side = setting, combat, setting.side(state)
        self.state = state
        self.reach = dict(attackers_reach(setting, state, combat) if reach is None else reach)
        self.enemies = setting.enemy_hexes(state, self.side)
        self.where = list(state.locations)
        self.in_contact = setting.board.around(self.enemies)
        self._attacked: Hexes = 0
        self._standing: dict[Hex, Units] = {}
        for unit, place in enumerate(state.locations):
            if place >= 0 and self.enemies >> place & 1:
                self._standing[place] = self._standing.get(place, 0) | 1 << unit
        self._strength = [row[step] for row, step in zip(setting.strengths, state.steps, strict=True)]

    def assaults(self, threshold: float, prizes: Mapping[Hex, float]) -> list[Assault]:
        """Return the assaults to make, best first; each unit takes part in one.

        `prizes` are the points for entering a hex, in points of strength.
        """
        chosen: list[Assault] = []
        self._attacked = 0
        free = union(self.reach)
        offers = {target: self._offer(target, free, prizes) for target in self._standing}
        while True:
            best = max(
                (one for one in offers.values() if one is not None and one.value >= threshold),
                key=lambda one: (one.value, -one.target),
                default=None,
            )
            if best is None:
                return chosen
            taken = union(best.posts)
            if taken & ~free:
                offers[best.target] = self._offer(best.target, free, prizes)
                continue
            chosen.append(best)
            self._attacked |= 1 << best.target
            del offers[best.target]
            free &= ~taken
            for unit, post in best.posts.items():
                self.where[unit] = post

    def best(self) -> Assault | None:
        """Return the assault with the highest expected gain if all defenders can retreat, or None."""
        free = union(self.reach)
        every = (self._offer(target, free, {}, flees=True) for target in self._standing)
        return max((one for one in every if one is not None), key=lambda one: one.value, default=None)

    def defenders_in(self, target: Hex) -> Units:
        """Return the units that an attack on a hex must defeat."""
        return without_ignored_defenders(self.setting, self.state, self._standing[target])

    def smaller_assaults(self, assault: Assault) -> list[Assault]:
        """Return an assault with fewer and fewer of its units, the weakest left out first, and itself."""
        setting, target, found = self.setting, assault.target, []
        defenders = self.defenders_in(target)
        units = sorted(assault.posts, key=lambda unit: (-self._strength[unit], unit))
        for number in range(1, len(units) + 1):
            posts = {unit: assault.posts[unit] for unit in units[:number]}
            there = self.position_after(posts)
            retreats = all(retreat_destinations(setting, there, unit) for unit in members(defenders))
            value = attack_value(setting, there, defenders, union(posts), retreats, {})
            value -= self._contact_cost(target, posts.values())
            found.append(Assault(target, posts, value, sum(self._strength[unit] for unit in posts)))
        return found

    def _offer(
        self, target: Hex, free: Units, prizes: Mapping[Hex, float], *, flees: bool = False
    ) -> Assault | None:
        """Return the best assault on a hex with some of the free units; None if it isn't worth trying.

        With `flees`, the defenders are taken to have a retreat.
        """
        setting, near = self.setting, self.setting.board.near[target] & ~self.enemies
        units = [unit for unit, hexes in self.reach.items() if free >> unit & 1 and hexes & near]
        defenders = self.defenders_in(target)
        if not units or not defenders:
            return None
        other = setting.side_of[next(members(defenders))]
        held = sum(setting.defences[unit][self.state.steps[unit]] for unit in members(defenders))
        held *= 2.0 ** max(0.0, setting.defensive_shifts[other][target])
        if sum(self._strength[unit] for unit in units) < LEAST_RATIO * held:
            return None
        posts = self._posts(units, near, self._enough(held))
        if sum(self._strength[unit] for unit in posts) < LEAST_RATIO * held:
            return None
        there = self.position_after(posts)
        attackers = union(
            unit for unit in posts if adjacent_attackable_hexes(setting, there, unit) >> target & 1
        )
        if not attackers:
            return None
        slim = without_surplus_attackers(setting, there, PlannedAttack(defenders, attackers, 0.0)).attackers
        best: tuple[float, dict[int, Hex]] | None = None
        for chosen in dict.fromkeys((slim, attackers)):
            used = {unit: posts[unit] for unit in members(chosen)}
            # Units that stay behind neither bar a retreat nor help a neighbour.
            then = self.position_after(used)
            retreats = flees or all(retreat_destinations(setting, then, unit) for unit in members(defenders))
            gain = attack_value(setting, then, defenders, chosen, retreats, prizes)
            if best is None or gain > best[0]:
                best = gain, used
        assert best is not None
        gain, used = best
        gain -= self._contact_cost(target, used.values())
        return Assault(target, used, gain, sum(self._strength[unit] for unit in used))

    def _enough(self, held: float) -> float:
        """Return the strength with which an attack reaches the last column of the combat table."""
        _, columns = self.setting.tables[self.setting.table_ids[0]]
        last = Fraction(*columns.least[-1])
        return float(held * last if columns.by == "odds" else held + last)

    def _posts(self, units: Iterable[int], near: Hexes, enough: float) -> dict[int, Hex]:
        """Return a hex for each attacker, as far as there is room, until they are strong enough."""
        setting, where = self.setting, list(self.where)
        around, posts, total = setting.board.near, {}, 0.0
        exposure = {number: (around[number] & self.enemies).bit_count() for number in members(near)}
        for unit in sorted(units, key=lambda one: (-self._strength[one], one)):
            if total >= enough:
                break
            room = self.reach[unit] & near & ~setting.stacking.full_hexes(where, unit, self.side)
            if not room:
                continue
            here = where[unit]
            if room >> here & 1 if here >= 0 else False:
                post = here
            else:
                post = min(members(room), key=lambda number: (exposure[number], number))
            posts[unit] = where[unit] = post
            total += self._strength[unit]
        return posts

    def position_after(self, posts: Mapping[int, Hex]) -> State:
        """Return the position in the combat phase if the attackers have moved and no other unit has."""
        where = list(self.where)
        for unit, post in posts.items():
            where[unit] = post
        held = union(where[unit] for unit in self.setting.units_by_side[self.side] if where[unit] >= 0)
        occupied = tuple(
            held if side == self.side else hexes for side, hexes in enumerate(self.state.occupied)
        )
        return replace(
            self.state,
            locations=tuple(where),
            occupied=occupied,
            phase=self.combat,
            stage="declare",
            movement_left=(),
        )

    def _contact_cost(self, target: Hex, posts: Iterable[Hex]) -> float:
        """Return the cost of the further attacks that the posts of an assault make mandatory."""
        if not self.setting.mandatory_attacks.given:
            return 0.0
        near = self.setting.board.near
        touched = 0
        for post in posts:
            touched |= near[post] & self.enemies
        return NEW_CONTACT_COST * (touched & ~(self._attacked | 1 << target)).bit_count()
