"""Write the rules of recovery, supply and air units that the scripts look things up in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.order_of_battle import Withdrawal as Leaving
from hexwright.model.rules.adjacent_elimination_record import PHASE_KINDS_TESTED
from hexwright.model.rules.air_mission_record import AirRules
from hexwright.model.rules.cadre_sources import with_cadre_side
from hexwright.model.rules.supply_record import SupplyRules
from hexwright.vassal.enforcement.cells import options, yes
from hexwright.vassal.enforcement.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.earlier import played_before, player_turn
from hexwright.vassal.enforcement.fighting import notes, supply_loss
from hexwright.vassal.enforcement.rows import Row, Table, keyed, listed, row

BEGINS: Final = ("recovery",)
"""Kinds of phase that bring something as they begin."""
ENDS: Final = ("allocation", "supply")
"""Kinds of phase that bring something as they end."""


@row
class OrderPhase(Row):
    """Whom a phase brings something, by its id; phases of allocation before it, those of its player turn."""

    side: str
    units: str
    exempt: str
    recovers: str
    supplied: str
    allocated_before: str
    player_turn: str


@row
class Survival(Circumstance):
    """How many disrupted units of a side survive out of supply in a hex."""

    most: str


@row
class Withdrawal(Row):
    """A unit's last turn, by its id."""

    turn: str
    scenarios: str
    under: str


@row
class GroupRemnant(Circumstance):
    """What remains of units that groups lose: of how strong ones, and the units in order."""

    strength: str
    leaves: str


@row
class Untenable(Circumstance):
    """Who can't hold beside an enemy: also behind which fronts alone."""

    behind: str


@row
class Wing(Row):
    """What a side's air units do, by its id; `outcomes` are those of the faces of a die."""

    outcomes: str
    together: str
    strikes: str
    returns: str
    supply_range: str
    out: str


@row
class AirGroup(Row):
    """The phases, up to one, in which an air unit flies once, by its id."""

    phases: str


@row
class AirTurn(Row):
    """All phases of a player turn, by the id of each."""

    phases: str


@row
class AirReturn(Row):
    """In which phase a side's air units return, by its id."""

    phase: str


def values(game: Game) -> Mapping[str, Table | str]:
    """Return the tables about recovery, supply and air units, by the script's names for them."""
    ordered: dict[str, Table | str] = {
        "ORDER_PHASES": keyed(
            OrderPhase,
            (
                (
                    phase.id,
                    OrderPhase(
                        side=phase.of or phase.side,
                        units=",".join(phase.units) or "-",
                        exempt=",".join(phase.exempt) or "-",
                        recovers=phase.recovers,
                        supplied=yes(phase.in_supply),
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
    """Tell whether any phase brings units something of itself."""
    brings = any(phase.kind in ("supply", "recovery") for phase in game.rules.sequence)
    leave = bool(game.oob.withdrawals) or bool(forfeits(game))
    more = game.rules.leaves_trains or bool(game.rules.untenable)
    return notes(game) or brings or leave or more


def ends(game: Game) -> tuple[str, ...]:
    """Return the kinds of phase that bring something as they end."""
    trains = ("movement",) if game.rules.leaves_trains else ()
    return (*ENDS, *trains, *(PHASE_KINDS_TESTED if game.rules.untenable else ()))


def forfeits(game: Game) -> frozenset[SideId]:
    """Return the sides whose lost units may be out of the game for good as they would come back."""
    rules = game.rules.replacements
    return frozenset(rule.side for rule in rules if any(entry.forfeit for entry in rule.entries))


def _given(game: Game) -> dict[str, Table | str]:
    """Return what phases of supply bring, and the end of a turn."""
    board, supply = Board.of(game.hexmap), game.rules.supply
    return {
        "SURVIVALS": listed(
            Survival,
            (
                Survival(**asked(board, entry), most=str(entry.most))
                for entry in (supply.survival if supply is not None else ())
            ),
        ),
        "UNTENABLE": listed(
            Untenable,
            (
                Untenable(**asked(board, one), behind=",".join(one.behind) or "-")
                for one in game.rules.untenable
            ),
        ),
        "UNTENABLE_KINDS": ",".join(PHASE_KINDS_TESTED) if game.rules.untenable else "-",
        "SUPPLY_RULE": supply.rule if supply is not None else "",
        "SUPPLY_GRACE": str(supply.grace if supply is not None else 0),
        "SUPPLY_LOSS": supply_loss(game),
        **_of_groups(supply),
        "GROUP_REMNANTS": listed(
            GroupRemnant,
            (
                GroupRemnant(
                    **asked(board, with_cadre_side(game, one)),
                    strength=str(one.strength),
                    leaves=",".join(one.leaves),
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
                        under=options(leaving.under),
                    ),
                )
                for leaving in game.oob.withdrawals
                if (begun := _leaving_in(game, leaving))
                for unit in leaving.units
            ),
        ),
    }


def _of_groups(supply: SupplyRules | None) -> dict[str, str]:
    """Return what groups out of supply lose; marks for nothing where each unit suffers by itself."""
    group = supply.group if supply is not None else None
    if group is None:
        return {"GROUP_SHARE": "-", "GROUP_ROUNDED": "-", "GROUP_SUPPLY": "-", "GROUP_CLASSES": "-"}
    return {
        "GROUP_SHARE": group.share,
        "GROUP_ROUNDED": "dropped" if group.rounded == "down" else "raised",
        "GROUP_SUPPLY": group.supply,
        "GROUP_CLASSES": ",".join(group.classes) or "*",
    }


def _flown(game: Game) -> dict[str, Table | str]:
    """Return what is said of air units and of digging in."""
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
    """Return the scenarios in which units leave: a turn before a scenario's first never ends in it."""
    return [
        scenario.id
        for scenario in game.scenarios
        if scenario.first_turn <= leaving.turn and leaving.may_hold_in(scenario.id)
    ]


def _wing(air: AirRules) -> Wing:
    """Return what a side's air units do."""
    outcomes = [outcome for _, outcome in sorted(air.intercepted.items(), key=lambda item: int(item[0]))]
    return Wing(
        outcomes=",".join(outcomes),
        together=yes(air.together),
        strikes=yes(air.strikes),
        returns=air.returns,
        supply_range="-" if air.supply_range is None else str(air.supply_range),
        out=str(air.out),
    )


def _air_groups(game: Game) -> Iterator[tuple[str, AirGroup]]:
    """Yield by phase the phases, up to it, in which an air unit flies once."""
    group: list[str] = []
    side = ""
    for phase in game.rules.sequence:
        if phase.side != side or phase.kind in ("air-strike", "supply"):
            group = []
        side = phase.side
        group.append(phase.id)
        yield phase.id, AirGroup(",".join(group))


def _player_turns(game: Game) -> Iterator[tuple[str, AirTurn]]:
    """Yield by phase all phases of the same side's."""
    for phase in game.rules.sequence:
        phases = (other.id for other in game.rules.sequence if other.side == phase.side)
        yield phase.id, AirTurn(",".join(phases))
