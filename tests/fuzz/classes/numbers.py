"""Games with odd numbers: what `check` takes must become a map, counters, charts and a module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hexwright.load.project_folder import Project
from tests.fuzz.classes.games import SLUG, games, run
from tests.fuzz.frame import Input
from tests.load.numeric import Leaf, leaves, with_number


@cache
def _leaves(number: int) -> tuple[Leaf, ...]:
    with TemporaryDirectory() as folder:
        project = Project(Path(folder))
        for name, text in games()[number].items():
            path = project.folder(SLUG) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return leaves(project, SLUG)


def mutant(chance: Random) -> bytes:
    """Return, below a line that tells the game and the file, a file of a game with another number."""
    number = chance.randrange(len(games()))
    leaf = chance.choice(_leaves(number))
    low, high = leaf.bounds.low, leaf.bounds.high
    figure = chance.choice((low, high, low + 1, high - 1, 0, -1, chance.uniform(low, high), leaf.value * 10))
    written = f"{figure:.15g}" if chance.random() < 0.2 else str(round(figure))
    text = with_number(games()[number], leaf, written)[leaf.file]
    return f"{number} {leaf.file}\n".encode() + text.encode()


INPUT = Input("numbers", "Games with odd numbers", ".yaml", mutant, run, sample=5)
