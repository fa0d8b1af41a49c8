"""The umpire follows situations and who waits for them, capped odds and sources of limited supply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.model.game import Game
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.umpire.log_umpire import Finding, LogUmpire
from tests.conformance.close_combat import close
from tests.rules.games_with_capped_odds import capped, heads
from tests.rules.games_with_garrisons import toy
from tests.rules.games_with_lesser_supply import besieged
from tests.rules.games_with_situations import BOLD, situated
from tests.tiers import sampled
from tests.umpire.planting import Field

CAUSEWAY = "toy-causeway"
ALWAYS = replace(BOLD, id="always", situation=())
"""As if what was judged were so from the beginning."""

GAMES: dict[str, tuple[Callable[[], Game], Callable[[], Game]]] = {
    "capped odds": (lambda: close(capped(heads()[0])), lambda: close(capped(None))),
    "sources of limited supply": (besieged, lambda: besieged(())),
    "who waits": (toy, lambda: toy(waits=())),
    "situations": (lambda: close(situated()), lambda: close(situated(changes=(ALWAYS,)))),
}


def played(found: Game, seed: int, policy: str = "greedy") -> Field:
    """Return a game of four turns."""
    kernel = RulesEngine(found, found.scenarios[0].id)
    field = Field(kernel, kernel.set_up(seed), slug=CAUSEWAY)
    return field.play(lambda f: f.state.turn > 4 or f.state.stage == "over", policy)


def ruled(field: Field, by: Game) -> tuple[Finding, ...]:
    """Return what the umpire of a game finds in what was done."""
    ruling = LogUmpire(HexwrightGame(by), field.log()).follow_log()
    return tuple(one for one in ruling.findings if one.step)


@pytest.mark.parametrize("what", GAMES)
def test_games_by_the_rules_are_followed(what: str) -> None:
    right = GAMES[what][0]()
    assert ruled(played(right, 3), right) == ()


@pytest.mark.parametrize("what", sampled(GAMES, 0, 3))
def test_games_by_other_rules_are_found(what: str) -> None:
    right, wrong = (make() for make in GAMES[what])
    ways = ((seed, policy) for seed in (3, *range(8)) for policy in ("greedy", "random"))
    assert any(ruled(played(wrong, seed, policy), right) for seed, policy in ways)
