"""A place with cuts means what it meant as a pattern, and is compared in one pass."""

from __future__ import annotations

import random
import re

import pytest

from hexwright.inspect.analysis.module_place import CUT, STEP
from hexwright.inspect.show.place_search import place_matches


def by_pattern(place: str, path: str) -> bool:
    """Return the same by a pattern, which may take for ever."""
    parts = [re.escape(part).replace(re.escape(CUT), ".*") for part in place.split(STEP + CUT + STEP)]
    return re.fullmatch(f"(?s:{f'{STEP}(?:.*{STEP})?'.join(parts)})", path) is not None


@pytest.mark.parametrize(
    ("place", "path", "meant"),
    [
        ("A / … / C", "A / C", True),
        ("A / … / C", "A / B / B / C", True),
        ("A / … / C", "A / BC", False),
        ("A… / … / …C", "Any / name / of C", True),
        ("A… / … / …C", "AC", False),
        ("…", "", True),
        ("… / C", "A / C", True),
        ("…b…", "abc", True),
        ("ab…bc", "abc", False),
        ("A / … / B / … / C", "A / B / B / C", True),
    ],
)
def test_a_cut_stands_for_steps_or_for_letters(place: str, path: str, meant: bool) -> None:
    assert place_matches(place, path) is meant


def test_cuts_mean_what_the_pattern_meant() -> None:
    dice = random.Random(1)
    met = 0
    for _ in range(20_000):
        path = STEP.join("".join(dice.choices("ab", k=dice.randint(1, 3))) for _ in range(dice.randint(1, 5)))
        words = ["a", "b", "ab", CUT, f"a{CUT}", f"{CUT}b"]
        place = STEP.join(dice.choices(words, k=dice.randint(1, 4)))
        if CUT not in place:
            continue
        meant = by_pattern(place, path)
        met += meant
        assert place_matches(place, path) is meant, (place, path)
    assert met > 1_000


class Counted(str):
    """A text that counts how often something is sought in it."""

    __slots__ = ("sought",)
    sought: int

    def find(self, *given: object) -> int:
        self.sought = getattr(self, "sought", 0) + 1
        return super().find(*given)  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["a…", "…a", " / … / a", "a… / … / "])
def test_many_cuts_are_sought_once_each(part: str) -> None:
    path = Counted("a / " * 2_000 + "b")
    assert not place_matches(part * 300 + "c", path)
    assert getattr(path, "sought", 0) <= 601
