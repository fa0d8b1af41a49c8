"""Saved games, logs and the set-ups of modules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from hexwright.vassal.codec.module_archive import SavedGame, zip_entries
from tests.foreign.modules import saved_game
from tests.fuzz.frame import Input
from tests.fuzz.mutating import SPICE, mutated_archive, mutated_bytes, mutated_text
from tests.fuzz.tool import hexwright, read
from tests.module_checks.sound import files

_COMMANDS = (
    "\x1b", "begin_save", "end_save", "+/", "D/", "M/", "LOG\t", "UNMASK\t", "Map0BoardPicker\t", "NOTES\t",
    "CHAT", "SetScenario\t", "MutableProperty\t", "GlobalProperty\t", "/null;0;0;1;0", "\x1b\\\x1b",
    "GAMESTATE", "PLAYER",
)  # fmt: skip


@cache
def _saves() -> tuple[SavedGame, ...]:
    old = (("1", "Guard", "7", 1, 20, 25), ("2", "Horse", "8", 2, 60, 50))
    return tuple(SavedGame.decode(data) for data in (files().entries["start.vsav"], saved_game(old)))


def mutant(chance: Random) -> bytes:
    """Return a saved game with damage in its commands, in its other parts, or in its archive."""
    saved = chance.choice(_saves())
    way = chance.random()
    if way < 0.7:
        text = mutated_text(chance, saved.text, (*SPICE, *_COMMANDS))
        if chance.random() < 0.2:
            text = "\x1b".join(f"LOG\t{part}" for part in text.split("\x1b"))
        return SavedGame(saved.moduledata, saved.savedata, _plain(text)).encode()
    if way < 0.8:
        entries = {"savedGame": mutated_text(chance, saved.text).encode("utf-8", "replace")}
        return zip_entries({**entries, "moduledata": mutated_bytes(chance, saved.moduledata)})
    return mutated_archive(chance, saved.encode())


def _plain(text: str) -> str:
    """Return text without what no file can hold."""
    return text.encode("utf-8", "replace").decode()


def run(path: Path) -> bool:
    """Read the file as a saved game, as a log, and as a module's set-up; bring its counters up to date."""
    as_log, as_module = path.with_suffix(".vlog"), path.with_name("sound.vmod")
    went = read(path)
    as_log.write_bytes(path.read_bytes())
    went = hexwright("show", as_log) and went
    hexwright("log", "tell", as_log, "--format", "html")  # Few have steps.
    as_module.write_bytes(zip_entries({**files().entries, "start.vsav": path.read_bytes()}))
    hexwright("save", "refresh", path, "--to", as_module, "-o", path.with_name("refreshed.vsav"))
    return hexwright("verify", as_module, "--fail-on", "warning") and went


INPUT = Input("saves", "Saved games, logs and set-ups", ".vsav", mutant, run)
