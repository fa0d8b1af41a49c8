"""Numbers that the rulebook cites are links to rules and figures; a case and its figure cite each other."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest

from hexwright.paper.columns.rulebook_blocks import figures_cited
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.rulebook.explained_case import explained_case
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import game_of, illustrated, illustrated_rules, opened, text_of


@cache
def rules(name: str) -> pdfium.PdfDocument:
    return opened(illustrated_rules(name))


def links(document: pdfium.PdfDocument) -> Iterator[tuple[int, str, int]]:
    """Yield the page of each link, the text on it, and the page to which it leads."""
    for number, page in enumerate(document):
        text = page.get_textpage()
        start, link = ctypes.c_int(0), pdfium_c.FPDF_LINK()
        while pdfium_c.FPDFLink_Enumerate(page, start, link):
            area = pdfium_c.FS_RECTF()
            assert pdfium_c.FPDFLink_GetAnnotRect(link, area)
            target = pdfium_c.FPDFLink_GetDest(document, link)
            told = text.get_text_bounded(area.left, area.bottom, area.right, area.top)
            yield number, told.strip(), pdfium_c.FPDFDest_GetDestPageIndex(document, target)


def test_each_cited_number_leads_to_the_page_of_its_rule_or_figure() -> None:
    document = rules("battle-for-moscow")
    found = list(links(document))
    assert len(found) > 100
    figures = 0
    for _, told, page in found:
        assert re.fullmatch(r"\d+(\.\d+)*", told), told
        words = text_of(document, page)
        if re.search(rf"Figure {told}\b", words):
            figures += 1
        else:
            assert re.search(rf"(?<![\d.]){re.escape(told)}(?![\d])", words), (told, page)
    assert figures >= 10


def test_a_print_shops_file_has_no_links() -> None:
    game = replace(game_of("battle-for-moscow"))
    document = opened(PartDrawer(game, PrintSettings(shop=True)).draw("rules").to_bytes())
    assert list(links(document)) == []


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled", "battle-of-moscow"])
def test_a_case_cites_its_figures_and_each_figure_its_case(name: str) -> None:
    game = game_of(name)
    book = illustrated(name)
    cited: dict[str, list[int]] = {}
    for section in book.sections:
        for example in book.examples:
            told_of = explained_case(game, section, example) if example.rule == section.id else None
            if told_of is not None:
                cited.setdefault(told_of.number, []).append(book.figure_numbers[example.id])
    assert len(cited) >= 3
    lines: dict[str, str] = {}
    case = ""
    for page in book.pages:
        for placed in page.items:
            if placed.item.floats or any(one.startswith("figure:") for one in placed.item.marks):
                continue
            mark = next((one for one in placed.item.marks if one.startswith("case:")), "")
            if placed.item.marks or placed.item.gap:
                case = mark.removeprefix("case:")
            canvas = RecordingCanvas()
            placed.item.draw(canvas, 0.0, 0.0)  # type: ignore[arg-type]
            told = "".join(text.text for text in canvas.texts)
            lines[case] = f"{lines.get(case, '')} {told}"
    for number, figures in cited.items():
        words = " ".join(lines[number].replace("\u00a0", " ").split())
        assert words.endswith(f"({figures_cited(figures)})".replace("\u00a0", " ")), words
    assert min(min(figures) for figures in cited.values()) > 0


def test_three_figures_in_a_row_are_a_range() -> None:
    assert figures_cited([6]) == "Figure\u00a06"
    assert figures_cited([7, 6]) == "Figures\u00a06 and 7"
    assert figures_cited([2, 4, 5, 6]) == "Figures\u00a02 and 4–6"
