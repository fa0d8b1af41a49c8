"""Check that the module's VASSAL version supports the features it uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.module_view import ModuleFile
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding, version_of
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        match file.root:
            case c.GameModule():
                yield from _of_file(subject, file, "module", file.root.get("VassalVersion", ""))
            case c.ModuleExtension():
                yield from _of_file(subject, file, "extension", file.root.get("vassalVersion", ""))
            case _:
                continue


def _of_file(subject: CheckedModule, file: ModuleFile, what: str, said: str) -> Iterator[Finding]:
    version = version_of(said)
    if not version:
        yield Finding(file.place, f"VASSAL version {quoted(said)}: expected a version such as 3.7.26")
        return
    if version >= (3, 9):
        yield Finding(
            file.place,
            (f"VASSAL version {quoted(said)} is newer than 3.8, the newest version that hexwright knows"),
        )
    features = (feature for feature in _features(subject) if feature[2].file == file.name)
    newest = max(features, default=None, key=lambda feature: (version_of(feature[0]), feature[1]))
    if newest is not None and version_of(newest[0]) > version:
        since, feature, place = newest
        yield Finding(place, f"{feature} needs VASSAL {since}, but the {what} names {said}")


def _features(subject: CheckedModule) -> Iterator[tuple[str, str, ModulePlace]]:
    for design in subject.module.definitions:
        for placed in design.traits:
            kind = type(placed.trait)
            if kind.SINCE:
                yield kind.SINCE, f"the {kind.TITLE} trait", placed.place
            for row in kind.fields():
                if row.since and getattr(placed.trait, row.name) != row.default:
                    yield row.since, f"the field '{row.label}'", placed.place


CHECK = Check(
    code="V005",
    name="vassal-version",
    level=Severity.WARNING,
    title="A VASSAL version too old for the features in use",
    why=(
        "A version of VASSAL that is older than a trait or option drops it, or replaces it with a "
        "plain marker. The VASSAL version of a module or extension states the version it needs. If "
        "the stated version is too low, older versions of VASSAL open the module and break it."
    ),
    since="players with a newer VASSAL aren't affected",
    remedy="Set the VASSAL version to the version that the newest feature needs, or remove the feature.",
    run=_run,
)
