"""The Global Hotkey trait in play."""

from __future__ import annotations

from hexwright.emulator.expression_evaluator import RecursionLimitError
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.GlobalHotkey)
class GlobalHotkeyBehaviour(TraitBehaviour):
    """A Global Hotkey trait (VASSAL.counters.GlobalHotKey)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)
        self.hotkey = key_identity(self.trait.hotkey) if self.trait.hotkey is not None else None

    def perform(self, key: Identity) -> None:
        if self.hotkey is None:
            return
        journal = self.world.journal
        # Commands sent meanwhile are returned as part of the piece's own command.
        journal.pause()
        try:
            with self.world.evaluator.limiter:
                self.world.hotkeys(self.hotkey)
        except RecursionLimitError:
            self.world.problem("Infinite loop in a global hot key")
        finally:
            journal.put_back(journal.resume())
