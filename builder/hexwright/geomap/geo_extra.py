"""Check whether the libraries of the extra `geo` are installed, before other code imports them."""

from __future__ import annotations

from importlib.util import find_spec

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.message_wording import join_with_or

_NEEDED = ("pyproj", "shapely")


def require_extra() -> None:
    """Raise `InputError` (D001) if a library of the extra `geo` isn't installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError.single(
            "D001",
            f"the `geomap` command needs libraries that are not installed: {join_with_or(missing, 'and')}",
            None,
            'type: pip install "pyproj>=3.7" "shapely>=2.1" (in the environment that hexwright runs in)',
        )
