"""Modules of the games in which the rules engine itself judges movement: a trial, for tests alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from unittest import mock

from hexwright.model.game import Game
from hexwright.vassal.codec.module_archive import Archive, zip_entries
from hexwright.vassal.enforcement import script
from tests.vassal.engine.conftest import module_with_plain_pictures

_SCRIPT: Final = Path(__file__).with_name("movement.bsh")


def module_judging_moves(game: Game, path: Path, entries: dict[str, bytes]) -> Path:
    """Write a module with plain pictures whose drags in movement phases the rules engine judges.

    `entries` are those of `module_entries`; without them the module works in the emulator alone.
    """
    lines = map(str.strip, _SCRIPT.read_text(encoding="utf-8").splitlines())
    more = "\n".join(line for line in lines if line and not line.startswith("//"))
    plain = script.script

    def judging(of: Game, light: int) -> str:
        return f"{plain(of, light)}{more}\n"

    with mock.patch.object(script, "script", judging):
        module_with_plain_pictures(game, path)
    with Archive(path) as archive:
        files = {name: archive.read(name) for name in archive.names}
    placeholders = {"judge/classes.bin": b"", "judge/game.json": b""}
    path.write_bytes(zip_entries({**files, **placeholders, **entries}))
    return path
