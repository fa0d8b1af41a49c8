"""Play a compiled game in the virtual engine by the names of its data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hexwright.emulator import EmulatedGame
from hexwright.model.game import Game as GameData
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game as game_of
from tests.vassal.engine.conftest import write_module

_PLAIN_MOVE = re.compile(r"[^:]+: [^→,]+ → [^→,]*[^→,.]")
"""A move that the module only reports."""
MOSCOW, EMBATTLED, TOY = "battle-for-moscow", "moscow-embattled", "toy-bridge"


@cache
def opened(slug: str) -> EmulatedGame:
    """Return a compiled game, read once a session."""
    return opened_game(game_of(slug), slug)


def opened_game(game: GameData, slug: str) -> EmulatedGame:
    """Return a game compiled and opened."""
    with TemporaryDirectory() as folder:
        return EmulatedGame.open(write_module(game, slug, Path(folder) / f"{slug}.vmod"))


class Table:
    """A game at the table: units by their ids, and what was said."""

    def __init__(self, engine: EmulatedGame) -> None:
        self.engine = engine

    def start(self, title: str, level: str = "strict", side: str = BOTH_SIDES) -> Table:
        """Begin a set-up by its title."""
        self.engine.start(title, side)
        self.engine.set_property("Enforcement", level)
        self.engine.take_problems()
        self.said()
        return self

    def id(self, unit: str) -> str:
        """Return the piece of a unit, or of the first control marker in a hex: "control 0805"."""
        kind, _, place = unit.partition(" ")
        for piece in self.engine.pieces(("UnitId", "Kind")):
            if piece.properties["UnitId"] == unit:
                return piece.id
            if kind == "control" == piece.properties["Kind"] and piece.location == place:
                return piece.id
        raise KeyError(unit)

    def where(self, unit: str) -> str | None:
        """Return the hex or box of a unit, or the window in which it waits."""
        piece = self.engine.pieces(ids=self.id(unit))[0]
        return piece.location if piece.map == "Map" else piece.map

    def drag(self, unit: str, to: str) -> list[str]:
        """Drag a unit to a hex, a box or the window of its side; return what was said."""
        if to.endswith(" forces"):
            [board] = self.engine.world.maps[to].boards
            self.engine.drag(self.id(unit), to, (board.width - 20, board.height - 20))
        else:
            self.engine.drag(self.id(unit), "Map", to)
        return self.said()

    def key(self, unit: str, key: str) -> list[str]:
        """Press a key on a unit; return what was said."""
        self.engine.key(self.id(unit), key)
        return self.said()

    def hotkey(self, key: str) -> list[str]:
        """Fire a named key of the module; return what was said."""
        self.engine.hotkey(key)
        return self.said()

    def press(self, button: str) -> list[str]:
        """Press a button by the text it shows, again where it only asks; return what was said."""
        self.engine.press(button)
        lines = self.said()
        if lines and lines[-1].startswith("Wait: "):
            self.engine.press(button)
            lines = self.said()
        return lines

    def said(self) -> list[str]:
        """Return the new lines of the chat, without the engine's own mark and without reports of moves."""
        lines = [line.text.removeprefix("* ") for line in self.engine.take_chat()]
        return [line for line in lines if not _PLAIN_MOVE.fullmatch(line)]

    def get(self, name: str) -> str | None:
        """Return a property of the game."""
        return self.engine.property(name)

    def place(self, entries: Iterable[tuple[str, str]]) -> Table:
        """Drag units to their hexes."""
        for unit, hex_id in entries:
            self.drag(unit, hex_id)
        return self

    def state(self) -> list[tuple[object, ...]]:
        """Return where every piece stands with its face, and what the game keeps."""
        names = ("Step", "Moved", "MoveRecord")
        pieces = [
            (p.id, p.map, p.x, p.y, *(p.properties[name] for name in names))
            for p in self.engine.pieces(names)
        ]
        kept = ("Turn", "Phase", "SettingUp", "GameOver", "Winner", "LastViolation", "LastRefusal")
        return [*sorted(pieces, key=str), tuple(self.get(name) for name in kept)]
