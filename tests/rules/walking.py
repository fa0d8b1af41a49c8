"""A naive walker: the possible legs of a unit, read from the data for each position.

It shares nothing with the rules engine except the position: hexes are printed ids, points are fractions,
zones are looked up around each hex, and the cheapest paths are found one hex at a time. It is slow on
purpose, but reads each step of a position once.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise

from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.line_directions import links_of, links_toward
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import EntryCost, MovementMode
from hexwright.model.rules.rail_movement_record import Entraining
from hexwright.model.rules.victory_record import Exit
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.fronts import fronted
from tests.rules.grounds import on_ground, situated
from tests.rules.map_reading import read_map
from tests.rules.zoning import reaches

Label = tuple[int, Fraction]
"""The hexes used beyond the allowance, and the points spent."""
Node = tuple[int, HexId, int]
"""The number of places passed, the hex, and the hexes used beyond the allowance."""
DONE = Fraction(10_000)
"""The points recorded for a unit that may not move on."""


@cache
def points_of(written: str) -> Fraction:
    """Return a cost as it is written in the data, such as 1/2; each text is parsed once."""
    return Fraction(written)


@dataclass(frozen=True)
class Manner:
    """A movement mode of a unit, with or without a later attack."""

    mode: MovementMode
    attacks: bool


@dataclass
class Walker:
    """A moving unit."""

    kernel: RulesEngine
    state: State
    unit: UnitId
    labels: dict[int, list[Label]] = field(default_factory=dict)
    """By the number of a mode: the possible amounts used so far; at the start, nothing is spent."""
    moved: bool = False
    tried: dict[HexId, bool] = field(default_factory=dict)
    """The hexes looked up so far, and whether trains may use them."""
    net: set[HexId] | None = None
    """The serving hexes of a network, once computed."""
    steps: dict[tuple[int, HexId, HexId], tuple[tuple[int, Fraction], ...]] = field(
        default_factory=dict, init=False
    )
    """The possible costs of the steps looked up so far, by mode."""
    counted: dict[int, tuple[Criteria, bool]] = field(default_factory=dict, init=False)
    """By identity, the entries read so far, kept alive here, and whether each applies."""
    zones: dict[HexId, bool] = field(default_factory=dict, init=False)
    """The hexes looked up so far, and whether they are in an enemy zone of control."""
    ways: dict[tuple[int, frozenset[HexId], int], dict[Node, Fraction]] = field(
        default_factory=dict, init=False
    )
    """The costs to all hexes computed so far."""

    def __post_init__(self) -> None:
        if not self.labels and not self.moved:
            self.labels = {
                number: [(0, Fraction(0))]
                for number, manner in enumerate(self.manners)
                if (manner.mode.entraining is not None) == self.entrained
            }

    # The facts --------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.kernel.setting.game

    @cached_property
    def grid(self) -> HexGrid:
        return HexGrid.of(self.game.hexmap.grid)

    @cached_property
    def units(self) -> Mapping[UnitId, tuple[str, str, HexId]]:
        """Return the side, class and hex of each unit on the map."""
        setting = self.kernel.setting
        found = {}
        for unit, place in zip(setting.units, self.state.locations, strict=True):
            counter = self.game.counters.unit(unit)
            if place >= 0:
                found[unit] = (str(counter.side), counter.unit_class, setting.board.ids[place])
        return found

    @cached_property
    def side(self) -> str:
        return str(self.game.counters.unit(self.unit).side)

    @cached_property
    def cut_off(self) -> bool:
        """Return whether the unit was out of supply at the start of the phase."""
        return bool(self.state.out_of_supply_when_moved >> self.kernel.setting.units.index(self.unit) & 1)

    def fed_as(self, asked: str | None) -> bool:
        """Return whether the unit had the given degree of supply at the start of the phase."""
        if asked is None:
            return True
        isolated = bool(self.state.isolated_when_moved >> self.kernel.setting.units.index(self.unit) & 1)
        return {
            "in": not self.cut_off,
            "out": self.cut_off,
            "limited": self.cut_off and not isolated,
            "isolated": isolated,
        }[asked]

    @property
    def entrained(self) -> bool:
        return self._is_entrained(self.unit)

    def _is_entrained(self, unit: UnitId) -> bool:
        return bool(self.state.conditions[self.kernel.setting.units.index(unit)] & ENTRAINED)

    def _rode(self, unit: UnitId) -> bool:
        """Return whether a unit is entrained, or was entrained in this phase."""
        rode = self.state.used_trains >> self.kernel.setting.units.index(unit) & 1
        return bool(rode) or self._is_entrained(unit)

    def _came(self, unit: UnitId) -> bool:
        return bool(self.state.arrived_this_turn >> self.kernel.setting.units.index(unit) & 1)

    @cached_property
    def train(self) -> int | None:
        """Return the number of the mode for entrained units; None if there is none."""
        found = [n for n, manner in enumerate(self.manners) if manner.mode.entraining is not None]
        return found[0] if found else None

    @cached_property
    def shy(self) -> bool:
        """Return whether the unit may enter no zone of control, because it was entrained in this phase."""
        rule = self._rule
        return rule is not None and not rule.may_enter_ezoc and self._rode(self.unit)

    @cached_property
    def weary(self) -> bool:
        """Return whether the unit can't attack, because it was entrained in this phase."""
        rule = self._rule
        return rule is not None and not rule.may_attack and self._rode(self.unit)

    @property
    def _rule(self) -> Entraining | None:
        return next((m.entraining for m in self.game.rules.movement if m.entraining is not None), None)

    @property
    def here(self) -> HexId:
        return self.units[self.unit][2]

    @cached_property
    def foreign(self) -> frozenset[HexId]:
        """Return the places that can be owned and that other sides own."""
        setting = self.kernel.setting
        own = setting.board.names(self.state.owned[setting.sides.index(self.game.info.side(self.side).id)])  # type: ignore[arg-type]
        return frozenset(
            place.hex for place in self.game.hexmap.places if place.owner is not None and place.kind != "name"
        ) - frozenset(own)

    @cached_property
    def weather(self) -> str:
        turns = self.game.charts.timetable(self.kernel.setting.scenario.turn_track).turns
        turn = next(turn for turn in turns if turn.turn == self.state.turn)
        return self.state.weather_by_turn[-1] if turn.weather_roll or turn.weather_after else turn.weather

    @cached_property
    def manners(self) -> tuple[Manner, ...]:
        phase = self.game.rules.sequence[self.state.phase]
        mine = self.game.counters.unit(self.unit).unit_class
        modes = {mode.id: mode for mode in self.game.rules.movement}
        offered = [modes[m.mode] for m in phase.modes if not m.classes or mine in m.classes]
        if not phase.modes:
            offered = [self.game.rules.movement[0]]
        found: list[Manner] = []
        for mode in offered:
            found.append(Manner(mode, attacks=True))
            if mode.no_attack_bonus:
                found.append(Manner(mode, attacks=False))
        return tuple(found)

    def counts(self, entry: Criteria) -> bool:
        """Return whether an entry applies to the unit now, wherever it is; each entry is read once."""
        known = self.counted.get(id(entry))
        if known is None:
            known = self.counted[id(entry)] = entry, self._counts(entry)
        return known[1]

    def _counts(self, entry: Criteria) -> bool:
        mine = self.game.counters.unit(self.unit).unit_class
        chosen = self.kernel.setting.options
        return (
            self.fed_as(entry.supply)
            and (not entry.phases or self.game.rules.sequence[self.state.phase].id in entry.phases)
            and (not entry.weather or self.weather in entry.weather)
            and (not entry.turns or self.state.turn in entry.turns)
            and situated(self.kernel, self.state, entry)
            and (not entry.side or self.side in entry.side)
            and ((not entry.classes and not entry.units) or mine in entry.classes or self.unit in entry.units)
            and all(chosen[option] == choice for option, choice in entry.option.items())
        )

    def allowance(self, manner: Manner) -> Fraction:
        counter = self.game.counters.unit(self.unit)
        number = self.kernel.setting.units.index(self.unit)
        printed = counter.steps[self.state.steps[number] - 1].ma or 0
        found = Fraction(printed if manner.mode.allowance is None else manner.mode.allowance)
        for effect in manner.mode.allowance_modifiers:
            if self.counts(effect):
                found = Fraction(effect.allowance) if effect.allowance is not None else found
                found = found * Fraction(effect.multiply)
                while effect.rounding == "down" and found.denominator > 1:
                    found -= Fraction(1, found.denominator)
                while effect.rounding == "up" and found.denominator > 1:
                    found += Fraction(1, found.denominator)
                found += effect.add
        found = max(Fraction(0), found)
        return found if manner.attacks else found + manner.mode.no_attack_bonus

    @cached_property
    def enemies(self) -> set[HexId]:
        return {there for side, _, there in self.units.values() if side != self.side}

    @cached_property
    def friends(self) -> set[HexId]:
        """Return the hexes of other units of the unit's side."""
        return {
            there for unit, (side, _, there) in self.units.items() if side == self.side and unit != self.unit
        }

    def enemy_in(self, hex_id: HexId) -> bool:
        return hex_id in self.enemies

    def friend_in(self, hex_id: HexId) -> bool:
        return hex_id in self.friends

    def zone(self, hex_id: HexId) -> bool:
        """Return whether a hex is in an enemy zone of control."""
        if hex_id not in self.zones:
            self.zones[hex_id] = self._zone(hex_id)
        return self.zones[hex_id]

    def _zone(self, hex_id: HexId) -> bool:
        zoc = self.game.rules.zoc
        if zoc.reach == "none":
            return False
        if zoc.friendly_units_cancel and any(
            there == hex_id and side == self.side for side, _, there in self.units.values()
        ):
            return False
        return any(
            there in self.grid.neighbours(hex_id).values()
            and side != self.side
            and (not zoc.classes or kind in zoc.classes)
            and not self.zoneless(unit)
            and reaches(self.game, side, hex_id)
            for unit, (side, kind, there) in self.units.items()
        )

    def zoneless(self, unit: UnitId) -> bool:
        """Return whether a unit has lost its zone of control by disruption."""
        combat = self.game.rules.combat
        told = combat.disruption if combat is not None else None
        broken = self.state.conditions[self.kernel.setting.units.index(unit)] & DISRUPTED
        return told is not None and not told.exerts_zoc and bool(broken)

    # Trains -------------------------------------------------------------------------------------------

    def open_to_trains(self, hex_id: HexId) -> bool:
        """Return whether the unit may entrain, ride or detrain in a hex."""
        if hex_id not in self.tried:
            self.tried[hex_id] = self._open_to_trains(hex_id)
        return self.tried[hex_id]

    def _open_to_trains(self, hex_id: HexId) -> bool:
        rule = self._rule
        assert rule is not None
        mode = next(mode for mode in self.game.rules.movement if mode.entraining is not None)
        beside = list(self.grid.neighbours(hex_id).values())
        assert mode.along is not None
        if not any(self.linked(mode.along, hex_id, there) for there in beside):
            return False
        if rule.network is not None and not self.served(rule.network, hex_id, connected=rule.connected):
            return False
        if rule.clear_of == "enemies" and any(map(self.enemy_in, beside)):
            return False
        closed = hex_id in self.foreign and not (rule.network is not None and rule.connected)
        return not (self.enemy_in(hex_id) or self.zone(hex_id) or closed)

    def served(self, network: str, hex_id: HexId, *, connected: bool) -> bool:
        """Return whether a network hex serves the unit's side, and is connected to a source if required."""
        if self.net is None:
            self.net = self._served(network, connected=connected)
        return hex_id in self.net

    def _served(self, network: str, *, connected: bool) -> set[HexId]:
        net = next(one for one in self.game.rules.networks if one.id == network)
        use = next((one for one in net.uses if one.side == self.side), None)
        if use is None:
            return set()
        runs = [run.path for line in self.game.hexmap.lines if line.id in net.line for run in line.lines]
        ties = {pair for path in runs for a, b in pairwise(path) for pair in ((a, b), (b, a))}
        line = {a for a, _ in ties}
        if not connected:
            return line
        friends = {there for side, _, there in self.units.values() if side == self.side}
        free = {
            here
            for here in line
            if not self.enemy_in(here)
            and (
                use.ezoc == "ignored"
                or (use.ezoc == "unless-friends" and here in friends)
                or not self.zone(here)
            )
        }
        if not (use.edge or use.hexes or use.places):
            return free
        found = {h for edge in self.game.hexmap.edges if edge.id in use.edge for h in edge.hexes}
        found |= {*use.hexes, *(p.hex for p in self.game.hexmap.places if p.id in use.places)} - self.foreign
        found = (found | set(use.hexes)) & free
        while fresh := {b for a, b in ties if a in found and b in free} - found:
            found |= fresh
        return found

    def trained(self) -> dict[int, list[Label]] | None:
        """Return the rest of the move after the unit has entrained or detrained; None if it can't."""
        number, rule = self.train, self._rule
        if number is None or rule is None or not self.open_to_trains(self.here):
            return None
        if not self.entrained and not self._rode(self.unit):
            for limit in rule.capacity:
                on = [
                    unit
                    for unit, (side, _, _) in self.units.items()
                    if side == self.side and self._rode(unit)
                ]
                taken = [unit for unit in on if limit.counts_reinforcements or not self._came(unit)]
                full = len(taken) >= limit.max and (limit.counts_reinforcements or not self._came(self.unit))
                if (not limit.side or self.side in limit.side) and full:
                    return None
        whole = self.allowance(self.manners[number])
        spent = min(
            (spent for labels in self.labels.values() for _, spent in labels if spent < DONE), default=DONE
        )
        if self.entrained and rule.hexes_per_mp is not None:
            spent = _up(spent)
        spent += _up(whole * Fraction(rule.detrain if self.entrained else rule.entrain))
        if spent > whole:
            return None
        if not self.entrained:
            return {number: [(0, spent)]}
        return {
            other: [(0, spent if spent <= self.allowance(manner) else DONE)]
            for other, manner in enumerate(self.manners)
            if other != number
        }

    # Steps --------------------------------------------------------------------------------------------

    def linked(self, line: str, here: HexId, there: HexId) -> bool:
        return read_map(self.game.hexmap).linked(line, here, there)

    def hexside(self, feature: str, here: HexId, there: HexId) -> bool:
        return read_map(self.game.hexmap).parted(feature, here, there)

    def within(self, features: tuple[str, ...], hex_id: HexId) -> bool:
        return any(found.id in features for found in read_map(self.game.hexmap).features_in(hex_id))

    def prices(self, number: int, here: HexId, there: HexId) -> tuple[tuple[int, Fraction], ...]:
        """Return the possible costs of a step in a mode: hexes beyond the allowance, and points."""
        step = number, here, there
        if step not in self.steps:
            self.steps[step] = tuple(self._prices(self.manners[number], here, there))
        return self.steps[step]

    def _prices(self, manner: Manner, here: HexId, there: HexId) -> Iterator[tuple[int, Fraction]]:
        mode = manner.mode
        zones = self._zones(mode, here, there)
        if zones is None or self.enemy_in(there):
            return
        if (mode.ezoc == "forbidden" or self.shy) and self.zone(there):
            return
        if not mode.through_friendly_units and self.friend_in(there):
            return
        if mode.entraining is not None:
            assert mode.along is not None
            tied = self.linked(mode.along, here, there)
            if tied and self.open_to_trains(here) and self.open_to_trains(there):
                yield (
                    0,
                    Fraction(1, mode.entraining.hexes_per_mp)
                    if mode.entraining.hexes_per_mp
                    else Fraction(0),
                )
            return
        plain = self._plain(manner, here, there)
        if plain is not None and (mode.along is None or self.linked(mode.along, here, there)):
            yield 0, plain + zones
        last = {entry.line: entry for entry in mode.line_costs if self.counts(entry)}
        for line, entry in last.items():
            if self.linked(line, here, there):
                yield 0, points_of(entry.cost) + zones
        if mode.road_bonus is not None and self._up_the_road(manner, here, there):
            yield 1, zones

    def _zones(self, mode: MovementMode, here: HexId, there: HexId) -> Fraction | None:
        rule = mode.ezoc_costs
        if rule is None:
            return Fraction(0)
        enter, leave = points_of(rule.enter), points_of(rule.leave)
        if self.zone(here) and self.zone(there):
            if rule.zoc_to_zoc == "never":
                return None
            return enter + leave if rule.zoc_to_zoc is None else points_of(rule.zoc_to_zoc)
        return enter if self.zone(there) else leave if self.zone(here) else Fraction(0)

    def _plain(self, manner: Manner, here: HexId, there: HexId) -> Fraction | None:
        """Return what a hex costs by its terrain and the hexside crossed; None if it may not be entered."""
        mode = manner.mode
        hex_cost, crossed = "1", dict[tuple[tuple[str, ...], tuple[str, ...]], str]()
        for entry in mode.costs:
            if not self.counts(entry) or not self._asked_in(entry, there):
                continue
            crosses = not entry.across or any(self.hexside(one, here, there) for one in entry.across)
            crosses &= not entry.across_front or fronted(self.game, entry.across_front, here, there)
            if not (entry.across or entry.across_front or entry.into):
                hex_cost = entry.cost
            elif crosses and not (entry.into and self.within(entry.into, here)):
                crossed[entry.across, entry.across_front] = entry.cost
        if hex_cost == "never" or ("never" in crossed.values() and mode.along is None):
            return None
        every = [e.hex_cost for e in mode.allowance_modifiers if self.counts(e) and e.hex_cost is not None]
        if every:
            return points_of(every[-1])
        besides = sum(map(points_of, crossed.values())) if mode.along is None else 0
        return points_of(hex_cost) + besides

    def ever(self, here: HexId, there: HexId) -> bool:
        """Return whether the usual movement mode permits the unit a step, whatever units are there."""
        usual = self.game.rules.movement[0]
        if usual.along is not None:
            return True
        bare = self._usual_at_any_time
        on_line = any(self.counts(one) and self.linked(one.line, here, there) for one in bare.mode.line_costs)
        return on_line or self._plain(bare, here, there) is not None

    @cached_property
    def _usual_at_any_time(self) -> Manner:
        usual = self.game.rules.movement[0]
        bare = replace(
            usual,
            costs=tuple(entry for entry in usual.costs if entry.supply is None),
            line_costs=tuple(entry for entry in usual.line_costs if entry.supply is None),
            allowance_modifiers=(),
        )
        return Manner(bare, attacks=True)

    def _asked_in(self, entry: EntryCost, hex_id: HexId) -> bool:
        """Return whether an entry applies in a hex."""
        places = read_map(self.game.hexmap).places_in(hex_id)
        return (
            (not entry.terrain or self.game.hexmap.terrain_of(hex_id).id in entry.terrain)
            and (not entry.feature or self.within(entry.feature, hex_id))
            and (not entry.into or self.within(entry.into, hex_id))
            and (not entry.place or any(place.id in entry.place for place in places))
            and (not entry.place_kinds or any(place.kind in entry.place_kinds for place in places))
        )

    def _up_the_road(self, manner: Manner, here: HexId, there: HexId) -> bool:
        assert manner.mode.road_bonus is not None
        line = manner.mode.road_bonus.line
        if not self.linked(line, here, there):
            return False
        toward = [
            e.road_toward
            for e in manner.mode.allowance_modifiers
            if self.counts(e) and e.road_toward is not None
        ]
        if not manner.attacks or not toward:
            return True
        goal = next(place.hex for place in self.game.hexmap.places if place.id == toward[-1])
        feature = next(feature for feature in self.game.hexmap.lines if feature.id == line)
        return there in links_toward(links_of(feature), goal).get(here, ())

    # Ways -----------------------------------------------------------------------------------------------

    def costs(self, number: int, counted: frozenset[HexId], most: int) -> dict[Node, Fraction]:
        """Return the fewest points to each hex, by the number of counted places passed, up to `most`."""
        asked = number, counted, most
        if asked not in self.ways:
            self.ways[asked] = self._costs(number, counted, most)
        return self.ways[asked]

    def _costs(self, number: int, counted: frozenset[HexId], most: int) -> dict[Node, Fraction]:
        manner = self.manners[number]
        limit = self.allowance(manner)
        if manner.mode.entraining is not None and manner.mode.entraining.hexes_per_mp is not None:
            limit = Fraction(int(limit))  # Riding costs whole points.
        further = manner.mode.road_bonus.hexes if manner.mode.road_bonus is not None else 0
        found: dict[Node, Fraction] = {}
        heap = [(spent, (0, self.here, used)) for used, spent in self.labels.get(number, ()) if spent < DONE]
        heapq.heapify(heap)
        if manner.mode.entraining is not None and heap and not self.open_to_trains(self.here):
            return {}
        starts = {node for _, node in heap}
        while heap:
            spent, node = heapq.heappop(heap)
            if node in found:
                continue
            found[node] = spent
            passed, here, used = node
            if node not in starts and manner.mode.ezoc == "stops" and self.zone(here):
                continue
            for there in self.grid.neighbours(here).values():
                after = passed + (there in counted)
                for beside, points in self.prices(number, here, there):
                    if spent + points <= limit and used + beside <= further and after <= most:
                        heapq.heappush(heap, (spent + points, (after, there, used + beside)))
        if manner.mode.always_one_hex and (0, Fraction(0)) in self.labels.get(number, ()) and limit:
            self._one_hex(number, found)
        return found

    def _one_hex(self, number: int, found: dict[Node, Fraction]) -> None:
        for there in self.grid.neighbours(self.here).values():
            stuck = self.zone(self.here) and self.zone(there)
            if not stuck and self.prices(number, self.here, there):
                found.setdefault((0, there, 0), DONE)

    def settled(self, number: int) -> dict[tuple[HexId, int], list[Fraction]]:
        """Return the fewest points to each hex by the hexes used beyond the allowance, in a mode."""
        reached = self.costs(number, frozenset(), 0)
        return {(hex_id, used): [spent] for (_, hex_id, used), spent in reached.items()}

    def ends(self) -> set[HexId]:
        """Return the hexes where the next leg may end, regardless of friends."""
        nodes = [node for number in self.labels for node in self.costs(number, frozenset(), 0)]
        return {hex_id for _, hex_id, _ in nodes} - {self.here}

    def leg(self, goal: HexId) -> tuple[frozenset[HexId], dict[int, list[Label]]] | None:
        """Return the places that a leg captures on its way, and the rest of the move; None if there is no
        path."""
        counted = self.foreign - {goal}
        taken = None
        for attacks in (True, False):
            for number, manner in enumerate(self.manners):
                if manner.attacks == attacks and number in self.labels:
                    way = self._fewest(number, goal, counted)
                    if way is not None and (taken is None or len(way) < len(taken)):
                        taken = way
            if taken is not None:
                break
        if taken is None:
            return None
        left: dict[int, list[Label]] = {}
        for number, manner in enumerate(self.manners):
            if number not in self.labels:
                continue
            stops = manner.mode.ezoc == "stops" and self.zone(goal)
            reached = self.costs(number, counted - taken, 0)
            labels = [(used, DONE if stops else c) for (_, h, used), c in reached.items() if h == goal]
            if labels:
                left[number] = sorted(labels)
        return taken, left

    def may_leave(self) -> bool:
        """Return whether the unit may exit the map from its hex with the rest of its move."""
        setting = self.kernel.setting
        table = next(one for one in self.game.rules.victory if one.id == setting.scenario.victory)
        edges = {edge.id: edge.hexes for edge in self.game.hexmap.edges}
        for entry in table.exits:
            named = bool(entry.edge or entry.hexes)
            by_edge = any(self.here in edges[edge] for edge in entry.edge)
            if (by_edge or self.here in entry.hexes or not named) and self.leaves_as(entry):
                return any(self._pays(number, Fraction(entry.cost)) for number in self.labels)
        return False

    def leaves_as(self, entry: Exit) -> bool:
        """Return whether an exit entry applies to the unit in its hex, regardless of other units there."""
        return (
            self.counts(entry)
            and on_ground(self.game, entry, self.here)
            and (entry.enemy_zoc is None or self.zone(self.here) == (entry.enemy_zoc == "in"))
            and (entry.condition is None or self.entrained == (entry.condition == "entrained"))
        )

    def _pays(self, number: int, cost: Fraction) -> bool:
        manner = self.manners[number]
        mode = manner.mode
        if mode.entraining is not None and not self.open_to_trains(self.here):
            return False
        if mode.along is not None and not any(
            self.linked(mode.along, self.here, there) for there in self.grid.neighbours(self.here).values()
        ):
            return False
        if mode.ezoc_costs is not None and self.zone(self.here):
            cost += Fraction(mode.ezoc_costs.leave)
        return any(spent + cost <= self.allowance(manner) for _, spent in self.labels[number])

    def _fewest(self, number: int, goal: HexId, counted: frozenset[HexId]) -> frozenset[HexId] | None:
        for most in range(len(counted) + 1):
            found = self.costs(number, counted, most)
            ends = [(spent, node[2], node) for node, spent in found.items() if node[1] == goal]
            if ends:
                return self._passed(number, found, min(ends)[2], counted)
        return None

    def _passed(
        self, number: int, found: dict[Node, Fraction], node: Node, counted: frozenset[HexId]
    ) -> frozenset[HexId]:
        """Return the places on the path back to the start; of equal steps, the one to the lowest hex number
        is taken."""
        manner, taken = self.manners[number], set[HexId]()
        if manner.mode.entraining is not None:
            return frozenset()  # No train runs through a place of others, and rides may cost nothing.
        begin = {(0, self.here, used): spent for used, spent in self.labels[number]}
        while begin.get(node) != found[node] and found[node] != DONE:
            passed, there, used = node
            taken |= {there} & counted
            node = next(
                before
                for here in sorted(self.grid.neighbours(there).values(), key=self._number)
                for beside, points in self.prices(number, here, there)
                if (before := (passed - (there in counted), here, used - beside)) in found
                and found[before] + points == found[node]
                and self._leaves(number, before)
            )
        return frozenset(taken)

    def way(self, goal: HexId) -> set[HexId]:
        """Return the hexes that a leg enters, on the cheapest of the paths that pass the fewest places."""
        leg = self.leg(goal)
        assert leg is not None
        number = min(leg[1], key=lambda one: (not self.manners[one].attacks, one))
        counted = self.foreign - {goal} - leg[0]
        found = self.costs(number, counted, 0)
        used, spent = min(((n[2], s) for n, s in found.items() if n[1] == goal), key=lambda one: one[::-1])
        there, entered = goal, {goal}
        begin = dict(self.labels[number])
        while spent != DONE and not (there == self.here and begin.get(used) == spent):
            entered.add(there)
            there, used, spent = next(
                (here, used - beside, spent - points)
                for here in sorted(self.grid.neighbours(there).values(), key=self._number)
                for beside, points in self.prices(number, here, there)
                if found.get((0, here, used - beside)) == spent - points
                and self._leaves(number, (0, here, used - beside))
            )
        return entered

    def rides(self, number: int, shut: frozenset[HexId], only: set[HexId] | None = None) -> dict[HexId, int]:
        """Return the fewest hexes entered on the way to each hex, through no hex of `shut`, within `only`."""
        found, front = {self.here: 0}, [self.here]
        for here in front:
            if here not in shut and self._leaves(number, (0, here, 0)):
                for there in self.grid.neighbours(here).values():
                    known = there in found or (only is not None and there not in only)
                    if not known and self.prices(number, here, there):
                        found[there] = found[here] + 1
                        front.append(there)
        return found

    def _leaves(self, number: int, node: Node) -> bool:
        mode = self.manners[number].mode
        start = node[1] == self.here and node[0] == 0
        return start or not (mode.ezoc == "stops" and self.zone(node[1]))

    def _number(self, hex_id: HexId) -> tuple[int, int]:
        column, row = self.grid.position(hex_id)
        return (column, row) if self.game.hexmap.grid.orientation == "flat" else (row, column)

    def after(self, state: State, left: dict[int, list[Label]]) -> Walker:
        """Return the walker after a leg."""
        return Walker(self.kernel, state, self.unit, left, moved=True)


def _up(points: Fraction) -> Fraction:
    """Return the next whole number of points."""
    return points if points.denominator == 1 else Fraction(points.numerator // points.denominator + 1)
