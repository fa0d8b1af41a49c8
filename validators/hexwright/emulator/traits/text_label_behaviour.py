"""The Text Label trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.TextLabel)
class TextLabelBehaviour(TraitBehaviour):
    """A Text Label trait (VASSAL.counters.Labeler)."""

    renames = True

    def prepare(self) -> None:
        self.names = (self.trait.property,) if self.trait.property else ()
        self.keys = keys_of(self.trait.key) if self.trait.menu else frozenset()

    @property
    def label(self) -> str:
        """Return the label's current text."""
        return self.world.evaluator.format(self.trait.label, self.piece, quiet=self.piece.map is None)

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.label

    def rename(self, number: int) -> str:
        inner = self.piece.name_from(number + 1)
        if not self.trait.label and not self.trait.always_use_format:
            return inner
        words: dict[str, str | None] = {"pieceName": inner, "label": self.label}
        return self.world.evaluator.format(self.trait.name_format, self.piece, words)

    def perform(self, key: Identity) -> None:
        self.world.report_unsupported("the dialog of a Text Label")
