"""Draw the folded player aid: one sheet with the essentials, four panels on one grid.

Inside left is what is done (the sequence of play, costs and limits), inside right how it is fought (combat
results and modifiers). Outside are terrain and what else fits, and the cover with the turn record. A side
with its own combat results has its own card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game, Side
from hexwright.model.words.all_rule_words import GARRISONS
from hexwright.model.words.reconstruction_words import MARK, MARK_EXPLAINED
from hexwright.model.words.rule_tables import (
    ALLOWANCE,
    HEX_ENTERED,
    MODIFIERS,
    UNITS,
    RuleTable,
    joined_effects,
    rows_together,
    tables_by_section,
)
from hexwright.model.words.rulebook_cases import without_letters
from hexwright.paper.columns.booklet_cover import cover_window
from hexwright.paper.columns.chart_grid import COLUMN_GAP, ROW_GAP, PaperChart, least_width
from hexwright.paper.columns.rulebook_blocks import Line, Span, Typesetter, break_spans, draw_spans
from hexwright.paper.columns.rulebook_flow import FlowItem
from hexwright.paper.columns.rulebook_grid import NOTE, NOTE_LEADING, rulebook_grid
from hexwright.paper.map.map_sheets import MapWindow
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Path, Style
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.counters.counter_palette import lettering_colour
from hexwright.render.fonts import FontFace, fitting_size
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import HAIR, HEAVY, Theme

MARGIN: Final = 6.5
"""The margin in mm around each panel: of the sheet, and on both sides of the fold."""
LEAST_LONG_SIDE: Final = 270.0
"""The long side in mm of the smallest paper on which a card is readable."""
_SCALES: Final = (1.0, 0.96, 0.92)
"""Scales of a panel; at the least, charts are set in 6.5 points."""
_LARGER: Final = (1.25, 1.2, 1.15, 1.1, 1.05)
"""Scales of a panel that would else be empty in part, the largest first."""
_MOST_LONGER: Final = 1.12
"""How much more lines of text a larger scale may need: the height before scaling, as a share."""
_MOST_SPREAD: Final = 8.0
"""The space in mm by which parts of a panel below each other are moved apart at most."""
_FOOT_TEXT: Final = 2.4
"""The size in mm of the line at the foot of a panel that explains the mark of reconstructed charts."""
_MARK_FOOT: Final = 4.5
"""The height in mm of that line with the space above it."""
_BAND, _NUMBER = 5.4, 6.0
_SEVERAL: Final = 2
_WIDER: Final = 0.62
"""A table is as wide as a panel if that reduces its height to less than this share."""
_PICTURE: Final = 0.36
"""The height of the map's piece on the cover, as a share of the panel."""
_LIMITS: Final = ("Movement", GARRISONS, "Zones of control", "Stacking")
"""The subjects of the rules' tables and lines beside the sequence of play."""
_TABLES: Final = ("Supply", "Replacements")
"""The subjects whose tables the aids have if there is room."""
_LONG: Final = 3
"""The number of lines of a subject above which the words of the rules replace them, if they are short."""
_MOST_WORDS: Final = 140
_ELSEWHERE: Final = "terrain and weather: see their tables"
"""Where a table of some modifiers sends players for the others."""
_Draw = Callable[[PdfCanvas, Point], None]


