"""The Return To Deck trait in play."""

from __future__ import annotations

from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.emulator.traits.mat_behaviour import MatBehaviour
from hexwright.emulator.traits.mat_cargo_behaviour import MatCargoBehaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.ReturnToDeck)
class ReturnToDeckBehaviour(TraitBehaviour):
    """A Return To Deck trait."""

    def prepare(self) -> None:
        trait = self.trait
        self.keys = keys_of(trait.key)
        old = trait.version < 2
        self.asks = not trait.deck if old else trait.choose
        self.deck_name: str = trait.deck if old else trait.deck_name

    def perform(self, key: Identity) -> None:
        world, piece = self.world, self.piece
        if any(isinstance(trait, MatBehaviour) and trait.cargo for trait in piece.acting):
            return
        if self.asks:
            if not world.answers:
                world.report_unsupported("a prompt for the deck to return to, without an answer in the queue")
                return
            name = world.answers.pop(0)
        else:
            name = self.format(self.deck_name)
        pile = world.pile(name)
        if pile is None:
            if not self.asks:
                world.problem(f"Deck Not Found for Return-to-Deck trait: {name}")
            return
        before = piece.map, piece.position
        world.prepare_move(piece)
        world.put_in_deck(pile, piece)
        cargo = next((trait for trait in piece.acting if isinstance(trait, MatCargoBehaviour)), None)
        if cargo is not None:
            cargo.detach()
        moved = pile.home is not before[0] or piece.position != before[1]
        if moved and pile.home is not None:
            world.after_move(piece)
        world.check_emptied()
