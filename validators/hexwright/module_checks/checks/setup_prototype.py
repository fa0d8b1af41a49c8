"""Check for set-ups with pieces whose prototype the module lacks."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import Prototype


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = subject.module.prototypes.by_name
    for setup in subject.set_ups:
        names = {t.name for kind in setup.kinds for t in kind.traits if isinstance(t, Prototype)}
        for name in sorted(names - set(known)):
            yield Finding(
                setup.node.place, f"pieces use the prototype {quoted(name)}, which the module lacks"
            )


CHECK = Check(
    code="V313",
    name="setup-prototype",
    level=Severity.ERROR,
    title="A set-up with pieces whose prototype the module lacks",
    why=(
        "Pieces in a saved game contain their traits, but refer to prototypes by name. If the module "
        "lacks a prototype, the pieces lose its traits without a message."
    ),
    since="the pieces don't work as designed",
    remedy="Save or refresh the set-up with the current module.",
    run=_run,
)
