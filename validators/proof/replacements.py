"""Take replacements and losses to the weather as a player does, and try what the rules forbid."""

from __future__ import annotations

from validators.proof.hands import LOSE, REGAIN, Hands
from validators.rules.protocol import Action


def act(hands: Hands, action: Action) -> None:
    """Do one action of a replacement phase."""
    mirror = hands.mirror
    mirror.tried("replacements")
    match action.kind:
        case "restore":
            assert action.unit is not None
            mirror.table.key(action.unit, REGAIN, "replacement")
        case "new":
            assert action.unit is not None
            assert action.hex is not None
            mirror.table.drag(action.unit, action.hex, "replacement")
        case "attrition":
            assert action.unit is not None
            mirror.table.key(action.unit, LOSE, "replacement")
        case _:
            pass
    mirror.state = mirror.kernel.apply(mirror.state, action)


def attempt(hands: Hands) -> None:
    """Try nothing yet."""
