"""All criteria of all entries appear in the words of booklet and help."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.load.game_loading import load_game
from hexwright.model.rules.criteria_record import Criteria, criteria_in
from hexwright.model.words.all_rule_words import by_subject
from tests.generated.plan import EVERY, drawn
from tests.generated.writing import SLUG, write

SEEDS = (3, 7, 15, 27, 29)


def without(part: Any, path: tuple[str | int, ...], entry: Criteria) -> Any:
    """Return a part of the data with another entry at a place."""
    if not path:
        return entry
    key, *rest = path
    if not isinstance(part, tuple):
        return replace(part, **{str(key): without(getattr(part, str(key)), tuple(rest), entry)})
    at = next(n for n, one in enumerate(part) if getattr(one, "id", n) == key)
    return (*part[:at], without(part[at], tuple(rest), entry), *part[at + 1 :])


@pytest.mark.slow
def test_every_condition_of_a_game_stands_in_booklet_and_help(tmp_path: Path) -> None:
    tried, untold = Counter[str](), set[str]()
    for seed in SEEDS:
        plan = replace(drawn(seed), uses=frozenset(EVERY), columns=7, rows=6)
        found = load_game(write(plan, tmp_path / str(seed)), SLUG).game
        lines = by_subject(found)
        for path, when in criteria_in(found.rules):
            for one in fields(Criteria):
                given = getattr(when, one.name)
                if given in ((), None, {}) or one.name in ("toward", "away_from"):
                    continue
                less: dict[str, Any] = {one.name: type(given)() if isinstance(given, (tuple, dict)) else None}
                if one.name == "along":
                    less |= {"toward": None, "away_from": None}
                bare = replace(found, rules=without(found.rules, path, replace(when, **less)))
                name = f"{type(when).__name__}.{one.name}"
                tried[name] += 1
                if by_subject(bare) == lines:
                    untold.add(f"{name} at {path}")
    assert not untold
    assert len(tried) > 150, len(tried)
