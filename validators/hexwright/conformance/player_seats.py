"""Player seats: let a player in each side's seat make that side's decisions, while the other player attempts
retreats.
"""

from __future__ import annotations

from hexwright.conformance.module_player import ModulePlayer
from hexwright.rules.engine.rules_protocol import CHANCE, Action


def deciding_side(hands: ModulePlayer) -> int:
    """Return the side whose player acts: the deciding side, or the phasing side for die rolls."""
    kernel, state = hands.paired_game.kernel, hands.paired_game.state
    side = kernel.active_side(state)
    return kernel.setting.side(state) if side in (CHANCE, None) else kernel.setting.sides.index(side)


def take_seat(hands: ModulePlayer, side: int) -> None:
    """Take the seat of a side, if each side has its own player."""
    if hands.seated:
        setting = hands.paired_game.kernel.setting
        hands.paired_game.table.sit(setting.game.info.side(setting.sides[side]).name)


def attempt_retreat_by_other(hands: ModulePlayer, action: Action) -> None:
    """Drag a retreating unit as the player who may not conduct the retreat; the module must refuse.

    It must move the unit back and change nothing else.
    """
    mirror = hands.paired_game
    assert action.unit is not None
    assert action.hex is not None
    mirror.count_attempt("retreats by the other player")
    mirror.table.chat()
    take_seat(hands, (deciding_side(hands) + 1) % len(mirror.kernel.setting.sides))
    mirror.table.drag(action.unit, action.hex)
    what = f"{action.text}, by the other player"
    if not hands.compare_verdict(what, "") or not mirror.compare(what):
        hands.end_walk()
