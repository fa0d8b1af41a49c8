"""The strength of computer players in Elo, by all games of records, with intervals.

The model is that of Davidson for paired comparisons with draws, for any number of sides. A side wins in
proportion to exp(strength of its player + advantage of the side). A draw weighs as much as the sides'
geometric mean times a factor. Advantages and factor belong to a position: a scenario with its options and
data. So unbalanced scenarios and handicaps favour nobody. The likelihood is concave: Newton's method finds
its maximum, and its curvature there gives the intervals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, log, sqrt
from typing import Final

from hexwright.model.ids import SideId
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.playtesting.estimates import DEVIATIONS_95, Estimate

ELO: Final = 400 / log(10)
"""Elo points for a unit of strength: a difference of 400 points is odds of 10 to 1."""
_STEPS: Final = 200
_PRECISION: Final = 1e-10


@dataclass(frozen=True, slots=True)
class CellResults:
    """The results of one combination."""

    position: Hashable
    """What its games have in common with those of other players: data, scenario and options."""
    seats: tuple[tuple[SideId, str], ...]
    wins: Mapping[SideId | None, int]
    """The games won by each side; draws under None."""

    @property
    def games(self) -> int:
        """Return the number of games."""
        return sum(self.wins.values())


@dataclass(frozen=True, slots=True)
class PlayerStrength:
    """The strength of a computer player."""

    player: str
    games: int
    """Its games against other players."""
    score: float
    """Its share of their points: 1 for a victory, and a draw is shared."""
    elo: Estimate
    """Its lead in Elo points over the player that has 0."""

    def elo_text(self, reference: str) -> str:
        """Return its lead in words, such as "+71 (+22 to +119)"."""
        if self.player == reference:
            return "0"
        return f"{self.elo.value:+.0f} ({self.elo.low:+.0f} to {self.elo.high:+.0f})"


@dataclass(frozen=True, slots=True)
class StrengthDifference:
    """By how many Elo points one player is stronger than another."""

    player: str
    other: str
    elo: Estimate


@dataclass(frozen=True, slots=True)
class StrengthTable:
    """The strength of all players that met, the strongest first."""

    reference: str
    """The player whose strength is 0."""
    players: tuple[PlayerStrength, ...]
    differences: tuple[StrengthDifference, ...]


def stored_results(store: GameStore) -> Iterator[tuple[str, CellResults]]:
    """Yield the digest and the results of each cell of a record."""
    for one in store.cells():
        counts: Counter[SideId | None] = Counter()
        for (winner, _), number in store.levels(str(one.cell)).items():
            counts[None if winner is None else SideId(winner)] += number
        data = one.identity.get(f"data {one.cell.variant}".rstrip(), "")
        position = one.identity.get("game", ""), data, one.cell.scenario, one.cell.options
        yield one.digest, CellResults(position, one.cell.players, counts)


def player_strengths(cells: Iterable[CellResults], deviations: float = DEVIATIONS_95) -> StrengthTable | None:
    """Return the strength of the players that met: their lead over the first of them; None if none met.

    Players that met nobody who met the first one, and so on, are left out. One more game between each two
    players that met, half won by each, and one in each position between equal players keep all figures
    finite, also if a player won all games.
    """
    played = [one for one in cells if one.games]
    met = _pairs(played)
    names = _connected(met)
    if len(names) < 2:
        return None
    model = _Model(names, [pair for pair in met if pair[0] in names])
    for one in played:
        if {player for _, player in one.seats} <= set(names):
            model.add(one)
    strengths, spread = model.fit()

    def difference(one: str, other: str) -> Estimate:
        i, j = names.index(one), names.index(other)
        value = (strengths[i] - strengths[j]) * ELO
        wide = deviations * ELO * sqrt(max(0.0, spread[i][i] + spread[j][j] - 2 * spread[i][j]))
        return Estimate(value, value - wide, value + wide)

    found = [PlayerStrength(one, *_score(one, played), difference(one, names[0])) for one in names]
    ordered = sorted(found, key=lambda one: (-one.elo.value, one.player))
    return StrengthTable(
        names[0],
        tuple(ordered),
        tuple(
            StrengthDifference(one.player, other.player, difference(one.player, other.player))
            for one, other in combinations(ordered, 2)
        ),
    )


def _pairs(cells: Sequence[CellResults]) -> Sequence[tuple[str, str]]:
    """Return the pairs of players that met, in the order of the first meeting."""
    found: dict[tuple[str, str], None] = {}
    for one in cells:
        for pair in combinations(dict.fromkeys(player for _, player in one.seats), 2):
            if pair[::-1] not in found:
                found[pair] = None
    return list(found)


def _connected(pairs: Sequence[tuple[str, str]]) -> Sequence[str]:
    """Return the players that are connected with the first one by games."""
    found = dict.fromkeys(pairs[0][:1] if pairs else ())
    waiting = list(found)
    while waiting:
        player = waiting.pop(0)
        for one, other in pairs:
            for new in (other,) * (one == player) + (one,) * (other == player):
                if new not in found:
                    found[new] = None
                    waiting.append(new)
    return list(found)


def _score(player: str, cells: Sequence[CellResults]) -> tuple[int, float]:
    """Return the number of a player's games against others, and its share of their points."""
    games, points = 0, 0.0
    for one in cells:
        own = [side for side, name in one.seats if name == player]
        if own and len(own) < len(one.seats):
            games += one.games
            points += sum(one.wins.get(side, 0) for side in own)
            points += one.wins.get(None, 0) * len(own) / len(one.seats)
    return games, points / games if games else 0.0


