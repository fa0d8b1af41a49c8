"""The Dynamic Property trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.beanshell.java_values import java_text
from hexwright.emulator.property_changes import PropertyChanger, changed_value
from hexwright.emulator.trait_behaviour import registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.DynamicProperty)
class DynamicPropertyBehaviour(PropertyChanger):
    """A Dynamic Property trait (VASSAL.counters.DynamicProperty)."""

    state = ("value",)

    def prepare(self) -> None:
        super().prepare()
        self.names = (self.trait.name,)
        self.value: str = self.trait.value

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.value

    def perform(self, key: Identity) -> None:
        first = self.value
        for change in self.changes(key):
            new = changed_value(
                self.world, change, self.trait.limits, self.value, self.piece, self.trait.name
            )
            if new is not None:
                self.set(new)
        self.note(first)

    def set_property(self, name: str, value: Any) -> bool:
        if name != self.trait.name:
            return False
        before = self.value
        self.set(java_text(value))
        self.note(before)
        return True

    def note(self, old: str) -> None:
        """Record a change from an old value."""
        if self.value != old:
            self.changed(lambda: self._settle(old), len(old))

    def set(self, value: str) -> None:
        """Set the value after evaluating it once more, as VASSAL does."""
        self._settle(self.world.evaluator.format(value, self.piece))

    def _settle(self, value: str) -> None:
        # The piece is removed and placed again, since layers and stacking may depend on the value.
        piece, here, stack = self.piece, self.piece.map, self.piece.stack
        held, self.world.journal.paused = self.world.journal.paused, True
        try:
            if here is None or piece.deck is not None:
                self.value = value
            elif stack is None:
                point = piece.position
                here.drop(piece)
                self.value = value
                here.place_or_merge(piece, point)
            elif len(stack.pieces) == 1:
                point = stack.at
                here.drop(stack)
                self.value = value
                here.place_or_merge(stack, point)
            else:
                at = stack.pieces.index(piece)
                other = stack.pieces[at - 1] if at else stack.pieces[at + 1]
                self.value = value
                if not here.may_merge(other, piece):
                    here.place_or_merge(piece, stack.at)
        finally:
            self.world.journal.paused = held
