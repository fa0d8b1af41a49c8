"""Compile a game and a scenario into what the kernel reads while it plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import log2
from typing import Any, TypeVar, get_args

from builder.geometry.asking import hexes_asked, steps_asked
from builder.geometry.bits import members, pick, together, union
from builder.geometry.board import Board, Hexes
from builder.geometry.entering import crossings
from builder.geometry.ground import hexes_held
from builder.geometry.leaving import hexes_left
from builder.geometry.presence import hexes_counted
from builder.geometry.zone_ends import beyond
from builder.model.charts import CombatTable, Turn
from builder.model.circumstances import Degree, When
from builder.model.citing import with_citations
from builder.model.counters import Step
from builder.model.disrupting import Disruption
from builder.model.game import Game
from builder.model.ground_points import Advance, Holding
from builder.model.hexmap import OwnedKind
from builder.model.ids import HexId, SideId, UnitId
from builder.model.leaving import of_its_side
from builder.model.moving import MovementMode
from builder.model.odds import Columns
from builder.model.options import holds_under
from builder.model.overrunning import Overrun
from builder.model.remaining import GroupRemnant, Remnant
from builder.model.retreating import RetreatTrack
from builder.model.rules import CombatRules, Phase
from builder.model.scenario import Scenario
from builder.model.supplying import Survival
from builder.model.waiting import Waiting
from builder.model.winning import Exit, Loss, Presence, VictoryRules
from builder.queries.odds import Measures, Ratio
from builder.queries.retreating import Tread
from validators.rules.accounts import Account, accounts_of
from validators.rules.advancing import Advances
from validators.rules.barring import Barring
from validators.rules.bombarding import Bombarding
from validators.rules.circumstances import Circumstance, Forces, Units, by_turn, timely
from validators.rules.coming import Coming
from validators.rules.dropping import Part, parts_of
from validators.rules.duties import DutyRules
from validators.rules.exposure import Exposure
from validators.rules.fire.counting import Declared
from validators.rules.flights import Flights
from validators.rules.hauling import Hauls
from validators.rules.measuring import measures_of, ratios_of
from validators.rules.modifiers import Modifiers
from validators.rules.nets import Changing, Net, along, changing_in, nets_of
from validators.rules.protocol import Action
from validators.rules.stacking import Stacks
from validators.rules.state import State, Strength, disrupted_units
from validators.rules.tracing import Tracing
from validators.rules.treading import Treads
from validators.rules.ways import Map, Terms, Way, compiled
from validators.rules.works import Fronts, Gone

T = TypeVar("T")

OWNED_KINDS = frozenset(get_args(OwnedKind))
"""Kinds of place that a side owns; the others are lettering."""


@dataclass(slots=True)
class Recent:
    """What was reckoned last: whoever lists moves applies one of them next."""

    legs: Any = None
    """The `Legs` of a position."""


class _Made(dict[int, T]):
    """What is made for each number when it is first asked for: a large game has a million attacks."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> T:
        made = self[number] = self._make(number)
        return made


