"""Play the first game turn as two players would, by drags and keys: what the rules forbid too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.ids import HexId
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.table import SLUG, Table

ATTACK, FIGHT, LOSE, FLIP, LIGHTS = (f"keys:ctrl {letter}" for letter in "ADLFG")
GRID = HexGrid.of(game_of(SLUG).hexmap.grid)
SEEDS = {"real": 17, "virtual": 2}
"""With these dice battles end in losses, retreats and advances; each engine has a generator of its own."""


class Turn:
    """A turn in play; `done` counts what was let, `refused` what was not."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.results: list[str] = []

    # Looking --------------------------------------------------------------------------------------
    def standing(self) -> dict[str, tuple[str, str, str]]:
        """Return the units on the map: id, side, hex, and step."""
        seen = self.table.player.pieces(("UnitId", "Side", "Step"))
        return {
            str(p.properties["UnitId"]): (
                str(p.properties["Side"]),
                str(p.location),
                str(p.properties["Step"]),
            )
            for p in seen
            if p.properties["UnitId"] and p.map == "Map" and p.zone == "Hexes"
        }

    def at(self, unit: str) -> str:
        """Return where a unit is."""
        return str(self.table.where(self.table.unit(unit)))

    def beside(self, hex_id: str) -> list[str]:
        """Return the hexes that touch a hex."""
        return [str(near) for near in GRID.neighbours(HexId(hex_id)).values()]

    def is_refused(self) -> bool:
        """Return whether the last action was refused, and the chat said so with the rule."""
        told = self.table.told()
        refused = [line for line in told if line.startswith("* Refused")]
        if refused:
            assert self.table.get("LastViolation"), refused
            assert re.match(r"\* Refused \([0-9.]+\): ", refused[-1]), refused
        return bool(refused)

    # Doing ----------------------------------------------------------------------------------------
    def drag(self, unit: str, to: str, what: str = "move") -> bool:
        """Drag a unit; tell whether it was let. A unit that was refused stands where it stood."""
        piece, stood = self.table.unit(unit), self.at(unit)
        self.table.told()
        self.table.drag(piece, to)
        refused = self.is_refused()
        assert self.table.where(piece) == (stood if refused else to), f"{unit} to {to}"
        (self.refused if refused else self.done)[what] += 1
        return not refused

    def key(self, unit: str, key: str, what: str) -> bool:
        """Press a key on a unit; tell whether it was let."""
        self.table.told()
        before = self.standing()
        self.table.key(self.table.unit(unit), key)
        refused = self.is_refused()
        assert not refused or self.standing() == before
        (self.refused if refused else self.done)[what] += 1
        return not refused

    def next(self) -> bool:
        """Try to end the phase; tell whether it ended."""
        self.table.told()
        phase = self.table.get("Phase")
        self.table.next()
        refused = self.is_refused()
        assert (self.table.get("Phase") == phase) is refused
        (self.refused if refused else self.done)["end of a phase"] += 1
        return not refused

    def forbidden(self, unit: str, to: str) -> None:
        """Try a drag that must be refused."""
        assert not self.drag(unit, to), f"{unit} to {to} was let"

    # Battles --------------------------------------------------------------------------------------
    def declare(self, target: str, attackers: list[str]) -> None:
        """Pick a unit to attack and let others join."""
        assert self.key(target, ATTACK, "target picked")
        for unit in attackers:
            assert self.key(unit, ATTACK, "attacker"), f"{unit} joins against {target}"

    def fight(self, target: str, attackers: list[str]) -> None:
        """Fight a declared battle and do what its result asks for."""
        self.table.told()
        self.table.key(self.table.unit(target), FIGHT)
        told = " ".join(self.table.told())
        found = re.search(r"Die \d at \d:1: ([\w ]+)\.", told)
        self.results.append(found[1] if found else "none")
        self.done["battle"] += 1
        ways = re.search(r"It can retreat to ([0-9, or]+)\.", told)
        for _ in range(20):
            battle = str(self.table.get("Battle")).split(" ")
            stage = battle[1] if len(battle) > 1 else "over"
            if stage == "losses":
                self._lose(attackers)
            elif stage == "retreat":
                if ways is None:
                    self.table.told()
                    self.table.key(self.table.unit(target), LIGHTS)
                self._retreat(
                    target, ways[1].replace(" or ", ", ").split(", ") if ways else self._ways(target)
                )
            elif stage == "advance":
                empty = battle[3]
                able = [unit for unit in attackers if unit in self.standing()]
                self.drag(able[0], empty, "advance")
                return
            else:
                return
        raise AssertionError(f"the battle does not end: {self.table.get('Battle')}")

    def _lose(self, attackers: list[str]) -> None:
        unit = next(unit for unit in attackers if unit in self.standing())
        assert self.key(unit, LOSE, "loss")

    def _ways(self, target: str) -> list[str]:
        """Return all hexes two away from a unit, where the chat did not name those that it may go to."""
        here = HexId(self.at(target))
        return [str(h) for h in GRID if GRID.distance(here, h) == 2]

    def _retreat(self, target: str, ways: list[str]) -> None:
        near = next(hex_id for hex_id in self.beside(self.at(target)) if hex_id not in ways)
        taken = {hex_id for _, hex_id, _ in self.standing().values()}
        if near in taken:
            self.drag(target, near, "retreat")
        for hex_id in ways:
            if self.drag(target, hex_id, "retreat"):
                return
        raise AssertionError(f"{target} has no retreat among {ways}")

    # The turn -------------------------------------------------------------------------------------
    def battles(self, side: str, wanted: int) -> list[tuple[str, list[str]]]:
        """Return battles of a side: targets with attackers beside them, strongest first."""
        units, free = self.standing(), set(self.standing())
        found: list[tuple[str, list[str]]] = []
        for target, (owner, hex_id, _) in sorted(units.items()):
            if owner == side:
                continue
            near = set(self.beside(hex_id))
            attackers = sorted(u for u in free if units[u][0] == side and units[u][1] in near)
            if len(attackers) >= 2 and len(found) < wanted:
                found.append((target, attackers[:4]))
                free -= set(attackers[:4])
        return found

    def combat(self, side: str, wanted: int) -> None:
        """Play a combat phase, with attempts at what is forbidden."""
        chosen = self.battles(side, wanted)
        fighting = {unit for _, attackers in chosen for unit in attackers}
        idle = [u for u, (owner, _, _) in sorted(self.standing().items()) if owner == side]
        idle = [unit for unit in idle if unit not in fighting]
        for target, attackers in chosen:
            self.declare(target, attackers)
            far = next(u for u in idle if self.at(u) not in self.beside(self.at(target)))
            assert not self.key(far, ATTACK, "attacker")
        if chosen:
            self.forbidden(idle[0], self.free_near(idle[0]))
            assert not self.next()
        for target, attackers in chosen:
            self.fight(target, attackers)
        assert self.next()

    def free_near(self, unit: str) -> str:
        """Return a free hex beside a unit."""
        taken = {hex_id for _, hex_id, _ in self.standing().values()}
        return next(hex_id for hex_id in self.beside(self.at(unit)) if hex_id not in taken)

    def march(self, side: str, wanted: int, step: int) -> None:
        """Move units of a side so many columns on, as far as the rules let them."""
        enemy = next(u for u, (owner, _, _) in sorted(self.standing().items()) if owner != side)
        self.forbidden(enemy, self.free_near(enemy))
        moved = 0
        for unit, (owner, hex_id, _) in sorted(self.standing().items()):
            if owner != side or moved >= wanted:
                continue
            for goal in self._ahead(hex_id, step):
                if goal not in {at for _, at, _ in self.standing().values()} and self.drag(unit, goal):
                    moved += 1
                    break
        assert moved >= 1

    def _ahead(self, hex_id: str, step: int) -> Iterator[str]:
        column, row = GRID.position(HexId(hex_id))
        for goal in GRID:
            to_column, to_row = GRID.position(goal)
            if to_column == column + step and abs(to_row - row) <= 1:
                yield str(goal)

    def spread(self, side: str) -> None:
        """Move units of a side out of hexes that they share, so that the phase may end."""
        for _ in range(12):
            where = Counter(hex_id for _, hex_id, _ in self.standing().values())
            crowded = [u for u, (s, h, _) in sorted(self.standing().items()) if s == side and where[h] > 1]
            if not crowded:
                return
            for unit in crowded:
                if any(self.drag(unit, h) for h in self.beside(self.at(unit)) if h not in where):
                    break


