"""Check for keys that VASSAL itself uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import ENGINE_KEYS, answered_by, key_identity
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for name, buttons in subject.keys.toolbar_answers.items():
        if isinstance(name, tuple) and name in ENGINE_KEYS:
            for button in buttons:
                yield Finding(button.place, f"{button.label}: the key {ENGINE_KEYS[name]}")
    told: set[ModulePlace] = set()
    for design in subject.module.definitions:
        for placed in design.traits:
            for key in answered_by(subject.module, placed.trait):
                bound = key_identity(key)
                if isinstance(bound, tuple) and bound in ENGINE_KEYS and placed.place not in told:
                    told.add(placed.place)
                    yield Finding(placed.place, f"the trait's key {ENGINE_KEYS[bound]}")


CHECK = Check(
    code="V603",
    name="key-clash",
    level=Severity.ADVICE,
    title="A key that VASSAL itself uses",
    why=(
        "VASSAL's own keys still work when a module binds them: Page Down runs the module's command "
        "and also steps through the log; Alt+W also starts a log."
    ),
    since="both commands work, and VASSAL's command does little harm",
    remedy="Choose another key; VASSAL uses Page Up, Page Down, Alt+S, Alt+W and Alt+Shift+W.",
    run=_run,
)
