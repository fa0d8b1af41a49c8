"""Draw who must stand near a unit for something to count, or mustn't."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any


def near(dice: Random, classes: Sequence[str], units: Sequence[str]) -> dict[str, Any]:
    """Return a `near` of some classes, of some units, of both or of any other unit."""
    found: dict[str, Any] = {"within": dice.randint(0, 3)} if dice.random() < 0.8 else {}
    if dice.random() < 0.6:
        found["classes"] = sorted(dice.sample(list(classes), dice.randint(1, len(classes))))
    if dice.random() < 0.4:
        found["units"] = [dice.choice(list(units))]
    if dice.random() < 0.4:
        found["missing"] = True
    return found
