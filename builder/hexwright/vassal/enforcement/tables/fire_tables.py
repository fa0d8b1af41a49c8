"""Write the rules of fire combat as tables that the scripts look up.

Rows are separated by slashes and fields by spaces; "-" means none, and "*" means all. Sets of hexes are
hexadecimal numbers with one bit per hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rules.fire_combat_record import AirSupport, FireRules, RoleCriteria, RoundCriteria
from hexwright.model.rules.rules_record import Phase
from hexwright.vassal.enforcement.fighting import fire_rule
from hexwright.vassal.enforcement.tables.cells import members, options, yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, Duty, asked, circumstance, duty
from hexwright.vassal.enforcement.tables.fire_rows import (
    AcrossMore,
    Beyond,
    FireAir,
    FireBonus,
    FireChange,
    FireDivision,
    FireHold,
    FireLimit,
    FirePhase,
    FireStrength,
    UnitOrder,
)
from hexwright.vassal.enforcement.tables.rows import Table, keyed, listed, numbered

DISABLED: Mapping[str, Table | str] = {
    "FIRE_PHASES": keyed(FirePhase, ()),
    "AIR_CLASSES": "",
}
"""The values that the scripts read in a game without fire combat."""


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the tables and strings of fire combat, keyed by their names in the script."""
    fire = game.rules.fire
    if fire is None:
        return DISABLED
    used = fire.use_hit_tables and game.charts.hit_tables
    return {
        "FIRE_PHASES": keyed(FirePhase, _phases(game)),
        "FIRE_RULE": fire_rule(fire),
        "AIR_SUPPORT": keyed(FireAir, ((air.side, _support(air)) for air in fire.air_support)),
        "AIR_CLASSES": ",".join(dict.fromkeys(name for air in fire.air_support for name in air.classes)),
        "AIR_RULE": next((air.rule for air in fire.air_support), ""),
        "UNIT_ORDERS": keyed(
            UnitOrder, ((unit.id, UnitOrder(str(n))) for n, unit in enumerate(game.counters.units))
        ),
        "HIT_TABLES": numbered(_hit_tables(game) if used else ()),
        "TABLES_UNDER": options(fire.hit_tables_option),
        **_counting(board, fire),
        **_attacks(board, fire),
        **_advances(board, fire),
    }


def _counting(board: Board, fire: FireRules) -> Mapping[str, Table]:
    """Return the tables for modifiers of dice and hits."""
    return {
        "FIRE_STRENGTHS": listed(
            FireStrength,
            (FireStrength(**_asked(board, entry), dice=str(entry.dice)) for entry in fire.strengths),
        ),
        "FIRE_CHANGES": listed(
            FireChange,
            (
                FireChange(**_asked(board, change), id=change.id, worse=str(change.minus))
                for change in fire.hit_modifiers
            ),
        ),
        "FIRE_LIMITS": listed(
            FireLimit,
            (
                FireLimit(
                    **_asked(board, limit),
                    id=limit.id,
                    dice=str(limit.max_dice),
                    air=yes(limit.for_air_units),
                )
                for limit in fire.dice_limits
            ),
        ),
        "FIRE_DIVISIONS": listed(
            FireDivision,
            (
                FireDivision(**_asked(board, entry), id=entry.id, by=str(entry.divide_by))
                for entry in fire.dice_divisors
            ),
        ),
        "FIRE_BONUSES": listed(
            FireBonus,
            (
                FireBonus(
                    **_asked(board, bonus), id=bonus.id, most="-" if bonus.max is None else str(bonus.max)
                )
                for bonus in fire.defence_bonuses
            ),
        ),
        "FIRE_STRONGHOLDS": listed(
            FireHold,
            (
                FireHold(
                    **_asked(board, hold),
                    id=hold.id,
                    dice=str(hold.dice),
                    absorbs=str(hold.absorbs),
                    until_taken=yes(hold.until_taken),
                )
                for hold in fire.strongholds
            ),
        ),
    }


def _asked(board: Board, when: RoundCriteria) -> dict[str, str]:
    """Return the first cells of a row, keyed by column. They contain its criteria in fire combat."""
    role = when.role if isinstance(when, RoleCriteria) else None
    return asked(board, when) | {"rounds": members(map(str, when.rounds)), "role": role or "*"}


