"""The classes through which scripts act on a game: commands as objects, and the paused log.

VASSAL's methods return their changes as a Command. The changes can be undone and logged only after the
command was sent (GameModule.sendAndLog). While the log is paused (pauseLogging), sent commands are collected.
resumeLogging returns them, and the script sends, undoes or drops them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from hexwright.emulator.beanshell.java_lists import JList
from hexwright.emulator.beanshell.java_values import ScriptError, box_value, java_text
from hexwright.emulator.beanshell.name_spaces import This
from hexwright.emulator.property_containers import GlobalPropertyValue
from hexwright.emulator.undo_journal import UndoEntry
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.vassal.codec.field_values import KeyCommand

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_pieces import LivePiece

# ruff: noqa: N802  (methods behind j_ have Java's names)


class JCommand:
    """A VASSAL.command.Command that has been executed, with the changes that undo it."""

    java_names = ("Command", "NullCommand")

    def __init__(self, world: GameWorld, entries: Iterable[UndoEntry] = (), empty: bool = False) -> None:
        self.world = world
        self.entries = list(entries)
        self.empty = empty

    def j_isNull(self) -> bool:
        return self.empty and not self.entries

    def j_append(self, other: Any) -> JCommand:
        if not isinstance(other, JCommand):
            return self
        return JCommand(self.world, [*self.entries, *other.entries], self.empty and other.empty)

    def j_execute(self) -> None:
        """Ignore the call, because the command has already been executed."""

    def j_getUndoCommand(self) -> JCommand:
        return _Undo(self.world, self.entries)


class _Undo(JCommand):
    def j_execute(self) -> None:
        self.world.journal.take_back(self.entries)


class JRemovePiece(JCommand):
    """A VASSAL.command.RemovePiece that hasn't been executed yet."""

    def __init__(self, world: GameWorld, piece: LivePiece) -> None:
        super().__init__(world)
        self.piece = piece

    def j_execute(self) -> None:
        self.entries = execute_as_command(self.world, lambda: self.world.remove(self.piece)).entries


class JDisplayText(JCommand):
    """A VASSAL.build.module.Chatter.DisplayText: a chat line that hasn't been written yet."""

    def __init__(self, world: GameWorld, line: str) -> None:
        super().__init__(world, (UndoEntry(lambda: world.chat.append(f"* UNDO: {line}")),))
        self.line = line

    def j_execute(self) -> None:
        self.world.chat.append(self.line)


class JChatter:
    """The VASSAL.build.module.Chatter of the current player."""

    java_names = ("Chatter",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_show(self, line: Any) -> None:
        self.world.chat.append(java_text(line))


class JTracker:
    """A VASSAL.command.ChangeTracker, which turns the later changes of a piece into a command."""

    java_names = ("ChangeTracker",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world
        self.mark = world.journal.mark()

    def j_getChangeCommand(self) -> JCommand:
        return JCommand(self.world, self.world.journal.cut(self.mark))


class JInnermost:
    """The VASSAL.counters.BasicPiece of a piece, which stores its persistent properties."""

    java_names = ("GamePiece", "BasicPiece")

    def __init__(self, piece: LivePiece) -> None:
        self.piece = piece

    def j_getPersistentProperty(self, name: Any) -> Any:
        return box_value(self.piece.persistent.get(java_text(name)))


class JSelection:
    """The VASSAL.counters.KeyBuffer: the pieces that the player has selected."""

    java_names = ("KeyBuffer",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_asList(self) -> JList:
        found = JList()
        found.items = [
            self.world.things[one] for one in sorted(self.world.selected) if one in self.world.things
        ]
        return found

    def j_remove(self, piece: Any) -> None:
        self.world.selected -= {piece.id}


class JStroke:
    """A VASSAL.tools.NamedKeyStroke, and the keystroke that it stands for."""

    java_names = ("NamedKeyStroke", "KeyStroke")

    def __init__(self, *given: Any) -> None:
        self.key = (
            KeyCommand.named(java_text(given[0]))
            if len(given) == 1
            else KeyCommand(int(given[0]), int(given[1]))
        )

    def j_getKeyStroke(self) -> JStroke:
        return self


class JFormat:
    """A VASSAL.tools.FormattedString."""

    java_names = ("FormattedString",)

    def __init__(self, world: GameWorld, given: Any) -> None:
        self.world = world
        self.given = java_text(given)

    def j_getText(self, source: Any = None) -> str:
        return self.world.evaluator.format(self.given, source)

    def j_getLocalizedText(self, source: Any = None) -> str:
        return self.world.evaluator.format(self.given, source, localised=True)


class JProperty:
    """A VASSAL.build.module.properties.MutableProperty of the module."""

    java_names = ("MutableProperty", "GlobalProperty")

    def __init__(self, world: GameWorld, value: GlobalPropertyValue) -> None:
        self.world = world
        self.value = value

    def j_getPropertyValue(self) -> str:
        return self.value.value

    def j_setPropertyValue(self, value: Any) -> JCommand:
        return execute_as_command(self.world, lambda: self.world.set_value(self.value, java_text(value)))

    def j_addMutablePropertyChangeListener(self, listener: Any) -> None:
        """Ignore the listener, because the emulator draws nothing."""


def execute_as_command(world: GameWorld, do: Callable[[], None]) -> JCommand:
    """Perform an action and return it as a command that hasn't been sent yet."""
    mark = world.journal.mark()
    do()
    return JCommand(world, world.journal.cut(mark))


def send_key(piece: LivePiece, stroke: Any) -> JCommand | None:
    """Send a piece a key and return the resulting command, or None."""
    name = key_identity(stroke.key) if isinstance(stroke, JStroke) else None
    return None if name is None else execute_as_command(piece.world, lambda: piece.key(name))


def set_property(piece: LivePiece, name: str, value: Any) -> None:
    """Set a property of a piece for a script: a Dynamic Property, or the flag for moved pieces."""
    for trait in piece.acting:
        if trait.set_property(name, value):
            return


def remember_position(piece: LivePiece) -> JCommand:
    """Record a piece's position before it moves (Decorator.putOldProperties)."""
    return execute_as_command(piece.world, lambda: piece.world.put_old(piece))


def run_later(world: GameWorld, runnable: Any) -> None:
    """Run an action after the current drag or key (SwingUtilities.invokeLater)."""
    method = runnable.scope.find_method("run", []) if isinstance(runnable, This) else None
    if method is None:
        raise ScriptError("invokeLater needs an object with a run() method", "IllegalArgumentException")
    world.later.append(lambda: method.call([]))


def command_classes(world: GameWorld) -> dict[str, Any]:
    """Return the classes through which scripts act on a game, keyed by full name."""
    return {
        "VASSAL.build.module.Chatter.DisplayText": {
            "new": lambda _, line: JDisplayText(world, java_text(line))
        },
        "VASSAL.command.RemovePiece": {"new": lambda piece: JRemovePiece(world, piece)},
        "VASSAL.counters.Decorator": {"putOldProperties": remember_position, "getInnermost": JInnermost},
        "VASSAL.counters.KeyBuffer": {"getBuffer": lambda: JSelection(world)},
        "VASSAL.command.ChangeTracker": {"new": lambda _: JTracker(world)},
        "VASSAL.command.NullCommand": {"new": lambda: JCommand(world, (), True)},
        "VASSAL.tools.FormattedString": {"new": lambda given: JFormat(world, given)},
        "VASSAL.tools.NamedKeyStroke": {"new": JStroke},
        "javax.swing.SwingUtilities": {"invokeLater": lambda runnable: run_later(world, runnable)},
        "java.lang.Runnable": {},
        "Runnable": {},
    }
