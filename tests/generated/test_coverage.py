"""Between them the games made at random use everything in the data format."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from hexwright.load.game_loading import load_game
from tests.generated.coverage import Said, said, sayable
from tests.generated.plan import USES, Plan, later
from tests.generated.writing import SLUG, write
from tests.tiers import ALL

GAMES: Final = 120
RICH: Final = (70, 183, 140, 167, 0, 23, 124, 191, 165, 86, 24, 184, 87, 107, 14, 36, 39, 43)
"""Games that said all between them when they were drawn first; the others follow while anything is unsaid."""
UNSAID: Final = {
    "Case": "the ledger names functions and tests of a published game's rules",
    "Ledger": "as above",
    "GameInfo.rules": "a module of the game's own is code, not data",
    "Step.enclosed": "refused by check beside combat and fire, and every game drawn has one of them",
    "Phase.kind weather": "refused by check: weather is told as a turn begins",
}
"""What no game made at random says, and why."""


def _excused(what: Said) -> bool:
    name, choice = what
    return any(entry in UNSAID for entry in (name, name.partition(".")[0], f"{name} {choice}"))


@pytest.mark.slow
def test_games_made_at_random_say_every_field_and_choice_of_the_format(tmp_path: Path) -> None:
    found: set[Said] = set()
    wanted = {what for what in sayable() if not _excused(what)}
    for seed in dict.fromkeys((*RICH, *range(GAMES))):
        dice = random.Random(seed)
        share = dice.uniform(0.55, 0.95)
        uses = frozenset(use for use in USES if dice.random() < share)
        if seed % 2:
            # Else four games of five would be fought by fire, and what odds have to say be drawn by few.
            uses -= {"fire"}
        if seed % 3 == 1:
            # Else few points would be held against an enemy's.
            uses -= {"three-sides"}
        uses |= later(seed, share)
        if seed % 3:
            # Else few groups would lose anything for want of supply.
            uses -= {"supply-otherwise"}
        game = load_game(write(Plan(seed, 9, 8, 7, 4, uses), tmp_path / str(seed)), SLUG)
        assert game.diagnostics == (), seed
        found |= said(game.game)
        if wanted <= found and not ALL:
            break
    assert wanted - found == set()
    assert not any(_excused(what) for what in found)
