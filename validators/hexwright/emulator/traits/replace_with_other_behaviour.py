"""The Replace With Other trait in play."""

from __future__ import annotations

from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.mat_cargo_lookup import separate_from_mat
from hexwright.emulator.trait_behaviour import TraitBehaviour, copy_state, registers_behaviour
from hexwright.emulator.traits.dynamic_property_behaviour import DynamicPropertyBehaviour
from hexwright.emulator.traits.place_marker_behaviour import PlaceMarkerBehaviour
from hexwright.emulator.traits.text_label_behaviour import TextLabelBehaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t


@registers_behaviour(t.ReplaceWithOther)
class ReplaceWithOtherBehaviour(PlaceMarkerBehaviour):
    """A Replace With Other trait (VASSAL.counters.Replace)."""

    def perform(self, key: Identity) -> None:
        if self.place() is not None:
            separate_from_mat(self.piece)
            self.world.remove(self.piece)

    def match(self, marker: LivePiece) -> None:
        if not self.trait.match_rotation:
            return
        mine = self.piece.acting
        if self.trait.above:
            mine = mine[mine.index(self) :]
        for trait in marker.acting:
            found = next((other for other in mine if self._alike(trait, other)), None)
            if found is not None:
                copy_state(found, trait)

    def _alike(self, trait: TraitBehaviour, other: TraitBehaviour) -> bool:
        if type(trait) is not type(other) or isinstance(trait, TextLabelBehaviour):
            return False
        if isinstance(trait, DynamicPropertyBehaviour) and self.trait.copy_properties:
            return bool(trait.trait.name == other.trait.name)
        return bool(trait.trait.encode_type() == other.trait.encode_type())
