"""Find who must and who may advance once a hex is cleared."""

from __future__ import annotations

from builder.geometry.bits import members
from builder.geometry.lines import way_name
from builder.model.fire import FireBeyond
from validators.rules.fire.ground import disrupted, fire_rules, line_leads
from validators.rules.setting import Setting
from validators.rules.state import Engagement, State


def fresh_attackers(state: State, battle: Engagement) -> list[int]:
    """Return the attackers that may advance: on the map, undisrupted, and not advanced yet."""
    return [
        unit
        for unit in members(battle.attackers & ~battle.advanced)
        if state.where[unit] >= 0 and not disrupted(state, unit)
    ]


def strength_of(setting: Setting, state: State, units: list[int]) -> int:
    """Return the basic strength of units together."""
    return sum(setting.strengths[unit][state.steps[unit]] for unit in units)


def still_needed(setting: Setting, state: State, battle: Engagement) -> int:
    """Return how much more strength must enter the cleared hex, as far as there is any left."""
    rule = fire_rules(setting).advance
    if rule is None or not rule.must:
        return 0
    inside = strength_of(setting, state, list(members(battle.advanced)))
    left = strength_of(setting, state, fresh_attackers(state, battle))
    return max(0, min(battle.strength - inside, left))


def beyond(setting: Setting, state: State, battle: Engagement, unit: int) -> list[tuple[int, FireBeyond]]:
    """Return the hexes that a unit may go on to through the cleared hex, each with the entry that lets it."""
    rule = fire_rules(setting).advance
    if rule is None:
        return []
    board = setting.board
    spare = spared(setting, state, battle, unit)
    here = state.where[unit]
    open_hexes = board.near[battle.hex] & ~setting.enemies(state, setting.side_of[unit]) & ~(1 << here)
    found: list[tuple[int, FireBeyond]] = []
    for number in members(open_hexes):
        entry = next(
            (e for e in rule.beyond if _leads(setting, e, battle.hex, number, unit, spare=spare)), None
        )
        if entry is not None:
            found.append((number, entry))
    return found


def spared(setting: Setting, state: State, battle: Engagement, unit: int) -> bool:
    """Tell whether the cleared hex gets what it needs without a unit."""
    left = [other for other in fresh_attackers(state, battle) if other != unit]
    return still_needed(setting, state, battle) <= strength_of(setting, state, left)


def _leads(setting: Setting, entry: FireBeyond, start: int, end: int, unit: int, *, spare: bool) -> bool:
    if not setting.under(entry.under) or (entry.spare and not spare):
        return False
    if entry.classes and setting.class_of[unit] not in entry.classes:
        return False
    if entry.along is not None:
        way = way_name(entry.along, entry.toward, entry.away_from)
        if not line_leads(setting, way, start, end):
            return False
    if any(setting.board.terrain[terrain] >> end & 1 for terrain in entry.not_terrain):
        return False
    return not setting.board.at_places(entry.not_places) >> end & 1


def is_disrupted_by_advance(setting: Setting, unit: int, weather: str) -> bool:
    """Tell whether an advance disrupts a unit in a weather."""
    rule = fire_rules(setting).advance
    if rule is None or not rule.disrupts:
        return False
    for steady in rule.steady:
        named = setting.class_of[unit] in steady.classes or setting.units[unit] in steady.units
        if named and weather not in steady.not_in:
            return False
    return True
