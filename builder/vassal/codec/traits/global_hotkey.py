"""The trait Global Hotkey."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.values import Key


@record
class GlobalHotkey(Trait):
    """Global Hotkey (VASSAL.counters.GlobalHotKey)."""

    ID: ClassVar[str] = "globalhotkey;"
    TITLE: ClassVar[str] = "Global Hotkey"
    JAVA: ClassVar[str] = "VASSAL.counters.GlobalHotKey"

    menu: str = fields.menu("Menu command")
    key: Key | None = fields.key("Key command", Key.ctrl("H"))
    hotkey: Key | None = fields.key("Global Hotkey")
    description: str = fields.text("Description")
