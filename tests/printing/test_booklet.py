"""The rules booklet: pages in order when folded, right page numbers, examples that show what is computed."""

from __future__ import annotations

import re
from functools import cache

import pytest

from builder.cli.reference import RulesReference
from builder.model.ids import UnitId
from builder.printing.booklet import spreads
from builder.printing.examples import figure_lines
from builder.printing.flow import Atom, fill, set_lines
from builder.printing.parts import Press
from builder.printing.settings import Settings
from builder.render.fonts import Face, missing_glyphs, text_width
from validators.rules.arrange import arrange
from validators.rules.kernel import rules_of

from .sheets import moscow, opened, text_of

GAME = moscow()
REFERENCE = RulesReference(GAME)


@cache
def booklet() -> tuple[str, ...]:
    """Return the text of each page."""
    document = opened(Press(GAME, Settings(), REFERENCE).draw("rules").to_bytes())
    return tuple(text_of(document, n) for n in range(len(document)))


@pytest.mark.parametrize("count", range(1, 41))
def test_folded_sheets_read_in_order(count: int) -> None:
    sides = spreads(count)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    # Leaves from the outside in: each sheet's right half is turned first, its left half last.
    first = [page for front, back in sheets for page in (front[1], back[0])]
    last = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    total = 4 * len(sheets)
    assert total - count < 4
    assert first + last == [n if n <= count else None for n in range(1, total + 1)]


def test_every_rule_stands_on_the_page_that_the_contents_name() -> None:
    pages = booklet()
    contents = pages[1]
    for rule in GAME.rules.summary:
        page = next(n for n, text in enumerate(pages) if n > 1 and f"{rule.id} {rule.title}" in text)
        assert f"{rule.title} {page + 1}" in contents


def test_the_booklet_tells_every_rule_whole() -> None:
    text = " ".join(booklet()).replace("’", "'")
    for rule in GAME.rules.summary:
        for word in rule.told.split():
            assert word in text


def test_the_index_leads_to_pages_that_speak_of_the_word() -> None:
    pages = booklet()
    listed = next(text for text in pages if text.startswith("Index "))
    for word in ("Handicap", "Smolensk", "Communication", "Mud", "Forest", "Roslavl"):
        found = re.search(rf"\b{word} ((?:\d+, )*\d+)", listed)
        assert found is not None
        for page in found[1].split(", "):
            assert word.lower() in pages[int(page) - 1].lower()


def test_an_example_of_movement_shows_the_moves_that_are_legal() -> None:
    for example in GAME.rules.examples:
        if example.kind == "movement":
            kernel = rules_of(GAME, example.scenario)
            standing = [f"{s.hex} {s.unit}/{s.step}" for s in example.units]
            state = arrange(kernel, standing, turn=example.turn, phase=example.phase)
            legal = {a.hex for a in kernel.actions_of(state, UnitId(example.subject)) if a.hex}
            assert set(REFERENCE.reach(example)) == legal
            assert f"in {len(legal)} hexes" in " ".join(figure_lines(GAME, example, REFERENCE))
            assert all(spent > 0 for spent in REFERENCE.reach(example).values())


def test_an_example_of_combat_shows_the_reference_s_odds() -> None:
    examples = {e.id: e for e in GAME.rules.examples}
    lines = figure_lines(GAME, examples["across-the-river"], REFERENCE)
    assert lines[0] == "15 against 4 is 3:1."
    assert lines[1] == "Fortification 1 column lower, river 1 column lower."
    assert lines[2].startswith("The die is read in the column 1:1: 1 AL, 2 NE")
    mud = figure_lines(GAME, examples["in-mud"], REFERENCE)
    assert mud[0] == "8 against 4 is 2:1."


def test_an_example_of_control_shows_the_six_hexes() -> None:
    example = next(e for e in GAME.rules.examples if e.kind == "zoc")
    assert len(REFERENCE.controlled(example)) == 6


def test_without_a_reference_no_example_is_shown() -> None:
    document = opened(Press(GAME, Settings()).draw("rules").to_bytes())
    assert not any("Example to" in text_of(document, n) for n in range(len(document)))
    assert any("Example to 3.3" in text for text in booklet())


def test_no_line_is_wider_than_the_page() -> None:
    for rule in GAME.rules.summary:
        for line in set_lines(rule.told, 120.0):
            last = line[-1]
            assert last.x + text_width(last.text, last.face, 3.15) <= 120.0 + 1e-6


def test_a_figure_that_does_not_fit_lets_the_text_go_on_before_it() -> None:
    def atom(height: float, *, floats: bool = False) -> Atom:
        return Atom(height, lambda canvas, x, y: None, floats=floats)

    figure = atom(60, floats=True)
    pages = fill([atom(70), figure, atom(10), atom(10), atom(10), atom(30)], 100)
    assert [len(page.items) for page in pages] == [4, 2]
    assert pages[1].items[0][1] is figure


def test_the_faces_have_every_character_of_the_booklet() -> None:
    assert not missing_glyphs(" ".join(booklet()).replace("\ufffe", ""))
    assert Face.SERIF_BOLD.path.exists()
