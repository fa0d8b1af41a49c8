"""Character sets: their names in Java's patterns, and their notation in RE2."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from hexwright.emulator.beanshell.java_values import ScriptError

LAST: Final = 0x10FFFF

Ranges = tuple[tuple[int, int], ...]
"""A set of characters: sorted, disjoint ranges of code points."""


class UnsupportedPatternError(ScriptError):
    """The error for a pattern that is valid in Java, but that the emulator doesn't support."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"the emulator doesn't support regular expressions with {what}", "PatternSyntaxException"
        )


def union(*sets: Ranges) -> Ranges:
    found: list[tuple[int, int]] = []
    for low, high in sorted(pair for one in sets for pair in one):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return tuple(found)


def negated(ranges: Ranges) -> Ranges:
    found, at = [], 0
    for low, high in ranges:
        if at < low:
            found.append((at, low - 1))
        at = high + 1
    if at <= LAST:
        found.append((at, LAST))
    return tuple(found)


def common(one: Ranges, other: Ranges) -> Ranges:
    return negated(union(negated(one), negated(other)))


def character_ranges(text: str) -> Ranges:
    return union(tuple((ord(letter), ord(letter)) for letter in text))


def ranges_between(*ends: str) -> Ranges:
    return union(tuple((ord(pair[0]), ord(pair[1])) for pair in ends))


_DIGIT: Final = ranges_between("09")
_WORD: Final = union(ranges_between("az", "AZ", "09"), character_ranges("_"))
_SPACE: Final = character_ranges(" \t\n\x0b\f\r")
LINE_ENDS: Final = "\n\r\x85\u2028\u2029"
_ACROSS: Final = union(
    character_ranges(" \t\xa0\u1680\u180e\u202f\u205f\u3000"), ranges_between("\u2000\u200a")
)
DOWN: Final = character_ranges("\n\x0b\f\r\x85\u2028\u2029")
CLASSES: Final[dict[str, Ranges]] = {"d": _DIGIT, "w": _WORD, "s": _SPACE, "h": _ACROSS, "v": DOWN}
_LOWER, _UPPER = ranges_between("az"), ranges_between("AZ")
_PUNCTUATION: Final = character_ranges("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_ALNUM: Final = union(_LOWER, _UPPER, _DIGIT)
_POSIX: Final[dict[str, Ranges]] = {
    "Lower": _LOWER,
    "Upper": _UPPER,
    "ASCII": ((0, 127),),
    "Alpha": union(_LOWER, _UPPER),
    "Digit": _DIGIT,
    "Alnum": _ALNUM,
    "Punct": _PUNCTUATION,
    "Graph": union(_ALNUM, _PUNCTUATION),
    "Print": union(_ALNUM, _PUNCTUATION, character_ranges(" ")),
    "Blank": character_ranges(" \t"),
    "Cntrl": ((0, 31), (127, 127)),
    "XDigit": ranges_between("09", "af", "AF"),
    "Space": _SPACE,
}
_CATEGORIES: Final = frozenset(
    [
        "L",
        "M",
        "N",
        "P",
        "S",
        "Z",
        "C",
        "Lu",
        "Ll",
        "Lt",
        "Lm",
        "Lo",
        "Mn",
        "Mc",
        "Me",
        "Nd",
        "Nl",
        "No",
        "Pc",
        "Pd",
        "Ps",
        "Pe",
        "Pi",
        "Pf",
        "Po",
        "Sm",
        "Sc",
        "Sk",
        "So",
        "Zs",
        "Zl",
        "Zp",
        "Cc",
        "Cf",
        "Co",
        "Cn",
    ]
)
_BINARY: Final = {
    "Alphabetic": "L",
    "Letter": "L",
    "Digit": "Nd",
    "Uppercase": "Lu",
    "Lowercase": "Ll",
    "Punctuation": "P",
    "Control": "Cc",
    "White_Space": "Z",
}


@cache
def _category(name: str) -> Ranges:
    """Return the characters of a Unicode category such as Lu, or of a group of categories such as L."""
    found: list[tuple[int, int]] = []
    for point in range(LAST + 1):
        if unicodedata.category(chr(point)).startswith(name):
            if found and found[-1][1] == point - 1:
                found[-1] = found[-1][0], point
            else:
                found.append((point, point))
    return tuple(found)


def by_property(name: str) -> Ranges:
    r"""Return the characters of `\p{name}`; raises ScriptError."""
    if name in _POSIX:
        return _POSIX[name]
    key, sign, value = name.partition("=")
    if sign and key in ("general_category", "gc"):
        name = value
    elif name.startswith("Is"):
        name = _BINARY.get(name[2:], name[2:])
    elif name in ("javaLowerCase", "javaUpperCase", "javaWhitespace", "javaLetter", "javaDigit"):
        name = {"L": "Ll", "U": "Lu", "W": "Z", "D": "Nd"}.get(name[4], "L") if name != "javaLetter" else "L"
    if name in _CATEGORIES:
        return _category(name)
    raise UnsupportedPatternError(f"the character class \\p{{{name[:40]}}}")


def both_cases(ranges: Ranges) -> Ranges:
    """Add the other case of the letters A to Z, as Java's flag i does by default."""
    low = common(ranges, _LOWER)
    high = common(ranges, _UPPER)
    return union(
        ranges,
        tuple((one - 32, other - 32) for one, other in low),
        tuple((one + 32, other + 32) for one, other in high),
    )


def as_re2_class(ranges: Ranges) -> str:
    """Return a character set in RE2 notation, without surrogates, which can't occur in RE2's strings."""
    whole = common(ranges, ((0, 0xD7FF), (0xE000, LAST)))
    if not whole:
        return r"[^\x00-\x{10FFFF}]"
    if whole == ((0, 0xD7FF), (0xE000, LAST)):
        return "(?s:.)"
    return "[" + "".join(rf"\x{{{low:X}}}-\x{{{high:X}}}" for low, high in whole) + "]"
