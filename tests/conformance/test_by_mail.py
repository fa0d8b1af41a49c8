"""Two turns of each game are played by two players who never meet: by saves sent to and fro, and by logs.

Each has an engine of his own and sits in his own seat alone. Whenever the other has to decide, the game is
sent to him: as a saved game that he loads, or as a log that he steps through to its end before he goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import replay_turns
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine, EngineError
from tests.conformance.conftest import EMBATTLED, MOSCOW, Benches
from tests.conformance.two_seats import DEEDS
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine
TURNS = 2
SEED = 0
"""The policy is the greedy one, which doesn't gamble: so neither game ends before its second turn does."""


class _Post(VassalModule):
    """A table whose players live apart: taking the other seat is sending the game there."""

    def __init__(self, homes: Mapping[str, Engine], folder: Path, *, logged: bool) -> None:
        first = next(iter(homes))
        super().__init__(homes[first])
        self._homes, self._folder, self._logged = homes, folder, logged
        self._seat = first
        self.sent = 0
        self._last = folder / "nothing"
        self.warned: list[str] = []

    def start(self, title: str) -> None:
        """Start a predefined set-up at the first player's."""
        self._player.start(title, self._seat)
        self._begin()
        self._log()

    def sit(self, seat: str) -> None:
        """Send the game to the player of a seat."""
        if seat == self._seat:
            return
        self.warned += self.problems()
        self.sent += 1
        file = self._folder / f"{self.sent}.vsav"
        if self._logged:
            file = self._ended()
        else:
            self._engine.save(file)
        self._player = self._engine = self._homes[seat]
        self._seat = seat
        self._engine.load(file, seat)
        self._engine.step(self._engine.status().steps_left)
        assert self._engine.status().steps_left == 0
        assert self._engine.status().side == seat
        self._begin()
        self._log()

    def seed(self, seed: int) -> None:
        """Make everybody's dice repeatable from here on."""
        for home in self._homes.values():
            home.seed(seed)

    def _ended(self) -> Path:
        """Return the log of what was done since the game came, or the one with which it came."""
        try:
            self._engine.end_log()
        except EngineError:
            # The engine writes no log without a step: whose tries were all refused has none.
            return self._last
        self._last = self._written
        return self._written

    def _log(self) -> None:
        if self._logged:
            self._written = self._folder / f"log-{self.sent}.vlog"
            self._engine.begin_log(self._written)


@dataclass(frozen=True, slots=True)
class _Players:
    """Two players of a game, each with an engine of his own: by the name of his side."""

    slug: str
    homes: Mapping[str, Engine]


@pytest.fixture(scope="module", params=[MOSCOW, EMBATTLED])
def players(
    request: pytest.FixtureRequest, benches: Benches, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[_Players]:
    """Return the players of a game; they play more games than one, for an engine starts slowly."""
    slug = str(request.param)
    found = benches(slug).game
    module = write_module(found, slug, tmp_path_factory.mktemp("mail") / "game.vmod")
    with ExitStack() as stack:
        homes = {side.name: stack.enter_context(Engine(module)) for side in found.info.sides}
        for seat, home in homes.items():
            home.play_as(f"The {seat} player")
        yield _Players(slug, homes)


@pytest.mark.parametrize("logged", [False, True], ids=["saves", "logs"])
def test_two_turns_are_played_by_mail(
    players: _Players, benches: Benches, logged: bool, tmp_path: Path
) -> None:
    bench = benches(players.slug)
    scenario = bench.game.scenarios[0]
    table = _Post(players.homes, tmp_path, logged=logged)
    tally = replay_turns(replace(bench, table=table), scenario.id, SEED, turns=TURNS)
    assert [str(difference) for difference in tally.differences] == []
    assert table.get("Turn") == str(scenario.first_turn + TURNS)
    assert [deed for deed in DEEDS[players.slug] if not tally.counts[deed]] == []
    assert table.sent >= 2 * TURNS - 1
    assert [*table.warned, *table.problems()] == []
