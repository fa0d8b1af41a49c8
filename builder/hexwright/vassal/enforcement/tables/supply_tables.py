"""Write the tables for supply lines: sources, ranges and supply capacities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexwright.geometry import supply_hexes
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.supply_capacity_record import SupplyCapacity
from hexwright.model.rules.supply_record import SupplyLine as Traced
from hexwright.vassal.enforcement.tables import cells
from hexwright.vassal.enforcement.tables.cells import yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked, circumstance
from hexwright.vassal.enforcement.tables.lookups import told
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row
from hexwright.vassal.enforcement.tables.situation_tables import farthest


@row
class Communication(Row):
    """A row for a side's supply lines: sources, hexes, steps and range. The key is the side's id.

    A range of 0 is unlimited. With a `mode`, the range is in movement `points`; if `own` is set, it is each
    unit's allowance. No search extends beyond `farthest`, multiplied by `limited` for limited supply.
    """

    sources: str
    depots: str
    ground: str
    steps: str
    lines: str
    networks: str
    lesser: str
    headquarters: str
    length: str
    mode: str
    points: str
    own: str
    farthest: str
    limited: str
    kept: str
    ezoc: str
    enemy_places: str
    guards: str
    exempt: str


@row
class Stretched(Circumstance):
    """A row for a modifier of a side's supply range. The key is the side's id."""

    times: str


@row
class Rationed(Circumstance):
    """A row for a source with a supply capacity. `key` identifies the additional units that it can supply."""

    networks: str
    most: str
    key: str
    binds_new: str


_OPEN: Final = "RulesOpen_"
"""The prefix of the name of the steps over which a side may trace supply. The side's id follows it."""


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the tables for supply, keyed by their names in the script."""
    asking = [phase.id for phase in game.rules.sequence if game.rules.moves_by_supply(phase)]
    return {
        "COMMUNICATION": keyed(
            Communication,
            ((rule.side, _communication(game, board, rule)) for rule in game.rules.supply_lines),
        ),
        "STRETCHES": keyed(
            Stretched,
            (
                (rule.side, Stretched(**asked(board, entry), times=entry.multiply))
                for rule in game.rules.supply_lines
                if rule.range_in_mp is not None
                for entry in rule.range_in_mp.modifiers
            ),
        ),
        "RATIONS": keyed(Rationed, ((side, one) for side, one, _ in _rations(game, board))),
        "RATIONED_BEYOND": keyed(
            Circumstance,
            (
                (one.key, circumstance(board, beyond))
                for _, one, ration in _rations(game, board)
                for beyond in ration.also_supplies
            ),
        ),
        "SUPPLY_PHASES": ",".join(asking),
        "NOT_WEAKENED": ",".join(_units_not_weakened(game)) if asking else "",
    }


def _units_not_weakened(game: Game) -> Iterator[UnitId]:
    """Yield the units whose moves and strengths are the same out of supply as in supply."""
    parts = (game.rules.movement, game.rules.odds_combat.modifiers, game.rules.fire or ())
    criteria = [when for part in parts for _, when in criteria_in(part) if when.supply]
    for unit in game.counters.units:
        weakened = (
            unit.side in (when.side or (unit.side,))
            and (unit.unit_class in when.classes or unit.id in when.units or not when.classes + when.units)
            for when in criteria
        )
        if not any(weakened):
            yield unit.id


def open_steps(game: Game, board: Board) -> dict[str, str]:
    """Return the steps open to each side's supply lines, keyed by the names under which the module stores
    them.

    A side to which all steps are open has no entry.
    """
    found = ((rule.side, supply_hexes.open_steps(board, rule)) for rule in game.rules.supply_lines)
    return {_OPEN + side: told(steps) for side, steps in found if steps is not None}


def _communication(game: Game, board: Board, rule: Traced) -> Communication:
    """Return the row for a side's supply lines."""
    reach = rule.range_in_mp
    points = reach.points if reach is not None else None
    return Communication(
        sources=cells.text(supply_hexes.supply_source_hexes(board, rule)),
        depots=cells.text(supply_hexes.owned_source_hexes(board, rule)),
        ground=cells.text(supply_hexes.open_terrain_hexes(board, rule)),
        steps=_OPEN + rule.side if rule.not_across else "-",
        lines=",".join(rule.line) or "-",
        networks=",".join(rule.network) or "-",
        lesser=",".join(rule.limited_network) or "-",
        headquarters=",".join(rule.headquarters) or "-",
        length=str(rule.range or 0),
        mode=reach.mode if reach is not None else "-",
        points=str(points or 0),
        own=yes(reach is not None and points is None),
        farthest=str(farthest(game, rule.side) if points is None else points),
        limited=(reach.limited_multiplier if reach is not None else None) or "-",
        kept=yes(rule.fixed_in_movement),
        ezoc=rule.ezoc,
        enemy_places=cells.text(board.hexes_of_place_kinds(rule.enemy_places)),
        guards=",".join(rule.blocking_classes) or "-",
        exempt=",".join(rule.exempt) or "-",
    )


def _rations(game: Game, board: Board) -> Iterator[tuple[str, Rationed, SupplyCapacity]]:
    """Yield the rows for the sides' supply capacities, each with the side's id and the record of the
    capacity.
    """
    for rule in game.rules.supply_lines:
        for number, ration in enumerate(rule.supply_capacity):
            yield (
                rule.side,
                Rationed(
                    **asked(board, ration),
                    networks=",".join(ration.network),
                    most=str(ration.max),
                    key=f"{rule.side}.{number}",
                    binds_new="yes" if ration.limits_replacements else "-",
                ),
                ration,
            )
