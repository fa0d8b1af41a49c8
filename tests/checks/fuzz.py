"""Mutate a real module and judge each mutant: `python -m tests.checks.fuzz 10000 [SEED [FILE.vmod]]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from builder.vassal.archive import Archive, pack
from tests.checks.sound import files
from validators.checks.formats import as_github, as_html, as_json
from validators.checks.verify import verify

_SPICE = (
    "\\", "\t", ";", ",", "/", "|", ":", "'", '"', "{", "}", "$", "(", ")", "=", "\x00", "\x1b", "\ufffe",
    "é", "𝄞",
    "&amp;", "&#9;", "&#0;", "&lt;", "-1", "99999999999999999999", "1e999", "NaN", "null", "true", "<any>",
    "+/null/", "emb2;", "emb;", "macro;", "piece;;;;/", "prototype;Unit", "{((((", "57348,0,flip", "🂡" * 50,
)  # fmt: skip


def mutants(count: int, seed: int = 1, path: Path | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield so many mutants, each with the seed that makes it again, of a module or of the sound one."""
    entries = files().entries
    if path is not None:
        with Archive(path) as archive:
            entries = {name: archive.read(name) for name in archive.names}
    for number in range(count):
        own = seed * 1_000_003 + number
        yield own, mutant(Random(own), dict(entries))


def mutant(chance: Random, entries: dict[str, bytes]) -> bytes:
    """Return one mutant: mostly of the build file's text, sometimes of other entries or the archive."""
    where = chance.random()
    if where < 0.75:
        entries["buildFile.xml"] = _mutated_text(chance, entries["buildFile.xml"])
        return pack(entries)
    if where < 0.9:
        name = chance.choice(sorted(entries))
        entries[name] = _mutated_bytes(chance, entries[name])
        return pack(entries)
    return _mutated_bytes(chance, pack(entries))


def _mutated_text(chance: Random, data: bytes) -> bytes:
    text = data.decode()
    for _ in range(chance.choice((1, 1, 1, 2, 5, 20))):
        at = chance.randrange(120, len(text))
        length = chance.choice((0, 0, 1, 2, 10, 100))
        way = chance.random()
        if way < 0.5:
            text = text[:at] + chance.choice(_SPICE) + text[at + length :]
        elif way < 0.7:
            text = text[:at] + text[at + length :]
        elif way < 0.85:
            other = chance.randrange(len(text))
            text = text[:at] + text[other : other + length] + text[at:]
        else:
            text = text[:at] + chr(chance.randrange(1, 0xD800)) + text[at + 1 :]
    return text.encode()


def _mutated_bytes(chance: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 64))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed[: chance.randrange(len(changed) + 1)] if chance.random() < 0.2 else changed)


def judge(data: bytes, folder: Path) -> None:
    """Judge one mutant and write its findings in every format."""
    path = folder / "mutant.vmod"
    path.write_bytes(data)
    findings = verify([path])
    for write in (as_json, as_github, as_html):
        write(findings).encode()


def main() -> None:
    """Judge as many mutants as asked; the first that breaks us shows its seed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    path = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory() as folder:
        for own, data in mutants(count, seed, path):
            try:
                judge(data, Path(folder))
            except Exception:
                print(f"mutant {own} breaks us", file=sys.stderr)
                raise
    print(f"{count} mutants judged")


if __name__ == "__main__":
    main()
