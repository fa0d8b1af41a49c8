"""Captions of the full turn's figures: true of the position that is drawn, in the words of the text."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from hexwright.model.turn_account import TurnAccount
from hexwright.paper.columns.rulebook_blocks import curly
from hexwright.paper.figures.figure_window import diagram_window, whole_hexes
from hexwright.paper.figures.turn_diagrams import turn_diagrams
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import game_of, illustrated
from tests.paper.test_full_turn import LARGE, SMALL, account, is_figure, sector


def told(slug: str) -> TurnAccount:
    """Return the account of a game's turn as the rulebook has it."""
    return sector(slug).account if slug in LARGE else account(slug).told(game_of(slug))


def captions(slug: str, turn: TurnAccount) -> list[str]:
    """Return the captions of all figures of a turn."""
    game = game_of(slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), turn, 0)
    return [one.text for diagrams in found.values() for one in diagrams]


@pytest.mark.parametrize("slug", [*SMALL, *LARGE])
def test_a_figure_shows_the_start_of_its_phase_or_its_caption_tells_who_stands_elsewhere(slug: str) -> None:
    game, plan, turn = game_of(slug), plan_sheet(game_of(slug)), told(slug)
    drawn = 0
    for number, diagrams in turn_diagrams(game, PrintSettings(), plan, turn, 0).items():
        start = {one.unit: one.hex for one in turn.phases[number].position}
        assert start
        for diagram in diagrams:
            shown = {one.unit: one.hex for one in diagram.units}
            window = whole_hexes(plan, diagram_window(plan, diagram.hexes))
            elsewhere = {unit for unit, hex_id in shown.items() if start.get(unit) != hex_id}
            elsewhere |= {unit for unit, hex_id in start.items() if hex_id in window and unit not in shown}
            for unit in elsewhere:
                name = game.counters.unit(unit).name
                fate = rf"{re.escape(name.split()[0])}\b.* (?:has|have) (?:been|already) "
                assert re.search(fate, diagram.text)
            drawn += 1
    assert drawn >= 4


def test_of_units_that_were_overrun_or_have_moved_the_caption_tells() -> None:
    (moved,) = [text for text in captions("moscow-campaign", told("moscow-campaign")) if "143rd" in text]
    assert moved == (
        "The position before the move; the arrow shows it. 143rd Rifle Division has been overrun."
    )


@pytest.mark.parametrize("slug", [*SMALL, *LARGE])
def test_a_caption_names_units_as_the_text_does_and_their_kind_once(slug: str) -> None:
    for text in captions(slug, told(slug)):
        assert not re.search(r"\b[Tt]he \d+(?:st|nd|rd|th|\.) ", text)
        for attack in re.split(r"[.;] ", text):
            for kind in ("Infantry Division", "Panzer Division", "Panzer Corps", "Rifle Division"):
                assert len(re.findall(rf"\b[\w.]+ {kind}s?\b", attack)) <= 1, text


def test_german_names_with_a_number_have_no_article_in_captions_as_in_the_rules() -> None:
    book = illustrated("moscow-embattled")
    names = {unit.name for unit in book.game.counters.units if re.match(r"\d+\. ", unit.name)}
    texts = [f"{one.diagram.title} {one.diagram.text}" for one in book.figures.values()]
    assert any(name in text for name in names for text in texts)
    assert not [text for text in texts for name in names if f"the {name}" in text or f"The {name}" in text]


def test_no_line_of_the_rulebook_ends_with_the_number_of_a_name() -> None:
    book = illustrated("moscow-embattled")
    names = [unit.name for unit in book.game.counters.units if re.match(r"\d+\. ", unit.name)]
    assert names
    drawn = RecordingCanvas()
    for page in book.pages:
        for placed in page.items:
            placed.item.draw(drawn, 0.0, 0.0) if not is_figure(placed.item) else None  # type: ignore[arg-type]
    lines = [text.text for text in drawn.texts]
    assert any("\u00a0".join(names[0].split(" ", 1)) in line for line in lines)
    broken = [
        (line, after)
        for line, after in pairwise(lines)
        for name in names
        if line.split(" ")[-1] == name.split(" ")[0] and after.startswith(name.split(" ")[1])
    ]
    assert broken == []


def test_lines_are_broken_at_no_ordinal_of_a_name_but_after_a_sentence() -> None:
    text = "2. Armee and the 4. Armee stop (9. Armee), which stays on turn 4. Nobody moves."
    assert curly(text).replace("\u00a0", "_") == (
        "2._Armee and the 4._Armee stop (9._Armee), which stays on turn 4. Nobody moves."
    )
