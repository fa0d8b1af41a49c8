"""The names of files for the entries of an archive, which every system can have, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_UNSAFE: Final = frozenset('<>:"|?*%\\')
_RESERVED: Final = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)")
_ENCODED: Final = re.compile(r"%([0-9A-F]{2})")


def entry_file_names(entries: Iterable[str]) -> dict[str, str]:
    """Return a path for each entry, separated by /. Two paths never differ in upper and lower case alone.

    Signs that a system refuses are written as % and two digits, and so is the first of a name with a dot.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for entry in sorted(entries):
        path = "/".join(map(_segment, entry.split("/")))
        folder, slash, name = path.rpartition("/")
        letter = 0
        while path.casefold() in taken:
            while letter < len(name) and not name[letter].isalnum():
                letter += 1
            path = f"{folder}{slash}{_escaped(name[: letter + 1])}{name[letter + 1 :]}"
            letter += 1
            if letter > len(name):
                break
        taken.add(path.casefold())
        found[entry] = path
    return found


def entry_name(path: str) -> str:
    """Return the name of the entry that a file contains."""
    return _ENCODED.sub(lambda sign: chr(int(sign[1], 16)), path)


def _segment(name: str) -> str:
    safe = "".join(_escaped(letter) if letter in _UNSAFE else letter for letter in name)
    if safe.startswith(".") or _RESERVED.match(safe):
        safe = _escaped(safe[0]) + safe[1:]
    if safe.endswith((".", " ")):
        safe = safe[:-1] + _escaped(safe[-1])
    return safe


def _escaped(text: str) -> str:
    return "".join(f"%{ord(letter):02X}" if ord(letter) < 0x80 else letter for letter in text)
