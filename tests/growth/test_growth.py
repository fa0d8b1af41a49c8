"""Readers of strangers' files work no longer than the file is long, or a limit ends them with a message."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.named_files import UnsuitableFileError
from hexwright.vassal.codec.sequence_encoder import CodecError
from tests.counted_work import Work, work_of
from tests.growth.dimension import Dimension
from tests.growth.registry import OTHERS, dimensions, opening_functions, opening_in
from tests.tiers import sampled

_MOST = 1.45
"""The ratio that the work for each byte may grow by when the file doubles; n log n is below it, n² at 2."""
_FEW_LINES, _FEW_BYTES = 100, 1 << 16
"""What so little grows by tells nothing."""


def _measured(each: Dimension, folder: Path) -> list[tuple[int, Work]]:
    """Return the length of the file and the work at one, two and four times the size."""
    path = folder / f"file{each.suffix}"
    path.write_bytes(each.make(each.size))
    _told(each, path)  # What is loaded once is not counted.
    found = []
    for times in (1, 2, 4):
        data = each.make(each.size * times)
        path.write_bytes(data)
        found.append((len(data), work_of(lambda: _told(each, path))))
    return found


def _told(each: Dimension, path: Path) -> str:
    """Read the file; return what that tells, or the refusal."""
    try:
        return str(each.read(path))
    except (InputError, CodecError, UnsuitableFileError) as fault:
        return f"{fault} {getattr(fault, 'strerror', '')}"


def growth(lengths: list[int], work: list[int], few: int) -> float:
    """Return by how much the work for each further byte grows from the first to the second doubling.

    `lengths` and `work` have three numbers each. Work that doesn't depend on the file falls out; growth by
    less than `few` counts as none.
    """
    first = max(work[1] - work[0], few / 2) / (lengths[1] - lengths[0])
    second = (work[2] - work[1]) / (lengths[2] - lengths[1])
    return second / first if work[2] - work[1] > few else 0.0


def grows(measured: list[tuple[int, Work]]) -> list[str]:
    """Return what grows faster than the file: lines of a function, or bytes."""
    lengths = [length for length, _ in measured]
    works = [work for _, work in measured]
    counts = {
        f"lines of {name}": ([work.lines[name] for work in works], _FEW_LINES) for name in works[-1].lines
    }
    counts["bytes"] = ([work.allocated for work in works], _FEW_BYTES)
    return [
        f"{what}: {numbers} for {lengths} bytes"
        for what, (numbers, few) in counts.items()
        if growth(lengths, numbers, few) > _MOST
    ]


_GROWING: Final = [each for each in dimensions() if not each.limit]
_FIRST: Final = {each.reader: number for number, each in reversed(list(enumerate(_GROWING)))}
"""The number of the first dimension of each reader."""


@pytest.mark.parametrize("each", sampled(_GROWING, *_FIRST.values()), ids=lambda each: each.name)
def test_work_grows_with_the_file(each: Dimension, tmp_path: Path) -> None:
    measured = _measured(each, tmp_path)
    assert each.reader in measured[0][1].lines
    assert not grows(measured)


@pytest.mark.parametrize("each", [d for d in dimensions() if d.limit], ids=lambda each: each.name)
def test_a_limit_ends_what_grows_and_tells_it(each: Dimension, tmp_path: Path) -> None:
    path = tmp_path / f"file{each.suffix}"
    path.write_bytes(each.make(each.size))
    told = _told(each, path)
    assert re.search(each.limit, told), told[:1000]


def test_every_reader_has_a_dimension_that_grows() -> None:
    tested = {each.reader for each in dimensions()}
    missing = opening_functions() - tested - OTHERS.keys()
    assert not missing, (
        f"write dimensions for {sorted(missing)} in tests/growth/readers, or say why in OTHERS"
    )


def test_no_function_is_listed_that_reads_nothing() -> None:
    assert OTHERS.keys() <= opening_functions()
    assert not OTHERS.keys() & {each.reader for each in dimensions()}


def test_a_reader_in_new_code_is_found() -> None:
    source = """
class Reader:
    def take(self, path):
        def inner():
            return json.loads(read_regular(path, 9))
        return [line for line in path.open("rb")]
    def look(self, archive):
        return archive.open(self.info)
"""
    assert opening_in(source) == {"Reader.take", "Reader.take.inner"}


@pytest.mark.parametrize(
    ("body", "sound"),
    [
        ("for k in text:\n  pass", True),
        ("sorted(text)\nfor k in text:\n  pass", True),
        ("for k in text:\n  for j in text:\n    pass", False),
        ("for k in text:\n  text[1:]", False),
        ("made = ''\nfor k in text:\n  kept = made\n  made += 4 * k", False),
    ],
    ids=["a loop", "a sort", "loops in loops", "copies in a loop", "a growing text"],
)
def test_quadratic_work_is_seen(body: str, sound: bool) -> None:
    code = compile(body, "/hexwright/made.py", "exec")
    measured = [(n, work_of(lambda n=n: exec(code, {"text": "x" * n}))) for n in (100, 200, 400)]  # type: ignore[misc]
    assert bool(grows(measured)) != sound
