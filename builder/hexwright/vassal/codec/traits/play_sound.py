"""The Play Sound trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("playSound;", "Play Sound", "VASSAL.counters.PlaySound")
class PlaySound(Trait):
    sound: str = trait_fields.formatted("Sound Clip")
    menu: str = trait_fields.menu("Menu command", "Play Sound")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("P"))
    to_others: bool = trait_fields.boolean("Send sound to other players")
    description: str = trait_fields.text("Description", "", "3.5")
    no_suppress: bool = trait_fields.boolean("Override suppression by Global Key Commands", False, "3.7")