# The model -------------------------------------------------------------------------------------------------

_Vector = list[float]
_Matrix = list[_Vector]


@dataclass(slots=True)
class _Outcomes:
    """Games with the same chances: the number of each outcome, with what its chance depends on."""

    counts: _Vector
    global_part: _Matrix
    """By outcome, how it depends on the strength of each player but the first."""
    local_part: _Matrix
    """By outcome, how it depends on the parameters of its position."""


@dataclass(slots=True)
class _Position:
    """The games of a position, and its parameters: the advantages of all sides but one, and of draws."""

    outcomes: list[_Outcomes] = field(default_factory=list)
    values: _Vector = field(default_factory=list)


class _Model:
    """The likelihood of all results."""

    def __init__(self, names: Sequence[str], met: Sequence[tuple[str, str]]) -> None:
        self._names = names
        self._free = len(names) - 1
        self._values = [0.0] * self._free
        self._cells: dict[Hashable, list[CellResults]] = {}
        self._pairs = _Position(
            [_Outcomes([0.5, 0.5], [self._player(a), self._player(b)], [[], []]) for a, b in met]
        )

    def add(self, cell: CellResults) -> None:
        """Add the results of a cell."""
        self._cells.setdefault(cell.position, []).append(cell)

    def fit(self) -> tuple[_Vector, _Matrix]:
        """Return the strength of each player, and the covariances of the strengths."""
        positions = [self._pairs, *(self._position(cells) for cells in self._cells.values())]
        height = sum(self._likelihood(one, self._values, one.values) for one in positions)
        for _ in range(_STEPS):
            steps, local_steps, spread = self._step(positions)
            share, size = 1.0, max(map(abs, (*steps, *(s for one in local_steps for s in one))))
            while True:
                values = _moved(self._values, steps, share)
                local = [
                    _moved(one.values, step, share) for one, step in zip(positions, local_steps, strict=True)
                ]
                new = sum(self._likelihood(one, values, at) for one, at in zip(positions, local, strict=True))
                if new >= height or share < 1e-6:
                    break
                share /= 2
            self._values, height = values, new
            for one, at in zip(positions, local, strict=True):
                one.values = at
            if size < _PRECISION:
                break
        whole = [[0.0] * (self._free + 1), *([0.0, *row] for row in spread)]
        return [0.0, *self._values], whole

    def _player(self, name: str) -> _Vector:
        return [float(name == other) for other in self._names[1:]]

    def _position(self, cells: Sequence[CellResults]) -> _Position:
        sides = [side for side, _ in cells[0].seats]
        drawn = any(one.wins.get(None) for one in cells)
        number = len(sides) - 1 + drawn
        own = [[float(s == n + 1 and s > 0) for n in range(number)] for s in range(len(sides))]
        found = _Position(values=[0.0] * number)
        ends: list[SideId | None] = [*sides, *([None] if drawn else [])]
        level = {side: 1 / len(ends) for side in ends}
        equal = tuple((side, self._names[0]) for side in sides)
        games: list[tuple[tuple[tuple[SideId, str], ...], Mapping[SideId | None, float]]] = [
            (one.seats, one.wins) for one in cells
        ]
        for seats, wins in (*games, (equal, level)):
            strengths = [self._player(player) for _, player in seats]
            local = [list(row) for row in own]
            if drawn:
                strengths.append([sum(column) / len(sides) for column in zip(*strengths, strict=True)])
                local.append([*(sum(column) / len(sides) for column in zip(*own, strict=True))])
                local[-1][-1] = 1.0
            found.outcomes.append(_Outcomes([float(wins.get(end, 0)) for end in ends], strengths, local))
        return found

    def _likelihood(self, position: _Position, values: _Vector, local: _Vector) -> float:
        total = 0.0
        for one in position.outcomes:
            for count, chance in zip(one.counts, _chances(one, values, local), strict=True):
                total += count * log(chance) if count else 0.0
        return total

    def _step(self, positions: Sequence[_Position]) -> tuple[_Vector, list[_Vector], _Matrix]:
        """Return Newton's step for the strengths and for each position, and the strengths' covariances.

        The parameters of a position meet those of others only through the strengths, so they are eliminated
        one position at a time.
        """
        free = self._free
        curve, slope = [[0.0] * free for _ in range(free)], [0.0] * free
        parts = []
        for position in positions:
            size = free + len(position.values)
            bent, tilt = _derivatives(position, self._values, size)
            inner = [row[free:] for row in bent[free:]]
            # Each row: what the position's step is, in terms of the strengths' step, and by itself.
            solved = _solve(inner, [[*row[:free], tilt[free + n]] for n, row in enumerate(bent[free:])])
            for i in range(free):
                slope[i] += tilt[i] - _dot(bent[i][free:], [row[free] for row in solved])
                for j in range(free):
                    curve[i][j] += bent[i][j] - _dot(bent[i][free:], [row[j] for row in solved])
            parts.append(solved)
        unit = [[float(i == j) for j in range(free)] for i in range(free)]
        spread = _solve(curve, unit)
        steps = [_dot(row, slope) for row in spread]
        return steps, [[row[free] - _dot(row[:free], steps) for row in solved] for solved in parts], spread


