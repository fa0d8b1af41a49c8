"""The traits of pieces in play, one a file; each registers itself, and files are found by folder."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING

from hexwright.emulator.trait_behaviour import TraitBehaviour, behaviour_class
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_pieces import LivePiece

for _found in pkgutil.iter_modules(__path__):
    import_module(f"{__name__}.{_found.name}")


def make_behaviour(world: GameWorld, piece: LivePiece, trait: Trait, number: int) -> TraitBehaviour | None:
    """Return a trait in play; None for one that only shows, and for one that isn't known, which is named."""
    maker = behaviour_class(type(trait))
    if maker is not None:
        return maker(world, piece, trait, number)
    if type(trait) not in _SHOWN:
        named = trait.TITLE or f"the trait {getattr(trait, 'id', '?')}"
        world.cannot(named if not isinstance(trait, UnknownTrait) else "a trait that VASSAL doesn't know")
    return None


#: Traits that change nothing but what is seen or heard.
_SHOWN: frozenset[type[Trait]] = frozenset(
    {
        t.Prototype,
        t.Comment,
        t.SubMenu,
        t.MenuSeparator,
        t.NonRectangular,
        t.NonRectangularBefore36,
        t.BorderOutline,
        t.AreaOfEffect,
        t.PlaySound,
        t.MovementTrail,
        t.ActionButton,
        t.Deselect,
    }
)
