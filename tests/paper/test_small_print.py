"""No aid and no rulebook has lettering below 6.5 points, not even on counters in pictures.

No counter has lettering below 6 points.

No lettering is cut short.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator

import pypdfium2.raw as raw
import pytest

from hexwright.paper.pages.print_settings import PrintPart
from tests.paper.sheets import game_of, illustrated_rules, opened, shown, text_of
from tests.tiers import sampled

LEAST, LEAST_OF_BOOKS = 5.995, 6.45


def points(data: bytes) -> Iterator[tuple[int, str, float]]:
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


GAMES = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow", "toy")
PRINTS: tuple[tuple[str, PrintPart], ...] = (
    *((name, part) for name in GAMES for part in ("counters", "aids", "rules")),
)
QUICK = [
    n
    for n, (name, part) in enumerate(PRINTS)
    if name == "toy" or part == "counters" or name == "battle-for-moscow"
]


def print_of(name: str, part: PrintPart) -> bytes:
    """Return a part of a game as printed at home, its rulebook with the diagrams."""
    return illustrated_rules(name) if part == "rules" else shown(name, part)


@pytest.mark.parametrize(("name", "part"), sampled(PRINTS, *QUICK))
def test_no_lettering_is_too_small(name: str, part: PrintPart) -> None:
    least = LEAST if part == "counters" else LEAST_OF_BOOKS
    small: dict[tuple[int, float], str] = {}
    found = 0
    for page, letter, size in points(print_of(name, part)):
        found += 1
        if size < least:
            key = page, round(size, 2)
            small[key] = small.get(key, "") + letter
    assert found > 20
    assert small == {}


@pytest.mark.parametrize(("name", "part"), sampled(PRINTS, *QUICK))
def test_no_lettering_is_cut_short(name: str, part: PrintPart) -> None:
    game, document = game_of(name), opened(print_of(name, part))
    own = [unit.name for unit in game.counters.units] + [marker.name for marker in game.counters.markers]
    assert not any("…" in name for name in own)
    assert [n for n in range(len(document)) if "…" in text_of(document, n)] == []