@dataclass(frozen=True, slots=True)
class _Item:
    """A part of a panel: as wide as the panel, or half as wide."""

    height: float
    draw: _Draw
    half: bool = False
    chart: str = ""
    """The id of the chart that it shows."""
    table: str = ""
    """What distinguishes the rules' table that it shows."""

    @property
    def name(self) -> str:
        """Return what distinguishes the item on a card."""
        return self.chart or self.table


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel with its scale, and its items with their positions in mm before they are scaled."""

    scale: float
    items: tuple[tuple[Point, _Item], ...]
    whole: bool
    """Whether every part found room."""

    @property
    def charts(self) -> frozenset[str]:
        """Return the ids of the charts that are shown."""
        return frozenset(item.chart for _, item in self.items if item.chart)

    @property
    def names(self) -> frozenset[str]:
        """Return the names of the charts and tables that are shown."""
        return frozenset(item.name for _, item in self.items)


@dataclass(frozen=True, slots=True)
class Card:
    """A folded card: for one side, or for every player."""

    side: Side | None
    panels: tuple[_Panel, ...]
    """Inside left and right, outside left, and the lower part of the cover."""

    @property
    def charts(self) -> frozenset[str]:
        """Return the ids of the charts that are shown, the sequence of play among them."""
        return frozenset[str]().union(*(panel.charts for panel in self.panels))

    @property
    def names(self) -> frozenset[str]:
        """Return the names of the charts and tables that are shown."""
        return frozenset[str]().union(*(panel.names for panel in self.panels))


def folded_cards(
    game: Game, settings: PrintSettings, charts: Mapping[str, Chart], paper: Paper
) -> tuple[Card, ...]:
    """Return the cards of a game: one, or one a side if sides have combat results of their own."""
    if max(paper.width, paper.height) < LEAST_LONG_SIDE:
        return ()
    sides = {table: side for side in game.info.sides if (table := _own_table(game, side)) is not None}
    if len(sides) < _SEVERAL:
        return (_card(game, settings, charts, paper, None, ""),)
    return tuple(_card(game, settings, charts, paper, side, table) for table, side in sides.items())


def _own_table(game: Game, side: Side) -> str | None:
    """Return the id of the chart with a side's combat results; None if it has none of its own."""
    table = game.charts.combat
    if table is None or len(table.all) < _SEVERAL:
        return None
    modifiers = game.rules.odds_combat.modifiers
    own = next((one.table for one in modifiers if one.table and side.id in one.side), "")
    return f"crt-{own}" if own else "crt"


def _card(
    game: Game,
    settings: PrintSettings,
    charts: Mapping[str, Chart],
    paper: Paper,
    side: Side | None,
    table: str,
) -> Card:
    whole = _panel_box(paper, 0)
    results = [table] if table else [name for name in charts if name.startswith("crt")]
    first = ["sequence", *results, "tec"]
    turns = [name for name in charts if name.startswith("turns-")]
    rest = [
        name for name in charts if name not in (*first, *turns) and not name.startswith(("crt", "victory-"))
    ]
    victory = [name for name in charts if name.startswith("victory-")]
    others = [name for name in charts if name.startswith("crt") and name not in results]
    if table:
        # The other side's results without their explanation, which both tables share.
        short = {name: replace(charts[name], blocks=charts[name].blocks[:1]) for name in others}
        charts = {**charts, **short}
    setter = Typesetter(rulebook_grid(settings.desk_paper, imposed=False), settings.theme, frozenset())

    limited = [table for _, table in _limits_by_section(game)]
    plain = _modifier_table(game, False)
    """The modifiers that stand wherever there is room for them."""

    def limits(width: float) -> Iterator[_Item]:
        yield _sequence_item(game, settings.theme, width)
        yield from _tables(setter, [*limited, *plain], width)

    def aims(width: float) -> Iterator[_Item]:
        """Yield how the game is won, which stands below the limits if there is room."""
        yield from limits(width)
        yield from _charts(settings.theme, charts, victory, width)

    def fight(modifiers: Sequence[RuleTable], also: Sequence[str], width: float) -> Iterator[_Item]:
        yield from _charts(settings.theme, charts, results or rest, width)
        yield from _tables(setter, modifiers, width)
        yield from _charts(settings.theme, charts, also, width)

    def outside(first: Sequence[str], wide: bool, width: float) -> Iterator[_Item]:
        """Yield charts, and before most of them the tables for which there was no room inside."""
        yield from _charts(settings.theme, charts, first, width)
        yield from _tables(setter, [*plain, *limited], width, wide)
        yield from _charts(settings.theme, charts, [*rest, *victory], width)

    def panel(source: _Source, height: float = whole.height, more: _Source | None = None) -> _Panel:
        made = _panel(source, whole.width, height, frozenset(shown), more)
        if any(MARK in charts[name].title for name in made.charts & {*charts}):
            made = _panel(source, whole.width, height - _MARK_FOOT, frozenset(shown), more)
        shown.update(made.names)
        return made

    shown: set[str] = set()
    every = _modifier_table(game, True)
    room = _panel(partial(fight, every, ()), whole.width, whole.height, frozenset()).whole
    fought = panel(partial(fight, every, ()) if room else partial(fight, plain, [*others, *victory, *rest]))
    low = whole.height * (1 - _PICTURE) - 30.0
    return Card(
        side,
        (
            panel(limits, more=aims),
            fought,
            panel(partial(outside, ["tec"], False)),
            panel(partial(outside, [*others, *turns], True), low),
        ),
    )


