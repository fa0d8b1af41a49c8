"""The Restricted Access trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("restrict;", "Restricted Access", "VASSAL.counters.Restricted", state_delimiter=None)
class RestrictedAccess(Trait):
    sides: tuple[str, ...] = trait_fields.strings("Belongs to side")
    by_player: bool = trait_fields.boolean("Also belongs to initially-placing player")
    prevent_moves: bool = trait_fields.boolean("Prevent non-owning players from moving piece", True)
    description: str = trait_fields.text("Description", "", "3.5")
    owner: str = trait_fields.text("Owning player", kind="player", state=True)
