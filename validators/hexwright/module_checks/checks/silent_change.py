"""Check for commands that change a piece without a report."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[tuple[ModulePlace, str]] = set()
    reported = {
        (command.placed.place, command.menu)
        for commands in subject.commands
        for command in commands.menu
        if command.reported
    }
    for commands in subject.commands:
        for command in commands.menu:
            spot = (command.placed.place, command.menu)
            if command.changes and not command.reported and spot not in told and spot not in reported:
                told.add(spot)
                yield Finding(
                    command.placed.place,
                    (f"the command {quoted(command.menu)} changes the piece without a report"),
                )


CHECK = Check(
    code="V801",
    name="silent-change",
    level=Severity.ADVICE,
    title="A change of state without a report",
    why=(
        "If a command changes a piece without a line in the chat, neither the opponent nor the log shows "
        "it. Four in ten public modules have such commands."
    ),
    since="the command works, and some games are played without a chat",
    remedy="Add a Report Action on the command's key, or on a key that its trigger performs.",
    run=_run,
    needs_module=True,
)
