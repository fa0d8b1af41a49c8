"""The trait Play Sound."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class PlaySound(Trait):
    """Play Sound (VASSAL.counters.PlaySound)."""

    ID: ClassVar[str] = "playSound;"
    TITLE: ClassVar[str] = "Play Sound"
    JAVA: ClassVar[str] = "VASSAL.counters.PlaySound"

    sound: str = fields.formatted("Sound Clip")
    menu: str = fields.menu("Menu command", "Play Sound")
    key: Key | None = fields.key("Key command", Key.ctrl("P"))
    to_others: bool = fields.boolean("Send sound to other players")
    description: str = fields.text("Description", "", "3.5")
    no_suppress: bool = fields.boolean("Override suppression by Global Key Commands", False, "3.7")
