"""Draw the diagrams of examples of play; the values in them come from the rules engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, product
from typing import Final, Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.counter_mix import Unit
from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.movement_record import counts_hexes
from hexwright.model.turn_account import StandingUnit, TurnAccount
from hexwright.model.words.criteria_words import features_text
from hexwright.model.words.rule_tables import communicates_only
from hexwright.paper.figures.example_extent import SUPPLY_AROUND, ExampleAnswers, decided_alone, shown_hexes
from hexwright.paper.figures.example_positions import by_hex, counters_cut, counters_within, example_position
from hexwright.paper.figures.figure_arrows import (
    Arrow,
    Ground,
    arrow_boxes,
    draw_led_arrow,
    led_arrows,
    reached,
)
from hexwright.paper.figures.figure_counters import (
    NUMBER_HEIGHT,
    NUMBERED_HEX,
    arranged,
    badge_spot,
    counter_boxes,
    lifted,
    stack_boxes,
)
from hexwright.paper.figures.figure_window import beyond_edges, cropped_moves, diagram_window, whole_hexes
from hexwright.paper.figures.place_lettering import PlacedName, draw_names, place_names
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Colour, Halo, Path, Style
from hexwright.render.counters.counter_palette import mix_colours, readable_colour
from hexwright.render.counters.diagram_face import draw_blank_counter, draw_diagram_counter
from hexwright.render.fonts import FontFace
from hexwright.render.map.canvas_clipping import FramedCanvas
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_flattening import Placement
from hexwright.render.placed_canvas import PlacingCanvas
from hexwright.render.recording_canvas import RecordingCanvas, text_box
from hexwright.render.theme import MEDIUM, Theme
from hexwright.support.message_wording import count_noun, join_with_and
from hexwright.support.plain_numbers import number_text

LARGE_HEX = 14.0
"""The width in mm of a hex that has room for its number above a counter."""
_MARK = 0.4
"""The width of a disc with movement points, in widths of a hex."""
_ASIDE, _STEPS = 0.22, 6
"""How far a hex number moves aside at most, in widths of the hex, and in how many steps."""
_INWARD, _OFF_FRAME = 0.1, 0.4
"""How far it moves aside at most for the frame, and its distance from the frame in mm."""
_CLEAR: Final = (0.7, 0.2)
"""How far in mm it stays from a name if it can, and at least."""
_LOWER: Final = (0.3, 0.6)
"""How far it moves down in a free hex, in shares of how far it moves aside."""
_SIGN: Final = 0.08
"""Half the width of a place's sign, in widths of a hex."""
_DISC, _ONE_SIGN = 0.7, 0.62
"""The radius of a disc in heights of its text, and that of one with a single sign beside counters."""
_FEW_ENDS: Final = 5
"""The number of hexes in which a move may end up to which they are named."""
_FEW_SHARED = 5
"""The number of hexes full of units up to which they are told."""
_PALE: Final = 0.4
"""How much paler the terrain below a tint is made."""
_ASIDE_OF_MARK: Final = 0.07
"""How far a counter alone in a hex with flat top moves aside for a mark, in widths of the hex."""
_FREE: Final = 0.9
"""The part of a hex in which marks stand beside a counter, so that they are clear of its sides."""
_SLIVER: Final = 0.5
"""How much of a counter that the frame cuts is seen at least, in halves of mm on each side."""
_LEAST_BADGE = 4.6
"""The size of the text of a mark beside counters, in 24ths of a hex's width."""
_ENGLISH_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th)\b")
_OUTSIDE = "Other paths leave the figure and are barred there."


@dataclass(frozen=True, slots=True)
class Numbering:
    """How hexes are numbered."""

    height: float = 0.4
    """How far above the middle of its hex a number begins, in widths of the hex."""
    least: float = LARGE_HEX
    """The width in mm on the page of hexes that are numbered even if they aren't free."""
    halo: float = 0.3
    times: float = 1.0
    """The size of the numbers, in that of the smallest text."""
    edge: float = 0.42
    """How far the middle of a hex is from the frame at least, in widths of the hex."""


# Numbers stand on arrows, with a halo that covers these, so that none is hidden.
_IN_FIGURES: Final = Numbering(NUMBER_HEIGHT, NUMBERED_HEX, 0.75)


@dataclass(frozen=True, slots=True)
class MapLettering:
    """The text on the map of a figure: where it stands, in mm of the sheet, and the names that it shows."""

    boxes: tuple[Box, ...] = ()
    names: frozenset[str] = frozenset()


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
    """The dice, and where they come from."""
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


