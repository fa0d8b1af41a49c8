"""Play a module in the emulator."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from hexwright.emulator import world_loading
from hexwright.emulator.beanshell.execution_budget import ExhaustedError, paying_from
from hexwright.emulator.expression_evaluator import ExpressionError, PropertySource
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.key_input import parse_key
from hexwright.emulator.live_maps import LiveMap
from hexwright.emulator.live_toolbar import LiveButton, LiveToolbar
from hexwright.emulator.player_hands import PlayerHands, Where, as_text
from hexwright.emulator.player_roster import tell_seat_listeners
from hexwright.emulator.property_containers import PropertyContainer
from hexwright.emulator.turn_trackers import LiveTurnTracker
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.engine_driver.engine_replies import (
    ChatLine,
    EngineProblem,
    PlaceReply,
    SetUpReply,
    StatusReply,
    TurnReply,
)
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.support.file_limits import raised
from hexwright.support.named_files import read_regular
from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.sequence_encoder import CodecError

OBSERVER: Final = "<observer>"


_COLOUR_CODES: Final = "|!?~`"
"""The characters after the "*" of a line that VASSAL replaces by a colour of the player's choice."""


def _coloured(line: str) -> ChatLine:
    """Return a line of the chat as VASSAL shows it, with the name of its style."""
    rest = line.removeprefix("*").lstrip()
    number = _COLOUR_CODES.find(rest[:1]) if rest and line.startswith("*") else -1
    if number < 0:
        return ChatLine(line, "msg")
    return ChatLine(line.replace(rest[0], "", 1), "msg" if number == 0 else f"msg{number + 1}")


