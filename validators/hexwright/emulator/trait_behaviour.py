"""The base class of traits in play: their properties and their response to keys. Subclasses are in
`traits/`.
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
    """Return the form in which VASSAL compares keys; empty keys are left out."""
    return frozenset(name for key in keys if key is not None and (name := key_identity(key)) is not None)


class TraitBehaviour:
    """A trait in play. `names` are the properties it provides, `keys` the commands it responds to."""

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
        """Set names, keys and state from the trait's definition."""

    def get(self, name: str) -> tuple[bool, Any]:
        """Return whether the trait currently provides a property, and the value."""
        return False, None

    def perform(self, key: Identity) -> None:
        """Execute the command of a key."""

    def blocks(self, key: Identity) -> bool:
        """Return whether the trait keeps a key from the inner traits."""
        return False

    def rename(self, number: int) -> str:
        """Return the piece's name: the name with all inner traits, as this trait changes it."""
        return self.piece.name_from(number + 1)

    def set_property(self, name: str, value: Any) -> bool:
        """Set a property from outside; return whether the inner traits are to be skipped."""
        return False

    def on_dealt(self, face_down: bool) -> bool:
        """Turn a card face down or up as its deck demands; return whether the trait reacted."""
        return False

    # Shared helpers ------------------------------------------------------------------------------
    def format(self, given: str) -> str:
        """Evaluate a format as seen by the piece."""
        return self.world.evaluator.format(given, self.piece)

    def changed(self, undo: Callable[[], None], weight: int = 0) -> None:
        """Record a change; `weight` is the length of the texts kept for undoing it."""
        self.world.journal.record(undo, weight=weight)


_PLAYED: dict[type[Trait], type[TraitBehaviour]] = {}


def registers_behaviour(kind: type[Trait]) -> Callable[[type[BehaviourFactory]], type[BehaviourFactory]]:
    """Return a decorator that registers a class as the behaviour of a trait."""

    def register(made: type[BehaviourFactory]) -> type[BehaviourFactory]:
        _PLAYED[kind] = made
        return made

    return register


def behaviour_class(kind: type[Trait]) -> type[TraitBehaviour] | None:
    """Return the behaviour class of a trait; None if it only affects the display, or is unknown."""
    return _PLAYED.get(kind)


def copy_state(source: TraitBehaviour, target: TraitBehaviour) -> None:
    """Copy the state of a trait to another of its kind, except for attributes that belong to one piece."""
    for name in () if source.bound else source.state:
        setattr(target, name, getattr(source, name))
