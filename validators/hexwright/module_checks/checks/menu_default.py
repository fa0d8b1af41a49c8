"""Check for menu entries with the Editor's default text."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import GlobalKeyCommand, SubMenu, TriggerAction


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for placed, trait in subject.module.traits(TriggerAction, GlobalKeyCommand, SubMenu):
        text = trait.name if isinstance(trait, SubMenu) else getattr(trait, "menu", "")
        key = getattr(trait, "key", None)
        if text in ("Trigger", "Global Command", "Sub-Menu") and (
            key is not None or isinstance(trait, SubMenu)
        ):
            yield Finding(placed.place, f"the menu shows {quoted(text)}")


CHECK = Check(
    code="V607",
    name="menu-default",
    level=Severity.ADVICE,
    title="A menu entry with the Editor's default text",
    why=(
        "A trigger or global command that only other traits call still appears in the piece's menu if its "
        "menu text is the Editor's default. Players then see entries named 'Trigger' that they should not "
        "choose."
    ),
    since="players see a meaningless entry, but nothing breaks",
    remedy="Clear the menu text, or describe the command in it.",
    run=_run,
)