def figure_lines(
    game: Game,
    example: Example,
    reference: ExampleSource,
    shown: Collection[HexId] | None = None,
    edges: Callable[[Collection[HexId]], str] = lambda _: "",
) -> tuple[str, ...]:
    """Return the text below a diagram: the calculation, in words and numbers.

    `shown` are the hexes that the diagram of a move shows; None for all. `edges` tells beyond which of its
    edges others lie.
    """
    match example.kind:
        case "zoc":
            hexes = join_with_and(sorted(reference.controlled_hexes(example)), "and")
            return (f"{unit_title(game.counters.unit(example.subject))} controls {hexes}.",)
        case "movement":
            return _movement_lines(game, example, reference, shown, edges)
        case "supply":
            return _supply_lines(game, example, reference)
        case "retreat":
            behind = sorted(reference.retreat_ends(example))
            who = unit_title(game.counters.unit(example.subject))
            if not behind:
                return (f"{who} has no hex to which it may retreat.",)
            return (f"{who} may end its retreat in {join_with_and(behind, 'or')} (R).",)
        case "advance":
            return _advance_lines(game, example, reference)
        case "combat" if game.rules.fire is not None:
            fought = reference.fire_attack(example)
            if fought is None:
                return ()
            return (fought.text,)
        case "combat":
            return _battle_lines(game, reference.battle_odds(example))


def _movement_lines(
    game: Game,
    example: Example,
    reference: ExampleSource,
    shown: Collection[HexId] | None,
    edges: Callable[[Collection[HexId]], str],
) -> tuple[str, ...]:
    reach = reference.reachable_hexes(example)
    ends, if_left = reference.end_hexes(example)
    if shown is not None:
        if_left = if_left.intersection(shown)
    seen = ends if shown is None else ends.intersection(shown)
    unit = _counted_in(game, example)
    lines = ["It is out of supply."] if example.subject in reference.units_out_of_supply(example) else []
    hexes = count_noun(len(ends), "hex")
    if 0 < len(ends) <= _FEW_ENDS:
        hexes = join_with_and(sorted(ends), "or")
    if len(seen) == len(ends):
        lines.append(f"It may end its move in {hexes}; each shows the {unit} to get there.")
    else:
        lines.append(f"It may end its move in {hexes}.")
        lines.append(f"The figure shows {len(seen)} of them, each with the {unit} to get there.")
        beyond = edges(ends.difference(seen))
        if beyond:
            lines.append(f"The other {len(ends) - len(seen)} lie beyond {beyond}.")
    if if_left:
        told = f"In {join_with_and(sorted(if_left), 'or')}, marked too,"
        if len(if_left) > _FEW_SHARED:
            told = f"In {len(if_left)} more"
        alone = len(if_left) == 1 and game.rules.stacking.limit == 1
        units = "the unit there leaves" if alone else "the units there leave"
        lines.append(f"{told} it may end only if {units} before the phase ends.")
    halts = reference.stopping_hexes(example)
    if halts and (shown is None or halts.intersection(shown)):
        lines.append("A square marks a hex where an enemy zone of control ends the move.")
    roads = [mode.road_bonus.line for mode in game.rules.movement if mode.road_bonus is not None]
    if roads and counts_hexes(game.rules.movement):
        grid, at = HexGrid.of(game.hexmap.grid), example.standing.hex
        if any(grid.distance(at, one) > spent for one, spent in reach.items()):
            lines.append(f"A hex along {features_text(game, roads, game.hexmap.lines)} isn't counted.")
    return tuple(lines)


def _counted_in(game: Game, example: Example) -> str:
    """Return what a move is counted in: hexes, if each hex costs the same."""
    phase = next(one for one in game.rules.sequence if one.id == example.phase)
    modes = game.rules.movement
    if counts_hexes(modes):
        return "number of hexes counted"
    usual = next((one for one in modes if phase.modes and one.id == phase.modes[0].mode), modes[0])
    return "number of hexes moved" if usual.along and not usual.costs else "movement points (MP) spent"


def _advance_lines(game: Game, example: Example, reference: ExampleSource) -> tuple[str, ...]:
    alone = game.rules.fire is None and game.rules.odds_combat.max_advancing == 1
    alike: dict[str, list[str]] = {}
    for unit, ends in reference.advances(example).items():
        to = join_with_and(sorted(ends), "or")
        alike.setdefault(to, []).append(unit_title(game.counters.unit(unit)))
    return tuple(
        f"{'One of ' if alone and len(units) > 1 else ''}{_and_others(units)} may advance to {to} (A)."
        for to, units in alike.items()
    )


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
        lighter = f", and in limited {word} in the lighter ones" if near and limited else ""
        where = "in the tinted hexes"
        if not lighter and len(near or limited) <= _FEW_ENDS:
            where = f"in {join_with_and(sorted(near or limited), 'and')} (tinted)"
        told += f" Up to {SUPPLY_AROUND} hexes away, it would be {tinted} {where}{lighter}."
    return (told,)


def unit_title(unit: Unit) -> str:
    """Return a unit's name at the start of a sentence; an ordinal in English takes the article."""
    return f"The {unit.name}" if _ENGLISH_ORDINAL.match(unit.name) else unit.name


def in_sentence(unit: Unit) -> str:
    """Return a unit's name within a sentence: "the 33rd Army", but "4. Panzergruppe" as the rules have it."""
    return f"the {unit.name}" if _ENGLISH_ORDINAL.match(unit.name) else unit.name


