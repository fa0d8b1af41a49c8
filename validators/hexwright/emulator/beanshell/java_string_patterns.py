"""The string methods that use Java's regular expressions: matches, replaceAll, split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from hexwright.emulator.beanshell import execution_budget
from hexwright.emulator.beanshell.character_sets import LINE_ENDS, UnsupportedPatternError
from hexwright.emulator.beanshell.java_regex_translation import RegexTranslator
from hexwright.emulator.beanshell.java_values import ScriptError
from hexwright.support.linear_regex import LinearRegex, RegexError

if TYPE_CHECKING:
    from re import Match

#: Longer patterns are rejected.
MAX_PATTERN: Final = 10_000


@dataclass(frozen=True, slots=True)
class JavaPattern:
    """A compiled pattern. `groups` contains the names of its groups; an unnamed group has an empty name."""

    compiled: Any
    groups: tuple[str, ...]
    ends: bool
    size: int
    """The size of the program that RE2 runs."""

    def matches(self, text: str) -> bool:
        """Return whether the pattern matches a whole string; raises ScriptError."""
        self._pay(len(text), len(text))
        try:
            return self.compiled.fullmatch(text) is not None
        except UnicodeEncodeError:
            raise UnsupportedPatternError("unpaired surrogates in the text") from None

    def finds(self, text: str) -> Iterator[Match[str]]:
        """Yield all matches in order, including empty ones; raises ScriptError."""
        if self.ends and text and text[-1] in LINE_ENDS:
            raise UnsupportedPatternError("$ or \\Z if the text ends in a line break")
        execution_budget.pay_for_reading(text)
        try:
            last = 0
            before = (-1, -1)
            for match in self.compiled.finditer(text):
                end = match.end()
                if match.span() == before:
                    # RE2 finds an empty match at the very end twice.
                    continue
                before = match.span()
                # Each further search may scan the rest of the text, and scan matched text twice.
                self._pay(end - last + 8, len(text) - last >> 4)
                last = end
                yield match
        except UnicodeEncodeError:
            raise UnsupportedPatternError("unpaired surrogates in the text") from None

    def _pay(self, slowly: int, quickly: int) -> None:
        execution_budget.pay_for_steps((slowly * (8 + self.size) >> 7) + (quickly >> 5))


@lru_cache(maxsize=1 << 8)
def compile_pattern(source: str) -> JavaPattern:
    """Compile a Java regular expression; raises ScriptError if it is invalid or unsupported."""
    if len(source) > MAX_PATTERN:
        raise UnsupportedPatternError(f"more than {MAX_PATTERN:,} characters")
    execution_budget.pay_for_steps(1_000 + 40 * len(source))
    reader = RegexTranslator(source)
    written = reader.whole()
    try:
        compiled = LinearRegex(written).compiled
    except RegexError:
        raise UnsupportedPatternError("too many states") from None
    return JavaPattern(compiled, tuple(reader.groups), reader.ends, compiled.programsize)


def replace_matches(text: str, source: str, by: str, once: bool = False) -> str:
    """Return a string in which a pattern's matches are replaced (String.replaceAll); raises ScriptError."""
    found = compile_pattern(source)
    parts = _replacement(by, found.groups)
    out: list[str] = []
    end = 0
    for match in found.finds(text):
        out.append(text[end : match.start()])
        for part in parts:
            new = part if isinstance(part, str) else match.group(part) or ""
            execution_budget.pay_for_text(new)
            out.append(new)
        end = match.end()
        if once:
            break
    execution_budget.pay_for_letters(len(text), text.isascii())
    return "".join((*out, text[end:]))


def _replacement(source: str, groups: tuple[str, ...]) -> list[str | int]:
    """Parse a replacement into strings and group numbers; raises ScriptError."""
    parts: list[str | int] = []
    at = 0
    while at < len(source):
        letter = source[at]
        at += 1
        if letter == "\\":
            if at == len(source):
                raise ScriptError("character to be escaped is missing", "IllegalArgumentException")
            parts.append(source[at])
            at += 1
        elif letter == "$":
            number, at = _group(source, at, groups)
            parts.append(number)
        else:
            ends = [end for sign in "\\$" if (end := source.find(sign, at)) >= 0]
            end = min(ends, default=len(source))
            parts.append(letter + source[at:end])
            at = end
    return parts


def _group(source: str, at: int, groups: tuple[str, ...]) -> tuple[int, int]:
    if source[at : at + 1] == "{":
        close = source.find("}", at)
        name = source[at + 1 : close] if close > 0 else ""
        if not name or name not in groups:
            raise ScriptError(f"No group with name {{{name[:40]}}}", "IllegalArgumentException")
        return groups.index(name) + 1, close + 1
    if not (source[at : at + 1].isascii() and source[at : at + 1].isdecimal()):
        raise ScriptError("Illegal group reference", "IllegalArgumentException")
    number = int(source[at])
    at += 1
    if number > len(groups):
        raise ScriptError(f"No group {number}", "IndexOutOfBounds")
    # Further digits belong to the group number while such a group exists.
    while source[at : at + 1].isascii() and source[at : at + 1].isdecimal():
        longer = number * 10 + int(source[at])
        if longer > len(groups):
            break
        number = longer
        at += 1
    return number, at


def split_text(text: str, source: str, limit: int) -> list[str]:
    """Return the parts of a string between a pattern's matches (String.split); raises ScriptError."""
    plain = len(source) == 1 and source not in ".$|()[{^?*+\\"
    escaped = len(source) == 2 and source[0] == "\\" and source[1].isascii() and not source[1].isalnum()
    if plain or escaped:
        execution_budget.pay_for_reading(text)
        count = text.count(source[-1])
        execution_budget.pay_for_entries(min(count, limit) + 1 if limit > 0 else count + 1)
        execution_budget.pay_for_letters(len(text), text.isascii())
        parts = text.split(source[-1], limit - 1 if limit > 0 else -1)
    else:
        parts = _parted(text, source, limit)
    if limit == 0:
        while len(parts) > 1 and parts[-1] == "":
            parts.pop()
        if parts == [""] and text != "":
            parts = []
    return parts


def _parted(text: str, source: str, limit: int) -> list[str]:
    parts: list[str] = []
    end = 0
    for match in compile_pattern(source).finds(text):
        if limit > 0 and len(parts) == limit - 1:
            break
        # An empty match at the beginning doesn't split.
        if match.end() == 0:
            continue
        execution_budget.pay_for_entries(1)
        parts.append(execution_budget.pay_for_text(text[end : match.start()]))
        end = match.end()
    return [*parts, text[end:]] if end or parts else [text]
