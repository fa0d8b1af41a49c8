"""No card and no booklet has lettering below 6 points, in any theme or however small its map is shown.

None is cut short either.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Collection, Iterator

import pypdfium2.raw as raw
import pytest

from hexwright.paper.print_settings import PrintPart
from hexwright.render.map.sheet_plan import plan_sheet
from tests.paper.sheets import game_of, opened, shown, text_of
from tests.tiers import sampled

LEAST, LEAST_NUMBER = 5.995, 4.5


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


GAMES = ("battle-for-moscow", "moscow-embattled", "toy")
LARGE = ("moscow-campaign", "battle-of-moscow")
PRINTS: tuple[tuple[str, PrintPart], ...] = (
    *((name, part) for name in GAMES for part in ("counters", "aids", "rules")),
    *((name, "counters") for name in LARGE),
)
QUICK = [n for n, one in enumerate(PRINTS) if one[0] == "toy" or one == ("battle-for-moscow", "aids")]


@pytest.mark.parametrize(("name", "part"), sampled(PRINTS, *QUICK))
def test_no_lettering_is_below_six_points(name: str, part: PrintPart) -> None:
    small: dict[tuple[int, float], str] = {}
    found = 0
    for page, letter, size in _points(shown(name, part)):
        found += 1
        if size < LEAST:
            key = page, round(size, 2)
            small[key] = small.get(key, "") + letter
    assert found > 20
    # Hex numbers of the map at its true scale are a trifle smaller, since they must leave it quiet.
    ids = {str(hex_id) for hex_id in plan_sheet(game_of(name)).layout.grid}
    assert {
        key: text for key, text in small.items() if key[1] < LEAST_NUMBER or not _made_of(text, ids)
    } == {}


def _made_of(text: str, words: Collection[str]) -> bool:
    """Return whether a text consists of words of one length."""
    (size,) = {len(word) for word in words}
    return len(text) % size == 0 and all(text[n : n + size] in words for n in range(0, len(text), size))


@pytest.mark.parametrize(("name", "part"), sampled(PRINTS, *QUICK))
def test_no_lettering_is_cut_short(name: str, part: PrintPart) -> None:
    game, document = game_of(name), opened(shown(name, part))
    own = [unit.name for unit in game.counters.units] + [marker.name for marker in game.counters.markers]
    assert not any("…" in name for name in own)
    assert [n for n in range(len(document)) if "…" in text_of(document, n)] == []
