"""The rules engine in a browser's worker: messages and answers as JSON text."""

from __future__ import annotations

import json
import pickle
import traceback
from typing import Final

from hexwright.web.play.host import Host
from hexwright.web.play.json_values import Json
from hexwright.web.play.position_view import view
from hexwright.web.play.session import PlaySession

INTERNAL_ERROR: Final[Json] = {
    "ok": False,
    "refused": "This is a fault of hexwright: the message couldn't be answered.",
    "hint": "nothing is lost; the browser's console shows what to report",
    "reason": "internal",
}


class BrowserWorker:
    """Answers the messages of one page."""

    def __init__(self, game: bytes) -> None:
        """Create a worker for a pickled game, which comes from the same site as this code.

        The first scenario's rules engine is made at once: browsers keep it for the next visit.
        """
        self._host = Host(pickle.loads(game))
        first = self._host.game.scenarios[0]
        view(PlaySession(self._host.engine(first.id, self._host.game.options_of(first)), 0))

    def answer(self, text: str) -> str:
        """Return the answer to a message."""
        message = json.loads(text)
        try:
            answer = self._host.handle(message)
        except Exception:
            traceback.print_exc()
            answer = INTERNAL_ERROR | {"id": message.get("id")}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
