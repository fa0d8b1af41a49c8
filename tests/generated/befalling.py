"""Choose what may happen to units of a random game apart from step losses."""

from __future__ import annotations

from tests.generated.plan import Plan


def conditions(plan: Plan) -> list[str]:
    """Return the conditions in which units can be, each with its opposite."""
    found: list[str] = []
    if plan.has("disruption") or plan.has("fire"):
        found += ["disrupted", "undisrupted"]
    if plan.has("digging-in"):
        found += ["fortified", "unfortified"]
    return found
