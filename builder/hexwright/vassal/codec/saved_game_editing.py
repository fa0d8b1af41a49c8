"""Edit the commands of saved games and logs as text: what isn't edited keeps its bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hexwright.vassal.codec import obfuscation, sequence_encoder
from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.archive_rewriting import ArchiveChanges, rewritten_archive
from hexwright.vassal.codec.module_archive import SAVED_GAME, Archive
from hexwright.vassal.codec.sequence_encoder import CodecError

SEPARATOR: Final = "\x1b"
LOG: Final = "LOG\t"
_MAX_DEPTH: Final = 64

CommandChange = Callable[[str], str | Sequence[str]]
"""A function from the text of one command to the text that replaces it, or to several or no commands."""


def changed_saved_game(data: bytes, change: CommandChange) -> bytes:
    """Return a saved game or log with `change` applied to each of its commands.

    The same bytes are returned if no command changes. Otherwise the other entries of the archive keep their
    bytes, and the commands their key. Raises ArchiveError and CodecError for a file that isn't a saved game.
    """
    with Archive(data) as archive:
        packed = archive.read(SAVED_GAME, MAX_ENTRY)
        text = obfuscation.deobfuscate(packed)
        changed = changed_commands(text, change)
        if changed == text:
            return data
        if packed.startswith(obfuscation.HEADER):
            encoded = obfuscation.obfuscate(changed, int(packed[5:7], 16))
        else:
            encoded = changed.encode()
        return b"".join(rewritten_archive(archive, ArchiveChanges({SAVED_GAME: encoded})))


def changed_commands(text: str, change: CommandChange) -> str:
    """Return the text of commands with `change` applied to each single one, inside steps of a log too.

    Commands that stay the same keep their text. Raises CodecError for commands nested too deeply, and for
    text that wouldn't be the same after it is encoded again.
    """
    return (
        sequence_encoder.encode(parts, SEPARATOR)
        if len(parts := _changed(text, change)) > 1
        else "".join(parts)
    )


def _changed(text: str, change: CommandChange, depth: int = 0) -> Sequence[str]:
    """Return the commands that replace a text, each as text."""
    if depth > _MAX_DEPTH:
        raise CodecError("", text[:80], f"commands are nested deeper than {_MAX_DEPTH}")
    if SEPARATOR in text:
        parts = sequence_encoder.decode(text, SEPARATOR)
        if parts != [text]:
            changed = [one for part in parts for one in _changed(part, change, depth + 1)]
            if changed == parts:
                return (text,)
            if sequence_encoder.encode(parts, SEPARATOR) != text:
                raise CodecError("", text[:80], "the commands can't be written back exactly")
            return (sequence_encoder.encode(changed, SEPARATOR),)
    if text.startswith(LOG):
        return tuple(LOG + made for made in _changed(text[len(LOG) :], change, depth + 1))
    made = change(text)
    return (made,) if isinstance(made, str) else made
