from __future__ import annotations

from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from jinja2 import UndefinedError

from hexwright.render.charts import chart_html, charts_of
from hexwright.render.html_templates import environment, render
from hexwright.render.theme import CLASSIC
from tests.render.counters.cards import moscow
from tests.vassal.compile.games import game as declared

VOID = {"br"}
KNOWN = {
    "html",
    "head",
    "title",
    "body",
    "h2",
    "p",
    "i",
    "b",
    "br",
    "font",
    "table",
    "tr",
    "th",
    "td",
    "ul",
    "li",
}
"""What Java's Swing shows well."""


class Reader(HTMLParser):
    """Collects tags, attributes and text, and holds that tags are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.words: list[str] = []
        self.cells: list[int] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        if tag == "tr":
            self.cells.append(0)
        if tag in ("td", "th"):
            self.cells[-1] += 1
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_every_picture_has_a_page() -> None:
    game = moscow()
    assert list(chart_html(game)) == list(charts_of(game, CLASSIC))


@pytest.mark.parametrize("name", ["crt", "tec", "sequence", "weather", "turns-seven-turns"])
def test_pages_are_whole_and_use_only_what_swing_knows(name: str) -> None:
    page = Reader(chart_html(moscow())[name])
    assert set(page.tags) <= KNOWN
    assert "style" not in page.attributes
    assert "class" not in page.attributes


def test_combat_page_holds_table_and_key() -> None:
    table = moscow().charts.combat
    assert table is not None
    page = Reader(chart_html(moscow())["crt"])
    assert page.cells == [7] * 7 + [3] * 6
    for result in table.results:
        assert result.name in page.text
    for note in table.notes:
        assert note in page.text


def test_each_combat_table_has_a_page_and_a_picture_of_its_own() -> None:
    game = declared("toy-causeway")
    table = game.charts.combat
    assert table is not None
    (other,) = table.alternate_tables
    pages = chart_html(game)
    assert other.id == "red"
    page = Reader(pages["crt-red"])
    assert page.cells == [len(other.columns) + 1] * 7 + [3] * len(table.results)
    assert other.name in page.text
    assert all(note in page.text for note in other.notes)
    assert not any(note in Reader(pages["crt"]).text for note in other.notes)
    drawn = charts_of(game, CLASSIC)
    assert [name for name in drawn if name.startswith("crt")] == ["crt", "crt-red"]
    assert drawn["crt-red"].title == other.name


def test_turn_page_holds_a_row_a_turn_with_replacements() -> None:
    page = Reader(chart_html(moscow())["turns-fourteen-turns"])
    assert page.cells == [6] * 15
    assert "German replacements Soviet replacements" in page.text
    assert "12 Feb II/III Snow 1 2 Winter attrition" in page.text


def test_last_column_without_text_is_left_out() -> None:
    game = moscow()
    effects = tuple(replace(effect, other="") for effect in game.charts.terrain_effects)
    page = Reader(chart_html(replace(game, charts=replace(game.charts, terrain_effects=effects)))["tec"])
    assert set(page.cells) == {3}


def test_text_of_the_data_is_escaped() -> None:
    game = moscow()
    hostile = "<b onclick='x'>\"&amp; Жуков"
    victory = tuple(replace(v, name=hostile, text=hostile) for v in game.charts.victory)
    page = chart_html(replace(game, charts=replace(game.charts, victory=victory)))["victory-hold-moscow"]
    assert Reader(page).tags["b"] == 0
    assert Reader(page).text.count("<b onclick='x'>\"&amp; Жуков") == 3


def test_template_refuses_a_value_that_it_lacks() -> None:
    with pytest.raises(UndefinedError):
        render("hexwright.render.charts", "grid.html", theme=CLASSIC)


def test_templates_are_found_and_escape() -> None:
    assert environment("hexwright.render.charts").autoescape is True
    assert "base.html" in environment("hexwright.render.charts").list_templates()
