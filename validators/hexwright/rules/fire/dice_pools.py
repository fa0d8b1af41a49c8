"""Dice pools: the dice of both sides in a round of a battle, with the source of each die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from hexwright.model.rules.fire_combat_record import AirSupport, DiceLimit, Stronghold
from hexwright.rules.fire.fire_battle import PLACE_AS_UNIT, FireBattle, disrupted
from hexwright.rules.fire.fire_criteria import RecordWithCriteria
from hexwright.rules.fire.hit_chances import Group


@dataclass(frozen=True, slots=True)
class DiceSource:
    """A number of dice that come from one source; the number is negative if a rule removes dice."""

    name: str
    dice: int
    hits_from: int
    reasons: tuple[str, ...] = ()
    unit: int = -1
    """The unit that fires or receives the bonus; -1 if there is none."""


@dataclass(frozen=True, slots=True)
class DicePool:
    """All dice of a side in a round of fire combat."""

    sources: tuple[DiceSource, ...]

    @property
    def dice(self) -> int:
        """Return the total number of dice."""
        return sum(shot.dice for shot in self.sources)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the dice grouped by the lowest number that hits; the groups most likely to hit
        come first.
        """
        found: dict[int, int] = {}
        for shot in self.sources:
            found[shot.hits_from] = found.get(shot.hits_from, 0) + shot.dice
        return tuple((number, dice) for number, dice in sorted(found.items()) if dice > 0)


# Numbers to hit ------------------------------------------------------------------------------------


def hits_from(scene: FireBattle, unit: int, *, defends: bool) -> tuple[int, tuple[str, ...]]:
    """Return the lowest die roll that hits for a unit (or PLACE_AS_UNIT), and the names of the rules that
    changed it.
    """
    number, why = scene.rules.hits_on, []
    for change in scene.active_rules(defends=defends).changes:
        if scene.applies_to(change.criteria, unit, defends=defends):
            number += change.record.minus
            why.append(change.record.name)
    return number, tuple(why)


# Units ---------------------------------------------------------------------------------------------


def basic_strength(scene: FireBattle, unit: int) -> int:
    """Return the printed strength of a unit."""
    return scene.setting.strengths[unit][scene.state.steps[unit]]


def unit_dice(scene: FireBattle, unit: int, *, defends: bool) -> int:
    """Return a unit's dice in this round, before limits and divisions."""
    for strength in scene.active_rules(defends=defends).strengths:
        if scene.applies_to(strength.criteria, unit, defends=defends):
            return strength.record.dice
    return basic_strength(scene, unit)


def _unit_dice_source(scene: FireBattle, unit: int, *, defends: bool) -> DiceSource:
    """Return the dice of a ground unit; a disrupted unit has none."""
    number, why = hits_from(scene, unit, defends=defends)
    if disrupted(scene.state, unit):
        return DiceSource(_name(scene, unit), 0, number, ("disrupted",), unit)
    dice = unit_dice(scene, unit, defends=defends)
    dice, limited = _apply_limits(
        scene, scene.active_rules(defends=defends).limits, unit, dice, defends=defends
    )
    return DiceSource(_name(scene, unit), dice, number, (*why, *limited), unit)


