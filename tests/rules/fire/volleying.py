"""A naive calculator of fire dice for one round, which reads the data for each unit separately.

It shares nothing with the rules engine except the position: hexes are printed ids, lines are followed along
their paths, and units are checked one by one. It is slow on purpose, and knows no game; `naive.py` follows
the rule text of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.hex_map import LineFeature
from hexwright.model.ids import HexId, Hexside, UnitId
from hexwright.model.rules.criteria_record import Criteria, Near, Unless
from hexwright.model.rules.fire_combat_record import FireRules, RoleCriteria, RoundCriteria
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.fronts import fronted
from tests.rules.grounds import situated
from tests.rules.zoning import reaches


@dataclass(frozen=True)
class Piece:
    """A unit in a battle."""

    name: str
    side: str
    kind: str
    hex: HexId | None
    """The unit's hex; None for an air unit."""
    strength: int
    disrupted: bool = False
    fortified: bool = False
    supply: str = "in"
    gripped: bool = False


@dataclass
class Volley:
    """A round of an attack on a hex."""

    kernel: RulesEngine
    state: State
    target: HexId
    attackers: tuple[str, ...]
    air: tuple[str, ...]
    fought: int
    lacks: Mapping[str, str]
    """The supply status, "limited" or "isolated", of each unit that lacks supply."""
    phase: str
    weather: str

    @property
    def game(self) -> Game:
        return self.kernel.setting.game

    @property
    def rules(self) -> FireRules:
        assert self.game.rules.fire is not None
        return self.game.rules.fire

    def piece(self, name: str) -> Piece:
        number = [str(unit) for unit in self.kernel.setting.units].index(name)
        counter = self.game.counters.unit(self.kernel.setting.units[number])
        place = self.state.locations[number]
        here = self.kernel.setting.board.ids[place] if place >= 0 else None
        now = self.state.conditions[number] if here else 0
        side = str(counter.side)
        return Piece(
            name,
            side,
            counter.unit_class,
            here,
            counter.steps[self.state.steps[number] - 1].strength or 0,
            disrupted=now == 1,
            fortified=now == 2,
            supply=self.lacks.get(name, "in"),
            gripped=here is not None and self.in_zone(here, side),
        )

    def in_zone(self, here: HexId, side: str) -> bool:
        if self.game.rules.zoc.reach == "none":
            return False
        beside = set(self.grid.neighbours(here).values())
        return any(
            hex_id in beside and other != side and reaches(self.game, other, here)
            for hex_id, other, _ in self.standing
        )

    @cached_property
    def standing(self) -> list[tuple[HexId, str, UnitId]]:
        setting = self.kernel.setting
        return [
            (setting.board.ids[place], str(self.game.counters.unit(unit).side), unit)
            for unit, place in zip(setting.units, self.state.locations, strict=True)
            if place >= 0
        ]

    @cached_property
    def grid(self) -> HexGrid:
        return HexGrid.of(self.game.hexmap.grid)

    @cached_property
    def firing(self) -> list[Piece]:
        return [piece for piece in map(self.piece, self.attackers) if not piece.disrupted]

    @cached_property
    def defenders(self) -> list[Piece]:
        mine = self.piece(self.attackers[0]).side
        names = [str(unit) for unit in self.kernel.setting.units]
        return [p for p in map(self.piece, names) if p.hex == self.target and p.side != mine]

    # When it counts ---------------------------------------------------------------------------------

    def now(self, when: Criteria, role: str) -> bool:
        chosen = self.kernel.setting.options
        return (
            (not when.phases or self.phase in when.phases)
            and (not when.weather or self.weather in when.weather)
            and (not when.turns or self.state.turn in when.turns)
            and situated(self.kernel, self.state, when)
            and all(chosen[option] == choice for option, choice in when.option.items())
            and (not isinstance(when, RoundCriteria) or not when.rounds or self.fought in when.rounds)
            and (not isinstance(when, RoleCriteria) or when.role is None or when.role == role)
            and all(self.in_ground(when))
            and (when.unless is None or not any(asked and so for asked, so in self.spared(when.unless)))
        )

    def in_ground(self, when: Criteria) -> Iterator[bool]:
        hexmap, here = self.game.hexmap, self.target
        places = [place for place in hexmap.places if place.hex == here]
        features = [feature.id for feature in hexmap.features if here in feature.hexes]
        yield not when.terrain or hexmap.terrain_of(here).id in when.terrain
        yield not when.feature or any(one in when.feature for one in features)
        yield not when.into or any(one in when.into for one in features)
        yield not when.place or any(place.id in when.place for place in places)
        yield not when.place_kinds or any(place.kind in when.place_kinds for place in places)

    def spared(self, unless: Unless) -> Iterator[tuple[bool, bool]]:
        hexmap, here = self.game.hexmap, self.target
        yield bool(unless.terrain), hexmap.terrain_of(here).id in unless.terrain
        for feature in hexmap.features:
            yield feature.id in unless.feature, here in feature.hexes
        for place in hexmap.places:
            asked = place.id in unless.place or place.kind in unless.place_kinds
            yield asked, place.hex == here

    def along(self, when: Criteria | Unless, start: HexId) -> bool:
        lines = [line for line in self.game.hexmap.lines if line.id in when.along]
        return any(self.leads(line, start, when.toward, when.away_from) for line in lines)

    def leads(self, line: LineFeature, start: HexId, toward: str | None, away: str | None) -> bool:
        for part in line.lines:
            at = {hex_id: number for number, hex_id in enumerate(part.path)}
            if abs(at.get(start, -9) - at.get(self.target, 99)) == 1:
                goal = next((p.hex for p in self.game.hexmap.places if p.id == (toward or away)), None)
                if goal is None:
                    return True
                nearer = abs(at[self.target] - at[goal]) < abs(at[start] - at[goal])
                return nearer == (toward is not None)
        return False

    def step(self, when: Criteria, start: HexId) -> bool:
        sides = {
            Hexside.parse(text)
            for feature in self.game.hexmap.hexsides
            if feature.id in when.across
            for part in feature.lines
            for text in part.hexsides
        }
        inside = [feature.hexes for feature in self.game.hexmap.features if feature.id in when.into]
        return (
            (not when.across or Hexside.between(start, self.target) in sides)
            and (not when.across_front or fronted(self.game, when.across_front, start, self.target))
            and not any(start in hexes for hexes in inside)
            and (not when.along or self.along(when, start))
        )

    def so(self, when: Criteria, piece: Piece | None, role: str) -> bool:
        """Return whether an entry applies to a unit, or to a place if the unit is None."""
        if not self.now(when, role):
            return False
        if piece is None:
            side = self.defenders[0].side
            if when.classes or when.units or (when.side and side not in when.side):
                return False
            piece = Piece("", side, "", None, 0)
        elif (when.side and piece.side not in when.side) or (
            (when.classes or when.units) and not (piece.kind in when.classes or piece.name in when.units)
        ):
            return False
        return self.stands(when, piece) and self.comes(when, piece, role) and self.faces(when, role)

    def stands(self, when: Criteria, piece: Piece) -> bool:
        has = {
            None: True,
            "disrupted": piece.disrupted,
            "undisrupted": not piece.disrupted,
            "fortified": piece.fortified,
            "unfortified": not piece.fortified,
        }
        return (
            has[when.condition]
            and when.supply in (None, piece.supply, *(() if piece.supply == "in" else ("out",)))
            and (when.enemy_zoc is None or (when.enemy_zoc == "in") == piece.gripped)
            and (when.near is None or self.accompanied(when.near, piece) != when.near.missing)
        )

    def accompanied(self, near: Near, piece: Piece) -> bool:
        counters = self.game.counters
        return piece.hex is not None and any(
            self.grid.distance(piece.hex, here) <= near.within
            for here, side, name in self.standing
            if side == piece.side and name != piece.name
            if (not near.classes and not near.units)
            or name in near.units
            or counters.unit(name).unit_class in near.classes
        )

    def comes(self, when: Criteria, piece: Piece, role: str) -> bool:
        own = piece.hex is not None and role == "attack"
        starts = {piece.hex} if own else {one.hex for one in self.firing}
        asks = when.across or when.across_front or when.into or when.along
        barred = when.unless is not None and any(self.along(when.unless, start) for start in starts if start)
        return not barred and (not asks or any(self.step(when, start) for start in starts if start))

    def faces(self, when: Criteria, role: str) -> bool:
        them = self.defenders if role == "attack" else [self.piece(name) for name in self.attackers]
        return (not when.against and not when.against_classes) or any(
            (not when.against or one.side in when.against)
            and (not when.against_classes or one.kind in when.against_classes)
            for one in them
        )

    # Dice -------------------------------------------------------------------------------------------

    def number(self, piece: Piece | None, role: str) -> int:
        worse = sum(entry.minus for entry in self.rules.hit_modifiers if self.so(entry, piece, role))
        return self.rules.hits_on + worse

    def own(self, piece: Piece, role: str) -> int:
        if piece.disrupted:
            return 0
        others = [entry.dice for entry in self.rules.strengths if self.so(entry, piece, role)]
        dice = others[0] if others else piece.strength
        return min(
            [
                dice,
                *(
                    e.max_dice
                    for e in self.rules.dice_limits
                    if not e.for_air_units and self.so(e, piece, role)
                ),
            ]
        )

    def divided(self, pieces: list[Piece], role: str) -> Counter[int]:
        """Return the number of dice by unit; dice to which the same entries apply are divided together."""
        shares: Counter[tuple[int, frozenset[str]]] = Counter()
        for piece in pieces:
            by = frozenset(entry.id for entry in self.rules.dice_divisors if self.so(entry, piece, role))
            shares[self.number(piece, role), by] += self.own(piece, role)
        found: Counter[int] = Counter()
        for (number, which), dice in shares.items():
            whole = 1
            for entry in self.rules.dice_divisors:
                whole *= entry.divide_by if entry.id in which else 1
            found[number] += (dice + whole - 1) // whole if role == "defence" else dice // whole
        return found

    def attack(self) -> Counter[int]:
        ground = self.divided(self.firing, "attack")
        side = self.piece(self.attackers[0]).side
        phase = next(phase for phase in self.game.rules.sequence if phase.id == self.phase)
        terms = next((entry for entry in self.rules.air_support if entry.side == side), None)
        if terms is None or not phase.air_support or not self.air:
            return +ground
        if terms.supplied_attacker and all(piece.supply != "in" for piece in self.firing):
            return +ground
        flown: list[int] = []
        for piece in map(self.piece, self.air):
            dice = [piece.strength if terms.dice is None else terms.dice]
            dice += [phase.max_air_dice] if phase.max_air_dice is not None else []
            dice += [
                e.max_dice for e in self.rules.dice_limits if e.for_air_units and self.so(e, piece, "attack")
            ]
            flown += [self.number(piece, "attack")] * min(dice)
        # Of those that are too many the best stay.
        most = sum(ground.values()) if terms.capped_by_ground_dice else len(flown)
        return +(ground + Counter(sorted(flown)[:most]))

    def defence(self) -> Counter[int]:
        found = self.divided(self.defenders, "defence")
        helped: set[str] = set()
        for bonus in self.rules.defence_bonuses:
            fit = [p for p in self.defenders if p.name not in helped and self.so(bonus, p, "defence")]
            most = len(fit) if bonus.max is None else bonus.max
            if bonus.across or bonus.across_front or bonus.into or bonus.along:
                starts = {piece.hex for piece in self.firing if piece.hex is not None}
                most = min(most, sum(self.step(bonus, start) for start in starts))
            for piece in fit[:most]:
                helped.add(piece.name)
                found[self.number(piece, "defence")] += 1
        for hold in self.rules.strongholds:
            if hold.dice and self.holds(hold.id):
                found[self.number(None, "defence")] += hold.dice
        return +found

    def holds(self, name: str) -> bool:
        hold = next(hold for hold in self.rules.strongholds if hold.id == name)
        fallen = self.target in self.kernel.setting.hex_ids(self.state.captured_places)
        if hold.until_taken and fallen:
            return False
        return any(self.so(hold, piece, "defence") for piece in self.defenders)

    def absorbed(self) -> int:
        return sum(hold.absorbs for hold in self.rules.strongholds if self.holds(hold.id))