def _battle_lines(game: Game, battle: BattleOdds) -> tuple[str, ...]:
    lines = [f"{battle.attack} against {battle.defence} is {battle.before}."]
    if battle.words:
        named = join_with_and([_modifier_text(one) for one in battle.words], "and")
        lines.append(f"Modifiers: {named}.")
    table = game.charts.combat
    if battle.level < 1:
        lines.append(f"The odds fall {battle.final}: the attack has no effect.")
    elif table is not None:
        read = table.all[battle.table]
        rolls = [(str(roll), read.row(roll + battle.die)[battle.level - 1]) for roll in read.roll_frequencies]
        column = read.columns[battle.level - 1]
        lines.append(f"The {column} column gives {', '.join(_results_by_roll(rolls))}.")
    return tuple(lines)


def _modifier_text(told: str) -> str:
    """Return words for a modifier: "fortification 1L", but "defence doubled (river)"."""
    name, colon, effect = told.partition(": ")
    return (f"{effect} ({name})" if colon else told).replace(" -", " −")


def _results_by_roll(rolls: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield each result with the rolls that give it, in order, such as "NE on 2–4"."""
    for result, run in groupby(rolls, key=lambda one: one[1]):
        alike = [roll for roll, _ in run]
        told = alike[0] if len(alike) == 1 else f"{alike[0]}–{alike[-1]}"
        yield f"{result}\u00a0on\u00a0{told}"


@dataclass(frozen=True, slots=True)
class Badge:
    """The mark of a hex: a text on a disc, or on a square where a move must end."""

    text: str
    colour: Colour
    square: bool = False


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
    overlay: Callable[[PlacingCanvas], None]
    badges: Mapping[HexId, Badge] = field(default_factory=dict)
    """The marks of hexes that have counters; they are drawn beside these."""
    arrows: tuple[Arrow, ...] = ()
    """The arrows of moves and attacks, which are drawn above the counters."""
    stacked: frozenset[HexId] = frozenset()
    """The hexes whose counters lie on each other: the last unit of such a hex lies on top."""
    cut: tuple[ExampleUnit, ...] = ()
    """Other units, whose counters the frame may cut."""

    def covered_units(self) -> frozenset[UnitId]:
        """Return the units of stacks on which another counter lies."""
        top = {one.hex: one.unit for one in (*self.units, *self.cut)}
        return frozenset(
            one.unit
            for one in (*self.units, *self.cut)
            if one.hex in self.stacked and one.unit != top[one.hex]
        )

    def names_place(self, place: Place) -> bool:
        """Whether the text below the diagram names a place that counters cover, with its hex."""
        return f"{place.name} ({place.hex})" in self.text

    def names_hex(self, hex_id: HexId) -> bool:
        """Return whether the text below the diagram names a hex, so that a reader looks for its number."""
        return hex_id in {word.strip(".,;:()") for word in self.text.split()}


def _reach(example: Example, reference: ExampleSource) -> frozenset[HexId]:
    """Return the hexes that an example explains, except those of supply."""
    match example.kind:
        case "zoc":
            return reference.controlled_hexes(example)
        case "movement":
            return frozenset(reference.reachable_hexes(example))
        case "retreat":
            return reference.retreat_ends(example)
        case "advance":
            return frozenset[HexId]().union(*reference.advances(example).values())
    return frozenset()


def example_diagram(
    game: Game, settings: PrintSettings, plan: SheetPlan, example: Example, reference: ExampleSource
) -> Diagram:
    """Return the diagram of an example with its marks and its text, all computed by the rules engine."""
    listed = frozenset(standing.hex for standing in example.units)
    reach = _reach(example, reference)
    position = example_position(game, example)
    if example.kind == "advance":
        # The defenders are gone.
        position = tuple(one for one in position if one.hex != example.standing.hex)

    def seen(hexes: Collection[HexId]) -> tuple[ExampleUnit, ...]:
        return counters_within(plan, diagram_window(plan, hexes), position, listed)

    hexes, alone = shown_hexes(game, plan.layout.grid, example, reach, reference, seen)
    shown: frozenset[HexId] | None = None
    if example.kind == "movement":
        halts = reference.stopping_hexes(example)
        parts = cropped_moves(plan, example.standing.hex, reach, listed, halts)
        if parts:
            whole = {cut: whole_hexes(plan, diagram_window(plan, cut)) for cut in parts}
            decided = (cut for cut in parts if decided_alone(example, reference, seen(cut), whole[cut]))
            found = next(decided, None)
            hexes, alone = found or parts[0], found is not None
            shown = whole[hexes]
    units = seen(hexes)
    marks = _marks(game, settings, example, reference, reach if shown is None else reach & shown)
    taken = frozenset(standing.hex for standing in units)

    def overlay(canvas: PlacingCanvas) -> None:
        _overlay(canvas, game, settings, plan, example, reference)
        for hex_id, mark in sorted(marks.items()):
            if hex_id not in taken:
                _draw_mark(canvas, settings, mark, plan.layout.centre(hex_id), plan.layout.hex_width / 24.0)

    def edges(unseen: Collection[HexId]) -> str:
        return beyond_edges(plan, diagram_window(plan, hexes), unseen)

    lines = (*figure_lines(game, example, reference, shown, edges), *(() if alone else (_OUTSIDE,)))
    text = " ".join(filter(None, (example.text, *lines)))
    badges = {hex_id: mark for hex_id, mark in marks.items() if hex_id in taken}
    return Diagram(
        example.id,
        example.title,
        text,
        units,
        hexes,
        taken | marks.keys(),
        overlay,
        badges,
        _attack_arrows(game, settings, example),
        cut=counters_cut(plan, diagram_window(plan, hexes), position, units),
    )


def lettering_scale(scales: Sequence[float]) -> float:
    """Return the scale for which the map of all diagrams is lettered: the scale that most of them have."""
    many = Counter(round(scale, 2) for scale in scales)
    usual = min(many, key=lambda scale: (-many[scale], scale), default=1.0)
    return min((scale for scale in scales if round(scale, 2) == usual), default=1.0)


def _frame_of(window: Box, place: Placement) -> Box:
    """Return the box on the page in which a figure shows a window of the map."""
    return Box.around(
        place.apply(Point(x, y)) for x in (window.x, window.right) for y in (window.y, window.bottom)
    )


def hex_number_boxes(
    plan: SheetPlan,
    window: Box,
    place: Placement,
    taken: Collection[HexId],
    numbering: Numbering = Numbering(),
) -> Iterator[tuple[HexId, Point, Box]]:
    """Yield the hexes in a window that have numbers, at their upper edge, with foot and box of the number.

    Small hexes have numbers only if they are free. A number that the frame would cut stands a little aside.
    """
    wide, size = plan.layout.hex_width, SMALLEST_BOOK_TEXT * numbering.times
    large = wide * place.scale >= numbering.least
    inner, frame = window.inset(wide * numbering.edge), _frame_of(window, place)
    for hex_id in plan.layout.grid:
        centre = plan.layout.centre(hex_id)
        if (large or hex_id not in taken) and inner.holds_point(centre):
            at = place.apply(Point(centre.x, centre.y - wide * numbering.height))
            foot = Point(at.x, at.y + 0.8 * size)
            box = text_box(foot, hex_id, FontFace.SANS, size, "middle", 0.0, 0.0)
            left, right = frame.x + _OFF_FRAME - box.x, box.right - frame.right + _OFF_FRAME
            aside = max(left, 0.0) - max(right, 0.0)
            if abs(aside) <= _INWARD * wide * place.scale:
                foot, box = Point(foot.x + aside, foot.y), Box(box.x + aside, box.y, box.width, box.height)
            if frame.holds(box):
                yield hex_id, foot, box


def _beside_names(
    foot: Point, box: Box, names: Sequence[Box], reach: float, lower: Sequence[float]
) -> tuple[Point, Box]:
    """Return the foot and the box of a number moved aside, as far as names need and as its hex allows.

    `lower` tells how far it may move down if the hex is free, in shares of its reach.
    """
    for gap, share in product(_CLEAR, (0.0, *lower)):
        for n in range(2 * _STEPS + 1):
            aside = reach * ((n + 1) // 2) / _STEPS * (1 if n % 2 else -1)
            moved = Box(box.x + aside, box.y + share * reach, box.width, box.height)
            if not any(map(moved.inset(-gap).overlaps, names)):
                return Point(foot.x + aside, foot.y + share * reach), moved
    return foot, box


def number_hexes(
    canvas: PlacingCanvas,
    plan: SheetPlan,
    theme: Theme,
    window: Box,
    place: Placement,
    taken: Collection[HexId],
    covered: Sequence[Box] = (),
    numbering: Numbering = Numbering(),
    only: Collection[HexId] | None = None,
    struck: Sequence[Box] = (),
) -> list[tuple[HexId, Box]]:
    """Number the hexes in a window, but those whose number a name would cover; return the places of all.

    `only` are the hexes that are numbered, if not all. Numbers move aside for what is `struck` otherwise,
    such as names on the map.
    """
    halo = Halo(theme.halo, numbering.halo)
    numbers = [*hex_number_boxes(plan, window, place, taken, numbering)]
    if struck:
        reach = _ASIDE * plan.layout.hex_width * place.scale
        numbers = [
            (hex_id, *_beside_names(foot, box, struck, reach, () if hex_id in taken else _LOWER))
            for hex_id, foot, box in numbers
        ]
    for hex_id, foot, box in numbers:
        if (only is None or hex_id in only) and not any(box.overlaps(name) for name in covered):
            ink = theme.ink_quiet if numbering.times == 1.0 else theme.ink
            size = SMALLEST_BOOK_TEXT * numbering.times
            canvas.text(foot, hex_id, FontFace.SANS, size, ink, halo=halo)
    return [(hex_id, box) for hex_id, _, box in numbers]


def draw_figure(
    canvas: PlacingCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    diagram: Diagram,
    at: Point,
    window: Box,
    scale: float,
    name: str,
    lettering: MapLettering | None = None,
) -> None:
    """Draw a diagram with its upper left corner at a point; `name` is the stored part of the map.

    Hex numbers leave the names on the map free. Names that counters would hide stand beside these.
    """
    frame = Box(at.x, at.y, window.width * scale, window.height * scale)
    theme = settings.theme
    with canvas.group("figure", clip=Path.rectangle(frame)):
        place = Placement(at.x - window.x * scale, at.y - window.y * scale, 0.0, scale)
        canvas.drawing(name, place)
        lettering = lettering or MapLettering()
        corners = ((Point(box.x, box.y), Point(box.right, box.bottom)) for box in lettering.boxes)
        names = [Box.around(map(place.apply, pair)) for pair in corners]
        with canvas.placed(place):
            diagram.overlay(canvas)
        numbers = number_hexes(canvas, plan, theme, window, place, diagram.marked, names, _IN_FIGURES)
        named = named_numbers(plan, diagram, window, place)
        counters = [*placed_counters(plan, diagram, window, place)]
        beyond = [*cut_counters(plan, diagram, window, place)]
        # Heads of arrows lie on counters at which they end; all others lie above them.
        below, covered = reached(diagram.arrows), diagram.covered_units()

        def lay_counters(under_arrows: bool) -> None:
            # Text that the frame cuts would still be found below the figure, so it is left out.
            framed = FramedCanvas(canvas, frame, 0.0, ())
            for standing, box in (*beyond, *counters):
                if (standing.hex in below) != under_arrows:
                    continue
                at = canvas if frame.holds(box) else framed
                if standing.unit in covered:
                    draw_blank_counter(at, game, game.counters.unit(standing.unit), settings.theme, box)
                else:
                    _draw_counter(at, game, settings, standing, box)

        lay_counters(True)
        ways = figure_arrows(game, settings, plan, diagram, window, place, lettering)
        wide = plan.layout.hex_width * place.scale
        for arrow, way in zip(diagram.arrows, ways, strict=True):
            draw_led_arrow(canvas, way, arrow.colour, wide)
        under = [box for way in ways for box in arrow_boxes(way, wide)]
        # Numbers below arrows are drawn once more, above them.
        hidden = {hex_id for hex_id, box in numbers if any(map(box.overlaps, under))}
        number_hexes(canvas, plan, theme, window, place, diagram.marked, names, _IN_FIGURES, hidden)
        lay_counters(False)
        boxes = [box for _, box in numbers]
        badges = _draw_badges(canvas, game, settings, plan, diagram, counters, place, boxes, under)
        marks = _mark_boxes(plan, diagram, place)
        taken = [*(box for _, box in (*counters, *beyond)), *badges, *marks, *names, *under, *named]

        elsewhere = lettering.names | {one.name for one in game.hexmap.places if diagram.names_place(one)}
        told = _named_places(game, plan, place, frame, [*taken, *boxes], counters, dict(numbers), elsewhere)
        draw_names(canvas, theme, told)
    canvas.path(Path.rectangle(frame), Style(stroke=theme.ink, width=MEDIUM))


def _named_places(
    game: Game,
    plan: SheetPlan,
    place: Placement,
    frame: Box,
    taken: Sequence[Box],
    counters: Sequence[tuple[ExampleUnit, Box]],
    numbers: Mapping[HexId, Box],
    named: Collection[str] = (),
) -> list[PlacedName]:
    """Return the names of places in a frame, each in the hex of its place and clear of what is taken."""

    def page(hex_id: HexId) -> Point:
        return place.apply(plan.layout.centre(hex_id))

    def inside(hex_id: HexId, box: Box) -> bool:
        at = (box.centre - Point(place.x, place.y)).scaled(1 / place.scale)
        return plan.layout.hex_at(at) == hex_id

    stacks: dict[HexId, list[Point]] = {}
    for standing, box in counters:
        stacks.setdefault(standing.hex, []).extend((Point(box.x, box.y), Point(box.right, box.bottom)))
    return place_names(
        game,
        page,
        frame,
        taken,
        (),
        named,
        stacks={hex_id: Box.around(corners) for hex_id, corners in stacks.items()},
        heads=numbers,
        inside=inside,
        narrow=not plan.layout.flat,
    )


def _names_by_counters(
    game: Game, plan: SheetPlan, diagram: Diagram, window: Box, place: Placement
) -> dict[HexId, Box | None]:
    """Return the places below counters, each with the box of its name if there is room for it in its hex.

    Names on the map and arrows leave these boxes free as far as they can.
    """
    frame = _frame_of(window, place)
    counters = [*placed_counters(plan, diagram, window, place)]
    cut = [box for _, box in cut_counters(plan, diagram, window, place)]
    numbers = {one: box for one, _, box in hex_number_boxes(plan, window, place, diagram.marked, _IN_FIGURES)}
    taken = [*(box for _, box in counters), *cut, *_mark_boxes(plan, diagram, place), *numbers.values()]
    # Arrows aren't led yet; most of those of moves go nearly straight from hex to hex.
    for arrow in (one for one in diagram.arrows if not one.attack):
        straight = [place.apply(plan.layout.centre(hex_id)) for hex_id in arrow.way]
        taken += arrow_boxes(straight, plan.layout.hex_width * place.scale)
    placed = {one.text: one.box for one in _named_places(game, plan, place, frame, taken, counters, numbers)}
    held = {one.hex for one, _ in counters}
    return {one.hex: placed.get(one.name) for one in game.hexmap.places if one.hex in held}


def hidden_places(game: Game, plan: SheetPlan, diagram: Diagram, scale: float) -> list[Place]:
    """Return the places below counters of a diagram whose names have no room in their hexes."""
    window = diagram_window(plan, diagram.hexes)
    named = _names_by_counters(game, plan, diagram, window, Placement(0.0, 0.0, 0.0, scale))
    hidden = (one for one in game.hexmap.places if one.hex in named and named[one.hex] is None)
    return sorted(hidden, key=lambda one: one.hex)


def _draw_counter(
    canvas: Canvas, game: Game, settings: PrintSettings, standing: ExampleUnit, box: Box
) -> None:
    """Draw a unit's counter as it lies."""
    unit = game.counters.unit(standing.unit)
    conditions = standing.conditions if isinstance(standing, StandingUnit) else ()
    draw_diagram_counter(
        canvas, game, unit, standing.step - 1, settings.theme, box, conditions=conditions, art=settings.art
    )


def figure_arrows(
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    diagram: Diagram,
    window: Box,
    place: Placement,
    lettering: MapLettering,
) -> list[list[Point]]:
    """Return the points of the arrows of a diagram, in mm of the page."""
    if not diagram.arrows:
        return []
    corner, far = place.apply(Point(window.x, window.y)), place.apply(Point(window.right, window.bottom))
    corners = ((Point(box.x, box.y), Point(box.right, box.bottom)) for box in lettering.boxes)
    grid, hexes = plan.layout.grid, {hex_id for arrow in diagram.arrows for hex_id in arrow.way}
    counters = [*placed_counters(plan, diagram, window, place)]
    beyond = [*cut_counters(plan, diagram, window, place)]
    below, covered = reached(diagram.arrows), diagram.covered_units()
    acting = {unit for arrow in diagram.arrows for unit in arrow.units}
    around = {one for hex_id in hexes for one in grid.neighbours(hex_id).values()} - hexes
    ground = Ground(
        {hex_id: place.apply(plan.layout.centre(hex_id)) for hex_id in hexes},
        plan.layout.hex_width * place.scale,
        Box.around((corner, far)),
        [
            (one.hex, one.unit, box)
            for one, box in (*counters, *beyond)
            if one.unit not in covered or one.unit in acting
        ],
        [box for *_, box in hex_number_boxes(plan, window, place, diagram.marked, _IN_FIGURES)],
        [
            *(Box.around(map(place.apply, pair)) for pair in corners),
            *_mark_boxes(plan, diagram, place),
            *_place_boxes(game, plan, diagram, place),
            *filter(None, _names_by_counters(game, plan, diagram, window, place).values()),
        ],
        [*counter_texts(game, settings, _seen_of(diagram, [one for one in counters if one[0].hex in below]))],
        [place.apply(plan.layout.centre(hex_id)) for hex_id in sorted(around)],
    )
    return led_arrows(diagram.arrows, ground)


def _overlay(
    canvas: PlacingCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    example: Example,
    reference: ExampleSource,
) -> None:
    """Draw what an example explains below its counters and marks."""
    subject = game.counters.unit(example.subject)
    accent = settings.theme.accent(game.info.side(subject.side))
    if example.kind == "zoc":
        _outlined(canvas, settings, plan, reference.controlled_hexes(example), accent)
    elif example.kind == "supply":
        _tint_supply(canvas, settings, plan, example, reference, accent)


def _tint(
    canvas: PlacingCanvas,
    settings: PrintSettings,
    plan: SheetPlan,
    hexes: Collection[HexId],
    accent: Colour,
    opacity: float,
) -> None:
    """Tint hexes; their terrain is made paler first, so that the tint looks alike on all terrains."""
    for hex_id in sorted(hexes):
        outline = Path.line(plan.layout.corners(hex_id), closed=True)
        canvas.path(outline, Style(fill=settings.theme.panel, opacity=_PALE))
        canvas.path(outline, Style(fill=accent, opacity=opacity))


def _outlined(
    canvas: PlacingCanvas,
    settings: PrintSettings,
    plan: SheetPlan,
    hexes: Collection[HexId],
    accent: Colour,
) -> None:
    """Tint hexes, with one outline around them all, along the map's edge too."""
    grid, layout = plan.layout.grid, plan.layout
    _tint(canvas, settings, plan, hexes, accent, 0.22)
    for hex_id in sorted(hexes):
        for direction in grid.directions:
            if grid.neighbour(hex_id, direction) not in hexes:
                canvas.path(
                    Path.line(layout.side(hex_id, direction)),
                    Style(stroke=accent, width=0.9, cap="round"),
                )


def _marks(
    game: Game,
    settings: PrintSettings,
    example: Example,
    reference: ExampleSource,
    hexes: Collection[HexId],
) -> Mapping[HexId, Badge]:
    """Return the marks of the hexes in which a move, a retreat or an advance may end."""
    side = game.counters.unit(example.subject).side
    if example.kind == "movement":
        accent, halts = settings.theme.accent(game.info.side(side)), reference.stopping_hexes(example)
        return {
            hex_id: Badge(number_text(spent), accent, hex_id in halts)
            for hex_id, spent in sorted(reference.reachable_hexes(example).items())
            if hex_id in hexes
        }
    if example.kind not in ("retreat", "advance"):
        return {}
    if example.kind == "advance":
        sides = (game.counters.unit(one.unit).side for one in example.units)
        side = next(other for other in sides if other != side)
    accent = settings.theme.accent(game.info.side(side))
    letter = "R" if example.kind == "retreat" else "A"
    return {hex_id: Badge(letter, accent) for hex_id in sorted(hexes)}


def _tint_supply(
    canvas: PlacingCanvas,
    settings: PrintSettings,
    plan: SheetPlan,
    example: Example,
    reference: ExampleSource,
    accent: Colour,
) -> None:
    """Tint the hexes around a unit in which it would be in supply; more lightly those of limited supply."""
    near, limited = reference.supplied_hexes(example)
    for hexes, opacity in ((near, 0.3), (limited, 0.13 if near else 0.3)):
        _tint(canvas, settings, plan, hexes, accent, opacity)


def _attack_arrows(game: Game, settings: PrintSettings, example: Example) -> tuple[Arrow, ...]:
    """Return an arrow from each hex with attackers to the attacked hex."""
    if example.kind not in ("combat", "retreat", "advance"):
        return ()
    target, defender = example.standing.hex, game.counters.unit(example.subject).side
    attackers: dict[HexId, list[UnitId]] = {}
    sides = {}
    for standing in example.units:
        side = game.counters.unit(standing.unit).side
        if side != defender:
            attackers.setdefault(standing.hex, []).append(standing.unit)
            sides[standing.hex] = side
    return tuple(
        Arrow(settings.theme.accent(game.info.side(sides[hex_id])), (hex_id, target), frozenset(units), True)
        for hex_id, units in attackers.items()
    )


def _disc_radius(mark: Badge, text: float) -> float:
    """Return the radius of the disc, or half the edge of the square, of a mark beside counters."""
    return (_ONE_SIGN if len(mark.text) == 1 and not mark.square else _DISC) * text


def _draw_mark(
    canvas: PlacingCanvas,
    settings: PrintSettings,
    mark: Badge,
    at: Point,
    unit: float,
    size: float = 6.6,
    *,
    narrow: bool = False,
) -> None:
    """Draw a mark: a text on a disc, or on a square where a move must end; `size` is that of the text."""
    theme, text = settings.theme, size * unit
    foot = Point(at.x, at.y + 0.35 * text)
    if mark.square:
        edge = 1.27 * text
        shape = Path.rectangle(Box(at.x - edge / 2, at.y - edge / 2, edge, edge))
        canvas.path(shape, Style(fill=mark.colour, stroke=mark.colour, width=0.7 * unit))
        ink = readable_colour(theme.on_dark, mark.colour)
    else:
        fill = mix_colours(theme.panel, mark.colour, 0.12)
        style = Style(fill=fill, stroke=mark.colour, width=0.7 * unit)
        canvas.path(Path.ellipse(at, _disc_radius(mark, text) if narrow else _DISC * text), style)
        ink = theme.ink
    canvas.text(foot, mark.text, FontFace.SANS_BOLD, text, ink)


def placed_counters(
    plan: SheetPlan, diagram: Diagram, window: Box, place: Placement
) -> Iterator[tuple[ExampleUnit, Box]]:
    """Yield the units of a diagram, each with the box of its counter on the page, whole within the frame."""
    wide, bottom = plan.layout.hex_width * place.scale, place.apply(Point(window.x, window.bottom)).y
    for hex_id, units in by_hex(diagram.units).items():
        boxes = lifted(_boxes_in_hex(plan, diagram, place, hex_id, len(units)), bottom)
        if hex_id not in diagram.stacked:
            if len(boxes) == 1 and hex_id in diagram.badges and plan.layout.flat:
                boxes = [Box(box.x + _ASIDE_OF_MARK * wide, box.y, box.width, box.height) for box in boxes]
            boxes = arranged(boxes, [_goal(plan, diagram, hex_id, one.unit) for one in units])
        yield from zip(units, boxes, strict=True)


def _boxes_in_hex(
    plan: SheetPlan, diagram: Diagram, place: Placement, hex_id: HexId, count: int
) -> list[Box]:
    """Return the boxes of the counters of a hex on the page: side by side, or on each other."""
    lay = stack_boxes if hex_id in diagram.stacked else counter_boxes
    centre, wide = place.apply(plan.layout.centre(hex_id)), plan.layout.hex_width * place.scale
    return lay(centre, wide, count, flat=plan.layout.flat)


def _seen_of(
    diagram: Diagram, counters: Iterable[tuple[ExampleUnit, Box]]
) -> Iterator[tuple[ExampleUnit, Box]]:
    """Yield those of some counters on which no other lies."""
    covered = diagram.covered_units()
    yield from (one for one in counters if one[0].unit not in covered)


def cut_counters(
    plan: SheetPlan, diagram: Diagram, window: Box, place: Placement
) -> Iterator[tuple[ExampleUnit, Box]]:
    """Yield the units whose counters the frame cuts, each with the box of its whole counter on the page."""
    frame = _frame_of(window, place)
    for hex_id, units in by_hex(diagram.cut).items():
        boxes = _boxes_in_hex(plan, diagram, place, hex_id, len(units))
        for standing, box in zip(units, boxes, strict=True):
            if box.inset(_SLIVER).overlaps(frame.inset(_SLIVER)):
                yield standing, box


def _goal(plan: SheetPlan, diagram: Diagram, hex_id: HexId, unit: UnitId) -> Point | None:
    """Return the direction in which the arrow of a unit leaves its hex; None if it has none."""
    for arrow in diagram.arrows:
        if arrow.way[0] == hex_id and unit in arrow.units:
            return plan.layout.centre(arrow.way[1]) - plan.layout.centre(hex_id)
    return None


def named_numbers(plan: SheetPlan, diagram: Diagram, window: Box, place: Placement) -> list[Box]:
    """Return the boxes of the numbers of hexes that the text of a diagram names."""
    numbers = hex_number_boxes(plan, window, place, diagram.marked, _IN_FIGURES)
    return [box for hex_id, _, box in numbers if diagram.names_hex(hex_id)]


def _draw_badges(
    canvas: PlacingCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    diagram: Diagram,
    counters: Sequence[tuple[ExampleUnit, Box]],
    place: Placement,
    numbers: Sequence[Box],
    arrows: Sequence[Box],
) -> list[Box]:
    """Draw the marks of hexes with counters where they hide least; return the boxes of the marks."""
    unit = plan.layout.hex_width * place.scale / 24.0
    size = max(_LEAST_BADGE, SMALLEST_BOOK_TEXT / unit)
    boxes: dict[HexId, list[Box]] = {}
    for standing, box in counters:
        boxes.setdefault(standing.hex, []).append(box)
    texts = [*counter_texts(game, settings, _seen_of(diagram, counters)), *numbers] if diagram.badges else []
    covered: list[Box] = []
    for hex_id, mark in sorted(diagram.badges.items()):
        half = _disc_radius(mark, size * unit) + 0.35 * unit
        middle = plan.layout.centre(hex_id)
        part = _FREE if len(boxes[hex_id]) == 1 else 1.0
        corners = [place.apply(middle.towards(at, part)) for at in plan.layout.corners(hex_id)]
        at = badge_spot(corners, half, boxes[hex_id], [*texts, *covered], arrows)
        _draw_mark(canvas, settings, mark, at, unit, size, narrow=True)
        covered.append(Box(at.x - half, at.y - half, 2 * half, 2 * half))
    return covered


def counter_texts(
    game: Game, settings: PrintSettings, counters: Iterable[tuple[ExampleUnit, Box]]
) -> Iterator[Box]:
    """Yield the boxes of what is written on counters."""
    for standing, box in counters:
        seen = RecordingCanvas()
        _draw_counter(seen, game, settings, standing, box)
        yield from (text.box for text in seen.texts)


def _mark_boxes(plan: SheetPlan, diagram: Diagram, place: Placement) -> list[Box]:
    """Return the boxes of the marks of free hexes, on the page."""
    edge = _MARK * plan.layout.hex_width * place.scale
    free = sorted(diagram.marked.difference(one.hex for one in diagram.units))
    middles = (place.apply(plan.layout.centre(hex_id)) for hex_id in free)
    return [Box(at.x - edge / 2, at.y - edge / 2, edge, edge) for at in middles]


def _place_boxes(game: Game, plan: SheetPlan, diagram: Diagram, place: Placement) -> list[Box]:
    """Return the boxes of the signs of places that neither counters nor marks hide, on the page."""
    half = _SIGN * plan.layout.hex_width * place.scale
    shown = (one.hex for one in game.hexmap.places if one.hex not in diagram.marked)
    middles = (place.apply(plan.layout.centre(hex_id)) for hex_id in shown)
    return [Box(at.x - half, at.y - half, 2 * half, 2 * half) for at in middles]


def covered_boxes(game: Game, plan: SheetPlan, diagram: Diagram, scale: float) -> tuple[Box, ...]:
    """Return what names on the map leave free, in mm of the sheet: counters, marks, hex numbers.

    They also leave room for the names of places below counters.
    """
    mark, window = _MARK * plan.layout.hex_width, diagram_window(plan, diagram.hexes)
    place = Placement(0.0, 0.0, 0.0, scale)
    found = [box for seen in (placed_counters, cut_counters) for _, box in seen(plan, diagram, window, place)]
    found += [box for *_, box in hex_number_boxes(plan, window, place, diagram.marked, _IN_FIGURES)]
    found += filter(None, _names_by_counters(game, plan, diagram, window, place).values())
    onto_sheet = [Box(box.x / scale, box.y / scale, box.width / scale, box.height / scale) for box in found]
    for hex_id in sorted(diagram.marked.difference(one.hex for one in diagram.units)):
        at = plan.layout.centre(hex_id)
        onto_sheet.append(Box(at.x - mark / 2, at.y - mark / 2, mark, mark))
    return tuple(onto_sheet)
