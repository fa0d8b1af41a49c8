"""Pieces with damaged traits in a small module, played: keys pressed, pieces dragged, steps undone."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.vassal.codec.module_archive import zip_entries
from tests.emulator import proving_ground
from tests.fuzz.frame import Input
from tests.fuzz.mutating import SPICE, mutated_text

_NUMBERS: Final = (
    "0",
    "-1",
    "1",
    "2147483647",
    "-2147483648",
    "1e308",
    "NaN",
    "Infinity",
    "1e-300",
    "²",
    "99999",
)
_EXPRESSIONS: Final = (
    "{Turn+1}",
    "$Turn$", "{Log.repeat(1000)}", "{SumMap(\"Count\")}", "{CountMap(\"{true}\")}", "{BasicName}",
    "$BasicName$$PieceName$", "{\"a\".matches(\"(a+)+b\")}", "{Name}", "{1/0.0}", "$Formula$", "{Formula}",
)  # fmt: skip
_WAYS: Final = 24
"""Hands laid on a piece in one mutant."""


@cache
def _entries() -> dict[str, bytes]:
    return proving_ground.entries()


def mutant(chance: Random) -> bytes:
    """Return the proving ground with damage inside its components, or a field of it set to something odd."""
    entries = dict(_entries())
    text = entries["buildFile.xml"].decode()
    for _ in range(chance.choice((1, 1, 2, 4))):
        marks = [at for at, sign in enumerate(text) if sign in ";/\t="]
        at = chance.choice(marks) + 1
        end = min((p for s in ';/\t"<' if (p := text.find(s, at)) >= 0), default=at)
        way = chance.random()
        if way < 0.4:
            text = text[:at] + chance.choice(_NUMBERS) + text[end:]
        elif way < 0.6:
            text = text[:at] + chance.choice(_EXPRESSIONS).replace('"', "&quot;") + text[end:]
        else:
            low, high = max(120, at - 400), min(len(text), at + 400)
            text = text[:low] + mutated_text(chance, text[low:high], SPICE, most=3) + text[high:]
    entries["buildFile.xml"] = text.encode("utf-8", "replace")
    return zip_entries(entries)


def run(path: Path) -> bool:
    """Play it; tell whether it could be opened."""
    try:
        game = EmulatedGame.open(path)
    except EngineError:
        return False
    chance = Random(path.read_bytes()[-64:])
    with game:
        with suppress(EngineError):
            game.new_game("Red")
        for _ in range(_WAYS):
            with suppress(EngineError):
                _touch(game, chance)
        told = [*game.chat, *(problem.text for problem in game.take_problems())]
        assert not any("object at 0x" in line for line in told)
    return True


def _touch(game: EmulatedGame, chance: Random) -> None:
    pieces = game.pieces(["BasicName", "PieceName"])
    piece = chance.choice(pieces) if pieces else None
    way = chance.random()
    if piece is not None and way < 0.5 and (keys := game.keys_of(piece.id)):
        game.key(piece.id, chance.choice(keys))
    elif piece is not None and way < 0.75:
        game.drag(piece.id, piece.map or "Map", (chance.randrange(800), chance.randrange(600)))
    elif way < 0.85 and game.toolbar.buttons:
        game.push(chance.choice(game.toolbar.buttons))
    elif way < 0.95:
        game.next_turn()
    else:
        game.undo()


INPUT = Input("traits", "Pieces and traits in the virtual engine", ".vmod", mutant, run)
