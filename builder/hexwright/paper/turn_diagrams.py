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
from hexwright.paper.example_diagrams import Diagram, draw_path_arrow, in_sentence
from hexwright.paper.example_positions import counters_within
from hexwright.paper.figure_window import diagram_window
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.support.message_wording import join_with_and

LEAST: Final = 4
"""The number of diagrams that a turn gets even if its game has many examples."""
WANTED: Final = 12
"""The number of diagrams of a rulebook up to which battles of the turn are drawn."""
_WIDEST: Final = 7.6
"""The width and height of a diagram in widths of a hex, up to which moves share it."""
_MOST_MOVES: Final = 6
"""The number of moves drawn in a diagram."""
_MOST_NAMED: Final = 8
"""The number of attackers up to which a caption names them."""
_TRIED: Final = 12
"""The number of moves around which a diagram is tried."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """Some events of one phase that share a diagram."""

    phase: int
    title: str
    events: tuple[TurnEvent, ...]
    position: tuple[ExampleUnit, ...]
    text: str


def turn_diagrams(
    game: Game, settings: PrintSettings, plan: SheetPlan, account: TurnAccount, drawn: int
) -> dict[int, list[Diagram]]:
    """Return the diagrams of a turn by the number of their phase; `drawn` is the number of other diagrams.

    Each phase gets its first diagram before any phase gets a second one.
    """
    scenes = [_scenes(game, plan, number, phase) for number, phase in enumerate(account.phases)]
    order = [scene for rank in zip_longest(*scenes) for scene in rank if scene is not None]
    chosen = order[: max(LEAST, WANTED - drawn)]
    found: dict[int, list[Diagram]] = {}
    for scene in chosen:
        number = sum(map(len, found.values())) + 1
        found.setdefault(scene.phase, []).append(_diagram(game, settings, plan, scene, number))
    return found


def _scenes(game: Game, plan: SheetPlan, number: int, phase: PhaseAccount) -> Iterator[_Scene]:
    moves = [event for event in phase.events if event.kind == "move" and event.arrows]
    if moves:
        position = moves[0].position
        shown = _clear_moves(plan, moves, position)
        yield _Scene(number, phase.title, shown, position, _moves_text(len(shown), len(moves)))
    battles = [event for event in phase.events if event.kind == "battle"]
    left = [event for event in battles if event.arrows and _is_defended(game, event, event.position)]
    while left:
        position = left[0].position
        drawn = [event for event in left if _stand_there(event, position)]
        shown = _attacks_near(plan, [event for event in drawn if _is_defended(game, event, position)])
        left = [event for event in left if event not in shown]
        text = (
            f"The position before {'the attack' if len(shown) == 1 else 'the attacks'}. {_who(game, shown)}"
        )
        if len(shown) < len(battles):
            text += " Other attacks of the phase aren't shown."
        yield _Scene(number, phase.title, shown, position, text)


def _moves_text(shown: int, moves: int) -> str:
    """Return the caption of a diagram that shows some of the moves of a phase, or all."""
    if moves == 1:
        return "The position before the move; the arrow shows it."
    told = "each arrow shows a move" if shown == moves else "the arrows show some of the moves"
    if shown == 1:
        told = "the arrow shows one of the moves"
    return f"The position before the moves; {told}."


def _clear_moves(
    plan: SheetPlan, moves: Sequence[TurnEvent], position: Collection[ExampleUnit]
) -> tuple[TurnEvent, ...]:
    """Return moves near each other whose arrows cross neither one another nor a counter, at least one."""
    taken = {standing.hex for standing in position}
    clear = [event for event in moves if event.way and event.way[0] in taken.difference(event.way[1:])]
    clear = [event for event in clear if taken.isdisjoint(event.way[1:])]
    if not clear:
        return (moves[0],)
    longer = [event for event in clear if len(event.way) > 2] or clear
    shown = max((_moves_near(plan, event, clear) for event in longer[:_TRIED]), key=len)
    return tuple(event for event in clear if event in shown)


def _moves_near(plan: SheetPlan, first: TurnEvent, clear: Sequence[TurnEvent]) -> Sequence[TurnEvent]:
    """Return a move and others that share no hex with it or each other, and fit into one diagram."""
    shown = [first]
    for event in clear:
        apart = _hexes(shown).isdisjoint(_hexes([event]))
        if apart and len(shown) < _MOST_MOVES and _fits(plan, _hexes([*shown, event])):
            shown.append(event)
    return shown


def _attacks_near(plan: SheetPlan, battles: Sequence[TurnEvent]) -> tuple[TurnEvent, ...]:
    """Return the first of some battles and others that fit into one diagram with it."""
    shown: list[TurnEvent] = []
    for event in battles:
        if not shown or (len(shown) < _MOST_MOVES and _fits(plan, _hexes([*shown, event]))):
            shown.append(event)
    return tuple(shown)


def _who(game: Game, battles: Sequence[TurnEvent]) -> str:
    """Return a sentence about who attacks where, or about the arrows if there are many attackers."""
    if sum(len(event.acting) for event in battles) > _MOST_NAMED:
        return "Each arrow begins in a hex with attackers and ends in the hex that they attack."
    told = []
    for event in battles:
        names = join_with_and([in_sentence(game.counters.unit(unit)) for unit in event.acting], "and")
        verb = "attacks" if len(event.acting) == 1 else "attack"
        ends = dict.fromkeys(end for _, end in event.arrows)
        told.append(f"{names} {verb} {join_with_and([*ends], 'and')}")
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}."


def _is_defended(game: Game, event: TurnEvent, position: Collection[ExampleUnit]) -> bool:
    """Whether an enemy of the attackers is in a hex that they attack, in a position."""
    attacked = {end for _, end in event.arrows}
    return any(
        standing.hex in attacked and game.counters.unit(standing.unit).side != event.side
        for standing in position
    )


def _stand_there(event: TurnEvent, position: Collection[ExampleUnit]) -> bool:
    """Whether the attackers of a battle stand in a position where its arrows begin."""
    hexes = {standing.unit: standing.hex for standing in position}
    return {hexes.get(unit) for unit in event.acting} == {start for start, _ in event.arrows}


def _hexes(events: Sequence[TurnEvent]) -> frozenset[HexId]:
    """Return the hexes of the arrows of some events."""
    ways = [way for event in events for way in (*event.arrows, event.way)]
    return frozenset(hex_id for way in ways for hex_id in way)


def _fits(plan: SheetPlan, hexes: Collection[HexId]) -> bool:
    box, wide = diagram_window(plan, hexes), plan.layout.hex_width
    return max(box.width, box.height) <= _WIDEST * wide


def _diagram(game: Game, settings: PrintSettings, plan: SheetPlan, scene: _Scene, number: int) -> Diagram:
    """Return the diagram of a scene: the position before it, with arrows for moves and attacks."""
    hexes = _hexes(scene.events)
    starts = {hex_id for event in scene.events for hex_id, _ in event.arrows}
    acting = {unit for event in scene.events for unit in event.acting}
    position = sorted(scene.position, key=lambda one: one.unit in acting)
    units = counters_within(plan, diagram_window(plan, hexes), position, starts)
    ways = [
        (event.side, way)
        for event in scene.events
        for way in ([event.way] if event.way else event.arrows)
        if way[0] != way[-1]
    ]

    def overlay(canvas: PdfCanvas) -> None:
        unit = plan.layout.hex_width / 24.0
        for side, way in ways:
            colour = settings.theme.accent(game.info.side(side))
            draw_path_arrow(canvas, [plan.layout.centre(hex_id) for hex_id in way], colour, unit)

    return Diagram(
        f"turn-{number}", scene.title, scene.text, units, hexes, frozenset(one.hex for one in units), overlay
    )
