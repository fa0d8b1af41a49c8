"""Reconstructed data are marked where players read them, with a sentence in the designer's notes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.model.provenance import sources_of
from hexwright.model.words.reconstruction_words import MARK, map_notes, reconstructions
from hexwright.paper.player_aids import paper_charts
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.rulebook import Rulebook
from hexwright.paper.rulebook_blocks import curly
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import book, composed
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
        if not marked or one.title not in text:
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


def test_entries_of_one_source_are_listed_in_one_note_of_the_map() -> None:
    notes = list(map_notes(shipped("moscow-embattled").game.hexmap))
    alike = [note for note in notes if ": reconstructed from geography." in note]
    assert len(alike) == 1
    assert alike[0].startswith("Ryazan, Yaroslavl, Glukhov")
    assert "Volga: The upper Volga" in alike[0]
    assert "eastern edge, in the south" not in alike[0]


def test_a_mark_on_turns_alone_is_told_so() -> None:
    assert "The turn record has the mark" in text_of(book("moscow-embattled"))
    assert "Cases and charts with the mark" in text_of(book("battle-of-moscow"))
