"""The toolbar: icons with tooltips in groups, a track of the phases that fits, and bookmarks of the map."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.sanitize import MODULE_PICTURE_LIMITS, inspect_svg
from hexwright.vassal.codec.buildfile.components import MoveCameraButton, ToolbarMenu
from hexwright.vassal.module import bookmarks, phase_track, toolbar_icons
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.setup_titles import setup_titles
from tests.shipped import shipped
from tests.vassal.compile.games import GAMES, game, module, plan
from tests.vassal.enforcement.playing import MOSCOW, opened

LARGE = ("moscow-campaign", "battle-of-moscow")
_ICONS = ("icon", "buttonIcon", "inIconName", "outIconName", "pickIconName", "showingIcon", "hiddenIcon")


def any_game(slug: str) -> Game:
    """Return a game of the tests, or one of the large ones."""
    return shipped(slug).game if slug in LARGE else game(slug)


def pictured(slug: str) -> Iterator[tuple[str, str]]:
    """Yield for each icon of a button its file and the button's tooltip."""
    for element in module(slug).iter():
        for name in _ICONS:
            file = element.get(name, "")
            if file:
                tip = element.get(f"{name.removesuffix('IconName')}Tooltip") if "IconName" in name else None
                yield file, tip or element.get("tooltip") or element.get("buttonToolTip") or ""


@pytest.mark.parametrize("slug", GAMES)
def test_every_icon_is_our_own_and_its_button_has_a_tooltip(slug: str) -> None:
    shown = list(pictured(slug))
    assert len(shown) > 20
    for file, tooltip in shown:
        assert re.fullmatch(r"icon-[a-z-]+\.svg", file), (file, tooltip)
        assert tooltip, file


@pytest.mark.parametrize("slug", GAMES)
def test_a_button_that_sentences_name_begins_its_tooltip_with_its_name(slug: str) -> None:
    heads = {tooltip.partition(": ")[0] for _, tooltip in pictured(slug)}
    assert {"Change seat", "Next phase", "Score", "Windows", "Rules", "Charts", "Inventory", "Help"} <= heads
    assert {"Save", "Load", "Log"} <= heads


def test_icons_show_the_sides_of_a_game_in_their_colours() -> None:
    first, last = (side.classic.fill for side in game(MOSCOW).info.sides)
    pictures = toolbar_icons.icon_pictures(game(MOSCOW))
    for name in ("score", "seat", "inventory"):
        drawn = pictures[toolbar_icons.icon(name)].decode()
        assert first in drawn
        assert last in drawn


def test_icons_are_pictures_that_the_engine_can_draw() -> None:
    for name, data in toolbar_icons.icon_pictures(game(MOSCOW)).items():
        assert inspect_svg(data, MODULE_PICTURE_LIMITS).root is not None, name
        assert b"NaN" not in data
        assert b"{" not in data


@pytest.mark.parametrize("slug", [*GAMES, *LARGE])
def test_the_track_has_every_phase_once_and_fits_the_screen(slug: str) -> None:
    chosen = any_game(slug)
    rows = phase_track.track_rows(chosen)
    assert [phase for row in rows for phase, _ in row] == list(chosen.rules.sequence)
    assert len(rows) <= len(chosen.info.sides)
    assert phase_track.track_px(rows) <= phase_track.TRACK_PX
    assert all(word for row in rows for _, word in row)


def test_a_track_of_very_many_phases_breaks_into_rows_that_fit() -> None:
    embattled = game("moscow-embattled")
    longer = tuple(
        dataclasses.replace(phase, id=PhaseId(f"{phase.id}-{n}"))
        for n in range(3)
        for phase in embattled.rules.sequence
    )
    rows = phase_track.track_rows(
        dataclasses.replace(embattled, rules=dataclasses.replace(embattled.rules, sequence=longer))
    )
    assert [phase for row in rows for phase, _ in row] == list(longer)
    assert phase_track.track_px(rows) <= phase_track.TRACK_PX


