"""Modules whose archive is damaged: its records, its names, how its entries are packed."""

from __future__ import annotations

from functools import cache
from random import Random

from tests.foreign.modules import FOREIGN
from tests.fuzz.frame import Input
from tests.fuzz.mutating import mutated_archive, mutated_bytes, packed
from tests.fuzz.tool import read
from tests.module_checks.hostile import HOSTILE
from tests.module_checks.sound import files

_LARGEST = 300_000
"""Beyond so many bytes a hostile file is taken as it is."""


@cache
def _hostile(number: int) -> bytes:
    return HOSTILE[number].make()


def mutant(chance: Random) -> bytes:
    """Return a module as odd tools pack it, or a hostile one, with damage to the archive itself."""
    way = chance.random()
    if way < 0.2:
        hostile = _hostile(chance.randrange(len(HOSTILE)))
        return hostile if len(hostile) > _LARGEST else mutated_archive(chance, hostile)
    entries = chance.choice(FOREIGN)() if way < 0.5 else dict(files().entries)
    if chance.random() < 0.3:
        name = chance.choice(sorted(entries))
        entries[name] = mutated_bytes(chance, entries[name])
    data = packed(chance, entries)
    return data if chance.random() < 0.2 else mutated_archive(chance, data)


INPUT = Input("archives", "Zip archives of modules", ".vmod", mutant, read, sample=12)
