"""Read the ICC profile of a print shop's press from a file that the user names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.render.icc_profile import IccProfile
from hexwright.support.named_files import read_regular

MAX_PROFILE: Final = 16 << 20
"""The maximum size of a profile in bytes; those of presses have up to 9 MB."""


def read_profile(path: Path) -> IccProfile:
    """Return the profile in a file; raise `InputError` (P110) if it isn't one of a CMYK press."""
    try:
        return IccProfile.read(read_regular(path, MAX_PROFILE))
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else str(fault)
        raise InputError.single(
            "P110",
            f"{path.name} can't be used: {reason}",
            Span("--icc"),
            "name an .icc file of a CMYK press, from the shop or from its standard's owner, such as ECI",
        ) from fault
