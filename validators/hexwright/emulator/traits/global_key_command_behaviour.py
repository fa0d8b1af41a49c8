"""Global Key Command in play."""

from __future__ import annotations

from hexwright.emulator.command_targets import Target, deck_limit
from hexwright.emulator.global_commands import apply, reach_of
from hexwright.emulator.trait_behaviour import Acting, keys_of, plays
from hexwright.inspect.analysis.key_bindings import Identity, identity
from hexwright.vassal.codec import traits as t


@plays(t.GlobalKeyCommand)
class GlobalKey(Acting):
    """Be a Global Key Command (VASSAL.counters.CounterGlobalKeyCommand)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)
        self.command = identity(self.trait.command) if self.trait.command is not None else None

    def act(self, key: Identity) -> None:
        trait, world = self.trait, self.world
        reach = reach_of(self)
        most = deck_limit(world, trait.from_deck, self.piece)
        target = Target(trait.target, trait.match, self.piece, reach, most)
        here = self.piece.map
        maps = [here] if reach is not None and here is not None else list(world.maps.values())
        apply(world, target, self.command, self.piece, maps, trait.parameters, "", trait.suppress_reports)
