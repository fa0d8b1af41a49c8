"""The Mark When Moved trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.MarkWhenMoved)
class MarkWhenMovedBehaviour(TraitBehaviour):
    """A Mark When Moved trait (VASSAL.counters.MovementMarkable)."""

    names = ("Moved",)
    state = ("moved",)

    def prepare(self) -> None:
        self.moved = bool(self.trait.moved)
        self.toggle = keys_of(self.trait.key)
        self.mark = keys_of(self.trait.moved_key)
        self.unmark = keys_of(self.trait.unmoved_key)
        self.keys = self.toggle | self.mark | self.unmark

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.moved

    def set(self, moved: bool) -> None:
        """Mark the piece as moved, or remove the mark."""
        old = self.moved
        if old != moved:
            self.moved = moved

            def undo() -> None:
                self.moved = old

            self.changed(undo)

    def set_property(self, name: str, value: Any) -> bool:
        if name == "Moved":
            self.set(value is True)
        return False

    def perform(self, key: Identity) -> None:
        self.set(not self.moved if key in self.toggle else key in self.mark)
