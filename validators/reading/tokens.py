"""Part BeanShell expressions into tokens, as `bsh.jjt` of VASSAL 3.7.26 does."""

from __future__ import annotations

import re
from typing import NamedTuple

from validators.reading.words import words

_LETTER = (
    "$A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff\\u0100-\\u1fff\\u3040-\\u318f\\u3300-\\u337f"
    "\\u3400-\\u3d2d\\u4e00-\\u9fff\\uf900-\\ufaff"
)
_DIGIT = "0-9\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u0e50-\\u0e59\\u0ed0-\\u0ed9\\u1040-\\u1049"
_ESCAPE = r"""\\(?:[ntbrf\\'"]|[0-3][0-7][0-7]|[0-7][0-7]?)"""
_TOKEN = re.compile(
    rf"""
    (?P<skip>[\x00-\x20\x80-\xbf\xd7\xf7]+ | //[^\n\r]*(?:\r\n|\n|\r)?
        | /\*(?!\*)[^*]*\*(?:[^/*][^*]*\*|\*)*/ | \#![^\n\r]*[\n\r])
  | (?P<long>\"\"\"(?:[^"]\"?\"?)*\"\"\")
  | (?P<string>"(?:[^"\\\n\r]|{_ESCAPE})*")
  | (?P<char>'(?:[^'\\\n\r]|{_ESCAPE})')
  | (?P<float>[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?[fFdD]? | \.[0-9]+(?:[eE][+-]?[0-9]+)?[fFdD]?
        | [0-9]+[eE][+-]?[0-9]+[fFdD]? | [0-9]+[fFdD])
  | (?P<int>0[xX][0-9a-fA-F]+[lL]? | 0[0-7]*[lL]? | [1-9][0-9]*[lL]?)
  | (?P<name>[{_LETTER}][{_LETTER}{_DIGIT}]*)
  | (?P<op>>>>=|<<=|>>=|>>>|@(?:right_unsigned_shift_assign|left_shift_assign|right_shift_assign|and_assign
        |or_assign|right_unsigned_shift|left_shift|right_shift|bitwise_and|bitwise_or|gteq|lteq|and|or|gt|lt)
        |==|<=|>=|!=|\|\||&&|\+\+|--|<<|>>|\+=|-=|\*=|/=|&=|\|=|\^=|%=|[-=><!~?:+*/&|^%(){{}}\[\];,.])
    """,
    re.X,
)
_RESERVED = words(
    """
    abstract boolean break class byte case catch char const continue default do double else enum extends
    false final finally float for goto if implements import instanceof int interface long native new
    null package private protected public return short static strictfp switch synchronized transient
    throw throws true try void volatile while
    """
)


class Token(NamedTuple):
    """One token: kind (name, word, string, long, char, int, float, op, end), text, and where it begins."""

    kind: str
    text: str
    at: int


def unquote(literal: str) -> str:
    """Return the text of a string literal."""
    if literal.startswith('"""'):
        return literal[3:-3]
    return re.sub(r"\\(?:([0-7]{1,3})|(.))", _unescape, literal[1:-1])


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 8))
    return {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}.get(match[2], match[2])


class BrokenError(Exception):
    """Say why a text is no expression, and at which character."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


def tokenize(text: str) -> list[Token]:
    """Return the tokens of an expression and an end; raises BrokenError."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            what = "a quotation mark without its partner" if text[at] in "\"'" else f"the sign {text[at]!r}"
            raise BrokenError(f"{what} at character {at + 1}", at)
        kind = match.lastgroup or ""
        if kind != "skip":
            word = match[0]
            found.append(Token("word" if kind == "name" and word in _RESERVED else kind, word, at))
        at = match.end()
    found.append(Token("end", "", len(text)))
    return found
