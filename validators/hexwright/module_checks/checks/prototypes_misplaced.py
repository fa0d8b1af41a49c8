"""Check for prototypes in a part of the module where VASSAL doesn't look for them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        nodes = [node for node in subject.module.nodes if node.file is file]
        for node in nodes:
            if isinstance(node.component, c.PrototypesContainer):
                around = node.parent.component if node.parent else None
                if not isinstance(
                    around, c.GameModule | c.ExtensionElement | c.ModuleExtension | c.ModuleSubFolder
                ):
                    yield Finding(node.place, "the prototypes are not directly in the module")
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
    title="Prototypes in a place where VASSAL doesn't find them",
    why=(
        "VASSAL looks for 'Game Piece Prototype Definitions' directly in the module, before or after the "
        "pieces. Anywhere else its prototypes are not found, and pieces lack their traits without a "
        "message."
    ),
    since="pieces that use them don't work as designed",
    remedy="Put 'Game Piece Prototype Definitions' directly into the module.",
    run=_run,
)
