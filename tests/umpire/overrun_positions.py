"""Positions in which an overrun is umpired."""

from __future__ import annotations

STANDING = (
    "0202 amber-1",
    "0202 amber-2",
    "0302 amber-3",
    "0303 slate-scout",
    "0502 slate-1",
    "0503 slate-2",
)
