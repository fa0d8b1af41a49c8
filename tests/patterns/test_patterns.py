"""No pattern makes more work than in proportion to a stranger's text."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from hexwright.geometry.hex_numbering import Numbering
from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.beanshell_tokens import BrokenError, tokenize
from hexwright.inspect.analysis.used_images import _words
from hexwright.rules.engine.rules_engine import Kernel
from hexwright.umpire.declared_actions import Ear
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile.components import Zone
from tests.patterns.adversaries import adversaries
from tests.patterns.sources import Found, patterns
from tests.patterns.work import Counter, TooMuchError, tree_of
from tests.vassal.compile.games import game

_LENGTH = 20
_BUDGET = 12_000
_TEXTS = 100
"""Of so many texts at most, spread over all that were made."""
_GROWTH = 2.7
"""Twice the text may make a little more than twice the work; squared work is four times as much."""
_SPARED = 30
"""Steps for each character that are no matter, whatever they grow by."""

PUT_TOGETHER = {
    "builder/hexwright/geometry/hex_numbering.py",
    "builder/hexwright/load/scalar_readers.py",
    "builder/hexwright/load/placeholder_values.py",
    "builder/hexwright/load/record_readers.py",
    "builder/hexwright/paper/booklet_index.py",
    "builder/hexwright/vassal/codec/sequence_encoder.py",
    "validators/hexwright/inspect/analysis/grid_locations.py",
    "validators/hexwright/umpire/declared_actions.py",
}
"""Files that put patterns together while they run; below stands why each does no harm."""
THEIR_OWN = ("validators/hexwright/emulator/",)
"""The interpreter of modules' scripts counts its work by its own budget, patterns' included."""


def work(pattern: re.Pattern[str] | re.Pattern[bytes], length: int, *, anywhere: bool, whole: bool) -> int:
    """Return the most steps that a text of about so many characters makes."""
    tree = tree_of(pattern)
    worst = 0
    texts = list(adversaries(tree, length))
    counter = Counter(tree, _BUDGET)
    for text in texts[:: max(1, len(texts) // _TEXTS)]:
        counter.steps = 0
        try:
            if anywhere:
                counter.search(text)
            else:
                counter.match(text, whole=whole)
        except TooMuchError:
            return _BUDGET
        worst = max(worst, counter.steps)
    return worst


def grows_too_fast(
    pattern: re.Pattern[str] | re.Pattern[bytes], *, anywhere: bool, whole: bool = False
) -> bool:
    """Tell whether twice the text makes far more than twice the work."""
    once = work(pattern, _LENGTH, anywhere=anywhere, whole=whole)
    twice = work(pattern, 2 * _LENGTH, anywhere=anywhere, whole=whole)
    return twice == _BUDGET or (twice > _GROWTH * once and twice > _SPARED * 2 * _LENGTH)


@pytest.fixture(autouse=True)
def _room() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


FOUND = [found for found in patterns() if not found.file.startswith(THEIR_OWN)]


@pytest.mark.parametrize("found", [f for f in FOUND if f.pattern is not None], ids=lambda found: found.place)
def test_a_pattern_takes_time_in_proportion_to_the_text(found: Found) -> None:
    assert found.pattern is not None
    assert not grows_too_fast(found.pattern, anywhere=found.anywhere, whole="fullmatch" in found.uses)


def test_no_other_file_puts_patterns_together_while_it_runs() -> None:
    assert {found.file for found in FOUND if found.pattern is None} == PUT_TOGETHER


@pytest.mark.parametrize(
    ("pattern", "anywhere"),
    [
        (r"\s+#", True),
        (r"<[^>]*>", True),
        (r"(a|b|ab)*c", False),
        (r'"(?:[^"\\]|\\[0-7]{1,3})*"', False),
        (r"(\d+)*x", False),
        (r"\s*\w*\s*!", False),
        (r"(.*),(.*),(.*);", False),
        (r"(x+x+)+y", False),
    ],
)
def test_patterns_known_to_be_slow_are_seen(pattern: str, anywhere: bool) -> None:
    assert grows_too_fast(re.compile(pattern, re.MULTILINE), anywhere=anywhere)


@pytest.mark.parametrize(
    "pattern", [r"<[^<>]*>", r"a\s*b", r"[a-c]+(?:-[a-c]+)*", r"(?:a|b)*c", r"\s{1,200}#"]
)
def test_patterns_known_to_be_quick_are_not(pattern: str) -> None:
    assert not grows_too_fast(re.compile(pattern), anywhere=pattern[0] in "<a", whole=True)


@pytest.mark.parametrize(
    "pattern", ["{column}.{row}", "{column:A}{row:A}", "{column:02}{row:02}", "{row:A}{column}"]
)
def test_a_hex_is_read_from_a_bounded_text(pattern: str) -> None:
    numbering = Numbering(pattern)
    assert numbering.parse("A" * 100_000) is None
    assert numbering.parse("1" * 100_000) is None
    assert numbering.parse("\u0661.\u0662") is None


def test_a_zone_finds_its_name_in_a_long_text_at_once() -> None:
    zone = Zone.new(name="zone", location_format="$gridLocation$-$name$-$gridLocation$")
    long = "-zone" * 40_000
    assert grid_locations._zone_match(zone, f"{long}-zone-here", has_grid=True) == "here"
    assert grid_locations._zone_match(zone, long + "!", has_grid=True) == "zone!"
    assert grid_locations._zone_match(zone, "zone-" * 40_000, has_grid=True) == ""
    assert grid_locations._zone_match(zone, "zone " * 40_000, has_grid=True) is None


def test_what_a_log_declares_is_heard_in_time_in_proportion() -> None:
    found = game("battle-for-moscow")
    ear = Ear(Kernel(found, found.scenarios[0].id))
    for pattern, _ in ear._told:
        assert not grows_too_fast(pattern, anywhere=False)


def test_a_sequence_is_split_at_what_is_escaped_and_what_is_not() -> None:
    for delimiter in (",", ";", "\t", "|"):
        pattern = sequence_encoder._bare(delimiter)
        assert not grows_too_fast(pattern, anywhere=True)


def test_names_of_pictures_are_found_however_many_endings_a_text_has() -> None:
    assert list(_words(b"<img src='a.png'> b.c.gif, " + b"x" * 300 + b".jpeg")) == [
        b"a.png", b"b.c.gif", b"x" * 200 + b".jpeg",
    ]  # fmt: skip
    assert len(list(_words(b".png" * 200_000))) < 10


@pytest.mark.parametrize("text", ['"' + "\\11" * 5_000, "/*" * 20_000, '"""' + 'a"' * 5_000])
def test_an_expression_that_never_ends_is_told_at_once(text: str) -> None:
    with pytest.raises(BrokenError):
        tokenize(text)


def test_an_escape_of_octal_figures_is_one_string_as_before() -> None:
    assert [token.kind for token in tokenize(r'"\1\12\377\400x"')] == ["string", "end"]
    assert [token.kind for token in tokenize(r"'\377'")] == ["char", "end"]
    with pytest.raises(BrokenError):
        tokenize(r'"\8"')
