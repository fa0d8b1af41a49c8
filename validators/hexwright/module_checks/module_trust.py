"""Tell why a module should not be run: what it brings that isn't known to be harmless, or can't be seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.module_checks.module_verdict import verify

CODES: Final = ("V9", "V001", "V002", "V207", "V309")
"""Trust; and archives, build files, pieces and set-ups that can't be read: what they hold wasn't seen."""


def untrusted(paths: Sequence[Path]) -> tuple[Diagnostic, ...]:
    """Return the findings for which nobody should run a module without knowing its maker."""
    return verify(paths, CODES).diagnostics
