"""Play the games of a campaign that its record lacks, and stop where the wanted precision is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hexwright.players.campaigns.campaign_job import CampaignJob, Chunk, PlayedChunk, seed_of_game
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.campaigns.plan_loading import Campaign
from hexwright.players.playtesting.estimates import Estimate, deviations_of, share_estimate

CampaignEngine = Callable[[CampaignJob, Iterator[Chunk]], Iterator[PlayedChunk]]

FIRST_LOOK = 50
"""The number of games after which precision is first checked; then after twice as many each time."""
_SECONDS_PER_CHUNK = 2.0
_GAMES_PER_CHUNK = 200
_MOST_CHUNKS = 100_000
"""About how many chunks a campaign has at most: a Dask scheduler keeps a quarter of a kilobyte for each."""


def looks(campaign: Campaign) -> Sequence[int]:
    """Return the numbers of games after which precision is checked; the last is that of the whole plan."""
    found = []
    size = FIRST_LOOK
    while campaign.plan.precision is not None and size < campaign.plan.games:
        found.append(size)
        size *= 2
    return (*found, campaign.plan.games)


def deviations(campaign: Campaign) -> float:
    """Return how many standard deviations wide an interval is to each side.

    Each of k looks has the confidence 1 - 0.05 / k. So a share's intervals of all looks are right in 95 % of
    campaigns, and stopping at a lucky look claims nothing false.
    """
    return deviations_of(len(looks(campaign)))


def is_precise(campaign: Campaign, store: GameStore, cell: int, games: int) -> bool:
    """Whether each side's share of wins in the first games of a cell is known as well as the plan wants."""
    wanted = campaign.plan.precision
    if wanted is None:
        return False
    name = str(campaign.cells[cell])
    wins, wide = store.wins(name, games), deviations(campaign)
    return all(
        _half_width(share_estimate(wins.get(side, 0), games, wide)) <= wanted
        for side, _ in campaign.cells[cell].players
    )


def _half_width(share: Estimate) -> float:
    return (share.high - share.low) / 2


def games_wanted(campaign: Campaign, store: GameStore) -> Sequence[int]:
    """Return, for each cell, after how many games it ends, as far as the record tells."""
    return [
        next(
            size
            for size in looks(campaign)
            if size == campaign.plan.games
            or store.count(str(cell), size) < size
            or is_precise(campaign, store, number, size)
        )
        for number, cell in enumerate(campaign.cells)
    ]


def play_campaign(
    campaign: Campaign, store: GameStore, engine: CampaignEngine, progress: Callable[[int, int], None]
) -> int:
    """Play the games that the record lacks; return their number.

    The record is the same for any engine and number of workers, except for the time of games. `progress`
    receives how many games are in the record and how many are wanted so far.
    """
    played = 0
    while True:
        wanted = games_wanted(campaign, store)
        there = sum(store.count(str(cell), size) for cell, size in zip(campaign.cells, wanted, strict=True))
        total = sum(wanted)
        progress(there, total)
        if there == total:
            return played
        pace: dict[int, float] = {}
        for done in engine(campaign.job, _chunks(campaign, store, wanted, pace)):
            store.add(campaign, done)
            pace[done.chunk.cell] = sum(done.seconds) / len(done.seconds)
            played += len(done.games)
            there += len(done.games)
            progress(min(there, total), total)


def _chunks(
    campaign: Campaign, store: GameStore, wanted: Sequence[int], pace: dict[int, float]
) -> Iterator[Chunk]:
    """Yield the games that the record lacks, in chunks of about two seconds by the pace seen so far, or in
    larger ones if they would be very many.
    """
    least = -(-sum(wanted) // _MOST_CHUNKS)
    for cell, name in enumerate(map(str, campaign.cells)):
        for first, end in store.missing(name, 0, wanted[cell]):
            while first < end:
                games = least
                if pace.get(cell):
                    games = max(least, min(_GAMES_PER_CHUNK, int(_SECONDS_PER_CHUNK / pace[cell])))
                last = min(end, first + games)
                seeds = tuple(seed_of_game(campaign.plan.seed, number) for number in range(first, last))
                yield Chunk(cell, first, seeds)
                first = last
