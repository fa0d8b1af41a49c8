"""Check for toolbar buttons that share a hot key."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import key_as_words, key_identity, sends
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.field_values import KeyCommand


def _run(subject: CheckedModule) -> Iterator[Finding]:
    first: dict[object, ModulePlace] = {}
    for node in subject.module.nodes:
        if isinstance(node.component, c.CounterDetailViewer):
            continue  # Only the viewer of the map under the mouse responds.
        for value in node.values:
            key = value.value
            if not isinstance(key, KeyCommand) or key.name or value.name not in _BUTTONS:
                continue
            if sends(node.component, value.name):
                continue
            identity = key_identity(key)
            if identity is not None and first.setdefault(identity, node.place) != node.place:
                other = first[identity].path
                yield Finding(
                    node.place, f"{value.label}: {key_as_words(key)} is also the hot key of {other}"
                )


_BUTTONS = ("hotkey", "button_hotkey", "hot_key", "icon_hotkey")


CHECK = Check(
    code="V608",
    name="hot-key-twice",
    level=Severity.ADVICE,
    title="Two toolbar buttons on one hot key",
    why=(
        "Every button with the key responds to it: pressing it for one runs the others too. Named keys, "
        "which designers share on purpose, aren't told."
    ),
    since="several buttons on one key are sometimes intended",
    remedy="Give each button its own hot key.",
    run=_run,
)
