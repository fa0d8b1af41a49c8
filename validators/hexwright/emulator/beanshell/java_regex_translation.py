"""Translate Java's regular expressions for RE2, an engine that runs in linear time.

A pattern is parsed as java.util.regex.Pattern does, and character sets are expanded to ranges. Constructs
that RE2 can't match in linear time (lookaround, back references, possessive quantifiers, atomic groups) are
rejected.
"""

from __future__ import annotations

from typing import Final

from hexwright.emulator.beanshell.character_sets import (
    CLASSES,
    DOWN,
    LAST,
    LINE_ENDS,
    Ranges,
    UnsupportedPatternError,
    as_re2_class,
    both_cases,
    by_property,
    character_ranges,
    common,
    negated,
    union,
)
from hexwright.emulator.beanshell.java_values import ScriptError

#: RE2's limit on the repeats of one item.
_MAX_REPEATS: Final = 1_000
_MAX_DEPTH: Final = 60
_ESCAPES: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "a": "\a", "e": "\x1b"}
_FLAGS: Final = frozenset("idmsuxU")


class RegexTranslator:
    """A recursive-descent parser of Java's patterns that writes RE2 patterns."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.depth = 0
        self.flags: frozenset[str] = frozenset()
        #: Whether the pattern depends on the end of the text, or of its last line.
        self.ends = False
        self.groups: list[str] = []

    def wrong(self, message: str) -> ScriptError:
        return ScriptError(f"{message} near index {self.at}", "PatternSyntaxException")

    def peek(self, size: int = 1) -> str:
        return self.source[self.at : self.at + size]

    def whole(self) -> str:
        made = self.choice()
        if self.at < len(self.source):
            raise self.wrong("Unmatched closing ')'")
        return made

    def choice(self) -> str:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise UnsupportedPatternError(f"more than {_MAX_DEPTH} groups nested in each other")
        before = self.flags
        arms = [self.arm()]
        while self.peek() == "|":
            self.at += 1
            arms.append(self.arm())
        self.flags = before
        self.depth -= 1
        return "|".join(arms)

    def arm(self) -> str:
        parts: list[str] = []
        while self.at < len(self.source) and self.peek() not in ("|", ")"):
            atom = self.atom()
            if atom is not None:
                parts.append(self.repeated(atom))
        return "".join(parts)

    def atom(self) -> str | None:
        letter = self.peek()
        if letter in ("*", "+", "?"):
            raise self.wrong(f"Dangling meta character '{letter}'")
        if letter == "{":
            raise self.wrong("Illegal repetition")
        self.at += 1
        match letter:
            case "(":
                return self.group()
            case "[":
                return as_re2_class(self.folded(self.set_()))
            case ".":
                if "s" in self.flags:
                    return "(?s:.)"
                return as_re2_class(negated(character_ranges("\n" if "d" in self.flags else LINE_ENDS)))
            case "^":
                if "m" in self.flags:
                    raise UnsupportedPatternError("the m flag")
                return r"\A"
            case "$":
                if "m" in self.flags:
                    raise UnsupportedPatternError("the m flag")
                self.ends = True
                return r"\z"
            case "\\":
                return self.escape()
        return self.literal(ord(letter))

    def literal(self, point: int) -> str:
        return as_re2_class(self.folded(((point, point),)))

    def folded(self, ranges: Ranges) -> Ranges:
        if "i" not in self.flags:
            return ranges
        if "u" in self.flags or "U" in self.flags:
            raise UnsupportedPatternError("the u flag")
        return both_cases(ranges)

    # Groups --------------------------------------------------------------------------------------
    def group(self) -> str | None:
        if self.peek() != "?":
            self.groups.append("")
            return f"({self.closed()})"
        self.at += 1
        if self.peek() == ":":
            self.at += 1
            return f"(?:{self.closed()})"
        if self.peek(1) in ("=", "!") or self.peek(2) in ("<=", "<!"):
            raise UnsupportedPatternError("lookahead or lookbehind")
        if self.peek() == ">":
            raise UnsupportedPatternError("an atomic group")
        if self.peek() == "<":
            self.at += 1
            self.groups.append(self.name(">"))
            return f"({self.closed()})"
        return self.flagged()

    def closed(self) -> str:
        inner = self.choice()
        if self.peek() != ")":
            raise self.wrong("Unclosed group")
        self.at += 1
        return inner

    def name(self, end: str) -> str:
        close = self.source.find(end, self.at)
        name = self.source[self.at : close] if close > 0 else ""
        if not (name.isascii() and name.isalnum() and name[0].isalpha()):
            raise self.wrong("capturing group name does not start with a Latin letter")
        if name in self.groups:
            raise self.wrong(f"Named capturing group <{name}> is already defined")
        self.at = close + 1
        return name

    def flagged(self) -> str | None:
        on, flags = True, set(self.flags)
        while self.peek() in _FLAGS or self.peek() == "-":
            letter = self.peek()
            self.at += 1
            if letter == "-":
                on = False
            elif letter == "x" and on:
                raise UnsupportedPatternError("the x flag")
            elif on:
                flags.add(letter)
            else:
                flags.discard(letter)
        if self.peek() == ")":
            self.at += 1
            self.flags = frozenset(flags)
            return None
        if self.peek() != ":":
            raise self.wrong("Unknown inline modifier")
        self.at += 1
        before, self.flags = self.flags, frozenset(flags)
        inner = self.closed()
        self.flags = before
        return f"(?:{inner})"

    # Repeats -------------------------------------------------------------------------------------
    def repeated(self, atom: str) -> str:
        letter = self.peek()
        if letter not in ("*", "+", "?", "{") or not letter:
            return atom
        self.at += 1
        count = letter
        if letter == "{":
            count = self.counted()
        if self.peek() == "+":
            raise UnsupportedPatternError("a possessive quantifier")
        if self.peek() == "?":
            self.at += 1
            count += "?"
        if self.peek() == "{":
            raise UnsupportedPatternError("a quantifier after a quantifier")
        return f"(?:{atom}){count}"

    def counted(self) -> str:
        close = self.source.find("}", self.at)
        given = self.source[self.at : close] if close > 0 else ""
        low, comma, high = given.partition(",")
        if not _whole(low) or (high and not _whole(high)):
            raise self.wrong("Illegal repetition")
        if high and int(high) < int(low):
            raise self.wrong("Illegal repetition range")
        if int(high or low) > _MAX_REPEATS:
            raise UnsupportedPatternError(f"more than {_MAX_REPEATS:,} repetitions of an item")
        self.at = close + 1
        return "{" + low + comma + high + "}"

    # Escapes and sets ----------------------------------------------------------------------------
    def escape(self) -> str | None:
        letter = self.peek()
        if letter == "Q":
            self.at += 1
            return self.quoted()
        if letter and letter in "123456789k":
            raise UnsupportedPatternError("a back reference")
        if letter and letter in "GXN":
            raise UnsupportedPatternError(f"\\{letter}")
        if letter and letter in "bBAzZR":
            self.at += 1
            if letter == "Z":
                self.ends = True
            if letter == "R":
                return rf"(?:\r\n|{as_re2_class(DOWN)})"
            if letter in "bB" and self.peek() == "{":
                raise UnsupportedPatternError(f"\\{letter}{{")
            return {"b": r"\b", "B": r"\B", "A": r"\A", "z": r"\z", "Z": r"\z"}[letter]
        return as_re2_class(self.folded(self.escaped_set()))

    def quoted(self) -> str | None:
        close = self.source.find("\\E", self.at)
        text = self.source[self.at : close if close >= 0 else None]
        self.at = close + 2 if close >= 0 else len(self.source)
        if not text:
            return None
        # A quantifier after quoted text applies to its last character.
        return self.repeated_last([self.literal(ord(letter)) for letter in text])

    def repeated_last(self, letters: list[str]) -> str:
        return "".join(letters[:-1]) + self.repeated(letters[-1])

    def escaped_set(self) -> Ranges:
        """Parse the set of characters that an escape stands for, after its backslash. Raises ScriptError.

        The escape may be inside or outside a character set.
        """
        letter = self.peek()
        self.at += 1
        if not letter:
            raise self.wrong("Unexpected internal error")
        if letter.lower() in CLASSES:
            found = CLASSES[letter.lower()]
            return found if letter.islower() else negated(found)
        if letter in "pP":
            found = by_property(self.braced())
            return found if letter == "p" else negated(found)
        point = self.point(letter)
        return ((point, point),)

    def braced(self) -> str:
        if self.peek() != "{":
            self.at += 1
            return self.source[self.at - 1 : self.at]
        close = self.source.find("}", self.at)
        if close < 0:
            raise self.wrong("Unclosed character family")
        name = self.source[self.at + 1 : close]
        self.at = close + 1
        return name

    def point(self, letter: str) -> int:
        if letter in _ESCAPES:
            return ord(_ESCAPES[letter])
        if letter == "0":
            size = 3 if self.peek() in ("0", "1", "2", "3") else 2
            return self.number(size, 8, least=1)
        if letter == "x" and self.peek() == "{":
            digits = self.braced()
            if not digits or len(digits) > 6 or not _hexadecimal(digits) or int(digits, 16) > LAST:
                raise self.wrong("Illegal hexadecimal escape sequence")
            return int(digits, 16)
        if letter in "xu":
            size = 2 if letter == "x" else 4
            return self.number(size, 16, least=size)
        if letter == "c":
            self.at += 1
            if not self.source[self.at - 1 : self.at]:
                raise self.wrong("Illegal control escape sequence")
            return ord(self.source[self.at - 1]) ^ 64
        if letter.isascii() and letter.isalpha():
            raise self.wrong("Illegal/unsupported escape sequence")
        return ord(letter)

    def number(self, most: int, base: int, least: int) -> int:
        digits = ""
        allowed = "01234567" if base == 8 else "0123456789abcdefABCDEF"
        while len(digits) < most and self.peek() and self.peek() in allowed:
            digits += self.peek()
            self.at += 1
        if len(digits) < least:
            raise self.wrong("Illegal escape sequence")
        return int(digits, base)

    def set_(self) -> Ranges:
        """Parse a character set after its `[`: unions, intersections and nested sets."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise UnsupportedPatternError(f"more than {_MAX_DEPTH} character classes nested in each other")
        negative = self.peek() == "^"
        self.at += negative
        parts: list[Ranges] = []
        found: Ranges | None = None
        while True:
            letter = self.peek()
            if not letter:
                raise self.wrong("Unclosed character class")
            if letter == "]" and (parts or found is not None):
                self.at += 1
                break
            if letter == "[":
                self.at += 1
                parts.append(self.set_())
            elif self.peek(2) == "&&":
                self.at += 2
                if parts:
                    now = union(*parts)
                    found = now if found is None else common(found, now)
                parts = []
            else:
                parts.append(self.range_())
        if parts:
            now = union(*parts)
            found = now if found is None else common(found, now)
        self.depth -= 1
        whole = self.folded(found or ())
        return negated(whole) if negative else whole

    def range_(self) -> Ranges:
        low = self.member()
        if self.peek() != "-" or self.source[self.at + 1 : self.at + 2] in ("]", "[", "") or len(low) != 1:
            return low
        if low[0][0] != low[0][1]:
            return low
        self.at += 1
        high = self.member()
        if len(high) != 1 or high[0][0] != high[0][1] or high[0][0] < low[0][0]:
            raise self.wrong("Illegal character range")
        return ((low[0][0], high[0][0]),)

    def member(self) -> Ranges:
        letter = self.peek()
        self.at += 1
        if letter == "\\":
            if self.peek() in ("Q", "E"):
                raise UnsupportedPatternError("\\Q…\\E in a character class")
            return self.escaped_set()
        return ((ord(letter), ord(letter)),)


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _hexadecimal(text: str) -> bool:
    return all(letter in "0123456789abcdefABCDEF" for letter in text)
