"""Games whose limit of stacking holds at all times."""

from __future__ import annotations

import dataclasses
from functools import cache

from hexwright.rules.engine.rules_engine import Kernel
from tests.rules.positions import SHORT, game


@cache
def always() -> Kernel:
    """Return the rules with the limit kept by each move that ends."""
    stacking = dataclasses.replace(game().rules.stacking, kept="always")
    changed = dataclasses.replace(game().rules, stacking=stacking)
    return Kernel(dataclasses.replace(game(), rules=changed), SHORT)
