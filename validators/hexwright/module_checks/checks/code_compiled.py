"""Check for compiled Java code in the archive."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding

ENDINGS = (".class", ".jar")


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        for ending in ENDINGS:
            found = [n for n in (file.archive.names if file.archive else ()) if n.lower().endswith(ending)]
            if found and not subject.has_own_judge:
                count = f"{len(found)} {ending} file{'s' if len(found) > 1 else ''}"
                more = " …" if len(found) > 1 else ""
                yield Finding(file.place, f"the archive holds {count}: {quoted(found[0])}{more}")


CHECK = Check(
    code="V903",
    name="code-compiled",
    level=Severity.WARNING,
    title="Compiled Java code in the archive",
    why=(
        "VASSAL runs the classes in a module like its own code. The Editor doesn't show their effect, "
        "and they may stop working in the next version of VASSAL."
    ),
    since="many modules contain useful code",
    remedy=(
        "If VASSAL now has a component for the purpose, use it instead. Open another author's module "
        "only if you trust its author."
    ),
    run=_run,
)