def tables_without_room(game: Game, cards: Sequence[Card]) -> Mapping[str, RuleTable]:
    """Return the tables of costs, limits and modifiers that a card lacks, by a title for each.

    Without cards these are all tables.
    """
    titles = {section.id: section.title for section in game.rules.summary}
    found: dict[str, RuleTable] = {}
    for section, table in (*_limits_by_section(game), *(("", one) for one in _modifier_table(game, True))):
        if not cards or not all(_name(table) in card.names for card in cards):
            title = _title(titles.get(section, table.subject), table)
            again = sum(one.partition(" (")[0] == title for one in found)
            head = (HEX_ENTERED, *table.head[1:]) if is_of_costs(table) else table.head
            found[f"{title} ({again + 1})" if again else title] = replace(table, head=head)
    return found


def _title(about: str, table: RuleTable) -> str:
    """Return the title of a table that stands by itself, in the words of players."""
    first, *others = table.head
    if _modifies(table):
        return "Combat modifiers"
    if is_of_costs(table):
        return f"{_way(table) or about}: cost of each hex"
    if others and others[0].startswith(ALLOWANCE):
        return table.title
    return about if others and first in (UNITS, table.subject) else table.title or first


def is_of_costs(table: RuleTable) -> bool:
    """Return whether a table has the cost of each hex."""
    return table.head[0].lower().endswith(HEX_ENTERED.lower())


def _modifies(table: RuleTable) -> bool:
    return table.head[0] == MODIFIERS[0]


def _name(table: RuleTable) -> str:
    """Return what distinguishes a table on a card, which may lack some of the modifiers."""
    return MODIFIERS[0] if _modifies(table) else repr((table.head, table.rows))


def _limits_by_section(game: Game) -> list[tuple[str, RuleTable]]:
    """Return the tables of costs and limits with their sections; two with the same rows are one.

    Short tables of limits are left out beside the words of their section, which say the same.
    """
    limits: dict[tuple[tuple[str, ...], ...], tuple[str, RuleTable]] = {}
    for section, tables in tables_by_section(game).items():
        for table in tables:
            if table.subject in _LIMITS:
                first, one = limits.setdefault(table.rows, (section, _named(game, section, table)))
                limits[table.rows] = first, _of_both(one, table)
    found = [(section, _in_rule_words(game, section, table)) for section, table in limits.values()]
    told = {section for section, table in found if table.sentences}
    return [(section, table) for section, table in found if section not in told or not _repeats_words(table)]


def _repeats_words(table: RuleTable) -> bool:
    """Whether a table is one of a few limits, which the words of its section give as briefly."""
    figures = is_of_costs(table) or table.head[-1].startswith(ALLOWANCE)
    return not table.sentences and not figures and len(table.rows) <= _LONG


def _of_both(one: RuleTable, other: RuleTable) -> RuleTable:
    """Return a table of costs for two ways of moving whose costs are the same."""
    ways = [_way(table) if is_of_costs(table) else "" for table in (one, other)]
    if len({*ways}) == 1 or not all(ways):
        return one
    named = ways[0] if ways[1] in ways[0] else f"{ways[0]} and {ways[1]}"
    return replace(one, head=(f"{named}: {HEX_ENTERED.lower()}", *one.head[1:]), title=named)


def _way(table: RuleTable) -> str:
    """Return the way of moving that the head of a table of costs names."""
    return table.head[0][: -len(HEX_ENTERED)].removesuffix(": ")


