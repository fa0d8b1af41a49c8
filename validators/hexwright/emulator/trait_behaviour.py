"""What a trait in play is: what it answers, does and blocks. Each stands in a file of `traits/`."""

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
    """Return what the engine compares of keys; the key that means none is left out."""
    return frozenset(name for key in keys if key is not None and (name := key_identity(key)) is not None)


class TraitBehaviour:
    """Be a trait in play. `names` are the properties it answers, `keys` the commands it hears."""

    names: tuple[str, ...] = ()
    keys: frozenset[Identity] = frozenset()
    #: The attributes that change in play, to values that are never changed in place.
    state: tuple[str, ...] = ()
    #: They belong to this piece alone, so that a copy doesn't take them along.
    bound: bool = False
    #: The engine lets what is inward act first.
    inner_first: ClassVar[bool] = False
    #: The trait reports what was before a command.
    remembers: bool = False
    renames: bool = False
    #: The picture that the trait shows now, if it is one that may lie under the mouse.
    image: str = ""

    def __init__(self, world: GameWorld, piece: LivePiece, trait: Any, number: int) -> None:
        self.world = world
        self.piece = piece
        self.trait = trait
        self.prepare()

    def prepare(self) -> None:
        """Set names, keys and state from the trait as designed."""

    def get(self, name: str) -> tuple[bool, Any]:
        """Return whether the trait answers for a property just now, and the value."""
        return False, None

    def act(self, key: Identity) -> None:
        """Do what a key commands."""

    def blocks(self, key: Identity) -> bool:
        """Tell whether a key gets no further inward."""
        return False

    def rename(self, number: int) -> str:
        """Return the piece's name as this trait makes it of the name further inward."""
        return self.piece.name_from(number + 1)

    def set_property(self, name: str, value: Any) -> bool:
        """Set a property from outside; tell whether that stops here and gets no further inward."""
        return False

    def dealt(self, face_down: bool) -> bool:
        """Lie as a card lies that leaves a deck; tell whether the trait did anything."""
        return False

    # What many do --------------------------------------------------------------------------------
    def format(self, given: str) -> str:
        """Evaluate a format as the piece sees it."""
        return self.world.evaluator.format(given, self.piece)

    def changed(self, undo: Callable[[], None], weight: int = 0) -> None:
        """Record a change; `weight` are the letters of the texts that undoing it keeps."""
        self.world.journal.record(undo, weight=weight)


_PLAYED: dict[type[Trait], type[TraitBehaviour]] = {}


def registers_behaviour(kind: type[Trait]) -> Callable[[type[BehaviourFactory]], type[BehaviourFactory]]:
    """Return what registers a class as a trait in play."""

    def register(made: type[BehaviourFactory]) -> type[BehaviourFactory]:
        _PLAYED[kind] = made
        return made

    return register


def behaviour_class(kind: type[Trait]) -> type[TraitBehaviour] | None:
    """Return the class of a trait in play; None for one that only shows, or isn't known."""
    return _PLAYED.get(kind)


def copy_state(source: TraitBehaviour, target: TraitBehaviour) -> None:
    """Give a trait the state of another like it, but for what belongs to one piece alone."""
    for name in () if source.bound else source.state:
        setattr(target, name, getattr(source, name))
