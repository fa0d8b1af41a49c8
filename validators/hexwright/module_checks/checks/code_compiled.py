"""Compiled Java code in the archive."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject

ENDINGS = (".class", ".jar")


def _run(subject: Subject) -> Iterator[Finding]:
    for file in subject.module.files:
        for ending in ENDINGS:
            found = [n for n in (file.archive.names if file.archive else ()) if n.lower().endswith(ending)]
            if found:
                count = f"{len(found)} {ending} file{'s' if len(found) > 1 else ''}"
                more = " …" if len(found) > 1 else ""
                yield Finding(file.place, f"the archive holds {count}: {quoted(found[0])}{more}")


CHECK = Check(
    code="V903",
    name="code-compiled",
    level=Severity.WARNING,
    title="Compiled Java code in the archive",
    why=(
        "The engine runs the classes that a module brings along as it runs its own. Nobody can see by "
        "looking at the module what they do, and they may stop working with the next VASSAL."
    ),
    since="many modules bring good code along",
    remedy=(
        "Do without them where VASSAL has a component for it by now. In a module of others, open it only if "
        "you trust its maker."
    ),
    run=_run,
)
