"""The Global Key Command trait in play."""

from __future__ import annotations

from hexwright.emulator.command_targets import CommandTarget, deck_limit
from hexwright.emulator.global_commands import apply_global_command, command_range
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.GlobalKeyCommand)
class GlobalKeyCommandBehaviour(TraitBehaviour):
    """A Global Key Command trait (VASSAL.counters.CounterGlobalKeyCommand)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)
        self.command = key_identity(self.trait.command) if self.trait.command is not None else None

    def perform(self, key: Identity) -> None:
        trait, world = self.trait, self.world
        reach = command_range(self)
        most = deck_limit(world, trait.from_deck, self.piece)
        target = CommandTarget(trait.target, trait.match, self.piece, reach, most)
        here = self.piece.map
        maps = [here] if reach is not None and here is not None else list(world.maps.values())
        apply_global_command(
            world, target, self.command, self.piece, maps, trait.parameters, "", trait.suppress_reports
        )
