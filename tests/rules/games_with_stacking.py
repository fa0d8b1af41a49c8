"""Games whose stacking limit applies at all times."""

from __future__ import annotations

import dataclasses
from functools import cache

from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.positions import SHORT, game


@cache
def always() -> RulesEngine:
    """Return the rules engine with the stacking limit enforced at the end of each move."""
    stacking = dataclasses.replace(game().rules.stacking, enforced="always")
    changed = dataclasses.replace(game().rules, stacking=stacking)
    return RulesEngine(dataclasses.replace(game(), rules=changed), SHORT)
