"""Check for zones that lie wholly outside their board."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.grid_locations import board_size, parse_path
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import SendToLocation


def _run(subject: CheckedModule) -> Iterator[Finding]:
    named = _named(subject)
    for node in subject.module.all(c.Zone):
        board = next((a for a in node.ancestors() if isinstance(a.component, c.Board)), None)
        size = board_size(subject.module, board) if board is not None else None
        name, path = node.component.get("name", ""), parse_path(node.component.get("path", ""))
        if size is None or len(path) < 3 or node.children:
            continue
        (width, height), xs, ys = size, [x for x, _ in path], [y for _, y in path]
        off = max(xs) < 0 or max(ys) < 0 or min(xs) > width or min(ys) > height
        if off and not any(text is None or name in text for text in named):
            told = f"the zone lies wholly outside the board, which is {width:.0f}×{height:.0f}"
            yield Finding(node.place, told, cause="the zone lies wholly outside the board")


def _named(subject: CheckedModule) -> set[str | None]:
    """Return the zones and locations at which pieces start or to which they are sent; None if calculated."""
    sends = [trait for _, trait in subject.module.traits(SendToLocation)]
    named = {constant_text(trait.zone) for trait in sends if trait.destination == "Z"}
    named |= {constant_text(trait.grid_location) for trait in sends if trait.destination == "G"}
    return named | {node.component.get("location", "") for node in subject.module.all(c.SetupStack)}


CHECK = Check(
    code="V410",
    name="zone-off-board",
    level=Severity.WARNING,
    title="A zone outside its board",
    why=(
        "VASSAL looks for a zone only at points of the board, so no piece is ever in a zone outside the "
        "board's picture. This happens when the picture is replaced by a smaller one. Zones with a grid or "
        "properties, and those where pieces start or are sent by name, aren't told."
    ),
    since="the zone isn't in the way of anything",
    remedy="Draw the zone on the board, or remove it.",
    run=_run,
    needs_module=True,
)
