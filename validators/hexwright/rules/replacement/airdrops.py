"""Airdrops: parts of a unit are dropped by air, away from the map edges, instead of the whole
unit arriving.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwright.geometry.airdrop_hexes import airdrop_hexes, hexes_within
from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.airdrop_record import Airdrop
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, UnitRoster, Units
from hexwright.rules.engine.game_state import NOT_IN_PLAY, State

if TYPE_CHECKING:
    from hexwright.rules.compiled.compiled_game import CompiledGame


@dataclass(frozen=True, slots=True, eq=False)
class CompiledAirdrop:
    """An airdrop entry; hexes and units are numbers."""

    record: Airdrop
    criteria: CompiledCriteria
    drop_zone: Hexes
    """The hexes in which units may be placed, whether or not other units are there."""
    breakdowns: Mapping[int, Units]
    """For each whole unit that may be replaced with dropped parts, its parts."""


@dataclass(frozen=True, slots=True, eq=False)
class BreakdownUnit:
    """A part that is dropped in place of a whole unit."""

    whole_unit: int
    """The unit that the part replaces."""
    other_parts: Units
    """The other parts of the whole unit."""
    airdrop: CompiledAirdrop
    rule: str
    """The number of the rule to cite."""


def breakdown_units(game: Game, board: Board, forces: UnitRoster) -> Mapping[int, BreakdownUnit]:
    """Return, for each part of an airdropped unit, the whole unit that it replaces and the other parts."""
    numbers = {unit: number for number, unit in enumerate(forces.units)}
    found: dict[int, BreakdownUnit] = {}
    for rule in game.rules.replacements:
        for drop in rule.airdrops:
            by, cited = _compile_airdrop(board, forces, drop, numbers), drop.rule or rule.rule
            for whole, parts in by.breakdowns.items():
                found |= {
                    part: BreakdownUnit(whole, parts & ~(1 << part), by, cited) for part in members(parts)
                }
    return found


def _compile_airdrop(
    board: Board, forces: UnitRoster, drop: Airdrop, numbers: Mapping[UnitId, int]
) -> CompiledAirdrop:
    parted = {
        numbers[one.unit]: union(numbers[part] for part in one.parts if part in numbers)
        for one in drop.breakdowns
        if one.unit in numbers
    }
    return CompiledAirdrop(drop, CompiledCriteria.of(board, forces, drop), airdrop_hexes(board, drop), parted)


def units_dropped_this_turn(setting: CompiledGame, state: State) -> Units:
    """Return the units that were dropped on this turn and therefore may not move."""
    return state.arrived_this_turn & setting.airdropped_units


def airdrop_violation(setting: CompiledGame, state: State, unit: int, *, waits: bool) -> str:
    """Return the reason why a unit can't be dropped now, as a phrase that follows the unit's name; an empty
    string if it can.

    `waits` is true if the whole unit is waiting to arrive.
    """
    part = setting.breakdown_units[unit]
    if state.locations[unit] != NOT_IN_PLAY:
        return "is already in play, or out of the game"
    drop = part.airdrop.record
    if not setting.applies_now(state, drop):
        return "can't be airdropped now"
    whole = setting.units[part.whole_unit]
    if state.locations[part.whole_unit] != NOT_IN_PLAY:
        return (
            ""
            if units_dropped_this_turn(setting, state) & part.other_parts
            else f"can no longer be airdropped in place of {whole}"
        )
    if not waits:
        return f"may only arrive in place of {whole}, which isn't due yet"
    if sum(1 for parts in part.airdrop.breakdowns.values() if parts & state.arrived_this_turn) >= drop.max:
        return f"can't be airdropped: the limit is {drop.max} per turn"
    return ""


def airdrop_destinations(setting: CompiledGame, state: State, unit: int) -> Hexes:
    """Return the hexes in which a unit may be dropped, regardless of stacking."""
    by, side = setting.breakdown_units[unit].airdrop, setting.side_of[unit]
    found = by.drop_zone & ~setting.enemy_hexes(state, side)
    if by.record.enemy_zoc is not None:
        zone = setting.ezoc_hexes(state, side)
        found &= zone if by.record.enemy_zoc == "in" else ~zone
    near = by.record.near
    if near is not None:
        company = (
            by.criteria.nearby_units
            & setting.unit_sets_by_side[side]
            & ~units_dropped_this_turn(setting, state)
        )
        stand = union(state.locations[one] for one in members(company) if state.locations[one] >= 0)
        reached = hexes_within(setting.board, stand, near.within)
        found &= ~reached if near.missing else reached
    return found
