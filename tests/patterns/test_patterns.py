"""No pattern makes more work than in proportion to a stranger's text."""

from __future__ import annotations

import re

import pytest

from hexwright.geometry.hex_numbering import Numbering
from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.beanshell_tokens import ExpressionSyntaxError, tokenize
from hexwright.inspect.analysis.used_images import _words
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.umpire.declared_actions import DeclarationReader
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile.components import Zone
from tests.patterns.plainness import is_plain
from tests.patterns.sources import Found, patterns
from tests.vassal.compile.games import game

OURS = {
    "builder/hexwright/vassal/module/module_texts.py": "lists what our own scripts say",
}
"""Files that no stranger's text comes to, so that their patterns need not be plain."""
PUT_TOGETHER = {
    "builder/hexwright/cli/limits_page.py": "of the names of our own limits",
    "builder/hexwright/geometry/hex_numbering.py": "of a numbering, each part short (tried below)",
    "builder/hexwright/load/scalar_readers.py": "of the model's `Pattern`s, each of which is tried below",
    "builder/hexwright/load/placeholder_values.py": "of the model's `Pattern`s",
    "builder/hexwright/load/record_readers.py": "of the model's `Pattern`s",
    "builder/hexwright/paper/rulebook/booklet_index.py": "of a game's words, for its own rulebook",
    "builder/hexwright/vassal/codec/sequence_encoder.py": "of one delimiter (tried below)",
    "validators/hexwright/module_checks/checks/pattern_invalid.py": "a short one, compiled and never matched",
    "validators/hexwright/umpire/declared_actions.py": "of the names of a game's units (tried below)",
}
"""Files that put patterns for `re` together while they run, and of what; others use RE2 for that."""


@pytest.mark.parametrize(
    "found",
    [f for f in patterns() if f.pattern is not None and f.file not in OURS],
    ids=lambda found: found.place,
)
def test_a_pattern_for_re_takes_time_in_proportion_to_the_text(found: Found) -> None:
    assert found.pattern is not None
    assert is_plain(found.pattern, anywhere=found.anywhere), "make it plain, or a LinearRegex"


def test_no_other_file_puts_patterns_together_while_it_runs() -> None:
    assert {found.file for found in patterns() if found.pattern is None} == set(PUT_TOGETHER)


def test_files_without_plain_patterns_have_some() -> None:
    found = {f.file for f in patterns() if f.pattern and not is_plain(f.pattern, anywhere=f.anywhere)}
    assert found == set(OURS)


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
        (r"a*?b*[ab]*c", False),
        (r"(?:a{0,20}){0,20}b", False),
        (r"(?:a|a)*b", False),
        (r"(?:a?){40}a", False),
        (r"a.*b", True),
        (r"(?<=a)a+b", True),
        (r"(?<!b)a+b", True),
        (r"(?i)a+A+b", False),
        (r"(?:a*b|c)+d", True),
    ],
)
def test_patterns_known_to_be_slow_are_seen(pattern: str, anywhere: bool) -> None:
    assert not is_plain(re.compile(pattern, re.MULTILINE), anywhere=anywhere)


@pytest.mark.parametrize(
    ("pattern", "anywhere"),
    [
        (r"<[^<>]*>", True),
        (r"a\s*b", True),
        (r"[a-c]+(?:-[a-c]+)*", False),
        (r"(?:a|b)*c", False),
        (r"\s{1,200}#", False),
        (r"\s++#", False),
        (r".*;", False),
        (r"^\s*+x", True),
        (r"(?<![\w])\w+", True),
        (r"(?:[^'\\]|\\.)*+'", False),
    ],
)
def test_patterns_known_to_be_quick_are_not(pattern: str, anywhere: bool) -> None:
    assert is_plain(re.compile(pattern), anywhere=anywhere)


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


def test_declarations_in_a_log_are_read_in_linear_time() -> None:
    found = game("battle-for-moscow")
    ear = DeclarationReader(RulesEngine(found, found.scenarios[0].id))
    assert all(is_plain(pattern, anywhere=False) for pattern in (ear._hit, *(told for told, _ in ear._told)))


def test_a_sequence_is_split_at_what_is_escaped_and_what_is_not() -> None:
    for delimiter in (",", ";", "\t", "|"):
        assert is_plain(sequence_encoder._bare(delimiter), anywhere=True)


def test_names_of_pictures_are_found_however_many_endings_a_text_has() -> None:
    assert list(_words(b"<img src='a.png'> b.c.gif, " + b"x" * 300 + b".jpeg")) == [
        b"a.png", b"b.c.gif", b"x" * 200 + b".jpeg",
    ]  # fmt: skip
    assert len(list(_words(b".png" * 200_000))) < 10


@pytest.mark.parametrize("text", ['"' + "\\11" * 5_000, "/*" * 20_000, '"""' + 'a"' * 5_000])
def test_an_expression_that_never_ends_is_told_at_once(text: str) -> None:
    with pytest.raises(ExpressionSyntaxError):
        tokenize(text)


def test_an_escape_of_octal_figures_is_one_string_as_before() -> None:
    assert [token.kind for token in tokenize(r'"\1\12\377\400x"')] == ["string", "end"]
    assert [token.kind for token in tokenize(r"'\377'")] == ["char", "end"]
    with pytest.raises(ExpressionSyntaxError):
        tokenize(r'"\8"')


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ('""""""', '""""""'),
        ('"""a"b""c"""', '"""a"b""c"""'),
        ('"""a""""', '"""a""""'),
        ('"""a"""""', '"""a"""""'),
        ('"""a""" "b"', '"""a"""'),
    ],
)
def test_a_text_in_three_quotes_ends_where_it_does_in_the_engine(text: str, long: str) -> None:
    assert tokenize(text)[0][:2] == ("long", long)
