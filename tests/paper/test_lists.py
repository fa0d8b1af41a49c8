"""Lists in the booklet: what announces one never stands alone at the foot of a page."""

from __future__ import annotations

import pytest

from hexwright.paper.text_flow import BODY, LEADING, fill_pages, list_item, paragraph
from hexwright.render.canvas import Colour

INK = Colour("#000000")
LINE = BODY * LEADING


@pytest.mark.parametrize("lines", [2, 3, 4, 5, 6])
def test_a_line_that_ends_with_a_colon_stands_with_what_it_announces(lines: int) -> None:
    atoms = [
        *paragraph("Whatever stands before it.", 100, INK),
        *paragraph("Movement in figures:", 100, INK),
        *list_item("a hex in Forest costs 2 points;", 100, INK),
        *list_item("a hex in Swamp costs 3 points.", 100, INK),
    ]
    pages = fill_pages(atoms, lines * (LINE + 0.2))
    where = {mark: page.number for page in pages for _, atom in page.items for mark in atom.marks}
    assert where["text:Movement in figures:"] == where["text:a hex in Forest costs 2 points;"]
