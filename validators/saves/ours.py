"""Read a saved game of one of our modules as a position of the rules reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.diagnostics import Faults
from builder.geometry.bits import union
from builder.model.game import Game
from builder.model.hexmap import Box
from builder.model.ids import UnitId
from builder.render.map.plan import plan_sheet
from builder.vassal.compile import properties as prop
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.cells import option_property, option_value
from builder.vassal.compile.places import Places
from builder.vassal.compile.setups import read_turn
from builder.vassal.gamefile import GameFile
from validators.proof.seen import READ, Seen, Standing, kept_of, off_map, seen_of, whole
from validators.rules import network_marks
from validators.rules.arrange import arrange
from validators.rules.changing import replace
from validators.rules.communication import noted
from validators.rules.kernel import Kernel
from validators.rules.railways import moved_last
from validators.rules.state import State
from validators.saves.position import Lying, Position
from validators.saves.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Look:
    """A piece with the names of where it lies; what `validators.proof.seen` reads."""

    lying: Lying
    location: str | None
    zone: str | None
    properties: Mapping[str, str | None]

    @property
    def map(self) -> str | None:
        """Return the map, None for a piece off every map."""
        return self.lying.spot[0] or None

    @property
    def unit(self) -> UnitId | None:
        """Return the unit's id, None for a marker."""
        found = self.properties["UnitId"]
        return UnitId(found) if self.properties["Kind"] == "unit" and found else None


class OurGame:
    """A game of ours, with all that is asked of its saved games and logs; it outlives the single position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places = Places(game, plan_sheet(game))
        self.sheet = Sheet(self.places)
        self._kernels: dict[tuple[str, tuple[tuple[str, str], ...]], Kernel] = {}

    def is_of(self, file: GameFile) -> bool:
        """Tell whether a file says that it belongs to this game's module."""
        return file.module is not None and file.module.name == self.game.info.title

    def kernel(self, position: Position) -> Kernel:
        """Return the rules of the scenario that is played, with its options; raises Faults (N004)."""
        scenario = position.value(prop.SCENARIO)
        known = [found.id for found in self.game.scenarios]
        if scenario not in known:
            what = f"the game is of the scenario '{scenario}'" if scenario else "the game is of no scenario"
            raise Faults.one("N004", what, hint=f"{self.game.slug} has {', '.join(known)}")
        options = {
            option.id: choice.id
            for option in self.game.rules.options
            for choice in option.choices
            if option_value(choice.id) == position.value(option_property(option.id))
        }
        key = (scenario, tuple(sorted(options.items())))
        if key not in self._kernels:
            self._kernels[key] = Kernel(self.game, scenario, options)
        return self._kernels[key]

    def look(self, lying: Lying) -> Look:
        """Return a piece with the names of where it lies."""
        location, zone = self.sheet.name(lying.spot)
        given = lying.properties
        found: dict[str, str | None] = {name: given.get(name) for name in READ}
        found["Step"] = given.get(f"{prop.STEP_LAYER}_Level")
        if found["Kind"] == "control":
            found["Side"] = self._holder(lying)
        return Look(lying, location, zone, found)

    def _holder(self, lying: Lying) -> str | None:
        """Return the side that a control marker shows."""
        marker = next(
            (m for m in self.game.counters.markers if m.id == lying.properties.get(prop.MARKER_ID)), None
        )
        level = whole(lying.properties.get(f"{prop.STEP_LAYER}_Level", "")) or 1
        faces = marker.faces if marker is not None else ()
        return faces[level - 1].side if 0 < level <= len(faces) else None

    def box(self, name: str | None) -> Box | None:
        """Return the box of a name."""
        return next((box for box in self.game.hexmap.boxes if box.name == name), None)


