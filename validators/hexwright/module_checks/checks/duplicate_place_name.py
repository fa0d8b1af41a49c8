"""Check for decks, and zones of a board, with the same name."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    seen: set[tuple[object, str]] = set()
    for node in subject.module.all(c.DrawPile, c.Zone):
        if isinstance(node.component, c.Zone) and (node.component.use_parent_grid or node.children):
            continue  # Zones with a grid are often parts of one area.
        name = node.component.get("name", "")
        # A zone's name counts on its board, a deck's in the whole module.
        around = node.parent if isinstance(node.component, c.Zone) else c.DrawPile
        if name and (around, name) in seen:
            kind = "zone of this board" if isinstance(node.component, c.Zone) else "deck"
            yield Finding(node.place, f"another {kind} is also called {quoted(name)}")
        seen.add((around, name))


CHECK = Check(
    code="V407",
    name="duplicate-place-name",
    level=Severity.ADVICE,
    title="Two decks or zones with the same name",
    why=(
        "VASSAL finds decks and zones by name, for Return To Deck, Send To Location and key commands. If two "
        "have the same name, only one of them is found. Zones with a grid aren't told: "
        "they are often parts of one area."
    ),
    since="players can still use the other by hand, and often that is intended",
    remedy="Give every deck, and every zone of a board, its own name.",
    run=_run,
)
