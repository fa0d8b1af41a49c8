"""Game pieces: chains of traits, and the nested text that encodes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from operator import methodcaller
from typing import Final, TypeVar

from hexwright.vassal.codec import sequence_encoder, stacks_and_decks
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, decode_trait

_TAB = "\t"

#: A longer chain is rejected, and so is one whose decoding would copy more than this.
MAX_TRAITS = 2_000
MAX_PEELED = 1 << 28

T = TypeVar("T", bound=Trait)

_TYPE: Final[Callable[[Trait], str]] = methodcaller("encode_type")
_STATE: Final[Callable[[Trait], str]] = methodcaller("encode_state")


@dataclass(frozen=True, slots=True)
class GamePiece:
    """The traits of a piece in the order of the Editor's list, innermost first.

    The first is a BasicPiece (or a Stack or Deck). The last is the outermost trait, which VASSAL writes
    first.
    """

    traits: tuple[Trait, ...]

    @classmethod
    def of(cls, basic: Trait, *traits: Trait) -> GamePiece:
        """Return a piece with the given innermost part and traits. The traits are in the Editor's order."""
        return cls((basic, *traits))

    @property
    def basic(self) -> Trait:
        """Return the innermost part: a basic piece, stack or deck."""
        return self.traits[0]

    @property
    def name(self) -> str:
        """Return the piece's basic name, or an empty string for a stack or deck."""
        return self.basic.name if isinstance(self.basic, BasicPiece | stacks_and_decks.Deck) else ""

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """Return the traits of one class, in the Editor's order."""
        return tuple(trait for trait in self.traits if isinstance(trait, kind))

    def encode_type(self) -> str:
        """Return the nested types as text. Raises CodecError, which names the trait and the field."""
        return nest_parts(self.types())

    def encode_state(self) -> str:
        """Return the nested states as text. Raises CodecError, which names the trait and the field."""
        return nest_parts(self.states())

    def types(self) -> list[str]:
        """Return the type of each trait, outermost first.

        Raises CodecError, which names the trait and the field.
        """
        return _texts(self.traits, _TYPE)

    def states(self) -> list[str]:
        """Return the state of each trait, outermost first.

        Raises CodecError, which names the trait and the field.
        """
        return _texts(self.traits, _STATE)

    @classmethod
    def decode(cls, type_text: str, state_text: str) -> GamePiece:
        """Parse a piece; raises CodecError if the state has fewer levels than the type."""
        types = split_parts(type_text)
        states = split_parts(state_text, len(types))
        if len(states) < len(types):
            raise CodecError(
                "state", state_text[:80], f"the state has {len(states)} parts, but the type has {len(types)}"
            )
        traits = [decode_part(kind, state) for kind, state in zip(types, states, strict=True)]
        return cls(tuple(reversed(traits)))


@dataclass(frozen=True, slots=True)
class AddPiece:
    """The command that adds a piece. In piece slots and prototypes, it has no id."""

    piece: GamePiece
    id: str | None = None

    def encode(self) -> str:
        """Return the command as text, ``+/id/type/state``; raises CodecError."""
        return "+/" + sequence_encoder.encode(
            (self.id or "null", self.piece.encode_type(), self.piece.encode_state()),
            "/",
            ("id", "type", "state"),
        )

    @classmethod
    def decode(cls, text: str) -> AddPiece:
        """Parse the command. Raises CodecError for any other command, and for an invalid piece."""
        piece_id, type_text, state_text = split_add_piece(text)
        return cls(GamePiece.decode(type_text, state_text), None if piece_id == "null" else piece_id)


def split_add_piece(text: str) -> tuple[str, str, str]:
    """Return id, type and state in a command that adds a piece. Raises CodecError for any other command."""
    if not text.startswith("+/"):
        raise CodecError("", text[:80], "not an add-piece command")
    parts = sequence_encoder.decode(text[2:], "/")
    if len(parts) < 3:
        raise CodecError("", text[:80], "an add-piece command consists of id, type and state")
    if len(parts) > 3:
        # An unescaped slash cuts off type or state, and VASSAL loses the rest.
        raise CodecError("", text[:80], f"an add-piece command has three parts, not {len(parts)}")
    return parts[0], parts[1], parts[2]


