"""Check for set-ups with empty stacks."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import count_noun


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for setup in subject.set_ups:
        if setup.empty_stacks:
            count = count_noun(setup.empty_stacks, "empty stack")
            yield Finding(setup.node.place, f"contains {count}", cause="contains empty stacks")


CHECK = Check(
    code="V316",
    name="setup-empty-stacks",
    level=Severity.ADVICE,
    title="A set-up with empty stacks",
    why=(
        "Games that were saved many times by older versions of VASSAL contain stacks without pieces. VASSAL "
        "loads all of them, which takes time and memory, and drops them from 3.7.13 on when it saves a game."
    ),
    since="the set-up works, and players don't see the empty stacks",
    remedy="Write the file anew with `hexwright save refresh`, or save the set-up again in VASSAL.",
    run=_run,
)
