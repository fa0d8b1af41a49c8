"""Check for moves that move a piece again and again without end."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.piece_key_commands import always_fires, performed_keys
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import SendToLocation, TriggerAction


def _move_keys(subject: CheckedModule) -> set[Identity]:
    names: set[Identity] = set()
    for node in subject.module.maps:
        window = node.component
        if isinstance(window, c.Map) and window.move_key is not None:
            name = key_identity(window.move_key)
            if name is not None:
                names.add(name)
    return names


def _run(subject: CheckedModule) -> Iterator[Finding]:
    names = _move_keys(subject)
    told: set[ModulePlace] = set()
    for commands in subject.commands if names else ():
        waiting = list(names)
        seen: set[Identity] = set()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            for placed in commands.answers.get(name, ()):
                trait = placed.trait
                if isinstance(trait, SendToLocation) and trait.key and key_identity(trait.key) == name:
                    if placed.place not in told:
                        told.add(placed.place)
                        yield Finding(
                            placed.place, ("the map's key for ending movement sends the piece onward")
                        )
                elif isinstance(trait, TriggerAction) and always_fires(trait):
                    inner = performed_keys(trait)
                    waiting.extend(n for key in inner if (n := key_identity(key)) is not None)


CHECK = Check(
    code="V605",
    name="move-key-bounces",
    level=Severity.WARNING,
    title="A move that sends a piece onward endlessly",
    why=(
        "Send To Location fires the map's key for units ending movement again. If a trigger on that key "
        "sends the piece onward unconditionally, the moves repeat forever, or until VASSAL interrupts them."
    ),
    since="the piece may stop at a location where the key does nothing",
    remedy=(
        "Set a property before the move and clear it afterwards; fire the trigger only while the "
        "property is clear."
    ),
    run=_run,
)
