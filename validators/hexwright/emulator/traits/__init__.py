"""The traits of pieces in play, one per file. Each file in this folder registers its trait."""

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
    """Return the behaviour of a trait, or None if the trait is unknown or only affects the display.

    Unknown traits are recorded.
    """
    maker = behaviour_class(type(trait))
    if maker is not None:
        return maker(world, piece, trait, number)
    if type(trait) not in _SHOWN:
        named = trait.TITLE or f"the trait with the id {getattr(trait, 'id', '?')}"
        world.report_unsupported(
            named if not isinstance(trait, UnknownTrait) else "a trait that VASSAL doesn't know"
        )
    return None


#: Traits that affect only the display or sound.
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
