"""Estimate the bytes that a game keeps between keys: strings, pieces, and stored script values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from hexwright.emulator.beanshell.beanshell_interpreter import Interpreter
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_builder_classes import JBuilder
from hexwright.emulator.beanshell.java_lists import JCollection
from hexwright.emulator.beanshell.java_maps import JMap
from hexwright.emulator.beanshell.java_values import BoxedPrimitive
from hexwright.emulator.beanshell.name_spaces import Scope, This
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.property_containers import PropertyContainer

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld

#: The most bytes that a game may keep.
MAX_GAME_BYTES: Final = 96 << 20
#: A game is measured again once so many bytes were created, even if most were discarded.
UNWEIGHED: Final = 48 << 20
_OBJECT: Final = 80


def game_weight(world: GameWorld) -> int:
    """Return an estimate of the bytes that a game keeps."""
    from hexwright.emulator.game_world import piece_weight

    total = sum(map(_text, world.chat)) + 4 * world.journal.weight
    holders: list[PropertyContainer] = [world.holder]
    for live in world.maps.values():
        holders += [live.holder, *live.zones.values()]
    for holder in holders:
        total += sum(_text(value.value) for value in holder.values.values())
    for thing in world.things.values():
        if isinstance(thing, LivePiece):
            total += piece_weight(len(thing.acting)) + sum(map(_text, thing.persistent.values()))
            total += sum(_text(getattr(trait, name)) for trait, name in thing.states)
            total += sum(map(_text, (thing.snapshot or {}).values()))
    drawn = [one for live in world.maps.values() for one in live.drawn]
    return total + _scripts([*world.client.values(), *drawn])


def _text(value: Any) -> int:
    if type(value) is not str:
        return 0
    return len(value) if value.isascii() else 4 * len(value)


def _scripts(kept: Iterable[Any]) -> int:
    """Return the size of script values, counting each object once."""
    seen: set[int] = set()
    waiting: list[Any] = list(kept)
    total = 0
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        total += _OBJECT + _text(value)
        waiting.extend(_inside(value))
    return total


def _inside(value: Any) -> Iterator[Any]:
    match value:
        case BoxedPrimitive():
            yield value.value
        case JArray():
            yield from value.items
        case JMap():
            for entry in value.table.values():
                yield from entry
        case JCollection():
            yield from value.each()
        case JBuilder():
            yield str(value)
        case This():
            yield value.scope
        case Interpreter():
            yield value.scope
        case Scope():
            yield from value.values()
            yield value.parent
            for methods in (value.methods or {}).values():
                yield from (method.scope for method in methods)
