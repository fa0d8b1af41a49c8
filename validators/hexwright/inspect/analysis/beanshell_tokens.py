"""The tokenizer for BeanShell expressions.

It follows VASSAL 3.7.26: `bsh.jjt`, and where they differ the compiled parser, `bsh/Parser.java`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from hexwright.inspect.analysis.word_sets import word_set

_ACCENTED = "\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff"
_LETTER = (
    f"$A-Z_a-z{_ACCENTED}\\u0100-\\u1fff\\u3040-\\u318f\\u3300-\\u337f"
    "\\u3400-\\u3d2d\\u4e00-\\u9fff\\uf900-\\ufaff"
)
_DIGIT = "0-9\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u0e50-\\u0e59\\u0ed0-\\u0ed9\\u1040-\\u1049"
_ESCAPE = r"""\\(?:[ntbrf\\'"]|[0-3][0-7][0-7]|[0-7][0-7]?)"""
# In a string, further digits of an escape match as ordinary characters. Two ways to match them would double
# the time with each escape.
_ESCAPED = r"""\\[ntbrf\\'"0-7]"""
# White space includes accented letters, so that one after a space, or a word of nothing else, is lost.
_TOKEN = re.compile(
    rf"""
    (?P<skip>(?![{_ACCENTED}]++[{_LETTER}{_DIGIT}])[\x00-\x20\x80-\xff]++
        | (?P<open>//[^\n\r]*+)(?:\r\n|\n|\r)? | \#![^\n\r]*[\n\r])
  | (?P<comment>/\*(?!\*))
  | (?P<long>\"\"\"(?:[^"]\"{{0,2}}+(?!\"))*+(?:[^"]\"{{0,2}})?\"\"\")
  | (?P<string>"(?:[^"\\\n\r]|{_ESCAPED})*+")
  | (?P<char>'(?:[^'\\\n\r]|{_ESCAPE})')
  | (?P<float>[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?[fFdD]? | \.[0-9]+(?:[eE][+-]?[0-9]+)?[fFdD]?
        | [0-9]+[eE][+-]?[0-9]+[fFdD]? | [0-9]+[fFdD])
  | (?P<int>0[xX][0-9a-fA-F]+[lL]? | 0[0-7]*[lL]? | [1-9][0-9]*[lL]?)
  | (?P<name>[{_LETTER}][{_LETTER}{_DIGIT}]*)
  | (?P<op>>>>=|<<=|>>=|>>>|@(?:right_unsigned_shift_assign|left_shift_assign|right_shift_assign|and_assign
        |or_assign|right_unsigned_shift|left_shift|right_shift|bitwise_and|bitwise_or|gteq|lteq|and|or|gt|lt)
        |==|=~|<=|>=|!=|!~|\|\||&&|\+\+|--|<<|>>|\+=|-=|\*=|/=|&=|\|=|\^=|%=|[-=><!~?:+*/&|^%(){{}}\[\];,.])
    """,
    re.X,
)
_RESERVED = word_set(
    """
    abstract boolean break class byte case catch char const continue default do double else enum extends
    false final finally float for goto if implements import instanceof int interface long native new
    null package private protected public return short static strictfp switch synchronized transient
    throw throws true try void volatile while
    """
)


#: Java's primitive types.
PRIMITIVE_TYPES: Final = word_set("boolean char byte short int long float double")
#: Far more digits than any integer has; Python refuses to parse thousands.
MAX_DIGITS: Final = 100
#: Deeper nesting overflows the stack of VASSAL's parser in practice; this parser stops earlier.
MAX_DEPTH: Final = 150


class BeanShellToken(NamedTuple):
    """One token: kind (name, word, string, long, char, int, float, op, end), text, and start offset."""

    kind: str
    text: str
    at: int


def unquote(literal: str) -> str:
    """Return the value of a string literal, without quotes and escapes."""
    if literal.startswith('"""'):
        return literal[3:-3]
    return re.sub(r"\\(?:([0-7]{1,3})|(.))", _unescape, literal[1:-1])


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 8))
    return {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}.get(match[2], match[2])


class ExpressionSyntaxError(Exception):
    """The error for a string that isn't an expression, with the position of the first syntax error."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


_UNICODE = re.compile(r"(?<!\\)((?:\\\\)*+)\\u++([0-9a-fA-F]{4})")


def decode_unicode_escapes(text: str) -> str:
    """Return source code with its Unicode escapes decoded, as bsh's JavaCharStream does."""
    if "\\u" not in text:
        return text
    # The pattern is tried at every character, so only lines with an escape are searched.
    return "\n".join(
        _UNICODE.sub(lambda match: match[1] + chr(int(match[2], 16)), line) if "\\u" in line else line
        for line in text.split("\n")
    )


