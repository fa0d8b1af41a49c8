"""A second implementation of fire combat, written from the rule text for the tests alone.

It is slow, and shares nothing with the rules engine: units are plain values, hexes are looked up on the
printed map, and choices are found by trying everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.ids import HexId
from tests.rules.fire.table import game

INFANTRY = {"infantry", "front", "rifle", "sixteenth", "shock"}
UP = [("B1", "B2"), ("B2", "B3"), ("B3", "B4")]
"""The steps of the Moscow Road towards Moscow."""
MOSCOW, TULA = "B4", "C3"
MAJOR = {MOSCOW, "B1", "D2", "A3", "C4", "A5"}
"""Moscow, Smolensk, Orel, Kalinin, Ryazan and Yaroslavl."""


@dataclass(frozen=True)
class Piece:
    """A unit in a position."""

    name: str
    side: str
    kind: str
    hex: str
    disrupted: bool = False
    fortified: bool = False
    two: bool = False
    """Whether the unit has two strength factors."""


@dataclass(frozen=True)
class Naive:
    """A position in a combat phase."""

    pieces: tuple[Piece, ...]
    attacker: str
    weather: str
    battle: str
    """The kind of battle: operational, blitzkrieg or deep."""
    cut_off: frozenset[str] = frozenset()
    tula_fallen: bool = False

    def piece(self, name: str) -> Piece:
        return next(p for p in self.pieces if p.name == name)

    def inside(self, hex_id: str, side: str | None = None) -> list[Piece]:
        return [p for p in self.pieces if p.hex == hex_id and side in (None, p.side)]

    @property
    def defender(self) -> str:
        return "russian" if self.attacker == "german" else "german"


@cache
def near() -> Mapping[str, set[str]]:
    """Return the hexes adjacent to each hex."""
    grid = HexGrid.of(game().hexmap.grid)
    return {h: {str(n) for n in grid.neighbours(HexId(h)).values()} for h in grid}


@cache
def sides_with(feature: str) -> set[frozenset[str]]:
    found = next(f for f in game().hexmap.hexsides if f.id == feature)
    return {frozenset(side.split("/")) for line in found.lines for side in line.hexsides}


@cache
def forests() -> set[str]:
    return {str(h) for t in game().hexmap.terrain if t.id == "forest" for h in t.hexes}


@cache
def settled() -> set[str]:
    """Return the hexes with a city or town."""
    return {str(p.hex) for p in game().hexmap.places if p.kind in ("capital", "major-city", "city", "town")}


# Dice ----------------------------------------------------------------------------------------------


def basic(piece: Piece) -> int:
    """Return the printed strength of a unit."""
    return 2 if piece.kind in ("panzer", "shock") or piece.name == "german-4a" else 1


def factors(piece: Piece, table: Naive, fighting: int) -> int:
    if piece.kind == "shock":
        return 2 if table.battle == "operational" and fighting == 1 else 1
    return basic(piece)


def number_to_hit(table: Naive, side: str, hex_id: str, *, defends: bool, cut_off: bool) -> int:
    need = 4
    if side == "german" and table.weather in ("mud", "snow") and not (defends and hex_id in settled()):
        need += 1
    return need + cut_off


def attack_dice(
    table: Naive, target: str, attackers: list[str], air: list[str], fighting: int
) -> Counter[int]:
    """Return the number of the attackers' dice by the lowest number that hits."""
    fed, starved, ground, along, supply = 0, 0, 0, False, False
    for name in attackers:
        piece = table.piece(name)
        if piece.disrupted:
            continue
        up = (piece.hex, target) in UP
        along |= up
        dice = factors(piece, table, fighting)
        if piece.kind == "panzer" and target in forests() and not up:
            dice = 1
        if piece.hex in table.cut_off:
            starved += dice
        else:
            fed += dice
            supply = True
    ground = fed + starved // 2
    flown = 0
    if air and table.attacker == "german" and supply:
        each = 2 if table.battle == "operational" else 1
        if table.weather in ("mud", "snow") or (target in forests() and not along):
            each = 1
        flown = each * len(air)
    if air and table.attacker == "russian" and table.battle == "operational":
        flown = 1
    flown = min(flown, ground)
    need = number_to_hit(table, table.attacker, target, defends=False, cut_off=False)
    return Counter({need: fed + flown}) + Counter({need + 1: starved // 2})


def defence_dice(table: Naive, target: str, attackers: list[str], fighting: int) -> Counter[int]:
    """Return the number of the defenders' dice by the lowest number that hits."""
    side, cut_off = table.defender, target in table.cut_off
    units = table.inside(target, side)
    dice = sum(factors(p, table, fighting) for p in units if not p.disrupted)
    if cut_off:
        dice = (dice + 1) // 2
    foot = sum(p.kind in INFANTRY for p in units)
    helped = 0
    if target in forests():
        helped = foot
    if target == MOSCOW and side == "russian":
        helped = min(2, foot)
    crossed = set()
    for name in attackers:
        piece = table.piece(name)
        edge = frozenset({piece.hex, target})
        if piece.disrupted:
            continue
        if edge in sides_with("river") and table.weather != "snow":
            crossed.add(edge)
        if edge in sides_with("defence-line") and side == "russian":
            crossed.add(edge)
    helped = min(len(units), helped + len(crossed))
    need = number_to_hit(table, side, target, defends=True, cut_off=cut_off)
    found = Counter({need: dice + helped})
    if side == "russian" and units and (target == MOSCOW or (target == TULA and not table.tula_fallen)):
        found[number_to_hit(table, side, target, defends=True, cut_off=False)] += 1
    return +found


def absorbed_by_place(table: Naive, target: str) -> int:
    units = table.inside(target, table.defender)
    if target in MAJOR:
        return int(any(p.kind in INFANTRY for p in units))
    return int(target == TULA and table.defender == "russian" and bool(units) and not table.tula_fallen)


# Allocation ----------------------------------------------------------------------------------------


def legal_plan(table: Naive, plan: Mapping[str, str]) -> bool:
    """Return whether a whole allocation, unit → hex, follows all rules."""
    across: dict[tuple[str, str], list[Piece]] = {}
    for name, target in plan.items():
        piece = table.piece(name)
        across.setdefault((piece.hex, target), []).append(piece)
    for group in across.values():
        if len(group) > (3 if any(p.kind == "tank" for p in group) else 2):
            return False
        if sum(p.kind in ("panzer", "front") for p in group) > 1:
            return False
    if table.attacker == "german" or table.battle != "operational":
        return True
    attacked = set(plan.values())
    for name in plan:
        for hex_id in near()[table.piece(name).hex]:
            fresh = any(not p.disrupted for p in table.inside(hex_id, "german"))
            if fresh and hex_id not in attacked:
                return False
    return True


def plans(table: Naive, fixed: Mapping[str, str], *, shock_only: bool = False) -> Iterator[dict[str, str]]:
    """Yield every legal allocation that includes the attacks in `fixed`."""
    free: list[tuple[str, list[str | None]]] = []
    for piece in table.pieces:
        if piece.side != table.attacker or piece.disrupted or piece.name in fixed:
            continue
        if shock_only and piece.kind != "shock":
            continue
        targets = sorted(h for h in near()[piece.hex] if table.inside(h, table.defender))
        free.append((piece.name, [None, *targets]))
    for chosen in product(*(targets for _, targets in free)):
        plan = dict(fixed)
        plan |= {name: t for (name, _), t in zip(free, chosen, strict=True) if t is not None}
        if legal_plan(table, plan):
            yield plan


def next_attacks(table: Naive, fixed: Mapping[str, str], *, shock_only: bool = False) -> set[str]:
    """Return the attacks that may be added, and "end" if the fixed attacks alone are a legal allocation."""
    found = {"end"} if legal_plan(table, fixed) else set()
    for plan in plans(table, fixed, shock_only=shock_only):
        found |= {f"attack {name} {target}" for name, target in plan.items() if name not in fixed}
    return found


# Hits ----------------------------------------------------------------------------------------------


def take(piece: Piece, taken: int) -> tuple[Piece | None, int]:
    """Return a unit after one hit, with the hits it has absorbed in this round."""
    if piece.fortified:
        return replace(piece, fortified=False), taken
    if not piece.disrupted:
        return replace(piece, disrupted=True), taken + 1
    if piece.two and taken == 1:
        return piece, taken + 1
    return None, taken


def results(pieces: tuple[Piece, ...], hits: int) -> set[frozenset[Piece]]:
    """Return the possible remains of some units for all ways in which their owner may allot the hits."""
    found: set[frozenset[Piece]] = set()

    def go(left: dict[str, tuple[Piece, int]], owed: int) -> None:
        if not owed or not left:
            found.add(frozenset(piece for piece, _ in left.values()))
            return
        for name, (piece, taken) in left.items():
            after, now = take(piece, taken)
            rest = {n: entry for n, entry in left.items() if n != name}
            go({**rest, name: (after, now)} if after is not None else rest, owed - 1)

    go({p.name: (p, 0) for p in pieces}, hits)
    return found


# Retreat and advance --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pending:
    """An allocated attack that is still to be fought."""

    target: str
    attackers: tuple[str, ...]
    air: tuple[str, ...] = field(default=())


def retreat_hexes(table: Naive, target: str, sources: set[str], pending: list[Pending]) -> set[str]:
    found = set()
    for hex_id in near()[target]:
        if table.inside(hex_id, table.attacker):
            continue
        if not table.inside(hex_id, table.defender):
            if hex_id not in sources and not near()[hex_id] & sources:
                found.add(hex_id)
            continue
        held = True
        for other in pending:
            if other.target == hex_id:
                ours = sum(defence_dice(table, hex_id, list(other.attackers), 1).values())
                theirs = attack_dice(table, hex_id, list(other.attackers), list(other.air), 1)
                held = sum(theirs.values()) < ours
        if held:
            found.add(hex_id)
    return found


def advances(table: Naive, target: str, attackers: list[str], strength: int) -> set[frozenset[Piece]]:
    """Return all legal positions of the attackers after their advance."""
    fresh = [p for p in map(table.piece, attackers) if not p.disrupted]
    options: list[list[tuple[str, str]]] = []
    for piece in fresh:
        ways = [(piece.hex, "stay"), (target, "enter")]
        for hex_id in sorted(near()[target] - {piece.hex}):
            if table.inside(hex_id, table.defender):
                continue
            on = (target, hex_id) if piece.kind == "panzer" else (hex_id, target)
            if piece.kind in ("panzer", "tank") and on in UP:
                ways.append((hex_id, "road"))
            elif hex_id not in forests() | MAJOR:
                ways.append((hex_id, "other"))
        options.append(ways)
    found: set[frozenset[Piece]] = set()
    needed = min(strength, sum(basic(p) for p in fresh))
    for chosen in product(*options):
        entered = sum(basic(p) for p, (_, way) in zip(fresh, chosen, strict=True) if way in ("enter", "road"))
        if entered < needed:
            continue
        found.add(
            frozenset(
                replace(
                    p,
                    hex=end,
                    disrupted=way != "stay" and shaken(table, p),
                    fortified=p.fortified and way == "stay",
                )
                for p, (end, way) in zip(fresh, chosen, strict=True)
            )
        )
    return found


def shaken(table: Naive, piece: Piece) -> bool:
    """Return whether an advance disrupts a unit."""
    if piece.kind == "panzer":
        return table.weather == "mud"
    return piece.kind not in ("sixteenth", "shock")
