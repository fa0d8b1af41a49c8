"""Play built modules without Java, as VASSAL 3.7.26 does (docs/explanation/emulator.md)."""

from hexwright.emulator.emulated_game import OBSERVER, EmulatedGame

__all__ = ["OBSERVER", "EmulatedGame"]
