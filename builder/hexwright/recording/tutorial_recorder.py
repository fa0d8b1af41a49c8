"""Hand the compiler what records a tutorial, without loading it before one is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwright.support.result_cache import code_digest

if TYPE_CHECKING:
    from hexwright.vassal.module.module_pieces import Stock


@dataclass(frozen=True, slots=True)
class TurnRecorder:
    """Makes the tutorial of a game; `digest` changes with the code that it hangs on."""

    digest: str

    @classmethod
    def ready(cls) -> TurnRecorder:
        """Return the recorder of this version."""
        return cls(code_digest())

    def __call__(self, stock: Stock) -> bytes | None:
        """Return the log, or None for a game of which nothing can be played."""
        # An unchanged game is built in less time than this takes to load.
        from hexwright.recording.tutorial_turn import record

        return record(stock)
