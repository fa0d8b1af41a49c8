"""Reasons for refusing a picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class RefusalKind(Enum):
    """The kind of reason for refusing a picture."""

    UNREADABLE = "unreadable"
    """The picture is damaged, or not of the declared type."""
    UNSAFE = "unsafe"
    """The picture does more than draw: it runs code, or refers to external resources."""
    COSTLY = "costly"
    """Drawing the picture would take more time or memory than the limits allow."""
    UNDRAWABLE = "undrawable"
    """The picture is valid, but no renderer here can draw it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason for refusing a picture.

    `reason` is the rest of a sentence that begins with the picture's name ("contains a script"). Lines and
    columns are counted from 1; 0 means the picture as a whole.
    """

    kind: RefusalKind
    reason: str
    remedy: str
    line: int = 0
    column: int = 0
