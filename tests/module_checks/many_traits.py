"""Modules whose one piece has as many traits as a piece may have, of one kind each, made to be slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from xml.sax.saxutils import escape

from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import MAX_TRAITS, AddPiece, GamePiece
from hexwright.vassal.codec.trait_fields import Trait
from tests.module_checks.sound import files

MOST: Final = MAX_TRAITS - 10
_SLOT: Final = (
    '<VASSAL.build.widget.PieceSlot entryName="{0}" gpid="{1}" height="5" width="5">{2}'
    "</VASSAL.build.widget.PieceSlot>"
)
_LIST: Final = "</VASSAL.build.widget.ListWidget>"


def _key(number: int) -> KeyCommand:
    return KeyCommand.named(f"k{number}")


def _markers(number: int) -> Trait:
    return t.Marker(names=(f"K{number}",), values=(f"v{number}",))


def _unknown(number: int) -> Trait:
    return t.UnknownTrait(f"zzz{number};a", "state")


def _all_on_one_key(number: int) -> Trait:
    return t.TriggerAction(name=f"T{number}", menu="All", key=KeyCommand.ctrl("A"), actions=(_key(number),))


def _chain(number: int) -> Trait:
    return t.TriggerAction(name=f"T{number}", menu="On", key=_key(number), actions=(_key(number + 1),))


def _ring(number: int) -> Trait:
    return t.TriggerAction(name=f"T{number}", key=_key(number), actions=(_key((number + 1) % MOST),))


def _thicket(number: int) -> Trait:
    return t.TriggerAction(
        name=f"T{number}",
        menu="On",
        key=None,
        watch=tuple(_key(other) for other in range(number)),
        actions=(_key(number),),
    )


def _layers(number: int) -> Trait:
    return t.Layer.of(
        f"L{number}", ("full.png", "spent.png"), ("", " (x)"), increase_menu="Up", increase_key=_key(number)
    )


MANY: Final[dict[str, tuple[Callable[[int], Trait], int]]] = {
    "markers": (_markers, MOST),
    "unknown": (_unknown, MOST),
    "triggers on one key": (_all_on_one_key, MOST),
    "triggers in a chain": (_chain, MOST),
    "triggers in a ring": (_ring, MOST),
    "a thicket of triggers": (_thicket, 300),
    "layers": (_layers, MOST),
    "markers beyond the cap": (_markers, MAX_TRAITS + 1),
}
"""The trait of a number, and how many."""


def module(name: str, pieces: int = 1, *, first: Sequence[Trait] = ()) -> dict[str, bytes]:
    """Return the sound module with so many pieces more that hold all traits of a kind."""
    make, number = MANY[name]
    basic = t.BasicPiece(image="full.png", name="Many", gpid="50")
    text = AddPiece(GamePiece.of(basic, *first, *map(make, range(number)))).encode()
    slots = "".join(_SLOT.format(f"P{i}", 50 + i, escape(text)) for i in range(pieces))
    made = files()
    build = made.entries["buildFile.xml"].decode()
    made.entries["buildFile.xml"] = build.replace(_LIST, slots + _LIST, 1).encode()
    return made.entries
