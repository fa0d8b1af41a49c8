"""Edit the text of pieces trait by trait: each trait that isn't edited keeps its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.piece_text import decode_part, nest_parts, split_add_piece, split_parts
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

TraitChange = Callable[[Trait], Trait]
"""A function from a trait to the trait that replaces it; it returns the same object to change nothing."""


@dataclass(frozen=True)
class PieceText:
    """The text of an add-piece command, as the parts of its type and state, outermost first."""

    id: str
    types: tuple[str, ...]
    states: tuple[str, ...]

    @classmethod
    def decode(cls, text: str) -> PieceText:
        """Parse the text of a command.

        Raises CodecError for any other text, for a state with fewer parts than the type, and for text that
        wouldn't be the same after it is encoded again.
        """
        piece_id, type_text, state_text = split_add_piece(text)
        types = split_parts(type_text)
        found = cls(piece_id, tuple(types), tuple(split_parts(state_text, len(types))))
        if len(found.states) < len(types):
            what = f"the state has {len(found.states)} parts, but the type has {len(types)}"
            raise CodecError("state", state_text[:80], what)
        if found.encode() != text:
            raise CodecError("", text[:80], "the piece can't be written back exactly")
        return found

    def encode(self) -> str:
        """Return the command as text; raises CodecError for text that VASSAL would misread."""
        parts = (self.id, nest_parts(list(self.types)), nest_parts(list(self.states)))
        return "+/" + sequence_encoder.encode(parts, "/", ("id", "type", "state"))

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        """Return the traits in the order of the Editor's list: the basic piece first."""
        pairs = zip(reversed(self.types), reversed(self.states), strict=True)
        return tuple(decode_part(type_text, state_text) for type_text, state_text in pairs)

    def with_trait(self, number: int, trait: Trait) -> PieceText:
        """Return the piece with another trait at a place of the Editor's list, which is counted from 0.

        Parts of the trait that are the same as before keep their text. Raises CodecError, which names the
        trait.
        """
        before = self.traits[number]
        if trait is before:
            return self
        place = len(self.types) - 1 - number
        types, states = list(self.types), list(self.states)
        try:
            type_text, state_text = trait.encode_type(), trait.encode_state()
            # Text that the codec doesn't write in the same way as the file stays where nothing changed.
            if type_text != before.encode_type():
                types[place] = type_text
            if state_text != before.encode_state():
                states[place] = state_text
        except CodecError as error:
            raise error.within(f"trait {number} ({trait.TITLE})") from None
        return replace(self, types=tuple(types), states=tuple(states))

    def changed(self, change: TraitChange, may_change: Callable[[str], bool] | None = None) -> PieceText:
        """Return the piece with each trait replaced by what `change` returns for it.

        Traits are left out, and not even parsed, if `may_change` is false for the text of type and state.
        """
        found = self
        last = len(self.types) - 1
        for place in range(last, -1, -1):
            type_text, state_text = self.types[place], self.states[place]
            if may_change is None or may_change(type_text) or may_change(state_text):
                before = decode_part(type_text, state_text)
                after = change(before)
                if after is not before:
                    found = found.with_trait(last - place, after)
        return found


def changed_piece(text: str, change: TraitChange) -> str:
    """Return the text of a piece after `change` was applied to its traits; spaces around it stay.

    Raises CodecError as `PieceText.decode` does, and for a value that can't be encoded.
    """
    bare = text.strip("\n\r ")
    if not bare:
        return text
    found = PieceText.decode(bare)
    changed = found.changed(change)
    return text if changed is found else text.replace(bare, changed.encode(), 1)
