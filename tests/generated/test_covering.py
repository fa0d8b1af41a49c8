"""Set-ups made at random are legal where sides cover hexes, and a unit of another would keep one from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import check_setup
from hexwright.rules.setup.setup_limits import SetUpLimits
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, write


def drawn(seed: int, folder: Path) -> Game:
    plan = Plan.read(f"{seed}:4x6:3:3:cancelled-zones,set-up-bounds,three-sides")
    return load_game(write(plan, folder), SLUG).game


def illegal(game: Game) -> int:
    """Count how many of some set-ups can't be made, or aren't legal."""
    found = 0
    for seed in range(20):
        try:
            found += bool(check_setup(game, "day-1", generate_setup(game, "day-1", seed)))
        except InputError:
            found += 1
    return found


@pytest.mark.parametrize("seed", [1, 5, 14, 23])
def test_nobody_is_placed_where_another_side_has_to_cover(seed: int, tmp_path: Path) -> None:
    assert illegal(drawn(seed, tmp_path)) == 0


def test_a_unit_placed_there_makes_the_set_up_illegal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(_bounds: SetUpLimits, _side: SideId) -> set[str]:
        return set()

    monkeypatch.setattr(SetUpLimits, "hexes_made_uncoverable", nowhere)
    assert illegal(drawn(14, tmp_path)) > 9
