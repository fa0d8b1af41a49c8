"""Reasons not to run a module, such as content that may be harmful or can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.module_checks.module_verdict import verify_paths

TRUST_CODES: Final = ("V9", "V001", "V002", "V207", "V309")
"""The codes of the checks on trust, and on unreadable archives, build files, pieces and set-ups."""


def trust_findings(paths: Sequence[Path]) -> tuple[Diagnostic, ...]:
    """Return the findings that make it unsafe to run a module by an unknown author."""
    return verify_paths(paths, TRUST_CODES).diagnostics
