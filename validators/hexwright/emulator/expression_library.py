"""The functions available in expressions, and the VASSAL classes available in scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hexwright.emulator import script_commands
from hexwright.emulator.beanshell.beanshell_interpreter import Interpreter, ScriptCache
from hexwright.emulator.beanshell.beanshell_operators import condition_truth, join_many_texts
from hexwright.emulator.beanshell.execution_budget import pay_for_entries
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_class_lookup import find_class_members
from hexwright.emulator.beanshell.java_lang_classes import parse_int
from hexwright.emulator.beanshell.java_lists import JList
from hexwright.emulator.beanshell.java_values import JLong, ScriptError, box_value, java_text, unbox_value
from hexwright.emulator.beanshell.method_calls import WRONG, native_failure
from hexwright.emulator.beanshell.name_spaces import Scope
from hexwright.emulator.expression_evaluator import PropertySource
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.judge_classes import JArchive, judge_classes
from hexwright.emulator.live_maps import LiveMap
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.player_roster import JRoster
from hexwright.inspect.analysis.key_bindings import key_identity

# ruff: noqa: N802  (methods behind j_ have Java's names)


def _number(value: Any) -> int:
    try:
        return parse_int(java_text(value))
    except ScriptError:
        return 0


def _wrap(value: Any) -> Any:
    given = "" if value is None else java_text(value)
    if given in ("true", "false"):
        return given == "true"
    try:
        return parse_int(given)
    except ScriptError:
        return given


def _is_match(value: Any) -> bool:
    return java_text(value).strip().startswith("{") if value is not None else False


class ExpressionFunctions:
    """The functions that init_expression.bsh defines, for one game."""

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    # Helpers -------------------------------------------------------------------------------------
    def _piece(self, source: Any) -> LivePiece | None:
        inner = getattr(source, "piece", source)
        return inner if isinstance(inner, LivePiece) else None

    def _filter(self, match: Any, source: Any) -> Callable[[PropertySource], bool] | None:
        given = java_text(match) if match is not None else ""
        if not given:
            return None
        given = self._dollars(given, source)
        return self.world.evaluator.filter(given.replace('\\"', '"'), source)

    def _dollars(self, given: str, source: Any) -> str:
        if "$" not in given:
            return given
        self.world.evaluator.spend(8 + len(given))
        parts = given.split("$")
        out = [parts[0]]
        for number, part in enumerate(parts[1:], 1):
            if number % 2 and number < len(parts) - 1:
                value = source.get(part) if source is not None else None
                out.append("" if value is None else java_text(value))
            else:
                out.append(part)
        return join_many_texts(out)

    def _total(self, pieces: Iterable[LivePiece], name: Any, match: Any, source: Any, add: bool) -> int:
        accept = self._filter(match, source)
        name = java_text(name) if name is not None else ""
        total = 0
        budget = self.world.evaluator.budget
        for piece in pieces:
            budget.spend(3)
            if accept is not None and not accept(piece):
                continue
            value = piece.get(name) if name else ""
            value = "" if value is None else java_text(value)
            if add:
                total += _number(value)
            elif not name or value:
                total += 1
        return (total + (1 << 31)) % (1 << 32) - (1 << 31)

    def _map(self, name: Any) -> LiveMap | None:
        return self.world.maps.get(java_text(name))

    # Stack, location, zone, map --------------------------------------------------------------------
    def _stack(self, source: Any) -> list[LivePiece]:
        piece = self._piece(source)
        if piece is None:
            return []
        return list(piece.stack.pieces) if piece.stack is not None else [piece]

    def SumStack(self, source: Any, name: Any, match: Any = "") -> int:
        return self._total(self._stack(source), name, match, source, True)

    def CountStack(self, source: Any, *given: Any) -> int:
        name, match = _name_and_match(given)
        return self._total(self._stack(source), name, match, source, False)

    def _here(self, source: Any) -> list[LivePiece]:
        piece = self._piece(source)
        here = piece.map if piece is not None else None
        return (
            here.at_location(here.location(piece.position)) if piece is not None and here is not None else []
        )

    def _there(self, name: Any, map_name: Any, zone: bool) -> list[LivePiece]:
        over = self._map(map_name)
        if over is None:
            return []
        return over.in_zone(java_text(name)) if zone else over.at_location(java_text(name))

    def SumLocation(self, source: Any, name: Any, *given: Any) -> int:
        if len(given) < 2:
            return self._total(self._here(source), name, given[0] if given else "", source, True)
        match = given[2] if len(given) > 2 else ""
        return self._total(self._there(given[0], given[1], False), name, match, source, True)

    def CountLocation(self, source: Any, *given: Any) -> int:
        return self._count_place(source, given, self._here(source), False)

    def _count_place(self, source: Any, given: tuple[Any, ...], here: list[LivePiece], zone: bool) -> int:
        if len(given) < 2 or (len(given) == 2 and _is_match(given[1])):
            name, match = _name_and_match(given)
            return self._total(here, name, match, source, False)
        name, match = _name_and_match(given[2:])
        return self._total(self._there(given[0], given[1], zone), name, match, source, False)

    def _my_zone(self, source: Any) -> list[LivePiece]:
        piece = self._piece(source)
        if piece is None or piece.map is None:
            return []
        return piece.map.in_zone(java_text(piece.get("CurrentZone")))

    def SumZone(self, source: Any, name: Any, *given: Any) -> int:
        if len(given) < 2:
            return self._total(self._my_zone(source), name, given[0] if given else "", source, True)
        match = given[2] if len(given) > 2 else ""
        return self._total(self._there(given[0], given[1], True), name, match, source, True)

    def CountZone(self, source: Any, *given: Any) -> int:
        return self._count_place(source, given, self._my_zone(source), True)

    def _my_map(self, source: Any) -> LiveMap | None:
        piece = self._piece(source)
        return piece.map if piece is not None else None

    def SumMap(self, source: Any, name: Any, *given: Any) -> int:
        over, match = self._my_map(source), ""
        if len(given) == 1 and _is_match(given[0]):
            match = given[0]
        elif given:
            over = self._map(given[0]) if java_text(given[0]) else over
            match = given[1] if len(given) > 1 else ""
        if not java_text(name):
            return 0
        return self._total(over.pieces() if over is not None else [], name, match, source, True)

    def CountMap(self, source: Any, *given: Any) -> int:
        over, name, match = self._my_map(source), "", ""
        if len(given) == 1:
            if _is_match(given[0]):
                match = given[0]
            elif self._map(given[0]) is None:
                name = java_text(given[0])
            else:
                over = self._map(given[0])
        elif len(given) == 2 and _is_match(given[1]):
            match = given[1]
            if self._map(given[0]) is None:
                name = java_text(given[0])
            else:
                over = self._map(given[0])
        elif given:
            over = self._map(given[0])
            name = java_text(given[1])
            match = given[2] if len(given) > 2 else ""
        return self._total(over.pieces() if over is not None else [], name, match, source, False)

    def _maps(self, given: tuple[Any, ...]) -> list[LiveMap]:
        if not given or given[0] is None:
            return list(self.world.maps.values())
        over = self._map(given[0])
        return [over] if over is not None else []

    def Sum(self, source: Any, name: Any, match: Any, *given: Any) -> int:
        pieces = [piece for over in self._maps(given) for piece in over.pieces()]
        return self._total(pieces, name, match, source, True)

    def Count(self, source: Any, match: Any, *given: Any) -> int:
        pieces = [piece for over in self._maps(given) for piece in over.pieces()]
        return self._total(pieces, "", match, source, False)

    # Range ---------------------------------------------------------------------------------------
    def _range(self, source: Any, given: tuple[Any, ...], pixels: bool) -> int:
        values = [_number(value) for value in given[:4]]
        if len(given) == 2:
            piece = self._piece(source)
            if piece is None:
                return 0
            over, one, other = piece.map, piece.position, (values[0], values[1])
        elif len(given) in (4, 5):
            name = given[4] if len(given) == 5 else (source.get("CurrentMap") if source is not None else "")
            over, one, other = self._map(name), (values[0], values[1]), (values[2], values[3])
        else:
            raise ScriptError("the emulator doesn't support ranges by attachment")
        if over is None:
            return int(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 + 0.5)
        return over.range(one, other, pixels)

    def Range(self, source: Any, *given: Any) -> int:
        return self._range(source, given, False)

    def RangePx(self, source: Any, *given: Any) -> int:
        return self._range(source, given, True)

    def _ring(self, source: Any, least: Any, most: Any, pixels: bool) -> list[LivePiece]:
        piece = self._piece(source)
        if piece is None or piece.map is None:
            return []
        low = max(0, _number(least))
        high = max(low, _number(most))
        found = piece.map.near(piece, high, pixels)
        if low > 0:
            here, at = piece.map, piece.position
            return [p for p in found if here.range(at, p.position, pixels) >= low]
        return [*found, piece]

    def SumRange(self, source: Any, least: Any, most: Any, name: Any, match: Any = "") -> int:
        return self._total(self._ring(source, least, most, False), name, match, source, True)

    def SumRangePx(self, source: Any, least: Any, most: Any, name: Any, match: Any = "") -> int:
        return self._total(self._ring(source, least, most, True), name, match, source, True)

    def CountRange(self, source: Any, least: Any, most: Any, *given: Any) -> int:
        name, match = _name_and_match(given)
        return self._total(self._ring(source, least, most, False), name, match, source, False)

    def CountRangePx(self, source: Any, least: Any, most: Any, *given: Any) -> int:
        name, match = _name_and_match(given)
        return self._total(self._ring(source, least, most, True), name, match, source, False)

    # Properties ----------------------------------------------------------------------------------
    def GetProperty(self, source: Any, name: Any) -> Any:
        return _wrap(source.get(java_text(name)))

    def GetLocalizedProperty(self, source: Any, name: Any) -> Any:
        return _wrap(source.get(java_text(name)))

    def GetString(self, source: Any, name: Any) -> str:
        value = source.get(java_text(name))
        return "" if value is None else java_text(value)

    def GetMapProperty(self, source: Any, name: Any, map_name: Any) -> Any:
        over = self._map(map_name)
        return _wrap(over.get(java_text(name)) if over is not None else None)

    def GetZoneProperty(self, source: Any, name: Any, zone: Any, map_name: Any = None) -> Any:
        over = self._my_map(source) if map_name is None else self._map(map_name)
        holder = over.zones.get(java_text(zone)) if over is not None else None
        return _wrap(holder.get(java_text(name)) if holder is not None else None)

    # The rest ------------------------------------------------------------------------------------
    def If(self, source: Any, condition: Any, yes: Any, no: Any) -> Any:
        return box_value(yes if condition_truth(condition) else no)

    def Random(self, source: Any, *given: Any) -> int:
        low, high = (1, _number(given[0])) if len(given) == 1 else (_number(given[0]), _number(given[1]))
        return low if high <= low else self.world.random.randrange(high - low + 1) + low

    def IsRandom(self, source: Any, percent: Any = 50) -> bool:
        return self.world.random.randrange(100) + 1 <= max(0, min(100, _number(percent)))

    def Alert(self, source: Any, *given: Any) -> Any:
        self.world.problem(f"Alert: {java_text(given[-1])}" if given else "Alert")
        return unbox_value(given[0]) if len(given) > 1 else ""

    def Audit(self, source: Any, *given: Any) -> Any:
        return ""

    def Sleep(self, source: Any, time: Any) -> Any:
        return ""

    def unwrap(self, source: Any, value: Any) -> Any:
        return unbox_value(value)

    def booleanValue(self, source: Any, value: Any) -> Any:
        value = unbox_value(value)
        return value if type(value) is bool else value == "true"


def _name_and_match(given: tuple[Any, ...]) -> tuple[Any, Any]:
    if not given:
        return "", ""
    if len(given) == 1:
        return ("", given[0]) if _is_match(given[0]) else (given[0], "")
    return given[0], given[1]


class JGameModule:
    """VASSAL's GameModule as scripts see it."""

    java_names = ("GameModule", "PropertySource")

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_getPlayerWindow(self) -> JGameModule:
        return self

    def j_getRootPane(self) -> JGameModule:
        return self

    def j_setCursor(self, pointer: int) -> None:
        self.world.pointers.append(pointer)

    def j_getOwnedWindows(self) -> JArray:
        return JArray("Window", [])

    def j_getClientProperty(self, key: Any) -> Any:
        return box_value(self.world.client.get(java_text(key)))

    def j_putClientProperty(self, key: Any, value: Any) -> None:
        self.world.client[java_text(key)] = value

    def j_warn(self, line: Any) -> None:
        line = java_text(line)
        pay_for_entries(1)
        self.world.chat.append("- " + line)

    def j_getGameState(self) -> JGameModule:
        return self

    def j_getAllPieces(self) -> JList:
        made = JList()
        pay_for_entries(len(self.world.things))
        # VASSAL's own order depends on ids that are new in every game.
        made.items = [self.world.things[key] for key in sorted(self.world.things)]
        return made

    def j_getPieceForId(self, piece_id: Any) -> Any:
        return self.world.things.get(java_text(piece_id))

    def j_getProperty(self, name: Any) -> Any:
        return self.world.holder.get(java_text(name))

    def j_getMutableProperty(self, name: Any) -> Any:
        found = self.world.holder.find(java_text(name))
        return None if found is None else script_commands.JProperty(self.world, found)

    def j_getChatter(self) -> script_commands.JChatter:
        return script_commands.JChatter(self.world)

    def j_pauseLogging(self) -> bool:
        self.world.journal.pause()
        return True

    def j_resumeLogging(self) -> script_commands.JCommand:
        return script_commands.JCommand(self.world, self.world.journal.resume(), True)

    def j_sendAndLog(self, command: Any) -> None:
        if isinstance(command, script_commands.JCommand):
            self.world.journal.put_back(command.entries)

    def j_fireKeyStroke(self, stroke: Any) -> None:
        name = key_identity(stroke.key) if isinstance(stroke, script_commands.JStroke) else None
        if name is not None:
            self.world.hotkeys(name)

    def j_isGameStarted(self) -> bool:
        return self.world.started

    def j_getPlayerRoster(self) -> JRoster:
        return JRoster(self.world)

    def j_addPropertyChangeListener(self, name: Any, listener: Any) -> None:
        """Ignore the listener, because the emulator has no window."""

    def j_getToolBar(self) -> JGameModule:
        return self

    def j_getComponents(self) -> JArray:
        """Return nothing, because the emulator has no window."""
        return JArray("Component", [])

    def j_getBasicLogger(self) -> JLogger:
        return JLogger(self.world)

    def j_getGameFileMode(self) -> str:
        return "new"

    def j_getServer(self) -> JServer:
        return JServer()

    def j_getDataArchive(self) -> JArchive:
        return JArchive(self.world.module)

    def j_getRNG(self) -> JRandom:
        return JRandom(self.world)


