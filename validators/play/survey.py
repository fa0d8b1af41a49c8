"""Survey a position for a policy: goals, threats, and how good a hex is for a unit."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from builder.geometry.bits import members
from builder.geometry.board import Board
from validators.play.battleplan import price
from validators.rules.communication import in_communication
from validators.rules.legs import Field
from validators.rules.setting import Setting
from validators.rules.state import State

FADE = (20, 20, 16, 12, 8, 5)
"""How much a unit's strength weighs at each distance, in twentieths; further off it isn't felt."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a policy cares for; `search` tries several."""

    goal: float = 1.0
    """Nearness to enemy-owned goals."""
    guard: float = 1.0
    """Nearness to own goals under threat."""
    attack: float = 1.0
    """Standing beside enemies that can be beaten."""
    safety: float = 1.0
    """Not standing where the enemy is strong."""
    line: float = 1.0
    """Barring the way with zones of control."""
    boldness: float = 0.3
    """Least worth of an attack."""


def goals(setting: Setting) -> dict[int, float]:
    """Return the hexes that decide the game, with their weights; the heaviest weighs 1."""
    rules, board = setting.victory, setting.board
    found: dict[int, float] = {}
    for place in setting.game.hexmap.places:
        if rules.hold is not None:
            weight = 1.0 if place.id == rules.hold else 0.06
        else:
            weight = rules.points_for(place) + (10 if place.id == rules.bonus_place else 0)
        if weight and setting.places >> board.index[place.hex] & 1:
            found[board.index[place.hex]] = float(weight)
    most = max(found.values(), default=1.0)
    return {number: weight / most for number, weight in found.items()}


class _Shares(dict[int, int]):
    """By index, what a unit there weighs in all hexes, packed into one number of 32-bit fields."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, index: int) -> int:
        near = self._board.ring
        fields = ((share, n) for distance, share in enumerate(FADE) for n in members(near(index, distance)))
        made = self[index] = sum(share << 32 * n for share, n in fields)
        return made


@lru_cache(maxsize=8)
def _shares(board: Board) -> _Shares:
    """Return the shares of a board, which are reckoned for a hex when a unit first stands in it."""
    return _Shares(board)


def pressure(setting: Setting, state: State, side: int) -> list[float]:
    """Return, by hex, the strength that a side can bring near it."""
    shares, total = _shares(setting.board), 0
    for unit in setting.of_side[side]:
        place = state.where[unit]
        if place >= 0:
            total += setting.strengths[unit][state.steps[unit]] * shares[place]
    size = len(setting.board.ids)
    return [field / FADE[0] for field in struct.unpack(f"<{size}I", total.to_bytes(4 * size, "little"))]


class Survey:
    """A side's view of a position while it moves its units."""

    def __init__(self, setting: Setting, state: State, side: int, style: Style) -> None:
        self.setting, self.state, self.side, self.style = setting, state, side, style
        self.enemy = next(s for s in range(len(setting.sides)) if s != side)
        self._places: dict[int, float] = {}
        self.refresh(state)
        self.danger = pressure(setting, state, self.enemy)
        self.linked = in_communication(setting, state, side)
        self.nearest_enemy = self._nearest(setting.enemies(state, side))
        weights = goals(setting)
        owned = state.owned[side]
        self.targets = [(setting.board.distances(h), w) for h, w in weights.items() if not owned >> h & 1]
        self.treasures = [
            (setting.board.distances(h), w, self.nearest_enemy[h])
            for h, w in weights.items()
            if owned >> h & 1
        ]
        ours, theirs = self._total(side), self._total(self.enemy)
        self.ratio = min(2.0, ours / max(1.0, theirs))
        """Strength compared: above 1 the side can afford to attack."""
        self.defence = setting.cover[side]
        self.shielded = self._shield()

    def _total(self, side: int) -> float:
        return sum(
            self.setting.strengths[u][self.state.steps[u]]
            for u in self.setting.of_side[side]
            if self.state.where[u] >= 0
        ) * price(self.setting, side)

    def _nearest(self, hexes: int) -> list[int]:
        found = [99] * len(self.setting.board.ids)
        front, seen, distance = hexes, hexes, 0
        while front:
            for number in members(front):
                found[number] = distance
            front = self.setting.board.around(front) & ~seen
            seen |= front
            distance += 1
        return found

    def _shield(self) -> int:
        """Return the hexes between the enemy and the own goals that matter most."""
        found = 0
        for far, weight, threat in self.treasures:
            if weight < 0.5 or threat > 9:
                continue
            for number, distance in enumerate(far):
                if distance <= 4 and self.nearest_enemy[number] + distance <= threat + 2:
                    found |= 1 << number
        return found

    def refresh(self, state: State) -> None:
        """Take note of own units that have moved; the enemy hasn't."""
        self.state = state
        self.field = Field.of(self.setting, state, self.side)
        self.strength_at = {
            place: self.setting.strengths[unit][state.steps[unit]]
            for unit, place in enumerate(state.where)
            if place >= 0
        }

    def beside(self, start: int) -> dict[int, float]:
        """Return, by enemy hex, the own strength next to it, that of the unit in `start` left out."""
        strength, near = self.strength_at, self.setting.board.near
        others = self.field.friends & ~(1 << start)
        return {
            enemy: float(sum(strength[h] for h in members(near[enemy] & others)))
            for enemy in members(self.field.enemies)
        }

    def place_value(self, number: int) -> float:
        """Return what a hex is worth to any unit of the side."""
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
            total -= 2.5 * style.safety
        self._places[number] = total
        return total

    def score(self, unit: int, number: int, covered: int, beside: Mapping[int, float]) -> float:
        """Return how good a hex is for a unit.

        `covered` holds the hexes that other units of the side control; `beside` is, by enemy hex, the
        strength already next to it.
        """
        setting, style = self.setting, self.style
        strength = setting.strengths[unit][self.state.steps[unit]]
        near = setting.board.near[number]
        total = self.place_value(number)
        for enemy in members(near & self.field.enemies):
            held = max(1, self.strength_at[enemy])
            before = min(6.0, beside.get(enemy, 0.0) / held)
            total += style.attack * self.ratio * (min(6.0, before + strength / held) - before)
        risk = self.danger[number] / max(1.0, strength * (1 + 0.6 * self.defence[number]))
        if risk > 2.5:
            total -= style.safety * (risk - 2.5) * 0.8 / max(0.3, self.ratio)
        new = near & self.shielded & ~covered
        return total + style.line * 0.5 * new.bit_count()
