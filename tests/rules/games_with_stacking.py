"""Games whose limit of stacking holds at all times."""

from __future__ import annotations

import dataclasses
from functools import cache

from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.positions import SHORT, game


@cache
def always() -> RulesEngine:
    """Return the rules with the limit kept by each move that ends."""
    stacking = dataclasses.replace(game().rules.stacking, enforced="always")
    changed = dataclasses.replace(game().rules, stacking=stacking)
    return RulesEngine(dataclasses.replace(game(), rules=changed), SHORT)
