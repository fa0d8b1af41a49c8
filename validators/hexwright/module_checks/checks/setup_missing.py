"""Check for set-ups whose saved game is missing from the module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for setup in subject.set_ups:
        if setup.missing:
            yield Finding(setup.node.place, f"the saved game {quoted(setup.file)} is missing")


CHECK = Check(
    code="V308",
    name="setup-missing",
    level=Severity.ERROR,
    title="A set-up whose saved game is missing from the module",
    why="A pre-defined set-up without its file fails only when a player chooses it.",
    since="the set-up can't be played",
    remedy="Add the saved game to the module, or correct its name.",
    run=_run,
    needs_module=True,
)
