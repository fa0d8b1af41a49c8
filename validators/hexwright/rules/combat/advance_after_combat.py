"""Tell which attackers may advance after a battle by odds, and into which hexes."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import Fight, State
from hexwright.rules.engine.unit_restrictions import halted


def advances(setting: Setting, state: State, fight: Fight) -> Iterator[tuple[int, Hexes]]:
    """Yield who may advance a hex, and into which."""
    first = open_hexes(setting, state, fight) if _more(setting, fight) else 0
    # Who attacked from afar advances nowhere, nor does who is disrupted.
    for unit in members(followers(fight) & ~halted(setting, state)):
        if fight.advanced >> unit & 1:
            hexes = ~setting.enemies(state, setting.side(state)) if setting.advances.given else 0
        else:
            hexes = first
        if hexes:
            hexes &= trodden(setting.tread(state, unit), 1 << state.where[unit]) & ~setting.full(state, unit)
        if hexes and setting.advances.given:
            hexes &= _let(setting, state, fight, unit, hexes)
        if hexes:
            yield unit, hexes


def _more(setting: Setting, fight: Fight) -> bool:
    """Tell whether more attackers may advance than have by now."""
    return fight.advanced.bit_count() < setting.combat.advance


def _let(setting: Setting, state: State, fight: Fight, unit: int, hexes: Hexes) -> Hexes:
    """Return those of some hexes into which an entry lets a unit go from where it stands."""
    found, here = 0, 1 << state.where[unit]
    count = (1 if fight.advanced >> unit & 1 else 0) + fight.further.count(unit)
    held = bool(count) and _in_zone(setting, state, unit)
    for entry, so in setting.advances.on(setting.moment(state)):
        if not so.units >> unit & 1 or count >= entry.hexes:
            continue
        if entry.results and fight.result not in entry.results:
            continue
        if held and entry.ezoc == "stops":
            continue
        if not count and entry.most is not None and _gone(fight, so.units) >= entry.most:
            continue
        found |= union(number for number in members(so.hexes & hexes) if so.stepped(here, number))
    return found


def _in_zone(setting: Setting, state: State, unit: int) -> bool:
    """Tell whether a unit has come into an enemy zone of control: what it cancels itself counts."""
    here, own = state.where[unit], setting.side_of[unit]
    if setting.game.rules.zoc.friends_cancel and any(
        state.where[mate] == here for mate in setting.of_side[own] if mate != unit
    ):
        return False
    return any(setting.zone(state, side) >> here & 1 for side in range(len(setting.sides)) if side != own)


def _gone(fight: Fight, units: Units) -> int:
    return (fight.advanced & units).bit_count()


def followers(fight: Fight) -> Units:
    """Return who may advance: the attackers that are left, and what remained of others."""
    return fight.attackers | fight.remained


def open_hexes(setting: Setting, state: State, fight: Fight) -> Hexes:
    """Return the hexes of a battle into which attackers may advance: empty, or none but they have entered.

    Into that of an overrun friends may have moved by then.
    """
    entered = union(state.where[unit] for unit in members(fight.advanced) if state.where[unit] >= 0)
    friends = setting.side(state) if fight.overrun >= 0 else -1
    found = fight.hexes
    for side, hexes in enumerate(state.occupied):
        if side != friends:
            found &= ~(hexes & ~entered)
    return found