class EmulatedGame(PlayerHands):
    """A module in play, with the same methods as `hexwright.engine_driver.Engine`.

    `unsupported` lists features that the module uses and the emulator lacks. Every method raises
    `EngineError` if it fails, for instance because of an unknown name, an empty undo list or a disabled
    button.
    """

    def __init__(self, module: ModuleView, seed: int = 0) -> None:
        self.module = module
        try:
            self._world, self._toolbar = world_loading.build_world(module)
        except (world_loading.UnplayableError, CodecError, RecursionError) as fault:
            raise EngineError(f"the module can't be played: {fault}") from None
        self._world.random = random.Random(seed)
        self._read = 0
        self._notes: list[str] = []

    @classmethod
    def open(cls, path: Path | str, seed: int = 0) -> EmulatedGame:
        """Open a .vmod file or a module's folder; raises EngineError if it can't be played."""
        file = Path(path)
        if not file.exists():
            raise EngineError(f"there is no file {file.name}")
        return cls(open_module([file]), seed)

    def __enter__(self) -> EmulatedGame:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the module's file."""
        self.module.close()

    @property
    def world(self) -> GameWorld:
        """Return the state of the game."""
        return self._world

    @property
    def toolbar(self) -> LiveToolbar:
        """Return the toolbar buttons and turn trackers."""
        return self._toolbar

    @property
    def unsupported(self) -> tuple[str, ...]:
        """Return the features that the module has used so far and that the emulator lacks."""
        return tuple(sorted(self._world.unsupported))

    @property
    def chat(self) -> tuple[str, ...]:
        """Return the lines of the chat since the game began."""
        return tuple(self._world.chat)

    # Games ---------------------------------------------------------------------------------------
    def setups(self) -> tuple[SetUpReply, ...]:
        """Return the predefined set-ups in the menu's order."""
        found = []
        for node in self.module.all(c.PredefinedSetup):
            setup = node.component
            if isinstance(setup, c.PredefinedSetup) and not setup.is_menu:
                found.append(SetUpReply(setup.name or "", setup.file if setup.use_file else None))
        return tuple(found)

    def start(self, title: str, side: str | None = None) -> StatusReply:
        """Start a predefined set-up as a given side, as `OBSERVER`, or as the first side.

        If the set-up's title contains a comma, the part after the comma may be omitted.
        """
        named = sorted(self.setups(), key=lambda s: s.title != title)
        setup = next((s for s in named if s.title == title or s.title.startswith(f"{title}, ")), None)
        if setup is None:
            raise EngineError(f"no set-up is called {title!r}")
        if setup.file is None:
            return self.new_game(side)
        holder = self.module.entries.get(setup.file)
        if holder is None or holder.archive is None:
            raise EngineError(f"the set-up's file {setup.file} is not in the module")
        try:
            data = holder.archive.read(setup.file, world_loading.MAX_SETUP)
        except CodecError as fault:
            raise EngineError(f"the set-up's file can't be read: {fault.reason}") from None
        return self._begin(side, data)

    def new_game(self, side: str | None = None, boards: Mapping[str, str] | None = None) -> StatusReply:
        """Start a game without a set-up, as VASSAL's New Game does; `boards` names the board of each map.

        If no board is named for a map that offers several, the map gets its first one, and `notes` reports
        this.
        """
        for over, board in (boards or {}).items():
            names = world_loading.offered_boards(self._map(over))
            if board not in names:
                raise EngineError(
                    f"the map {over} has no board {board!r}; its boards are: {', '.join(names)}"
                )
        return self._begin(side, None, boards)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return notes on choices that the emulator made for the player when the game began."""
        return tuple(self._notes)

    def load(self, file: Path, side: str | None = None) -> StatusReply:
        """Load a saved game (.vsav)."""
        try:
            data = read_regular(file, raised(MAX_ENTRY))
        except FileNotFoundError:
            raise EngineError(f"there is no file {file.name}") from None
        except OSError as fault:
            raise EngineError(f"{file.name} can't be read: {fault.strerror}") from None
        return self._begin(side, data)

    def _begin(
        self, side: str | None, data: bytes | None, boards: Mapping[str, str] | None = None
    ) -> StatusReply:
        world = self._world
        world_loading.clear_world(world, self._toolbar)
        self._read = 0
        self._notes = []
        self._take_side(side)
        budget = world.evaluator.budget
        budget.begin()
        try:
            with paying_from(budget):
                if data is None:
                    self._notes = world_loading.set_up_new_game(world, boards or {})
                else:
                    world_loading.load_saved_game(world, self._toolbar, data)
        except (world_loading.UnplayableError, CodecError, ExhaustedError, RecursionError) as fault:
            world_loading.clear_world(world, self._toolbar)
            raise EngineError(f"the game can't be loaded: {fault}") from None
        world.journal.clear()
        # The module's automatic actions at the start share one budget.
        for node in self._toolbar.startups:
            if node.component.get("whenToApply") != "sideChange":
                start = partial(
                    self._start_up, node.component, partial(self._toolbar.send_global_command, node)
                )
                try:
                    self._bounded(start, anew=False)
                except EngineError as fault:
                    world.problem(
                        f"{fault}; the module's remaining actions at the start of the game are skipped"
                    )
                    break
        world.journal.clear()
        return self.status()

    def _start_up(self, component: object, send: Callable[[], None]) -> None:
        assert isinstance(component, c.StartupGlobalKeyCommand)
        if component.hotkey_or_key_command == "sendHotkey":
            name = key_identity(component.global_hotkey) if component.global_hotkey is not None else None
            if name is not None:
                self._toolbar.fire(name)
        else:
            send()

    def _take_side(self, side: str | None) -> None:
        sides = self.module.sides
        if side is None and sides:
            side = sides[0]
        if side is not None and side != OBSERVER and sides and side not in sides:
            raise EngineError(f"no side is called {side!r}")
        self._world.side = side

    def close_game(self) -> None:
        """End the game without saving."""
        world_loading.clear_world(self._world, self._toolbar)
        self._world.started = False

    def status(self) -> StatusReply:
        """Return the status of the game."""
        world = self._world
        return StatusReply(world.started, len(world.all_pieces()), world.side, 0)

    def sides(self) -> tuple[str, ...]:
        """Return the sides of the module."""
        return self.module.sides

    def change_side(self, side: str) -> str:
        """Change to another side, or to `OBSERVER`; return the new side."""
        before = self._world.side
        self._take_side(side)
        self._bounded(self._recount)
        self._bounded(lambda: tell_seat_listeners(self._world, before, side))
        world, mark = self._world, self._world.journal.mark()
        world.say(f"* {world.player} switched sides from {before} to {side}.")
        world.close_step(mark)
        return side

    def _recount(self) -> None:
        for deck in self._world.decks():
            deck.recount()

    def seed(self, seed: int) -> None:
        """Seed the dice, so that the following rolls can be repeated."""
        self._world.random = random.Random(seed)

    def answer(self, given: str) -> None:
        """Queue the answer to the next prompt."""
        self._world.answers.append(given)

    def undo(self) -> None:
        """Undo the last step."""
        if not self._world.journal.steps:
            raise EngineError("there is nothing to undo")
        self._bounded(self._world.journal.undo)

    # Toolbar, turns, properties ------------------------------------------------------------------
    def press(self, button: str) -> None:
        """Press the toolbar button with the given text or tooltip."""
        found = self._asked(lambda: self._toolbar.find(button))
        if found is None:
            raise EngineError(f"no button is called {button!r}")
        if not self._toolbar.enabled(found):
            raise EngineError(f"the button {button!r} is disabled")
        self.push(found)

    def shown(self, button: LiveButton) -> str:
        """Return the text that a toolbar button shows."""
        return self._asked(lambda: self._toolbar.text(button))

    def push(self, button: LiveButton) -> None:
        """Press a toolbar button."""
        self._bounded(lambda: self._toolbar.press(button))

    def hotkey(self, key: str) -> None:
        """Send a hot key or a named key command to the module."""
        name = parse_key(key)
        if name is not None:
            self._bounded(lambda: self._toolbar.fire(name))

    def _tracker(self, name: str | None) -> LiveTurnTracker:
        for tracker in self._toolbar.trackers:
            if name in (None, tracker.name):
                return tracker
        raise EngineError(f"no turn tracker is called {name!r}" if name else "the module has no turn tracker")

    def turn(self, name: str | None = None) -> TurnReply:
        """Return the value of a turn tracker, or of the first one if no name is given."""
        tracker = self._tracker(name)
        return self._asked(lambda: TurnReply(tracker.name, tracker.shown(), dict(tracker.values())))

    def next_turn(self, name: str | None = None) -> TurnReply:
        """Advance a turn tracker with its button."""
        tracker = self._tracker(name)
        self._bounded(lambda: tracker.turn(True))
        return self.turn(name)

    def previous_turn(self, name: str | None = None) -> TurnReply:
        """Set a turn tracker back with its button."""
        tracker = self._tracker(name)
        if not tracker.component.fwd_only:
            self._bounded(lambda: tracker.turn(False))
        return self.turn(name)

    def _source(self, piece: str | None, map_name: str | None, zone: str | None) -> PropertySource:
        if piece is not None:
            return self._piece(piece)
        if map_name is None:
            return self._world.holder
        over = self._map(map_name)
        if zone is None:
            return over
        if zone not in over.zones:
            raise EngineError(f"no zone of {map_name} is called {zone!r}")
        return over.zones[zone]

    def property(
        self, name: str, *, piece: str | None = None, map_name: str | None = None, zone: str | None = None
    ) -> str | None:
        """Return a property as seen by a piece (by id), a zone, a map or the module; None if it isn't set."""
        source = self._source(piece, map_name, zone)
        return self._asked(lambda: as_text(source.get(name)))

    def globals(self) -> Mapping[str, str | None]:
        """Return all Global Properties of the module and its maps, keyed by name."""
        found: dict[str, str | None] = {}
        for holder in (*(m.holder for m in self._world.maps.values()), self._world.holder):
            found.update({name: value.value for name, value in holder.values.items()})
        return found

    def set_property(
        self, name: str, value: str, *, map_name: str | None = None, zone: str | None = None
    ) -> None:
        """Set a Global Property of the module, a map or a zone; the change can be undone."""
        holder: PropertyContainer = self._world.holder if map_name is None else self._map(map_name).holder
        if zone is not None and map_name is not None:
            holder = self._map(map_name).zones.get(zone, holder)
        target = holder.find(name)
        if target is None:
            raise EngineError(f"no property is called {name!r}")
        mark = self._world.journal.mark()
        self._world.set_value(target, value)
        self._world.close_step(mark)

    def evaluate(
        self,
        expression: str,
        *,
        piece: str | None = None,
        map_name: str | None = None,
        zone: str | None = None,
    ) -> str:
        """Evaluate an expression such as '{Turn + 1}' as seen by a piece, a zone, a map or the module."""
        source = self._source(piece, map_name, zone)
        try:
            return self._asked(lambda: self._world.evaluator.evaluate_format(expression, source))
        except ExpressionError as fault:
            raise EngineError(f"the expression can't be evaluated: {fault}") from None

    # Chat, problems, locations -------------------------------------------------------------------
    def take_chat(self) -> tuple[ChatLine, ...]:
        """Return the chat lines since the last call."""
        lines = self._world.chat[self._read :]
        self._read = len(self._world.chat)
        return tuple(map(_coloured, lines))

    def take_problems(self) -> tuple[EngineProblem, ...]:
        """Return the warnings that VASSAL would have shown since the last call."""
        taken = tuple(EngineProblem("log", "warning", line, "", "") for line in self._world.problems)
        self._world.problems.clear()
        return taken

    def locate(self, map_name: str, places: Iterable[Where]) -> tuple[PlaceReply, ...]:
        """Return the names of several places on a map, and the points to which pieces dropped there would
        snap.
        """
        over = self._map(map_name)
        wanted = list(places)
        return self._asked(lambda: self._located(over, map_name, wanted))

    @staticmethod
    def _located(over: LiveMap, map_name: str, places: list[Where]) -> tuple[PlaceReply, ...]:
        found = []
        for place in places:
            point = over.find(place) if isinstance(place, str) else place
            if point is None:
                raise EngineError(f"no place on the map {map_name} is called {place!r}")
            zone = over.zone_at(point)
            name = over.location(point)
            found.append(PlaceReply(*point, name, zone.title if zone else None, *over.snap(point)))
        return tuple(found)