class JKeyEvent:
    """The press of a key as scripts see it, with its time in milliseconds."""

    java_names = ("KeyEvent", "InputEvent")

    def __init__(self, when: int) -> None:
        self.when = when

    def j_getWhen(self) -> JLong:
        return JLong(self.when)


class JLogger:
    """VASSAL's logger as scripts see it. The emulator loads a log with all its steps, and writes none."""

    java_names = ("BasicLogger", "Logger")

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_isReplaying(self) -> bool:
        return self.world.log_replayed

    def j_isLogging(self) -> bool:
        return self.world.log_written


class JServer:
    """The connection to a game server, which the emulator never has."""

    java_names = ("ServerConnection",)

    def j_isConnected(self) -> bool:
        return False


class JRandom:
    """VASSAL's random number generator as scripts see it, shared with the dice."""

    java_names = ("Random",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_nextInt(self, bound: Any) -> int:
        return self.world.random.randrange(_number(bound))


def script_host(world: GameWorld) -> dict[str, Any]:
    """Return the objects that expressions can access.

    Functions are keyed by name with (), classes by full name.
    """
    functions = ExpressionFunctions(world)
    module = JGameModule(world)
    scripts = ScriptCache()
    found: dict[str, Any] = {}

    def bound(name: str) -> Callable[[Scope, list[Any]], Any]:
        function = getattr(functions, name)

        def call(scope: Scope, arguments: list[Any]) -> Any:
            try:
                return function(scope.runtime.source, *arguments)
            except WRONG as fault:
                raise native_failure(name, fault) from None

        return call

    for name in dir(ExpressionFunctions):
        if name[0] != "_" and name != "world":
            found["()" + name] = bound(name)
    found.update(judge_classes(lambda: world.judged))
    found["bsh.Interpreter"] = {"new": lambda scope: Interpreter(scripts, scope.runtime.classes)}
    found["VASSAL.build.GameModule"] = {"getGameModule": lambda: module}
    found["VASSAL.build.module.Map"] = {
        "getMapById": lambda name: world.maps.get(java_text(name)),
        "getMapList": lambda: _list(world.maps.values()),
    }
    found["Math"] = found["java.lang.Math"] = {
        **(find_class_members("Math") or {}),
        "random": lambda: world.random.random(),
    }
    for name in ("Stack", "GamePiece", "Decorator", "BasicPiece", "Deck"):
        found[f"VASSAL.counters.{name}"] = {}
    found |= script_commands.command_classes(world)
    found["VASSAL.build.module.GameState"] = {}
    found["VASSAL.build.module.map.Drawable"] = {}
    found["java.beans.PropertyChangeListener"] = {}
    # Actions of the emulator come from no mouse and no keyboard, unless a test says when a key was pressed.
    found["java.awt.EventQueue"] = {
        "getCurrentEvent": lambda: None if world.key_time is None else JKeyEvent(world.key_time)
    }
    found["java.awt.Cursor"] = {"getPredefinedCursor": lambda pointer: pointer}
    found["java.awt.event.InputEvent"] = found["java.awt.event.MouseEvent"] = {}
    found["VASSAL.build.module.PlayerRoster.SideChangeListener"] = {}
    return found


def _list(items: Iterable[Any]) -> JList:
    made = JList()
    made.items = list(items)
    return made
