"""Write the commands of a saved game as readable text, and read them again.

Each command is a line. Commands that are joined to one stand between lines with brackets. A piece is a group
of lines, as in `piece_lines`, which are indented.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.unpacked.piece_lines import CONTINUED, piece_from_lines, piece_lines

HEADER: Final = "hexwright saved game 1\n"
_SEPARATOR: Final = "\x1b"
_SHOWN_SEPARATOR: Final = "\u241b"
_NOTHING: Final = "."
_OPEN: Final = "["
_CLOSE: Final = "]"
_MARKED: Final = ("+", ".", "|", "=", "\\", " ", "<", ">", _OPEN, _CLOSE)
_MAX_DEPTH: Final = 16


def lay_out_saved_game(text: str) -> str | None:
    """Return the commands as readable text, or None if they can't be restored from it."""
    if _SHOWN_SEPARATOR in text or "\r" in text:
        return None
    parts = sequence_encoder.decode(text, _SEPARATOR)
    if not _encodes(parts, text):
        return None
    return HEADER + "".join(f"{line}\n" for part in parts for line in _lines(part, 1))


def restore_saved_game(text: str) -> str:
    """Return the commands of a text that `lay_out_saved_game` wrote, perhaps edited.

    Raises CodecError, which names the line, for any other text.
    """
    if not text.startswith(HEADER) or not text.endswith("\n"):
        raise CodecError("", text[:40], f"the first line must be {HEADER.strip()!r}")
    groups: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text[len(HEADER) : -1].split("\n"), 2):
        if line[:7] in ("<<<<<<<", ">>>>>>>", "======="):
            raise CodecError("", line, f"line {number} has a mark of a merge conflict; resolve it first")
        if line.startswith((" ", CONTINUED)) and groups:
            groups[-1][1].append(line)
        else:
            groups.append((number, [line]))
    return _joined(groups)


def _lines(part: str, depth: int) -> Iterator[str]:
    """Yield the lines of one command, and of those that are joined in it."""
    if _SEPARATOR in part:
        inner = sequence_encoder.decode(part, _SEPARATOR)
        if len(inner) > 1 and depth < _MAX_DEPTH and _encodes(inner, part):
            yield _OPEN
            for one in inner:
                yield from _lines(one, depth + 1)
            yield _CLOSE
            return
    piece = piece_lines(part) if part.startswith("+/") else None
    if piece is not None:
        yield piece[0]
        yield from (f"  {line}" for line in piece[1:])
        return
    first, *more = part.replace(_SEPARATOR, _SHOWN_SEPARATOR).split("\n")
    yield f"\\{first}" if first.startswith(_MARKED) else first or _NOTHING
    yield from (CONTINUED + line for line in more)


def _encodes(parts: list[str], text: str) -> bool:
    try:
        return sequence_encoder.encode(parts, _SEPARATOR) == text
    except CodecError:
        return False


def _joined(groups: list[tuple[int, list[str]]]) -> str:
    waiting: list[list[str]] = [[]]
    for number, lines in groups:
        if lines == [_OPEN]:
            waiting.append([])
        elif lines == [_CLOSE]:
            if len(waiting) < 2:
                raise CodecError("", _CLOSE, f"line {number} has a bracket that closes none")
            closed = sequence_encoder.encode(waiting.pop(), _SEPARATOR)
            waiting[-1].append(closed)
        else:
            waiting[-1].append(_command(number, lines))
    if len(waiting) > 1:
        raise CodecError("", _OPEN, "a bracket isn't closed")
    return sequence_encoder.encode(waiting[0], _SEPARATOR)


def _command(number: int, lines: list[str]) -> str:
    first, *more = lines
    if first.startswith("+/"):
        try:
            return piece_from_lines((first, *(line.removeprefix("  ") for line in more)))
        except CodecError as error:
            raise CodecError("", first, f"line {number}: {error.reason}") from None
    if not first:
        raise CodecError("", first, f"line {number} is empty")
    first = "" if first == _NOTHING else first.removeprefix("\\")
    parts = (first, *(line.removeprefix(CONTINUED) for line in more))
    return "\n".join(parts).replace(_SHOWN_SEPARATOR, _SEPARATOR)
