"""Check for Set Global Property traits whose property is not defined."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.property_setters import set_by_component
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import SetGlobalProperty


def _run(subject: CheckedModule) -> Iterator[Finding]:
    module = subject.module
    known = {name for node in module.nodes for name in set_by_component(node)}
    for placed, trait in module.traits(SetGlobalProperty):
        name = constant_text(trait.name)
        if name and trait.commands and name not in known:
            yield Finding(placed.place, f"no global property is called {quoted(name)}")


CHECK = Check(
    code="V510",
    name="global-property-undefined",
    level=Severity.WARNING,
    title="A global property that is set but not defined",
    why=(
        "VASSAL finds the property in the zone, the map or the module. If none has it, the command does "
        "nothing but write a warning to the chat, at every use."
    ),
    since="the command does nothing, and players see the warning",
    remedy="Define the global property, or correct its name; names are case-sensitive.",
    run=_run,
    needs_module=True,
)
