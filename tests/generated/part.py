"""What every part of a random game's rules is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.generated.forces import Forces
from tests.generated.ground import Ground
from tests.generated.plan import Plan

Data = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """A part of the rules of a plan."""

    plan: Plan
    ground: Ground
    forces: Forces
    weathers: tuple[str, ...]
    under: Data
    """The condition of an entry, or nothing."""
