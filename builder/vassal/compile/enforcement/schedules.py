"""Write communication, replacements, arrivals and attrition as tables that the scripts look things up in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.geometry.bits import union
from builder.geometry.board import Board
from builder.model.charts import RollTable
from builder.model.game import Game
from builder.model.replacing import Attrition, Entry
from builder.vassal.compile.enforcement import tables

USUAL_DIE = 6


def values(game: Game, board: Board) -> Mapping[str, str]:
    """Return the small tables of replacement phases by their names in the script."""
    edges = {edge: tables.text(hexes) for edge, hexes in board.edges.items()}
    rolls = tuple(_attrition(game))
    # Units of which a side chooses come by choice alone.
    chosen = {unit for one in game.oob.arrivals if one.choose is not None for unit in one.units}
    return {
        "COMMUNICATION": tables.table(
            (
                rule.side,
                [
                    edges[rule.edge],
                    tables.text(board.at_places(rule.enemy_places)),
                    ",".join(rule.guards) or "-",
                ],
            )
            for rule in game.rules.communication
        ),
        "REPLACEMENTS": tables.table(
            (
                rule.side,
                [
                    edges[rule.edge],
                    tables.text(board.at_places(rule.place_kinds)),
                    tables.text(union(board.places[place] for place in rule.exempt)),
                    rule.rule or "-",
                    tables.members(rule.classes),
                    ",".join(rule.never) or "-",
                    _yes(rule.shared),
                    _yes(rule.disrupted),
                    (rule.give_up_rule or rule.rule) if rule.give_up else "-",
                ],
            )
            for rule in game.rules.replacements
        ),
        "ONE_OF": tables.table(
            (rule.side, [",".join(classes)]) for rule in game.rules.replacements for classes in rule.one_of
        ),
        "ENTRIES": tables.table(
            (unit, _entry(board, entry))
            for rule in game.rules.replacements
            for entry in rule.entries
            for unit in entry.units
        ),
        "EVENTS": tables.table(
            (
                event.phase,
                [
                    event.entry,
                    str(event.die),
                    ",".join(map(str, event.fatal)),
                    event.winner,
                    event.rule or "-",
                ],
            )
            for event in game.rules.events
        ),
        "CHOICES": tables.table(
            (
                tables.members(arrival.scenarios),
                [str(arrival.turn), str(arrival.choose), ",".join(arrival.units)],
            )
            for arrival in game.oob.arrivals
            if arrival.choose is not None
        ),
        "SCHEDULE": schedule(game),
        "ARRIVALS": tables.table(
            (f"{unit.id}.{scenario.id}", [str(turn)])
            for scenario in game.scenarios
            for unit in game.counters.units
            if (turn := game.oob.arrival(unit.id, scenario.id)) is not None and unit.id not in chosen
        ),
        "MADE": tables.table(
            (rule.unit, [tables.members(rule.classes), str(rule.cost), rule.rule or "-"])
            for side in game.rules.replacements
            for rule in side.conversions
        ),
        "ATTRITION": tables.table(
            (rule.weather, [f"1d{table.die}", rule.rule or "-", _who_rolls(rule)]) for rule, table in rolls
        ),
        "ATTRITION_ROLLS": tables.table(
            (
                f"{rule.weather}.{side}",
                [",".join(roll for roll, results in table.rows.items() if results[column] == rule.result)],
            )
            for rule, table in rolls
            for column, side in enumerate(table.columns)
            if any(results[column] == rule.result for results in table.rows.values())
        ),
        "FIRST_PHASE": game.rules.sequence[0].id if game.rules.sequence else "",
    }


def schedule(game: Game) -> str:
    """Return the replacements by turn: side, first turn, last, every so many, points, scenarios, options."""
    return tables.table(
        (
            entry.side,
            [
                str(entry.first_turn),
                str(entry.last_turn),
                str(entry.every),
                str(entry.points),
                tables.members(entry.scenarios),
                tables.options(entry.under),
            ],
        )
        for entry in game.oob.replacements
    )


def words(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the names that reasons are told in, by kind and id."""
    boxes = {box.id: box for box in game.hexmap.boxes}
    for box in game.hexmap.boxes:
        yield f"box.{box.name}", box.kind
    for rule in game.rules.replacements:
        yield f"pool.{rule.side}", boxes[rule.pool].name
    for event in game.rules.events:
        yield f"event.{event.phase}.fatal", event.fatal_text
        yield f"event.{event.phase}.quiet", event.quiet_text
    for attrition, table in _attrition(game):
        yield f"attrition.{attrition.weather}", table.name
        yield f"attrition-result.{attrition.weather}", attrition.result
        for roll, results in table.rows.items():
            for side, result in zip(table.columns, results, strict=True):
                yield f"attrition.{attrition.weather}.{side}.{roll}", result


def usual_die(game: Game) -> int:
    """Return how many sides the die has that the toolbar shows."""
    return game.charts.combat.die if game.charts.combat is not None else USUAL_DIE


def attrition_rolls(game: Game) -> Mapping[str, int]:
    """Return, by the weather in which attrition is rolled, how many sides its die has."""
    return {rule.weather: table.die for rule, table in _attrition(game)}


def attrition_dice(game: Game) -> tuple[int, ...]:
    """Return how many sides the dice for attrition have, beside the usual die."""
    return tuple(sorted(set(attrition_rolls(game).values()) - {usual_die(game)}))


def _attrition(game: Game) -> Iterator[tuple[Attrition, RollTable]]:
    seen: set[str] = set()
    for rule in game.rules.attrition:
        table = next((t for t in game.charts.tables if t.id == rule.table), None)
        if table is not None and rule.weather not in seen:
            seen.add(rule.weather)
            yield rule, table


def _who_rolls(rule: Attrition) -> str:
    """Return the options under which all sides roll in each replacement phase."""
    return "never" if rule.all_under is None else tables.options(rule.all_under)


def _entry(board: Board, entry: Entry) -> list[str]:
    """Return how the units of an entry come: when, where, how, who else, by which rule."""
    return [
        entry.comes,
        str(entry.turns),
        _yes(entry.early),
        tables.text(union(board.places[place] for place in entry.places)),
        tables.text(board.at_places(entry.place_kinds)),
        _yes(entry.anywhere),
        _yes(entry.disrupted),
        entry.id,
        ",".join(entry.units),
        entry.rule or "-",
    ]


def _yes(so: bool) -> str:
    return "yes" if so else "no"
