"""A turn of a game of fire combat at the table of a module."""

from __future__ import annotations

import random
import re
from collections import Counter

from hexwright.emulator import EmulatedGame
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.enforcement.table import Table

SLUG = "moscow-embattled"
SEED = 2


class JavaDice(random.Random):
    """Dice that fall as the real engine's do from the same seed: java.util.Random's documented steps."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.bits = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return what `nextInt(start)` does; the rare throw that Java repeats doesn't occur here."""
        self.bits = (self.bits * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        drawn = self.bits >> 17
        return start * drawn >> 31 if start & (start - 1) == 0 else drawn % start


class FireTurn:
    """A turn in play; `done` counts what was let, `refused` what was not."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.pieces: dict[str, str] = {}
        self.said: list[str] = []

    def begin(self) -> None:
        """Begin the short game with dice of our seed."""
        player = self.table.player
        player.start(game(SLUG).scenarios[0].title, BOTH_SIDES)
        if isinstance(player, EmulatedGame):
            player.world.random = JavaDice(SEED)
        else:
            player.seed(SEED)
        self.pieces = {str(p.properties["UnitId"]): p.id for p in player.pieces(("UnitId",))}
        self.table.forget()

    def _judged(self, what: str) -> bool:
        self.said = self.table.told()
        said = [line for line in self.said if "Refused" in line or (" attacks" in line and "Wait: " in line)]
        (self.refused if said else self.done)[what] += 1
        assert bool(said) == bool(self.table.get("LastRefusal") or self.table.get("LastViolation")), said
        return not said

    def press(self, unit: str, letter: str, what: str) -> bool:
        """Give a unit a key, and once more where an advance would be given up; tell whether it was let."""
        self.table.told()
        self.table.key(self.pieces[unit], f"keys:ctrl {letter}")
        if letter == "D" and str(self.table.get("LastRefusal")).startswith("Wait: "):
            self.table.told()
            self.table.key(self.pieces[unit], f"keys:ctrl {letter}")
        return self._judged(what)

    def drag(self, unit: str, to: str, what: str) -> bool:
        """Drag a unit; tell whether it was let. A unit that was refused stands where it stood."""
        stood = self.table.where(self.pieces[unit])
        self.table.told()
        self.table.drag(self.pieces[unit], to)
        let = self._judged(what)
        assert self.table.where(self.pieces[unit]) == (to if let else stood)
        return let

    def next(self, phase: str) -> None:
        """Go on to a phase, which must be the next one."""
        assert self.end(), phase
        assert self.table.get("Phase") == phase

    def end(self) -> bool:
        """Ask for the next phase; tell whether it came."""
        self.table.told()
        self.table.next()
        return self._judged("end of a phase")

    def allocate(self, target: str, units: tuple[str, ...]) -> None:
        """Attack the hex in which an enemy stands with units."""
        assert self.press(target, "A", "target")
        for unit in units:
            assert self.press(unit, "A", "attacker"), unit

    def thrown(self) -> tuple[int, int]:
        """Return the hits on attackers and defenders that were thrown just now."""
        [line] = [line for line in self.said if line.startswith("* Dice: ")]
        made, suffered = re.findall(r", (no hit|\d+ hits?)", line)
        return tuple(0 if hits == "no hit" else int(hits[0]) for hits in (suffered, made))  # type: ignore[return-value]

    def taken(self) -> list[str]:
        """Return the units that took a hit just now, because no other unit could."""
        return [line.split(": ")[1].split(" takes a hit")[0] for line in self.said if " takes a hit" in line]

    def disrupted(self) -> list[str]:
        """Return the units that are disrupted."""
        return self._marked("Disrupted_Level")

    def fortified(self) -> list[str]:
        """Return the units in works, which lie upside down."""
        found = self._marked("Fortified_Level")
        assert found == self._marked("Stance_Facing")
        return found

    def _marked(self, name: str) -> list[str]:
        seen = self.table.player.pieces(("UnitId", name))
        return sorted(str(p.properties["UnitId"]) for p in seen if p.properties[name] == "2")


def fly_and_allocate(turn: FireTurn) -> None:
    """The German air strike is intercepted; then three attacks are allocated."""
    assert not turn.press("german-8fk", "A", "flight"), "no hex was picked"
    assert turn.press("russian-western", "A", "target")
    assert turn.press("german-8fk", "A", "flight")
    assert turn.press("russian-vvs", "A", "interception")
    assert not turn.press("german-8fk", "D", "strike"), "it was shot out"
    turn.next("german-allocation")
    assert not turn.drag("german-4pz", "A2", "move"), "nobody moves now"
    turn.allocate("russian-western", ("german-4pz", "german-3pz"))
    turn.allocate("russian-rzhev", ("german-9a",))
    assert not turn.press("german-4a", "A", "attacker"), "it isn't beside A2"
    assert not turn.press("german-4a", "A", "attacker"), "it is no longer named for the next"
    turn.allocate("russian-bryansk", ("german-2pz", "german-2a", "german-2fk"))
    turn.next("german-fire")
    assert not turn.end(), "battles wait"


def german_attacks(turn: FireTurn) -> None:
    """A retreat with an advance, two rounds, and a hit for each side."""
    assert turn.press("russian-western", "D", "round of fire")
    assert turn.thrown() == (0, 1)
    assert turn.taken() == ["Western Front"], "it stands there alone"
    assert not turn.press("russian-bryansk", "L", "hit"), "it isn't in this battle"
    assert not turn.press("russian-western", "L", "hit"), "it was taken"
    assert not turn.drag("german-4pz", "B2", "advance"), "it isn't clear"
    assert not turn.drag("russian-western", "D2", "retreat"), "it is further away"
    assert turn.drag("russian-western", "B3", "retreat")
    assert turn.drag("german-4pz", "B2", "advance")
    assert turn.table.holder("B2") == "german"
    assert turn.press("russian-bryansk", "D", "round of fire")
    assert turn.thrown() == (1, 1)
    assert turn.taken() == ["Bryansk Front"], "the defender's hits come first"
    assert not turn.press("russian-bryansk", "L", "hit")
    assert turn.press("german-2pz", "L", "hit")
    assert turn.press("russian-bryansk", "D", "round of fire")
    assert not turn.press("russian-bryansk", "D", "round of fire"), "both rounds were fought"
    assert turn.press("russian-rzhev", "D", "round of fire")
    assert turn.thrown() == (1, 1)
    assert turn.taken() == ["Operational Group Rzhev", "9. Armee"], "nobody else could"
    assert not turn.press("russian-rzhev", "D", "round of fire"), "no attacker is left that can fire"


def blitz(turn: FireTurn) -> None:
    """A strike, moves and works, and an attack in which a unit is destroyed and another absorbs two hits."""
    turn.next("blitz-air")
    turn.allocate("russian-16", ("german-2fk",))
    assert turn.press("german-2fk", "D", "strike")
    assert not turn.press("russian-16", "L", "hit"), "the strike missed"
    turn.next("blitz-movement")
    assert not turn.drag("german-3pz", "B3", "move"), "an enemy stands there"
    assert turn.drag("german-3pz", "B2", "move")
    assert turn.press("german-2a", "W", "works")
    assert not turn.press("german-3pz", "W", "works")
    assert not turn.drag("german-9a", "B2", "move"), "it is disrupted"
    turn.next("blitz-allocation")
    turn.allocate("russian-western", ("german-4pz",))
    assert not turn.press("german-3pz", "A", "attacker"), "one armoured unit to a hexside"
    turn.next("blitz-fire")
    assert turn.press("russian-western", "D", "round of fire")
    assert turn.thrown() == (2, 2)
    assert turn.press("russian-16", "L", "hit")
    assert turn.press("russian-western", "L", "hit")
    assert turn.table.stands("russian-western") == "Russian replacements"
    assert turn.taken() == ["Western Front", "4. Panzergruppe", "4. Panzergruppe"]
    assert not turn.drag("german-4pz", "B3", "advance"), "the 16th Army is still there"
    # Supply and recovery leave nothing to decide: 2. and 4. Panzergruppe and 9. Armee recover as they pass.
    broken = ["russian-16", "russian-bryansk", "russian-rzhev"]
    turn.next("russian-replacement")
    assert turn.disrupted() == broken


def russian_turn(turn: FireTurn) -> None:
    """A counter-attack from the air and the ground, in which the attacker is destroyed."""
    turn.next("russian-air")
    turn.next("russian-movement")
    assert turn.drag("russian-tanks", "C2", "move")
    assert not turn.drag("russian-16", "A3", "move"), "it is disrupted"
    turn.next("russian-allocation")
    assert turn.press("german-4pz", "A", "target")
    assert not turn.press("russian-16", "A", "attacker"), "it is disrupted"
    assert not turn.press("russian-vvs", "A", "attacker"), "nobody on the ground attacks"
    assert turn.press("russian-tanks", "A", "attacker")
    assert turn.press("russian-vvs", "A", "attacker")
    turn.next("russian-fire")
    assert turn.press("german-4pz", "D", "round of fire")
    assert turn.thrown() == (2, 2)
    assert not turn.end(), "hits wait"
    for unit in ("german-3pz", "german-4pz"):
        assert turn.press(unit, "L", "hit")
    assert turn.taken() == ["4. Panzergruppe", "Tank Reserve", "Tank Reserve"]
    assert turn.table.stands("russian-tanks") == "Russian replacements"
    turn.next("german-air")
    assert turn.disrupted() == ["german-3pz", "german-4pz", "russian-bryansk", "russian-rzhev"]


def whole_turn(turn: FireTurn) -> None:
    """Play the turn."""
    fly_and_allocate(turn)
    german_attacks(turn)
    blitz(turn)
    russian_turn(turn)
