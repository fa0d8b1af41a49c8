"""Check for help files, charts and tutorials that are missing from the module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    entries = subject.module.entries
    folders = {name.partition("/")[0] for name in entries} | {"/".join(n.split("/")[:2]) for n in entries}
    for node in subject.module.nodes:
        component = node.component
        name = ""
        match component:
            case c.BrowserPDFFile():
                name = component.pdf_file
            case c.HelpFile() if component.file_type == "archive":
                name = component.file_name
            case c.HtmlChart():
                name = component.file_name
            case c.Tutorial():
                name = component.logfile
            case c.BrowserHelpFile():
                contents = component.contents
                if contents and contents not in folders and f"help/{contents}" not in folders:
                    name = contents
            case _:
                continue
        if name and name not in entries and f"help/{name}" not in entries:
            yield Finding(node.place, f"the file {quoted(name)} is missing")


CHECK = Check(
    code="V310",
    name="file-missing",
    level=Severity.ERROR,
    title="A help file, chart or tutorial that is missing from the module",
    why="The menu shows the entry, but choosing it fails.",
    since="players can't open a page that the menu offers",
    remedy="Add the file, or correct its name.",
    run=_run,
    needs_module=True,
)
