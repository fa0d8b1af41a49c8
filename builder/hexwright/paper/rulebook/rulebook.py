"""Compose the rulebook of a game: contents, rules with tables and diagrams, charts, notes and index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, product
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.charts import VictoryTable
from hexwright.model.example_of_play import Example
from hexwright.model.game import Game
from hexwright.model.rules.movement_record import counts_hexes
from hexwright.model.turn_account import TurnAccount, TurnSentence
from hexwright.model.words.reconstruction_words import (
    MARK,
    designers_notes,
    reconstructions,
)
from hexwright.model.words.rule_tables import (
    HEX_ENTERED,
    RuleTable,
    combat_rule,
    rows_together,
    rulebook_tables,
)
from hexwright.model.words.rulebook_cases import Case, Section, citable_numbers, rulebook_sections
from hexwright.paper.aids.player_aids import paper_charts
from hexwright.paper.aids.scenario_table import draw_scenario_table, scenario_rows, table_height
from hexwright.paper.aids.setup_card_contents import scenario_paragraphs
from hexwright.paper.aids.start_lines import start_lines
from hexwright.paper.columns.chart_grid import PaperChart, least_width
from hexwright.paper.columns.figure_placement import Anchors, FigurePlacement
from hexwright.paper.columns.item_groups import in_columns, kept_together, side_by_side, stacked
from hexwright.paper.columns.rulebook_blocks import Span, Typesetter, break_spans, draw_spans, ruled_lines
from hexwright.paper.columns.rulebook_flow import FlowItem, Page, PageFiller
from hexwright.paper.columns.rulebook_grid import (
    BODY,
    CAPTION,
    CAPTION_LEADING,
    LEADING,
    TABLE,
    TABLE_LEADING,
    Grid,
    rulebook_grid,
)
from hexwright.paper.figures.example_diagrams import (
    Diagram,
    ExampleSource,
    MapLettering,
    draw_figure,
    example_diagram,
)
from hexwright.paper.figures.example_selection import ExampleChooser
from hexwright.paper.figures.figure_stacks import with_stacks
from hexwright.paper.figures.figure_window import diagram_window
from hexwright.paper.figures.turn_diagrams import turn_diagrams
from hexwright.paper.figures.turn_sector import TurnSector, turn_sector
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.booklet_index import CaseIndex
from hexwright.paper.rulebook.counter_key import KEY, CounterKey
from hexwright.paper.rulebook.explained_case import explained_case
from hexwright.paper.rulebook.index_block import IndexBlock
from hexwright.paper.rulebook.introduction_words import (
    MOST_SCENARIOS,
    credit_lines,
    credits_title,
    mark_text,
    needed_text,
    option_texts,
)
from hexwright.render.canvas import Box
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.charts.sequence_chart import PlayerTurn
from hexwright.render.fonts import FontFace, wrap
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_flattening import Placement
from hexwright.support.message_wording import join_with_and

_LEVEL: Final = FlowItem(0.0, lambda canvas, x, y: None, levels=True)
"""Ends the columns at the same height."""
_NEW_PAGE: Final = FlowItem(0.0, lambda canvas, x, y: None, breaks=True)
_BELOW_ALL: Final = replace(_LEVEL, flushes=True)
"""Ends a part of the book: what follows stands below it, or on the next page."""
_BOX_GAP: Final = 3.0
_MOST_HOME: Final = 90.0
"""The height in mm above which a wide chart that no case cites stands at the end of the book."""
_SUBJECT: Final = 1000
"""How many mentions of a chart weigh as much as its subject in the title of a section."""
_MOST_TABLE: Final = 105.0
"""The height in mm above which a table spans both columns."""
_LEAST_HEX: Final = 10.0
"""The width in mm of a hex below which a diagram spans both columns."""
_WIDE_GAIN: Final = 1.25
"""How much larger a diagram becomes if it spans both columns; a tall one would leave these half empty."""
_TERRAIN: Final = "terrain"
_CHARTS: Final = "title:Charts and tables"
_CHART: Final = "chart:"
_CONTENTS: Final = "title:Contents"
_COUNTERS: Final = "title:The counters"
_LEAST_SHARE: Final = 0.7
"""The share of a page below which it isn't left for a page of its own."""
_MOST_UNBROKEN: Final = 10
"""The number of lines up to which a paragraph of the example of a turn stands in one column."""
_NOTE_GAP: Final = 0.6
"""The space in mm between designer's notes on one subject."""
_CAPTION_BESIDE: Final = 44.0
"""The width in mm from which the caption of a wide picture stands beside it."""
_WIDER_CHARTS: Final = (1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5)
"""How much wider than its room a chart is laid out that would be higher than a page."""
_MOST_FIGURE: Final = 118.0
_MOST_ARRANGED: Final = 4
"""The number of charts without a section of which every arrangement is tried."""
_BELOW: Final = 2.0
"""The space in mm below diagrams and charts, since text without a gap may follow."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A heading: its text, its level from 0, its page, and its position on the page in mm from the top."""

    title: str
    level: int
    page: int
    y: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A diagram: the part of the map that it shows, its scale, and the name of the stored drawing."""

    diagram: Diagram
    window: Box
    scale: float
    name: str


class Rulebook:
    """The rulebook of one game, laid out twice so that the contents have the right pages."""

    def __init__(
        self, game: Game, settings: PrintSettings, plan: SheetPlan, reference: ExampleSource | None
    ) -> None:
        self.game, self.settings, self.plan, self.reference = game, settings, plan, reference
        self.theme = settings.theme
        self.grid: Grid = rulebook_grid(settings.desk_paper, imposed=settings.imposed)
        self.sections = rulebook_sections(game)
        self.setter = Typesetter(self.grid, self.theme, citable_numbers(self.sections))
        self.charts = dict(paper_charts(game, settings))
        self.examples: list[Example] = []
        if reference is not None:
            chooser = ExampleChooser(game, plan.layout.grid, reference)
            self.examples = chooser.examples_in_order([section.id for section in self.sections])
        self.diagrams = (
            {one.id: example_diagram(game, settings, plan, one, reference) for one in self.examples}
            if reference is not None
            else {}
        )
        self.lettering: Mapping[str, MapLettering] = {}
        """The names on the map of each diagram, once the map is drawn."""
        self.turn: TurnAccount | None = None if reference is None else reference.turn_account()
        self.sector: TurnSector | None = None
        """The part of the map to which the turn is cut; None if it is told whole."""
        self.turn_figures: Mapping[int, list[Diagram]] = {}
        if self.turn is not None:
            self.sector = turn_sector(game, plan, self.turn)
            drawn = len(self.examples)
            if self.sector is not None:
                self.turn, drawn = self.sector.account, drawn + 1
            else:
                self.turn = self.turn.told(game)
            self.turn_figures = turn_diagrams(game, settings, plan, self.turn, drawn)
        self.figures: dict[str, Figure] = {}
        self.pages: list[Page] = []
        self._where: Mapping[str, int] = {}
        self._anchors: Anchors = {}
        self._least = (0, 0)
        self.figure_numbers: Mapping[str, int] = {}
        self._titles: dict[str, tuple[str, str, int]] = {}
        self._titles_before = self._titles
        """The titles of the layout before this one, for the contents."""
        self._turn_breaks = False
        """Whether the example of a turn begins a page, which it does if that adds none."""
        self._late: frozenset[str] = frozenset()
        """The wide charts that stand below the example of a turn, not above it."""
        self._index_of_cases = CaseIndex(game, self.sections)
        self._indexes: dict[tuple[tuple[str, str], ...], list[tuple[str, list[str]]]] = {}

    @cached_property
    def _rows(self) -> list[tuple[str, ...]]:
        """The rows of the table of scenarios, which each layout needs."""
        return scenario_rows(self.game, start_lines(self.game))

    @property
    def _entries(self) -> list[tuple[str, list[str]]]:
        """The entries of the index, which each layout needs, with the pages of the key to the counters."""
        keys = {mark: page for mark, page in self._where.items() if mark == _COUNTERS or mark.startswith(KEY)}
        pages = {mark.removeprefix(KEY): f"p.\u00a0{page}" for mark, page in sorted(keys.items())}
        known = tuple(pages.items())
        if known not in self._indexes:
            whole = pages.get(_COUNTERS, "")
            self._indexes[known] = self._index_of_cases.entries(whole, pages)
        return self._indexes[known]

    def compose(self) -> list[Page]:
        """Return the pages after the cover; a booklet of folded sheets gets pages for notes at its end."""
        for number in range(5):
            self._titles_before, self._titles = self._titles, {}
            placement = FigurePlacement(self.grid, 2, list(self._items()))
            if number == 0:
                # Contents and references to figures have their lines only after the first layout.
                placement.place_roughly()
            elif number == 1:
                placement.place({})
            else:
                placement.place(self._anchors, self._least)
            self.pages, self._anchors, self._least = placement.pages, placement.anchors, placement.least
            self._arrange_end()
            where = {
                mark: page.number
                for page in reversed(self.pages)
                for placed in page.items
                for mark in placed.item.marks
            }
            numbers = self._figures_by_place()
            if (where, numbers) == (self._where, self.figure_numbers):
                break
            self._where, self.figure_numbers = where, numbers
        if self.settings.imposed:
            for _ in range(-(len(self.pages) + 1) % 4):
                items = [*self._title("", "Notes", 1), *ruled_lines(self.grid, self.theme)]
                self.pages += PageFiller(self.grid, len(self.pages) + 2).fill(items)
        return self.pages

    def _arrange_end(self) -> None:
        """Begin the example of a turn on a page of its own if that adds none, and place wide charts about it.

        These stand above or below it, as pages are fullest.
        """
        if self.turn is None:
            return
        wide = [name for name in self._last_charts if _needs_width(self.charts[name], self.grid)]
        wide = wide if len(wide) <= _MOST_ARRANGED else []
        tried: list[tuple[tuple[int, int, bool, float], int, frozenset[str], bool, list[Page]]] = []
        for number, breaks in product(range(2 ** len(wide)), (True, False)):
            self._turn_breaks = breaks
            self._late = frozenset(name for n, name in enumerate(wide) if number >> n & 1)
            self._titles = {}
            pages = FigurePlacement(self.grid, 2, list(self._items())).filled(self._anchors)
            shares = [page.share(self.grid.height) for page in pages[:-1]]
            bare = sum(share < _LEAST_SHARE for share in shares)
            unused = sum((1 - share) ** 2 for share in shares)
            tried.append(((len(pages), bare, not breaks, unused), number, self._late, breaks, pages))
        _, _, self._late, self._turn_breaks, self.pages = min(tried, key=lambda one: one[:2])

    def _figures_by_place(self) -> Mapping[str, int]:
        """Return the number of each diagram, in the order in which a reader meets them."""
        placed = (one for page in self.pages for one in sorted(page.items, key=lambda one: (one.x, one.y)))
        marks = [mark for one in placed for mark in one.item.marks if mark.startswith("figure:")]
        return {mark.removeprefix("figure:"): number for number, mark in enumerate(marks, start=1)}

    def bookmarks(self) -> list[Bookmark]:
        """Return a bookmark for the cover and for each heading and chart, in page order."""
        found = [Bookmark("Cover", 0, 1, 0.0)]
        for page in self.pages:
            for placed in sorted(page.items, key=lambda one: (one.x, one.y)):
                for mark in placed.item.marks:
                    if mark in self._titles:
                        number, title, level = self._titles[mark]
                        y = self.grid.top + placed.y
                        found.append(Bookmark(f"{number} {title}".strip(), level - 1, page.number, y))
        return found

    def running_head(self, page: Page) -> tuple[str, str]:
        """Return number and title of the part of the book with which a page begins."""
        mark = ""
        for one in self.pages:
            flowing = [placed.item for placed in one.items if not placed.item.floats]
            if one.number == page.number:
                begins = flowing[0] if flowing else one.items[0].item
                mark = _heading_of(begins) or (mark if flowing else begins.home)
                break
            mark = next(filter(None, map(_heading_of, reversed(flowing))), mark)
        return self._titles.get(mark, ("", "", 1))[:2]

    # The parts in order ---------------------------------------------------------------------------

    def _items(self) -> Iterator[FlowItem]:
        yield from self._contents()
        yield from self._introduction()
        tables = rulebook_tables(self.game)
        for section in self.sections:
            title, mark = self._marked(section), f"section:{section.id}"
            self._titles[mark] = (section.number, title, section.level)
            yield from self.setter.title(section.number, title, section.level, mark)
            homes = self._homes(section)
            for case in section.cases:
                figures = [self.figure_numbers.get(one, 0) for one, home in homes.items() if home == case]
                yield from self.setter.case(case, figures)
            for n, table in enumerate(tables.get(section.id, ())):
                yield from self._table(table, f"{section.id}-{n}", section.number, home=mark)
            for name in self._charts_of(section):
                yield from self._chart(name, home=mark)
            for name, told in homes.items():
                home = mark if told is None else f"case:{told.number}"
                number = section.number if told is None else told.number
                yield from self._figure(self.diagrams[name], home=home, explains=number)
        if "" in tables:
            yield from self._title("", "Further rules", 1)
            for n, table in enumerate(tables[""]):
                yield from self._table(table, f"-{n}", "")
        yield from self._notes()
        yield _LEVEL
        yield from self._remaining_charts()
        yield _BELOW_ALL
        yield from self._turn()
        yield _BELOW_ALL
        for name in self._last_charts:
            if name in self._late:
                yield from self._chart(name)
        yield _BELOW_ALL
        yield from self._index()
        yield from self._credits()

    def _homes(self, section: Section) -> Mapping[str, Case | None]:
        """Return the examples of a section, each with the case that it explains."""
        own = (example for example in self.examples if example.rule == section.id)
        return {example.id: explained_case(self.game, section, example) for example in own}

    def _marked(self, section: Section) -> str:
        marked = {one.rule for one in reconstructions(self.game)}
        return f"{section.title} {MARK}" if section.id in marked else section.title

    def _title(self, number: str, title: str, level: int) -> list[FlowItem]:
        mark = f"title:{title}"
        self._titles[mark] = (number, title, level)
        return self.setter.title(number, title, level, mark)

    def _wide_title(self, title: str, *, heading: int = 1) -> FlowItem:
        """Return a heading across all columns; one of level 1 in the contents, whatever its size."""
        mark = f"title:{title}"
        self._titles[mark] = ("", title, 1)
        return stacked(self.setter.title("", title, heading, mark, width=self.grid.width))

    def _table(self, table: RuleTable, name: str, number: str, home: str = "") -> Iterator[FlowItem]:
        """Yield a table with its title and the number of its section, undivided if a page holds it.

        A table too high for a column spans all of them.
        """
        title = table.title or table.subject
        found: list[FlowItem] = []
        for wide in (False, True):
            width = self.grid.width if wide else self.grid.column
            cells = rows_together(table.rows)
            # The title names the way of moving.
            ground = HEX_ENTERED if table.head[0].endswith(f": {HEX_ENTERED.lower()}") else table.head[0]
            rows = self.setter.table(
                (ground, *table.head[1:]), cells, table.shares, merged=table.merged, width=width
            )
            head = self.setter.table_title(title, number, width)
            # Lines without figures under a title need no head that repeats it.
            rows = rows[1:] if table.head == (title,) else rows
            found = [head, replace(rows[0], gap=0.0), *rows[1:]]
            whole = replace(stacked(found), marks=(f"table:{name}",), floats=True, wide=wide, home=home)
            if whole.height <= (self.grid.height if wide else _MOST_TABLE):
                yield whole
                return
            if self.grid.columns == 1:
                break
        yield from found

    def _contents(self) -> Iterator[FlowItem]:
        yield from kept_together([*self._title("", "Contents", 1), *self._content_lines()])

    def _content_lines(self) -> Iterator[FlowItem]:
        """Yield the lines of the contents, and below them those of all charts, in the order of the pages."""
        listed = [("", self._titles_before[mark][1], 1, mark) for mark in self._first_parts()]
        listed += [(one.number, one.title, one.level, f"section:{one.id}") for one in self.sections]
        listed += [("", self._titles_before[mark][1], 1, mark) for mark in self._later_parts()]
        marks = [mark for mark in self._titles_before if mark.startswith(_CHART)]
        charts = [("", self._titles_before[mark][1], 2, mark) for mark in marks]
        places = {mark: spot for page in self.pages for mark, spot in _reading_order(page)}
        for lines in (listed, charts):
            if lines is charts and charts:
                yield self._content_line("", "Charts", 1, "")
            for line in sorted(lines, key=lambda line: places.get(line[3], (0, 0, 0.0, 0.0))):
                yield self._content_line(*line)

    def _first_parts(self) -> list[str]:
        """Return the marks of the parts before the rules, as far as they are known from the last layout."""
        marks = list(self._titles_before)
        rules = next((n for n, mark in enumerate(marks) if mark.startswith("section:")), len(marks))
        # What stands on the page of the contents is seen from there.
        here = self._where.get(_CONTENTS)
        first = [mark for mark in marks[:rules] if not mark.startswith(_CHART)]
        return [mark for mark in first if self._where.get(mark) != here]

    def _later_parts(self) -> list[str]:
        """Return the marks of the parts after the rules, as far as they are known from the last layout."""
        marks = list(self._titles_before)
        rules = [n for n, mark in enumerate(marks) if mark.startswith("section:")]
        after = marks[rules[-1] + 1 :] if rules else []
        # Charts are listed one by one, and need no heading.
        found = [mark for mark in after if mark.startswith("title:") and mark not in ("title:Notes", _CHARTS)]
        return sorted(found, key=lambda mark: self._where.get(mark, 0))

    def _content_line(self, number: str, title: str, level: int, mark: str) -> FlowItem:
        theme, red, wide = self.theme, self.setter.red, self.grid.column
        face = FontFace.SERIF_SEMIBOLD if level == 1 else FontFace.SERIF
        indent = 0.0 if level == 1 else 4.0
        page = str(self._where.get(mark, ""))
        lines = wrap(title, face, BODY, wide - 20.0 - indent)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            base = y + LEADING / 2 + BODY * 0.33
            canvas.text(Point(x + indent, base), number, FontFace.SANS_SEMIBOLD, TABLE, red, anchor="start")
            for n, line in enumerate(lines):
                at = Point(x + indent + 10.0, base + n * LEADING)
                canvas.text(at, line, face, BODY, theme.ink, anchor="start")
            canvas.text(Point(x + wide, base), page, FontFace.SANS, TABLE, theme.ink, anchor="end")

        return FlowItem(LEADING * len(lines), draw, gap=1.0 if level == 1 else 0.0)

    def _introduction(self) -> Iterator[FlowItem]:
        game = self.game
        yield from self._title("", "Before you play", 1)
        yield from self.setter.text(game.info.description)
        yield from self.setter.text(needed_text(game))
        yield from self._scenarios()
        if any(case.rulings for section in self.sections for case in section.cases):
            yield from self.setter.text(
                "A dagger (†) at the number of a case sends you to the ruling in the margin: "
                "it answers what the rule itself leaves open."
            )
        yield from self._options()
        if len(game.scenarios) > MOST_SCENARIOS:
            yield self._scenario_table()
        if game.counters.units:
            yield from self._title("", "The counters", 1)
            yield from CounterKey(game, self.settings, self.setter).items()
        yield _BELOW_ALL
        if game.rules.sequence:
            yield from self._sequence(self._wide_title("Sequence of play"))

    def _scenarios(self) -> Iterator[FlowItem]:
        """Yield a paragraph for each scenario, or one table if there are many."""
        game = self.game
        if len(game.scenarios) > MOST_SCENARIOS:
            yield from self.setter.text(
                f"The {_in_sentence(self._scenario_title)} lists the {len(game.scenarios)} scenarios; their "
                "set-ups are on the player aids."
            )
            return
        for paragraph in scenario_paragraphs(game):
            lead, colon, text = paragraph.partition(": ")
            if lead == game.info.title:
                # The only scenario has the game's name.
                yield from self.setter.text(text)
                continue
            spans = [Span(f"{lead}. ", FontFace.SERIF_SEMIBOLD), Span(text, FontFace.SERIF)]
            yield from self.setter.lines(spans if colon else [Span(paragraph, FontFace.SERIF)])

    def _scenario_table(self) -> FlowItem:
        theme, wide, rows = self.theme, self.grid.width, self._rows

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            draw_scenario_table(canvas, theme, Box(x, y, wide, 0.0), rows)

        table = FlowItem(table_height(rows, wide), draw)
        head = self.setter.table_title(self._scenario_title, "", wide)
        return replace(stacked([head, table]), floats=True, wide=True)

    @property
    def _scenario_title(self) -> str:
        """The title of the table of scenarios, which the text cites."""
        chart = self._scenario_chart
        return "Scenario chart" if chart is None else self.charts[chart].title

    def _options(self) -> Iterator[FlowItem]:
        """Yield the choices that players agree on before the game, the standard one of each first."""
        sentences, rows = option_texts(self.game, _in_sentence(self._scenario_title))
        told = [list(self.setter.text(one)) for one in sentences]
        if not rows:
            yield from chain.from_iterable(told)
            return
        yield from chain.from_iterable(told[:-1])
        head, *rest = self.setter.table(("Option", "Standard game", "Or"), rows, (27.0, 20.0, 23.0))
        title = self.setter.table_title("Options", "", self.grid.column)
        yield from kept_together([*told[-1], title, replace(head, gap=0.0), *rest])

    def _sequence(self, title: FlowItem) -> Iterator[FlowItem]:
        """Yield the phases in boxes with the colours of their sides, a box for each player turn.

        On two columns the boxes stand side by side below the title. A turn too long for a page takes several.
        """
        room = self.grid.height - title.height - _BOX_GAP
        number, boxes = 1, list[FlowItem]()
        for side, run in groupby(self.game.rules.sequence, key=lambda phase: phase.side):
            phases = tuple(run)
            whole = PlayerTurn(self.game.info.side(side), number, phases)
            size = -(-len(phases) // -int(-whole.height(self.grid.column) // room))
            for start in range(0, len(phases), size):
                part = replace(whole, first=number, phases=phases[start : start + size], continued=start > 0)
                number += len(part.phases)
                boxes.append(self._player_turn(part))
        first, *others = in_columns(boxes, self.grid)
        for one in (stacked([title, first]), *others):
            yield replace(one, wide=True, floats=self.grid.columns > 1, gap=7.0)

    def _player_turn(self, part: PlayerTurn) -> FlowItem:
        wide = self.grid.column
        high = part.height(wide)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            part.draw(canvas, self.theme, Box(x, y, wide, high))

        return FlowItem(high, draw, gap=_BOX_GAP)

    # Charts ---------------------------------------------------------------------------------------

    def _charts_of(self, section: Section) -> Iterator[str]:
        """Yield the charts of a section: results with combat, terrain in its own section or with movement."""
        rules = self.game.rules
        terrain = (rule for rule in rules.summary if rule.title.split()[0].casefold() == _TERRAIN)
        moved = next(terrain, rules.section(rules.movement[0].rule) if rules.movement else None)
        fought = rules.section(combat_rule(self.game))
        for name in self.charts:
            home = moved if name == "tec" else fought if name == "crt" or name.startswith("crt-") else None
            if (home.id if home is not None else self._chart_homes.get(name)) == section.id:
                yield name

    @cached_property
    def _chart_homes(self) -> Mapping[str, str]:
        """The sections that cite a chart by its title or have its subject, for charts that aren't large."""
        found: dict[str, str] = {}
        for name in self._other_charts:
            if home := self._declared_homes.get(name, ""):
                found[name] = home
                continue
            chart = self.charts[name]
            title = chart.title.removesuffix(MARK).strip().casefold()
            wide = _needs_width(chart, self.grid)
            cited = any(title in _text_of(one) for one in self.sections)
            if wide and not cited and PaperChart(chart, self.grid.width).height > _MOST_HOME:
                continue
            marks = {one.id: _about(title, one) for one in self.sections}
            best = max(marks, key=marks.__getitem__, default="")
            if best and marks[best]:
                found[name] = best
        return found

    @property
    def _declared_homes(self) -> Mapping[str, str]:
        """The sections under which tables of text stand by their own word."""
        rules = self.game.rules
        cited = {f"overview-{one.id}": rules.section(one.rule) for one in self.game.charts.text_tables}
        return {name: section.id for name, section in cited.items() if section is not None}

    @property
    def _other_charts(self) -> list[str]:
        """The charts of the rulebook but those of the sequence and of the turns."""
        # How the game is won is told by the rules; their chart adds points.
        cited = any(rules.rule for rules in self.game.rules.victory)
        told = [f"victory-{one.id}" for one in self.game.charts.victory if cited and self._is_told(one)]
        aids = [f"overview-{one.id}" for one in self.game.charts.text_tables if not one.rulebook]
        left_out = (
            "turns-",
            *told,
            *aids,
            *(() if self._scenario_chart is None else (self._scenario_chart,)),
        )
        return [name for name in self.charts if name != "sequence" and not name.startswith(left_out)]

    def _is_told(self, table: VictoryTable) -> bool:
        """Whether the rules have what a victory table says: all, or its points in a section of its name."""
        if not table.awards:
            return True
        named = (one.text for one in self.game.rules.summary if one.title == table.name)
        told = [set(re.findall(r"\d+", text)) for text in named]
        return any({str(award.points) for award in table.awards} <= numbers for numbers in told)

    @cached_property
    def _scenario_chart(self) -> str | None:
        """The chart with a row for each scenario, which the list of scenarios replaces."""
        count = len(self.game.scenarios)
        if count <= MOST_SCENARIOS:
            return None
        charts = self.game.charts.text_tables
        listed = (one for one in charts if len(one.rows) == count and one.columns[0] == "Scenario")
        return next((f"overview-{one.id}" for one in listed), None)

    @property
    def _last_charts(self) -> list[str]:
        """The charts that stand in no section."""
        return [
            name
            for name in self._other_charts
            if not any(name in self._charts_of(one) for one in self.sections)
        ]

    def _remaining_charts(self) -> Iterator[FlowItem]:
        rest = self._last_charts
        # Narrow charts stand in columns below the heading, wide ones below these.
        wide = {name for name in rest if _needs_width(self.charts[name], self.grid)}
        if len(rest) - len(wide) > 1:
            yield from self._title("", "Charts and tables", 1)
        for name in rest:
            if name not in wide:
                yield from (replace(item, floats=False) for item in self._chart(name))
        yield _LEVEL
        for name in rest:
            if name in wide - self._late:
                yield from self._chart(name)

    def _chart(self, name: str, *, home: str = "") -> Iterator[FlowItem]:
        """Yield a chart in the width of a column, or across all columns if it needs them."""
        chart = self.charts[name]
        mark = f"{_CHART}{name}"
        self._titles[mark] = ("", chart.title, 1)
        wide = _needs_width(chart, self.grid)
        width = self.grid.width if wide else self.grid.column
        made, scale = _fitted_chart(chart, width, self.grid.height)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            if scale < 1.0:
                with canvas.placed(Placement(x, y, 0.0, scale)):
                    made.draw(canvas, self.theme, Point(0.0, 0.0))
            else:
                made.draw(canvas, self.theme, Point(x, y))

        below = min(_BELOW, self.grid.height - made.height * scale)
        high = made.height * scale + below
        yield FlowItem(high, draw, gap=5.0, marks=(mark,), floats=True, wide=wide, home=home)

    # Diagrams -------------------------------------------------------------------------------------

    def _figure(self, diagram: Diagram, *, home: str = "", explains: str = "") -> Iterator[FlowItem]:
        if diagram.id not in self.figures:
            self.figures[diagram.id] = self._framed(diagram)
        figure = self.figures[diagram.id]
        diagram = figure.diagram
        wide = figure.window.width * figure.scale > self.grid.column + 1.0
        width = self.grid.width if wide else self.grid.column
        drawn = figure.window.width * figure.scale
        picture = figure.window.height * figure.scale
        spans = [
            Span(f"Figure {self.figure_numbers.get(diagram.id, 0)}  ", FontFace.SANS_BOLD, red=True),
            *self._figure_title(diagram.title, explains),
            Span(" ".join(diagram.text.split()), FontFace.SANS),
        ]
        # A narrow picture across both columns has its caption beside it.
        beside = wide and width - drawn > _CAPTION_BESIDE
        room = width - drawn - 4.0 if beside else width
        lines = break_spans(tuple(spans), CAPTION, room)
        text = len(lines) * CAPTION_LEADING
        high = max(picture, text) if beside else picture + 1.4 + text
        theme = self.theme

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            draw_figure(
                canvas,
                self.game,
                self.settings,
                self.plan,
                figure.diagram,
                Point(x, y),
                figure.window,
                figure.scale,
                figure.name,
                self.lettering.get(figure.name, MapLettering()),
            )
            left, base = (x + drawn + 4.0, y) if beside else (x, y + picture + 1.4)
            for line in lines:
                draw_spans(
                    canvas,
                    line,
                    Point(left, base + 0.78 * CAPTION_LEADING),
                    CAPTION,
                    theme.ink,
                    self.setter.red,
                )
                base += CAPTION_LEADING

        mark = f"figure:{diagram.id}"
        yield FlowItem(high + _BELOW, draw, gap=4.0, marks=(mark,), floats=True, wide=wide, home=home)

    def _figure_title(self, title: str, explains: str) -> list[Span]:
        """Return the title of a figure, with the number of the case that it explains."""
        if not explains:
            return [Span(f"{title}. ", FontFace.SANS_SEMIBOLD)]
        return [
            Span(f"{title} (", FontFace.SANS_SEMIBOLD),
            Span(explains, FontFace.SANS_SEMIBOLD, red=True),
            Span("). ", FontFace.SANS_SEMIBOLD),
        ]

    def _framed(self, diagram: Diagram) -> Figure:
        """Return a diagram that shows the units of an example and the hexes around them."""
        name = f"figure-{diagram.id}"
        window = diagram_window(self.plan, diagram.hexes)
        scale = min(self.grid.column / window.width, _MOST_FIGURE / window.height)
        wide = min(self.grid.width / window.width, _MOST_FIGURE / window.height)
        if scale * self.plan.layout.hex_width < _LEAST_HEX and wide > _WIDE_GAIN * scale:
            scale = wide
            beside = (self.grid.width - _CAPTION_BESIDE - 1.0) / window.width
            if window.width * scale < self.grid.width - 1.0 and scale > beside > 0.8 * scale:
                # The caption fills what a picture would leave empty beside it.
                scale = beside
        stacked = with_stacks(self.game, self.settings, self.plan, diagram, scale)
        return Figure(stacked, window, scale, name)

    def _turn(self) -> Iterator[FlowItem]:
        """Yield the example of a full turn: each phase with what happened, and its diagrams."""
        account = self.turn
        if account is None or not account.phases:
            return
        if self._turn_breaks:
            yield _NEW_PAGE
        yield from self._turn_head()
        hexes = counts_hexes(self.game.rules.movement)
        spent = "the number of hexes counted" if hexes else "the movement points (MP) spent"
        rides = any(", by rail" in event.text for phase in account.phases for event in phase.events)
        yield from self._introduced(
            f"{account.turn} of {_scenario_words(account.scenario)}, from the set-up. The moves show the "
            f"rules, not good play. A move is given by its hexes, with {spent} in the "
            f"phase{'; a ride by its first and last hex' if rides else ''}. "
            + ("" if self.sector else "Set up the game and play along.")
        )
        if self.sector is not None:
            yield from self._sector_setup(self.sector)
        # The rules engine cites sections by title.
        cited = {f"({section.title})": f"({section.number})" for section in self.sections}
        for number, phase in enumerate(account.phases):
            title = Span(phase.title, FontFace.SERIF_SEMIBOLD)
            shown = [self.figure_numbers.get(one.id, 0) for one in self.turn_figures.get(number, ())]
            if phase.silence:
                told = [title, Span(f": {phase.closing}", FontFace.SERIF)]
                yield from self.setter.lines(told, gap=3.0)
                continue
            for line in self.setter.lines([title, *_figures_span(shown)], gap=3.0):
                yield replace(line, keep_next=True)
            for paragraph in phase.paragraphs:
                yield from self._told(
                    [span for told in paragraph for span in _told_spans(_numbered(told, cited))]
                )
            for diagram in self.turn_figures.get(number, ()):
                yield from self._figure(diagram)

    def _turn_head(self) -> Iterator[FlowItem]:
        """Yield the title of the example across all columns, with the diagram of its sector below it.

        All text follows below both, so that it goes on from column to column and is never in bands.
        """
        sector = self.sector
        shown = [] if sector is None else list(self._figure(sector.diagram(self.game, self.plan)))
        if self.grid.columns == 1:
            yield from self._title("", "A full turn", 1)
            yield from shown
            return
        title = self._wide_title("A full turn")
        if any(one.wide for one in shown):
            yield replace(stacked([title, *(replace(one, gap=1.0) for one in shown)]), wide=True, gap=7.0)
        else:
            yield replace(title, wide=True, keep_next=True, gap=7.0)
            yield from shown

    def _introduced(self, text: str) -> list[FlowItem]:
        """Return an undivided paragraph of running text."""
        return kept_together(self.setter.text(text))

    def _told(self, spans: Sequence[Span]) -> Iterator[FlowItem]:
        """Yield a paragraph of the example of a turn, undivided if it is short."""
        lines = self.setter.lines(spans, size=TABLE, leading=TABLE_LEADING, gap=0.6)
        yield from kept_together(lines) if len(lines) <= _MOST_UNBROKEN else lines

    def _sector_setup(self, sector: TurnSector) -> Iterator[FlowItem]:
        """Yield the position of the sector to which the turn is cut, as a list."""
        number = self.figure_numbers.get("turn-sector", 0)
        yield from self._introduced(
            f"The whole turn would fill pages, so only what happens in the sector around {sector.around} is "
            f"told (Figure {number}). Set up these units and play along. Of moves across the edge of "
            "the figure only the end is told."
        )
        for side in sector.units:
            yield from self._told(_told_spans(side))

    # The end --------------------------------------------------------------------------------------

    def _notes(self) -> Iterator[FlowItem]:
        """Yield the designer's notes."""
        game = self.game
        if not game.invented:
            yield from self._title("", "Designer’s notes", 1)
            if mark := mark_text(game):
                yield from self.setter.text(mark)
            for title, note in designers_notes(game):
                spans = [Span(f"{title}. ", FontFace.SERIF_SEMIBOLD), Span(note, FontFace.SERIF)]
                yield from self.setter.lines(spans, size=TABLE, leading=TABLE_LEADING, gap=2 * _NOTE_GAP)

    def _credits(self) -> Iterator[FlowItem]:
        """Yield sources and credits in plain lines below the index."""
        lines = credit_lines(self.game)
        if not lines:
            return
        columns: list[list[FlowItem]] = [[] for _ in range(self.grid.columns)]
        half = -(-len(lines) // len(columns))
        for n, line in enumerate(lines):
            spans = [Span(line, FontFace.SANS)]
            made = self.setter.lines(spans, size=CAPTION, leading=CAPTION_LEADING, gap=0.8)
            columns[n // half] += made
        title = self._wide_title(credits_title(self.game), heading=2)
        told = side_by_side(list(map(stacked, columns)), self.grid.column + self.grid.gutter)
        yield replace(stacked([title, replace(told, gap=1.0)]), wide=True, gap=7.0)

    def _index(self) -> Iterator[FlowItem]:
        """Yield the index as one block across all columns."""
        if not self._entries:
            return
        continued = [Span("Index, continued", FontFace.SANS_SEMIBOLD)]
        (head,) = self.setter.lines(continued, size=TABLE, leading=TABLE_LEADING, gap=0.0)
        yield from IndexBlock(self.setter, self._entries, (self._wide_title("Index"), head)).items()


def _scenario_words(title: str) -> str:
    """Return the title of a scenario as part of a sentence: "scenario 1, “September”" for "1. September"."""
    number, dot, name = title.partition(". ")
    return f"scenario {number}, “{name}”" if dot and number.isdecimal() else title


def _figures_span(numbers: Sequence[int]) -> list[Span]:
    """Return a reference to figures, such as " (Figures 13 and 14)"; nothing for none."""
    if not numbers:
        return []
    word = "Figure" if len(numbers) == 1 else "Figures"
    return [Span(f" ({word} {join_with_and([*map(str, numbers)], 'and')})", FontFace.SANS)]


def _numbered(told: TurnSentence, cited: Mapping[str, str]) -> TurnSentence:
    """Return a part of the account with the numbers of the sections that it cites."""
    text = told.text
    for title, number in cited.items():
        text = text.replace(title, number)
    return replace(told, text=text)


def _told_spans(told: TurnSentence) -> list[Span]:
    """Return a part of the account of a turn: units that moved, and the rest."""
    if not told.lead:
        return [Span(f"{told.text} ", FontFace.SANS)]
    # A long way may be broken after each hex.
    way = told.text.replace("–", "–\u200b")
    return [Span(f"{told.lead} ", FontFace.SANS_SEMIBOLD), Span(f"{way} ", FontFace.SANS)]


def _in_sentence(title: str) -> str:
    """Return the title of a chart in the middle of a sentence."""
    return title[:1].lower() + title[1:].removesuffix(MARK).rstrip()


def _heading_of(item: FlowItem) -> str:
    """Return the mark of a section or of another part of the book that begins with an item; "" for none."""
    return next((mark for mark in item.marks if mark.startswith(("section:", "title:"))), "")


def _text_of(section: Section) -> str:
    """Return the text of all cases of a section in small letters."""
    return " ".join(" ".join((case.text, *case.rulings)) for case in section.cases).casefold()


def _about(title: str, section: Section) -> int:
    """Return how much a section is about a chart with a title: it has its subject, or mentions it often."""
    told = _text_of(section)
    cited = max(told.count(title), told.count(title.partition(" and ")[0]))
    return cited + _SUBJECT * title.startswith(section.title.casefold())


def _fitted_chart(chart: Chart, width: float, height: float) -> tuple[PaperChart, float]:
    """Return a chart for a width and at most a height, and its scale.

    One that is too high is laid out wider, so that its lines are fewer, and reduced to the width.
    """
    for wider in (1.0, *_WIDER_CHARTS):
        made = PaperChart(chart, width * wider)
        if made.height <= height * wider:
            return made, 1.0 / wider
    made = PaperChart(chart, width)
    return made, height / made.height


def _needs_width(chart: Chart, grid: Grid) -> bool:
    least = max((least_width(block) for block in chart.blocks), default=0.0)
    return grid.columns > 1 and (least > grid.column or chart.inner > 1.6 * grid.column)


def _reading_order(page: Page) -> Iterator[tuple[str, tuple[int, int, float, float]]]:
    """Yield the marks of a page, each with where a reader meets it.

    What stands above a heading across the columns is read before it, in whichever column.
    """
    bands = [one.y for one in page.items if one.item.wide and not one.item.floats]
    for placed in page.items:
        band = sum(y <= placed.y for y in bands)
        for mark in placed.item.marks:
            yield mark, (page.number, band, placed.x, placed.y)
