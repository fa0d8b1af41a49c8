"""A game on either engine, as the tests of the enforcement look at it."""

from __future__ import annotations

import html
import random
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

from hexwright.conformance.running_module import seed_for
from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game as game_of

SLUG = "battle-for-moscow"
WAIT = "* Wait: "
PROMPT = r"<nobr><b>(.*?)</b></nobr></td></tr><tr><td height=\d+ [^>]*>(.*?)</td></tr></table><!"
"""The first line and the text of the prompt."""
KEPT = (
    *("Kind", "UnitId", "Side", "Step", "Moved", "MoveRecord", "Attack", "Fought"),
    *("Replaced", "NoPoint"),
)
"""What a player's deed can change in a piece, beside its place."""


class Told(random.Random):
    """A die that falls as given."""

    def __init__(self, roll: int) -> None:
        super().__init__(roll)
        self.roll = roll

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the number that was given."""
        return self.roll - 1


def spoiled(module: Path, old: str, new: str) -> Path:
    """Change the script of a module in one place; return the module."""
    with zipfile.ZipFile(module) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts["buildFile.xml"].decode()
    was, is_now = (escape(part, {'"': "&quot;"}) for part in (old, new))
    assert text.count(was) == 1, old
    parts["buildFile.xml"] = text.replace(was, is_now).encode()
    with zipfile.ZipFile(module, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return module


OF_ONE_SEAT = frozenset(
    (
        *("LastViolation", "LastRefusal", "RefusedAt", "Seat", "LogState", "Verdict", "Asked"),
        "PromptWidth",
    )
)
"""Properties that a refusal sets at the seat of the player who tried; they are no part of the game."""


class Table:
    """A game in play; `player` is the real engine or the virtual one."""

    def __init__(self, player: Engine | EmulatedGame) -> None:
        self.player = player

    def start(self, side: str = BOTH_SIDES, phases: int = 1, scenario: int = 0) -> Table:
        """Begin a scenario, in its first phase or some phases later, with nothing said yet."""
        self.player.start(game_of(SLUG).scenarios[scenario].title, BOTH_SIDES)
        for _ in range(phases):
            self.next()
        if side != BOTH_SIDES:
            self.player.change_side(side)
        self.forget()
        return self

    def load(self, file: Path) -> Table:
        """Load a saved game."""
        self.player.load(file, BOTH_SIDES)
        return self

    def forget(self) -> None:
        """Forget the chat so far."""
        self.player.take_chat()
        self.player.take_problems()

    # Pieces ---------------------------------------------------------------------------------------
    def unit(self, unit_id: str) -> str:
        """Return a unit's piece."""
        [found] = [p.id for p in self.player.pieces(("UnitId",)) if p.properties["UnitId"] == unit_id]
        return found

    def kind(self, kind: str) -> list[str]:
        """Return the pieces of a kind."""
        return sorted(p.id for p in self.player.pieces(("Kind",)) if p.properties["Kind"] == kind)

    def where(self, piece: str) -> str | None:
        """Return where a piece stands."""
        return self.player.pieces(ids=piece)[0].location

    def drag(self, pieces: str | Iterable[str], to: str | tuple[int, int], window: str = "Map") -> list[str]:
        """Drag pieces; return those that could be taken hold of."""
        return sorted(self.player.drag(pieces, window, to))

    def key(self, piece: str, key: str) -> bool:
        """Give a piece a key."""
        return self.player.key(piece, key)

    def step(self, unit_id: str) -> str | None:
        """Return which face a unit shows."""
        piece = self.player.pieces(("Step",), ids=self.unit(unit_id))[0]
        return piece.properties["Step"]

    def press(self, unit_id: str, letter: str) -> str:
        """Press Ctrl and a letter on a unit; return what the chat tells."""
        self.forget()
        self.key(self.unit(unit_id), f"keys:ctrl {letter}")
        return "\n".join(self.told())

    def move(self, unit_id: str, to: str) -> str:
        """Drag a unit; return what the chat tells."""
        self.forget()
        self.drag(self.unit(unit_id), to)
        return "\n".join(self.told())

    def stands(self, unit_id: str) -> str | None:
        """Return where a unit stands."""
        return self.where(self.unit(unit_id))

    def holder(self, hex_id: str) -> str | None:
        """Return whose control marker lies in a hex."""
        seen = self.player.pieces(("Kind", "Side"))
        return next(
            (
                p.properties["Side"]
                for p in seen
                if p.properties["Kind"] == "control" and p.location == hex_id
            ),
            None,
        )

    def throw(self, roll: int) -> None:
        """Make the next throw of the die fall as given."""
        if isinstance(self.player, EmulatedGame):
            self.player.world.random = Told(roll)
        else:
            self.player.seed(seed_for(roll, 6))

    # The screen -----------------------------------------------------------------------------------
    def prompt(self) -> tuple[str, str]:
        """Return the first line and the text of the prompt: whose turn it is, and what to do."""
        if isinstance(self.player, EmulatedGame):
            toolbar = self.player.toolbar
            shown = next(self.player.shown(b) for b in toolbar.buttons if b.name == "What may be done")
        else:
            shown = next(b.text for b in self.player.buttons() if "rowspan=2" in (b.text or "")) or ""
        [(head, text)] = re.findall(PROMPT, shown)
        return html.unescape(head), html.unescape(text)

    # The game -------------------------------------------------------------------------------------
    def next(self) -> None:
        """Press the button that goes on, and once more where something would be lost."""
        self.player.press("Next phase")
        if str(self.get("LastRefusal")).startswith("Wait: "):
            self.player.press("Next phase")

    def asked(self) -> str:
        """Press the button that goes on once; return what is asked, or nothing."""
        self.told()
        self.player.press("Next phase")
        told = self.told()
        return told[-1].removeprefix(WAIT) if told[-1].startswith(WAIT) else ""

    def rules(self, level: str) -> None:
        """Set how strictly the module enforces the rules."""
        self.player.hotkey(f"hexwright.rules.{level}")

    def get(self, name: str) -> str | None:
        """Return a property of the game."""
        return self.player.property(name)

    def told(self) -> list[str]:
        """Return what the chat told since the last look."""
        return [line.text for line in self.player.take_chat()]

    def problems(self) -> list[str]:
        """Return what the engine warned of since the last look."""
        return [problem.text for problem in self.player.take_problems()]

    def state(self) -> dict[str, object]:
        """Return everything that an action can change: the pieces with their places and properties, and
        the game's.
        """
        pieces = [
            (p.id, p.map, p.x, p.y, p.location, *(p.properties[name] for name in KEPT))
            for p in self.player.pieces(KEPT)
        ]
        # The engine's own Turn_… properties tell what was said of the turn last, undone or not; two others
        # are the seat's own.
        kept = {
            name: value
            for name, value in self.player.globals().items()
            if not name.startswith("Turn_") and name not in ("RefusedAt", "Seat", "LogState", "PromptWidth")
        }
        return {"pieces": sorted(pieces, key=str), **kept}

    def refused(self, before: dict[str, object]) -> bool:
        """Return whether something was refused without any other effect since a state."""
        said = dict.fromkeys(("LastViolation", "LastRefusal"))
        return self.get("LastRefusal") != "" and {**self.state(), **said} == {**before, **said}
