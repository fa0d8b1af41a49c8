"""Write the tables for victory points from territory: hexes held, gaps in fronts, advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwright.geometry.hex_board import Board
from hexwright.geometry.territory_hexes import front_end_hexes, hexes_past_line, holding_hexes
from hexwright.model.game import Game
from hexwright.model.rules.territory_points_record import phases_testing_front
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.model.words import victory_words
from hexwright.vassal.enforcement.tables import cells
from hexwright.vassal.enforcement.tables.cells import yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.rows import Table, keyed, row


@row
class Holding(Circumstance):
    """A row for hexes that score points for the side that holds them, at the end of the game or of a phase.

    The key is the scenario's id.
    """

    number: str
    side: str
    supplied: str
    lasting: str
    points: str


@row
class Gap(Circumstance):
    """A row for a front whose gaps score points at the end of a phase: the hexes at the front's two ends.

    The key is the scenario's id.
    """

    side: str
    start: str
    end: str
    points: str


@row
class Inroad(Circumstance):
    """A row for the points that a side scores for its advance past a line: the line, and the hexes past it.

    The key is the scenario's id.
    """

    number: str
    side: str
    line: str
    past: str
    beyond: str
    supplied: str
    points: str


def ground_tables(game: Game) -> dict[str, Table | str]:
    """Return the tables for territory, keyed by their names in the script."""
    board = Board.of(game.hexmap)
    held: list[tuple[str, Holding]] = []
    gaps: list[tuple[str, Gap]] = []
    advances: list[tuple[str, Inroad]] = []
    for scenario, rules in _reckoned(game):
        held += [
            (
                scenario,
                Holding(
                    **asked(board, replace(entry, supply=None), holding_hexes(board, entry)),
                    number=str(number),
                    side=entry.side[0],
                    supplied=entry.supply or "-",
                    lasting=yes(bool(entry.phases)),
                    points=str(entry.points),
                ),
            )
            for number, entry in enumerate(rules.holdings)
        ]
        for gap in rules.gaps:
            start, end = front_end_hexes(board, gap)
            judged = ",".join(phases_testing_front(gap, game.rules.sequence)) or "-"
            row = Gap(
                **asked(board, gap) | {"phases": judged},
                side=gap.side[0],
                start=cells.text(start),
                end=cells.text(end),
                points=str(gap.points),
            )
            gaps.append((scenario, row))
        for number, advance in enumerate(rules.farthest_advance):
            line, beyond = hexes_past_line(board, advance)
            came = Inroad(
                **asked(board, replace(advance, supply=None)),
                number=str(number),
                side=advance.side[0],
                line=cells.text(line),
                past=cells.text(beyond),
                beyond=str(advance.beyond),
                supplied=advance.supply or "-",
                points=str(advance.points),
            )
            advances.append((scenario, came))
    return {
        "HOLDINGS": keyed(Holding, held),
        "GAPS": keyed(Gap, gaps),
        "INROADS": keyed(Inroad, advances),
    }


def ground_words(game: Game) -> dict[str, str]:
    """Return the script's phrases about territory, by key."""
    found = {"gaps": victory_words.GAPS_TITLE}
    for scenario, rules in _reckoned(game):
        for number, holding in enumerate(rules.holdings):
            found[f"holding.{scenario}.{number}"] = victory_words.holding_text(game, holding)
        for number, advance in enumerate(rules.farthest_advance):
            found[f"advance.{scenario}.{number}"] = victory_words.farthest_advance_text(game, advance)
    return found


def _reckoned(game: Game) -> Iterator[tuple[str, VictoryRules]]:
    """Yield the victory rules that use points, each with the scenario's id."""
    for scenario in game.scenarios:
        rules = game.victory_of(scenario)
        if rules is not None:
            yield scenario.id, rules
