"""The trait Layer (before VASSAL 3)."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Remaining


@record
class LayerBefore3(Trait):
    """Layer (before VASSAL 3) (VASSAL.counters.Embellishment).

    The engine reads it and writes it back as a Layer. ``activate`` joins the key and, behind ``;``,
    the reset command, key and level; each of ``levels`` is an image and, behind ``,``, a name.
    """

    ID: ClassVar[str] = "emb;"
    TITLE: ClassVar[str] = "Layer (before VASSAL 3)"
    JAVA: ClassVar[str] = "VASSAL.counters.Embellishment"

    activate: str = fields.text("Activate key and reset", kind="letters")
    activate_menu: str = fields.menu("Activate command")
    increase_letters: str = fields.text("Increase key", kind="letters")
    increase_menu: str = fields.menu("Increase command")
    decrease_letters: str = fields.text("Decrease key", kind="letters")
    decrease_menu: str = fields.menu("Decrease command")
    x_offset: int = fields.integer("Offset")
    y_offset: int = fields.integer("Offset (y)")
    levels: tuple[str, ...] = fields.declare(Remaining(), "Levels", ())
    level: int = fields.integer("Level (negative while inactive)", -1, state=True)
    activation: str = fields.text("Activation keys", kind="letters", state=True, optional=True)
