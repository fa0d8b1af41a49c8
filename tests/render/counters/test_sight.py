"""Counters for all eyes: what colour-blind players tell apart, and text that is large enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.diagnostics.diagnostic import Diagnostic, Span
from hexwright.model.game import Game
from hexwright.render.counters.check_sight import LEAST_SHARE, check_sight, differing_shares
from hexwright.render.counters.counter_batch import FaceId, counter_faces
from hexwright.render.counters.layout_text import MM_PER_POINT
from hexwright.render.designer_pictures import NO_ART
from hexwright.render.theme import THEMES, ThemeName
from hexwright.support.colour_sight import SIGHTS, colour_distance, seen_colour
from tests.render.counters.layout_games import drawn, with_layout
from tests.shipped import shipped

SLUGS = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


def sight_faults(game: Game) -> list[Diagnostic]:
    return list(check_sight(game, lambda path: Span("", 1, 1), NO_ART))


@pytest.mark.parametrize("slug", SLUGS)
def test_colour_blind_players_tell_sides_and_reduced_faces_of_all_games_apart(slug: str) -> None:
    assert sight_faults(shipped(slug).game) == []


@pytest.mark.parametrize("theme", THEMES)
def test_most_of_a_reduced_face_differs_for_every_eye(theme: ThemeName) -> None:
    game = shipped("battle-for-moscow").game
    for unit in (game.counters.units[0], game.counters.units[-1]):
        shares = differing_shares(game, FaceId(unit, 0), FaceId(unit, 1), THEMES[theme], NO_ART)
        assert shares.keys() == set(SIGHTS)
        assert min(shares.values()) >= 0.6


def test_a_band_tells_reduced_faces_apart_where_grounds_are_alike() -> None:
    steps = "units: {red-1: {steps: [{strength: 4, ma: 4}, {strength: 2, ma: 4}]}}"
    plain = with_layout("{draw: ground, fill: side.fill}", steps).game
    banded = with_layout(
        """
        {draw: ground, fill: side.fill}
        {draw: plate, box: [0, 4, 15, 7], fill: side.ink, when: reduced}
        """,
        steps,
    ).game
    assert {fault.code for fault in sight_faults(plain)} == {"C018"}
    assert "unit 'red-1' look alike to all eyes" in sight_faults(plain)[0].message
    assert sight_faults(banded) == []
    unit = banded.counters.units[0]
    shares = differing_shares(banded, FaceId(unit, 0), FaceId(unit, 1), THEMES["classic"], NO_ART)
    assert shares["normal"] == pytest.approx(7 / 15, abs=0.04)
    assert shares["normal"] > LEAST_SHARE


def test_sides_in_red_and_green_of_one_lightness_are_told() -> None:
    game = with_layout("{draw: emblem, box: [6, 6, 3, 3]}").game
    red, green = ("#dd7a63", "#aa8b4b")
    sides = tuple(
        replace(side, classic=replace(side.classic, fill=fill))
        for side, fill in zip(game.info.sides, (red, green), strict=True)
    )
    (fault,) = sight_faults(replace(game, info=replace(game.info, sides=sides)))
    assert "without green (deuteranopia)" in fault.message
    assert colour_distance(red, green) > 30


def test_sights_confuse_the_colours_that_they_are_known_to_confuse() -> None:
    """Red and green for lack of green or red, blue and green for lack of blue; greys stay as they are."""
    assert colour_distance("#dd7a63", "#aa8b4b", "deuteranopia") < 9
    assert colour_distance("#3f6fff", "#008f86", "tritanopia") < colour_distance("#3f6fff", "#008f86") / 2
    for sight in SIGHTS:
        assert colour_distance("#808080", seen_colour("#808080", sight)) < 1
    assert seen_colour("#12ab9f", "normal") == "#12ab9f"


@pytest.mark.parametrize("slug", SLUGS)
def test_no_text_on_the_counters_of_a_game_is_below_five_points_at_true_size(slug: str) -> None:
    game = shipped(slug).game
    for face in counter_faces(game):
        canvas, _ = drawn(game, face.counter.id, face.index)
        sizes = [text.size / MM_PER_POINT for text in canvas.texts if text.text.strip()]
        assert min(sizes, default=5) >= 5 - 1e-6, face
