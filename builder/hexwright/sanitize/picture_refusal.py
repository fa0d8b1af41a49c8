"""What a picture is refused for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """Why a picture is refused."""

    UNREADABLE = "unreadable"
    """It is not what it says it is, or damaged."""
    UNSAFE = "unsafe"
    """It does more than draw: it runs something, or refers to what isn't in it."""
    COSTLY = "costly"
    """Drawing it would take more time or memory than a picture of its kind may."""
    UNDRAWABLE = "undrawable"
    """It is sound, and yet nothing of ours can draw it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that a picture is refused for.

    `reason` goes on from the picture's name ("holds a script"). Lines and columns count from 1; 0 means the
    picture as a whole.
    """

    kind: Kind
    reason: str
    remedy: str
    line: int = 0
    column: int = 0
