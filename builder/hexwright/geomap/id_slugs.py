"""Derive ids from names."""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў",
        [
            "a",
            "b",
            "v",
            "g",
            "d",
            "e",
            "yo",
            "zh",
            "z",
            "i",
            "y",
            "k",
            "l",
            "m",
            "n",
            "o",
            "p",
            "r",
            "s",
            "t",
            "u",
            "f",
            "kh",
            "ts",
            "ch",
            "sh",
            "shch",
            ".",
            "y",
            ".",
            "e",
            "yu",
            "ya",
            "i",
            "yi",
            "ye",
            "g",
            "u",
        ],
        strict=True,
    )
) | {"ъ": "", "ь": ""}
_LATIN = {"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_PLAIN = _CYRILLIC | _LATIN | {"–": "-", "—": "-"}
"""The letters and signs that aren't decomposed into ASCII, with those that replace them."""
_LONGEST = 50
_QUOTES = str.maketrans("", "", "'`’")
_BETWEEN = re.compile(r"[^a-z0-9]+")


class UniqueIds:
    """A generator of ids that are unique within one mapping of map.yaml."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def new_id(self, name: str, otherwise: str) -> str:
        """Return an id derived from a name.

        If no letter of the name can be transliterated, the id is derived from `otherwise`.
        """
        stem = slugify(name) or otherwise
        number, found = 1, stem
        while found in self._given:
            number += 1
            found = f"{stem}-{number}"
        self._given.add(found)
        return found


def slugify(name: str) -> str:
    """Return a name in lower-case ASCII letters and hyphens: "Вязьма" → "vyazma"; "" if no letters remain."""
    text = "".join(_PLAIN.get(c, c) for c in name.lower())
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _BETWEEN.sub("-", plain.translate(_QUOTES)).strip("-")[:_LONGEST].strip("-")
