"""Games in which retreats lead past zones and through enemies."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from tests.rules.fleeing import Zones
from tests.vassal.compile.games import game

SLUG = "toy-causeway"


def passing(
    unhindered: tuple[str, ...] = ("tank",),
    passed: tuple[str, ...] = ("staff", "tank"),
    ezoc: Zones = "forbidden",
) -> Game:
    """Return the toy in which nearly every result has somebody retreat two hexes, of whom some are passed."""
    found = game(SLUG)
    combat = found.rules.combat
    assert combat is not None
    effects = {
        name: told
        if any("disrupted" in one for one in told)
        else ("attacker-retreat",)
        if any(one.startswith("attacker") for one in told)
        else ("defender-retreat",)
        for name, told in combat.effects.items()
    }
    retreat = replace(
        combat.retreat,
        hexes=2,
        if_overstacked="eliminated",
        ezoc=ezoc,
        ignores_ezoc=unhindered,
        passable_enemies=passed,
        cannot_retreat=(),
    )
    return replace(
        found, rules=replace(found.rules, combat=replace(combat, effects=effects, retreat=retreat))
    )
