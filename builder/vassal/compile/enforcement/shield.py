"""Keep the commands of the enforcement from the traits that they don't concern.

The engine passes every key command through all traits of a piece. A Dynamic Property and a Layer write
the state of the whole piece twice each time one passes, whether it is theirs or not, and that takes
longer than everything else in a judgement: a move sends a dozen commands. So what keeps something stands
inside, what judges and tells stands outside, and between them a Restrict Commands lets nothing through
that nobody inside listens to. The property that every move sets has a second one below it, so that what
sets it passes no other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final

from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import (
    DynamicProperty,
    Layer,
    RestrictCommands,
    TriggerAction,
)
from builder.vassal.codec.values import Key

OURS: Final = ("hexwright.rules.", "hexwright.moved.", "hexwright.trail.", "hexwright.phase.")
"""How the names of the commands begin that are held back."""


def shielded(inside: Iterable[Trait], traits: Iterable[Trait], often: str) -> tuple[Trait, ...]:
    """Return traits with those that keep something first, behind shields.

    `inside` are traits that stand further in; `often` names the property that is set most often. The
    lists go from the innermost outwards; the order among those that keep something, and among the
    others, stays.
    """
    given = tuple(traits)
    keepers = tuple(trait for trait in given if isinstance(trait, (DynamicProperty, Layer)))
    outer = tuple(trait for trait in given if not isinstance(trait, (DynamicProperty, Layer)))
    inner = (*inside, *(trait for trait in keepers if trait.name != often))
    middle = tuple(trait for trait in keepers if trait.name == often)
    return (
        *(trait for trait in keepers if trait.name != often),
        *_shield(inner, middle),
        *middle,
        *_shield((*inner, *middle), outer),
        *outer,
    )


def _shield(inside: Iterable[Trait], outside: Iterable[Trait]) -> Iterator[Trait]:
    """Yield what holds back the commands of outer traits that no inner one listens to, if there are any."""
    heard = {key for trait in inside for key in listens(trait)}
    sent = {key for trait in outside for key in _keys(trait) if key.name.startswith(OURS)}
    held = tuple(sorted(sent - heard, key=lambda key: key.name))
    if held:
        yield RestrictCommands(name="Nothing inside listens to these", action="Hide", match="", keys=held)


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
