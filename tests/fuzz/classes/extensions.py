"""Extensions, judged together with their module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from hexwright.vassal.codec.module_archive import zip_entries
from tests.foreign import modules
from tests.fuzz.frame import Input
from tests.fuzz.mutating import SPICE, mutated_archive, mutated_bytes, mutated_text
from tests.fuzz.tool import hexwright, read
from tests.module_checks.sound import extension, files

_TARGETS = (
    "VASSAL.build.module.PieceWindow:Pieces", "VASSAL.build.module.Map:Main", "VASSAL.build.GameModule",
    "ab:1", "ab:", "anyModule", 'target="', 'module="', "VASSAL.build.module.ExtensionElement",
)  # fmt: skip


@cache
def _extensions() -> tuple[dict[str, bytes], ...]:
    return (extension(), modules.extension())


def mutant(chance: Random) -> bytes:
    """Return an extension with damage in its build file, its other entries, or its archive."""
    entries = dict(chance.choice(_extensions()))
    way = chance.random()
    if way < 0.75:
        text = entries["buildFile.xml"].decode()
        entries["buildFile.xml"] = mutated_text(chance, text, (*SPICE, *_TARGETS), start=40).encode()
        return zip_entries(entries)
    if way < 0.9:
        name = chance.choice(sorted(entries))
        entries[name] = mutated_bytes(chance, entries[name])
        return zip_entries(entries)
    return mutated_archive(chance, zip_entries(entries))


def run(path: Path) -> bool:
    """Read the extension alone and with its module."""
    module = path.with_name("sound.vmod")
    module.write_bytes(zip_entries(files().entries))
    read(path)
    return hexwright("verify", module, path)


INPUT = Input("extensions", "Extensions of modules", ".vmdx", mutant, run, sample=10)
