"""Fit the weights of the player `tuned` by self-play: CMA-ES proposes sets of weights, and games judge them.

Each side's weights are fitted against `greedy`. The sets of a generation play games with the same seeds,
which no other generation uses. Games run on the engines of campaigns: each set is a variant of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib.util import find_spec
from math import exp, fsum, log
from typing import Final
from warnings import catch_warnings, simplefilter

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.computer_players import ComputerPlayers, FireWeights, Weights
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.campaigns.campaign_job import CampaignCell, CampaignJob, Chunk, seed_of_game
from hexwright.players.campaigns.campaign_run import CampaignEngine
from hexwright.players.playtesting.game_statistics import GameResult

_STEP: Final = 0.5
"""The first standard deviation of the proposals, of the logarithm of a weight."""
_PLACES: Final = 0.2
"""What holding all places through the game counts beside winning it: it shows a way where no game is won."""
_SMALLEST: Final = 0.01
_SHIFT: Final[Mapping[str, float]] = {"boldness": 0.7}
"""What is added to weights that may be negative before their logarithm is taken."""

SideWeights = Weights | FireWeights


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """How long weights are fitted, and in which scenarios."""

    scenarios: tuple[str, ...]
    generations: int
    games: int
    """The number of games of each set of weights in each scenario, in each generation."""
    seed: int


@dataclass(frozen=True, slots=True)
class TunedSide:
    """The weights found for a side."""

    side: SideId
    weights: SideWeights
    games: int


def require_tuning() -> None:
    """Raise InputError if the optimiser isn't installed."""
    if find_spec("cma") is None:
        raise InputError.single(
            "P047",
            "fitting weights needs the library cma, which is not installed",
            Span("campaign tune"),
            'type: pip install "cma>=4.4" (where hexwright is installed)',
        )


def games_of_side(game: Game, plan: TuningPlan) -> int:
    """Return how many games fit the weights of one side."""
    return plan.generations * plan.games * len(plan.scenarios) * _proposals(len(_vector(_default(game))))


def _proposals(weights: int) -> int:
    """Return the size of a generation that suits a number of weights (Hansen's default)."""
    return 4 + int(3 * log(weights))


def _default(game: Game) -> SideWeights:
    return FireWeights() if game.rules.combat_kinds[0] == "fire" else Weights()


def tune_side(
    game: Game, side: SideId, plan: TuningPlan, engine: CampaignEngine, progress: Callable[[int], None]
) -> TunedSide:
    """Return the weights of a side that CMA-ES ends with; `progress` receives the number of games played.

    The same plan and data give the same weights, whatever the engine and its workers.
    """
    with catch_warnings():
        simplefilter("ignore")  # It misses matplotlib, which only its diagrams need.
        from cma import CMAEvolutionStrategy

    default = _default(game)
    start = _vector(default)
    options = {"seed": plan.seed + 1, "verbose": -9, "popsize": _proposals(len(start))}
    optimiser = CMAEvolutionStrategy(start, _STEP, options)
    played = 0
    for generation in range(plan.generations):
        proposals = optimiser.ask()
        sets = [_weights(default, one) for one in proposals]
        seeds = [seed_of_game(plan.seed, generation * plan.games + number) for number in range(plan.games)]
        scores: list[list[float]] = [[] for _ in sets]
        for number, worth in _games(game, side, sets, plan, seeds, engine):
            scores[number].append(worth)
            played += 1
            progress(played)
        optimiser.tell(proposals, [-fsum(one) for one in scores])  # Exact, thus the same in any order.
    return TunedSide(side, _rounded(_weights(default, optimiser.result.xfavorite)), played)


def _games(
    game: Game,
    side: SideId,
    sets: Sequence[SideWeights],
    plan: TuningPlan,
    seeds: Sequence[int],
    engine: CampaignEngine,
) -> Iterator[tuple[int, float]]:
    """Play a generation; yield the number of a set and what a game of it is worth, in any order."""
    seats = tuple((one.id, "tuned" if one.id == side else "greedy") for one in game.info.sides)
    names = [str(number) for number in range(len(sets))]
    games = {
        name: replace(game, players=players_of({side: one})) for name, one in zip(names, sets, strict=True)
    }
    cells = tuple(CampaignCell(name, scenario, (), seats) for name in names for scenario in plan.scenarios)
    chunks = (Chunk(number, 0, tuple(seeds)) for number in range(len(cells)))
    for done in engine(CampaignJob(games, dict(enumerate(cells))), chunks):
        for result in done.games:
            yield done.chunk.cell // len(plan.scenarios), _worth(result, side)


def _worth(result: GameResult, side: SideId) -> float:
    """Return what a game is worth to a side: 1 for a victory, half for a draw, and a little for places."""
    won = 0.5 if result.winner is None else float(result.winner == side)
    held = sum(result.cities.get(side, ()))
    places = sum(map(sum, result.cities.values()))
    return won + (_PLACES * held / places if places else 0.0)


def players_of(weights: Mapping[SideId, SideWeights], fitted: str = "") -> ComputerPlayers:
    """Return the computer players with these weights by side."""
    odds = {side: one for side, one in weights.items() if isinstance(one, Weights)}
    fire = {side: one for side, one in weights.items() if isinstance(one, FireWeights)}
    return ComputerPlayers(fitted, odds, fire)


def _vector(weights: SideWeights) -> list[float]:
    return [log(getattr(weights, one.name) + _SHIFT.get(one.name, 0.0)) for one in fields(weights)]


def _weights(like: SideWeights, vector: Sequence[float]) -> SideWeights:
    """Return the weights of a vector of logarithms, within what players.yaml may say."""
    names = [one.name for one in fields(like)]
    values = [min(9.0, max(_SMALLEST, exp(min(5.0, float(one))))) for one in vector]
    return type(like)(*(value - _SHIFT.get(name, 0.0) for name, value in zip(names, values, strict=True)))


def _rounded(weights: SideWeights) -> SideWeights:
    return type(weights)(*(round(getattr(weights, one.name), 3) for one in fields(weights)))