def _apply_limits(
    scene: FireBattle, limits: Iterable[RecordWithCriteria[DiceLimit]], unit: int, dice: int, *, defends: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the number of dice after applying the limits, and the names of the limits that applied."""
    why: tuple[str, ...] = ()
    for limit in limits:
        if dice > limit.record.max_dice and scene.applies_to(limit.criteria, unit, defends=defends):
            dice, why = limit.record.max_dice, (*why, limit.record.name)
    return dice, why


def _name(scene: FireBattle, unit: int) -> str:
    setting = scene.setting
    return setting.game.counters.unit(setting.units[unit]).name


def _dice_lost_to_division(
    scene: FireBattle, shots: list[DiceSource], *, defends: bool
) -> Iterator[DiceSource]:
    """Yield the dice lost by dividing dice pools.

    Dice that hit on the same number and to which the same entries apply are divided together.
    """
    divisions = scene.active_rules(defends=defends).divisions
    if not divisions:
        return
    dice: dict[tuple[int, str], int] = {}
    by: dict[str, tuple[int, str]] = {}
    for shot in shots:
        which = [d.record for d in divisions if scene.applies_to(d.criteria, shot.unit, defends=defends)]
        if which:
            ids = ",".join(entry.id for entry in which)
            by[ids] = prod(entry.divide_by for entry in which), " and ".join(entry.name for entry in which)
            dice[shot.hits_from, ids] = dice.get((shot.hits_from, ids), 0) + shot.dice
    for (number, ids), whole in sorted(dice.items()):
        divide, names = by[ids]
        left = -(-whole // divide) if defends else whole // divide
        if left != whole:
            yield DiceSource(names, left - whole, number, ("rounded up" if defends else "rounded down",))


# Attack --------------------------------------------------------------------------------------------


def attack_pool(scene: FireBattle) -> DicePool:
    """Return the dice of the attackers, including air support."""
    shots = [_unit_dice_source(scene, unit, defends=False) for unit in scene.firing]
    shots += _dice_lost_to_division(scene, shots, defends=False)
    ground = sum(shot.dice for shot in shots)
    shots += _air_dice_sources(scene, ground)
    return DicePool(tuple(shots))


def support_rule(scene: FireBattle) -> AirSupport | None:
    """Return the attacker's air support rule; None if air units can't support attacks."""
    if not scene.phase.air_support:
        return None
    side = scene.setting.sides[scene.attacker]
    return next((entry for entry in scene.rules.air_support if entry.side == side), None)


def air_dice(scene: FireBattle, unit: int) -> DiceSource:
    """Return the dice of an attacking air unit, alone or in support of ground units."""
    number, why = hits_from(scene, unit, defends=False)
    entry = support_rule(scene)
    dice = 0
    if entry is not None:
        dice = basic_strength(scene, unit) if entry.dice is None else entry.dice
        if scene.phase.max_air_dice is not None:
            dice = min(dice, scene.phase.max_air_dice)
    dice, limited = _apply_limits(
        scene, scene.active_rules(defends=False).air_limits, unit, dice, defends=False
    )
    return DiceSource(_name(scene, unit), dice, number, (*why, *limited), unit)


def _air_dice_sources(scene: FireBattle, ground: int) -> Iterator[DiceSource]:
    entry = support_rule(scene)
    if entry is None or not scene.air:
        return
    if entry.supplied_attacker and not any(
        scene.supply_shortage.units_supplied_as("in") >> unit & 1 for unit in scene.firing
    ):
        return
    shots = [air_dice(scene, unit) for unit in scene.air]
    yield from shots
    if entry.capped_by_ground_dice:
        yield from _dice_lost_to_ground_cap(shots, ground)


def _dice_lost_to_ground_cap(shots: list[DiceSource], ground: int) -> Iterator[DiceSource]:
    """Yield the air dice removed because they exceed the ground dice; dice that need the highest number to
    hit are removed first.
    """
    over = sum(shot.dice for shot in shots) - ground
    for number in sorted({shot.hits_from for shot in shots}, reverse=True):
        lost = min(over, sum(shot.dice for shot in shots if shot.hits_from == number))
        if lost > 0:
            yield DiceSource("no more air dice than ground dice", -lost, number)
            over -= lost


# Defence -------------------------------------------------------------------------------------------


def defence_pool(scene: FireBattle) -> DicePool:
    """Return the dice of the defenders: the units' own dice, and the dice from terrain and places."""
    shots = [_unit_dice_source(scene, unit, defends=True) for unit in scene.defenders]
    shots += _dice_lost_to_division(scene, shots, defends=True)
    shots += _bonuses(scene)
    for hold in strongholds(scene):
        if hold.dice:
            number, why = hits_from(scene, PLACE_AS_UNIT, defends=True)
            shots.append(DiceSource(hold.name, hold.dice, number, why))
    return DicePool(tuple(shots))


def _bonuses(scene: FireBattle) -> Iterator[DiceSource]:
    """Yield the dice from terrain, with at most one bonus for each unit, whether disrupted or not."""
    waiting = list(scene.defenders)
    for bonus in scene.active_rules(defends=True).bonuses:
        eligible = [unit for unit in waiting if scene.applies_to(bonus.criteria, unit, defends=True)]
        most = len(eligible) if bonus.record.max is None else bonus.record.max
        if bonus.criteria.origin_hexes is not None:
            most = min(most, (scene.attack_hexes & bonus.criteria.origin_hexes[scene.hex]).bit_count())
        for unit in eligible[:most]:
            waiting.remove(unit)
            number, why = hits_from(scene, unit, defends=True)
            yield DiceSource(bonus.record.name, 1, number, why, unit)


def strongholds(scene: FireBattle) -> tuple[Stronghold, ...]:
    """Return the strongholds that support the defenders in this battle."""
    return tuple(
        hold.record for hold in scene.active_rules(defends=True).strongholds if _is_held(scene, hold)
    )


def _is_held(scene: FireBattle, hold: RecordWithCriteria[Stronghold]) -> bool:
    if hold.record.until_taken and scene.state.captured_places >> scene.hex & 1:
        return False
    return any(scene.applies_to(hold.criteria, unit, defends=True) for unit in scene.defenders)


def hits_absorbed_by_places(scene: FireBattle) -> int:
    """Return the number of hits that places absorb in each round before any defending unit takes a hit."""
    return sum(hold.absorbs for hold in strongholds(scene))
