"""Import the libraries of the extra `geo`, before other code does, or report that they are missing."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.interrupts import interrupts_deferred
from hexwright.support.message_wording import join_with_or

_NEEDED = ("pyproj", "shapely")


def require_extra() -> None:
    """Import the libraries; raise `InputError` (D001) if one isn't installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError.single(
            "D001",
            f"the `geomap` command needs libraries that are not installed: {join_with_or(missing, 'and')}",
            None,
            'type: pip install "pyproj>=3.7" "shapely>=2.1" (in the environment that hexwright runs in)',
        )
    with interrupts_deferred():
        for name in _NEEDED:
            import_module(name)
