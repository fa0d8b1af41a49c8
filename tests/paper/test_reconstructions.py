"""Reconstructed data are marked where players read them, with a sentence in the designer's notes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.model.provenance import sources_of
from hexwright.model.words.reconstruction_words import (
    MARK,
    MARK_EXPLAINED,
    designers_notes,
    map_source,
    reconstructions,
    source_lines,
)
from hexwright.paper.aids.player_aids import paper_charts
from hexwright.paper.columns.rulebook_blocks import curly
from hexwright.paper.pages.paper_sizes import PAPERS
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import book, composed
from tests.paper.test_page_measures import aids_of
from tests.shipped import shipped

GAMES = Project(Path(__file__).parents[2]).games()


def text_of(made: Rulebook) -> str:
    """Return the text of a rulebook, with blanks in place of line breaks."""
    canvas = RecordingCanvas()
    items = [placed.item for page in made.pages for placed in page.items]
    # Charts float: they may stand between two lines of a paragraph.
    for item in sorted(items, key=lambda one: one.floats):
        item.draw(canvas, 0.0, 0.0)  # type: ignore[arg-type]
    return " ".join(" ".join(text.text for text in canvas.texts).split())


def noted(game: Game) -> list[str]:
    """Return the notes of all reconstructed entries of rules and charts; files as a whole aside."""
    return [
        " ".join(source.provenance.note.split())
        for part in (game.rules, game.charts)
        for source in sources_of(part)
        if source.path and source.provenance.status == "reconstructed"
    ]


def unmarked(game: Game, text: str) -> list[str]:
    """Return the reconstructed entries whose sentence or mark is missing."""
    missing = [note for note in noted(game) if curly(note) not in text]
    charts = paper_charts(game, PrintSettings())
    for one in reconstructions(game):
        # Turns are named in the notes, and marked by the title of their chart.
        marked = charts[one.chart].title.endswith(f" {MARK}") if one.chart else f"{one.title} {MARK}" in text
        if not marked or (one.title not in text and not one.chart.startswith("turns-")):
            missing.append(one.title)
    return missing


@pytest.mark.parametrize("slug", GAMES)
def test_reconstructed_entries_are_marked_and_explained(slug: str) -> None:
    game = shipped(slug).game
    text = text_of(book(slug))
    assert unmarked(game, text) == []
    assert (MARK in text) == bool(reconstructions(game))


@pytest.mark.parametrize("slug", ["moscow-campaign", "battle-of-moscow"])
def test_games_without_printed_charts_mark_arrivals_and_cadres(slug: str) -> None:
    game = shipped(slug).game
    rules = {one.rule for one in reconstructions(game)}
    assert {"setup", game.rules.odds_combat.cadres[0].rule} <= rules
    charts = {one.chart for one in reconstructions(game)}
    assert ("crt" in charts) == (slug == "battle-of-moscow")


def test_a_missing_mark_is_found() -> None:
    game = shipped("battle-of-moscow").game
    text = text_of(book(game.slug))
    assert unmarked(game, text.replace(f" {MARK}", ""))
    silent = replace(game.rules, replacements=())
    assert unmarked(game, text_of(composed(replace(game, rules=silent), None)))


@pytest.mark.parametrize("slug", GAMES)
def test_each_subject_has_one_note_that_says_more_than_its_status(slug: str) -> None:
    notes = designers_notes(shipped(slug).game)
    subjects = [subject for subject, _ in notes]
    assert len({*subjects}) == len(subjects)
    assert not [note for _, note in notes if note.casefold().startswith(("reconstructed", "transcribed"))]
    sentences = [sentence for _, note in notes for sentence in note.split(". ")]
    assert len({*sentences}) == len(sentences)


def test_notes_of_turns_have_one_head_and_those_of_places_are_joined() -> None:
    notes = dict(designers_notes(shipped("moscow-embattled").game))
    assert "Turns 5 and 6: Snow lay" in notes["Turns"]
    assert "Turn 5" not in notes
    assert notes["Smolensk, Orel and Kalinin"].startswith("Seat of a region")
    assert notes["Volga"].startswith("The upper Volga")
    assert "Ryazan" not in notes


def test_an_entry_without_a_note_has_its_source_instead() -> None:
    game = shipped("battle-of-moscow").game
    chart = game.charts.combat
    assert chart is not None
    assert chart.provenance is not None
    silent = replace(chart, provenance=replace(chart.provenance, note="", source="old letters"))
    notes = dict(designers_notes(replace(game, charts=replace(game.charts, combat=silent))))
    assert notes[chart.name] == "Reconstructed from old letters."


def test_sources_take_two_lines() -> None:
    assert source_lines(shipped("battle-for-moscow").game) == (
        "From the 2022 edition: rules, map, counters, order of appearance and charts.",
        "Reconstructed, since no original was at hand: set-ups.",
    )
    assert source_lines(shipped("moscow-campaign").game) == (
        "From the rule text of 1972: rules and charts.",
        "Reconstructed, since no original was at hand: map, counters, order of appearance and set-ups.",
    )


def test_the_map_names_its_source_in_a_sentence() -> None:
    assert map_source(shipped("battle-for-moscow").game.hexmap) == "The map is that of the 2022 edition."
    assert map_source(shipped("moscow-campaign").game.hexmap) == "The map is reconstructed from geography."


def test_a_mark_on_turns_alone_is_told_so() -> None:
    assert f"The mark {MARK} stands at the turn record" in text_of(book("moscow-embattled"))
    assert f"The mark {MARK} stands at cases and charts" in text_of(book("battle-of-moscow"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", GAMES)
def test_the_pages_of_aids_that_have_the_mark_explain_it_at_their_foot_and_no_others(
    slug: str, paper: str
) -> None:
    pages = aids_of(shipped(slug).game, PrintSettings(paper=PAPERS[paper]))
    told = [page.get_textpage().get_text_bounded() for page in pages]
    for text in told:
        rest = text.replace(MARK_EXPLAINED, "")
        assert text.count(MARK_EXPLAINED) == (1 if MARK in rest else 0)
    marked = any(one.chart for one in reconstructions(shipped(slug).game))
    assert any(MARK in text for text in told) == marked
