"""Running module: a module that is being played in the emulator or in VASSAL."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Final

from hexwright.conformance.visible_state import MAIN_MAP, READ_PROPERTIES, VisibleState, visible_state_of
from hexwright.emulator.emulated_game import EmulatedGame as VirtualGame
from hexwright.engine_driver.engine_client import Engine
from hexwright.engine_driver.engine_replies import PieceReply
from hexwright.model.ids import HexId, UnitId

BOTH_SIDES_SEAT: Final = "Both sides"
"""The seat of a player who plays both sides; see docs/reference/module-contract.md."""
NEXT_PHASE: Final = "Next phase"
CONFIRMATION_PREFIX: Final = "Wait: "
"""The prefix of a refusal that asks for confirmation; repeating the action then performs it."""
RESOLVE_KEY: Final = "keys:ctrl D"
"""The key that fights a battle."""

REACHABLE_HEXES_EXPRESSION: Final = (
    '{new bsh.Interpreter().eval(RulesRun + "ask(\\"toggleLights\\", \\"" + PieceUID + "\\");").toString()}'
)
"""The script that the key for highlighting reachable hexes runs."""


class RunningModule(ABC):
    """A running module as players see and operate it, from one side's seat or from a seat for both sides."""

    name: str

    def __init__(self, player: VirtualGame | Engine) -> None:
        self._player = player
        self.pieces: dict[UnitId, str] = {}
        self._seat = BOTH_SIDES_SEAT
        self.times: dict[str, list[float]] = defaultdict(list)
        """The durations of VASSAL's commands in milliseconds, keyed by kind of command."""

    # Games ----------------------------------------------------------------------------------------

    def start(self, title: str) -> None:
        """Start the predefined set-up with this title."""
        self._player.start(title, BOTH_SIDES_SEAT)
        self._seat = BOTH_SIDES_SEAT
        self._begin()

    def load(self, file: Path) -> None:
        """Load a saved game from a file."""
        self._player.load(file, BOTH_SIDES_SEAT)
        self._seat = BOTH_SIDES_SEAT
        self._begin()

    def _begin(self) -> None:
        units = self._player.pieces(("Kind", "UnitId"))
        self.pieces = {
            UnitId(str(p.properties["UnitId"])): p.id for p in units if p.properties["Kind"] == "unit"
        }
        self.chat()
        self._player.take_problems()

    # Actions --------------------------------------------------------------------------------------

    def sit(self, seat: str) -> None:
        """Take the seat with this name."""
        if seat != self._seat:
            self._player.change_side(seat)
            self._seat = seat

    def drag(self, unit: UnitId, to: str, kind: str = "move") -> None:
        """Drag a unit to a location on the main map."""
        self._player.drag(self.pieces[unit], MAIN_MAP, to)
        self._note_time(kind)

    def key(self, unit: UnitId, key: str, kind: str = "key") -> None:
        """Apply a key command to a unit; confirm if the module warns that a battle gives up an advance."""
        self._player.key(self.pieces[unit], key)
        if key == RESOLVE_KEY and self.is_waiting():
            self._player.key(self.pieces[unit], key)
        self._note_time(kind)

    def press(self, button: str, kind: str = "button") -> None:
        """Press the toolbar button with this name."""
        self._player.press(button)
        self._note_time(kind)

    def next_phase(self) -> None:
        """Request the next phase, and confirm if the module warns that something would be lost."""
        self.press(NEXT_PHASE, "phase change")
        if self.is_waiting():
            self.press(NEXT_PHASE, "phase change")

    def reachable_hexes(self, unit: UnitId) -> frozenset[HexId]:
        """Return the hexes that the module highlights as reachable for a unit."""
        for _ in range(2):  # Lights that are on are turned off first.
            told = self._player.evaluate(REACHABLE_HEXES_EXPRESSION, piece=self.pieces[unit])
            if told.startswith("lit "):
                return frozenset(HexId(name) for name in told.removeprefix("lit ").split(","))
        return frozenset()

    def hotkey(self, key: str, kind: str = "button") -> None:
        """Send a hot key to the module's main window."""
        self._player.hotkey(key)
        self._note_time(kind)

    def undo(self) -> None:
        """Undo the last step of the game."""
        self._player.undo()

    @abstractmethod
    def seed(self, seed: int) -> None:
        """Make all later die rolls repeatable, except rolls whose result is set by `force_throw`."""

    @abstractmethod
    def force_throw(self, roll: int, sides: int, dice: int = 1) -> None:
        """Set the sum of the next roll of `dice` dice with `sides` sides."""

    @abstractmethod
    def _note_time(self, kind: str) -> None:
        """Record the duration of the last command under its kind."""

    # Observations ---------------------------------------------------------------------------------

    def where(self, unit: UnitId) -> PieceReply:
        """Return the location and face of one unit."""
        return self._player.pieces(("Step",), ids=self.pieces[unit])[0]

    def get(self, name: str, unit: UnitId | None = None) -> str:
        """Return a property of the game or of a unit; an empty string if it isn't set."""
        piece = self.pieces[unit] if unit is not None else None
        return self._player.property(name, piece=piece) or ""

    def evaluate(self, expression: str) -> str:
        """Return the current value of a Beanshell expression in the module."""
        return self._player.evaluate(expression)

    def refusal(self) -> tuple[bool, str]:
        """Return whether the last action was refused, and the number of the rule that the refusal cites
        (possibly empty).
        """
        violation = self.get("LastViolation")
        return violation != "" or self.get("LastRefusal") != "", violation

    def is_waiting(self) -> bool:
        """Return whether the module waits for another action before it performs or refuses the last one."""
        return self.get("LastRefusal").startswith(CONFIRMATION_PREFIX)

    def set(self, name: str, value: str) -> None:
        """Set a property of the game as scenario options do, if the property exists and has another value."""
        if self._player.property(name) not in (None, value):
            self._player.set_property(name, value)

    def chat(self) -> str:
        """Return the chat messages since the last call, each on its own line."""
        return "\n".join(line.text for line in self._player.take_chat())

    def problems(self) -> tuple[str, ...]:
        """Return the warnings that VASSAL or the emulator has given since the last call."""
        return tuple(problem.text for problem in self._player.take_problems())

    def visible_state(self, counted: Iterable[str] = ()) -> VisibleState:
        """Return the state of the game as players see it, with the stored properties named in `counted`."""
        return visible_state_of(self._player.pieces(READ_PROPERTIES), self.get, counted)


