"""The trait Deselect."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class Deselect(Trait):
    """Deselect (VASSAL.counters.Deselect).

    ``kind`` is D deselect this piece, A deselect all pieces, S select only this piece.
    """

    ID: ClassVar[str] = "deselect;"
    TITLE: ClassVar[str] = "Deselect"
    JAVA: ClassVar[str] = "VASSAL.counters.Deselect"
    SINCE: ClassVar[str] = "3.5"

    menu: str = fields.menu("Menu command", "Deselect")
    key: Key | None = fields.key("Key command", Key.ctrl("K"))
    description: str = fields.text("Description")
    unstack: bool = fields.boolean("Remove piece from stack")
    kind: str = fields.choice("Deselection type", ("D", "A", "S"), "D", "3.6")
