"""Plant in games of a toy that was changed, read by all who help to plant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from hexwright.model.game import Game
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.saves import own_games
from tests.umpire import planting
from tests.umpire.planting import Field
from tests.vassal.compile import games


@contextmanager
def field_of(found: Game, standing: Sequence[str], phase: str, pool: Sequence[str] = ()) -> Iterator[Field]:
    """Give a game under way, in the first turn of a changed toy's first scenario; forget it afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (planting, own_games, games):
            patch.setattr(module, "game", lambda _slug: found)
        _forget()
        kernel = RulesEngine(found, found.scenarios[0].id)
        yield Field(kernel, build_state(kernel, standing, turn=1, phase=phase, pool=pool), slug=found.slug)
    _forget()


def _forget() -> None:
    own_games.ours.cache_clear()
    games.plan.cache_clear()
