"""The prototypes that a module uses, and those that only structure the Editor's list."""

from __future__ import annotations

import re

from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.vassal.codec.traits import Prototype

_HEADING = re.compile(r"\s*+[-=*_#~+.<>/|:\u2010-\u2015]{2}|[\W_]++$")


def is_heading(name: str) -> bool:
    """Return whether a name is a heading or a line in the Editor's list, such as `--- Units ---`."""
    return _HEADING.match(name) is not None


def used_prototypes(module: ModuleView) -> frozenset[str]:
    """Return the prototypes that any piece uses, directly or through other prototypes."""
    waiting = [
        trait.name
        for design in module.definitions
        if design.prototype is None and design.piece is not None
        for trait in design.piece.all(Prototype)
    ]
    waiting += [
        trait.name
        for setup in module.set_ups
        for kind in setup.kinds
        for trait in kind.traits
        if isinstance(trait, Prototype)
    ]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            inner = module.prototypes.by_name.get(name)
            if inner is not None and inner.piece is not None:
                waiting.extend(trait.name for trait in inner.piece.all(Prototype))
    return frozenset(found)
