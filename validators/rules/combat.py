"""Reckon odds, read the combat results table and find retreats (3.3 to 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.geometry.bits import members
from builder.model.odds import Columns
from builder.model.rules import OddsShift
from validators.rules.setting import Setting
from validators.rules.state import State


@dataclass(frozen=True, slots=True)
class Odds:
    """How a battle stands before the die is thrown."""

    attack: int
    """Strength of the attackers, weather counted."""
    defence: int
    shifts: tuple[OddsShift, ...]
    """The circumstances that move the odds."""
    columns: Columns
    """Those of the combat table."""
    first: int
    """The column before anything moves it."""
    level: int
    """The column in which the battle is fought; below 1 the attack has no effect."""

    @property
    def before(self) -> str:
        """Return the odds, or the difference, before anything moves them: "3:1", "below 1:1"."""
        return self.columns.name(self.first)

    @property
    def final(self) -> str:
        """Return the head of the column in which the battle is fought, or "below 1:1"."""
        return self.columns.name(self.level)

    @property
    def text(self) -> str:
        """Return the reckoning in one line, such as "15:4 = 3:1, river -1, final 2:1"."""
        words = [f"{self.columns.reckoning(self.attack, self.defence)} = {self.before}"]
        words += [f"{shift.name} {shift.columns:+d}" for shift in self.shifts]
        if self.shifts or self.first != self.level:
            words.append(f"final {self.final}" if self.level >= 1 else self.final)
        return ", ".join(words)


def attack_strength(setting: Setting, state: State, attackers: int) -> int:
    """Return the strength of attackers: their total, divided as the weather says."""
    total = sum(setting.strengths[unit][state.steps[unit]] for unit in members(attackers))
    for effect in setting.combat.weather:
        if effect.weather == setting.weather_now(state):
            total //= effect.divide  # 3.5 The total is halved, fractions dropped.
    return total


def odds(setting: Setting, state: State, target: int, attackers: int) -> Odds:
    """Return the odds of a battle."""
    attack = attack_strength(setting, state, attackers)
    defence = setting.strengths[target][state.steps[target]]
    shifts = tuple(s for s in setting.combat.shifts if _holds(setting, state, s, target, attackers))
    columns = setting.columns
    highest = len(columns.heads)
    # 3.3 Fractions are dropped; anything below the table is one level, 0. No strength is no defence at all.
    level = first = columns.column(attack, defence)
    if setting.cuts_odds_first:
        level = min(level, highest)
    level += sum(shift.columns for shift in shifts)
    return Odds(attack, defence, shifts, columns, first, min(level, highest))


def _holds(setting: Setting, state: State, shift: OddsShift, target: int, attackers: int) -> bool:
    """Tell whether everything that a shift asks for is so."""
    board, here = setting.board, state.where[target]
    if shift.terrain is not None and not board.terrain[shift.terrain] >> here & 1:
        return False
    if shift.feature is not None and not board.features[shift.feature] >> here & 1:
        return False
    if shift.place is not None and board.places[shift.place] != here:
        return False
    if shift.defender is not None and setting.sides[setting.side_of[target]] != shift.defender:
        return False
    if shift.attacker is not None and all(
        setting.class_of[unit] != shift.attacker for unit in members(attackers)
    ):
        return False
    # 3.3 A river counts only when all attackers are across it.
    return shift.across is None or all(
        board.across[shift.across][here] >> state.where[unit] & 1 for unit in members(attackers)
    )


def result_of(setting: Setting, level: int, roll: int) -> str:
    """Return the letters of the combat table; `level` is the column, counted from 1."""
    table = setting.game.charts.combat
    assert table is not None
    return table.rows[str(roll)][level - 1]


def retreats(setting: Setting, state: State, target: int) -> Mapping[int, int]:
    """Return where a unit may be made to retreat: enemy places taken on the way → end hexes.

    Empty when it can't retreat.
    """
    board = setting.board
    rule = setting.combat.retreat
    start, side = state.where[target], setting.side_of[target]
    free = board.every & ~setting.enemies(state, side)
    if rule.ezoc == "forbidden":
        free &= ~setting.ezoc(state, side)  # 3.1, 3.3 No EZOC is entered, friends in it or not.
    friends = setting.full(state, target)
    foreign = setting.places & ~state.owned[side] & free
    # 3.3 It ends two hexes from where it stood, so that each hex of the path leads further away.
    layers: dict[int, int] = {0: 1 << start}
    for distance in range(1, rule.hexes + 1):
        layers = _further(setting, layers, free & board.ring(start, distance), foreign)
    # 3.3 Friends may be passed; where they fill all those hexes, it goes on to the nearest empty one.
    near = 0
    for distance in range(rule.hexes):
        near |= board.ring(start, distance)
    free &= ~near
    seen = 0
    while layers:
        entered = 0
        for hexes in layers.values():
            entered |= hexes
        if entered & ~friends:
            return _retreat_ends(layers, friends)
        seen |= entered
        layers = _further(setting, layers, free & ~seen, foreign)
    return {}


def _further(setting: Setting, layers: dict[int, int], free: int, foreign: int) -> dict[int, int]:
    """Go one hex on from each layer; a layer's key is the enemy places entered so far."""
    found: dict[int, int] = {}
    for taken, hexes in layers.items():
        entered = setting.board.around(hexes) & free
        plain = entered & ~(foreign & ~taken)
        if plain:
            found[taken] = found.get(taken, 0) | plain
        for number in members(entered & foreign & ~taken):
            now = taken | 1 << number
            found[now] = found.get(now, 0) | 1 << number
    return found


def _retreat_ends(layers: dict[int, int], friends: int) -> dict[int, int]:
    """Name the layers by the places passed, the end hex left out."""
    found: dict[int, int] = {}
    for taken, hexes in layers.items():
        for number in members(hexes & ~friends):
            passed = taken & ~(1 << number)
            found[passed] = found.get(passed, 0) | 1 << number
    return found