@dataclass(frozen=True)
class Setting:
    """A scenario with its options, in the kernel's numbers."""

    game: Game
    scenario: Scenario
    options: Mapping[str, str]
    board: Board
    sides: tuple[SideId, ...]
    units: tuple[UnitId, ...]
    """The units of the scenario, in the order of the counter mix."""
    phases: tuple[Phase, ...]
    victory: VictoryRules
    recent: Recent = field(default_factory=Recent, compare=False, repr=False)
    """What was reckoned of the position that was asked about last."""
    _ways: dict[tuple[int, str, int, int, int, Degree, bool], tuple[Way, ...]] = field(
        default_factory=dict, repr=False
    )
    """By phase, weather, turn, unit, step, and how it was supplied as the phase began."""
    _ways_by_terms: dict[tuple[str, Terms, bool], tuple[Way, ...]] = field(default_factory=dict, repr=False)
    _moves: dict[int, list[Action | None]] = field(default_factory=dict, repr=False)
    _moved: dict[int, Hexes] = field(default_factory=dict, repr=False)
    """By unit: the moves that are made, by their hexes."""

    @classmethod
    def of(cls, game: Game, scenario: Scenario, options: Mapping[str, str]) -> Setting:
        """Compile; raise ValueError when `rules.yaml` lacks a part that the kernel needs."""
        if not game.rules.movement:
            raise ValueError(f"{game.slug}: rules.yaml must say movement")
        game = with_citations(game)
        victory = game.victory_of(scenario)
        if victory is None:
            raise ValueError(f"{game.slug}: rules.yaml doesn't say how {scenario.victory} is reckoned")
        absent = set(scenario.not_used)
        return cls(
            game=game,
            scenario=scenario,
            options=dict(options),
            board=Board.of(game.hexmap),
            sides=tuple(side.id for side in game.info.sides),
            units=tuple(unit.id for unit in game.counters.units if unit.id not in absent),
            phases=game.rules.sequence,
            victory=victory,
        )

    @cached_property
    def combat(self) -> CombatRules:
        """Return how battles by odds are fought; nothing comes of them in a game without them."""
        return self.game.rules.odds

    @cached_property
    def defends_as_one(self) -> bool:
        """Tell whether all units of a hex that is attacked defend together."""
        combat = self.game.rules.odds
        return combat.attacked != "unit"

    @cached_property
    def disruption(self) -> Disruption:
        """Return what disrupted units can't do; by fire they neither move nor attack."""
        combat = self.game.rules.odds
        return combat.disrupted

    @cached_property
    def disrupted_rule(self) -> str:
        """Return the rule that is cited for disrupted units, where there is one of its own."""
        combat = self.game.rules.odds
        return self.disruption.rule or (combat.retreat.rule)

    @cached_property
    def tables(self) -> Mapping[str, tuple[CombatTable, Columns]]:
        """Return by id the combat tables with their columns, the usual as ""; raise ValueError without."""
        table = self.game.charts.combat
        if table is None:
            raise ValueError(f"{self.game.slug}: charts.yaml has no 'combat'")
        return {name: (one, one.reckoned) for name, one in table.all.items()}

    @cached_property
    def cuts_odds_first(self) -> bool:
        """Tell whether odds beyond the table count as its last column before anything moves them."""
        rule = self.combat.cut_first_under
        return rule is not None and self.under(rule)

    @cached_property
    def modifiers(self) -> Modifiers:
        """Return what changes battles by odds."""
        tables = {name: columns for name, (_, columns) in self.tables.items()}
        return Modifiers(self.game, self.board, self.forces, self.options, tables)

    @cached_property
    def measures(self) -> Measures:
        """Return what all battles by odds are reckoned by."""
        columns = (columns for _, columns in self.tables.values())
        return measures_of(self.combat, columns, self.cuts_odds_first)

    @cached_property
    def table_ids(self) -> tuple[str, ...]:
        """Return the ids of the combat tables, the usual one first and as ""."""
        return tuple(self.tables)

    @cached_property
    def duties(self) -> DutyRules:
        """Return who must attack and be attacked in battles by odds."""
        return DutyRules(self.combat.duties, self.board, self.forces, self.options)

    @cached_property
    def bombarding(self) -> Bombarding:
        """Return who attacks from afar in battles by odds."""
        return Bombarding(self.combat.bombardment, self.board, self.forces, self.options)

    @cached_property
    def advances(self) -> Advances:
        """Return who advances after battles by odds."""
        return Advances(self.combat.advances, self.board, self.forces, self.options)

    @cached_property
    def barring(self) -> Barring:
        """Return which attacks may not be made in battles by odds."""
        return Barring(self.combat.barred, self.board, self.forces, self.options)

    @cached_property
    def exposure(self) -> Exposure:
        """Return which units can't hold beside an enemy."""
        return Exposure(self.game.rules.untenable, self.board, self.forces, self.options)

    @cached_property
    def overruns(self) -> tuple[tuple[Overrun, Circumstance], ...]:
        """Return what may be overrun in movement phases; nothing in a game without battles by odds."""
        combat = self.game.rules.odds
        found = combat.overruns
        return tuple((entry, self._asked(entry)) for entry in found)

    @cached_property
    def fire(self) -> Declared:
        """Return what counts in battles by fire; raise ValueError in a game without them."""
        fire = self.game.rules.fire
        if fire is None:
            raise ValueError(f"{self.game.slug}: rules.yaml has no 'fire'")
        return Declared(fire, self.board, self.forces, self.options)

    def under(self, wanted: Mapping[str, str]) -> bool:
        """Tell whether the scenario's options are those that an entry asks for."""
        return holds_under(self.options, wanted)

    # Units ----------------------------------------------------------------------------------------

    @cached_property
    def number(self) -> Mapping[UnitId, int]:
        """Return each unit's number."""
        return {unit: number for number, unit in enumerate(self.units)}

    @cached_property
    def forces(self) -> Forces:
        """Return the units with their sides and classes."""
        return Forces(self.units, [self.sides[side] for side in self.side_of], self.class_of)

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """Return, by unit, the number of its side."""
        return tuple(self.sides.index(self.game.counters.unit(unit).side) for unit in self.units)

    @cached_property
    def class_of(self) -> tuple[str, ...]:
        """Return, by unit, its class."""
        return tuple(self.game.counters.unit(unit).unit_class for unit in self.units)

    @cached_property
    def strengths(self) -> tuple[tuple[int, ...], ...]:
        """Return, by unit and step, the printed strength; an eliminated unit has 0."""
        return tuple(
            (0, *(step.strength or 0 for step in self.game.counters.unit(unit).steps), 0)
            for unit in self.units
        )

    @cached_property
    def defences(self) -> tuple[tuple[Strength, ...], ...]:
        """Return, by unit and step, the strength in defence; an eliminated unit has 0."""
        return tuple(
            (0, *(printed_defence(step) for step in self.game.counters.unit(unit).steps), 0)
            for unit in self.units
        )

    @cached_property
    def attack_ratios(self) -> tuple[tuple[Ratio, ...], ...]:
        """Return `strengths` as queries read them."""
        return ratios_of(self.strengths)

    @cached_property
    def defence_ratios(self) -> tuple[tuple[Ratio, ...], ...]:
        """Return `defences` as queries read them."""
        return ratios_of(self.defences)

    @cached_property
    def mas(self) -> tuple[tuple[int, ...], ...]:
        """Return, by unit and step, the printed allowance."""
        return tuple(
            (0, *(step.ma or 0 for step in self.game.counters.unit(unit).steps)) for unit in self.units
        )

    @cached_property
    def last_step(self) -> tuple[int, ...]:
        """Return, by unit, the number of its weakest step."""
        return tuple(len(self.game.counters.unit(unit).steps) for unit in self.units)

    @cached_property
    def of_side(self) -> tuple[tuple[int, ...], ...]:
        """Return, by side, its units."""
        return tuple(
            tuple(number for number, other in enumerate(self.side_of) if other == side)
            for side in range(len(self.sides))
        )

    @cached_property
    def units_of(self) -> tuple[Units, ...]:
        """Return, by side, the set of its units."""
        return tuple(map(union, self.of_side))

    @cached_property
    def overlooked(self) -> Units:
        """Return the units that battles by odds leave out while others stand in their hex."""
        said = self.game.rules.odds.overlooked
        return self.of_classes(said.classes) if said is not None and said.classes else 0

    @cached_property
    def remnants(self) -> tuple[tuple[Remnant, Circumstance], ...]:
        """Return of whom something remains whom a battle by odds eliminates; the first that counts holds."""
        return tuple((one, self._left(one)) for one in self.game.rules.odds.remnants)

    @cached_property
    def group_remnants(self) -> tuple[tuple[GroupRemnant, Circumstance], ...]:
        """Return of whom something remains whom groups lose; the first that counts holds."""
        return tuple((one, self._left(one)) for one in self.game.rules.group_remnants)

    @cached_property
    def conversions(self) -> Mapping[int, Circumstance]:
        """Return, by unit that takes another's place, whose it may take."""
        return {unit: self._asked(rule) for unit, _, rule in self.coming.conversions}

    @cached_property
    def exits(self) -> tuple[tuple[Exit, Circumstance], ...]:
        """Return where units may leave the map; the first that counts for one holds."""
        return tuple(
            (one, replace(self._asked(one), hexes=hexes_left(self.board, one))) for one in self.victory.exits
        )

    @cached_property
    def presence(self) -> tuple[tuple[Presence, Circumstance], ...]:
        """Return what units give points for by where they stand, but for how they are supplied."""
        return tuple(
            (one, replace(self._asked(replace(one, supply=None)), hexes=hexes_counted(self.board, one)))
            for one in self.victory.presence
        )

    @cached_property
    def holdings(self) -> tuple[tuple[Holding, Circumstance], ...]:
        """Return which hexes sides hold for points, and by whom, but for how they are supplied."""
        return tuple(
            (one, replace(self._asked(replace(one, supply=None)), hexes=hexes_held(self.board, one)))
            for one in self.victory.holdings
        )

    @cached_property
    def inroads(self) -> tuple[tuple[Advance, Circumstance], ...]:
        """Return past what lines sides have come for points, and who, but for how they are supplied."""
        return tuple((one, self._asked(replace(one, supply=None))) for one in self.victory.advances)

    @cached_property
    def losses(self) -> tuple[tuple[Loss, Circumstance], ...]:
        """Return what units give points for that are lost; the first that counts holds."""
        return tuple((one, self._asked(one)) for one in self.victory.losses)

    def _asked(self, entry: When) -> Circumstance:
        return Circumstance.of(self.board, self.forces, entry)

    def _left(self, entry: Remnant | GroupRemnant) -> Circumstance:
        return self._asked(of_its_side(self.game, entry))

    def of_classes(self, classes: tuple[str, ...]) -> int:
        """Return the set of units of these classes; all when none is given."""
        return union(n for n, name in enumerate(self.class_of) if not classes or name in classes)

    def unit_at(self, state: State, hex_number: int) -> int:
        """Return the number of a unit in a hex; raise ValueError when it is empty."""
        return state.where.index(hex_number)

    # Sides ----------------------------------------------------------------------------------------

    def side_name(self, side: int) -> str:
        """Return what players call a side, by its number."""
        return self.game.info.side(self.sides[side]).name

    def side(self, state: State) -> int:
        """Return the number of the side whose phase it is."""
        return self.phase_sides[state.phase]

    @cached_property
    def phase_sides(self) -> tuple[int, ...]:
        """Return, by phase, the number of its side."""
        return tuple(self.sides.index(phase.side) for phase in self.phases)

    def enemies(self, state: State, side: int) -> int:
        """Return the hexes with units of other sides."""
        found = 0
        for other, hexes in enumerate(state.occupied):
            if other != side:
                found |= hexes
        return found

    @cached_property
    def _controlling(self) -> int:
        zoc = self.game.rules.zoc
        return 0 if zoc.reach == "none" else self.of_classes(zoc.classes)

    def ezoc(self, state: State, side: int) -> int:
        """Return the hexes in an enemy zone of control of a side."""
        zone = self._reached(state, self._others[side])
        return zone & ~state.occupied[side] if self.game.rules.zoc.friends_cancel else zone

    def zone(self, state: State, side: int) -> int:
        """Return the hexes in a zone of control of a side, whoever stands there."""
        # The six hexes around a unit, those with enemy units included.
        return self._reached(state, (side,))

    def _reached(self, state: State, sides: Collection[int]) -> int:
        """Return the hexes into which zones of some sides reach."""
        if not self.game.rules.zoc.not_into:
            return self.board.around(self._exerting(state, sides))
        return together(
            self.board.around(self._exerting(state, (side,))) & ~self._beyond_zones[side] for side in sides
        )

    @cached_property
    def _beyond_zones(self) -> tuple[int, ...]:
        """Return, by side, the hexes into which its zones don't reach."""
        return tuple(beyond(self.board, self.game.rules.zoc, side) for side in self.sides)

    @cached_property
    def _others(self) -> tuple[tuple[int, ...], ...]:
        """Return, by side, the numbers of the other sides."""
        every = range(len(self.sides))
        return tuple(tuple(other for other in every if other != side) for side in every)

    def _exerting(self, state: State, sides: Collection[int]) -> int:
        """Return the hexes with units of some sides that have a zone."""
        zoc = self.game.rules.zoc
        if zoc.reach == "none":
            return 0
        broken = 0 if self.disruption.zone else disrupted_units(state)
        if zoc.classes or broken:
            controlling = self._controlling & ~broken
            return union(
                hex_number
                for unit, hex_number in enumerate(state.where)
                if hex_number >= 0 and self.side_of[unit] in sides and controlling >> unit & 1
            )
        return together(state.occupied[side] for side in sides)

    # Places ---------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> int:
        """Return the hexes of all places that can be owned: those that have an owner from the beginning."""
        owned = (place.hex for place in self.game.hexmap.places if place.owner is not None)
        return self.board.at_places(OWNED_KINDS) & self.board.bits(owned)

    # Time -----------------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """Return the turns of the timetable by number."""
        return {turn.turn: turn for turn in self.game.charts.timetable(self.scenario.timetable).turns}

    @cached_property
    def weather(self) -> Mapping[int, str]:
        """Return the weather of each turn whose weather is fixed."""
        return {number: t.weather for number, t in self.turns.items() if not t.roll and not t.after}

    @cached_property
    def waiting(self) -> tuple[tuple[Waiting, Units], ...]:
        """Return who may not move before something is so."""
        return tuple(
            (entry, union(self.number[unit] for unit in entry.units if unit in self.number))
            for entry in self.game.rules.waiting
        )

    def situations_now(self, state: State) -> tuple[str, ...]:
        """Return the situations that are so, as they were judged last."""
        if not state.situations:
            return ()
        told = zip(self.game.rules.situations, state.situations, strict=True)
        return tuple(one.id for one, count in told if count)

    def weather_now(self, state: State) -> str:
        """Return the weather of a state's turn."""
        return self.weather.get(state.turn) or state.weathers[-1]

    # Ground -----------------------------------------------------------------------------------------

    @cached_property
    def cover(self) -> tuple[tuple[float, ...], ...]:
        """Return, by side and hex, the columns that the ground takes from an attack on the side.

        A hexside counts by the share of the hex's sides that it runs along.
        """
        return tuple(self._cover(side) for side in self.sides)

    def _cover(self, side: SideId) -> tuple[float, ...]:
        board = self.board
        found = [0.0] * len(board.ids)
        for modifier in self.combat.modifiers:
            asks_more = modifier.side or modifier.classes or modifier.units or modifier.against_classes
            asks_how = modifier.supply or modifier.zone or modifier.condition or modifier.near
            asks_when = modifier.weather or modifier.turns or modifier.phases or asks_how
            other = modifier.against and side not in modifier.against
            if asks_more or asks_when or other or not self.under(modifier.under):
                continue
            # Half the odds are about a column.
            moved = modifier.columns + _doublings(modifier.attack) - _doublings(modifier.defence)
            froms = steps_asked(board, modifier)
            for number in members(hexes_asked(board, modifier)):
                share = 1.0 if froms is None else (froms[number] & board.near[number]).bit_count() / 6
                found[number] -= moved * share
        return tuple(found)

    # Movement -------------------------------------------------------------------------------------

    @cached_property
    def modes(self) -> Mapping[str, MovementMode]:
        """Return the movement modes by id."""
        return {mode.id: mode for mode in self.game.rules.movement}

    @cached_property
    def phase_modes(self) -> tuple[tuple[tuple[MovementMode, int], ...], ...]:
        """Return, by phase, the ways of moving and the units that may use each."""
        usual = self.game.rules.movement[0]
        found: list[tuple[tuple[MovementMode, int], ...]] = []
        for phase, side in zip(self.phases, self.phase_sides, strict=True):
            may = self.of_classes(phase.classes) & union(self.of_side[side])
            offered = [(self.modes[m.mode], self.of_classes(m.classes) & may) for m in phase.moves]
            found.append(tuple(offered or [(usual, may)]))
        return tuple(found)

    @cached_property
    def phase_units(self) -> tuple[int, ...]:
        """Return, by phase, the units that may move in it."""
        found: list[int] = []
        for offered in self.phase_modes:
            may = 0
            for _, units in offered:
                may |= units
            found.append(may)
        return tuple(found)

    @cached_property
    def trains(self) -> MovementMode | None:
        """Return the way of moving of entrained units, if there is one."""
        return self.game.rules.trains

    @cached_property
    def rails(self) -> Hexes:
        """Return the hexes of the line along which entrained units ride."""
        mode = self.trains
        return 0 if mode is None or mode.along is None else together(self.board.links[mode.along])

    @cached_property
    def riders(self) -> tuple[Units, ...]:
        """Return, by phase, the units that may entrain and ride in it."""
        return tuple(
            next((units for mode, units in offered if mode.entraining is not None), 0)
            for offered in self.phase_modes
        )

    @cached_property
    def diggers(self) -> int:
        """Return the units that may dig in."""
        rule = self.game.rules.fortification
        return self.of_classes(rule.classes) if rule is not None else 0

    @cached_property
    def alone(self) -> bool:
        """Tell whether no more than one unit may stay in a hex, of whatever kind."""
        return self.game.rules.stacking.limit == 1

    @cached_property
    def stacks(self) -> Stacks:
        """Return who may stay together in a hex."""
        return Stacks(self.game, self.board, self.units, self.of_side)

    @cached_property
    def gathers(self) -> bool:
        """Tell whether hexes may hold more units than may stay until a movement phase ends."""
        stacking = self.game.rules.stacking
        return bool(stacking.every) and stacking.kept == "phase-end"

    def full(self, state: State, unit: int) -> Hexes:
        """Return the hexes in which a unit can't stay beside those of its side that stand there."""
        return self.stacks.full(state.where, unit, self.side_of[unit])

    def ways(
        self,
        phase: int,
        weather: str,
        turn: int,
        unit: int,
        step: int,
        *,
        supply: Degree,
        faced: bool = False,
    ) -> tuple[Way, ...]:
        """Return the ways in which a unit may move in a phase, by its number.

        `supply` tells how it was supplied as the phase began, `faced` whether hexsides that can fall cost it
        what they cost while they are whole.
        """
        key = (phase, weather, turn if self._turns_asked else 0, unit, step, supply, faced)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._ways_of(*key)
        return found

    def _ways_of(
        self, phase: int, weather: str, turn: int, unit: int, step: int, supply: Degree, faced: bool
    ) -> tuple[Way, ...]:
        found: list[Way] = []
        now = partial(timely, phase=self.phases[phase].id, weather=weather, turn=turn, options=self.options)
        for mode, may in self.phase_modes[phase]:
            if may >> unit & 1:
                ground = self._maps[mode.id]
                terms = ground.terms(unit, self.mas[unit][step], now, supply=supply)
                falling = self._falling[mode.id]
                key = (mode.id, terms, faced and bool(falling))
                if key not in self._ways_by_terms:
                    self._ways_by_terms[key] = compiled(ground, mode, terms, falling, faced=faced)
                found += self._ways_by_terms[key]
        return tuple(found)

    @cached_property
    def works(self) -> bool:
        """Tell whether any hexside with a front can fall."""
        return bool(self.game.rules.works)

    @cached_property
    def fronts(self) -> Fronts:
        """Return the hexsides with a front that can fall."""
        return Fronts(self.board, self.game.rules, self.sides)

    def gone(self, state: State) -> Gone:
        """Return the hexsides with a front that have fallen: by the hex behind, the hexes in front."""
        return self.fronts.gone(state.breached)

    @cached_property
    def _falling(self) -> Mapping[str, int]:
        """Return, by mode, the numbers of the costs that are asked for by hexsides that can fall."""
        works = {entry.hexsides for entry in self.game.rules.works}
        return {
            mode.id: union(n for n, entry in enumerate(mode.costs) if works.intersection(entry.facing))
            for mode in self.game.rules.movement
        }

    @cached_property
    def _turns_asked(self) -> bool:
        return any(by_turn(mode.whens) for mode in self.game.rules.movement)

    @cached_property
    def moves_by_supply(self) -> tuple[bool, ...]:
        """Tell, by phase, whether moves, or battles after it, depend on who is in supply as it begins."""
        return tuple(map(self.game.rules.moves_by_supply, self.phases))

    def plays(self, state: State, number: int) -> bool:
        """Tell whether a phase is played on a state's turn and in its weather."""
        phase = self.phases[number]
        if phase.weather and self.weather_now(state) not in phase.weather:
            return False
        return state.turn not in phase.not_on

    @cached_property
    def leaving(self) -> tuple[tuple[int, Units], ...]:
        """Return after which turns units leave the game, and which; a turn before the first never ends."""
        first, options = self.scenario.first_turn, self.options
        return tuple(
            (entry.turn, union(self.number[unit] for unit in entry.units if unit in self.number))
            for entry in self.game.oob.withdrawals
            if first <= entry.turn and entry.holds_in(self.scenario.id, options)
        )

    @cached_property
    def survivals(self) -> tuple[tuple[Survival, Circumstance], ...]:
        """Return where units hold out without supply; the first that counts holds."""
        supply = self.game.rules.supply
        entries = supply.survival if supply is not None else ()
        return tuple((entry, self._asked(entry)) for entry in entries)

    @cached_property
    def recovers_earlier(self) -> bool:
        """Tell whether it counts who was disrupted in this player turn, and not since attacks on him."""
        return any(phase.recovers == "earlier" for phase in self.phases)

    @cached_property
    def keeps(self) -> int:
        """Return the sides whose supply is kept from one movement phase to the next, as a set of numbers."""
        return union(side for side, tracing in self.tracing.items() if tracing.rule.kept)

    @cached_property
    def _maps(self) -> Mapping[str, Map]:
        parts = self.game.rules.parts_of_points
        return {
            mode.id: Map.of(self.board, self.forces, mode, crossings(self.board, mode), parts)
            for mode in self.game.rules.movement
        }

    @cached_property
    def _treads(self) -> Treads:
        rules = self.game.rules
        return Treads(self.board, rules.barring, self._maps, self.phases, self.options)

    @cached_property
    def _tracks(self) -> tuple[tuple[RetreatTrack, Units], ...]:
        """Return along the lines of which networks alone units go, and which units."""
        tracks = self.combat.retreat.along if self.game.rules.odds is not None else ()
        return tuple((one, self._asked(one).units) for one in tracks)

    def tread(self, state: State, unit: int) -> Tread:
        """Return the steps that a unit can take, whoever makes it go."""
        weather = self.weather_now(state)
        for track, units in self._tracks:
            if units >> unit & 1 and timely(
                track, self.phases[state.phase].id, weather, state.turn, self.options
            ):
                net = self.nets.get((track.network, self.side_of[unit]))
                return () if net is None else along(net, state.serving)
        return self._treads.of(unit, state.phase, weather, state.turn)

    # Subjects of their own ----------------------------------------------------------------------------

    @cached_property
    def coming(self) -> Coming:
        """Return which units come and go, and how."""
        return Coming(self.game, self.scenario, self.options, self.sides, self.forces)

    @cached_property
    def accounts(self) -> Mapping[int, tuple[Account, ...]]:
        """Return, by side that replaces its losses, the accounts of its replacements."""
        return accounts_of(self.game, self.board, self.sides, self.forces)

    @cached_property
    def parts(self) -> Mapping[int, Part]:
        """Return, by unit that comes dropped, in whose place it does."""
        return parts_of(self.game, self.board, self.forces)

    @cached_property
    def dropped(self) -> Units:
        """Return the units that come dropped."""
        return union(self.parts)

    @cached_property
    def newcomers(self) -> Units:
        """Return the units of which it matters whether they came into play in the same turn."""
        trains = self.trains.entraining if self.trains is not None else None
        spared = trains is not None and trains.spares_new
        return (1 << len(self.units)) - 1 if spared else self.dropped

    def flies(self, unit: int) -> bool:
        """Tell whether a unit is an air unit of its side, which has a base to fly from."""
        return any(fliers >> unit & 1 for fliers in self.flights.units)

    @cached_property
    def flights(self) -> Flights:
        """Return the air units and when they may fly."""
        return Flights(self.game.rules.air, self.sides, self.phases, self.forces)

    @cached_property
    def tracing(self) -> Mapping[int, Tracing]:
        """Return, by side that does, how it traces supply."""
        return {
            self.sides.index(rule.side): Tracing.of(self.board, self.forces, rule)
            for rule in self.game.rules.communication
        }

    @cached_property
    def nets(self) -> Mapping[tuple[str, int], Net]:
        """Return, by id and the number of a side that uses it, the networks of the map."""
        return nets_of(self.board, self.game.rules.networks, self.changing, self.sides)

    @cached_property
    def changing(self) -> tuple[Changing, ...]:
        """Return the networks whose hexes begin and cease to serve sides."""
        networks = self.game.rules.networks
        return changing_in(self.board, networks, self.scenario, self.sides, self.forces)

    @cached_property
    def changeable(self) -> Hexes:
        """Return the hexes of those networks."""
        return together(one.hexes for one in self.changing)

    @cached_property
    def hauls(self) -> Hauls:
        """Return how supplies are brought where it costs points."""
        modes = {mode: (found, self._maps[mode]) for mode, found in self.modes.items()}
        rules = {n: one.rule for n, one in self.tracing.items()}
        farthest = [max((max(self.mas[unit]) for unit in units), default=0) for units in self.of_side]
        return Hauls(rules, modes, self.phases, self.options, farthest)

    # Actions that are used again and again ----------------------------------------------------------

    def moves_to(self, unit: int, ends: Hexes) -> list[Action]:
        """Return the moves of a unit to these hexes; each is made once."""
        row = self._moves.get(unit)
        if row is None:
            row = self._moves[unit] = [None] * len(self.board.ids)
            self._moved[unit] = 0
        if fresh := ends & ~self._moved[unit]:
            name, ids = self.units[unit], self.board.ids
            for number in members(fresh):
                row[number] = Action("move", name, hex=ids[number])
            self._moved[unit] |= fresh
        return pick(row, ends)  # type: ignore[arg-type]

    @cached_property
    def attacks(self) -> Mapping[int, Mapping[int, Action]]:
        """Return, by attacker and defender, the declaration of that attack."""
        names = self.units
        return _Made(lambda n: _Made(lambda other: Action("attack", names[n], target=names[other])))

    @cached_property
    def assaults(self) -> Mapping[int, Mapping[int, Action]]:
        """Return, by attacker and hex, the declaration of an attack on all that stand in it."""
        names, ids = self.units, self.board.ids
        return _Made(lambda n: _Made(lambda number: Action("attack", names[n], hex=ids[number])))

    def hexes(self, bits: int) -> tuple[HexId, ...]:
        """Return the printed ids of a set of hexes."""
        return self.board.names(bits)


def _doublings(factor: str | None) -> float:
    """Return how many times a factor doubles a strength; one that cancels it counts as a ninth."""
    return log2(max(Fraction(factor or 1), Fraction(1, 9)))


def printed_defence(step: Step) -> Strength:
    """Return what a face is worth in defence as it is printed."""
    if step.defence is None:
        return step.strength or 0
    found = Fraction(step.defence)
    return int(found) if found.denominator == 1 else found
