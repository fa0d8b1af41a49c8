"""The fields of a message: read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.web.play.json_values import Json

OTHER_SEAT: Final = "seat"
"""The reason of a refusal where another side than that of the seat decides."""
_MOST_ACTIONS: Final = 100_000


class Refusal(ValueError):  # noqa: N818 - reads as what it is
    """A message that can't be answered; `hint` says what to do instead, `reason` is for the page."""

    def __init__(self, text: str, hint: str = "", reason: str = "") -> None:
        super().__init__(text)
        self.hint, self.reason = hint, reason

    def answer(self) -> Json:
        """Return the answer to the message."""
        return {"ok": False, "refused": str(self), "hint": self.hint, "reason": self.reason}


def text_of(message: Json, key: str, most: int = 200) -> str:
    """Return a string of a message; raise Refusal if it is missing or longer than `most` characters."""
    value: Any = message.get(key)
    if not isinstance(value, str) or not value:
        raise Refusal(f"The message has no {key!r}.")
    if len(value) > most:
        raise Refusal(f"{key!r} is longer than {most} characters.")
    return value


def number_of(message: Json, key: str) -> int:
    """Return a whole number of a message; 0 if it is missing. Raises Refusal for anything else."""
    value: Any = message.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
        raise Refusal(f"{key!r} isn't a whole number.")
    return value


def texts_of(message: Json, key: str) -> Mapping[str, str]:
    """Return an object of strings; empty if it is missing. Raises Refusal for anything else."""
    value: Any = message.get(key) or {}
    if not isinstance(value, dict) or any(not isinstance(v, str) for v in value.values()):
        raise Refusal(f"{key!r} isn't an object of strings.")
    return value


def lines_of(message: Json, key: str) -> list[str]:
    """Return a list of strings; empty if it is missing. Raises Refusal for anything else."""
    value: Any = message.get(key) or []
    if (
        not isinstance(value, list)
        or len(value) > _MOST_ACTIONS
        or any(not isinstance(v, str) for v in value)
    ):
        raise Refusal(f"{key!r} isn't a list of strings.")
    return value