def tables_if_room(game: Game) -> Mapping[str, RuleTable]:
    """Return the tables that the aids have where pages would else be empty in part, by a title for each."""
    return {
        table.title: table
        for tables in tables_by_section(game).values()
        for table in tables
        if table.subject in _TABLES and not table.lines
    }


def _in_rule_words(game: Game, section: str, table: RuleTable) -> RuleTable:
    """Return a table with its title; many lines are replaced by the words of their case, if they are few."""
    found = game.rules.section(section)
    titled = replace(
        table, title=table.title or _title(table.subject if found is None else found.title, table)
    )
    if found is None or not game.rules.complete_summary or not table.lines or len(table.rows) <= _LONG:
        return titled
    if len(found.text.split()) > _MOST_WORDS:
        return titled
    return replace(titled, sentences=tuple(map(without_letters, found.unmarked_paragraphs)))


def table_sentences(table: RuleTable) -> tuple[str, ...]:
    """Return a table of lines, or of one row, as sentences; none for a table with rows to compare."""
    if table.sentences:
        return table.sentences
    if table.lines:
        told: list[str] = []
        for row in table.rows:
            mode, text = row if len(row) > 1 else ("", row[0])
            named = f"{mode}: {text[:1].lower()}{text[1:]}" if mode and mode != table.subject else text
            told.append(named if named.endswith((".", "!", "?")) else f"{named}.")
        return tuple(told)
    if len(table.rows) > 1 or _modifies(table):
        return ()
    (name, *cells), (_, *heads) = table.rows[0], table.head
    figures = [
        f"{head[:1].lower()}{head[1:]} {cell}" for head, cell in zip(heads, cells, strict=True) if cell
    ]
    return (f"{name}: {', '.join(figures)}.",)


def _modifier_table(game: Game, shown: bool) -> list[RuleTable]:
    """Return the table of all modifiers, or of those that terrain and weather charts don't show."""
    plain = {
        one.name[:1].upper() + one.name[1:]
        for one in game.rules.odds_combat.modifiers
        if not (one.terrain or one.feature or one.across or one.across_front or one.place or one.weather)
    }
    tables = [t for found in tables_by_section(game).values() for t in found if t.head == MODIFIERS]
    every = joined_effects(row for t in tables for row in t.rows)
    rows = tuple(row for row in every if shown or row[0] in plain)
    name, when, effect = MODIFIERS
    head = MODIFIERS if len(rows) == len(every) else (name, f"{when} ({_ELSEWHERE})", effect)
    return [replace(tables[0], head=head, rows=rows, title="Combat modifiers")] if rows else []


def _named(game: Game, section: str, table: RuleTable) -> RuleTable:
    """Return a table whose head is the section's title, if its only column is headed by a subject.

    A way of moving stays the head.
    """
    titles = {one.id: one.title for one in game.rules.summary}
    if table.head == (table.subject,) and section in titles and table.subject != GARRISONS:
        return replace(table, head=(titles[section],))
    return table


def _panel_box(paper: Paper, number: int) -> Box:
    """Return the left (0) or right (1) panel of a lying sheet."""
    wide, high = max(paper.width, paper.height), min(paper.width, paper.height)
    width = wide / 2 - 2 * MARGIN
    return Box(MARGIN + number * wide / 2, MARGIN, width, high - 2 * MARGIN)


_Source = Callable[[float], Iterator[_Item]]
"""What yields the items of a panel for its width."""


def _panel(
    source: _Source, width: float, height: float, shown: frozenset[str], more: _Source | None = None
) -> _Panel:
    """Return the panel at the largest scale at which most items fit, the first of them before all others.

    If all fit unscaled, those that `more` yields besides are added as far as there is room.
    """
    found: tuple[tuple[bool, int], _Panel] | None = None
    for scale in _SCALES:
        items = [item for item in source(width / scale) if item.name not in shown]
        filled = _filled(items, width / scale, height / scale)
        whole = len(filled) == len(items)
        fits = (bool(filled) and filled[0][1] is items[0], len(filled))
        if found is None or fits > found[0]:
            found = fits, _Panel(scale, filled, whole)
        if whole:
            break
    assert found is not None
    best = found[1]
    if more is not None and best.scale == 1.0 and best.whole:
        items = [item for item in more(width) if item.name not in shown]
        return _full(replace(best, items=_filled(items, width, height)), more, width, height)
    return _full(best, source, width, height)


