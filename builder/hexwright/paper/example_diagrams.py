"""Draw the diagrams of examples of play; the values in them come from the rules engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from re import Match
from typing import Final, Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.counter_mix import Unit
from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.movement_record import counts_hexes
from hexwright.model.rules.odds_columns import decimal
from hexwright.model.turn_account import TurnAccount
from hexwright.model.words.criteria_words import features_text
from hexwright.model.words.rule_tables import communicates_only
from hexwright.paper.example_extent import SUPPLY_AROUND, ExampleAnswers, shown_hexes
from hexwright.paper.example_positions import counters_within, example_position
from hexwright.paper.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box, Colour, Halo, Path, Style
from hexwright.render.counters.counter_palette import mix_colours, readable_colour
from hexwright.render.counters.diagram_face import draw_diagram_face
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import text_box
from hexwright.render.theme import MEDIUM, Theme
from hexwright.support.message_wording import count_noun, join_with_and

_NEAR_LARGEST = 0.85
"""The share of the largest diagram's scale from which a diagram has the map's own lettering."""
LARGE_HEX = 14.0
"""The width in mm of a hex that has room for its number above a counter."""
_LEAST_HEXES = 4.2
"""The least width of a diagram, in widths of a hex."""
_IN_ROWS, _BESIDE_ROWS = 0.485, 0.28
"""The margins of a diagram along rows of hexes and across them, in widths of a hex: along them counters of
the rows between stand whole, across them less than half of a hex is seen.
"""
_ROWS_APART = 0.75**0.5
"""The distance of two rows, in widths of a hex."""
_MARK = 0.4
"""The width of a disc with movement points, in widths of a hex."""
_HALO_ON_ARROWS = 0.75
"""The width in mm of the halo of a hex number that may lie on an arrow."""
_FEW_SHARED = 5
"""The number of occupied hexes up to which the points spent to enter them are told."""
_OUTSIDE = "Enemies outside the picture bar other paths."
_STACKED = 2.3
"""The largest shift down in mm of a counter on another one, so that the upper edge of each stays in sight."""
_LESS_DICE: Final = re.compile(r" -(\d+)")
"""A number of dice that an attack has less."""
_STACK_ROOM = 0.2
"""The room of a stack below its first counter, in widths of a hex."""


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """A battle's odds, computed by the rules engine."""

    attack: str
    defence: str
    before: str
    """The odds before column shifts, such as "3:1" or "below 1:1"."""
    words: tuple[str, ...]
    """The modifiers that apply, in the words of the module's chat."""
    level: int
    """The number of the column after shifts, from 1; below 1 the attack has no effect."""
    final: str
    """The heading of the column after shifts, or "below 1:1"."""
    die: int
    """The die roll modifier."""
    table: str = ""
    """The id of the combat results table; "" for the default table."""


@dataclass(frozen=True, slots=True)
class FireAttack:
    """The dice of both sides in the first round of an attack, computed by the rules engine."""

    text: str
    """The dice, and where they come from, in the words of the module's chat."""
    causes: tuple[str, ...]
    """The names of what adds, takes or changes dice."""
    dice: tuple[int, int]
    """The numbers of dice of the attacker and of the defender."""


class ExampleSource(ExampleAnswers, Protocol):
    """The functions of the rules engine that examples need."""

    def controlled_hexes(self, example: Example) -> frozenset[HexId]:
        """Return the hexes that the example's unit controls."""

    def reachable_hexes(self, example: Example) -> Mapping[HexId, Fraction]:
        """Return the hexes in which the unit may end its move, with the movement points spent."""

    def battle_odds(self, example: Example) -> BattleOdds:
        """Return the odds of an attack on the hex of the example's unit by all enemies that it lists."""

    def may_attack(self, example: Example) -> bool:
        """Whether every enemy that the example lists may attack the hex of its unit."""

    def supply_status(self, example: Example) -> str:
        """Return the supply of the example's unit in words, such as "in limited supply"."""

    def advances(self, example: Example) -> Mapping[UnitId, frozenset[HexId]]:
        """Return the hexes to which each attacker may advance when the defenders are gone."""

    def weather(self, example: Example) -> str:
        """Return the name of the weather in the example; "" if it never changes."""

    def units_out_of_supply(self, example: Example) -> frozenset[UnitId]:
        """Return those of the units that an example lists that are out of supply."""

    def fire_attack(self, example: Example) -> FireAttack | None:
        """Return an attack of fire combat, or None if the rules forbid it or it has no dice."""

    def turn_account(self) -> TurnAccount | None:
        """Return a turn that was played, or None if there is none."""


