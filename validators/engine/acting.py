"""Traits in play: what each answers, does and blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from builder.vassal.codec import traits as t
from builder.vassal.codec.fields import Trait, UnknownTrait
from builder.vassal.codec.values import Key
from validators.reading.keys import Identity, identity

if TYPE_CHECKING:
    from validators.engine.pieces import LivePiece
    from validators.engine.world import World


def keys_of(*keys: Key | None) -> frozenset[Identity]:
    """Return what the engine compares of keys; the key that means none is left out."""
    return frozenset(name for key in keys if key is not None and (name := identity(key)) is not None)


class Acting:
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

    def __init__(self, world: World, piece: LivePiece, trait: Any, number: int) -> None:
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

    # What many do --------------------------------------------------------------------------------
    def format(self, given: str) -> str:
        """Evaluate a format as the piece sees it."""
        return self.world.evaluator.format(given, self.piece)

    def changed(self, undo: Callable[[], None], weight: int = 0) -> None:
        """Record a change; `weight` are the letters of the texts that undoing it keeps."""
        self.world.journal.record(undo, weight=weight)


class Marker(Acting):
    """Be a Marker (VASSAL.counters.Marker)."""

    def prepare(self) -> None:
        values = (*self.trait.values, *[""] * len(self.trait.names))
        self.values = dict(reversed(list(zip(self.trait.names, values, strict=False))))
        self.names = tuple(self.values)

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.values[name]


class BasicName(Acting):
    """Be a Basic Name (VASSAL.counters.BasicName)."""

    names = ("BasicName", "LocalizedBasicName")

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.world.evaluator.format(self.trait.name, self.piece) if self.trait.name else ""


class Calculated(Acting):
    """Be a Calculated Property (VASSAL.counters.CalculatedProperty)."""

    def prepare(self) -> None:
        self.names = (self.trait.name,) if self.trait.name else ()
        self.expression = self.trait.expression

    def get(self, name: str) -> tuple[bool, Any]:
        from validators.engine.expressions import ExpressionError, RecursionLimitError

        evaluator = self.world.evaluator
        bare = self.expression.strip()
        inner = bare[1:-1] if len(bare) > 1 and bare[0] == "{" and bare[-1] == "}" else self.expression
        try:
            with evaluator.limiter:
                return True, evaluator.once("{" + inner + "}", self.piece)
        except RecursionLimitError:
            self.world.problem(f"Infinite loop in the calculated property {name}")
        except ExpressionError as fault:
            if self.piece.map is not None:
                self.world.problem(f"Expression evaluation error: {self.expression}: {fault}")
        return True, ""


class Restrict(Acting):
    """Be a Restrict Commands (VASSAL.counters.RestrictCommands)."""

    def prepare(self) -> None:
        self.watched = keys_of(*self.trait.keys)

    def blocks(self, key: Identity) -> bool:
        return key in self.watched and self.world.evaluator.is_true(self.trait.match, self.piece)


class RestrictedAccess(Acting):
    """Be a Restricted Access (VASSAL.counters.Restricted)."""

    names = ("Restricted", "RestrictedMovement")

    @property
    def restricted(self) -> bool:
        """Tell whether the player at the table may not use the piece."""
        trait, world = self.trait, self.world
        restricted = trait.by_player and trait.owner not in ("", world.player)
        if (restricted or not trait.by_player) and world.module.sides and world.started:
            restricted = world.side not in trait.sides
        return restricted

    def get(self, name: str) -> tuple[bool, Any]:
        if name == "RestrictedMovement":
            return True, self.restricted and self.trait.prevent_moves
        return True, self.restricted

    def blocks(self, key: Identity) -> bool:
        return self.restricted


class Immobile(Acting):
    """Be a Does Not Stack (VASSAL.counters.Immobilized)."""

    names = ("NoStack", "IgnoreGrid", "Terrain", "NonMovable")

    def get(self, name: str) -> tuple[bool, Any]:
        if name == "NoStack":
            return True, None if self.trait.stacking == "L" else True
        if name == "IgnoreGrid":
            return True, "g" in self.trait.selection
        if name == "NonMovable":
            return True, self.trait.movement == "V"
        return True, self.trait.movement in ("I", "V")


class Moved(Acting):
    """Be a Mark When Moved (VASSAL.counters.MovementMarkable)."""

    names = ("Moved",)
    state = ("moved",)

    def prepare(self) -> None:
        self.moved = bool(self.trait.moved)
        self.toggle = keys_of(self.trait.key)
        self.mark = keys_of(self.trait.moved_key)
        self.unmark = keys_of(self.trait.unmoved_key)
        self.keys = self.toggle | self.mark | self.unmark

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.moved

    def set(self, moved: bool) -> None:
        """Mark the piece as moved or not."""
        old = self.moved
        if old != moved:
            self.moved = moved

            def undo() -> None:
                self.moved = old

            self.changed(undo)

    def act(self, key: Identity) -> None:
        self.set(not self.moved if key in self.toggle else key in self.mark)


class Label(Acting):
    """Be a Text Label (VASSAL.counters.Labeler)."""

    renames = True

    def prepare(self) -> None:
        self.names = (self.trait.property,) if self.trait.property else ()
        self.keys = keys_of(self.trait.key) if self.trait.menu else frozenset()

    @property
    def label(self) -> str:
        """Return the label as shown."""
        return self.world.evaluator.format(self.trait.label, self.piece, quiet=self.piece.map is None)

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.label

    def rename(self, number: int) -> str:
        inner = self.piece.name_from(number + 1)
        if not self.trait.label and not self.trait.always_use_format:
            return inner
        words: dict[str, str | None] = {"pieceName": inner, "label": self.label}
        return self.world.evaluator.format(self.trait.name_format, self.piece, words)

    def act(self, key: Identity) -> None:
        self.world.cannot("the dialog of a Text Label")


class Message(Acting):
    """Be a Translatable Message (VASSAL.counters.TranslatableMessage)."""

    def prepare(self) -> None:
        self.names = (self.trait.property,) if self.trait.property else ()

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.trait.message


class Sheet(Acting):
    """Be a Property Sheet, whose values can be read (VASSAL.counters.PropertySheet)."""

    def prepare(self) -> None:
        names = [name[1:] for name in self.trait.definition if len(name) > 1]
        values = list(getattr(self.trait, "values", ())) + [""] * len(names)
        self.values = dict(zip(names, values, strict=False))
        self.names = tuple(names)

    def get(self, name: str) -> tuple[bool, Any]:
        return True, self.values[name]


def make(world: World, piece: LivePiece, trait: Trait, number: int) -> Acting | None:
    """Return a trait in play; None for one that only shows, and for one that isn't known, which is named."""
    maker = _makers().get(type(trait))
    if maker is not None:
        return maker(world, piece, trait, number)
    if type(trait) not in _SHOWN:
        named = trait.TITLE or f"the trait {getattr(trait, 'id', '?')}"
        world.cannot(named if not isinstance(trait, UnknownTrait) else "a trait that VASSAL doesn't know")
    return None


