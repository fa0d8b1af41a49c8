"""A chart says the same on the player aid, in the rulebook, in the module's windows and on the web page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pypdfium2 as pdfium
import pytest

from hexwright.model.game import Game
from hexwright.paper.aids.player_aids import paper_charts
from hexwright.paper.pages.page_drawing import new_document
from hexwright.paper.rulebook.booklet_pages import draw_booklet
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.pipeline.game_pictures import drawn_charts, read_charts
from hexwright.render.chart_image import ChartPicture
from hexwright.render.charts import charts_of
from hexwright.render.charts.chart_layout import Chart, typographic
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from hexwright.web.workbench.board_pictures import BoardPictures
from tests.paper.sheets import game_of, opened
from tests.paper.test_page_measures import SETTINGS, aids_of, blank_map
from tests.render.charts.chart_texts import drawn

GAMES = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")
SIGNS = re.compile(r"[^\w½⅓¼⅔¾×÷<>=/–−-]+")


def squashed(text: str) -> str:
    """Return a text without blanks and hyphenation, with typographic apostrophes."""
    return "".join(typographic(text).replace("\u00ad", "").replace("\ufffe", "").split())


def body(chart: Chart) -> str:
    """Return what a chart says below its title."""
    return squashed("".join(text.text for text in drawn(replace(chart, title="", subtitle="")).texts))


@cache
def bodies(name: str) -> Mapping[str, str]:
    """Return what each chart on the paper of a shipped game says below its title."""
    return {key: body(chart) for key, chart in paper_charts(game_of(name), SETTINGS).items()}


@cache
def texts(name: str) -> Mapping[str, list[str]]:
    """Return the texts of each chart of a shipped game."""
    charts = charts_of(game_of(name), CLASSIC)
    return {key: [text.text for text in drawn(chart).texts] for key, chart in charts.items()}


def printed(document: pdfium.PdfDocument) -> list[str]:
    return [squashed(document[n].get_textpage().get_text_range()) for n in range(len(document))]


def rules_of(game: Game) -> pdfium.PdfDocument:
    """Return the rulebook of a game without its map."""
    plan = plan_sheet(game)
    document = new_document(game, SETTINGS, "Rules")
    book = Rulebook(game, SETTINGS, plan, None)
    book.compose()
    draw_booklet(document, book, blank_map(game, plan))
    return opened(document.to_bytes())


def on_paper(game: str, pages: list[str], left_out: tuple[str, ...]) -> Iterator[str]:
    """Yield the charts of a shipped game that pages don't have, or have otherwise."""
    for name, said in bodies(game).items():
        if name == "sequence":
            # The sequence of play is laid out anew for a card, and set as boxes in the rulebook.
            phases = game_of(game).rules.sequence
            parts = [squashed(part) for phase in phases for part in (phase.name, phase.text)]
            if not all(any(part in page for page in pages) for part in parts):
                yield name
        elif not name.startswith(left_out) and not any(said in page for page in pages):
            yield name


class Rows(HTMLParser):
    """The rows of cells of a page, without heads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._head = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self._head = tag == "th"
            if not self._head:
                self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and not self._head:
            self.rows[-1][-1] += data


def words(texts: list[str]) -> Counter[str]:
    return Counter(word for text in texts for word in SIGNS.sub(" ", typographic(text)).split())


def in_windows(page: str, name: str, texts: list[str]) -> bool:
    """Whether a page of the module's window has the cells of a chart with these texts."""
    rows = [[cell for cell in row if cell] for row in Rows(page).rows]
    if name.startswith("turns-"):
        # Its boxes have the same words in another order, without "or" between kinds of weather and without 0.
        own = words([" ".join(row) for row in rows])
        return own - words(texts) <= Counter({"or": own["or"], "0": own["0"]})
    shown = squashed("".join(texts))
    if name == "hits":
        # A die's face is drawn, long tables are drawn in several parts, and no hits are a dash.
        numbers = squashed("".join(text for text in texts if text.isdigit() or text == "–"))
        return all(squashed("".join("–" if n == "0" else n for n in row[2:]))[:5] in numbers for row in rows)
    if name.startswith("table-"):
        # The faces of the die are drawn.
        rows = [row[1:] for row in rows]
    return all(squashed("".join(row)) in shown for row in rows)


