"""Change property values with commands, for Dynamic and Global Properties."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.emulator.expression_evaluator import PropertySource
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec.field_values import java_int
from hexwright.vassal.codec.shared_records import NumericLimits, PropertyChange, PropertyCommand


def changed_value(
    world: GameWorld,
    change: PropertyChange,
    limits: NumericLimits,
    old: str,
    source: PropertySource,
    name: str,
) -> str | None:
    """Return the new value of a property after a change (PropertyChanger.getNewValue).

    None means that the value stays the same.
    """
    if change.how == "P":
        return world.evaluator.format(change.text, source)
    if change.how != "I":
        if world.answers:
            return world.answers.pop(0)
        world.report_unsupported("a prompt for a property, without an answer in the queue")
        return None
    try:
        value = java_int(old) if old else 0
        step = java_int(world.evaluator.format(change.text, source))
    except ValueError:
        world.problem(f"Numeric field contains a non-number: Increment {name}: {old!r} by {change.text}")
        return old
    if not limits.numeric:
        value += step
    elif limits.wrap:
        size = limits.maximum - limits.minimum + 1
        value = limits.minimum + (value - limits.minimum + step) % size if size > 0 else limits.minimum
    else:
        value = max(limits.minimum, min(limits.maximum, value + step))
    return str((value + (1 << 31)) % (1 << 32) - (1 << 31))


class PropertyChanger(TraitBehaviour):
    """A trait that changes a value in response to keys."""

    def prepare(self) -> None:
        self.commands: tuple[PropertyCommand, ...] = self.trait.commands
        self.keys = keys_of(*(command.key for command in self.commands))

    def changes(self, key: Identity) -> Iterator[PropertyChange]:
        """Yield the changes that a key makes to the value, in order."""
        return (command.change for command in self.commands if keys_of(command.key) == {key})
