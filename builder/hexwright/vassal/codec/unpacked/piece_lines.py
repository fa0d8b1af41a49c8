"""Lay out the text of a piece with a line for each trait, and read it again.

The basic piece comes first, as in the Editor. A line that starts with `=` contains the state of the trait
above it, and one that starts with `|` continues a text with line breaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.piece_text import nest_parts, split_add_piece, split_parts
from hexwright.vassal.codec.sequence_encoder import CodecError

STATE = "= "
CONTINUED = "| "


def piece_lines(text: str) -> list[str] | None:
    """Return the lines of an add-piece command, without indent; None if it can't be restored from them."""
    try:
        piece_id, type_text, state_text = split_add_piece(text)
        types = _split_type(type_text)
        states = split_parts(state_text, len(types))
        if (
            len(states) != len(types)
            or nest_parts(states) != state_text
            or "\r" in text
            or "\n" in piece_id
            or _joined(piece_id, type_text, state_text) != text
        ):
            return None
    except CodecError:
        return None
    lines = [f"+/{piece_id}/"]
    for part, state in zip(reversed(types), reversed(states), strict=True):
        if part.startswith((STATE, CONTINUED, " ")):
            return None
        lines += _wrapped(part)
        if state:
            lines += _wrapped(STATE + state)
    return lines


def piece_from_lines(lines: Iterable[str]) -> str:
    """Return the add-piece command that lines without indent describe; raises CodecError for other lines."""
    found = list(_unwrapped(lines))
    if not found or not (found[0].startswith("+/") and found[0].endswith("/") and len(found[0]) > 2):
        raise CodecError("piece", "\n".join(found)[:80], "the first line of a piece must be +/id/")
    types: list[str] = []
    states: list[str] = []
    for line in found[1:]:
        if not line.startswith(STATE):
            types.append(line)
            states.append("")
        elif not types or states[-1]:
            raise CodecError("piece", line[:80], "a line with a state must follow the line of its trait")
        else:
            states[-1] = line[len(STATE) :]
    if not types:
        raise CodecError("piece", found[0], "the piece has no trait")
    return _joined(found[0][2:-1], _join_type(tuple(types[::-1])), nest_parts(states[::-1]))


# Many pieces of a game have the same type.
@lru_cache(maxsize=4096)
def _split_type(text: str) -> tuple[str, ...]:
    """Return the parts of a type; raises CodecError if they don't give the same text again."""
    parts = split_parts(text)
    if nest_parts(parts) != text:
        raise CodecError("type", text[:80], "the type can't be written back exactly")
    return tuple(parts)


@lru_cache(maxsize=4096)
def _join_type(parts: tuple[str, ...]) -> str:
    return nest_parts(list(parts))


def _joined(piece_id: str, type_text: str, state_text: str) -> str:
    return "+/" + sequence_encoder.encode((piece_id, type_text, state_text), "/", ("id", "type", "state"))


def _wrapped(text: str) -> list[str]:
    first, *more = text.split("\n")
    return [first, *(CONTINUED + line for line in more)]


def _unwrapped(lines: Iterable[str]) -> Iterator[str]:
    held: str | None = None
    for line in lines:
        if line.startswith(CONTINUED) and held is not None:
            held += "\n" + line[len(CONTINUED) :]
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held
