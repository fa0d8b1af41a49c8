"""Keep the commands of the enforcement from the traits that they don't concern.

The engine passes every key command through all traits of a piece. A Dynamic Property and a Layer write
the state of the whole piece twice each time one passes, whether it is theirs or not, and that takes
longer than everything else in a judgement: a move sends a dozen commands. So what keeps something stands
inside, what judges and tells stands outside, and between them a Restrict Commands lets nothing through
that nobody inside listens to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final

from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import (
    DynamicProperty,
    MarkWhenMoved,
    MovementTrail,
    RestrictCommands,
    TriggerAction,
)
from builder.vassal.codec.values import Key

OURS: Final = "hexwright.rules."
"""How the names of the commands begin that are held back."""
_KEEPS: Final = (DynamicProperty, MarkWhenMoved, MovementTrail)


def shielded(inside: Iterable[Trait], traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """Return traits with those that keep something first, and behind a shield.

    `inside` are traits that stand further in. Both lists go from the innermost outwards; the order among
    those that keep something, and among the others, stays.
    """
    given = tuple(traits)
    keepers = tuple(trait for trait in given if isinstance(trait, _KEEPS))
    others = tuple(trait for trait in given if not isinstance(trait, _KEEPS))
    heard = {key for trait in (*inside, *keepers) for key in listens(trait)}
    sent = {key for trait in others for key in _keys(trait) if key.name.startswith(OURS)}
    held = tuple(sorted(sent - heard, key=lambda key: key.name))
    if not keepers or not held:
        return given
    shield = RestrictCommands(name="Nothing inside listens to these", action="Hide", match="", keys=held)
    return (*keepers, shield, *others)


def listens(trait: Trait) -> Iterator[Key]:
    """Yield the key commands that a trait answers."""
    if isinstance(trait, TriggerAction):
        yield from filter(None, (trait.key, *trait.watch))
    elif not isinstance(trait, RestrictCommands):
        yield from _keys(trait)


def _keys(value: object) -> Iterator[Key]:
    if isinstance(value, Key):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _keys(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _keys(getattr(value, field.name))
