"""A whole turn of each game is played by two players, each in his own seat, as the rules engine plays it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance import player_seats
from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, replay_turns
from hexwright.conformance.module_player import ModulePlayer
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from tests.conformance.conftest import EMBATTLED, MOSCOW, Benches
from tests.conformance.two_seats import DEEDS, POLICIES, SEEDS
from tests.tiers import sampled
from tests.vassal.engine.conftest import write_module

"""The greedy one doesn't retreat of itself where it may stay."""
games = pytest.mark.parametrize("slug", sampled([MOSCOW, EMBATTLED]))


def played(bench: ConformanceBench, slug: str) -> ComparisonTally:
    """Play the first turn of a game's first scenario."""
    return replay_turns(bench, bench.game.scenarios[0].id, SEEDS[slug], POLICIES[slug])


def check(bench: ConformanceBench, slug: str, tally: ComparisonTally) -> None:
    """Check that a turn was played to its end without a difference, and with every kind of action of a
    turn.
    """
    scenario = bench.game.scenarios[0]
    assert [str(difference) for difference in tally.differences] == []
    assert bench.table.get("Turn") == str(scenario.first_turn + 1)
    assert [deed for deed in DEEDS[slug] if not tally.counts[deed]] == []
    assert tally.counts["retreats by the other player"] >= 1


@games
def test_each_player_does_what_is_his_to_decide(benches: Benches, slug: str) -> None:
    check(benches(slug), slug, played(benches(slug), slug))


@pytest.mark.engine
@games
def test_real_engine_lets_each_seat_play_its_own_part(benches: Benches, slug: str, tmp_path: Path) -> None:
    with Engine(write_module(benches(slug).game, slug, tmp_path / "game.vmod")) as engine:
        bench = replace(benches(slug), table=VassalModule(engine))
        check(bench, slug, played(bench, slug))


@games
def test_a_player_who_plays_for_the_other_side_is_reported(
    benches: Benches, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = player_seats.deciding_side

    def wrong(hands: ModulePlayer) -> int:
        return 1 - right(hands)

    monkeypatch.setattr(player_seats, "deciding_side", wrong)
    assert played(benches(slug), slug).differences != []
