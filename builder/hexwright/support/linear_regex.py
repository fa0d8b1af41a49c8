"""Match regular expressions with RE2, in time linear in the length of the string.

Python's `re` backtracks, and for most patterns there are strings for which this takes very long. Code that
reads untrusted modules, saved games, logs or pictures uses `re` only for the simple patterns accepted by
`tests/patterns`, and `LinearRegex` for all others. A match costs about 10 µs more.

Differences from `re`: no look-ahead or look-behind; the classes d, w, s and b match only ASCII (pL matches
any letter, pN any digit); flags are part of the pattern, as in (?i); `sub` inserts a string literally; half
of a surrogate pair is matched as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, AnyStr, Final, Generic, Protocol, TypeVar, cast

Text = TypeVar("Text", str, bytes, covariant=True)

MAX_MEMORY: Final = 4 << 20
"""Memory limit in bytes of a pattern's program and automata; RE2 slows down instead of exceeding it."""


class RegexError(ValueError):
    """An exception for a pattern that RE2 doesn't support."""


class Match(Protocol[Text]):
    """A match of a pattern, with the interface of `re.Match`."""

    def __getitem__(self, group: int | str, /) -> Text: ...
    def group(self, group: int | str = 0, /) -> Text: ...
    def groups(self) -> tuple[Text, ...]: ...
    def start(self, group: int = 0, /) -> int: ...
    def end(self, group: int = 0, /) -> int: ...
    def span(self, group: int = 0, /) -> tuple[int, int]: ...


class LinearRegex(Generic[AnyStr]):
    """A pattern, compiled on first use."""

    def __init__(self, pattern: AnyStr) -> None:
        self.pattern: AnyStr = pattern

    def __repr__(self) -> str:
        return f"LinearRegex({self.pattern!r})"

    @cached_property
    def compiled(self) -> Any:
        """Return the compiled RE2 pattern; raise RegexError if it is invalid."""
        import re2

        options = re2.Options()
        options.log_errors = False
        options.max_mem = MAX_MEMORY
        if isinstance(self.pattern, bytes):
            options.encoding = re2.Options.Encoding.LATIN1
        try:
            return re2.compile(self.pattern, options)
        except re2.error as error:
            raise RegexError(str(error)) from None

    def search(self, text: AnyStr) -> Match[AnyStr] | None:
        """Return the first match in a string."""
        return cast("Match[AnyStr] | None", self.compiled.search(_whole(text)))

    def match(self, text: AnyStr) -> Match[AnyStr] | None:
        """Return the match at the beginning of a string."""
        return cast("Match[AnyStr] | None", self.compiled.match(_whole(text)))

    def fullmatch(self, text: AnyStr) -> Match[AnyStr] | None:
        """Return the match of a whole string."""
        return cast("Match[AnyStr] | None", self.compiled.fullmatch(_whole(text)))

    def finditer(self, text: AnyStr) -> Iterator[Match[AnyStr]]:
        """Yield the matches in a string, in order."""
        before = (-1, -1)
        for found in self.compiled.finditer(_whole(text)):
            # RE2 reports an empty match at the very end twice.
            if found.span() != before:
                before = found.span()
                yield found

    def split(self, text: AnyStr, maxsplit: int = 0) -> list[AnyStr]:
        """Return the parts of a string between the matches."""
        parts: list[AnyStr] = []
        end = 0
        for number, found in enumerate(self.finditer(text)):
            if maxsplit and number == maxsplit:
                break
            parts.append(text[end : found.start()])
            end = found.end()
        parts.append(text[end:])
        return parts

    def sub(self, by: AnyStr | Callable[[Match[AnyStr]], AnyStr], text: AnyStr) -> AnyStr:
        """Replace matches by a literal string or by the result of a function."""
        parts: list[AnyStr] = []
        end = 0
        for found in self.finditer(text):
            parts += [text[end : found.start()], by(found) if callable(by) else by]
            end = found.end()
        parts.append(text[end:])
        return text[:0].join(parts)


def _whole(text: AnyStr) -> AnyStr:
    """Replace halves of surrogate pairs, which UTF-8 can't encode, by U+FFFD."""
    if isinstance(text, str) and not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