@dataclass(frozen=True)
class Reading:
    """A position of one of our games: its pieces by name and place, turn and phase, and its rules."""

    ours: OurGame
    position: Position
    kernel: Kernel

    @classmethod
    def of(cls, ours: OurGame, position: Position) -> Reading:
        """Read a position; raises Faults for a game without a scenario (N004)."""
        return cls(ours, position, ours.kernel(position))

    @cached_property
    def looks(self) -> tuple[Look, ...]:
        """Return all pieces."""
        return tuple(map(self.ours.look, self.position.pieces.values()))

    @cached_property
    def turn(self) -> tuple[int, int]:
        """Return turn and number of the phase by the turn counter; raises Faults (N020)."""
        state = next(iter(self.position.turns.values()), "")
        phases = self.ours.game.rules.sequence
        try:
            turn, phase = read_turn(state)
        except (ValueError, IndexError):
            raise Faults.one("N020", "the game has no turn counter of this module") from None
        if not 0 <= phase < len(phases):
            raise Faults.one("N020", f"phase {phase + 1}, the sequence of play has {len(phases)}")
        return turn, phase

    @property
    def setting_up(self) -> bool:
        """Tell whether the players are still placing their units."""
        return self.position.value(prop.SETTING_UP) == "true"

    def value(self, name: str) -> str:
        """Return a property of the game, turn and phase among them."""
        if name == prop.TURN:
            return str(self.turn[0])
        if name == prop.PHASE:
            return str(self.ours.game.rules.sequence[self.turn[1]].id)
        return self.position.value(name)

    @cached_property
    def counted(self) -> Mapping[str, str]:
        """Return the names of the properties of what counts for the victory."""
        return kept_of(self.kernel, self.kernel.set_up())

    @cached_property
    def seen(self) -> Seen:
        """Return what a player sees of the state of the game."""
        return seen_of(self.looks, self.value, self.counted)

    @cached_property
    def units(self) -> Mapping[UnitId, int]:
        """Return how often each unit is there."""
        return Counter(look.unit for look in self.looks if look.unit is not None)

    def state(self, opened: bool = False) -> State:
        """Return the position as a state of the reference, with the phase yet to begin unless `opened`.

        What no counter shows is as it is at the beginning of a phase: battles declared, and who has
        moved. Raises Faults (N020) where turn and phase can't be.
        """
        kernel, setting = self.kernel, self.kernel.setting
        turn, phase = self.turn
        last = setting.scenario.last_turn
        standing, waiting, based = self._sorted()
        weather = self.position.value(prop.WEATHER)
        known = {kind.id for kind in self.ours.game.charts.weather}
        state = arrange(
            kernel,
            standing,
            turn=min(max(turn, setting.scenario.first_turn), last),
            phase=setting.phases[phase].id,
            pool=waiting,
            based=based,
            owners={
                hex_id: side
                for hex_id, side in self.seen.owners.items()
                if hex_id in setting.board.index and side in setting.sides
            },
            weather=weather if weather in known else None,
            disrupted=self._where(lambda unit: unit.disrupted),
            fortified=self._where(lambda unit: unit.fortified),
            entrained=self._where(lambda unit: unit.entrained),
            serving=self.serving,
            situations=self._situations,
            opened=opened and not self.seen.over,
        )
        state = replace(state, turn=turn) if not opened else state
        if self.seen.over:
            state = replace(state, stage="over")
        if state.stage == "isolation":
            state = replace(state, acted=state.acted | self._noted_now(state, names.WASTED))
        cut, isolated = self._cut(state)
        told = replace(
            state,
            hungry=self._hungry(state),
            cut=cut,
            isolated=isolated,
            shaken=self._shaken(state) or state.shaken,
            came=self._came(state),
            rode=self._rode(state) if state.stage == "move" else 0,
            barred=state.barred if state.stage == "move" else self._rode(state),
        )
        return self._with_score(told)

    @property
    def serving(self) -> tuple[int, ...] | None:
        """Return which hexes of networks serve whom, as noted; None where nothing is, or nothing readable."""
        note = self.position.value(names.NETWORKS)
        return served(self.kernel, note) if note else None

    @property
    def marked(self) -> Iterator[tuple[str, str]]:
        """Yield what is marked of networks, and in which hexes."""
        setting = self.kernel.setting
        if setting.changing and not self.setting_up:
            for words, hexes in network_marks.told(setting, self.state()):
                if hexes:
                    yield words, ", ".join(setting.hexes(hexes))

    @property
    def _situations(self) -> tuple[tuple[int, ...], tuple[int, int]] | None:
        """Return how many times in a row situations were so, and when they were judged; None if not noted."""
        when, _, told = self.position.value(names.SITUATIONS).partition(" ")
        turn, _, phase = when.partition(".")
        kept = dict(one.partition("=")[::2] for one in told.split(","))
        rules = self.ours.game.rules
        number = next((n for n, one in enumerate(rules.sequence) if one.id == phase), None)
        counts = tuple(whole(kept.get(one.id, "")) for one in rules.situations)
        if number is None or whole(turn) is None or not counts or None in counts:
            return None
        return tuple(count or 0 for count in counts), (whole(turn) or 0, number)

    def _cut(self, state: State) -> tuple[int, int]:
        """Return who was out of supply as the side's last movement phase began, and who of them isolated.

        As noted then, as far as that counts; else as they stand.
        """
        setting = self.kernel.setting
        when, *told = self.position.value(names.CUT_OFF).split(" ")
        out, isolated = (
            union(setting.number[UnitId(one)] for one in units.split(",") if one in setting.number)
            for units in (*told, "", "")[:2]
        )
        own = setting.units_of[setting.side(state)] if state.stage == "move" else 0
        anew = own if when != f"{state.turn}.{setting.phases[state.phase].id}" else 0
        read = (noted(setting) | own) & ~anew
        return out & read | state.cut & anew, isolated & read | state.isolated & anew

    def _came(self, state: State) -> int:
        """Return the units on the map that came into play in this turn, where that matters."""
        setting = self.kernel.setting
        mode = setting.trains
        if mode is None or mode.entraining is None or not mode.entraining.spares_new:
            return 0
        return union(
            setting.number[look.unit]
            for look in self.looks
            if look.unit is not None
            and look.unit in setting.number
            and state.where[setting.number[look.unit]] >= 0
            and _comes(look.lying.properties.get(names.REPLACED, ""), state.turn)
        )

    def _rode(self, state: State) -> int:
        """Return the units that were entrained in this movement phase, or in the last and so don't attack."""
        setting = self.kernel.setting
        if setting.trains is None or setting.trains.entraining is None:
            return 0
        now = state.stage == "move"
        if not now and setting.trains.entraining.attacks:
            return 0
        phase = setting.phases[state.phase].id if now else moved_last(setting, state)
        return union(
            setting.number[look.unit]
            for look in self.looks
            if look.unit is not None
            and look.unit in setting.number
            and look.lying.properties.get(names.RODE, "").startswith(f"{state.turn}.{phase} ")
        )

    def _noted_now(self, state: State, name: str) -> int:
        """Return the units on the map on which this phase is noted."""
        setting = self.kernel.setting
        now = f"{state.turn}.{setting.phases[state.phase].id}"
        return union(
            setting.number[look.unit]
            for look in self.looks
            if look.unit is not None
            and look.unit in setting.number
            and look.lying.properties.get(name, "") == now
            and state.where[setting.number[look.unit]] >= 0
        )

    def _shaken(self, state: State) -> int:
        """Return the units on the map that battles by odds disrupted in this player turn."""
        setting = self.kernel.setting
        if setting.game.rules.fire is not None:
            return 0
        phases = setting.phases[: state.phase + 1]
        others = [number for number, phase in enumerate(phases) if phase.side != phases[-1].side]
        of_turn = {f"{state.turn}.{phase.id}" for phase in phases[max(others, default=-1) + 1 :]}
        return union(
            setting.number[look.unit]
            for look in self.looks
            if look.unit is not None
            and look.unit in setting.number
            and look.lying.properties.get(names.SHAKEN, "") in of_turn
            and state.where[setting.number[look.unit]] >= 0
        )

    def _hungry(self, state: State) -> tuple[tuple[int, int], ...]:
        """Return, by unit on the map, how many phases of supply it went without at no cost."""
        known, rules = self.kernel.setting.number, self.ours.game.rules.supply
        most = rules.grace if rules is not None else 0
        noted = (
            (known[look.unit], min(whole(look.lying.properties.get(names.HUNGRY, "")) or 0, most))
            for look in self.looks
            if look.unit is not None and look.unit in known
        )
        return tuple(sorted((unit, count) for unit, count in noted if count and state.where[unit] >= 0))

    def _where(self, wanted: Callable[[Standing], bool]) -> list[str]:
        known, board = self.kernel.setting.number, self.kernel.setting.board
        return [
            unit
            for unit, standing in self.seen.units.items()
            if unit in known and not off_map(standing, board.index) and wanted(standing)
        ]

    def _sorted(self) -> tuple[list[str], list[str], list[str]]:
        """Return the units on the map with hex and step, those that wait to come back, and those at bases."""
        setting = self.kernel.setting
        standing: list[str] = []
        waiting: list[str] = []
        based: list[str] = []
        for unit, found in self.seen.units.items():
            number = setting.number.get(unit)
            if number is None:
                continue
            if not off_map(found, setting.board.index):
                step = min(max(found.step, 1), setting.last_step[number])
                standing.append(f"{found.location} {unit}/{step}")
                continue
            kind = self._kind(unit, found)
            if kind == "pool":
                waiting.append(unit)
            elif kind == "holding" and setting.flies(number):
                based.append(unit)
        return standing, waiting, based

    def _kind(self, unit: UnitId, found: Standing) -> str:
        """Return the kind of box in which a unit off the map waits."""
        box = self.ours.box(found.zone)
        if box is None:
            return "pool"  # In the window of its side.
        side = self.ours.game.counters.unit(unit).side
        pools = [b for b in self.ours.game.hexmap.boxes if b.kind == "pool" and b.side in (side, None)]
        return "pool" if box.kind == "eliminated" and not pools else box.kind

    def _with_score(self, state: State) -> State:
        setting = self.kernel.setting
        score = self.seen.score
        bled = tuple(whole(score.get(f"{prop.LOSS_POINTS}{side}", "")) or 0 for side in setting.sides)
        if any(bled):
            state = replace(state, bled=bled)
        exited = tuple(whole(score.get(f"{prop.EXIT_POINTS}{side}", "")) or 0 for side in setting.sides)
        if any(exited):
            state = replace(state, exited=exited)
        gapped = tuple(whole(score.get(f"{prop.GAP_POINTS}{side}", "")) or 0 for side in setting.sides)
        if any(gapped):
            state = replace(state, gapped=gapped)
        secured = [whole(number) for number in score.get(prop.SECURED, "").split(",") if number]
        if secured:
            state = replace(state, secured=union(n for n in secured if n is not None))
        breached = [whole(number) for number in score.get(prop.BREACHED, "").split(",") if number]
        if breached:
            state = replace(state, breached=union(n for n in breached if n is not None))
        if len(setting.sides) > 2:
            by = (whole(score.get(f"{prop.ELIMINATED}{side}", "")) or 0 for side in setting.sides)
            state = replace(state, destroyed=tuple(by))
        if len(setting.sides) == 2 and score:
            lost = [whole(score.get(f"{prop.UNITS_LOST}{side}", "")) for side in setting.sides]
            if lost[0] is not None and lost[1] is not None:
                state = replace(state, destroyed=(lost[1], lost[0]))
            bonus = tuple(score.get(f"{prop.BONUS}{side}") == "true" for side in setting.sides)
            state = replace(state, bonus=bonus)
        left = whole(self.seen.left)
        if left is not None and setting.phases[self.turn[1]].kind == "replacement":
            state = replace(state, points=left)
        return state


def served(kernel: Kernel, note: str) -> tuple[int, ...] | None:
    """Return which hexes of networks serve whom by a game's note; None where it can't be read."""
    setting = kernel.setting
    if not setting.changing:
        return None
    kept = dict(one.partition("=")[::2] for one in note.split())
    sides = range(len(setting.sides))
    keys = [(one, f"{one.network.id}.{setting.sides[side]}") for one in setting.changing for side in sides]
    try:
        found = [(one.hexes, int(kept[key], 16)) for one, key in keys]
    except (KeyError, ValueError):
        return None
    return None if any(hexes & ~laid for laid, hexes in found) else tuple(hexes for _, hexes in found)


def _comes(note: str, turn: int) -> bool:
    """Tell whether a unit noted that it came into play on a turn."""
    words = note.split()
    return len(words) > 1 and words[0].startswith(f"{turn}.") and words[1] != "restore"
