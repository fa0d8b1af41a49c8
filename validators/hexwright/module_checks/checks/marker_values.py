"""Check for markers with more values than names."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import count_noun
from hexwright.vassal.codec.traits import Marker


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for placed, trait in subject.module.traits(Marker):
        if len(trait.values) > len(trait.names):
            lost = ", ".join(trait.values[len(trait.names) :])
            counts = f"{count_noun(len(trait.names), 'name')}, {count_noun(len(trait.values), 'value')}"
            yield Finding(placed.place, f"{counts}; lost: {quoted(lost)}")


CHECK = Check(
    code="V211",
    name="marker-values",
    level=Severity.ERROR,
    title="A marker with more values than names",
    why="An unescaped comma cuts the value of a marker; the rest is lost without a message.",
    since="expressions and reports read a wrong value",
    remedy="Write \\, for a literal comma.",
    run=_run,
)
