"""The players at the table as scripts see them (VASSAL.build.module.PlayerRoster)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.name_spaces import This

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld

# ruff: noqa: N802  (the methods have Java's names behind j_)

OBSERVER = "<observer>"


class JPlayer:
    """A PlayerRoster.PlayerInfo as scripts see it."""

    java_names = ("PlayerInfo",)
    __slots__ = ("side",)

    def __init__(self, side: str) -> None:
        self.side = side

    def j_getSide(self) -> str:
        return self.side

    def j_isObserver(self) -> bool:
        return self.side == OBSERVER


class JSeatButton:
    """The button by which players change seats, as scripts see it."""

    java_names = ("LaunchButton",)

    def j_addActionListener(self, listener: Any) -> None:
        """Ignore the listener, because the emulator asks no question."""


def tell_seat_listeners(world: GameWorld, before: str | None, after: str) -> None:
    """Call the scripts that listen for changes of seat (PlayerRoster.SideChangeListener)."""
    for listener in world.seat_listeners:
        method = listener.scope.find_method("sideChanged", [before, after])
        if method is not None:
            method.call([before, after])


class JRoster:
    """The roster of players: the current player, and the players listed in a loaded game."""

    java_names = ("PlayerRoster",)

    def __init__(self, world: GameWorld) -> None:
        self.world = world

    def j_getPlayers(self) -> JArray:
        own = () if self.world.side is None else (self.world.side,)
        return JArray("PlayerInfo", [JPlayer(side) for side in (*own, *self.world.seats.values())])

    def j_getLaunchButton(self) -> JSeatButton:
        return JSeatButton()

    def j_addSideChangeListenerToInstance(self, listener: Any) -> None:
        """Keep a script's listener, which is called after a change of seat."""
        if isinstance(listener, This):
            self.world.seat_listeners.append(listener)
