"""The Global Hotkey trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("globalhotkey;", "Global Hotkey", "VASSAL.counters.GlobalHotKey")
class GlobalHotkey(Trait):
    menu: str = trait_fields.menu("Menu command")
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("H"))
    hotkey: KeyCommand | None = trait_fields.key("Global Hotkey")
    description: str = trait_fields.text("Description")
