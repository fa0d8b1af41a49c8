"""Raise the limits on files for honest large ones, by the option `--limits` of the command line."""

from __future__ import annotations

from typing import Final

MAX_FACTOR: Final = 100
"""The largest factor by which limits can be raised."""
REMEDY: Final = "if you trust the file, raise all limits: hexwright --limits 4 …"
"""The hint for a file that exceeds a limit which can be raised."""

_factor = 1


def raise_limits(factor: int) -> None:
    """Multiply all limits that can be raised by a factor, from now on; 1 restores them."""
    global _factor
    _factor = factor


def limits_factor() -> int:
    """Return the factor by which limits are multiplied."""
    return _factor


def raised(limit: int) -> int:
    """Return a limit as raised by the user."""
    return limit * _factor
