"""Check for code that accesses anything outside the game."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.module_checks.own_judge import JUDGE_CALLS


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for found in subject.unsafe_uses:
        for name in found.reach.names:
            if name in JUDGE_CALLS and subject.has_own_judge:
                continue
            yield Finding(found.place, f"{found.label}: uses {quoted(name)}", cause=f"uses {quoted(name)}")


CHECK = Check(
    code="V901",
    name="code-reaches-out",
    level=Severity.WARNING,
    title="Code that accesses anything outside the game",
    why=(
        "A VASSAL expression is a program with access to every Java class: it may run commands, read "
        "and write the player's files and use the network. Strings, numbers, collections, VASSAL's "
        "own functions and the calls in hexwright's own modules are known to be harmless. This call "
        "isn't one of them."
    ),
    since="the code may be harmless",
    remedy=(
        "Use VASSAL's functions and traits instead. In another author's module, read the code before "
        "you open the module; `verify --engine` stops here unless `--trust` is given."
    ),
    run=_run,
)
