"""Position evaluation: a policy's view of objectives and threats, and the value of hexes to units."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Board
from hexwright.geometry.territory_hexes import front_end_hexes
from hexwright.model.computer_players import Weights
from hexwright.players.assault_plan import combat_phase_after
from hexwright.players.attack_plan import ELIMINATION_VALUE, price_of_strength
from hexwright.players.contact_cost import ContactCosts
from hexwright.players.network_repair import NetworkRepair
from hexwright.players.prizes import prizes_of_claim
from hexwright.players.victory_targets import distances, victory_targets
from hexwright.queries.front_gaps import missing_hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.move_legs import MovementObstacles
from hexwright.rules.supply.supply_range import hexes_in_communication, hexes_in_supply

MAX_HEX_VALUE = 12.0
"""The maximum value that a hex has because of the victory points scored there."""
FRONT_TURNS = 8
"""The number of future turns for which a gap in the front is counted."""
GAP_WEIGHT = 6
"""The weight of a point for a gap: no progress of a single unit outweighs it."""
UNSUPPLIED_PENALTY = 2.5
"""The value that a hex loses if it is out of supply."""
HEXES_PER_MP = 0.3
"""The average number of hexes that a unit moves for each movement point when enemies are near."""
CONTACT_WEIGHT = 5.0
"""The weight of the losses in an attack that contact makes mandatory."""
STRENGTH_BY_DISTANCE = (20, 20, 16, 12, 8, 5)
"""The weight of a unit's strength at each distance, in twentieths; it is 0 beyond the last distance."""


def objective_weights(setting: CompiledGame) -> dict[int, float]:
    """Return the weights of the hexes that decide the game, keyed by hex; the largest weight is 1."""
    rules, board = setting.victory, setting.board
    found: dict[int, float] = {}
    for place in setting.game.hexmap.places:
        if rules.hold is not None:
            weight = 1.0 if place.id == rules.hold else 0.06
        else:
            weight = rules.points_for(place) + (10 if place.id == rules.bonus_place else 0)
        if weight and setting.places >> board.index[place.hex] & 1:
            found[board.index[place.hex]] = float(weight)
    for claim in rules.automatic_victory:
        for prize in prizes_of_claim(setting, claim):
            for number in members(prize.hexes & setting.places):
                found[number] = max(found.get(number, 0.0), prize.points)
    most = max(found.values(), default=1.0)
    return {number: weight / most for number, weight in found.items()}