@dataclass(frozen=True)
class Forms:
    """The forms in which players get the charts of a game."""

    aids: Callable[[Game], list[str]] = lambda game: printed(aids_of(game))
    rulebook: Callable[[Game], list[str]] = lambda game: printed(rules_of(game))
    module: Callable[[Game], tuple[Mapping[str, str], Mapping[str, ChartPicture]]] = lambda game: read_charts(
        drawn_charts(game, CLASSIC, {})
    )
    web: Callable[[Game], Mapping[str, tuple[str, str]]] = lambda game: (
        BoardPictures(game, plan_sheet(game), CLASSIC, {}, "", {}).charts
    )


def differences(slug: str, forms: Forms) -> set[tuple[str, str]]:
    """Return the charts of a shipped game that don't say in a form what is drawn, each after its form."""
    game = game_of(slug)
    # The set-up has a table of scenarios in place of such a chart. The rulebook tells turns and victory.
    # Some tables are left to the aids.
    scenarios = tuple(f"overview-{table.id}" for table in game.charts.text_tables if not table.aids)
    found = {("aids", name) for name in on_paper(slug, forms.aids(game), scenarios)}
    aids = [f"overview-{table.id}" for table in game.charts.text_tables if not table.rulebook]
    told = ("turns-", "victory-", *scenarios, *aids)
    found |= {("rulebook", name) for name in on_paper(slug, forms.rulebook(game), told)}
    (pages, pictures), documents = forms.module(game), forms.web(game)
    assert {*pages} == {*pictures} == {*documents} == {*texts(slug)}
    for name, said in texts(slug).items():
        whole = squashed("".join(said))
        if _lettered(pictures[name].svg) != whole:
            found.add(("module", f"picture of {name}"))
        if not in_windows(pages[name], name, said):
            found.add(("module", f"page of {name}"))
        if _lettered(documents[name][1]) != whole:
            found.add(("web", name))
    return found


def _lettered(svg: str) -> str:
    texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return squashed("".join("".join(text.itertext()) for text in texts))


@cache
def _made(form: str, name: str) -> Any:
    """Return a form of a shipped game, which is made once for all tests."""
    return getattr(Forms(), form)(game_of(name))


def made_once(name: str) -> Forms:
    """Return the forms of a shipped game, whichever game they are asked for."""
    return Forms(**{one.name: lambda _, form=one.name: _made(form, name) for one in fields(Forms)})


@pytest.mark.parametrize("name", GAMES)
def test_charts_say_the_same_everywhere(name: str) -> None:
    assert differences(name, made_once(name)) == set()


def _planted(game: Game) -> Iterator[tuple[str, Game]]:
    """Yield games with one other cell in a chart, each after the chart's name."""
    charts = game.charts
    first, *rest = charts.terrain_effects
    yield "tec", replace(game, charts=replace(charts, terrain_effects=(replace(first, combat="3L"), *rest)))
    if charts.combat is not None:
        roll, results = next(iter(charts.combat.rows.items()))
        other = next(result for result in results if result != results[0])
        rows = {**charts.combat.rows, roll: (other, *results[1:])}
        yield "crt", replace(game, charts=replace(charts, combat=replace(charts.combat, rows=rows)))
    if charts.hit_tables:
        table, *tables = charts.hit_tables
        roll, hits = next(iter(table.rows.items()))
        changed = replace(table, rows={**table.rows, roll: (hits[0] + 3, *hits[1:])})
        yield "hits", replace(game, charts=replace(charts, hit_tables=(changed, *tables)))


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled"])
@pytest.mark.parametrize("form", ["aids", "rulebook", "module", "web"])
def test_another_cell_in_one_form_is_seen(name: str, form: str) -> None:
    game = game_of(name)
    planted = list(_planted(game))
    assert len(planted) == 2
    for chart, other in planted:
        made = getattr(Forms(), form)
        forms = replace(made_once(name), **{form: lambda _, other=other, made=made: made(other)})
        charts = [f"picture of {chart}", f"page of {chart}"] if form == "module" else [chart]
        assert differences(name, forms) == {(form, one) for one in charts}