def figure_lines(game: Game, example: Example, reference: ExampleSource) -> tuple[str, ...]:
    """Return the text below a diagram: the calculation, in words and numbers."""
    match example.kind:
        case "zoc":
            hexes = join_with_and(sorted(reference.controlled_hexes(example)), "and")
            return (f"{unit_title(game.counters.unit(example.subject))} controls {hexes}.",)
        case "movement":
            return _movement_lines(game, example, reference)
        case "supply":
            return _supply_lines(game, example, reference)
        case "retreat":
            behind = sorted(reference.retreat_ends(example))
            who = unit_title(game.counters.unit(example.subject))
            if not behind:
                return (f"{who} has no hex to which it may retreat.",)
            return (f"{who} may end its retreat in {join_with_and(behind, 'or')}.",)
        case "advance":
            return _advance_lines(game, example, reference)
        case "combat" if game.rules.fire is not None:
            fought = reference.fire_attack(example)
            return () if fought is None else (_LESS_DICE.sub(_less_dice, fought.text),)
        case "combat":
            return _battle_lines(game, reference.battle_odds(example))


def _less_dice(found: Match[str]) -> str:
    return f" −{found[1]} {'die' if found[1] == '1' else 'dice'}"


def _movement_lines(game: Game, example: Example, reference: ExampleSource) -> tuple[str, ...]:
    reach = reference.reachable_hexes(example)
    ends, if_left = reference.end_hexes(example)
    stood = {one.hex for one in example_position(game, example)}
    shared = sorted(stood & ends)
    unit = _counted_in(game, example)
    each = "each empty one shows" if shared else "each shows"
    lines = ["It is out of supply."] if example.subject in reference.units_out_of_supply(example) else []
    lines.append(f"It may end its move in {count_noun(len(ends), 'hex')}; {each} the {unit} to get there.")
    if 0 < len(shared) <= _FEW_SHARED:
        costs = join_with_and([f"{decimal(reach[one])} in {one}" for one in shared], "and")
        lines.append(f"In hexes with other units it has spent {costs}.")
    if if_left:
        told = f"In {join_with_and(sorted(if_left), 'or')}"
        if len(if_left) > _FEW_SHARED:
            told = f"In {len(if_left)} more"
        alone = len(if_left) == 1 and game.rules.stacking.limit == 1
        units = "the unit there leaves" if alone else "the units there leave"
        lines.append(f"{told} it may end only if {units} before the phase ends.")
    if reference.stopping_hexes(example) - stood:
        lines.append("In a hex with a square an enemy zone of control ends the move.")
    roads = [mode.road_bonus.line for mode in game.rules.movement if mode.road_bonus is not None]
    if roads and counts_hexes(game.rules.movement):
        grid, at = HexGrid.of(game.hexmap.grid), example.standing.hex
        if any(grid.distance(at, one) > spent for one, spent in reach.items()):
            lines.append(f"A hex along {features_text(roads, game.hexmap.lines)} isn't counted.")
    return tuple(lines)


def _counted_in(game: Game, example: Example) -> str:
    """Return what a move is counted in: hexes, if each hex costs the same."""
    phase = next(one for one in game.rules.sequence if one.id == example.phase)
    modes = game.rules.movement
    if counts_hexes(modes):
        return "hexes counted"
    usual = next((one for one in modes if phase.modes and one.id == phase.modes[0].mode), modes[0])
    return "hexes moved" if usual.along and not usual.costs else "movement points (MP) spent"


def _advance_lines(game: Game, example: Example, reference: ExampleSource) -> tuple[str, ...]:
    alike: dict[str, list[str]] = {}
    for unit, ends in reference.advances(example).items():
        to = join_with_and(sorted(ends), "or")
        alike.setdefault(to, []).append(unit_title(game.counters.unit(unit)))
    names = ((_and_others(units), to) for to, units in alike.items())
    return tuple(f"{who} may advance to {to}." for who, to in names)


def _and_others(titles: Sequence[str]) -> str:
    """Return names that begin a sentence joined by "and"; articles within the sentence are small."""
    first, *others = titles
    return join_with_and(
        [first, *(one[:1].lower() + one[1:] if one.startswith("The ") else one for one in others)], "and"
    )


