"""Reckon the dice of both sides in a round of a battle, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.geometry.bits import members
from builder.model.fire import AirSupport, DefenceBonus, Stronghold
from validators.rules.fire.ground import Scene, disrupted, line_leads, spared_along
from validators.rules.fire.hits import Group


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice of one source; below 0 where a rule takes dice away again."""

    what: str
    dice: int
    hits_from: int
    why: tuple[str, ...] = ()
    unit: int = -1
    """The unit that fires or gets the bonus, or -1."""


@dataclass(frozen=True, slots=True)
class Pool:
    """All dice of a side in a round."""

    shots: tuple[Shot, ...]

    @property
    def dice(self) -> int:
        """Return how many dice they are."""
        return sum(shot.dice for shot in self.shots)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the dice by the lowest number that hits, best first."""
        found: dict[int, int] = {}
        for shot in self.shots:
            found[shot.hits_from] = found.get(shot.hits_from, 0) + shot.dice
        return tuple((number, dice) for number, dice in sorted(found.items()) if dice > 0)


# Hit numbers ---------------------------------------------------------------------------------------


def hits_from(scene: Scene, side: int, *, supplied: bool = True) -> tuple[int, tuple[str, ...]]:
    """Return the lowest die that hits for units of a side, and what made it so."""
    number, why = scene.rules.hits_from, []
    for change in scene.rules.changes:
        if not scene.is_side(side, change.side):
            continue
        if change.weather and scene.weather not in change.weather:
            continue
        if change.unsupplied and supplied:
            continue
        if side == scene.defender and change.not_defending_in and scene.in_places(change.not_defending_in):
            continue
        number += change.worse
        why.append(change.name)
    return number, tuple(why)


# Units ---------------------------------------------------------------------------------------------


def basic_strength(scene: Scene, unit: int) -> int:
    """Return the printed strength of a unit."""
    return scene.setting.strengths[unit][scene.state.steps[unit]]


def own_dice(scene: Scene, unit: int) -> int:
    """Return a unit's dice in this round, terrain and supply left aside."""
    for entry in scene.rules.strengths:
        if not scene.is_among(unit, entry.classes, entry.units):
            continue
        if entry.phases and scene.phase.id not in entry.phases:
            continue
        if not entry.rounds or scene.round in entry.rounds:
            return entry.dice
    return basic_strength(scene, unit)


def _ground(scene: Scene, unit: int) -> Shot:
    """Return the dice of an attacker on the ground."""
    supplied = scene.in_supply(unit)
    number, why = hits_from(scene, scene.attacker, supplied=supplied)
    dice = own_dice(scene, unit)
    for limit in scene.rules.ground:
        if limit.air or dice <= limit.dice or not scene.in_terrain(limit.terrain):
            continue
        if not scene.is_side(scene.attacker, limit.side) or not scene.is_among(unit, limit.classes):
            continue
        if not line_leads(scene.setting, spared_along(limit), scene.state.where[unit], scene.hex):
            dice, why = limit.dice, (*why, limit.name)
    return Shot(_name(scene, unit), dice, number, why, unit)


def _own(scene: Scene, unit: int) -> Shot:
    """Return a defender's own dice; a disrupted one has none."""
    number, why = hits_from(scene, scene.defender, supplied=scene.in_supply(unit))
    dice = own_dice(scene, unit)
    if disrupted(scene.state, unit):
        return Shot(_name(scene, unit), 0, number, ("disrupted",), unit)
    return Shot(_name(scene, unit), dice, number, why, unit)


def _name(scene: Scene, unit: int) -> str:
    setting = scene.setting
    return setting.game.counters.unit(setting.units[unit]).name