def _full(panel: _Panel, source: _Source, width: float, height: float) -> _Panel:
    """Return a panel with the same items, larger and farther apart if it would else be empty in part."""
    best, usual = panel, sum(item.height for _, item in panel.items)
    for scale in _LARGER if panel.scale == 1.0 else ():
        items = [item for item in source(width / scale) if item.name in panel.names]
        filled = _filled(items, width / scale, height / scale)
        if len(filled) == len(panel.items) and sum(item.height for item in items) <= _MOST_LONGER * usual:
            best = replace(panel, scale=scale, items=filled)
            break
    return replace(best, items=_spread(best.items, height / best.scale))


def _spread(items: Sequence[tuple[Point, _Item]], height: float) -> tuple[tuple[Point, _Item], ...]:
    """Return the items of a panel with more space between those below each other, up to its height."""
    above: dict[int, int] = {}
    for n, (at, item) in enumerate(items):
        over = [m for m, (p, other) in enumerate(items[:n]) if _is_below(at, item, p, other)]
        above[n] = max((above[m] + 1 for m in over), default=0)
    steps = max(above.values(), default=0)
    free = height - max((at.y + item.height for at, item in items), default=height)
    more = min(_MOST_SPREAD, max(0.0, free) / steps) if steps else 0.0
    return tuple((Point(at.x, at.y + more * above[n]), item) for n, (at, item) in enumerate(items))


def _is_below(at: Point, item: _Item, over: Point, other: _Item) -> bool:
    """Whether an item stands below another one, in the same column or across both."""
    return at.y > over.y and (at.x == over.x or not item.half or not other.half)


def _filled(items: Sequence[_Item], width: float, height: float) -> tuple[tuple[Point, _Item], ...]:
    """Place items in order from the top, half ones in two columns. Items that don't fit are left out."""
    placed: list[tuple[Point, _Item]] = []
    ends = [0.0, 0.0]
    for item in items:
        column = 0 if not item.half or ends[0] <= ends[1] else 1
        y = ends[column] if item.half else max(ends)
        if y + item.height > height + 1e-6:
            continue
        placed.append((Point(column * (width + COLUMN_GAP) / 2, y), item))
        ends[column] = y + item.height + ROW_GAP / 2
        if not item.half:
            ends = [y + item.height + ROW_GAP] * 2
    return tuple(placed)


# Items --------------------------------------------------------------------------------------------


def _charts(theme: Theme, charts: Mapping[str, Chart], names: Sequence[str], width: float) -> Iterator[_Item]:
    for name in names:
        if name not in charts:
            continue
        narrow = max(map(least_width, charts[name].blocks), default=0.0) > width + 1e-6
        made = PaperChart(charts[name], width)

        def draw(canvas: PdfCanvas, at: Point, made: PaperChart = made) -> None:
            made.draw(canvas, theme, at)

        # A chart that is too wide for the panel fits at no height.
        yield _Item(math.inf if narrow else made.height, draw, chart=name)


def _tables(
    setter: Typesetter, tables: Sequence[RuleTable], width: float, wide: bool = False
) -> Iterator[_Item]:
    """Yield tables: as wide as a panel if `wide`, if much lower so or of modifiers; then others half as
    wide.
    """
    found = [_table(setter, table, width, wide) for table in tables]
    yield from sorted(found, key=lambda item: item.half)


def _table(setter: Typesetter, table: RuleTable, width: float, wide: bool) -> _Item:
    half, whole = (_titled(setter, table, column) for column in ((width - COLUMN_GAP) / 2, width))
    across = wide or _modifies(table) or _height(whole) < _WIDER * _height(half)
    rows = whole if across else half

    def draw(canvas: PdfCanvas, at: Point) -> None:
        y = at.y
        for row in rows:
            row.draw(canvas, at.x, y)
            y += row.height

    return _Item(_height(rows), draw, half=not across, table=_name(table))


