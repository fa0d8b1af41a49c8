"""Check for sounds that are missing from the module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import PlaySound


def _run(subject: CheckedModule) -> Iterator[Finding]:
    sounds: list[tuple[ModulePlace, str]] = [(p.place, t.sound) for p, t in subject.module.traits(PlaySound)]
    buttons = [n for n in subject.module.all(c.DoActionButton) if n.component.get("doSound") == "true"]
    sounds += [(node.place, node.component.get("soundClip", "")) for node in buttons]
    for place, text in sounds:
        name = constant_text(text)
        if name and not name.startswith("/") and not {f"sounds/{name}", name} & set(subject.module.entries):
            yield Finding(place, f"the sound {quoted(name)} is missing")


CHECK = Check(
    code="V307",
    name="sound-missing",
    level=Severity.WARNING,
    title="A sound that is missing from the module",
    why="VASSAL reports a missing sound only when it tries to play the sound.",
    since="play continues without the sound",
    remedy="Add the sound, or correct its name.",
    run=_run,
    needs_module=True,
)