def _makers() -> dict[type[Trait], type[Acting]]:
    from validators.engine import carrying, changing, commanding, masking, moving, turning

    return {
        t.Marker: Marker,
        t.BasicName: BasicName,
        t.CalculatedProperty: Calculated,
        t.RestrictCommands: Restrict,
        t.RestrictedAccess: RestrictedAccess,
        t.DoesNotStack: Immobile,
        t.MarkWhenMoved: Moved,
        t.TextLabel: Label,
        t.TranslatableMessage: Message,
        t.PropertySheet: Sheet,
        t.DynamicProperty: changing.Dynamic,
        t.SetGlobalProperty: changing.SetGlobal,
        t.SetPieceProperty: changing.SetPieces,
        t.Layer: changing.Layer,
        t.CanRotate: turning.Rotator,
        t.TriggerAction: commanding.Trigger,
        t.GlobalKeyCommand: commanding.GlobalKey,
        t.GlobalHotkey: commanding.HotKey,
        t.ReportAction: commanding.Report,
        t.SendToLocation: moving.Send,
        t.PlaceMarker: moving.Place,
        t.ReplaceWithOther: moving.Replace,
        t.Mask: masking.Mask,
        t.ReturnToDeck: masking.Return,
        t.Mat: carrying.Mat,
        t.MatCargo: carrying.Cargo,
        t.Clone: moving.Clone,
        t.Delete: moving.Delete,
    }


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


def first(found: Iterable[Acting], kind: type[Acting]) -> Any:
    """Return the first trait of a kind, or None."""
    return next((trait for trait in found if isinstance(trait, kind)), None)