def _titled(setter: Typesetter, table: RuleTable, column: float) -> tuple[FlowItem, ...]:
    """Return the title of a table, and the table or its sentences."""
    own = replace(setter, grid=replace(setter.grid, column=column))
    title = own.table_title(table.title, "", column)
    if told := table_sentences(table):
        lines = [
            line
            for text in told
            for line in own.lines([Span(text, FontFace.SANS)], size=NOTE, leading=NOTE_LEADING, gap=0.0)
        ]
        return title, *lines
    # The title names the way of moving.
    head = (HEX_ENTERED, *table.head[1:]) if is_of_costs(table) else table.head
    return title, *own.table(head, rows_together(table.rows), table.shares, merged=table.merged)


def _height(rows: Sequence[FlowItem]) -> float:
    return sum(row.height for row in rows)


def _sequence_item(game: Game, theme: Theme, width: float) -> _Item:
    """Return the sequence of play with a line or two for each phase."""
    turns: list[tuple[Side, list[tuple[int, tuple[Line, ...]]]]] = []
    number = 0
    for side, run in groupby(game.rules.sequence, key=lambda phase: phase.side):
        rows = []
        for phase in run:
            number += 1
            text = phase.text if phase.text.endswith((".", "!", "?")) else f"{phase.text}."
            spans = (Span(f"{phase.name}. ", FontFace.SANS_BOLD), Span(text, FontFace.SANS))
            rows.append((number, break_spans(spans, NOTE, width - _NUMBER - 2.0)))
        turns.append((game.info.side(side), rows))
    head = 9.0
    high = head + sum(_BAND + 2.4 + sum(_row(lines) for _, lines in rows) for _, rows in turns)

    def draw(canvas: PdfCanvas, at: Point) -> None:
        rule = Path.line([at, Point(at.x + width, at.y)])
        canvas.path(rule, Style(stroke=theme.ink, width=HEAVY))
        title = Point(at.x, at.y + 6.0)
        canvas.text(title, "Sequence of play", FontFace.SERIF_BOLD, 4.9, theme.ink, anchor="start")
        y = at.y + head
        for side, rows in turns:
            accent = theme.accent(side)
            canvas.path(Path.rectangle(Box(at.x, y, width, _BAND)), Style(fill=accent))
            name = Point(at.x + 2.0, y + 3.8)
            on = lettering_colour(accent)
            canvas.text(name, f"{side.name} player turn", FontFace.SANS_BOLD, 3.2, on, anchor="start")
            y += _BAND + 0.6
            for number, lines in rows:
                base = y + 0.5 + 0.78 * NOTE_LEADING
                at_number = Point(at.x + _NUMBER - 1.6, base)
                canvas.text(at_number, str(number), FontFace.SERIF_BOLD, 3.4, accent, anchor="end")
                for n, line in enumerate(lines):
                    spot = Point(at.x + _NUMBER, base + n * NOTE_LEADING)
                    draw_spans(canvas, line, spot, NOTE, theme.ink, theme.fort)
                y += _row(lines)
                hair = Path.line([Point(at.x + _NUMBER, y), Point(at.x + width, y)])
                canvas.path(hair, Style(stroke=theme.rule, width=HAIR))
            y += 1.8

    return _Item(high, draw, chart="sequence")


def _row(lines: Sequence[Line]) -> float:
    return len(lines) * NOTE_LEADING + 1.4


# Pages --------------------------------------------------------------------------------------------