def decode_part(type_text: str, state_text: str) -> Trait:
    """Parse one part of a chain: a trait, a basic piece, a stack or a deck."""
    if type_text == stacks_and_decks.Stack.ID:
        return stacks_and_decks.Stack.decode(type_text, state_text)
    if type_text.startswith(stacks_and_decks.Deck.ID):
        return stacks_and_decks.Deck.decode(type_text, state_text)
    return decode_trait(type_text, state_text)


def nest_parts(parts: list[str]) -> str:
    """Join the parts of a chain, outermost first.

    The n-th inner part is preceded by n-1 backslashes. Raises CodecError for a part that ends in a
    backslash, and for a tab in the innermost part.
    """
    if not parts:
        raise CodecError("", parts, "a piece needs at least one part")
    if _TAB in parts[-1]:
        raise CodecError("", parts[-1], "a tab in the innermost part of a piece would end that part")
    if len(parts) == 1:
        return parts[0]
    if any(part[:1] in ("'", "\\", _TAB) for part in parts):
        text = parts[-1]
        for part in reversed(parts[:-1]):
            text = sequence_encoder.encode((part, text), _TAB)
        return text
    out: list[str] = []
    for depth, part in enumerate(parts[:-1]):
        if part[-1:] == "\\":
            raise CodecError("", part, "a string that ends in a backslash would merge with the next string")
        # A tab in a part is escaped at its own level and at each one around it.
        out.append(part.replace(_TAB, _escape(depth + 1)) if _TAB in part else part)
        out.append(_escape(depth))
    out.append(parts[-1])
    return "".join(out)


def split_parts(text: str, limit: int | None = None) -> list[str]:
    """Split a chain into its parts, outermost first; with ``limit``, into at most ``limit`` parts.

    Raises CodecError for a chain with too many characters or with more than ``MAX_TRAITS`` parts.
    """
    parts = _unnest_at_once(text, limit)
    return _unnest_by_level(text, limit) if parts is None else parts


def _unnest_at_once(text: str, limit: int | None) -> list[str] | None:
    parts: list[str] = []
    start = depth = 0
    seen = 0
    while (tab := text.find(_TAB, seen)) >= 0:
        if limit is not None and depth >= limit - 1:
            break
        before = text[seen:tab]
        count = len(before) - len(before.rstrip("\\"))
        seen = tab + 1
        if count > depth:
            continue
        if count < depth:
            return None
        parts.append(text[start : tab - count])
        start, depth = seen, depth + 1
        if depth >= MAX_TRAITS:
            raise CodecError("", text[:80], f"the piece has more than {MAX_TRAITS} traits")
    parts.append(text[start:])
    for level, part in enumerate(parts):
        if part[:1] == "'":
            return None
        if _TAB in part:
            # VASSAL reads the innermost type as a token too, but passes the innermost state on raw.
            peels = level + 1 if limit is None else min(level + 1, depth)
            parts[level] = part.replace(_escape(peels), _TAB)
    return parts


def _unnest_by_level(text: str, limit: int | None) -> list[str]:
    parts: list[str] = []
    peeled = 0
    while limit is None or len(parts) < limit - 1:
        tokens = sequence_encoder.decode(text, _TAB)
        if len(tokens) < 2:
            text = tokens[0] if limit is None else text
            break
        parts.append(tokens[0])
        text = tokens[1]
        peeled += len(text)
        if len(parts) >= MAX_TRAITS or peeled > MAX_PEELED:
            raise CodecError("", text[:80], "the text is too long for the traits of a piece")
    return [*parts, text]


@cache
def _escape(backslashes: int) -> str:
    return "\\" * backslashes + _TAB


def _texts(traits: tuple[Trait, ...], encode: Callable[[Trait], str]) -> list[str]:
    found: list[str] = []
    for number in range(len(traits) - 1, -1, -1):
        trait = traits[number]
        try:
            text = encode(trait)
        except CodecError as error:
            raise error.within(f"trait {number} ({trait.TITLE})") from None
        if number and text[-1:] == "\\":
            raise CodecError(
                f"trait {number} ({trait.TITLE})",
                text,
                "a string that ends in a backslash would merge with the next string",
            )
        found.append(text)
    return found