class _LoadedDice(random.Random):
    """Random numbers for the emulator's dice; the next numbers can be set in advance."""

    def __init__(self) -> None:
        super().__init__(0)
        self.told: list[int] = []

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the next number that was set in advance, or else a random number."""
        return self.told.pop(0) - 1 if self.told else super().randrange(start, stop, step)


class EmulatedModule(RunningModule):
    """A module running in the emulator."""

    name = "emulator"

    def __init__(self, path: Path) -> None:
        self._game = VirtualGame.open(path)
        super().__init__(self._game)
        self._dice = _LoadedDice()
        self._game.world.random = self._dice

    @property
    def virtual(self) -> VirtualGame:
        """Return the game in the emulator."""
        return self._game

    def seed(self, seed: int) -> None:
        """Make all later die rolls repeatable."""
        self._dice.seed(seed)

    def force_throw(self, roll: int, sides: int, dice: int = 1) -> None:
        """Set the sum of the next roll of `dice` dice with `sides` sides."""
        self._dice.told = faces_for(roll, sides, dice)

    def _note_time(self, kind: str) -> None:
        """Do nothing, because the emulator's speed depends only on the machine."""


class VassalModule(RunningModule):
    """A module running in VASSAL, which must already have opened it."""

    name = "VASSAL"

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._engine = engine

    def load(self, file: Path) -> None:
        """Load a saved game from a file."""
        begun = perf_counter()
        super().load(file)
        self.times["loading a game"].append((perf_counter() - begun) * 1000)

    def seed(self, seed: int) -> None:
        """Make all later die rolls repeatable."""
        self._engine.seed(seed)

    def force_throw(self, roll: int, sides: int, dice: int = 1) -> None:
        """Set the sum of the next roll by choosing a seed with which Java's generator produces it."""
        self._engine.seed(seed_for(roll, sides, dice))

    def _note_time(self, kind: str) -> None:
        self.times[kind].append(self._engine.last_ms)


def faces_for(roll: int, sides: int, dice: int) -> list[int]:
    """Return one number for each of `dice` dice; their sum is `roll`."""
    faces: list[int] = []
    for left in range(dice - 1, -1, -1):
        faces.append(min(sides, roll - sum(faces) - left))
    return faces


def seed_for(roll: int, sides: int, dice: int = 1) -> int:
    """Return the smallest seed with which a new java.util.Random first produces a roll with the
    sum `roll`.
    """
    return next(seed for seed in range(1_000_000) if sum(first_throws(seed, sides, dice)) == roll)


def first_throw(seed: int, sides: int) -> int:
    """Return the first value of `nextInt(sides) + 1` from a java.util.Random with this seed, using the
    documented algorithm.
    """
    return first_throws(seed, sides, 1)[0]


def first_throws(seed: int, sides: int, dice: int) -> list[int]:
    """Return the first `dice` values of `nextInt(sides) + 1`.

    The generator's retries are ignored; for small dice, fewer than one roll in ten million needs a retry.
    """
    state, faces = (seed ^ 0x5DEECE66D) & (1 << 48) - 1, []
    for _ in range(dice):
        state = (state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        bits = state >> 17
        faces.append((sides * bits >> 31) + 1 if sides & (sides - 1) == 0 else bits % sides + 1)
    return faces