def _halved(scene: Scene, shots: list[Shot], *, up: bool) -> Iterator[Shot]:
    """Yield what units out of supply lose: their dice are divided together, by number that hits."""
    divide = scene.rules.unsupplied_divide
    dice: dict[int, int] = {}
    for shot in shots:
        if not scene.in_supply(shot.unit):
            dice[shot.hits_from] = dice.get(shot.hits_from, 0) + shot.dice
    for number, whole in sorted(dice.items()):
        left = -(-whole // divide) if up else whole // divide
        if left != whole:
            yield Shot("out of supply", left - whole, number, ("rounded up" if up else "rounded down",))


# Attack --------------------------------------------------------------------------------------------


def attack_pool(scene: Scene) -> Pool:
    """Return the dice of the attackers, with their air support."""
    shots = [_ground(scene, unit) for unit in scene.firing]
    shots += _halved(scene, shots, up=False)
    ground = sum(shot.dice for shot in shots)
    shots += _air(scene, ground)
    return Pool(tuple(shots))


def support(scene: Scene) -> AirSupport | None:
    """Return how the attacker's air units support it; None when they don't."""
    if not scene.phase.air:
        return None
    side = scene.setting.sides[scene.attacker]
    return next((entry for entry in scene.rules.air if entry.side == side), None)


def air_dice(scene: Scene, unit: int) -> int:
    """Return the dice of an air unit in this phase and weather, terrain left aside."""
    entry = support(scene)
    if entry is None:
        return 0
    dice = basic_strength(scene, unit) if entry.dice is None else entry.dice
    if scene.phase.air_dice is not None:
        dice = min(dice, scene.phase.air_dice)
    if scene.weather in entry.weather and scene.setting.under(entry.weather_under):
        dice = min(dice, entry.weather[scene.weather])
    return dice


def _air(scene: Scene, ground: int) -> Iterator[Shot]:
    entry = support(scene)
    if entry is None or not scene.air:
        return
    if entry.supplied and not any(scene.in_supply(unit) for unit in scene.firing):
        return
    number, why = hits_from(scene, scene.attacker)
    total = 0
    for unit in scene.air:
        dice, reasons = air_dice(scene, unit), why
        for limit in scene.rules.ground:
            if not limit.air or dice <= limit.dice or not scene.in_terrain(limit.terrain):
                continue
            if not scene.is_side(scene.attacker, limit.side):
                continue
            along = spared_along(limit)
            if any(line_leads(scene.setting, along, scene.state.where[u], scene.hex) for u in scene.firing):
                continue
            dice, reasons = limit.dice, (*reasons, limit.name)
        total += dice
        yield Shot(_name(scene, unit), dice, number, reasons, unit)
    if entry.at_most_ground and total > ground:
        yield Shot("no more air dice than ground dice", ground - total, number)


# Defence -------------------------------------------------------------------------------------------


def defence_pool(scene: Scene) -> Pool:
    """Return the dice of the defenders: their own, those of the ground, and those of the place."""
    shots = [_own(scene, unit) for unit in scene.defenders]
    shots += _halved(scene, shots, up=True)
    shots += _bonuses(scene)
    for hold in strongholds(scene):
        if hold.dice:
            number, why = hits_from(scene, scene.defender)
            shots.append(Shot(hold.name, hold.dice, number, why))
    return Pool(tuple(shots))


def _bonuses(scene: Scene) -> Iterator[Shot]:
    """Yield the dice that the ground gives, one at most for each unit, disrupted or not."""
    waiting = list(scene.defenders)
    for bonus in scene.rules.bonuses:
        if not scene.is_side(scene.defender, bonus.side) or not scene.in_terrain(bonus.terrain):
            continue
        if not scene.in_place(bonus.place):
            continue
        eligible = [unit for unit in waiting if scene.is_among(unit, bonus.classes)]
        for unit in eligible[: _how_many(scene, bonus, len(eligible))]:
            waiting.remove(unit)
            number, why = hits_from(scene, scene.defender, supplied=scene.in_supply(unit))
            yield Shot(bonus.name, 1, number, why, unit)


def _how_many(scene: Scene, bonus: DefenceBonus, eligible: int) -> int:
    most = eligible if bonus.most is None else min(bonus.most, eligible)
    return min(most, len(sides_crossed(scene, bonus))) if bonus.across else most


def sides_crossed(scene: Scene, bonus: DefenceBonus) -> tuple[int, ...]:
    """Return the hexes from which attackers fire across a hexside that counts for a bonus."""
    board = scene.setting.board
    counted = 0
    for feature in bonus.across:
        if scene.weather not in bonus.frozen.get(feature, ()):
            counted |= board.across[feature][scene.hex]
    froms = 0
    for unit in scene.firing:
        froms |= 1 << scene.state.where[unit]
    return tuple(members(froms & counted))


def strongholds(scene: Scene) -> tuple[Stronghold, ...]:
    """Return the places that stand by the defenders in this battle."""
    return tuple(hold for hold in scene.rules.strongholds if _stands(scene, hold))


def _stands(scene: Scene, hold: Stronghold) -> bool:
    if not scene.is_side(scene.defender, hold.side) or not scene.in_place(hold.place):
        return False
    if hold.place_kinds and not scene.in_places(hold.place_kinds):
        return False
    if hold.until_taken and scene.state.fallen >> scene.hex & 1:
        return False
    return any(scene.is_among(unit, hold.classes) for unit in scene.defenders)


def absorbed(scene: Scene) -> int:
    """Return the hits that places take in each round before any unit of the defenders."""
    return sum(hold.absorbs for hold in strongholds(scene))
