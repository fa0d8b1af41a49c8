"""Make diagrams of a turn that was played: the moves of a phase, and its battles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from types import MappingProxyType
from typing import Final

from hexwright.model.counter_mix import ConditionDisplay
from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.turn_account import PhaseAccount, StandingUnit, TurnAccount, TurnEvent
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.paper.figures.example_diagrams import Diagram
from hexwright.paper.figures.example_positions import counters_cut, counters_within
from hexwright.paper.figures.figure_arrows import Arrow
from hexwright.paper.figures.figure_window import diagram_window, whole_hexes
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.placed_canvas import PlacingCanvas
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
_LYING: Final = MappingProxyType(
    {"sideways": "A counter on its side", "face-down": "A counter that lies face down"}
)
_SHARED: Final = 1
"""The number of steps that a move may share with those drawn before it."""
_TRIED: Final = 12
"""The number of moves around which a diagram is tried."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """Some events of one phase that share a diagram."""

    phase: int
    account: PhaseAccount
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
        fought = any(event.kind == "battle" for event in phase.events[: phase.events.index(moves[0])])
        position = moves[0].position if fought or not phase.position else phase.position
        shown = _best_moves(plan, moves, position)
        alike = {event.way or event.arrows[0] for event in shown}
        count = sum((event.way or event.arrows[0]) in alike for event in moves)
        text = _moves_text(len(shown), count, len(moves) + phase.untold)
        yield _Scene(number, phase, shown, position, text)
    battles = [event for event in phase.events if event.kind == "battle"]
    left = [event for event in battles if event.arrows and _is_defended(game, event, event.position)]
    while left:
        position = left[0].position
        drawn = [event for event in left if _stand_there(event, position)]
        shown = _attacks_near(plan, [event for event in drawn if _is_defended(game, event, position)])
        left = [event for event in left if event not in shown]
        fight = "overrun" if _overruns(shown[0]) else "attack"
        text = f"The position before the {fight}{'' if len(shown) == 1 else 's'}. {_who(game, shown)}"
        if len(shown) < len(battles):
            text += " Other attacks of the phase aren't shown."
        yield _Scene(number, phase, shown, position, text)


def _moves_text(arrows: int, shown: int, moves: int) -> str:
    """Return the caption of a diagram that shows some of the moves of a phase, or all."""
    if moves == 1:
        return "The position before the move; the arrow shows it."
    if shown == moves:
        arrow = "each arrow shows one" if arrows == moves else "the arrows show them"
        return f"The position before the moves; {arrow}."
    verb = "arrow shows" if arrows == 1 else "arrows show"
    return f"The position before the moves; the {verb} {shown} of the {moves}."


def _best_moves(
    plan: SheetPlan, moves: Sequence[TurnEvent], position: Collection[ExampleUnit]
) -> tuple[TurnEvent, ...]:
    """Return the moves most worth seeing that fit into one diagram, at least one.

    Units that move alike count once. A move that begins where the unit doesn't stand yet can't be drawn.
    """
    stands = {standing.unit: standing.hex for standing in position}
    taken = frozenset(stands.values())
    drawn: dict[tuple[HexId, ...], TurnEvent] = {}
    for event in moves:
        if all(stands.get(unit) == event.arrows[0][0] for unit in event.acting):
            drawn.setdefault(event.way or event.arrows[0], event)
    if not drawn:
        return (moves[0],)
    order = sorted(drawn.values(), key=lambda event: -_interest(event, taken))
    chosen = max(
        (_moves_near(plan, event, order) for event in order[:_TRIED]),
        key=lambda shown: sum(_interest(event, taken) for event in shown),
    )
    return tuple(event for event in moves if event in chosen)


def _interest(event: TurnEvent, taken: Collection[HexId]) -> float:
    """Return how much a move shows in a diagram; less if counters stand on its way."""
    crossed = sum(hex_id in taken for hex_id in event.way[1:])
    return max(0.5, event.weight - 1.5 * crossed)


def _moves_near(plan: SheetPlan, first: TurnEvent, order: Sequence[TurnEvent]) -> Sequence[TurnEvent]:
    """Return a move and others that fit into one diagram with it, whose ways share a step at most."""
    shown, pieces = [first], _pieces(first)
    for event in order:
        apart = len(pieces & _pieces(event)) <= _SHARED
        if apart and len(shown) < _MOST_MOVES and _fits(plan, _hexes([*shown, event])):
            shown.append(event)
            pieces |= _pieces(event)
    return shown


def _pieces(event: TurnEvent) -> set[frozenset[HexId]]:
    return {frozenset(pair) for pair in pairwise(event.way or event.arrows[0])}


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
        names = join_unit_names([game.counters.unit(unit).name for unit in event.acting])
        verb = "overrun" if _overruns(event) else "attack"
        verb += "s" if len(event.acting) == 1 else ""
        ends = dict.fromkeys(end for _, end in event.arrows)
        told.append(f"{names} {verb} {join_with_and([*ends], 'and')}")
    text = "; ".join(told)
    return f"{text}."


def _overruns(event: TurnEvent) -> bool:
    return any(code.partition(":")[0] == "overrun" for code in event.codes)


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
    acting = frozenset(unit for event in scene.events for unit in event.acting)
    position = sorted(scene.position, key=lambda one: one.unit in acting)
    window = diagram_window(plan, hexes)
    units = counters_within(plan, window, position, starts)
    cut = counters_cut(plan, window, scene.position, units)
    attack = any(event.kind == "battle" for event in scene.events)
    ways: dict[tuple[SideId, tuple[HexId, ...]], set[UnitId]] = {}
    for event in scene.events:
        for way in (event.way,) if event.way else event.arrows:
            if way[0] != way[-1]:
                ways.setdefault((event.side, way), set()).update(event.acting)
    arrows = tuple(
        Arrow(settings.theme.accent(game.info.side(side)), way, frozenset(units), attack)
        for (side, way), units in ways.items()
    )
    conditions = _conditions_text(game, (*units, *cut))
    changes = _changes_text(game, scene, whole_hexes(plan, window))
    return Diagram(
        f"turn-{number}",
        scene.account.title,
        " ".join(filter(None, (scene.text, changes, conditions))),
        units,
        hexes,
        frozenset(one.hex for one in units),
        _nothing,
        arrows=arrows,
        cut=cut,
    )


def _changes_text(game: Game, scene: _Scene, window: Collection[HexId]) -> str:
    """Return a sentence about units that moved or were lost earlier in the phase of a scene.

    `window` are the hexes that the diagram shows.
    """
    before = {one.unit: one.hex for one in scene.account.position}
    now = {one.unit: one.hex for one in scene.position}
    changed = [
        unit
        for unit in (before | now if before else ())
        if before.get(unit) != now.get(unit) and not {before.get(unit), now.get(unit)}.isdisjoint(window)
    ]
    fates: dict[str, list[str]] = {}
    for unit in changed:
        fates.setdefault(_fate(game, scene, unit, unit in now), []).append(game.counters.unit(unit).name)
    told = [
        f"{join_unit_names(names)} {'has' if len(names) == 1 else 'have'} {fate}"
        for fate, names in fates.items()
    ]
    return f"{join_with_and(told, 'and')}." if told else ""


def _fate(game: Game, scene: _Scene, unit: UnitId, stands: bool) -> str:
    """Return what has become of a unit earlier in the phase of a scene."""
    if not stands:
        overrun = any(_overruns(one) and (unit, None) in one.places for one in scene.account.events)
        return "been overrun" if overrun else "been eliminated"
    if all(event.kind != "battle" for event in scene.events):
        return "already moved"
    own = game.counters.unit(unit).side == scene.events[0].side
    return "already advanced" if own else "already retreated"


def _conditions_text(game: Game, units: Collection[ExampleUnit]) -> str:
    """Return a sentence about the counters that show a condition, with the cases that tell it."""
    conditions = dict.fromkeys(
        condition for one in units if isinstance(one, StandingUnit) for condition in one.conditions
    )
    told = []
    for display in game.counters.conditions:
        if display.condition in conditions:
            marker = next((one.name for one in game.counters.markers if one.id == display.marker), "")
            how = _LYING.get(display.turned or "", f"A counter with the marker {marker}")
            case = _telling_case(game, display)
            told.append(f"{how} is {display.condition}{f' ({case})' if case else ''}.")
    return " ".join(told)


def _telling_case(game: Game, display: ConditionDisplay) -> str:
    """Return the number of the case that tells how counters show a condition; "" if none does."""
    word = (display.turned or "marker").replace("-", " ")
    for section in rulebook_sections(game):
        for case in section.cases:
            text = case.sentence.lower()
            if case.number and word in text and display.condition[:-2] in text:
                return case.number
    return ""


def _nothing(canvas: PlacingCanvas) -> None:
    """Draw nothing below the counters."""
