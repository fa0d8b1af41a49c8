"""Show on request where a unit may go: lights on the map, for the player who asks alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import TriggerAction
from builder.vassal.compile import keys
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.script import call

MENU: Final = "Show where it may go"


def unit_traits() -> Iterator[Trait]:
    """Yield what lights up the hexes that a unit may move to.

    The script lights them while it is asked whether the trigger matches, which it never does: so no
    command comes of it, and nothing is logged. A menu asks for the match whenever it opens, so the
    one with a menu line is another trigger.
    """
    yield TriggerAction(
        name="Never matches: the lights are no part of the game",
        menu="",
        key=names.LIGHTS,
        match=f'{{{call("toggleLights", "PieceUID").strip("{}")}.equals("never")}}',
        actions=(),
    )
    yield TriggerAction(name="Shows where it may go", menu=MENU, key=keys.SHOW_REACH, actions=(names.LIGHTS,))
