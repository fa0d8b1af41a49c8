"""Name units by their classes, for every sentence, table and refusal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexwright.model.counter_mix import UnitClass
from hexwright.model.game import Game
from hexwright.support.message_wording import join_with_and, with_article

_ROLES: Final = {"attacker": "attacking", "defender": "defending"}
_UNITS: Final = " units"
_SINGULAR_ENDS: Final = ("ss", "us", "is")


def class_plural(kind: UnitClass) -> str:
    """Return several units of a class: its plural, otherwise "Foot units" for Foot, "Workers" for Workers."""
    if kind.plural:
        return kind.plural
    return kind.name if _is_plural(kind.name) else f"{kind.name}{_UNITS}"


def class_singular(kind: UnitClass) -> str:
    """Return one unit of a class: "tank", "infantry unit", "unit of Workers"."""
    many = class_plural(kind)
    if many.endswith(_UNITS):
        return many.removesuffix("s")
    if _is_mass(kind):
        return f"unit of {many}" if _is_plural(many) else f"{many} unit"
    if _is_plural(kind.name):
        return many.removesuffix("s")
    # The first letter is small in both; a plural such as "the 16th Army" says nothing about the name's.
    lowered = f"{kind.name[:1].lower()}{kind.name[1:]}"
    return lowered if many[:1] == lowered[:1] else kind.name


def _is_plural(name: str) -> bool:
    return name.endswith("s") and not name.endswith(_SINGULAR_ENDS)


def classes_text(game: Game, classes: Iterable[str], word: str = "or") -> str:
    """Return the units of some classes: "panzers or tanks", "Foot or Horse units"."""
    return _joined(_names(game, classes, many=True), word)


def one_of_classes_text(game: Game, classes: Iterable[str]) -> str:
    """Return a unit of one of some classes without an article: "panzer or tank"."""
    return _joined(_names(game, classes, many=False), "or")


def group_text(
    game: Game, classes: Iterable[str], sides: str, noun: str, before: str = "", named: Iterable[str] = ()
) -> str:
    """Return units of some classes or with some names as a noun such as "attackers": "attacking tanks".

    `sides` has the adjectives of their sides, and `before` is a word that precedes it all, such as "a".
    """
    many = noun.endswith("s")
    kinds = _names(game, classes, many=many)
    if sides:
        # The side stands once before all, or before each if some class has it in its name.
        sided = [kind.startswith(f"{sides} ") for kind in kinds]
        kinds = [
            kind if told or (n and not any(sided)) else f"{sides} {kind}"
            for n, (kind, told) in enumerate(zip(kinds, sided, strict=True))
        ]
    told = _joined([*kinds, *named], "or")
    if before == "all":
        return f"all {noun} are {told}"
    role = _ROLES.get(noun.removesuffix("s"))
    words = f"{role} {told}" if role else told
    if before == "a":
        return with_article(words)
    return f"{before} {words}" if before else words


def needs_counting_noun(game: Game, classes: Iterable[str]) -> bool:
    """Whether a number of the units needs "units of" before them, as in "two units of infantry"."""
    return any(_is_mass(kind) for kind in game.counters.classes if kind.id in set(classes))


def _is_mass(kind: UnitClass) -> bool:
    """Whether a class has no plural of its own, such as infantry."""
    return class_plural(kind).casefold() == kind.name.casefold()


def _names(game: Game, classes: Iterable[str], *, many: bool) -> list[str]:
    kinds = {kind.id: kind for kind in game.counters.classes}
    told = list(dict.fromkeys(classes))
    known = [kinds[one] for one in told if one in kinds]
    if not many and len(told) > 1 and len(known) == len(told) and all(map(_is_mass, known)):
        return [f"unit of {join_with_and([class_plural(kind) for kind in known], 'or')}"]
    name = class_plural if many else class_singular
    return [name(kinds[one]) if one in kinds else one for one in told]


def _joined(names: list[str], word: str) -> str:
    """Return names joined by a word; "units" stands once after several: "Foot or Horse units"."""
    for noun in (_UNITS, _UNITS.removesuffix("s")):
        if len(names) > 1 and all(name.endswith(noun) for name in names):
            return join_with_and([name.removesuffix(noun) for name in names], word) + noun
    return join_with_and(names, word) if names else ""
