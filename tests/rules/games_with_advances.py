"""Games in which several units advance, or farther than one hex."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.model.rules.rules_record import Effect
from tests.vassal.compile.games import game


def changed(entries: tuple[AdvanceAfterCombat, ...], most: int = 2, *, cancel: bool = False) -> Game:
    """Return the toy with advance rules, and with results that clear hexes."""
    found = game("toy-redoubt")
    combat = found.rules.combat
    assert combat is not None
    gone: tuple[Effect, ...] = ("defender-eliminated",)
    effects = {result: done if result == "DR" else gone for result, done in combat.effects.items()}
    combat = replace(
        combat,
        max_advancing=most,
        advances=entries,
        effects=effects,
        mandatory_attacks=None,
        retreat=replace(combat.retreat, hexes_by_result={}),
    )
    zoc = replace(found.rules.zoc, friendly_units_cancel=cancel)
    return replace(found, rules=replace(found.rules, combat=combat, zoc=zoc))
