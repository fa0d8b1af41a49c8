"""Check for hot keys that no button answers."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import ENGINE_KEYS, ENGINE_NAMED, key_as_words, key_identity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for sent in subject.keys.to_toolbars:
        name = key_identity(sent.key)
        if name in subject.keys.toolbar_answers or name in ENGINE_KEYS or name in ENGINE_NAMED:
            continue
        hint = (
            ("pieces respond to this key: use a global key command")
            if name in subject.keys.piece_answers
            else ""
        )
        yield Finding(sent.place, f"{sent.label}: no button responds to {key_as_words(sent.key)}", hint)


CHECK = Check(
    code="V602",
    name="hot-key-unanswered",
    level=Severity.WARNING,
    title="A hot key that nothing responds to",
    why="A hot key has no effect if no toolbar button responds to it.",
    since="nothing breaks, and usually the hot key is a leftover",
    remedy="Correct the hot key's name, or give a button that hot key.",
    run=_run,
    needs_module=True,
)
