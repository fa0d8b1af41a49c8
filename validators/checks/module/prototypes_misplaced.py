"""Prototypes stand where the engine does not find them in time."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from builder.vassal.buildfile import components as c
from validators.checks.framework import Check, Finding, Subject


def _run(subject: Subject) -> Iterator[Finding]:
    for file in subject.module.files:
        nodes = [node for node in subject.module.nodes if node.file is file]
        first = next((node.order for node in nodes if isinstance(node.component, c.PieceSlot)), None)
        for node in nodes:
            if isinstance(node.component, c.PrototypesContainer):
                around = node.parent.component if node.parent else None
                if not isinstance(
                    around, c.GameModule | c.ExtensionElement | c.ModuleExtension | c.ModuleSubFolder
                ):
                    yield Finding(node.place, "the prototypes don't stand directly in the module")
                elif first is not None and node.order > first and not file.is_extension:
                    yield Finding(node.place, "the prototypes stand behind pieces, which will ignore them")
            elif isinstance(node.component, c.PrototypeDefinition):
                around = node.parent.component if node.parent else None
                if not isinstance(around, c.PrototypesContainer | c.PrototypeFolder | c.ExtensionElement):
                    yield Finding(
                        node.place, "a prototype outside 'Game Piece Prototype Definitions' is ignored"
                    )


CHECK = Check(
    code="V104",
    name="prototypes-misplaced",
    level=Severity.ERROR,
    title="Prototypes stand where the engine does not find them in time",
    why=(
        "The engine reads buildFile.xml from top to bottom. A piece that is read before the "
        "prototypes ignores them: its traits are missing, without a word."
    ),
    remedy="Put 'Game Piece Prototype Definitions' directly into the module, before palettes and maps.",
    run=_run,
)