def tokenize(text: str, *, enclosed: bool = False) -> list[BeanShellToken]:
    """Return the tokens of source code, with an end token last; raises ExpressionSyntaxError.

    `enclosed` means that VASSAL writes more code after the text in the same line.
    """
    found: list[BeanShellToken] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            what = (
                "an unmatched quotation mark" if text[at] in "\"'" else (f"unexpected character {text[at]!r}")
            )
            raise ExpressionSyntaxError(f"{what} at character {at + 1}", at)
        kind = match.lastgroup or ""
        if enclosed and match.end() == len(text) == match.end("open"):
            raise ExpressionSyntaxError(f"an unclosed comment at character {at + 1}", at)
        if kind == "comment":
            # Searched separately: a pattern would scan to the end for each of many unclosed comments.
            closed = text.find("*/", match.end())
            if closed < 0:
                raise ExpressionSyntaxError(f"an unclosed comment at character {at + 1}", at)
            at = closed + 2
            continue
        if kind != "skip":
            word = match[0]
            found.append(BeanShellToken("word" if kind == "name" and word in _RESERVED else kind, word, at))
        at = match.end()
    found.append(BeanShellToken("end", "", len(text)))
    return found


class TokenReader:
    """A position in a list of tokens. It is the base of recursive descent parsers."""

    def __init__(self, tokens: list[BeanShellToken]) -> None:
        self.tokens = tokens
        self.i = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> str:
        """Return the text of an operator or reserved word, or an empty string for any other token."""
        at = self.i + ahead
        token = self.tokens[at if at < len(self.tokens) else -1]
        return token.text if token.kind in ("op", "word") else ""

    def kind(self, ahead: int = 0) -> str:
        """Return the kind of a token, or `end` after the last token."""
        at = self.i + ahead
        return self.tokens[at if at < len(self.tokens) else -1].kind

    def take(self) -> BeanShellToken:
        """Return the current token and advance to the next. The reader stays at the end token."""
        token = self.tokens[self.i]
        if token.kind != "end":
            self.i += 1
        return token

    def expect(self, text: str) -> None:
        """Skip an operator or reserved word; raise the error from `wrong` if the next token is a different
        one.
        """
        if self.peek() != text:
            raise self.wrong(f"expected {text}")
        self.i += 1

    def deeper(self) -> None:
        """Count one more level of nesting, which the caller subtracts again.

        Raise the error from `overflow` if the nesting is too deep.
        """
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.overflow(f"nested deeper than {MAX_DEPTH}")

    def wrong(self, expected: str) -> Exception:
        """Return the error for a token that is found instead of `expected`."""
        token = self.tokens[self.i]
        got = f"{token.text[:40]} at character {token.at + 1}" if token.kind != "end" else "the end"
        return self.broken(f"{expected}, got {got}")

    def broken(self, message: str) -> Exception:
        """Return the error for a string that can't be parsed."""
        return ExpressionSyntaxError(message, self.tokens[self.i].at)

    def overflow(self, message: str) -> Exception:
        """Return the error for an expression that is nested too deeply."""
        return self.broken(message)

    # Rules shared by all grammars over these tokens ------------------------------------------------
    def name(self) -> list[str]:
        """Take a name and return its parts: `a.b.c` has three parts."""
        if self.kind() != "name":
            raise self.wrong("expected a name")
        parts = [self.take().text]
        while self.peek() == "." and self.kind(1) == "name":
            self.i += 1
            parts.append(self.take().text)
        return parts

    def is_cast(self) -> bool:
        """Return whether the current parenthesis starts a cast, according to the grammar's lookahead."""
        if self.peek(1) in PRIMITIVE_TYPES:
            return True
        ahead = 1
        if self.kind(ahead) != "name":
            return False
        ahead += 1
        while self.peek(ahead) == "." and self.kind(ahead + 1) == "name":
            ahead += 2
        if self.peek(ahead) == "[" and self.peek(ahead + 1) == "]":
            return True
        if self.peek(ahead) != ")":
            return False
        after = self.peek(ahead + 1)
        if after in ("~", "!", "(", "new", "true", "false", "null", "void"):
            return True
        return self.kind(ahead + 1) in ("name", "int", "float", "char", "string", "long")
