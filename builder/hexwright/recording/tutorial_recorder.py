"""Provide the module builder with a tutorial recorder whose code is imported only when needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwright.support.result_cache import code_digest

if TYPE_CHECKING:
    from hexwright.vassal.module.module_pieces import ModulePieces


@dataclass(frozen=True, slots=True)
class TutorialRecorder:
    """A recorder of a game's tutorial; `digest` changes with the code on which it depends."""

    digest: str

    @classmethod
    def current_version(cls) -> TutorialRecorder:
        """Return the recorder with the digest of the current code."""
        return cls(code_digest())

    def __call__(self, stock: ModulePieces) -> bytes | None:
        """Return the log, or None if the game can't be played."""
        # An unchanged game is built in less time than this import takes.
        from hexwright.recording.tutorial_turn import record_tutorial

        return record_tutorial(stock)
