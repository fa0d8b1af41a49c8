"""Make diagrams of a turn that was played: the moves of a phase, and its battles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.turn_account import PhaseAccount, TurnAccount, TurnEvent
from hexwright.paper.example_diagrams import Diagram, diagram_window, draw_arrow
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas

LEAST: Final = 4
"""The number of diagrams that a turn gets even if its game has many examples."""
WANTED: Final = 12
"""The number of diagrams of a rulebook up to which battles of the turn are drawn."""
_WIDEST: Final = 7.6
"""The width and height of a diagram in widths of a hex, up to which moves share it."""
_CUT: Final = 0.28
"""The distance from the frame in widths of a hex within which counters would be cut."""
_STACK: Final = 3
"""The number of counters drawn in a hex."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """Some events of one phase that share a diagram."""

    phase: int
    title: str
    events: tuple[TurnEvent, ...]


def turn_diagrams(
    game: Game, settings: PrintSettings, plan: SheetPlan, account: TurnAccount, drawn: int
) -> dict[int, list[Diagram]]:
    """Return the diagrams of a turn by the number of their phase; `drawn` is the number of other diagrams.

    Each phase gets its first diagram before any phase gets a second one.
    """
    scenes = [_scenes(plan, number, phase) for number, phase in enumerate(account.phases)]
    order = [scene for rank in zip_longest(*scenes) for scene in rank if scene is not None]
    chosen = order[: max(LEAST, WANTED - drawn)]
    found: dict[int, list[Diagram]] = {}
    for scene in chosen:
        number = sum(map(len, found.values())) + 1
        found.setdefault(scene.phase, []).append(_diagram(game, settings, plan, scene, number))
    return found


def _scenes(plan: SheetPlan, number: int, phase: PhaseAccount) -> Iterator[_Scene]:
    moves = [event for event in phase.events if event.kind == "move" and event.arrows]
    if moves:
        shared = [moves[0]]
        for event in moves[1:]:
            if _fits(plan, _hexes([*shared, event])):
                shared.append(event)
        yield _Scene(number, phase.title, tuple(shared))
    for event in phase.events:
        if event.kind == "battle" and event.arrows:
            yield _Scene(number, phase.title, (event,))


def _hexes(events: Sequence[TurnEvent]) -> frozenset[HexId]:
    return frozenset(hex_id for event in events for arrow in event.arrows for hex_id in arrow)


def _fits(plan: SheetPlan, hexes: Collection[HexId]) -> bool:
    box, wide = diagram_window(plan, hexes), plan.layout.hex_width
    return max(box.width, box.height) <= _WIDEST * wide


def _diagram(game: Game, settings: PrintSettings, plan: SheetPlan, scene: _Scene, number: int) -> Diagram:
    """Return the diagram of a scene: the position before it, with arrows for moves and attacks."""
    hexes = _hexes(scene.events)
    window = diagram_window(plan, hexes)
    whole = window.inset(plan.layout.hex_width * _CUT)
    stacks: dict[HexId, list[ExampleUnit]] = {}
    for standing in scene.events[0].position:
        centre = plan.layout.centre(standing.hex)
        if whole.holds(Box(centre.x, centre.y, 0.0, 0.0)):
            stacks.setdefault(standing.hex, []).append(standing)
    units = tuple(one for hex_id in sorted(stacks) for one in stacks[hex_id][-_STACK:])
    arrows = [(event.side, *arrow) for event in scene.events for arrow in event.arrows]

    def overlay(canvas: PdfCanvas) -> None:
        centre, unit = plan.layout.centre, plan.layout.hex_width / 24.0
        for side, start, end in arrows:
            if start != end:
                colour = settings.theme.accent(game.info.side(side))
                draw_arrow(canvas, centre(start), centre(end), colour, unit)

    battle = scene.events[0].kind == "battle"
    text = (
        "The position before the attack; the arrows show who attacks."
        if battle
        else "The position before the moves; each arrow shows a move."
    )
    return Diagram(f"turn-{number}", scene.title, text, units, hexes, frozenset(stacks), overlay)
