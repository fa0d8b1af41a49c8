"""Show only currently possible actions in a unit's menu.

The traits that call the script are outside the traits that hide menu lines (see judge.py). Thus a key that
the menu hides still reaches the script, whose rejection gives the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.victory_record import sides_with_exits
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import CalculatedProperty, RestrictCommands
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.module import key_commands

OFFERS: Final = "Offers"
"""The letters of the keys that a unit's menu currently offers."""
_TOGETHER: Final = (
    (key_commands.SHOW_REACH,),
    (key_commands.ATTACK,),
    (key_commands.FIGHT,),
    (key_commands.LOWER,),
    (key_commands.IGNORE,),
    (key_commands.LOSE_STEP,),
    (key_commands.ELIMINATE,),
    (key_commands.FORTIFY,),
    (key_commands.ENTRAIN,),
    (key_commands.DETRAIN,),
    (key_commands.KEEP,),
    (key_commands.GIVE_WAY,),
    (key_commands.TAKE_BACK,),
    (key_commands.FLIP, key_commands.REGAIN_STEP),
    (key_commands.OUT_OF_GAME,),
    (key_commands.GO_BACK, key_commands.DISRUPT, key_commands.RECOVER, key_commands.UNFORTIFY),
)
"""Groups of keys that are shown or hidden together.

Each group is named by the letter of its first key (see menus.bsh).
"""


def unit_traits(game: Game, pressed: Sequence[KeyCommand]) -> Iterator[Trait]:
    """Yield the traits that hide the menu lines of impossible actions.

    `pressed` contains the unit's keys.
    """
    yield CalculatedProperty(name=OFFERS, expression=call("offers", "PieceUID"))
    *apart, leave, hands = _TOGETHER
    # Without exits, removing a unit from the game is a manual action like the last group's: this saves a
    # trait.
    groups = (*apart, leave, hands) if sides_with_exits(game.rules.victory) else (*apart, (*leave, *hands))
    for group in groups:
        held = tuple(key for key in group if key in pressed)
        if held:
            missing = f'{{!{OFFERS}.contains("{chr(group[0].code)}")}}'
            yield RestrictCommands(name="", action="Hide", match=missing, keys=held)