def _supply_lines(game: Game, example: Example, reference: ExampleSource) -> tuple[str, ...]:
    near, limited = reference.supplied_hexes(example)
    at = example.standing.hex
    word = "communication" if communicates_only(game) else "supply"
    status = reference.supply_status(example)
    if word != "supply":
        status = "in communication" if status == "in supply" else "not in communication"
    told = f"In {at} it is {status}."
    if near or limited:
        tinted = f"in {word}" if near else f"in limited {word}"
        lighter = f", in limited {word} in the lighter ones" if near and limited else ""
        around = f"Of the hexes up to {SUPPLY_AROUND} away"
        told += f" {around}, it would be {tinted} in the tinted ones{lighter}."
    return (told,)


def unit_title(unit: Unit) -> str:
    """Return a unit's name at the start of a sentence; an ordinal takes the article."""
    return f"The {unit.name}" if unit.name[:1].isdigit() else unit.name


def in_sentence(unit: Unit) -> str:
    """Return a unit's name within a sentence: an ordinal takes the article, as in "the 33rd Army"."""
    return f"the {unit.name}" if unit.name[:1].isdigit() else unit.name


def _battle_lines(game: Game, battle: BattleOdds) -> tuple[str, ...]:
    lines = [f"{battle.attack} against {battle.defence} is {battle.before}."]
    if battle.words:
        named = ", ".join(battle.words).replace(" -", " −")
        lines.append(f"{named[0].upper()}{named[1:]}.")
    table = game.charts.combat
    if battle.level < 1:
        lines.append(f"The odds fall {battle.final}: the attack has no effect.")
    elif table is not None:
        read = table.all[battle.table]
        rolls = [(str(roll), read.row(roll + battle.die)[battle.level - 1]) for roll in read.roll_frequencies]
        column = read.columns[battle.level - 1]
        lines.append(f"The die is read in the column {column}: {', '.join(_results_by_roll(rolls))}.")
    return tuple(lines)


