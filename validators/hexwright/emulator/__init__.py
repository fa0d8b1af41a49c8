"""Emulate VASSAL 3.7.26: play built modules without Java (docs/explanation/emulator.md)."""

from hexwright.emulator.emulated_game import OBSERVER, EmulatedGame

__all__ = ["OBSERVER", "EmulatedGame"]
