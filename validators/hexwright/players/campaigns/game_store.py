"""The record of a campaign: an SQLite file with a row for each game, which other tools can open.

The key of a game is its cell and its number, so that no game is counted twice, however often it is played. A
cell has a digest of its data: other data are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from hexwright.players.campaigns.campaign_job import CampaignCell, PlayedChunk
from hexwright.players.campaigns.plan_loading import Campaign
from hexwright.players.playtesting.game_statistics import GameResult
from hexwright.support.workers.record_file import RecordFile

_COLUMNS: Final = tuple(one.name for one in fields(GameResult))
_PLAIN: Final = frozenset(
    ("seed", "winner", "level", "actions", "last_turn", "prize_falls", "prize_owner", "decided")
)
"""Columns with a number or text; the others have JSON."""

_SCHEMA: Final = f"""
CREATE TABLE plans (game TEXT PRIMARY KEY, project TEXT NOT NULL, content TEXT NOT NULL);
CREATE TABLE cells (
  cell TEXT PRIMARY KEY, digest TEXT NOT NULL, identity TEXT NOT NULL,
  variant TEXT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL, players TEXT NOT NULL
);
CREATE TABLE games (
  cell TEXT NOT NULL REFERENCES cells, number INTEGER NOT NULL, {", ".join(_COLUMNS)}, seconds REAL NOT NULL,
  PRIMARY KEY (cell, number)
) WITHOUT ROWID;
"""
_WINDOW: Final = 1000
"""How many numbers of games are looked up at once."""


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """The plan of a record, as it was when the record was last written."""

    game: str
    project: Path
    content: str


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A cell of a record, with the digest of its data."""

    cell: CampaignCell
    digest: str
    identity: Mapping[str, str]


