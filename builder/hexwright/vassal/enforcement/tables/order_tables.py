"""Write the rules for recovery, supply and air units as tables for the scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.order_of_battle import Withdrawal as Leaving
from hexwright.model.rules.air_mission_record import AirRules
from hexwright.model.rules.cadre_sources import with_cadre_side
from hexwright.model.rules.supply_record import SupplyRules
from hexwright.queries.script_words import ROUNDING
from hexwright.rules.adjacent_elimination.record import PHASE_KINDS_TESTED
from hexwright.vassal.enforcement.fighting import notes, supply_loss
from hexwright.vassal.enforcement.tables import module_words
from hexwright.vassal.enforcement.tables.cells import options, yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.earlier import played_before, player_turn
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, row

BEGINS: Final = ("recovery",)
"""The kinds of phase at whose beginning the script changes units."""
ENDS: Final = ("allocation", "supply")
"""The kinds of phase at whose end the script changes units."""


@row
class OrderPhase(Row):
    """A row for a phase in which the script changes units.

    It contains the units concerned, the allocation phases before it, and its player turn.
    """

    side: str
    units: str
    exempt: str
    recovers: str
    supplied: str
    allocated_before: str
    player_turn: str


@row
class Survival(Circumstance):
    """A row for the maximum number of a side's disrupted units per hex that survive out of supply."""

    most: str


@row
class Withdrawal(Row):
    """A row for the last turn of a unit that is withdrawn. The key is the unit's id."""

    turn: str
    scenarios: str
    under: str


@row
class GroupRemnant(Circumstance):
    """A row for the cadres of units that are lost because their group is out of supply.

    It contains the units' strength, and the cadres in order.
    """

    strength: str
    leaves: str


@row
class Untenable(Circumstance):
    """A row for units that are eliminated if adjacent to an enemy.

    `behind` limits this to hexes behind certain hexsides.
    """

    behind: str


@row
class Wing(Row):
    """A row for a side's air rules. The key is the side's id.

    `outcomes` contains the results by face of the die.
    """

    outcomes: str
    together: str
    strikes: str
    returns: str
    supply_range: str
    out: str


@row
class AirGroup(Row):
    """A row for the phases, up to the given one, in which an air unit may fly only once.

    The key is the id of the last of these phases.
    """

    phases: str


@row
class AirTurn(Row):
    """A row for all phases of a side. The key is the id of any of these phases."""

    phases: str


@row
class AirReturn(Row):
    """A row for the phase in which a side's air units return. The key is the side's id."""

    phase: str


def values(game: Game) -> Mapping[str, Table | str]:
    """Return the tables for recovery, supply and air units, keyed by their names in the script."""
    ordered: dict[str, Table | str] = {
        "ORDER_PHASES": keyed(
            OrderPhase,
            (
                (
                    phase.id,
                    OrderPhase(
                        side=phase.affected_side or phase.side,
                        units=",".join(phase.units) or "-",
                        exempt=",".join(phase.exempt) or "-",
                        recovers=phase.recovers,
                        supplied=yes(phase.supplied_only),
                        allocated_before=played_before(game, phase, "allocation"),
                        player_turn=player_turn(game, phase),
                    ),
                )
                for phase in game.rules.sequence
                if phase.kind in (*BEGINS, *ENDS, "victory")
            ),
        ),
    }
    if orders_needed(game):
        ordered |= _given(game)
    return ordered | _flown(game)


def orders_needed(game: Game) -> bool:
    """Return whether the script changes units in any phase without an action by a player."""
    brings = any(phase.kind in ("supply", "recovery") for phase in game.rules.sequence)
    leave = bool(game.oob.withdrawals) or bool(forfeits(game))
    more = game.rules.leaves_trains or bool(game.rules.adjacent_elimination)
    return notes(game) or brings or leave or more


def ends(game: Game) -> tuple[str, ...]:
    """Return the kinds of phase at whose end the script changes units."""
    trains = ("movement",) if game.rules.leaves_trains else ()
    return (*ENDS, *trains, *(PHASE_KINDS_TESTED if game.rules.adjacent_elimination else ()))


def forfeits(game: Game) -> frozenset[SideId]:
    """Return the sides whose eliminated units may be lost permanently instead of returning."""
    rules = game.rules.replacements
    return frozenset(rule.side for rule in rules if any(entry.lost_if_occupied for entry in rule.entries))


