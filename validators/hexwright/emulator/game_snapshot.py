"""A snapshot of a whole game, which is restored if a command is stopped before it finishes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.property_containers import PropertyContainer
from hexwright.emulator.turn_trackers import LiveTurnLevel, LiveTurnTracker

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_toolbar import LiveToolbar

Back = Callable[[], None]
#: The fields of the world, except lists and fields that are saved separately.
_ATTRIBUTES: Final = ("side", "started", "depth", "next_id", "selected", "hiding", "mats", "emptied")


class GameSnapshot:
    """The state that a command may change: pieces, stacks, maps, properties, turns, dice, undo list, chat."""

    def __init__(self, world: GameWorld, toolbar: LiveToolbar) -> None:
        self._world = world
        self._things = dict(world.things)
        self._attributes = {name: getattr(world, name) for name in _ATTRIBUTES}
        self._lengths = len(world.chat)
        self._open, self._steps = list(world.journal.open), list(world.journal.steps)
        self._weight = world.journal.weight
        self._lists: list[tuple[list[Any], list[Any]]] = [
            (world.answers, list(world.answers)),
            (world.emptied, list(world.emptied)),
        ]
        for live in world.maps.values():
            inside: tuple[list[Any], ...] = (live.things, live.drawn, live.decks)
            self._lists += [(one, list(one)) for one in inside]
        self.depth = world.evaluator.limiter.depth
        self._random, self._dice = world.random, world.random.getstate()
        self._holding = [one for holder in _holders(world) for one in holder.values.values()]
        self._values = [one.value for one in self._holding]
        self._maps = [(live, live.boards, live.zones, live.zones.copy()) for live in world.maps.values()]
        # A snapshot is taken at every key, in a few long lists: many short ones would trigger garbage
        # collection.
        everything = self._things.values()
        self._pieces = pieces = [thing for thing in everything if type(thing) is LivePiece]
        self._places = [(p.stack, p.home, p.at, p.persistent, p.snapshot) for p in pieces]
        self._states = [getattr(trait, name) for piece in pieces for trait, name in piece.states]
        stacks = [thing for thing in everything if isinstance(thing, LiveStack)]
        stacks += [p.stack for p in pieces if p.stack is not None and p.stack.id not in self._things]
        stacks += [deck for live in world.maps.values() for deck in live.decks if deck.id not in self._things]
        self._stacks = [(stack, tuple(stack.pieces), stack.home, stack.at) for stack in stacks]
        self._decks = [(stack, name, getattr(stack, name)) for stack in stacks for name in stack.state]
        self._turns = [_kept_turns(tracker) for tracker in toolbar.trackers]

    def restore(self) -> None:
        """Restore the game from the snapshot.

        Script variables that VASSAL keeps between keys are dropped, because they may be inconsistent, too.
        """
        world = self._world
        world.things.clear()
        world.things.update(self._things)
        for name, value in self._attributes.items():
            setattr(world, name, value)
        world.reporting = True
        del world.chat[self._lengths :]
        world.journal.open[:], world.journal.steps[:] = self._open, self._steps
        world.journal.paused, world.journal.weight = False, self._weight
        for one, items in self._lists:
            one[:] = items
        world.evaluator.limiter.depth = self.depth
        world.random = self._random
        world.random.setstate(self._dice)
        world.client.clear()
        for value, text in zip(self._holding, self._values, strict=True):
            value.value = text
        for live, boards, zones, by_name in self._maps:
            live.boards, live.zones = boards, zones
            zones.clear()
            zones.update(by_name)
        states = iter(self._states)
        for piece, place in zip(self._pieces, self._places, strict=True):
            piece.stack, piece.home, piece.at, piece.persistent, piece.snapshot = place
            for (trait, name), state in zip(piece.states, states, strict=False):
                setattr(trait, name, state)
        for stack, pieces, home, at in self._stacks:
            stack.pieces[:], stack.home, stack.at = pieces, home, at
        for stack, name, was in self._decks:
            setattr(stack, name, was)
        for back in self._turns:
            back()


def _holders(world: GameWorld) -> list[PropertyContainer]:
    holders: list[PropertyContainer] = [world.holder]
    for live in world.maps.values():
        holders.append(live.holder)
        holders += [zone for zone in live.zones.values() if zone.values]
    return holders


def _kept_turns(tracker: LiveTurnTracker) -> Back:
    at, levels = tracker.at, [_kept_level(level) for level in tracker.levels]
    command, turn = tracker.last_command.value, tracker.last_turn.value

    def back() -> None:
        tracker.at = at
        tracker.last_command.value, tracker.last_turn.value = command, turn
        for one in levels:
            one()

    return back


def _kept_level(level: LiveTurnLevel) -> Back:
    names = ("current", "first", "sub", "over", "sub_over")
    kept = {name: getattr(level, name) for name in names}
    active, value = list(level.active), level.value.value
    below = [_kept_level(inner) for inner in level.levels]

    def back() -> None:
        for name, was in kept.items():
            setattr(level, name, was)
        level.active[:], level.value.value = active, value
        for one in below:
            one()

    return back
