"""What RE2 finds is what `re` finds, in a linear time."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.support.linear_regex import LinearRegex, RegexError

PATTERNS = (
    r"a", r"a+", r"a*", r"(a)|(b)", r"(a+?)(b*)", r"[^a]", r"(?:ab|a)(b?)", r"^a|b$", r"\d+",
    r"(é)+", r"(?i)A", r"(?s)a.b",
)  # fmt: skip


@given(st.sampled_from(PATTERNS), st.text(alphabet="abAB1é世\n \U0001f600", max_size=12))
def test_linear_regex_finds_the_same_matches_as_re(pattern: str, text: str) -> None:
    ours, theirs = LinearRegex(pattern), re.compile(pattern)
    for method in ("search", "match", "fullmatch"):
        found, wanted = getattr(ours, method)(text), getattr(theirs, method)(text)
        if pattern.endswith("$") and text.endswith("\n"):
            continue  # `re` lets a line's end stand behind the end of a text.
        assert (found and (found.span(), found.groups())) == (wanted and (wanted.span(), wanted.groups()))
    if not pattern.endswith("$"):
        assert [found.span() for found in ours.finditer(text)] == [w.span() for w in theirs.finditer(text)]
        assert ours.sub("<é>", text) == theirs.sub("<é>", text)
        assert ours.sub(lambda found: found.group().upper(), text) == theirs.sub(
            lambda found: found.group().upper(), text
        )


@given(st.binary(max_size=20))
def test_bytes_are_bytes_whatever_they_are(data: bytes) -> None:
    pattern = rb"[\x80-\xff]+|a."
    found = [match.span() for match in LinearRegex(pattern).finditer(data)]
    assert found == [match.span() for match in re.finditer(pattern, data)]


def test_a_text_goes_in_as_it_stands() -> None:
    assert LinearRegex("b").sub(r"\1\g<0>é", "abc") == r"a\1\g<0>éc"


@pytest.mark.parametrize("text", ["a\ud800b", "\udfffab", "ab\ud83d"])
def test_half_a_surrogate_pair_is_one_character(text: str) -> None:
    found = LinearRegex("b").search(text)
    assert found is not None
    assert found.span() == re.search("b", text).span()  # type: ignore[union-attr]
    assert LinearRegex("b").sub("", text) == text.replace("b", "")


@pytest.mark.parametrize("pattern", ["(", "(?=a)", "(?<!a)b", r"(a)\1"])
def test_an_unsupported_pattern_is_an_error_when_it_is_used(pattern: str) -> None:
    regex = LinearRegex(pattern)
    with pytest.raises(RegexError):
        regex.search("a")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(x+x+)+y", "x" * 20_000),
        (r"(a|b|ab)*c", "ab" * 10_000),
        (r"(.*),(.*),(.*);", "," * 5_000),
        (r"(?:a?){200}a{200}b", "a" * 2_000),
    ],
)
def test_texts_that_re_never_ends_with_are_read_at_once(pattern: str, text: str) -> None:
    assert LinearRegex(pattern).search(text) is None
