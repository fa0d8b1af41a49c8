"""Check for images that are missing from the module."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.html_image_names import html_images
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.vassal_images import is_engine_image
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[tuple[ModulePlace, str]] = set()
    by_small = {name.lower().replace("\\", "/"): name for name in subject.module.entries}
    for place, where, name in _named(subject):
        if is_engine_image(name) or "$" in name or "{" in name:
            continue
        if subject.module.image_entry(name) or name in subject.module.made_images:
            continue
        if (place, name) not in told:
            told.add((place, name))
            near = by_small.get(f"images/{name}".lower())
            hint = f"the module has {quoted(near.removeprefix('images/'))}" if near else ""
            if near is not None and "\\" in near:
                hint += "; pack the files with a program that writes / in names"
            yield Finding(place, f"{where}: the image {quoted(name)} is missing", hint)


def _named(subject: CheckedModule) -> Iterator[tuple[ModulePlace, str, str]]:
    for place, _, value in subject.module.values("image"):
        name = str(value.value or "")
        # VASSAL ignores a name that consists only of spaces.
        if name.strip() and not value.is_default:
            yield place, value.label, name
    yield from html_images(subject.module)


CHECK = Check(
    code="V301",
    name="image-missing",
    level=Severity.ERROR,
    title="An image that is missing from the module",
    why=(
        "VASSAL reports a missing image only when it draws it, in the middle of a game. The check "
        "covers images of components and traits, and images that charts, help pages, labels and "
        "reports name in HTML."
    ),
    since="the picture isn't shown",
    remedy="Add the image, or correct its name; names are case-sensitive.",
    run=_run,
    needs_module=True,
)
