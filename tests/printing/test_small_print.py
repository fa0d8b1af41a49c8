"""No card and no booklet has lettering below 6 points, in any theme or however small its map is shown."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator

import pypdfium2.raw as raw
import pytest

from builder.printing.settings import Part
from tests.printing.sheets import opened, shown

LEAST = 5.995


def _points(data: bytes) -> Iterator[tuple[int, str, float]]:
    """Yield each character of a document with its page and the size at which it is printed."""
    document = opened(data)
    matrix = raw.FS_MATRIX()
    for page in range(len(document)):
        text = document[page].get_textpage()
        for n in range(text.count_chars()):
            letter = chr(raw.FPDFText_GetUnicode(text.raw, n))
            if letter.strip() and raw.FPDFText_GetMatrix(text.raw, n, ctypes.byref(matrix)):
                size = raw.FPDFText_GetFontSize(text.raw, n) * math.hypot(matrix.c, matrix.d)
                yield page, letter, size


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled", "toy"])
@pytest.mark.parametrize("part", ["counters", "aids", "rules"])
def test_no_lettering_is_below_six_points(name: str, part: Part) -> None:
    small: dict[tuple[int, float], str] = {}
    found = 0
    for page, letter, size in _points(shown(name, part)):
        found += 1
        if size < LEAST:
            key = page, round(size, 2)
            small[key] = small.get(key, "") + letter
    assert found > 20
    assert small == {}