def _support(air: AirSupport) -> FireAir:
    """Return the row for the dice that a side's air units add."""
    return FireAir(
        most="-" if air.max is None else str(air.max),
        dice="-" if air.dice is None else str(air.dice),
        supplied=yes(air.supplied_attacker),
        at_most_ground=yes(air.capped_by_ground_dice),
    )


def _attacks(board: Board, fire: FireRules) -> Mapping[str, Table | str]:
    """Return the tables for joint and mandatory attacks."""
    return {
        "ACROSS_MORE": listed(
            AcrossMore,
            (AcrossMore(**asked(board, more), most=str(more.max)) for more in fire.hexside_limit.exceptions),
        ),
        "ACROSS_ONE_OF": _some(fire.hexside_limit.max_one_of),
        "ACROSS_RULE": fire.hexside_limit.rule,
        "MUST_ATTACK": listed(Duty, (duty(board, entry) for entry in fire.must_attack)),
        "MUST_ATTACK_RULE": fire.must_attack_rule,
        "MUST_IF_ABLE": options(fire.must_attack_if_able) if fire.must_attack_if_able else "never",
        "FIRE_ABSORBS": fire.absorbs,
    }


def _advances(board: Board, fire: FireRules) -> Mapping[str, Table | str]:
    """Return the tables for retreats and advances."""
    advance = fire.advance
    return {
        "RETREAT_RULE": fire.retreat.rule if fire.retreat is not None else "",
        "ADVANCE_RULE": advance.rule if advance is not None else "",
        "ADVANCE_STEADY": listed(
            Circumstance,
            (
                circumstance(board, steady)
                for steady in (advance.not_disrupted if advance is not None else ())
            ),
        ),
        "ADVANCE_BEYOND": listed(
            Beyond,
            (
                Beyond(**asked(board, entry), spare=yes(entry.surplus_only))
                for entry in (advance.exploitation if advance is not None else ())
            ),
        ),
    }


def definitions(game: Game) -> Iterator[str]:
    """Yield the numbers and booleans of fire combat as lines of the script."""
    fire = game.rules.fire
    if fire is None:
        return
    retreat, advance = fire.retreat, fire.advance
    for name, number in (
        ("FIRE_HITS_FROM", fire.hits_on),
        ("FIRE_DIE", fire.die),
        ("ACROSS_MOST", fire.hexside_limit.max or 0),
    ):
        yield f"{name} = {number};"
    for name, holds in (
        ("FIRE_WORKS", fire.fortification_absorbs > 0),
        ("FIRE_RETREAT", retreat is not None),
        ("RETREAT_DISRUPTS", retreat is not None and retreat.disrupts),
        ("RETREAT_BESIDE", retreat is not None and retreat.adjacent_to_attackers),
        ("RETREAT_INTO_ATTACKED", retreat is not None and retreat.may_join_attacked),
        ("FIRE_ADVANCE", advance is not None),
        ("ADVANCE_MUST", advance is not None and advance.mandatory),
        ("ADVANCE_DISRUPTS", advance is not None and advance.disrupts),
    ):
        yield f"{name} = {'true' if holds else 'false'};"


def fire_phase(game: Game, phase: Phase) -> Phase:
    """Return the phase that resolves the attacks declared in a phase.

    It is the phase itself or the next fire phase.
    """
    if phase.kind == "air-strike":
        return phase
    at = game.rules.sequence.index(phase)
    for candidate in (*game.rules.sequence[at:], *game.rules.sequence[:at]):
        if candidate.kind == "fire":
            return candidate
    return phase


def _phases(game: Game) -> Iterator[tuple[str, FirePhase]]:
    for phase in game.rules.sequence:
        if phase.kind in ("air-strike", "allocation", "fire"):
            fire = fire_phase(game, phase)
            yield (
                phase.id,
                FirePhase(
                    phase=fire.id,
                    rounds=str(fire.rounds),
                    air=yes(phase.air_support and fire.air_support),
                    air_dice="-" if fire.max_air_dice is None else str(fire.max_air_dice),
                ),
            )


def _hit_tables(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in game.charts.hit_tables:
        for face, hits in one.rows.items():
            yield f"{one.hits_on}.{face}", tuple(map(str, hits))


def _some(named: Iterable[str]) -> str:
    """Return a list of names as a cell, which may be empty."""
    return ",".join(named) or "-"