class GameStore(RecordFile):
    """An open record of a campaign."""

    APPLICATION, FORMAT, SCHEMA = 0x68786372, 3, _SCHEMA
    CONTENT, WRITER = "a campaign", "hexwright campaign"

    @classmethod
    @contextmanager
    def create(cls, path: Path, campaign: Campaign) -> Iterator[GameStore]:
        """Open the record of a campaign for writing, and create it if needed.

        Raise `InputError` for a record of other data, and if the file can't be written.
        """
        with cls.open_or_create(path) as store:
            store._enter(campaign)
            yield store

    def _enter(self, campaign: Campaign) -> None:
        there = {str(one.cell): one for one in self.cells()}
        for cell in campaign.cells:
            found, now = there.get(str(cell)), campaign.identity(cell)
            if found is None or found.digest == campaign.digest(cell):
                continue
            self._refuse_other(found.identity, now, "games", "; 'campaign compare' compares the two")
        rows = [
            (
                str(one),
                campaign.digest(one),
                json.dumps(campaign.identity(one)),
                one.variant,
                one.scenario,
                json.dumps(dict(one.options)),
                json.dumps(dict(one.players)),
            )
            for one in campaign.cells
        ]
        with self._faults(), self._connection:
            self._connection.execute("DELETE FROM plans")
            row = (campaign.slug, str(campaign.project), campaign.plan_text())
            self._connection.execute("INSERT INTO plans VALUES (?, ?, ?)", row)
            self._connection.executemany("INSERT OR IGNORE INTO cells VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    # Writing --------------------------------------------------------------------------------------

    def add(self, campaign: Campaign, played: PlayedChunk) -> None:
        """Add the games of a chunk in one transaction; those that are there already stay as they are."""
        cell = campaign.cells[played.chunk.cell]
        rows = [
            (str(cell), played.chunk.first + number, *_values(game), round(took, 6))
            for number, (game, took) in enumerate(zip(played.games, played.seconds, strict=True))
        ]
        marks = ", ".join("?" * len(rows[0]))
        with self._faults(), self._connection:
            self._connection.executemany(f"INSERT OR IGNORE INTO games VALUES ({marks})", rows)

    # Reading --------------------------------------------------------------------------------------

    def plan(self) -> StoredPlan:
        """Return the plan of the record; raise `InputError` if it has none."""
        with self._faults():
            row = self._connection.execute("SELECT game, project, content FROM plans").fetchone()
        if row is None:
            raise self._unreadable(self._path, "it has no plan")
        return StoredPlan(str(row[0]), Path(str(row[1])), str(row[2]))

    def cells(self) -> Sequence[StoredCell]:
        """Return the cells of the record, in the order in which they were first planned."""
        query = "SELECT variant, scenario, options, players, digest, identity FROM cells ORDER BY rowid"
        with self._faults():
            return [
                StoredCell(
                    CampaignCell(
                        variant,
                        scenario,
                        tuple(json.loads(options).items()),
                        tuple(json.loads(players).items()),
                    ),
                    digest,
                    json.loads(identity),
                )
                for variant, scenario, options, players, digest, identity in self._connection.execute(query)
            ]

    def missing(self, cell: str, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield the runs of games of a cell that aren't in the record, each as its first number and the one
        after its last.
        """
        for begin in range(first, last, _WINDOW):
            end = min(begin + _WINDOW, last)
            query = "SELECT number FROM games WHERE cell = ? AND number >= ? AND number < ? ORDER BY number"
            with self._faults():
                there = [number for (number,) in self._connection.execute(query, (cell, begin, end))]
            for number in (*there, end):
                if begin < number:
                    yield begin, number
                begin = number + 1

    def count(self, cell: str, games: int) -> int:
        """Return how many of the first games of a cell are in the record."""
        query = "SELECT count(*) FROM games WHERE cell = ? AND number < ?"
        return int(self._value(query, cell, games))

    def wins(self, cell: str, games: int) -> Mapping[str | None, int]:
        """Return how many of the first games of a cell each side won; draws under None."""
        query = "SELECT winner, count(*) FROM games WHERE cell = ? AND number < ? GROUP BY winner"
        with self._faults():
            return dict(self._connection.execute(query, (cell, games)))

    def levels(self, cell: str) -> Mapping[tuple[str | None, str | None], int]:
        """Return how many games of a cell ended with each winner and level of victory, None for draws."""
        query = "SELECT winner, level, count(*) FROM games WHERE cell = ? GROUP BY winner, level"
        with self._faults():
            rows = self._connection.execute(query, (cell,))
            return {(winner, level): number for winner, level, number in rows}

    def winner_pairs(self, before: str, after: str) -> Mapping[tuple[str | None, str | None], int]:
        """Return how many pairs of games of two cells had each two winners.

        The games of a pair have the same number and the same seed.
        """
        query = (
            "SELECT one.winner, other.winner, count(*) FROM games AS one JOIN games AS other "
            "ON other.cell = ? AND other.number = one.number AND other.seed = one.seed "
            "WHERE one.cell = ? GROUP BY 1, 2"
        )
        with self._faults():
            rows = self._connection.execute(query, (after, before))
            return {(old, new): number for old, new, number in rows}

    def seconds(self) -> float:
        """Return the time that all games took on their workers."""
        return float(self._value("SELECT coalesce(sum(seconds), 0) FROM games"))

    def games(self, cell: str) -> Iterator[tuple[int, GameResult]]:
        """Yield the games of a cell with their numbers, in order, without holding more than one."""
        query = f"SELECT number, {', '.join(_COLUMNS)} FROM games WHERE cell = ? ORDER BY number"
        with self._faults():
            for number, *values in self._connection.execute(query, (cell,)):
                yield number, _result(values)


def _values(game: GameResult) -> Sequence[object]:
    return [
        value if name in _PLAIN else json.dumps(value, separators=(",", ":"))
        for name in _COLUMNS
        for value in (getattr(game, name),)
    ]


def _result(values: Sequence[Any]) -> GameResult:
    """Return the game of a row; raise ValueError if the row is damaged."""
    named = zip(_COLUMNS, values, strict=True)
    found = {name: value if name in _PLAIN else json.loads(value) for name, value in named}
    for name, value in found.items():
        if not _SHAPES[name](value):
            raise ValueError(f"the column '{name}' of a game is damaged")
    return GameResult(**found)


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_name(value: object) -> bool:
    return type(value) is str


def _may_lack(shape: _Shape) -> _Shape:
    return lambda value: value is None or shape(value)


def _are(shape: _Shape) -> _Shape:
    return lambda value: isinstance(value, list) and all(map(shape, value))


def _by_name(shape: _Shape) -> _Shape:
    return lambda value: isinstance(value, dict) and all(map(shape, value.values()))


def _is_capture(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and _may_lack(_is_name)(value[1])
    )


_Shape = Callable[[object], bool]
_SHAPES: Final[Mapping[str, _Shape]] = {
    **dict.fromkeys(("seed", "actions", "last_turn", "decided"), _is_number),
    **dict.fromkeys(("winner", "level", "prize_owner"), _may_lack(_is_name)),
    **dict.fromkeys(("points", "battles"), _by_name(_is_number)),
    **dict.fromkeys(("destroyed", "steps_lost", "points_by_turn", "cities"), _by_name(_are(_is_number))),
    **dict.fromkeys(("lost", "fought"), _are(_is_name)),
    "prize_falls": _may_lack(_is_number),
    "captures": _by_name(lambda value: bool(value) and _are(_is_capture)(value)),
}
"""Whether the value of each column is as a campaign writes it."""