def _chances(one: _Outcomes, values: _Vector, local: _Vector) -> _Vector:
    heights = [_dot(a, values) + _dot(b, local) for a, b in zip(one.global_part, one.local_part, strict=True)]
    most = max(heights)
    weights = [max(1e-300, exp(height - most)) for height in heights]
    total = sum(weights)
    return [weight / total for weight in weights]


def _derivatives(position: _Position, values: _Vector, size: int) -> tuple[_Matrix, _Vector]:
    """Return the negative second derivatives and the first ones of a position's likelihood."""
    bent, tilt = [[0.0] * size for _ in range(size)], [0.0] * size
    for one in position.outcomes:
        games = sum(one.counts)
        chances = _chances(one, values, position.values)
        parts = [[*a, *b] for a, b in zip(one.global_part, one.local_part, strict=True)]
        mean = [_dot(chances, column) for column in zip(*parts, strict=True)]
        for count, chance, part in zip(one.counts, chances, parts, strict=True):
            for i in range(size):
                tilt[i] += (count - games * chance) * part[i]
                for j in range(size):
                    bent[i][j] += games * chance * (part[i] - mean[i]) * (part[j] - mean[j])
    return bent, tilt


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _moved(values: _Vector, steps: _Vector, share: float) -> _Vector:
    return [value + share * step for value, step in zip(values, steps, strict=True)]


def _solve(matrix: _Matrix, right: _Matrix) -> _Matrix:
    """Return the solution of a system of linear equations, for several right sides, by elimination."""
    size = len(matrix)
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for row in range(size):
            if row != column and (factor := rows[row][column]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
