"""The Mask trait in play."""

from __future__ import annotations

from typing import Any

from hexwright.emulator.live_decks import NOBODY
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.Mask)
class MaskBehaviour(TraitBehaviour):
    """A Mask trait. While another player masks the piece, its inner traits receive no keys."""

    names = ("Obscured", "ObscuredToOthers", "obs;")
    state = ("by", "options")
    renames = True

    def prepare(self) -> None:
        trait = self.trait
        self.by: str | None = None if trait.masked_by in ("null", "") else trait.masked_by
        #: The players allowed to unmask it, fixed when it was masked: true, false, or a list of ids.
        self.options: str = trait.options if self.by is not None else ""
        self.hide = keys_of(trait.key)
        self.deal = keys_of(trait.deal_key)
        peeks = trait.view.style == "P" and trait.view.peek_key is not None
        self.keys = self.hide | self.deal | (keys_of(trait.view.peek_key) if peeks else frozenset())

    # Visibility ----------------------------------------------------------------------------------
    @property
    def me(self) -> str | None:
        """Return the id that a mask records for the current player: a name or a side."""
        return self.world.player if self.trait.access.by == "player" else self.world.side

    @property
    def hidden(self) -> bool:
        """Return whether the piece is hidden from the current player."""
        if self.by is None:
            return False
        if self.world.hiding:
            return True
        if self.trait.access.by == "sides":
            sides = self.trait.access.sides
            return self.by not in sides or self.world.side not in sides
        return self.by != self.me

    @property
    def maskable(self) -> bool:
        """Return whether the current player may mask or unmask the piece."""
        me = self.me
        if self.trait.access.by == "sides":
            may = self.world.side in self.trait.access.sides
        else:
            may = self.by in (None, me) and (me is not None or self.trait.access.by == "player")
        return may or self._open(self.options or self.world.unmaskable)

    def _open(self, options: str) -> bool:
        setting, *who = options.split("|")
        return setting == "true" if setting else self.by in who[1:]

    # Properties ----------------------------------------------------------------------------------
    def get(self, name: str) -> tuple[bool, Any]:
        if name == "Obscured":
            return True, self.hidden
        return True, self.by if name == "obs;" else self.by is not None

    def rename(self, number: int) -> str:
        if self.hidden:
            return str(self.trait.masked_name)
        inner = self.piece.name_from(number + 1)
        return f"{inner}({self.trait.masked_name})" if self.by is not None else inner

    # Commands ------------------------------------------------------------------------------------
    def blocks(self, key: Identity) -> bool:
        if not self.hidden:
            return False
        if key in self.keys and self.maskable:
            self.perform(key)
        return True

    def perform(self, key: Identity) -> None:
        if key in self.hide:
            self._settle(None if self.by is not None else self.me)
        elif key in self.deal and (not self.hidden or self.by == NOBODY):
            self._settle(self._dealt())

    def on_dealt(self, face_down: bool) -> bool:
        """Mask or unmask a card when it leaves its deck.

        Only the current player sees a card that is face down.
        """
        self._settle(self.me if face_down else None)
        return True

    def _dealt(self) -> str | None:
        """Return the receiver of the deal key: a side, or the current player if their side is meant; None
        otherwise.
        """
        evaluator = self.world.evaluator
        given = evaluator.evaluate_or_report(self.trait.deal_to, self.piece)
        whom = evaluator.evaluate_or_report(given, self.piece)
        if self.trait.access.by == "player":
            return self.world.player if whom and whom == self.world.side else None
        return whom if whom in self.world.module.sides else None

    def _settle(self, by: str | None) -> None:
        old = self.by, self.options
        new = by, self.world.unmaskable if by is not None else ""
        if new == old:
            return

        def undo() -> None:
            self.by, self.options = old

        self.by, self.options = new
        self.changed(undo)
