"""Airdrops: the parts of a unit are placed instead of it, away from the map edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwright.geometry.airdrop_hexes import open_to, within
from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.airdrop_record import Drop
from hexwright.rules.engine.compiled_criteria import Circumstance, Forces, Units
from hexwright.rules.engine.game_state import ASIDE, State

if TYPE_CHECKING:
    from hexwright.rules.compiled.compiled_game import Setting


@dataclass(frozen=True, slots=True, eq=False)
class Dropping:
    """An airdrop entry, with hexes and units as numbers."""

    declared: Drop
    so: Circumstance
    ground: Hexes
    """The hexes in which units may be placed, regardless of other units."""
    parted: Mapping[int, Units]
    """For each unit that may be dropped, its parts."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part that is dropped in place of a whole unit."""

    whole: int
    """The unit whose place it takes."""
    others: Units
    """The other parts of that unit."""
    by: Dropping
    rule: str
    """The rule to cite."""


def parts_of(game: Game, board: Board, forces: Forces) -> Mapping[int, Part]:
    """Return, for each airdropped unit, the entry that says whose place it takes."""
    numbers = {unit: number for number, unit in enumerate(forces.units)}
    found: dict[int, Part] = {}
    for rule in game.rules.replacements:
        for drop in rule.drops:
            by, cited = _compiled(board, forces, drop, numbers), drop.rule or rule.rule
            for whole, parts in by.parted.items():
                found |= {part: Part(whole, parts & ~(1 << part), by, cited) for part in members(parts)}
    return found


def _compiled(board: Board, forces: Forces, drop: Drop, numbers: Mapping[UnitId, int]) -> Dropping:
    parted = {
        numbers[one.unit]: union(numbers[part] for part in one.parts if part in numbers)
        for one in drop.parted
        if one.unit in numbers
    }
    return Dropping(drop, Circumstance.of(board, forces, drop), open_to(board, drop), parted)


def landed(setting: Setting, state: State) -> Units:
    """Return the units that were dropped in this turn and therefore don't move."""
    return state.came & setting.dropped


def bar(setting: Setting, state: State, unit: int, *, waits: bool) -> str:
    """Return why a unit can't be dropped now, to be put after its name; empty if it can.

    `waits` says whether the whole unit is due to arrive.
    """
    part = setting.parts[unit]
    if state.where[unit] != ASIDE:
        return "has come, or is out of the game"
    drop = part.by.declared
    if not setting.timely(state, drop):
        return "isn't dropped now"
    whole = setting.units[part.whole]
    if state.where[part.whole] != ASIDE:
        return "" if landed(setting, state) & part.others else f"isn't dropped in place of {whole} any more"
    if not waits:
        return f"comes in place of {whole}, which isn't due"
    if sum(1 for parts in part.by.parted.values() if parts & state.came) >= drop.most:
        return f"isn't dropped: no more than {drop.most} in a turn"
    return ""


def goals(setting: Setting, state: State, unit: int) -> Hexes:
    """Return the hexes in which a unit may be dropped, regardless of stacking."""
    by, side = setting.parts[unit].by, setting.side_of[unit]
    found = by.ground & ~setting.enemies(state, side)
    if by.declared.zone is not None:
        zone = setting.ezoc(state, side)
        found &= zone if by.declared.zone == "in" else ~zone
    near = by.declared.near
    if near is not None:
        company = by.so.company & setting.units_of[side] & ~landed(setting, state)
        stand = union(state.where[one] for one in members(company) if state.where[one] >= 0)
        reached = within(setting.board, stand, near.within)
        found &= ~reached if near.missing else reached
    return found
