"""Word lists of units: numbers of formations that share a name are joined before it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from hexwright.support.message_wording import join_with_and

_PLURALS: Final[Mapping[str, str]] = {
    "Army": "Armies",
    "Battalion": "Battalions",
    "Brigade": "Brigades",
    "Corps": "Corps",
    "Division": "Divisions",
    "Group": "Groups",
    "Regiment": "Regiments",
}
"""The plurals of the formations whose numbers are joined."""
_NUMBERED: Final = re.compile(r"((?:[A-Z][a-z]+ )?)([0-9]+(?:st|nd|rd|th)?|[IVXLCD]+) (.+)")


def numbered_formation(name: str) -> tuple[str, str] | None:
    """Return what stands before and after a formation's number, if numbers of such formations are joined."""
    found = _NUMBERED.fullmatch(name)
    return (found[1], found[3]) if found is not None and found[3].rpartition(" ")[2] in _PLURALS else None


def join_unit_names(names: Sequence[str]) -> str:
    """Return the names of units as a list, such as "8th and 28th Army Corps and SS Division Reich".

    The numbers of a formation are in order; Roman ones stay as they come.
    """
    numbers: dict[tuple[str, str], list[str]] = {}
    for name in names:
        formation = numbered_formation(name)
        if formation is None:
            numbers.setdefault(("", name), [])
        else:
            before, after = formation
            number = name.removeprefix(before).removesuffix(after).strip()
            numbers.setdefault(formation, []).append(number)
    return join_with_and([_formation(*title, several) for title, several in numbers.items()], "and")


def _formation(people: str, title: str, numbers: Sequence[str]) -> str:
    if len(numbers) < 2:
        return people + " ".join((*numbers, title))
    before, space, last = title.rpartition(" ")
    if all(number[0].isdigit() for number in numbers):
        numbers = sorted(numbers, key=lambda number: int(number.rstrip("stndrh")))
    return f"{people}{join_with_and(numbers, 'and')} {before}{space}{_PLURALS[last]}"
