"""Hand the compiler what records a tutorial, without loading it before one is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from builder.cache import code_digest

if TYPE_CHECKING:
    from builder.vassal.compile.stock import Stock


@dataclass(frozen=True, slots=True)
class TurnRecorder:
    """Makes the tutorial of a game; `digest` changes with the code that it hangs on."""

    digest: str

    @classmethod
    def ready(cls) -> TurnRecorder:
        """Return the recorder of this version."""
        import validators

        return cls(code_digest(Path(validators.__file__).parent))

    def __call__(self, stock: Stock) -> bytes | None:
        """Return the log, or None for a game of which nothing can be played."""
        # An unchanged game is built in less time than this takes to load.
        from builder.cli.tutorial import record

        return record(stock)
