"""Drive a real module through the lines of `hexwright drive`, and write the outcome as JSON.

Begins the first set-ups and the empty game, then lists, drags, presses and undoes; refusals of the prompt are
counted by their reason without names. Any exception other than `EngineError` is a crash and ends the process.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path

from hexwright.emulator.drive_prompt import DrivePrompt
from hexwright.emulator.emulated_game import EmulatedGame
from hexwright.engine_driver.engine_errors import EngineError

SET_UPS = 2
PIECES = 12
BUTTONS = 25


class Driving:
    """Drive one module and count."""

    def __init__(self, module: Path) -> None:
        self.game = EmulatedGame.open(module)
        self.prompt = DrivePrompt(self.game)
        self.chance = random.Random(module.name)
        self.lines = 0
        self.warnings: set[str] = set()
        self.slowest = (0.0, "")
        self.refused: Counter[str] = Counter()

    def do(self, *words: str) -> list[str]:
        """Do one line of the prompt; return what it showed, nothing where it was refused."""
        line = " ".join(word if word.isalnum() else '"' + word.replace('"', '\\"') + '"' for word in words)
        began = time.monotonic()
        try:
            shown = list(self.prompt.do(line))
        except EngineError as fault:
            self.refused[re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "…", str(fault))[:90]] += 1
            shown = []
        took = time.monotonic() - began
        self.lines += 1
        if took > self.slowest[0]:
            self.slowest = (took, line)
        self.warnings.update(told for told in shown if told.startswith("!"))
        return shown

    def play(self) -> None:
        """Use everything that the game in progress offers, a little."""
        everything = self.game.pieces()
        self.do("pieces", "e")
        for piece in self.chance.sample(everything, min(PIECES, len(everything))):
            if not self.there(piece.id):
                continue
            self.use(piece.id)
            other = self.chance.choice(everything)
            if other.map is not None:
                self.do("drag", piece.id, f"{other.x},{other.y}", other.map)
                self.do("undo")
        self.do("decks")
        for deck in self.game.decks()[:PIECES]:
            self.do("draw", deck.name, f"{deck.x + 200},{deck.y}")
            for line in self.game.deck_menu(deck.name)[:8]:
                self.do("deck", deck.name, line.text, "1")
                if self.chance.random() < 0.3:
                    self.do("undo")
        self.do("buttons")
        for button in self.game.toolbar.buttons[:BUTTONS]:
            self.do("press", self.game.toolbar.text(button) or button.tooltip or button.name)
        for counter in self.game.toolbar.trackers:
            self.do("next", counter.name)
            self.do("back", counter.name)
        for side in (*self.game.sides()[:2], *self.game.sides()[:1]):
            self.do("side", side)
        for _ in range(20):
            self.do("undo")
        self.do("chat", "5")

    def use(self, piece: str) -> None:
        """Choose what a piece's menu offers, and give it keys from within, as long as it is there."""
        self.do("menu", piece)
        for line in self.game.menu(piece)[:8]:
            if not self.there(piece):
                return
            self.do("do", piece, line.text)
        for key in self.game.keys_of(piece)[:8] if self.there(piece) else ():
            if not self.there(piece):
                return
            self.do("key", piece, key)
            if self.chance.random() < 0.3:
                self.do("undo")

    def there(self, piece: str) -> bool:
        """Return whether a piece is still in the game."""
        return piece in self.game.world.things


def main(module: Path) -> None:
    """Drive a module and print the outcome."""
    driving = Driving(module)
    setups = [setup.title for setup in driving.game.setups()][:SET_UPS]
    games = most = 0
    for begin in (("new",), *(("start", title) for title in setups)):
        if driving.do(*begin):
            games += 1
            most = max(most, driving.game.status().pieces)
            driving.play()
    driving.do("unsupported")
    told = {
        "games": games,
        "pieces": most,
        "lines": driving.lines,
        "slowest": driving.slowest,
        "warnings": len(driving.warnings),
        "refused": driving.refused,
        "unsupported": driving.game.unsupported,
        "examples": sorted(driving.warnings)[:40],
    }
    print(json.dumps(told, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