def _given(game: Game) -> dict[str, Table | str]:
    """Return the tables for the end of supply phases and of the turn."""
    board, supply = Board.of(game.hexmap), game.rules.out_of_supply
    return {
        "SURVIVALS": listed(
            Survival,
            (
                Survival(**asked(board, entry), most=str(entry.max))
                for entry in (supply.survival if supply is not None else ())
            ),
        ),
        "UNTENABLE": listed(
            Untenable,
            (
                Untenable(**asked(board, one), behind=",".join(one.behind) or "-")
                for one in game.rules.adjacent_elimination
            ),
        ),
        "UNTENABLE_KINDS": ",".join(PHASE_KINDS_TESTED) if game.rules.adjacent_elimination else "-",
        "SUPPLY_RULE": supply.rule if supply is not None else "",
        "SUPPLY_GRACE": str(supply.grace if supply is not None else 0),
        "SUPPLY_LOSS": supply_loss(game),
        **_of_groups(supply),
        "GROUP_REMNANTS": listed(
            GroupRemnant,
            (
                GroupRemnant(
                    **asked(board, with_cadre_side(game, one)),
                    strength=str(one.min_strength),
                    leaves=",".join(one.replaced_by),
                )
                for one in game.rules.group_remnants
            ),
        ),
        "WITHDRAWALS": keyed(
            Withdrawal,
            (
                (
                    unit,
                    Withdrawal(
                        turn=str(leaving.turn),
                        scenarios=",".join(begun),
                        under=options(leaving.option),
                    ),
                )
                for leaving in game.oob.withdrawals
                if (begun := _leaving_in(game, leaving))
                for unit in leaving.units
            ),
        ),
    }


def _of_groups(supply: SupplyRules | None) -> dict[str, str]:
    """Return the values for the losses of groups out of supply.

    The result contains default values if units suffer losses individually.
    """
    group = supply.group if supply is not None else None
    if group is None:
        return {"GROUP_SHARE": "-", "GROUP_ROUNDED": "-", "GROUP_SUPPLY": "-", "GROUP_CLASSES": "-"}
    return {
        "GROUP_SHARE": group.share,
        "GROUP_ROUNDED": ROUNDING[group.rounding],
        "GROUP_SUPPLY": group.supply,
        "GROUP_CLASSES": ",".join(group.classes) or "*",
    }


def _flown(game: Game) -> dict[str, Table | str]:
    """Return the tables for air units and for fortifying."""
    dug = game.rules.fortification
    return {
        "WINGS": keyed(Wing, ((air.side, _wing(air)) for air in game.rules.air)),
        "AIR_GROUPS": keyed(AirGroup, _air_groups(game)),
        "AIR_TURNS": keyed(AirTurn, _player_turns(game)),
        "AIR_RETURNS": keyed(
            AirReturn,
            (
                (phase.side, AirReturn(phase.id))
                for phase in game.rules.sequence
                if phase.kind == "replacement"
            ),
        ),
        "FORT_CLASSES": ",".join(dug.classes) if dug is not None else "-",
        "FORT_BARS": options(dug.bars_attack) if dug is not None and dug.bars_attack else "never",
        "FORT_RULE": dug.rule if dug is not None else "",
    }


def _leaving_in(game: Game, leaving: Leaving) -> list[str]:
    """Return the ids of the scenarios in which a withdrawal takes place: those that begin no later than its
    turn.
    """
    return [
        scenario.id
        for scenario in game.scenarios
        if scenario.first_turn <= leaving.turn and leaving.may_hold_in(scenario.id)
    ]


def _wing(air: AirRules) -> Wing:
    """Return the row for a side's air rules."""
    outcomes = [
        module_words.INTERCEPTION[outcome]
        for _, outcome in sorted(air.interception.items(), key=lambda item: int(item[0]))
    ]
    return Wing(
        outcomes=",".join(outcomes),
        together=yes(air.several_interceptors),
        strikes=yes(air.may_strike),
        returns=air.returns,
        supply_range="-" if air.supply_range is None else str(air.supply_range),
        out=str(air.turns_out),
    )


def _air_groups(game: Game) -> Iterator[tuple[str, AirGroup]]:
    """Yield, for each phase, a row with the phases up to it in which an air unit may fly only once."""
    group: list[str] = []
    side = ""
    for phase in game.rules.sequence:
        if phase.side != side or phase.kind in ("air-strike", "supply"):
            group = []
        side = phase.side
        group.append(phase.id)
        yield phase.id, AirGroup(",".join(group))


def _player_turns(game: Game) -> Iterator[tuple[str, AirTurn]]:
    """Yield, for each phase, a row with all phases of the same side."""
    for phase in game.rules.sequence:
        phases = (other.id for other in game.rules.sequence if other.side == phase.side)
        yield phase.id, AirTurn(",".join(phases))
