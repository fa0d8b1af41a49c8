"""Check for turn counters that can step backward and fire hot keys."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.all(c.TurnTracker):
        tracker = node.component
        automated = any(isinstance(child.component, c.TurnGlobalHotkey) for child in node.children)
        if isinstance(tracker, c.TurnTracker) and automated and not tracker.fwd_only:
            yield Finding(node.place, "fires hot keys at each step, and can step backward")


CHECK = Check(
    code="V802",
    name="turn-counter-backward",
    level=Severity.ADVICE,
    title="A turn counter that can step backward and fires hot keys",
    why=(
        "A turn counter fires its global hot keys in both directions: stepping back and forth runs "
        "every command twice."
    ),
    since="nothing breaks unless a player steps back",
    remedy="Tick 'Allow Only Forward' in the Turn Counter.",
    run=_run,
)
