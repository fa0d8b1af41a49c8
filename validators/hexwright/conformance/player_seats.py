"""Let each player sit on his own side and do what is his to decide; the other tries to lead retreats."""

from __future__ import annotations

from hexwright.conformance.module_player import Hands
from hexwright.rules.engine.rules_protocol import CHANCE, Action


def decides(hands: Hands) -> int:
    """Return the side whose player acts: who decides by the reference, for dice whose phase it is."""
    kernel, state = hands.mirror.kernel, hands.mirror.state
    side = kernel.active_side(state)
    return kernel.setting.side(state) if side in (CHANCE, None) else kernel.setting.sides.index(side)


def take(hands: Hands, side: int) -> None:
    """Take the seat of a side, where each player has his own."""
    if hands.seated:
        setting = hands.mirror.kernel.setting
        hands.mirror.table.sit(setting.game.info.side(setting.sides[side]).name)


def other_leads(hands: Hands, action: Action) -> None:
    """Have the player whose right it isn't drag a retreating unit: it comes back, and nothing has changed."""
    mirror = hands.mirror
    assert action.unit is not None
    assert action.hex is not None
    mirror.tried("retreats by the other player")
    mirror.table.chat()
    take(hands, (decides(hands) + 1) % len(mirror.kernel.setting.sides))
    mirror.table.drag(action.unit, action.hex)
    what = f"{action.text}, by the other player"
    if not hands.judged(what, "") or not mirror.compare(what):
        hands.part()
