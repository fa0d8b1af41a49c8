"""Build files and pieces in them, of modules by us and by others."""

from __future__ import annotations

from functools import cache
from random import Random

from hexwright.vassal.codec.module_archive import zip_entries
from tests.foreign.modules import FOREIGN, Entries
from tests.fuzz.frame import Input
from tests.fuzz.mutating import mutated_bytes, mutated_text
from tests.fuzz.tool import read
from tests.module_checks.sound import files

_BUILD = "buildFile.xml"
_HEAD = 120
"""Behind so many letters the damage begins: what makes the file a module at all is for `archives`."""
_LARGEST = 200_000


@cache
def _modules() -> tuple[Entries, ...]:
    others = [build() for build in FOREIGN]
    return (
        dict(files().entries),
        *(each for each in others if len(each.get(_BUILD, b"")) in range(_LARGEST)),
    )


def mutant(chance: Random) -> bytes:
    """Return a module whose build file is damaged, or another of its entries."""
    entries = dict(_modules()[0] if chance.random() < 0.5 else chance.choice(_modules()))
    if chance.random() < 0.85 and _BUILD in entries:
        text = entries[_BUILD].decode("utf-8", "surrogateescape")
        changed = mutated_text(chance, text, start=min(_HEAD, len(text) // 2))
        entries[_BUILD] = changed.encode("utf-8", "surrogateescape")
    else:
        name = chance.choice(sorted(entries))
        entries[name] = mutated_bytes(chance, entries[name])
    return zip_entries(entries)


INPUT = Input("build-files", "Build files and the pieces in them", ".vmod", mutant, read)