def first_turn(table: Table) -> Turn:
    """Play the first turn, which begins with the German combat phase, and the German start of the second."""
    turn = Turn(table)
    turn.combat("german", wanted=3)

    assert table.get("Phase") == "german-movement"
    turn.forbidden("german-xxiv", "German replacement pool")
    turn.forbidden("german-vi", "0904")
    turn.forbidden("german-vi", turn.at("soviet-29"))
    assert not turn.key("german-vi", ATTACK, "attacker")
    turn.march("german", wanted=6, step=2)
    mover = "german-xxxiv"
    friend = turn.at("german-xxxv")
    turn.drag(mover, friend)
    if turn.at(mover) == friend:
        assert not turn.next()
    turn.spread("german")
    assert turn.next()

    assert table.get("Phase") == "soviet-replacement"
    turn.forbidden("soviet-5", "0401")
    turn.forbidden("german-vi", turn.free_near("german-vi"))
    assert turn.drag("soviet-5", "1103", "replacement")
    turn.forbidden("soviet-10", "1103")
    assert turn.key("soviet-33", FLIP, "replacement")
    taken = 2
    for unit, (side, _, step) in sorted(turn.standing().items()):
        if side == "soviet" and step == "2" and unit != "soviet-5" and turn.key(unit, FLIP, "replacement"):
            taken += 1
    assert taken == 5
    assert not turn.key("soviet-5", FLIP, "replacement")
    assert turn.next()

    assert table.get("Phase") == "rail-movement"
    turn.forbidden("soviet-5", "1101")
    rails = sorted(str(h) for line in game_of(SLUG).hexmap.lines for run in line.lines for h in run.path)
    taken_hexes = {hex_id for _, hex_id, _ in turn.standing().values()}
    near = [h for h in rails if GRID.distance(HexId("1103"), HexId(h)) <= 3 and h not in taken_hexes]
    assert any(turn.drag("soviet-5", goal, "rail move") for goal in near)
    assert turn.next()

    assert table.get("Phase") == "soviet-combat"
    turn.combat("soviet", wanted=1)
    assert table.get("Phase") == "soviet-movement"
    turn.march("soviet", wanted=3, step=-1)
    turn.spread("soviet")
    assert turn.next()

    assert table.get("Turn") == "2"
    # Where nobody can use replacements, the phase passes by itself.
    if table.get("Phase") == "german-replacement":
        weak = [
            u for u, (side, _, step) in sorted(turn.standing().items()) if side == "german" and step == "2"
        ]
        if weak:
            turn.key(weak[0], FLIP, "replacement")
        turn.forbidden("german-vi", turn.free_near("german-vi"))
        assert turn.next()
    assert table.get("Phase") == "panzer-movement"
    turn.forbidden("german-vi", turn.free_near("german-vi"))
    panzers = [u for u in turn.standing() if u in {"german-xli", "german-lvi", "german-xlvii", "german-xxiv"}]
    assert any(turn.drag(unit, turn.free_near(unit), "panzer move") for unit in sorted(panzers))
    return turn
