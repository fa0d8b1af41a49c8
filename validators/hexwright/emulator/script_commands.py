"""Let scripts act on a game: commands as objects, and the log that they hold open.

The engine's methods return what they did as a Command, which counts for undo and logs only once it was
sent (GameModule.sendAndLog). While the log is held open (pauseLogging) what is sent is collected instead,
until resumeLogging gives it back: to be sent on, undone or dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

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
    """Be a VASSAL.command.Command that has been executed: what would undo it."""

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
        """Do nothing: what is held here has been done."""

    def j_getUndoCommand(self) -> JCommand:
        return _Undo(self.world, self.entries)


class _Undo(JCommand):
    def j_execute(self) -> None:
        self.world.journal.take_back(self.entries)


class JRemovePiece(JCommand):
    """Be a VASSAL.command.RemovePiece that is still to be executed."""

    def __init__(self, world: GameWorld, piece: LivePiece) -> None:
        super().__init__(world)
        self.piece = piece

    def j_execute(self) -> None:
        self.entries = execute_as_command(self.world, lambda: self.world.remove(self.piece)).entries


class JDisplayText(JCommand):
    """Be a VASSAL.build.module.Chatter.DisplayText: a line of the chat that is still to be said."""

    def __init__(self, world: GameWorld, line: str) -> None:
        super().__init__(world, (UndoEntry(lambda: world.chat.append(f"* UNDO: {line}")),))
        self.line = line

    def j_execute(self) -> None:
        self.world.chat.append(self.line)


class JChatter:
    """Be the VASSAL.build.module.Chatter of the player at the table."""

    java_names = ("Chatter",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_show(self, line: Any) -> None:
        self.world.chat.append(java_text(line))


class JTracker:
    """Be a VASSAL.command.ChangeTracker: it makes a command of what happens to a piece from now on."""

    java_names = ("ChangeTracker",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world
        self.mark = world.journal.mark()

    def j_getChangeCommand(self) -> JCommand:
        return JCommand(self.world, self.world.journal.cut(self.mark))


class JInnermost:
    """Be the VASSAL.counters.BasicPiece of a piece, which keeps its persistent properties."""

    java_names = ("GamePiece", "BasicPiece")

    def __init__(self, piece: LivePiece) -> None:
        self.piece = piece

    def j_getPersistentProperty(self, name: Any) -> Any:
        return box_value(self.piece.persistent.get(java_text(name)))


class JStroke:
    """Be a VASSAL.tools.NamedKeyStroke, and the key stroke that it stands for."""

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
    """Be a VASSAL.tools.FormattedString."""

    java_names = ("FormattedString",)

    def __init__(self, world: GameWorld, given: Any) -> None:
        self.world = world
        self.given = java_text(given)

    def j_getText(self, source: Any = None) -> str:
        return self.world.evaluator.format(self.given, source)

    def j_getLocalizedText(self, source: Any = None) -> str:
        return self.world.evaluator.format(self.given, source, localised=True)


class JProperty:
    """Be a VASSAL.build.module.properties.MutableProperty of the module."""

    java_names = ("MutableProperty", "GlobalProperty")

    def __init__(self, world: GameWorld, value: GlobalPropertyValue) -> None:
        self.world = world
        self.value = value

    def j_getPropertyValue(self) -> str:
        return self.value.value

    def j_setPropertyValue(self, value: Any) -> JCommand:
        return execute_as_command(self.world, lambda: self.world.set_value(self.value, java_text(value)))

    def j_addMutablePropertyChangeListener(self, listener: Any) -> None:
        """Nothing is drawn here, so nobody has to hear of a change."""


def execute_as_command(world: GameWorld, do: Callable[[], None]) -> JCommand:
    """Do something and return it as a command, which is yet to be sent."""
    mark = world.journal.mark()
    do()
    return JCommand(world, world.journal.cut(mark))


def send_key(piece: LivePiece, stroke: Any) -> JCommand | None:
    """Give a piece a key; return what it did, or None."""
    name = key_identity(stroke.key) if isinstance(stroke, JStroke) else None
    return None if name is None else execute_as_command(piece.world, lambda: piece.key(name))


def set_property(piece: LivePiece, name: str, value: Any) -> None:
    """Set a property of a piece as scripts can: a Dynamic Property by its name, or whether it has moved."""
    for trait in piece.acting:
        if trait.set_property(name, value):
            return


def remember_position(piece: LivePiece) -> JCommand:
    """Note where a piece is before it moves (Decorator.putOldProperties)."""
    return execute_as_command(piece.world, lambda: piece.world.put_old(piece))


def run_later(world: GameWorld, runnable: Any) -> None:
    """Do something when the drag or key that is under way is over (SwingUtilities.invokeLater)."""
    method = runnable.scope.find_method("run", []) if isinstance(runnable, This) else None
    if method is None:
        raise ScriptError("invokeLater takes an object with a method run()", "IllegalArgumentException")
    world.later.append(lambda: method.call([]))


def command_classes(world: GameWorld) -> dict[str, Any]:
    """Return the classes by which scripts act, by their full names."""
    return {
        "VASSAL.build.module.Chatter.DisplayText": {
            "new": lambda _, line: JDisplayText(world, java_text(line))
        },
        "VASSAL.command.RemovePiece": {"new": lambda piece: JRemovePiece(world, piece)},
        "VASSAL.counters.Decorator": {"putOldProperties": remember_position, "getInnermost": JInnermost},
        "VASSAL.command.ChangeTracker": {"new": lambda _: JTracker(world)},
        "VASSAL.command.NullCommand": {"new": lambda: JCommand(world, (), True)},
        "VASSAL.tools.FormattedString": {"new": lambda given: JFormat(world, given)},
        "VASSAL.tools.NamedKeyStroke": {"new": JStroke},
        "javax.swing.SwingUtilities": {"invokeLater": lambda runnable: run_later(world, runnable)},
        "java.lang.Runnable": {},
        "Runnable": {},
    }