def draw_cards(
    document: PdfDocument,
    game: Game,
    settings: PrintSettings,
    paper: Paper,
    cards: Sequence[Card],
    cover: MapWindow,
    titles: Mapping[str, str],
) -> None:
    """Draw each card on two sides of a lying sheet, to be folded in the middle; `cover` is stored."""
    lying = _lying(paper)
    for number, card in enumerate(cards, start=1):
        whose = f" ({card.side.name})" if card.side is not None else ""
        boxes = [_panel_box(lying, 0), _panel_box(lying, 1), _panel_box(lying, 0), _cover_rest(lying)]
        for side, (word, first) in enumerate((("inside", 0), ("outside", 2))):
            label = f"Folded card{whose}, {word}"
            parts = list(zip(card.panels[first : first + 2], boxes[first : first + 2], strict=True))
            anchors = [
                (f"card-{number}-{item.chart}", box.x + at.x * panel.scale, box.y + at.y * panel.scale)
                for panel, box in parts
                for at, item in panel.items
                if item.chart
            ]
            with open_page(document, settings, lying, label, bookmark=label, anchors=anchors) as canvas:
                if side:
                    _cover(canvas, game, settings, lying, card, cover)
                for panel, box in parts:
                    with canvas.placed(Placement(box.x, box.y, 0.0, panel.scale)):
                        for at, item in panel.items:
                            item.draw(canvas, at)
                    if any(MARK in titles[name] for name in panel.charts):
                        foot = Point(box.x, box.bottom - 0.25 * _FOOT_TEXT)
                        ink = settings.theme.ink_quiet
                        canvas.text(foot, MARK_EXPLAINED, FontFace.SANS, _FOOT_TEXT, ink, anchor="start")
                _fold_marks(canvas, settings.theme, lying)
            for key, *_ in anchors:
                document.outline(titles[key.removeprefix(f"card-{number}-")], key, 1)


def card_window(game: Game, plan: SheetPlan, paper: Paper) -> MapWindow:
    """Return the part of the map on the cover of a card, at the scale for which it is lettered."""
    piece, scale = cover_window(game, plan, _picture(_lying(paper)))
    return MapWindow("card-map", piece, scale, framed=scale)


def _lying(paper: Paper) -> Paper:
    return paper if paper.width > paper.height else paper.turned


def _picture(lying: Paper) -> Box:
    """Return the box of the map's piece on the cover."""
    panel = _panel_box(lying, 1)
    return Box(panel.x, panel.y, panel.width, panel.height * _PICTURE)


def _cover_rest(lying: Paper) -> Box:
    """Return the part of the cover below picture and title."""
    panel, picture = _panel_box(lying, 1), _picture(lying)
    top = picture.bottom + 30.0
    return Box(panel.x, top, panel.width, panel.bottom - top)


def _cover(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    lying: Paper,
    card: Card,
    cover: MapWindow,
) -> None:
    theme, picture = settings.theme, _picture(lying)
    piece, scale = cover.box, cover.lettered
    with canvas.group("card-map", clip=Path.rectangle(picture)):
        place = Placement(picture.x - piece.x * scale, picture.y - piece.y * scale, 0.0, scale)
        canvas.drawing(cover.name, place)
    ground = theme.accent(card.side) if card.side is not None else theme.ink
    band = Box(picture.x, picture.bottom, picture.width, 24.0)
    canvas.path(Path.rectangle(band), Style(fill=ground))
    on = lettering_colour(ground)
    title = game.info.title
    size = fitting_size(title, FontFace.SERIF_BOLD, 10.5, band.width - 12.0)
    canvas.text(Point(band.x + 6.0, band.y + 12.5), title, FontFace.SERIF_BOLD, size, on, anchor="start")
    whose = f"Player aid of the {card.side.plural}" if card.side is not None else "Player aid"
    canvas.text(Point(band.x + 6.0, band.y + 19.5), whose, FontFace.SANS, 4.0, on, anchor="start")
    told = game.info.subtitle or game.info.period
    room = band.width - 70.0
    if told:
        size = fitting_size(told, FontFace.SANS, 3.4, room)
        canvas.text(Point(band.right - 6.0, band.y + 19.5), told, FontFace.SANS, size, on, anchor="end")


def _fold_marks(canvas: PdfCanvas, theme: Theme, lying: Paper) -> None:
    x = lying.width / 2
    for top, bottom in ((5.0, 9.0), (lying.height - 9.0, lying.height - 5.0)):
        mark = Path.line([Point(x, top), Point(x, bottom)])
        canvas.path(mark, Style(stroke=theme.ink_quiet, width=HAIR))
