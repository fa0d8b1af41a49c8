"""Saved games and logs of a game of ours, which are judged by the rules reference."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from zlib import crc32

from hexwright.vassal.codec.module_archive import SavedGame
from tests.fuzz.frame import ROOT, Input
from tests.fuzz.mutating import SPICE, mutated_archive, mutated_text
from tests.fuzz.tool import hexwright

_VALUES = (
    "german", "soviet-19", "Map", "null", "false", "-1", "9", "99999999999", "²", "unit", "control",
    "Turn", "strict", "GameOver", "true", "2", "1.german-combat soviet-30", "1.german-fire D2",
    ";", "\t", "/", "\x1b", "|", "0|1;0;false;-1;2\\;0\\;0\\;true",
)  # fmt: skip
_WORDS = (
    "UnitId", "Side", "Kind", "Step_Level", "german-xli", "soviet-19", "Map;", "TurnTracker0", "Module",
    "Scenario", "operation-typhoon", "SettingUp", "UnitsLost_german", "ReplacementsLeft", "stack", "M/",
    "Attack", "Mission", "Fought", "FireBattle", "Disrupted_Level", "rolls 1d6: ", "Weather", "Map\t709",
    "D/", "+/", "-/", "LOG", "UNDO\ttrue", "MutableProperty", "GlobalProperty", "1000014", "1000015",
)  # fmt: skip


@cache
def _games() -> tuple[SavedGame, ...]:
    folders = (ROOT / "tests" / room / "recorded" for room in ("saves", "umpire"))
    return tuple(
        SavedGame.decode(path) for folder in folders for path in sorted(folder.iterdir()) if path.is_file()
    )


def mutant(chance: Random) -> bytes:
    """Return a recorded game in which words are others, commands stand elsewhere, or anything is damaged."""
    saved = chance.choice(_games())
    text, way = saved.text, chance.random()
    if way < 0.5:
        for _ in range(chance.randint(1, 4)):
            word = chance.choice(_WORDS)
            places = text.count(word)
            if places:
                parts = text.split(word)
                at = chance.randrange(1, len(parts))
                text = word.join(parts[:at]) + chance.choice((*_VALUES, *_WORDS)) + word.join(parts[at:])
    elif way < 0.7:
        parts = text.split("\x1b")
        for _ in range(chance.randint(1, 6)):
            parts.insert(chance.randrange(len(parts)), parts.pop(chance.randrange(len(parts))))
        text = "\x1b".join(parts)
    elif way < 0.9:
        text = mutated_text(chance, text, (*SPICE, *_VALUES, *_WORDS))
    else:
        return mutated_archive(chance, saved.encode())
    plain = text.encode("utf-8", "replace").decode()
    return SavedGame(saved.moduledata, saved.savedata, plain).encode()


def run(path: Path) -> bool:
    """Show, judge, umpire or compare the file, by chance of its bytes: each reads the game's data first."""
    project = ("-C", ROOT)
    match crc32(path.read_bytes()) % 9:
        case 0:
            return hexwright(*project, "save", "show", "--end", path)
        case 1:
            return hexwright(*project, "save", "diff", ROOT / "tests/saves/recorded/by-hand.vsav", path)
        case 2:
            wanted = ("setup", "check", "battle-for-moscow", "operation-typhoon", "--save", path)
            return hexwright(*project, *wanted)
        case 3:
            return hexwright(*project, "log", "tell", path, "--format", "markdown")
        case 4:
            return hexwright(*project, "save", "check", path)
        case 5:
            return hexwright(*project, "advise", path, "--format", "json")
        case number:
            return hexwright(*project, "umpire", path, "--format", ("text", "json", "html")[number % 3])


INPUT = Input("own-saves", "Saved games and logs of our games", ".vsav", mutant, run, sample=8)
