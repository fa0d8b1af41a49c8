"""Find many names in many texts as whole words, in one pass over each text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, Final

MAX_NAME: Final = 200
"""The maximum length of a name that is searched for, in characters."""
_WORD: Final = re.compile(r"([^\W_]+)")
_END: Final = ""
"""The key of a tree of words under which a complete name is stored; no word is empty."""


class WordSearch:
    """A search for names as whole words. Names longer than `MAX_NAME` are never found."""

    def __init__(self, names: Iterable[str]) -> None:
        self._root: dict[str, Any] = {}
        for name in names:
            if 0 < len(name) <= MAX_NAME:
                node = self._root
                for word in _words(name):
                    node = node.setdefault(word, {})
                node[_END] = name

    def occurrences(self, text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the positions at which names occur, each with the names there, shortest first.

        A name occurs where neither the character before it nor the one after it is a letter or digit.
        """
        if not self._root:
            return
        words = _words(text)
        starts = list(accumulate(map(len, words), initial=0))
        for first, at in enumerate(starts[:-1]):
            node = self._root.get(words[first])
            if node is None or text[at - 1 : at].isalnum():
                continue
            found, behind = [], first + 1
            while node is not None:
                if _END in node and not text[starts[behind] : starts[behind] + 1].isalnum():
                    found.append(node[_END])
                node = node.get(words[behind]) if behind < len(words) else None
                behind += 1
            if found:
                yield at, tuple(found)

    def names_in(self, text: str) -> set[str]:
        """Return the names that occur in a text."""
        return {name for _, names in self.occurrences(text) for name in names}


def _words(text: str) -> list[str]:
    """Return the runs of letters and digits of a text, and each other character alone."""
    found: list[str] = []
    for number, part in enumerate(_WORD.split(text)):
        if number % 2:
            found.append(part)
        else:
            found.extend(part)
    return found
