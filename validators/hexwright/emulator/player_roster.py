"""Who sits at the table (VASSAL.build.module.PlayerRoster), as scripts ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwright.emulator.beanshell.java_arrays import JArray

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld

# ruff: noqa: N802  (the methods have Java's names behind j_)

OBSERVER = "<observer>"


class JPlayer:
    """Be a PlayerRoster.PlayerInfo."""

    java_names = ("PlayerInfo",)
    __slots__ = ("side",)

    def __init__(self, side: str) -> None:
        self.side = side

    def j_getSide(self) -> str:
        return self.side

    def j_isObserver(self) -> bool:
        return self.side == OBSERVER


class JRoster:
    """Be the PlayerRoster: the player at this table, and those whom a loaded game names."""

    java_names = ("PlayerRoster",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_getPlayers(self) -> JArray:
        own = () if self.world.side is None else (self.world.side,)
        return JArray("PlayerInfo", [JPlayer(side) for side in (*own, *self.world.seats.values())])
