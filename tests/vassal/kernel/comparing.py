"""Compare the translated rules engine with the one in Python: games of the project, and random games."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.generated.plan import Plan, drawn
from tests.generated.writing import SLUG, write
from tests.vassal.kernel.call_recording import ClassName, calls_of, opening
from tests.vassal.kernel.kernel_machine import Comparison, KernelMachine

_AT_A_TIME = 400
"""Calls of one scenario before the next: so that all scenarios of a game with many come in."""


def compare_game(
    machine: KernelMachine, game: Game, class_name: ClassName, number: int, seed: int
) -> Comparison:
    """Compare at least `number` calls of a game, in all its scenarios in turn, with options by chance."""
    found = Comparison()
    chance = random.Random(seed)
    while sum(found.calls.values()) < number:
        for scenario in game.scenarios:
            options = {option.id: chance.choice(option.choices).id for option in game.rules.options}
            rules = RulesEngine(game, scenario.id, options)
            wanted = min(_AT_A_TIME, number - sum(found.calls.values()))
            if wanted <= 0:
                break
            found.merge(machine.compared((opening(rules, class_name),)))
            found.merge(machine.compared(calls_of(rules, class_name, wanted, chance.randrange(1 << 30))))
    return found


def generated_games(seeds: range) -> Iterator[tuple[int, Game]]:
    """Yield the games made at random of some seeds, except those that `check` refuses."""
    for seed in seeds:
        game = made_game(drawn(seed))
        if game is not None:
            yield seed, game


def made_game(plan: Plan) -> Game | None:
    """Return the game of a plan; None if it can't be played."""
    with tempfile.TemporaryDirectory(prefix="drawn-") as name:
        try:
            return load_game(write(plan, Path(name)), SLUG).game
        except InputError:
            return None