def track(engine: EmulatedGame) -> list[tuple[str, str]]:
    """Return the cells that the toolbar shows: each phase, and the first letter of its style."""
    shown = next(engine.shown(b) for b in engine.toolbar.buttons if b.name == "Turn and phase")
    return [(phase, style) for phase, style in re.findall(r"<td id=(\S+) class=(\w)", shown)]


@pytest.mark.parametrize("slug", GAMES)
def test_the_phase_of_now_is_lit_and_those_before_it_are_over(slug: str) -> None:
    engine = opened(slug)
    engine.start(next(iter(setup_titles(game(slug)))), BOTH_SIDES)
    sequence = [phase.id for phase in game(slug).rules.sequence]
    for phase in (sequence[0], sequence[len(sequence) // 2], sequence[-1]):
        engine.set_property("Phase", phase)
        at = sequence.index(phase)
        assert track(engine) == [
            (name, "o" if n < at else "l" if n == at else "a") for n, name in enumerate(sequence)
        ]


def test_no_phase_is_lit_before_and_after_a_game_and_in_the_set_up() -> None:
    engine = opened(MOSCOW)
    for title in setup_titles(game(MOSCOW)):
        if "place the units" in title:
            engine.start(title, BOTH_SIDES)
            assert {style for _, style in track(engine)} == {"a"}
    engine.start(next(iter(setup_titles(game(MOSCOW)))), BOTH_SIDES)
    engine.set_property("Turn", str(99))
    assert {style for _, style in track(engine)} == {"a"}
    engine.close_game()
    assert {style for _, style in track(engine)} == {"a"}


def test_names_of_phases_and_sides_are_text_in_the_track() -> None:
    toy = game("toy-bridge")
    sequence = tuple(dataclasses.replace(p, name="<b>Fog & f") for p in toy.rules.sequence)
    odd = dataclasses.replace(toy, rules=dataclasses.replace(toy.rules, sequence=sequence))
    told = phase_track.track_message(odd).initial_value
    assert "&lt;b&gt;Fog &amp; f" in told
    assert "<b>" not in told


@pytest.mark.parametrize("slug", GAMES)
def test_the_menu_of_places_shows_the_capital_and_names_its_buttons(slug: str) -> None:
    places = BoardPositions(game(slug), plan(slug))
    found = bookmarks.bookmarks(places)
    named = [place.name for place in found]
    assert len(set(named)) == len(named) <= bookmarks.MOST_PLACES
    assert {p.name for p in game(slug).hexmap.places if p.kind == "capital"} <= set(named)
    buttons = {b.text_: (b.x_pos, b.y_pos) for b in module(slug).all(MoveCameraButton)}
    boxes = bookmarks.boxes(places)
    spots = {place.name: places.hex(place.hex) for place in found} | boxes
    assert buttons == {name: (str(spot.x), str(spot.y)) for name, spot in spots.items()}
    for box in game(slug).hexmap.boxes:
        if box.kind in ("eliminated", "pool") or box.name in boxes:
            area = places.box(box.id)
            assert area.x < boxes[box.name].x < area.x + area.width
            assert area.y < boxes[box.name].y < area.y + area.height
    [menu] = (m for m in module(slug).all(ToolbarMenu) if m.description == "Places")
    assert {*named, *boxes} <= set(menu.menu_items)


@pytest.mark.parametrize("slug", GAMES)
def test_the_line_above_the_track_shows_turn_date_weather_phase_and_replacements(slug: str) -> None:
    engine = opened(slug)
    engine.start(next(iter(setup_titles(game(slug)))), BOTH_SIDES)
    engine.take_problems()
    for name, value in (("TurnDate", "1941"), ("WeatherName", "<i>7</i>"), ("PhaseName", "12")):
        engine.set_property(name, value)
    engine.set_property("ReplacementsLeft", "")
    shown = next(b for b in engine.toolbar.buttons if b.name == "Turn and phase")
    assert ">&nbsp;<b>Turn 1</b> (1941) · &lt;i>7&lt;/i><b> · 12</b><" in engine.shown(shown)
    engine.set_property("ReplacementsLeft", "5")
    assert ">&nbsp;<b>Turn 1</b> (1941) · replacements: 5<" in engine.shown(shown)
    assert engine.take_problems() == ()