def _results_by_roll(rolls: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield each result with the rolls that give it, in order, such as "2–4 NE"."""
    for result, run in groupby(rolls, key=lambda one: one[1]):
        alike = [roll for roll, _ in run]
        told = alike[0] if len(alike) == 1 else f"{alike[0]}–{alike[-1]}"
        yield f"{told}\u00a0{result}"


@dataclass(frozen=True, slots=True)
class Diagram:
    """A drawing on a part of the map: counters, and marks that are drawn below them."""

    id: str
    title: str
    text: str
    units: tuple[ExampleUnit, ...]
    hexes: frozenset[HexId]
    """The hexes that the diagram shows."""
    marked: frozenset[HexId]
    """The hexes whose middle is covered by a counter or a mark."""
    overlay: Callable[[PdfCanvas], None]


def example_diagram(
    game: Game, settings: PrintSettings, plan: SheetPlan, example: Example, reference: ExampleSource
) -> Diagram:
    """Return the diagram of an example with its marks and its text, all computed by the rules engine."""
    listed = frozenset(standing.hex for standing in example.units)
    reach: frozenset[HexId] = frozenset()
    explained: frozenset[HexId] = frozenset()
    if example.kind == "zoc":
        explained = reference.controlled_hexes(example)
    elif example.kind == "movement":
        reach = frozenset(reference.reachable_hexes(example))
    elif example.kind == "retreat":
        reach = reference.retreat_ends(example)
    elif example.kind == "advance":
        reach = frozenset[HexId]().union(*reference.advances(example).values())
    position = example_position(game, example)
    if example.kind == "advance":
        # The defenders are gone.
        position = tuple(one for one in position if one.hex != example.standing.hex)

    def seen(hexes: Collection[HexId]) -> tuple[ExampleUnit, ...]:
        return counters_within(plan, diagram_window(plan, hexes), position, listed)

    hexes, alone = shown_hexes(game, plan.layout.grid, example, explained | reach, reference, seen)
    units = seen(hexes)
    taken = frozenset(standing.hex for standing in units)

    def overlay(canvas: PdfCanvas) -> None:
        _overlay(canvas, game, settings, plan, example, reference, reach - taken)

    lines = (*figure_lines(game, example, reference), *(() if alone else (_OUTSIDE,)))
    text = " ".join((example.text, *lines))
    return Diagram(example.id, example.title, text, units, hexes, taken | reach, overlay)


def diagram_window(plan: SheetPlan, hexes: Collection[HexId]) -> Box:
    """Return the part of the map around some hexes, in mm of the sheet.

    Its edges lie so that a counter is shown whole if its hex shows its middle. On maps with columns diagrams
    would be too high for that, so the edge halves the hexes of the columns between.
    """
    layout, field = plan.layout, plan.field
    around = Box.around(corner for hex_id in hexes for corner in layout.corners(hex_id))
    wide, flat = layout.hex_width, layout.flat
    aside, above = (_BESIDE_ROWS, 0.0) if flat else (_IN_ROWS, _BESIDE_ROWS)
    left, right = max(around.x - aside * wide, field.x), min(around.right + aside * wide, field.right)
    top, bottom = max(around.y - above * wide, field.y), min(around.bottom + above * wide, field.bottom)
    least = min(_LEAST_HEXES * wide, field.width) - 0.01
    step = wide * (_ROWS_APART if flat else 0.5)
    while right - left < least:
        # A narrow window would be magnified, so more of the map is shown at its sides.
        left = max(left - step, field.x)
        if right - left < least:
            right = min(right + step, field.right)
    return Box(left, top, right - left, bottom - top)


def lettering_scale(scales: Sequence[float]) -> float:
    """Return the scale for which the map of all diagrams is lettered: the smallest near the largest."""
    largest = max(scales, default=1.0)
    return min((scale for scale in scales if scale >= _NEAR_LARGEST * largest), default=1.0)


def hex_number_boxes(
    plan: SheetPlan, window: Box, place: Placement, taken: Collection[HexId]
) -> Iterator[tuple[HexId, Point, Box]]:
    """Yield the hexes in a window that have numbers, at their upper edge, with foot and box of the number.

    Small hexes have numbers only if they are free.
    """
    wide, size = plan.layout.hex_width, SMALLEST_BOOK_TEXT
    large = wide * place.scale >= LARGE_HEX
    inner = window.inset(wide * 0.42)
    for hex_id in plan.layout.grid:
        centre = plan.layout.centre(hex_id)
        if (large or hex_id not in taken) and inner.holds_point(centre):
            at = place.apply(Point(centre.x, centre.y - wide * 0.4))
            foot = Point(at.x, at.y + 0.8 * size)
            yield hex_id, foot, text_box(foot, hex_id, FontFace.SANS, size, "middle", 0.0, 0.0)


def number_hexes(
    canvas: PdfCanvas,
    plan: SheetPlan,
    theme: Theme,
    window: Box,
    place: Placement,
    taken: Collection[HexId],
    covered: Sequence[Box] = (),
    halo_width: float = 0.3,
) -> None:
    """Number the hexes in a window, but those whose number a name would cover."""
    halo = Halo(theme.halo, halo_width)
    for hex_id, foot, box in hex_number_boxes(plan, window, place, taken):
        if not any(box.overlaps(name) for name in covered):
            canvas.text(foot, hex_id, FontFace.SANS, SMALLEST_BOOK_TEXT, theme.ink_quiet, halo=halo)


def draw_figure(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    diagram: Diagram,
    at: Point,
    window: Box,
    scale: float,
    name: str,
    lettered: Sequence[Box] = (),
) -> None:
    """Draw a diagram with its upper left corner at a point; `name` is the stored part of the map.

    Its text stands in the boxes `lettered`, in mm of the sheet, which hex numbers leave free.
    """
    frame = Box(at.x, at.y, window.width * scale, window.height * scale)
    theme = settings.theme
    with canvas.group("figure", clip=Path.rectangle(frame)):
        place = Placement(at.x - window.x * scale, at.y - window.y * scale, 0.0, scale)
        canvas.drawing(name, place)
        corners = ((Point(box.x, box.y), Point(box.right, box.bottom)) for box in lettered)
        names = [Box.around(map(place.apply, pair)) for pair in corners]
        with canvas.placed(place):
            diagram.overlay(canvas)
        # Numbers stand on arrows, with a halo that covers these, so that none is hidden.
        number_hexes(canvas, plan, theme, window, place, diagram.marked, names, _HALO_ON_ARROWS)
        seen: Counter[HexId] = Counter()
        stacks = Counter(standing.hex for standing in diagram.units)
        for standing in diagram.units:
            down = seen[standing.hex] * _stack_shift(plan, scale, stacks[standing.hex])
            down -= _lift(game, plan, window, scale, standing.hex, stacks[standing.hex])
            _counter(canvas, game, settings, plan, standing, place, down)
            seen[standing.hex] += 1
    canvas.path(Path.rectangle(frame), Style(stroke=theme.ink, width=MEDIUM))


def _overlay(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    example: Example,
    reference: ExampleSource,
    marks: Collection[HexId],
) -> None:
    """Draw what an example explains; `marks` are the hexes that get one."""
    subject = game.counters.unit(example.subject)
    accent = settings.theme.accent(game.info.side(subject.side))
    layout = plan.layout
    if example.kind == "zoc":
        for hex_id in sorted(reference.controlled_hexes(example)):
            outline = Path.line(layout.corners(hex_id), closed=True)
            canvas.path(outline, Style(fill=accent, opacity=0.22))
            canvas.path(outline, Style(stroke=accent, width=0.7))
    elif example.kind == "movement":
        halts = reference.stopping_hexes(example)
        for hex_id, spent in sorted(reference.reachable_hexes(example).items()):
            if hex_id in marks:
                _step(canvas, settings, plan, hex_id, spent, accent, hex_id in halts)
    elif example.kind == "supply":
        _tint_supply(canvas, plan, example, reference, accent)
    else:
        target = example.standing.hex
        _attack_arrows(canvas, game, settings, plan, example.units, target, subject.side)
        if example.kind != "combat":
            _ends(canvas, settings, plan, game, example, marks)


def _tint_supply(
    canvas: PdfCanvas, plan: SheetPlan, example: Example, reference: ExampleSource, accent: Colour
) -> None:
    """Tint the hexes around a unit in which it would be in supply; more lightly those of limited supply."""
    near, limited = reference.supplied_hexes(example)
    for hexes, opacity in ((near, 0.3), (limited, 0.13 if near else 0.3)):
        for hex_id in sorted(hexes):
            outline = Path.line(plan.layout.corners(hex_id), closed=True)
            canvas.path(outline, Style(fill=accent, opacity=opacity))


def _attack_arrows(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    units: Sequence[ExampleUnit],
    target: HexId,
    defender: SideId,
) -> None:
    """Draw an arrow from each attacker to the attacked hex."""
    layout = plan.layout
    for standing in units:
        side = game.counters.unit(standing.unit).side
        if side != defender:
            colour = settings.theme.accent(game.info.side(side))
            start, end = layout.centre(standing.hex), layout.centre(target)
            draw_arrow(canvas, start, end, colour, layout.hex_width / 24.0)


def _ends(
    canvas: PdfCanvas,
    settings: PrintSettings,
    plan: SheetPlan,
    game: Game,
    example: Example,
    ends: Collection[HexId],
) -> None:
    """Draw a lettered disc in each hex to which a unit may retreat, or to which attackers may advance."""
    letter, side = "R", game.counters.unit(example.subject).side
    if example.kind == "advance":
        sides = (game.counters.unit(one.unit).side for one in example.units)
        letter, side = "A", next(other for other in sides if other != side)
    accent = settings.theme.accent(game.info.side(side))
    for hex_id in sorted(ends):
        _disc(canvas, settings, plan, hex_id, letter, accent)


def _disc(
    canvas: PdfCanvas, settings: PrintSettings, plan: SheetPlan, hex_id: HexId, text: str, accent: Colour
) -> None:
    theme, at, unit = settings.theme, plan.layout.centre(hex_id), plan.layout.hex_width / 24.0
    fill = mix_colours(theme.panel, accent, 0.12)
    canvas.path(Path.ellipse(at, 4.6 * unit), Style(fill=fill, stroke=accent, width=0.7 * unit))
    canvas.text(Point(at.x, at.y + 2.3 * unit), text, FontFace.SANS_BOLD, 6.6 * unit, theme.ink)


def _step(
    canvas: PdfCanvas,
    settings: PrintSettings,
    plan: SheetPlan,
    hex_id: HexId,
    spent: Fraction,
    accent: Colour,
    halt: bool,
) -> None:
    """Draw the movement points spent in a reachable hex: on a disc, or on a square if the move must end
    there.
    """
    theme, at, unit = settings.theme, plan.layout.centre(hex_id), plan.layout.hex_width / 24.0
    if halt:
        shape = Path.rectangle(Box(at.x - 4.2 * unit, at.y - 4.2 * unit, 8.4 * unit, 8.4 * unit))
        canvas.path(shape, Style(fill=accent, stroke=accent, width=0.7 * unit))
        ink, foot = readable_colour(theme.on_dark, accent), Point(at.x, at.y + 2.3 * unit)
        canvas.text(foot, decimal(spent), FontFace.SANS_BOLD, 6.6 * unit, ink)
    else:
        _disc(canvas, settings, plan, hex_id, decimal(spent), accent)


def draw_arrow(canvas: PdfCanvas, start: Point, end: Point, colour: Colour, unit: float) -> None:
    """Draw an arrow between two hexes; `unit` is a 24th of a hex's width."""
    long = start.distance(end) / (24.0 * unit)
    a, b = start.towards(end, 0.3 / long), start.towards(end, 1.0 - 0.34 / long)
    way = (end - start).scaled(1 / start.distance(end))
    across = Point(-way.y, way.x)
    shaft, head, tip = 1.5 * unit, 3.4 * unit, 5.0 * unit
    neck = b - way.scaled(tip)
    outline = [
        a + across.scaled(shaft),
        neck + across.scaled(shaft),
        neck + across.scaled(head),
        b,
        neck - across.scaled(head),
        neck - across.scaled(shaft),
        a - across.scaled(shaft),
    ]
    canvas.path(Path.line(outline, closed=True), Style(fill=colour, stroke=Colour("#ffffff"), width=0.5))


def draw_path_arrow(canvas: PdfCanvas, way: Sequence[Point], colour: Colour, unit: float) -> None:
    """Draw an arrow that follows a way from hex to hex; `unit` is a 24th of a hex's width."""
    if len(way) > 2:
        shaft = Path.line([way[0].towards(way[1], 0.5), *way[1:-1], way[-2].towards(way[-1], 0.3)])
        casing = Style(stroke=Colour("#ffffff"), width=3.0 * unit + 1.0, join="round")
        canvas.path(shaft, casing)
        draw_arrow(canvas, way[-2], way[-1], colour, unit)
        canvas.path(shaft, replace(casing, stroke=colour, width=3.0 * unit))
    else:
        draw_arrow(canvas, way[0], way[-1], colour, unit)


def _counter_edge(game: Game, plan: SheetPlan, scale: float) -> float:
    """Return the edge of a counter of a diagram, in mm on the page."""
    edge = min(game.counters.sheet.counter_mm, plan.layout.hex_width * 0.66) * scale
    return max(edge, min(8.2, plan.layout.hex_width * 0.86 * scale))


def _stack_shift(plan: SheetPlan, scale: float, count: int) -> float:
    """Return how far each counter of a stack lies below the one under it, in mm on the page."""
    return min(_STACKED, _STACK_ROOM * plan.layout.hex_width * scale / max(1, count - 1))


def _lift(game: Game, plan: SheetPlan, window: Box, scale: float, hex_id: HexId, count: int) -> float:
    """Return how far a stack stands above its place, in mm on the page, so that the frame doesn't cut it."""
    low = _counter_edge(game, plan, scale) / 2 + (count - 1) * _stack_shift(plan, scale, count)
    return max(0.0, low - (window.bottom - plan.layout.centre(hex_id).y) * scale)


def covered_boxes(game: Game, plan: SheetPlan, diagram: Diagram, scale: float) -> tuple[Box, ...]:
    """Return what counters and marks of a diagram cover, in mm of the sheet."""
    counter, mark = _counter_edge(game, plan, scale) / scale, _MARK * plan.layout.hex_width
    stacks = Counter(standing.hex for standing in diagram.units)
    found: list[Box] = []
    window = diagram_window(plan, diagram.hexes)
    for hex_id in sorted(diagram.marked | stacks.keys()):
        at, edge = plan.layout.centre(hex_id), counter if hex_id in stacks else mark
        count = max(1, stacks[hex_id])
        high = edge + (count - 1) * _stack_shift(plan, scale, count) / scale
        up = _lift(game, plan, window, scale, hex_id, count) / scale if hex_id in stacks else 0.0
        found.append(Box(at.x - edge / 2, at.y - edge / 2 - up, edge, high))
    return tuple(found)


def _counter(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    standing: ExampleUnit,
    place: Placement,
    down: float,
) -> None:
    """Draw a counter directly on the page, so that its text is as large as on other pages.

    It lies `down` mm below the middle of its hex.
    """
    unit = game.counters.unit(standing.unit)
    edge = _counter_edge(game, plan, place.scale)
    centre = place.apply(plan.layout.centre(standing.hex))
    centre = Point(centre.x, centre.y + down)
    box = Box(centre.x - edge / 2, centre.y - edge / 2, edge, edge)
    draw_diagram_face(canvas, game, unit, standing.step - 1, settings.theme, box, art=settings.art)
