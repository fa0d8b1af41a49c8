"""Which side a piece belongs to, by the names around it: the module says so nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from hexwright.makers.piece_faces import piece_properties
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait

SIDE_PROPERTIES: Final = frozenset(
    {"side", "nation", "nationality", "army", "owner", "player", "faction", "country", "force", "team"}
)
"""Properties of pieces, in lower case, that usually name a side."""
_WORDS: Final = re.compile(r"[^\W\d_]+")
_CAPITALS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONGEST: Final = 200


def side_by_names(texts: Iterable[str], sides: Sequence[str]) -> str | None:
    """Return the side that the first of the texts names that names just one; None if none does.

    A side's name counts also in another ending: Germans in "German infantry", Allies in "Allied".
    """
    stems = {side: _stems(side) for side in sides}
    for text in texts:
        words = _words(text)
        named = [side for side, parts in stems.items() if all(_has(words, part) for part in parts)]
        if len(named) == 1:
            return named[0]
    return None


def names_around(traits: Sequence[Trait], containers: Sequence[str]) -> list[str]:
    """Return the texts that may name a piece's side, the surest first."""
    known: Mapping[str, str] = piece_properties(traits)
    properties = [value for name, value in known.items() if name.lower() in SIDE_PROPERTIES]
    prototypes = [trait.name for trait in traits if isinstance(trait, t.Prototype)]
    basic = traits[0] if traits else None
    own = [basic.image, basic.name] if isinstance(basic, t.BasicPiece) else []
    layers = [trait.images[0] for trait in traits if isinstance(trait, t.Layer) and trait.images]
    return [*properties, *prototypes, *reversed(containers), *own, *layers]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(_CAPITALS.sub(" ", text[:_LONGEST]))]


def _stems(side: str) -> list[str]:
    """Return the beginnings of a side's words that another form of the name has too."""
    return [word if len(word) <= 4 else word[: max(4, len(word) - 2)] for word in _words(side)] or [
        side.lower()
    ]


def _has(words: Sequence[str], stem: str) -> bool:
    return any(word.startswith(stem) if len(stem) > 3 else word == stem for word in words)
