"""Play built modules without Java, as VASSAL 3.7.26 does (docs/explanation/emulator.md)."""

from validators.engine.game import OBSERVER, Game

__all__ = ["OBSERVER", "Game"]
