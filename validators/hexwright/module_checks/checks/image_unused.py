"""Check for images that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.built_names import may_be_built, name_parts
from hexwright.inspect.analysis.module_place import quoted, shorten_text
from hexwright.inspect.analysis.module_view import IMAGES
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import printable_line

MAX_PARTS = 2_000
"""The most parts of names that are compared with unused images."""


def _run(subject: CheckedModule) -> Iterator[Finding]:
    used = subject.used_images
    named = {str(value.value).lower(): str(value.value) for _, _, value in subject.module.values("image")}
    unused = [entry for entry in sorted(subject.module.pictures) if entry not in used]
    parts = (
        dict(islice(name_parts((t.reading, str(t.value.value)) for t in subject.texts), MAX_PARTS))
        if unused
        else {}
    )
    for entry in unused:
        name = entry.removeprefix(IMAGES)
        twin = named.get(name.lower())
        if twin is not None and subject.module.image_entry(twin) is None:
            continue  # V301 tells that the name is written in another way.
        made = (text for (first, last), text in parts.items() if may_be_built(name, first, last))
        maker = next(made, "")
        hint = f"may be used by {shorten_text(printable_line(maker), 100)}" if maker else ""
        if twin is not None:
            hint = f"the module uses {quoted(twin)}"
        file = subject.module.entries[entry]
        yield Finding(file.place / entry, "nothing uses this image by its name", hint)


CHECK = Check(
    code="V302",
    name="image-unused",
    level=Severity.ADVICE,
    title="An image that nothing uses",
    why=(
        "Unused images make every download larger. A name that is put together in play can't be found; if "
        "an expression has its beginning or end, the finding says so."
    ),
    since="it only makes the module larger",
    remedy="Remove the image from the module, unless an expression puts its name together.",
    run=_run,
    needs_module=True,
)
