"""Attack plans: compute the expected gain of battles, and choose the attacks to declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType

from hexwright.geometry.bitsets import first, members, union
from hexwright.model.rules.rules_record import Effect
from hexwright.rules.combat.attack_ranges import attackable_hexes, attackers_affected
from hexwright.rules.combat.battle_odds import compute_odds, lookup_result, retreat_destinations
from hexwright.rules.combat.combat_phase import units_able_to_attack
from hexwright.rules.combat.ignored_defenders import without_ignored_defenders
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State

ELIMINATION_VALUE = 1.5
"""The value of eliminating a unit, in addition to its strength, because its ZOC also disappears."""
DISRUPTION_VALUE = 0.8
"""The value that a unit loses when it is disrupted, in strength points."""
RETREAT_VALUE = 1.0
"""The value of forcing a unit to retreat, in strength points."""


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """A battle worth declaring."""

    defenders: int
    """The attacked units, as a bit set."""
    attackers: int
    value: float


def price_of_strength(setting: CompiledGame, side: int) -> float:
    """Return the value of a strength point to a side; it is higher if replacements are scarce."""
    return _price(setting.arrivals_and_departures.replacement_points(2, side))


@cache
def _price(points: int) -> float:
    return 1.0 + 1.0 / (1.0 + points)


def step_loss(setting: CompiledGame, state: State, unit: int) -> int:
    """Return the strength that a unit would lose with its next step."""
    strengths, step = setting.strengths[unit], state.steps[unit]
    return strengths[step] - strengths[step + 1]


def exchange_loss(setting: CompiledGame, state: State, attackers: int, owed: float) -> int:
    """Return the strength lost in an exchange that must cover `owed`, if each attacker loses at most one
    step.
    """
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


def expected_gain(setting: CompiledGame, state: State, defenders: int, attackers: int, flees: bool) -> float:
    """Return the expected gain of an attack, in strength points.

    `flees` is true if the defenders have a hex to which they can retreat.
    """
    fought = compute_odds(setting, state, defenders, attackers)
    if fought.final_column < 1:
        return 0.0
    stakes = _EffectValues(setting, state, defenders, attackers, flees)
    table = setting.game.charts.combat
    if table is None:
        return 0.0
    total = 0.0
    for roll, ways in table.roll_frequencies.items():
        result = lookup_result(setting, fought, roll)
        effects = setting.combat.effects[result]
        total = stakes.added(total, effects) if ways == 1 else total + ways * stakes.added(0.0, effects)
    throws: int = table.die**table.dice
    return total / throws


class _EffectValues:
    """The values that a result's effects have for the attacker."""

    def __init__(
        self, setting: CompiledGame, state: State, defenders: int, attackers: int, flees: bool
    ) -> None:
        concerned = attackers_affected(
            setting, state, attackers, union(state.locations[unit] for unit in members(defenders))
        )
        self.match = partial(exchange_loss, setting, state, concerned)
        them, us = tuple(members(defenders)), tuple(members(concerned))
        self.ours = price_of_strength(setting, setting.side_of[first(attackers)])
        theirs = price_of_strength(setting, setting.side_of[them[0]])
        strengths = [setting.defences[unit][state.steps[unit]] for unit in them]
        self.printed = sum(strengths)
        self.whole = self.printed * theirs + ELIMINATION_VALUE * len(them)
        # The unit that loses least by it takes a step loss.
        self.step, last = min(
            (step_loss(setting, state, unit), state.steps[unit] == setting.last_step[unit]) for unit in them
        )
        self.one = self.step * theirs + (ELIMINATION_VALUE if last else 0.0)
        self.away = RETREAT_VALUE * len(them) if flees else self.whole
        alone = last and len(them) == 1
        self.rest = 0.0 if alone else (RETREAT_VALUE * len(them) if flees else self.whole - self.one)
        self.cheapest = min((step_loss(setting, state, unit) for unit in us), default=0) * self.ours
        self.printed_ours = sum(setting.strengths[unit][state.steps[unit]] for unit in us)
        self.all_ours = self.printed_ours * self.ours
        self.all_ours += ELIMINATION_VALUE * len(us)
        self.back = RETREAT_VALUE * len(us)
        self.broken_us, self.broken_them = DISRUPTION_VALUE * len(us), DISRUPTION_VALUE * len(them)

    def added(self, total: float, effects: tuple[Effect, ...]) -> float:
        """Return `total` increased by the value of a result's effects."""
        owed = 0.0
        for effect in effects:
            match effect:
                case "attacker-step-loss":
                    total -= self.cheapest
                case "attacker-exchange":
                    total -= self.match(owed) * self.ours
                case "attacker-exchange-half":
                    total -= self.match(owed / 2) * self.ours
                case "attacker-exchange-disrupted":
                    total -= self.broken_us * min(1.0, owed / self.printed_ours) if self.printed_ours else 0.0
                case "attacker-retreat":
                    total -= self.back
                case "attacker-eliminated" | "attacker-to-cadre":
                    total -= self.all_ours
                case "attacker-disrupted":
                    total -= self.broken_us
                case "defender-disrupted":
                    total += self.broken_them
                case "defender-step-loss":
                    total, owed = total + self.one, owed + self.step
                case "defender-retreat":
                    total += self.rest if "defender-step-loss" in effects else self.away
                case "defender-eliminated" | "defender-to-cadre":
                    total, owed = total + self.whole, owed + self.printed
        return total


