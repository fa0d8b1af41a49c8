"""The base class of traits in play: their properties and their response to keys.

Its subclasses are in `traits/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_pieces import LivePiece


BehaviourFactory = TypeVar("BehaviourFactory", bound="TraitBehaviour")


def keys_of(*keys: KeyCommand | None) -> frozenset[Identity]:
    """Return keys in the form in which VASSAL compares them. Empty keys are left out."""
    return frozenset(name for key in keys if key is not None and (name := key_identity(key)) is not None)


class TraitBehaviour:
    """A trait in play. `names` are the properties that it provides, and `keys` the keys to which
    it responds.
    """

    names: tuple[str, ...] = ()
    keys: frozenset[Identity] = frozenset()
    #: The attributes that change in play; their values are never mutated.
    state: tuple[str, ...] = ()
    #: Attributes that belong to this piece alone and aren't copied with it.
    bound: bool = False
    #: VASSAL lets the inner traits act first.
    inner_first: ClassVar[bool] = False
    #: The trait's report needs the property values from before a command.
    remembers: bool = False
    renames: bool = False
    #: The picture that the trait shows now, if it is one that can be under the mouse.
    image: str = ""

    def __init__(self, world: GameWorld, piece: LivePiece, trait: Any, number: int) -> None:
        self.world = world
        self.piece = piece
        self.trait = trait
        self.prepare()

    def prepare(self) -> None:
        """Set the names, keys and state from the trait's definition."""

    def get(self, name: str) -> tuple[bool, Any]:
        """Return whether the trait currently provides a property, and the value of that property."""
        return False, None

    def perform(self, key: Identity) -> None:
        """Execute the command that belongs to a key."""

    def blocks(self, key: Identity) -> bool:
        """Return whether the trait prevents a key from reaching the inner traits."""
        return False

    def rename(self, number: int) -> str:
        """Return the piece's name, as this trait changes the name that the inner traits give."""
        return self.piece.name_from(number + 1)

    def set_property(self, name: str, value: Any) -> bool:
        """Set a property on behalf of another trait or a script.

        Return whether the inner traits must be skipped.
        """
        return False

    def on_dealt(self, face_down: bool) -> bool:
        """Turn a card face down or up as its deck requires; return whether the trait reacted."""
        return False

    # Shared helpers ------------------------------------------------------------------------------
    def format(self, given: str) -> str:
        """Evaluate a format as seen by the piece."""
        return self.world.evaluator.format(given, self.piece)

    def changed(self, undo: Callable[[], None], weight: int = 0) -> None:
        """Record a change; `weight` is the number of characters that are kept to undo it."""
        self.world.journal.record(undo, weight=weight)


_PLAYED: dict[type[Trait], type[TraitBehaviour]] = {}


def registers_behaviour(kind: type[Trait]) -> Callable[[type[BehaviourFactory]], type[BehaviourFactory]]:
    """Return a decorator that registers a class as the behaviour of a trait."""

    def register(made: type[BehaviourFactory]) -> type[BehaviourFactory]:
        _PLAYED[kind] = made
        return made

    return register


def behaviour_class(kind: type[Trait]) -> type[TraitBehaviour] | None:
    """Return the behaviour class of a trait; None for an unknown trait, or one that only affects
    the display.
    """
    return _PLAYED.get(kind)


def copy_state(source: TraitBehaviour, target: TraitBehaviour) -> None:
    """Copy the state of a trait to a trait of the same kind, except attributes that belong to one
    piece only.
    """
    for name in () if source.bound else source.state:
        setattr(target, name, getattr(source, name))
