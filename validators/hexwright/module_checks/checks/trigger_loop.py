"""Check for triggers that fire each other in an endless loop."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import analyse_match
from hexwright.inspect.analysis.graph_cycles import nodes_on_cycles
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.piece_definitions import PlacedTrait
from hexwright.inspect.analysis.piece_key_commands import (
    MAX_ALWAYS,
    PieceCommands,
    always_fires,
    answered_keys,
    performed_keys,
)
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.traits import GlobalKeyCommand, RestrictCommands, TriggerAction


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[ModulePlace] = set()
    for commands in subject.commands:
        for placed in _rings(subject, commands):
            if placed.place not in told:
                told.add(placed.place)
                yield Finding(placed.place, "performs a key that unconditionally fires it again")
    for placed, trait in subject.module.traits(TriggerAction):
        if not trait.loop or len(trait.loop_while) > MAX_ALWAYS:
            continue
        endless = trait.loop_type == "while" and analyse_match(trait.loop_while).always
        endless |= trait.loop_type == "until" and trait.loop_until.strip().strip("{}").strip() == "false"
        if endless:
            yield Finding(placed.place, f"the loop '{trait.loop_type}' never ends")


def _rings(subject: CheckedModule, commands: PieceCommands) -> Iterator[PlacedTrait]:
    guards = [p.trait for p in commands.traits if isinstance(p.trait, RestrictCommands)]
    held = {key_identity(key) for guard in guards for key in guard.keys}
    nodes = [p for p in commands.traits if always_fires(p.trait)]
    # Edges lead from a trigger to the keys it sends, and from a key to the triggers that answer it. There are
    # thus only as many edges as keys written in the traits.
    edges: dict[Hashable, list[Hashable]] = {}
    for number, placed in enumerate(nodes):
        edges[number] = [("key", name) for key in _sent(placed) if (name := key_identity(key)) not in held]
        for name in answered_keys(subject.module, placed.trait):
            edges.setdefault(("key", name), []).append(number)
    ringed = nodes_on_cycles(edges)
    return (placed for number, placed in enumerate(nodes) if number in ringed)


def _sent(placed: PlacedTrait) -> list[KeyCommand]:
    trait = placed.trait
    if isinstance(trait, TriggerAction):
        return list(performed_keys(trait))
    if isinstance(trait, GlobalKeyCommand) and trait.command is not None:
        limited = trait.target.by_location or trait.target.by_property or trait.from_deck == "0"
        return [] if limited else [trait.command]
    return []


CHECK = Check(
    code="V604",
    name="trigger-loop",
    level=Severity.ERROR,
    title="Triggers that fire each other in an endless loop",
    why=(
        "A trigger that fires itself again, directly or through other triggers, runs until VASSAL "
        "interrupts it with an error, unless a condition stops it."
    ),
    since="the command ends in an error",
    remedy=("Give one of the triggers a condition that becomes false, or remove the key from its list."),
    run=_run,
)