def chance_to_clear(setting: CompiledGame, state: State, defenders: int, attackers: int) -> float:
    """Return the probability that a battle removes the defenders from their hexes."""
    fought = compute_odds(setting, state, defenders, attackers)
    table, _ = setting.tables[fought.table]
    if fought.final_column < 1:
        return 0.0
    cleared = sum(
        ways
        for roll, ways in table.roll_frequencies.items()
        if _CLEARING & {*setting.combat.effects[lookup_result(setting, fought, roll)]}
    )
    throws: int = table.die**table.dice
    return cleared / throws


_CLEARING = frozenset(("defender-eliminated", "defender-to-cadre", "defender-retreat"))


def attack_value(
    setting: CompiledGame,
    state: State,
    defenders: int,
    attackers: int,
    flees: bool,
    prize_values: Mapping[int, float],
) -> float:
    """Return the expected gain of an attack with the chance of a prize in the defenders' hexes.

    `prize_values` are the values of hexes that the attackers want, in points of strength.
    """
    gain = expected_gain(setting, state, defenders, attackers, flees)
    won = max((prize_values.get(state.locations[unit], 0.0) for unit in members(defenders)), default=0.0)
    return gain + won * chance_to_clear(setting, state, defenders, attackers) if won else gain


def plan_attacks(
    setting: CompiledGame,
    state: State,
    threshold: float = 0.3,
    prize_values: Mapping[int, float] = MappingProxyType({}),
) -> list[PlannedAttack]:
    """Return the attacks that the phasing side should declare, best first."""
    may = units_able_to_attack(setting, state)
    free = union(may)
    beside = _attackers_by_target(setting, state, may)
    flees = {
        target: all(retreat_destinations(setting, state, unit) for unit in members(target))
        for target in beside
    }
    chosen: list[PlannedAttack] = []
    while free and beside:
        best: PlannedAttack | None = None
        for target, near in beside.items():
            if attackers := near & free:
                gain = attack_value(setting, state, target, attackers, flees[target], prize_values)
                if best is None or gain > best.value:
                    best = PlannedAttack(target, attackers, gain)
        if best is None or best.value < threshold:
            break
        slim = without_surplus_attackers(setting, state, best)
        if slim.attackers != best.attackers:
            gain = attack_value(
                setting, state, slim.defenders, slim.attackers, flees[slim.defenders], prize_values
            )
            # In an exchange, fewer attackers may lose more.
            slim = best if gain < min(best.value, threshold) else replace(slim, value=gain)
        chosen.append(slim)
        free &= ~slim.attackers
        del beside[best.defenders]
    return chosen


def _attackers_by_target(setting: CompiledGame, state: State, may: Iterable[int]) -> dict[Units, Units]:
    """Return, for each set of units that one battle may attack, the units in `may` that can attack it."""
    enemies = setting.enemy_hexes(state, setting.side(state))
    within: dict[int, Units] = {}
    for unit in may:
        for place in members(attackable_hexes(setting, state, unit) & enemies):
            within[place] = within.get(place, 0) | 1 << unit
    if setting.defends_as_one:
        found: dict[int, Units] = {}
        for unit, place in enumerate(state.locations):
            if place in within and enemies >> place & 1:
                found[place] = found.get(place, 0) | 1 << unit
        return {
            without_ignored_defenders(setting, state, units): within[place] for place, units in found.items()
        }
    return {1 << setting.unit_at(state, place): units for place, units in sorted(within.items())}


def without_surplus_attackers(setting: CompiledGame, state: State, attack: PlannedAttack) -> PlannedAttack:
    """Return an attack without the attackers that its odds don't need, removing the weakest first."""
    whole = compute_odds(setting, state, attack.defenders, attack.attackers)
    level = min(whole.final_column, len(whole.columns.heads))
    attackers = attack.attackers
    by_strength = sorted(members(attackers), key=lambda u: setting.strengths[u][state.steps[u]])
    for unit in by_strength:
        fewer = attackers & ~(1 << unit)
        if fewer and compute_odds(setting, state, attack.defenders, fewer).final_column >= level:
            attackers = fewer
    return PlannedAttack(attack.defenders, attackers, attack.value)
