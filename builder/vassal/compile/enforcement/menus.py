"""Offer in a unit's menu what may be done with it now.

What asks the judge stands outside of what hides the menu's lines (see judge.py), so that a key which the menu
doesn't offer is heard all the same, and its refusal says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from builder.model.game import Game
from builder.model.winning import left_by
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import CalculatedProperty, RestrictCommands
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile.enforcement.script import call

OFFERS: Final = "Offers"
"""The letters of the keys that a unit's menu offers now."""
_TOGETHER: Final = (
    (keys.SHOW_REACH,),
    (keys.ATTACK,),
    (keys.FIGHT,),
    (keys.LOWER,),
    (keys.IGNORE,),
    (keys.LOSE_STEP,),
    (keys.ELIMINATE,),
    (keys.FORTIFY,),
    (keys.ENTRAIN,),
    (keys.DETRAIN,),
    (keys.KEEP,),
    (keys.GIVE_WAY,),
    (keys.FLIP, keys.REGAIN_STEP),
    (keys.OUT_OF_GAME,),
    (keys.GO_BACK, keys.DISRUPT, keys.RECOVER, keys.UNFORTIFY),
)
"""The keys that are offered, or hidden, together; the letter of the first stands for all (see menus.bsh)."""


def unit_traits(game: Game, pressed: Sequence[Key]) -> Iterator[Trait]:
    """Yield what hides the lines of a unit's menu that it doesn't offer; `pressed` are the keys it has."""
    yield CalculatedProperty(name=OFFERS, expression=call("offers", "PieceUID"))
    *apart, leave, hands = _TOGETHER
    # Where nobody leaves the map by rule, hands alone take a unit out of the game: a trait less in each.
    groups = (*apart, leave, hands) if left_by(game.rules.victory) else (*apart, (*leave, *hands))
    for group in groups:
        held = tuple(key for key in group if key in pressed)
        if held:
            missing = f'{{!{OFFERS}.contains("{chr(group[0].code)}")}}'
            yield RestrictCommands(name="", action="Hide", match=missing, keys=held)
