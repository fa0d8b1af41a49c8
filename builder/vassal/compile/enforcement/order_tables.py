"""Write the rules of recovery, supply and marches as texts that the scripts look things up in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from builder.geometry.board import Board, Hexes
from builder.model.flying import AirRules
from builder.model.game import Game
from builder.model.rules import Phase
from builder.vassal.compile.enforcement.fire_tables import rows
from builder.vassal.compile.enforcement.tables import options, table, text

BEGINS: Final = ("recovery",)
"""Kinds of phase that bring something as they begin."""
ENDS: Final = ("allocation", "supply")
"""Kinds of phase that bring something as they end."""


def values(game: Game) -> Mapping[str, str]:
    """Return the texts about recovery, supply and marches, by the script's names for them."""
    board = Board.of(game.hexmap)
    dug, supply = game.rules.fortification, game.rules.supply
    return {
        "ORDER_PHASES": table(
            (
                phase.id,
                [
                    phase.of or phase.side,
                    ",".join(phase.units) or "-",
                    ",".join(phase.exempt) or "-",
                    phase.recovers,
                    _allocated(game, phase),
                ],
            )
            for phase in game.rules.sequence
            if phase.kind in (*BEGINS, *ENDS, "victory")
        ),
        "SURVIVAL": rows(
            (
                str(entry.units),
                entry.side or "-",
                text(_hexes(board, entry.place, entry.place_kinds)),
            )
            for entry in (supply.survival if supply is not None else ())
        ),
        "SUPPLY_RULE": supply.rule if supply is not None else "",
        "MARCHES": table(
            (
                mode.id,
                [
                    str(mode.bonus),
                    mode.road.line if mode.road is not None else "-",
                    str(mode.road.hexes if mode.road is not None else 0),
                ],
            )
            for mode in game.rules.movement
            if mode.bonus or mode.road is not None
        ),
        "MARCH_PHASES": table(
            (phase.id, [str(phase.allowance)]) for phase in game.rules.sequence if phase.kind == "movement"
        ),
        "WITHDRAWALS": table(
            (unit, [str(leaving.turn), ",".join(leaving.scenarios) or "*"])
            for leaving in game.oob.withdrawals
            for unit in leaving.units
        ),
        "AIR_RULES": table((air.side, _air(air)) for air in game.rules.air),
        "AIR_GROUPS": table(_air_groups(game)),
        "AIR_TURN": table(_player_turns(game)),
        "AIR_RETURNS": table(
            (phase.side, [phase.id]) for phase in game.rules.sequence if phase.kind == "replacement"
        ),
        "FORT_CLASSES": ",".join(dug.classes) if dug is not None else "-",
        "FORT_BARS": options(dug.bars_attack) if dug is not None and dug.bars_attack else "never",
        "FORT_RULE": dug.rule if dug is not None else "",
    }


def _allocated(game: Game, phase: Phase) -> str:
    """Return the last phase of allocation before a phase."""
    before = game.rules.sequence[: game.rules.sequence.index(phase)]
    return next((one.id for one in reversed(before) if one.kind == "allocation"), "-")


def _air(air: AirRules) -> list[str]:
    """Return what a side's air units do: classes, interception by die, and so on."""
    outcomes = [outcome for _, outcome in sorted(air.intercepted.items(), key=lambda item: int(item[0]))]
    return [
        ",".join(air.classes),
        ",".join(outcomes),
        "yes" if air.together else "no",
        "yes" if air.strikes else "no",
        air.returns,
        "-" if air.supply_range is None else str(air.supply_range),
        str(air.out),
    ]


def _air_groups(game: Game) -> Iterator[tuple[str, list[str]]]:
    """Yield by phase the phases, up to it, in which an air unit flies once."""
    group: list[str] = []
    side = ""
    for phase in game.rules.sequence:
        if phase.side != side or phase.kind in ("air-strike", "supply"):
            group = []
        side = phase.side
        group.append(phase.id)
        yield phase.id, [",".join(group)]


def _player_turns(game: Game) -> Iterator[tuple[str, list[str]]]:
    """Yield by phase all phases of the same side's."""
    for phase in game.rules.sequence:
        yield phase.id, [",".join(other.id for other in game.rules.sequence if other.side == phase.side)]


def _hexes(board: Board, place: str | None, kinds: Iterable[str]) -> Hexes:
    """Return the hexes of a place, with places of some kinds, or with any place where neither is said."""
    hexes = board.bits(one.hex for one in board.hexmap.places)
    if place is not None:
        hexes &= 1 << board.places[place]
    return hexes & board.at_places(kinds) if kinds else hexes
