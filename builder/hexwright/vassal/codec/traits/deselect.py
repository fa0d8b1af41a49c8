"""The trait Deselect."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import Key
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class Deselect(Trait):
    """Deselect (VASSAL.counters.Deselect).

    ``kind`` is D deselect this piece, A deselect all pieces, S select only this piece.
    """

    ID: ClassVar[str] = "deselect;"
    TITLE: ClassVar[str] = "Deselect"
    JAVA: ClassVar[str] = "VASSAL.counters.Deselect"
    SINCE: ClassVar[str] = "3.5"

    menu: str = trait_fields.menu("Menu command", "Deselect")
    key: Key | None = trait_fields.key("Key command", Key.ctrl("K"))
    description: str = trait_fields.text("Description")
    unstack: bool = trait_fields.boolean("Remove piece from stack")
    kind: str = trait_fields.choice("Deselection type", ("D", "A", "S"), "D", "3.6")
