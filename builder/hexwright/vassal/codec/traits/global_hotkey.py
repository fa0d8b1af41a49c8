"""The trait Global Hotkey."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_values import Key
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("globalhotkey;", "Global Hotkey", "VASSAL.counters.GlobalHotKey")
class GlobalHotkey(Trait):
    menu: str = trait_fields.menu("Menu command")
    key: Key | None = trait_fields.key("Key command", Key.ctrl("H"))
    hotkey: Key | None = trait_fields.key("Global Hotkey")
    description: str = trait_fields.text("Description")
