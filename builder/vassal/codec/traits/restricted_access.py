"""The trait Restricted Access."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record


@record
class RestrictedAccess(Trait):
    """Restricted Access (VASSAL.counters.Restricted)."""

    ID: ClassVar[str] = "restrict;"
    TITLE: ClassVar[str] = "Restricted Access"
    JAVA: ClassVar[str] = "VASSAL.counters.Restricted"
    STATE_DELIMITER: ClassVar[str | None] = None

    sides: tuple[str, ...] = fields.strings("Belongs to side")
    by_player: bool = fields.boolean("Also belongs to initially-placing player")
    prevent_moves: bool = fields.boolean("Prevent non-owning players from moving piece", True)
    description: str = fields.text("Description", "", "3.5")
    owner: str = fields.text("Owning player", kind="player", state=True)
