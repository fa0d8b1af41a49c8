"""Weigh battles: what an attack is expected to gain, and which attacks to declare."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from builder.geometry.bits import members
from validators.rules.battle import may_attack
from validators.rules.combat import odds, result_of, retreats
from validators.rules.setting import Setting
from validators.rules.state import State

ELIMINATED = 1.5
"""What removing a unit is worth beside its strength: its zone of control goes too."""
RETREATED = 1.0
"""What a retreat is worth."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A battle worth declaring."""

    target: int
    attackers: int
    worth: float


def price(setting: Setting, side: int) -> float:
    """Return what a side pays for a point of strength: more where replacements are scarce."""
    return _price(setting.replacement_points(2, side))


@cache
def _price(points: int) -> float:
    return 1.0 + 1.0 / (1.0 + points)


def step_loss(setting: Setting, state: State, unit: int) -> int:
    """Return the strength that a unit loses with its next step."""
    strengths, step = setting.strengths[unit], state.steps[unit]
    return strengths[step] - strengths[step + 1]


def exchange_loss(setting: Setting, state: State, attackers: int, owed: int) -> int:
    """Return the least strength that attackers can lose to match `owed`, one step a unit."""
    losses = sorted(step_loss(setting, state, unit) for unit in members(attackers))
    enough = [loss for loss in losses if loss >= owed]
    if enough:
        return enough[0]
    total = 0
    for loss in reversed(losses):
        total += loss
        if total >= owed:
            break
    return total


def worth(setting: Setting, state: State, target: int, attackers: int, flees: bool) -> float:
    """Return what an attack is expected to gain, in points of strength.

    `flees` says whether the defender has somewhere to retreat to.
    """
    fought = odds(setting, state, target, attackers)
    level = fought.level
    if level < 1:
        return 0.0
    side, enemy = setting.side_of[next(members(attackers))], setting.side_of[target]
    ours, theirs = price(setting, side), price(setting, enemy)
    whole = setting.strengths[target][state.steps[target]] * theirs + ELIMINATED
    last = state.steps[target] == setting.last_step[target]
    owed = step_loss(setting, state, target)
    one = whole if last else owed * theirs
    away = RETREATED if flees else whole
    rest = 0.0 if last else (RETREATED if flees else whole - one)
    cheapest = min(step_loss(setting, state, unit) for unit in members(attackers)) * ours
    die = setting.game.charts.combat.die if setting.game.charts.combat else 6
    total = 0.0
    for roll in range(1, die + 1):
        effects = setting.combat.effects[result_of(setting, level, roll + fought.die)]
        for effect in effects:
            match effect:
                case "attacker-step":
                    total -= cheapest
                case "attacker-matches":
                    total -= exchange_loss(setting, state, attackers, owed) * ours
                case "defender-step":
                    total += one
                case "retreat":
                    total += rest if "defender-step" in effects else away
                case _:
                    total += whole
    return total / die


def plan(setting: Setting, state: State, threshold: float = 0.3) -> list[Attack]:
    """Return the attacks that the phasing side should declare, the best first."""
    side = setting.side(state)
    free = 0
    for unit in may_attack(setting, state):
        free |= 1 << unit
    enemies = setting.enemies(state, side)
    beside = {
        setting.unit_at(state, h): setting.board.near[h]
        for h in members(enemies & setting.board.around(state.occupied[side]))
    }
    flees = {target: bool(retreats(setting, state, target)) for target in beside}
    chosen: list[Attack] = []
    while free and beside:
        best: Attack | None = None
        for target, near in beside.items():
            attackers = 0
            for unit in members(free):
                if near >> state.where[unit] & 1:
                    attackers |= 1 << unit
            if attackers:
                gain = worth(setting, state, target, attackers, flees[target])
                if best is None or gain > best.worth:
                    best = Attack(target, attackers, gain)
        if best is None or best.worth < threshold:
            break
        slim = _slim(setting, state, best)
        chosen.append(slim)
        free &= ~slim.attackers
        del beside[best.target]
    return chosen


def _slim(setting: Setting, state: State, attack: Attack) -> Attack:
    """Leave out the attackers that the odds don't need, the weakest first."""
    level = min(odds(setting, state, attack.target, attack.attackers).level, len(setting.columns.heads))
    attackers = attack.attackers
    by_strength = sorted(members(attackers), key=lambda u: setting.strengths[u][state.steps[u]])
    for unit in by_strength:
        fewer = attackers & ~(1 << unit)
        if fewer and odds(setting, state, attack.target, fewer).level >= level:
            attackers = fewer
    return Attack(attack.target, attackers, attack.worth)
