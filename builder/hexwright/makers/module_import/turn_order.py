"""The turns and phases of an imported game, from the module's turn tracker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geomap.id_slugs import UniqueIds
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.side_names import side_by_names
from hexwright.vassal.codec.buildfile import components as c

MOST_TURNS: Final = 200
MOST_PHASES: Final = 40
DEFAULT_TURNS: Final = 10
"""The turns of a game whose module doesn't say how many there are."""
_KINDS: Final = (
    ("movement", re.compile(r"(?i)\b(?:move|moves|movement|march)\b")),
    ("combat", re.compile(r"(?i)\b(?:combat|attack|attacks|battle|battles|assault)\b")),
)
"""The kinds of phases in rules.yaml, by words of their names; others are events."""


@dataclass(frozen=True, slots=True)
class ImportedPhase:
    """A phase: its id, its name, the side, and its kind in rules.yaml."""

    id: str
    name: str
    side: str
    kind: str


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """The numbers and dates of the turns, and the phases of each."""

    turns: tuple[tuple[int, str], ...]
    phases: tuple[ImportedPhase, ...]


def read_turn_order(module: ModuleView, sides: Sequence[str], notes: ImportNotes) -> TurnOrder:
    """Return the turns and phases of the module's first turn tracker, or plain ones if it has none."""
    trackers = module.all(c.TurnTracker)
    for extra in trackers[1:]:
        notes.add("turn tracker left out: a game has one", extra.place)
    if not trackers:
        notes.add(f"no turn tracker: the game has {DEFAULT_TURNS} turns with a phase for each side")
        return TurnOrder(_numbered(1, 1, DEFAULT_TURNS), _plain_phases(sides))
    levels = list(_levels(trackers[0]))
    turns = _turns(levels[0], notes) if levels else _numbered(1, 1, DEFAULT_TURNS)
    lists = [level.component.list for level in levels[1:] if isinstance(level.component, c.ListTurnLevel)]
    for level in levels[1:]:
        if isinstance(level.component, c.CounterTurnLevel):
            notes.add("counter inside the turn left out of the phases", level.place)
    return TurnOrder(turns, _phases([one for one in lists if one], sides, notes) or _plain_phases(sides))


def _levels(tracker: ComponentNode) -> Iterator[ComponentNode]:
    """Yield the levels of a tracker, outermost first."""
    node: ComponentNode | None = tracker
    while node is not None:
        kinds = c.CounterTurnLevel | c.ListTurnLevel
        node = next((child for child in node.children if isinstance(child.component, kinds)), None)
        if node is not None:
            yield node


def _turns(level: ComponentNode, notes: ImportNotes) -> tuple[tuple[int, str], ...]:
    component = level.component
    if isinstance(component, c.ListTurnLevel):
        return tuple((n, text.strip() or str(n)) for n, text in enumerate(component.list[:MOST_TURNS], 1))
    assert isinstance(component, c.CounterTurnLevel)
    if component.loop and component.loop_limit > component.start:
        last = component.loop_limit
    else:
        last = component.start + (DEFAULT_TURNS - 1) * max(component.incr, 1)
        notes.add(f"turn tracker without a last turn: the game has {DEFAULT_TURNS} turns", level.place)
    return _numbered(max(component.start, 1), max(component.incr, 1), last)


def _numbered(first: int, step: int, last: int) -> tuple[tuple[int, str], ...]:
    return tuple((number, str(number)) for number in range(first, last + 1, step))[:MOST_TURNS]


def _plain_phases(sides: Sequence[str]) -> tuple[ImportedPhase, ...]:
    ids = UniqueIds()
    return tuple(
        ImportedPhase(ids.new_id(f"{side} movement", "phase"), f"{side} movement", side, "movement")
        for side in sides
    )


def _phases(
    lists: Sequence[Sequence[str]], sides: Sequence[str], notes: ImportNotes
) -> tuple[ImportedPhase, ...]:
    """Return the phases that the lists of a tracker name: each item of a list with each of the next."""
    names: list[tuple[str, ...]] = [()]
    for items in lists:
        names = [(*before, item.strip()) for before in names for item in items if item.strip()]
        if len(names) > MOST_PHASES:
            notes.add(f"turn tracker with more than {MOST_PHASES} phases: the rest left out")
            names = names[:MOST_PHASES]
    ids = UniqueIds()
    found: list[ImportedPhase] = []
    acting = sides[0]
    for parts in names:
        name = " ".join(parts)
        acting = side_by_names(reversed(parts), sides) or acting
        kind = next((kind for kind, words in _KINDS if words.search(name)), "event")
        found.append(ImportedPhase(ids.new_id(name, "phase"), name, acting, kind))
    return tuple(found if names != [()] else ())
