"""Regular expressions matched by RE2, in a time linear in the text whatever the text is.

Python's `re` tries one way after another, and for most patterns there are texts for which it tries very many.
What reads a stranger's module, save, log or picture uses `re` only for the plain patterns that
`tests/patterns` accepts, and this for all others. A match costs some 10 µs more.

Differences from `re`: no look-ahead and no look-behind; the classes d, w, s and b know ASCII alone (pL is a
letter of any alphabet, pN a figure); flags stand in the pattern, as (?i); `sub` puts a text in as it stands;
half of a surrogate pair is matched as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, AnyStr, Final, Generic, Protocol, TypeVar, cast

Text = TypeVar("Text", str, bytes, covariant=True)

MAX_MEMORY: Final = 4 << 20
"""Bytes that the program of a pattern and its automata may take; RE2 goes slower rather than beyond."""


class RegexError(ValueError):
    """A pattern that RE2 can't match."""


class Match(Protocol[Text]):
    """What a pattern found, as the match of `re`."""

    def __getitem__(self, group: int | str, /) -> Text: ...
    def group(self, group: int | str = 0, /) -> Text: ...
    def groups(self) -> tuple[Text, ...]: ...
    def start(self, group: int = 0, /) -> int: ...
    def end(self, group: int = 0, /) -> int: ...
    def span(self, group: int = 0, /) -> tuple[int, int]: ...


class LinearRegex(Generic[AnyStr]):
    """A pattern, compiled when it is used first."""

    def __init__(self, pattern: AnyStr) -> None:
        self.pattern: AnyStr = pattern

    def __repr__(self) -> str:
        return f"LinearRegex({self.pattern!r})"

    @cached_property
    def compiled(self) -> Any:
        """Return the pattern as RE2 has it; raises RegexError."""
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
        """Return what is found first in a text."""
        return cast("Match[AnyStr] | None", self.compiled.search(_whole(text)))

    def match(self, text: AnyStr) -> Match[AnyStr] | None:
        """Return what a text begins with."""
        return cast("Match[AnyStr] | None", self.compiled.match(_whole(text)))

    def fullmatch(self, text: AnyStr) -> Match[AnyStr] | None:
        """Return the match of a whole text."""
        return cast("Match[AnyStr] | None", self.compiled.fullmatch(_whole(text)))

    def finditer(self, text: AnyStr) -> Iterator[Match[AnyStr]]:
        """Yield what is found, one after the other."""
        before = (-1, -1)
        for found in self.compiled.finditer(_whole(text)):
            # RE2 finds what is empty at the very end a second time.
            if found.span() != before:
                before = found.span()
                yield found

    def split(self, text: AnyStr, maxsplit: int = 0) -> list[AnyStr]:
        """Return the parts of a text between what is found."""
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
        """Return a text with what is found replaced: by a text as it stands, or by what a function makes."""
        parts: list[AnyStr] = []
        end = 0
        for found in self.finditer(text):
            parts += [text[end : found.start()], by(found) if callable(by) else by]
            end = found.end()
        parts.append(text[end:])
        return text[:0].join(parts)


def _whole(text: AnyStr) -> AnyStr:
    """Return a text without halves of surrogate pairs, which UTF-8 can't hold."""
    if isinstance(text, str) and not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
