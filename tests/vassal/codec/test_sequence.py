"""The sequence encoder against a naive reading of the engine's rules."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.sequence_encoder import CodecError
from tests.vassal.codec import strategies


def naive_encode(tokens: list[str], delimiter: str) -> str:
    """Write letter by letter: a backslash before each delimiter, quotes around what needs them."""
    out = ""
    for number, token in enumerate(tokens):
        if number:
            out += delimiter
        quoted = token != "" and (token[0] == "\\" or (token[0] == "'" and token[-1] == "'"))
        body = "".join("\\" + letter if letter == delimiter else letter for letter in token)
        out += "'" + body + "'" if quoted else body
    return out


def naive_decode(text: str, delimiter: str) -> list[str]:
    """Read letter by letter: a delimiter ends a token unless a backslash stands before it."""
    tokens, token = [], ""
    for index, letter in enumerate(text):
        if letter != delimiter:
            token += letter
        elif index and text[index - 1] == "\\":
            token = token[:-1] + letter
        else:
            tokens.append(token)
            token = ""
    tokens.append(token)
    return [t[1:-1] if len(t) > 1 and t[0] == t[-1] == "'" else t for t in tokens]


@given(st.lists(strategies.texts(max_size=6), min_size=1, max_size=5), st.sampled_from(";,\t/~|:"))
def test_tokens_round_trip_and_agree_with_the_naive_encoder(tokens: list[str], delimiter: str) -> None:
    text = sequence_encoder.encode(tokens, delimiter)
    assert text == naive_encode(tokens, delimiter)
    assert sequence_encoder.decode(text, delimiter) == tokens


@given(st.text(";\\'ab", max_size=12))
def test_any_text_is_read_as_the_naive_decoder_reads_it(text: str) -> None:
    assert sequence_encoder.decode(text, ";") == naive_decode(text, ";")


def test_exactly_the_lossy_tokens_are_refused() -> None:
    refused, short = 0, 0
    for size in range(6):
        for letters in itertools.product("a;\\'", repeat=size):
            token, short = "".join(letters), short + 1
            lossless = naive_decode(naive_encode([token, "x"], ";"), ";") == [token, "x"]
            try:
                sequence_encoder.encode([token, "x"], ";")
            except CodecError:
                refused += 1
                assert not lossless
            else:
                assert lossless
    # The figures measured on the engine itself.
    assert (short, refused) == (1365, 255)


def test_last_token_may_end_in_a_backslash() -> None:
    assert sequence_encoder.decode(sequence_encoder.encode(["a", "b\\"], ";"), ";") == ["a", "b\\"]


def test_nested_sequence_of_the_engines_own_example() -> None:
    assert sequence_encoder.encode(["A", sequence_encoder.encode(["B", "C"], ",")], ",") == "A,B\\,C"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", [""]),
        (";", ["", ""]),
        ("a;", ["a", ""]),
        ("'\\a';b", ["\\a", "b"]),
        ("''a'';b", ["'a'", "b"]),
        ("'", ["'"]),
        ("\\;", [";"]),
        ("\\;\\;x", [";;x"]),
    ],
)
def test_fixed_texts_are_read(text: str, tokens: list[str]) -> None:
    assert sequence_encoder.decode(text, ";") == tokens


def test_refused_token_is_named() -> None:
    with pytest.raises(CodecError, match="would merge with") as caught:
        sequence_encoder.encode(["fine", "bad\\", "x"], ";", ("first", "second", "third"))
    assert (caught.value.field, caught.value.value) == ("second", "bad\\")
