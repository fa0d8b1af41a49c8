"""Check for two commands of a piece with the same key."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import Identity, key_as_words
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.piece_key_commands import always_fires, menu_texts
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import TriggerAction


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[ModulePlace] = set()
    for commands in subject.commands:
        seen: dict[Identity, tuple[str, ModulePlace]] = {}
        for placed in commands.traits:
            for menu, key, name in menu_texts(subject.module, placed.trait):
                if isinstance(placed.trait, TriggerAction) and not always_fires(placed.trait):
                    continue  # Two triggers on one key may have conditions that exclude each other.
                first, where = seen.setdefault(name, (menu, placed.place))
                if where != placed.place and menu != first and placed.place not in told:
                    told.add(placed.place)
                    both = f"{quoted(menu)} and {quoted(first)} both have the key {key_as_words(key)}"
                    yield Finding(placed.place, both)


CHECK = Check(
    code="V606",
    name="key-twice",
    level=Severity.ADVICE,
    title="Two commands of a piece on one key",
    why=(
        "Every trait of the piece that has the key responds to it: choosing one of two menu entries "
        "with the same key runs both. Default keys are a frequent cause, such as Ctrl+M for both "
        "Mark When Moved and Move Fixed Distance."
    ),
    since="several traits on one key are a common idiom; only the designer knows whether both are intended",
    remedy="Give each command its own key, preferably a named one.",
    run=_run,
)
