"""Check for masks without an image."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import Mask


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for placed, trait in subject.module.traits(Mask):
        if not trait.image:
            yield Finding(placed.place, "the mask has no image for players who may not see the piece")
        if trait.view.style == "G" and not trait.view.image:
            yield Finding(placed.place, "the mask has no image for its owner")


CHECK = Check(
    code="V212",
    name="mask-without-image",
    level=Severity.WARNING,
    title="A mask without an image",
    why=(
        "A mask needs the image that the opponent sees, and in the style 'image' also the image that "
        "the owner sees. Without an image, VASSAL draws 'image not found'."
    ),
    since="the piece works, but looks wrong",
    remedy="Choose the missing image in the Mask trait.",
    run=_run,
)
