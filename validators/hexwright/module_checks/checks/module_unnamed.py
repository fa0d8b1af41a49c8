"""Check that the module has a name and a version."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c

_PLACEHOLDER = re.compile(r"\$\{[^{}]*\}|@[\w.-]+@")
"""What a build program such as Maven or Ant fills in."""


def _run(subject: CheckedModule) -> Iterator[Finding]:
    root = subject.module.root
    if isinstance(root, c.GameModule):
        for attribute, said in (("name", root.get("name", "")), ("version", root.get("version", ""))):
            if not said.strip():
                yield Finding(subject.module.place, f"the module's {attribute} is empty")
    for file in subject.module.files:
        root = file.root
        for attribute in ("name", "version", "module", "moduleVersion"):
            said = root.get(attribute, "") if root is not None else ""
            if _PLACEHOLDER.search(said):
                message = f"{attribute} is {quoted(said)}, a placeholder that wasn't filled in"
                yield Finding(file.place, message, "build the file with the program that fills it in")


CHECK = Check(
    code="V006",
    name="module-unnamed",
    level=Severity.WARNING,
    title="A module without a name or version",
    why=(
        "Saved games, logs and extensions are matched to a module by its name and version. A module "
        "without a name and version accepts any of them, and its map tiles are cached under a name "
        "that other modules may share. A placeholder such as ${project.version} is left when a repository is "
        "packed without the program that fills it in."
    ),
    since="the module works, but its saved games and map tiles may be confused with those of another module",
    remedy="Enter a name and version in the module's properties; raise the version with every release.",
    run=_run,
)
