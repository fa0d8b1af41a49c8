"""Write the tables of fortified hexsides that can be destroyed."""

from __future__ import annotations

from hexwright.geometry.fortified_hexside_numbers import fortified_hexsides
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.vassal.enforcement.tables.cells import text, yes
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, row


@row
class Wall(Row):
    """A row for a fortified hexside that can be destroyed. Its number is its position in the table."""

    behind: str
    front: str
    attacks: str
    name: str
    text: str


@row
class WallLine(Row):
    """A row for a line of fortified hexsides.

    Once a certain number of them are destroyed, all of them are.
    """

    walls: str
    most: str
    name: str


@row
class WallSide(Row):
    """A row for the hexsides that a side's units can destroy. The key is the side's id."""

    walls: str


def tables(game: Game, board: Board) -> dict[str, Table | str]:
    """Return the tables for fortified hexsides, keyed by their names in the script."""
    works = game.rules.fortified_hexsides
    features = {feature.id: feature for feature in game.hexmap.hexsides}
    found = fortified_hexsides(board, game.rules)
    rows = []
    lines: dict[tuple[int, str], int] = {}
    for number, wall in enumerate(found):
        feature = features[works[wall.entry].hexsides]
        hexside = f"{board.ids[wall.behind]}/{board.ids[wall.front]}"
        attacks = yes(works[wall.entry].destroyed_by_attack)
        rows.append(Wall(str(wall.behind), str(wall.front), attacks, feature.name, hexside))
        key = (wall.entry, wall.line)
        lines[key] = lines.get(key, 0) | 1 << number
    whole = []
    for (entry, line), those in lines.items():
        most = works[entry].line_destroyed_at
        feature = features[works[entry].hexsides]
        name = next(one.name for one in feature.lines if one.id == line) or feature.name
        if most is not None:
            whole.append(WallLine(text(those), str(most), name))
    by_side = []
    for side in game.info.sides:
        own = sum(1 << n for n, wall in enumerate(found) if side.id in works[wall.entry].destroyed_by)
        if own:
            by_side.append((str(side.id), WallSide(text(own))))
    return {
        "WALLS": listed(Wall, rows),
        "WALL_LINES": listed(WallLine, whole),
        "WALL_SIDES": keyed(WallSide, by_side),
        "FALLING": ",".join(entry.hexsides for entry in works),
    }
