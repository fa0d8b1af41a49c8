"""The mark of a unit that moved hides nothing that is printed on any counter of a game."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.words.arrival_words import units_after_events
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_background import DESIGN
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.counters.free_corner import (
    MAX_MARK_DIAMETER,
    MIN_MARK_DIAMETER,
    FaceSources,
    MarkDisc,
    free_mark_place,
    printed_areas,
)
from hexwright.render.theme import CLASSIC
from hexwright.vassal.module import moved_mark
from hexwright.vassal.module.board_positions import BoardPositions
from tests.render.counters.cards import KEPT_CLEAR, drawn
from tests.render.counters.ink import ink_box, stroke_box
from tests.vassal.compile.games import GAMES, game, plan


def printed(playing: Game, unit: Unit, index: int) -> list[Box]:
    """Return where ink lies on a face that nothing may cover, on a card of 15 mm."""
    canvas = drawn(playing, FaceId(unit, index), CLASSIC)
    shapes = [stroke_box(path) for path in canvas.paths if path.groups and path.groups[0] in KEPT_CLEAR]
    pips = [stroke_box(path) for path in canvas.paths if path.groups and path.groups[0] == "values"]
    return [
        *shapes,
        *pips,
        *(ink_box(text) for text in canvas.texts),
        *(image.box for image in canvas.images),
    ]


def hidden(playing: Game, disc: MarkDisc) -> list[str]:
    """Return the units of which a mark hides something, as they lie and as they lie upside down."""
    back = MarkDisc(DESIGN - disc.x, DESIGN - disc.y, disc.across)
    found = []
    for unit in playing.counters.units:
        for index in range(len(unit.steps)):
            boxes = printed(playing, unit, index)
            marks = (disc, back) if playing.is_turned(unit) else (disc,)
            found += [f"{unit.id} {box}" for box in boxes for mark in marks if mark.covers(box)]
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_the_mark_covers_nothing_that_is_printed_on_any_unit(slug: str) -> None:
    places = BoardPositions(game(slug), plan(slug))
    disc = places.moved_mark
    assert MIN_MARK_DIAMETER <= disc.across <= MAX_MARK_DIAMETER
    assert hidden(places.game, disc) == []


@pytest.mark.parametrize("slug", GAMES)
def test_faces_need_no_rules_so_that_games_with_other_rules_share_their_printed_areas(slug: str) -> None:
    found = game(slug)
    turned = frozenset(unit.id for unit in found.counters.units if found.is_turned(unit))
    nothing: Any = None
    # Of the rules, faces need who arrives after an event.
    few: Any = SimpleNamespace(replacements=found.rules.replacements)
    bare = replace(found, rules=few, hexmap=nothing, ledger=nothing, options=nothing)
    late = units_after_events(found)
    same = FaceSources(bare, turned, late)
    assert same == FaceSources(found, turned, late)
    assert same != FaceSources(found, turned | {"another"}, late)
    assert same != FaceSources(found, turned, late | {UnitId("another")})
    assert same.printed_areas() == printed_areas(found)


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-embattled"])
def test_a_mark_in_the_upper_right_corner_would_hide_what_is_printed_there(slug: str) -> None:
    assert hidden(
        game(slug), MarkDisc(DESIGN - MAX_MARK_DIAMETER / 2, MAX_MARK_DIAMETER / 2, MAX_MARK_DIAMETER)
    )


def test_the_mark_stands_out_of_counters_that_are_full_but_not_over_those_below_in_the_stack() -> None:
    playing = game("moscow-embattled")
    full = {"a": "88", "b": "88", "c": "88"}
    shock = next(unit for unit in playing.counters.units if unit.id == "russian-1s")
    step = replace(shock.steps[0], ratings=full)
    counters = replace(playing.counters, unit_layout="standard", units=(replace(shock, steps=(step,)),))
    disc = free_mark_place(replace(playing, counters=counters))
    assert hidden(replace(playing, counters=counters), disc) == []
    assert disc.overhang > 0
    assert disc.x - disc.across / 2 > 0
    assert disc.y + disc.across / 2 < DESIGN


@pytest.mark.parametrize("slug", GAMES)
def test_picture_and_trait_put_the_mark_where_it_was_found(slug: str) -> None:
    places = BoardPositions(game(slug), plan(slug))
    disc, edge = places.moved_mark, places.resolution.counter
    trait = moved_mark.moved_mark_trait(places)
    size = round(disc.across / DESIGN * edge)
    assert f'width="{size}"'.encode() in moved_mark.moved_mark_picture(places)
    assert trait.x_offset + edge / 2 == pytest.approx((disc.x - disc.across / 2) / DESIGN * edge, abs=1)
    assert trait.y_offset + edge / 2 == pytest.approx((disc.y - disc.across / 2) / DESIGN * edge, abs=1)