class _PressureShares(dict[int, int]):
    """For each hex, the weights that a unit there has in all hexes, packed into one integer of
    32-bit fields.
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, index: int) -> int:
        near = self._board.ring
        fields = (
            (share, n)
            for distance, share in enumerate(STRENGTH_BY_DISTANCE)
            for n in members(near(index, distance))
        )
        made = self[index] = sum(share << 32 * n for share, n in fields)
        return made


@lru_cache(maxsize=8)
def _pressure_shares(board: Board) -> _PressureShares:
    """Return the pressure shares of a board; the shares of a hex are computed when a unit first enters it."""
    return _PressureShares(board)


def pressure(setting: CompiledGame, state: State, *sides: int) -> list[float]:
    """Return, for each hex, the total strength that units of the given sides can bring near the hex."""
    shares, total = _pressure_shares(setting.board), 0
    for unit in (unit for side in sides for unit in setting.units_by_side[side]):
        place = state.locations[unit]
        if place >= 0:
            total += setting.strengths[unit][state.steps[unit]] * shares[place]
    size = len(setting.board.ids)
    return [
        field / STRENGTH_BY_DISTANCE[0]
        for field in struct.unpack(f"<{size}I", total.to_bytes(4 * size, "little"))
    ]


class Evaluation:
    """A side's evaluation of a position while it moves its units."""

    def __init__(self, setting: CompiledGame, state: State, side: int, style: Weights) -> None:
        self.setting, self.state, self.side, self.style = setting, state, side, style
        self.enemies = [other for other in range(len(setting.sides)) if other != side]
        self._places: dict[int, float] = {}
        self._drawing: dict[int, float] = {}
        self.refresh(state)
        self.danger = pressure(setting, state, *self.enemies)
        self.linked = hexes_in_communication(setting, state, side)
        self.nearest_enemy = distances(setting.board, setting.enemy_hexes(state, side))
        weights = objective_weights(setting)
        owned = state.owned[side]
        self.targets = [(setting.board.distances(h), w) for h, w in weights.items() if not owned >> h & 1]
        self.treasures = [
            (setting.board.distances(h), w, self.nearest_enemy[h])
            for h, w in weights.items()
            if owned >> h & 1
        ]
        supply = hexes_in_supply(setting, state, side)
        self.pulls = [
            (distances(setting.board, aim.hexes), min(aim.points, MAX_HEX_VALUE))
            for aim in victory_targets(setting, side)
            if not aim.supplied or aim.hexes & supply
        ]
        self.late = self._units_too_late()
        self.treasures += self._threatened_objectives()
        self.fronts = [
            (*front_end_hexes(setting.board, gap), gap.points)
            for gap in setting.victory.gaps
            if setting.sides[side] in gap.side
        ]
        left = setting.scenario.last_turn - state.turn + 1
        self.lasting = GAP_WEIGHT * max(FRONT_TURNS // 2, min(FRONT_TURNS, left))
        self.missing: list[tuple[int, int]] = []
        """For each front, the hexes that aren't covered if the moving unit is ignored, and the points for
        these gaps.
        """
        self.needed = False
        """Whether the fronts would have larger gaps without the moving unit."""
        self.mending = NetworkRepair(setting, state, side, self._progress_value)
        ours, theirs = self._total(side), max(map(self._total, self.enemies))
        self.ratio = min(2.0, ours / max(1.0, theirs))
        """The side's strength divided by the enemies' strength; if it exceeds 1, the side can afford to
        attack.
        """
        self.defence = setting.defensive_shifts[side]
        self.shielded = self._screen_hexes()
        self.contact: ContactCosts | None = None
        """What contact costs if the side must attack adjacent enemies in the coming combat phase."""
        if setting.mandatory_attacks.given and side == setting.side(state):
            combat = combat_phase_after(setting, state)
            self.contact = None if combat is None else ContactCosts(setting, state, combat)
        self.assaulted: dict[int, float] = {}
        """By enemy hex that planned assaults attack, the strength of the attackers."""

    def _total(self, side: int) -> float:
        return sum(
            self.setting.strengths[u][self.state.steps[u]]
            for u in self.setting.units_by_side[side]
            if self.state.locations[u] >= 0
        ) * price_of_strength(self.setting, side)

    def _threatened_objectives(self) -> list[tuple[Sequence[int], float, int]]:
        """Return the objectives that enemies value most, with the hexes to guard."""
        theirs = [aim for enemy in self.enemies for aim in victory_targets(self.setting, enemy)]
        most = max((aim.points for aim in theirs), default=1.0)
        found: list[tuple[Sequence[int], float, int]] = []
        for aim in theirs:
            threat = min(self.nearest_enemy[number] for number in members(aim.hexes))
            found.append((distances(self.setting.board, aim.hexes), aim.points / most, threat))
        return found

    def _screen_hexes(self) -> int:
        """Return the hexes between the enemy and the side's most important objectives."""
        found = 0
        for far, weight, threat in self.treasures:
            if weight < 0.5 or threat > 9:
                continue
            for number, distance in enumerate(far):
                if distance <= 4 and self.nearest_enemy[number] + distance <= threat + 2:
                    found |= 1 << number
        return found

    def refresh(self, state: State) -> None:
        """Update the evaluation after own units have moved; enemy units must not have moved."""
        self.state = state
        self.field = MovementObstacles.of(self.setting, state, self.side)
        self.strength_at: dict[int, int] = {}
        self.side_at: dict[int, int] = {}
        for unit, place in enumerate(state.locations):
            if place >= 0:
                self.side_at[place] = self.setting.side_of[unit]
                strength = self.setting.strengths[unit][state.steps[unit]]
                self.strength_at[place] = self.strength_at.get(place, 0) + strength
        self._uncovered: int | None = None
        self.mates: dict[int, int] = {}
        """The strength of own units in each hex, without the unit that is about to move."""

    def strength_beside(self, unit: int) -> dict[int, float]:
        """Return, for each enemy hex, the strength of own units adjacent to it, without `unit`.

        Also store the hexes that `unit` alone covers.
        """
        strength, near = self.strength_at, self.setting.board.near
        friends, state = self.field.friends, self.state
        found = {
            enemy: float(sum(strength[h] for h in members(near[enemy] & friends)))
            for enemy in members(self.field.enemies)
        }
        own = self.setting.strengths[unit][state.steps[unit]]
        if not self.setting.one_unit_per_hex:
            self.mates = {place: held for place, held in strength.items() if friends >> place & 1}
            self.mates[state.locations[unit]] -= own
        for enemy in members(near[state.locations[unit]] & self.field.enemies):
            found[enemy] -= own
        if self.fronts:
            held, around = self._front_without(unit), self.setting.board.around
            self.missing = [(missing_hexes(around, held, *front), points) for *front, points in self.fronts]
            missing = sum(hexes.bit_count() for hexes, _ in self.missing)
            self.needed = bool(self.style.line) and missing > self.uncovered()
        return found

    def uncovered(self) -> int:
        """Return the number of hexes that the side's fronts lack now."""
        if self._uncovered is None:
            self._uncovered = self._uncovered_by(self.field.friends)
        return self._uncovered

    def uncovered_in(self, state: State) -> int:
        """Return the number of hexes that the side's fronts lack in a position."""
        return self._uncovered_by(state.occupied[self.side])

    def _uncovered_by(self, friends: int) -> int:
        around = self.setting.board.around
        covered = friends | around(friends)
        return sum(missing_hexes(around, covered, *front).bit_count() for *front, _ in self.fronts)

    def opens_gap(self, unit: int, number: int) -> bool:
        """Return whether the fronts would have larger gaps if a unit went to a hex."""
        if not self.needed:
            return False
        here, where = self.state.locations[unit], self.state.locations
        friends = self.field.friends | 1 << number
        if where.count(here) == 1 and number != here:
            friends &= ~(1 << here)
        return self._uncovered_by(friends) > self.uncovered()

    def _front_without(self, unit: int) -> int:
        """Return the hexes of the front that are covered by units other than `unit`."""
        here, where = self.state.locations[unit], self.state.locations
        friends = self.field.friends
        if sum(where[mate] == here for mate in self.setting.units_by_side[self.side]) == 1:
            friends &= ~(1 << here)
        return friends | self.setting.board.around(friends)

    def _progress_value(self, number: int) -> float:
        """Return the value of a hex for its closeness to objectives, or to enemies if there are no
        objectives.
        """
        if self.pulls:
            return 0.4 * max(worth - far[number] for far, worth in self.pulls)
        return -0.05 * self.nearest_enemy[number]

    def _repair_value(self, number: int) -> float:
        """Return the value of a hex to a unit that repairs lines."""
        worth = self.mending.value_of_hex(number)
        alone = self.nearest_enemy[number] <= 2 and not self.mates.get(number)
        return (0.0 if worth is None else worth) - (3.0 if alone else 0.0)

    def hex_value(self, number: int) -> float:
        """Return the value of a hex to any unit of the side."""
        known = self._places.get(number)
        if known is not None:
            return known
        style, total = self.style, 0.0
        for far, weight in self.targets:
            total += style.goal * self.ratio * weight * (8.0 if far[number] == 0 else 0.0)
            total -= style.goal * self.ratio * weight * far[number]
        for far, weight, threat in self.treasures:
            if threat <= 8:
                total += style.guard * weight * (9 - threat) * (0.5 - 0.12 * min(far[number], 5))
                if far[number] == 0:
                    total += style.guard * weight * 4.0
        if self.nearest_enemy[number] <= 4:
            total += 0.8 * self.defence[number] / max(0.5, self.ratio)
        if not self.linked >> number & 1:
            total -= UNSUPPLIED_PENALTY * style.safety
        self._places[number] = total
        return total

    def _target_value(self, number: int) -> float:
        """Return the value that a hex has because of the points that the side scores there or beyond."""
        known = self._drawing.get(number)
        if known is None:
            nearest = max(worth - far[number] for far, worth in self.pulls)
            known = self._drawing[number] = self.style.goal * self.ratio * nearest
        return known

    def _units_too_late(self) -> Units:
        """Return the units that are too far from all scoring hexes to reach any of them before the
        game ends.
        """
        setting, state = self.setting, self.state
        turns = setting.scenario.last_turn - state.turn + 1
        phases = [
            may for may, own in zip(setting.phase_units, setting.phase_sides, strict=True) if own == self.side
        ]
        found = 0
        for unit in setting.units_by_side[self.side] if self.pulls else ():
            if (place := state.locations[unit]) >= 0:
                moves = sum(may >> unit & 1 for may in phases) * setting.allowances[unit][state.steps[unit]]
                nearest = min(far[place] for far, _ in self.pulls)
                found |= (nearest > HEXES_PER_MP * moves * turns) << unit
        return found

    def unit_value(self, unit: int, number: int, covered: int, beside: Mapping[int, float]) -> float:
        """Return the value of a hex to a unit.

        `covered` contains the hexes that other units of the side control; `beside` is the strength already
        adjacent to each enemy hex.
        """
        setting, style = self.setting, self.style
        if self.mending.menders >> unit & 1:
            return self._repair_value(number)
        strength = setting.strengths[unit][self.state.steps[unit]]
        near = setting.board.near[number]
        total = self.hex_value(number)
        if self.pulls and not self.late >> unit & 1:
            total += self._target_value(number)
        bound = self.contact is not None and bool(self.contact.hexes_binding(unit) >> number & 1)
        for enemy in members(near & self.field.enemies):
            held = max(1, self.strength_at[enemy])
            if bound:
                total -= self._contact_cost(enemy, strength, beside.get(enemy, 0.0))
                continue
            before = min(6.0, beside.get(enemy, 0.0) / held)
            total += style.attack * self.ratio * (min(6.0, before + strength / held) - before)
        with_mates = strength + self.mates.get(number, 0)
        risk = self.danger[number] / max(1.0, with_mates * (1 + 0.6 * self.defence[number]))
        if risk > 2.5:
            # A unit can't lose more than its own strength.
            most = ELIMINATION_VALUE + 2.0 * strength
            total -= style.safety * min(most, (risk - 2.5) * 0.8 / max(0.3, self.ratio))
        for hexes, points in self.missing if not self.needed else ():
            total += style.line * self.lasting * points * (hexes & (near | 1 << number)).bit_count()
        new = near & self.shielded & ~covered
        return total + style.line * 0.5 * new.bit_count()

    def _contact_cost(self, enemy: int, strength: int, beside: float) -> float:
        """Return what it costs a unit that it must attack an enemy hex; negative for good odds."""
        assert self.contact is not None
        others = max(beside, self.assaulted.get(enemy, 0.0))
        held, other = self.strength_at[enemy], self.side_at[enemy]
        cost = self.contact.cost(strength, others + strength, held, other, enemy)
        return CONTACT_WEIGHT * cost if cost > 0 else cost
