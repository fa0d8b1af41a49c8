"""Windows beside the map: they fit the screen, show counters as the map does, and are open while needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from hexwright.engine_driver import Engine
from hexwright.model.module_window_names import chart_titles
from hexwright.vassal.codec.buildfile.components import (
    ListWidget,
    Map,
    MapWidget,
    PieceMover,
    WidgetMap,
    Zoomer,
)
from hexwright.vassal.module.chart_windows import LIST_WIDTH, WINDOW_SIZE
from hexwright.vassal.module.help_pages import TUTORIAL_TITLE
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.setup_titles import setup_titles
from tests.shipped import shipped
from tests.vassal.compile.games import GAMES, compiled, module
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.playing import opened
from tests.vassal.enforcement.table import SLUG, Table
from tests.vassal.engine.conftest import write_module

SCREEN: Final = (1280, 800)
SHIPPED: Final = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
TRAYS: Final = ("German forces", "Soviet forces")
_LOOK: Final = (
    "found = new StringBuffer();"
    "for (map : VASSAL.build.module.Map.getMapList().toArray()) {"
    "  top = map.getView().getTopLevelAncestor();"
    "  at = map.getMapName().equals('Map') ? map.getLayeredPane().getLocationOnScreen() : top.getLocation();"
    "  found.append(map.getMapName() + '|' + at.x + '|' + at.y + '|' + top.getWidth() + '|' + top.getHeight()"
    "    + '|' + top.isVisible() + '|' + map.getLaunchButton().isEnabled() + '|' + map.getZoom() + ';');"
    "}"
    "found.toString();"
).replace("'", '\\"')


@dataclass(frozen=True, slots=True)
class Window:
    """A map's window: its corner and its size on the screen, whether it is and can be open, and its zoom."""

    x: int
    y: int
    wide: int
    high: int
    visible: bool
    enabled: bool
    zoom: float


@pytest.fixture(scope="module")
def screen(module_file: Path) -> Iterator[Engine]:
    """Return the game on the smallest screen."""
    with Engine(module_file, screen=SCREEN) as engine:
        yield engine


def look(engine: Engine) -> Mapping[str, Window]:
    """Return the windows of the maps by their names, when the engine has laid them out."""
    engine.wait(0.6)
    told = engine.evaluate(f'{{new bsh.Interpreter().eval("{_LOOK}").toString()}}')
    found = {}
    for line in filter(None, told.split(";")):
        name, x, y, wide, high, visible, enabled, zoom = line.split("|")
        sizes = (int(x), int(y), int(wide), int(high))
        found[name] = Window(*sizes, visible == "true", enabled == "true", float(zoom))
    return found


def run(engine: Engine, script: str) -> int:
    """Return the number that a script comes to in the engine."""
    return int(engine.evaluate(f'{{new bsh.Interpreter().eval("{script};").toString()}}'))


@pytest.mark.engine
def test_forces_are_beside_the_map_while_units_wait_in_them_and_closed_when_none_do(screen: Engine) -> None:
    titled = {title: "place" in title for title in setup_titles(game_of(SLUG))}
    for title, free in titled.items():
        screen.start(title, BOTH_SIDES)
        seen = look(screen)
        table = seen["Map"]
        for name in TRAYS:
            window = seen[name]
            assert (window.visible, window.enabled) == (free, free), (title, name)
            assert window.zoom == table.zoom == 0.4
            if free:
                # Not over the toolbar, whole on the screen, and beside each other.
                assert window.y > table.y
                assert window.x + window.wide <= SCREEN[0]
                assert window.y + window.high <= SCREEN[1]
        if free:
            one, other = (seen[name] for name in TRAYS)
            assert other.x + other.wide <= one.x or one.y + one.high <= other.y
    screen.change_side("Soviet")
    screen.start(title, "Soviet")
    seen = look(screen)
    assert [seen[name].visible for name in TRAYS] == [False, True], "each sees to his own"
    assert screen.take_problems() == ()


@pytest.mark.engine
def test_charts_fit_the_screen_and_have_a_zoom(screen: Engine) -> None:
    screen.start(next(setup_titles(game_of(SLUG))), BOTH_SIDES)
    screen.press("Charts")
    seen = look(screen)
    [chart] = [window for name, window in seen.items() if name not in ("Map", *TRAYS)]
    assert chart.visible
    assert WINDOW_SIZE[0] <= chart.wide <= SCREEN[0]
    assert WINDOW_SIZE[1] <= chart.high <= SCREEN[1] - 60, "titles and task bars need some room"
    assert chart.zoom == 1.0
    # The prompt stands above the chat: neither charts nor help hide it.
    chat = "VASSAL.build.GameModule.getGameModule().getChatter().getLocationOnScreen().y"
    assert chart.y == run(screen, chat) > 100
    screen.press("Charts")
    screen.press("How to play with this module")
    screen.wait(0.6)
    helps = (
        "top = 0; for (f : java.awt.Frame.getFrames()) {"
        " if (f instanceof VASSAL.build.module.documentation.HelpWindow)"
        " { top = f.getY(); f.dispose(); } } top"
    )
    assert run(screen, helps) == run(screen, chat)
    assert screen.take_problems() == ()


@pytest.mark.parametrize("slug", GAMES)
def test_charts_can_be_enlarged_and_take_no_pieces(slug: str) -> None:
    build = module(slug)
    charts = list(build.all(WidgetMap))
    assert len(charts) == len(list(build.all(MapWidget))) > 0
    for chart in charts:
        assert len(list(chart.all(Zoomer))) == 1
        assert not list(chart.all(PieceMover))
    [listed] = [widget for widget in build.all(ListWidget) if widget.entry_name == "Charts"]
    assert (int(listed.width), int(listed.height)) == WINDOW_SIZE


@pytest.mark.parametrize("slug", SHIPPED)
def test_titles_of_charts_fit_their_list(slug: str) -> None:
    # Letters are about seven pixels wide. Titles of pages of text are longer, but stand under "As text".
    assert max(len(title) for title, _ in chart_titles(shipped(slug).game)) * 7 <= LIST_WIDTH


@pytest.mark.parametrize("slug", GAMES)
def test_windows_of_forces_show_counters_as_the_map_does(slug: str) -> None:
    shown = set()
    for window in module(slug).all(Map):
        if not isinstance(window, WidgetMap):
            [zoom] = window.all(Zoomer)
            # The engine counts from the largest, in whatever order they are written.
            levels = sorted(map(float, zoom.zoom_levels.split(",")), reverse=True)
            shown.add(levels[int(zoom.zoom_start) - 1])
    assert len(shown) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_units_wait_close_together_within_their_window(slug: str) -> None:
    engine = opened(slug)
    for title in setup_titles(game_of(slug)):
        engine.start(title, BOTH_SIDES)
        for name, board in (
            (name, over.boards[0]) for name, over in engine.world.maps.items() if "forces" in name
        ):
            spots = [(p.x, p.y) for p in engine.pieces() if p.map == name]
            rows = sorted({y for _, y in spots})
            assert len(set(spots)) == len(spots)
            assert all(x < board.width and y < board.height for x, y in spots)
            # No row is left empty for those that wait elsewhere.
            assert all(lower - upper == 180 for upper, lower in pairwise(rows))


def quoted(script: str) -> str:
    """Return a script as it stands in a string of another."""
    return script.replace("\\", "\\\\").replace('"', '\\"')


@pytest.mark.engine
def test_cancel_keeps_a_game_from_the_tutorial(tmp_path: Path) -> None:
    lesson = compiled(SLUG).files[f"{game_of(SLUG).scenarios[1].id}.vsav"]
    file = write_module(game_of(SLUG), SLUG, tmp_path / "game.vmod", lesson)
    line = f'menuLines(game.getPlayerWindow().getJMenuBar(), "{TUTORIAL_TITLE}")[0].doClick(); "1";'
    press = f'rules.eval("{quoted(line)}");'
    clicked = f'{{new bsh.Interpreter().eval(RulesRun + "{quoted(press)}").toString()}}'
    with Engine(file) as engine:
        engine.start(next(setup_titles(game_of(SLUG))), BOTH_SIDES)
        engine.wait(0.5)
        table = Table(engine)
        table.drag(table.unit("soviet-20"), "0405")
        table.press("soviet-20", "A")
        played = table.state()
        for begin in (lambda: engine.evaluate(clicked), lambda: engine.press(TUTORIAL_TITLE)):
            engine.answer("Cancel")
            begin()
            engine.wait(1)
            assert table.state() == played
            assert "Loading tutorial" not in " ".join(table.told())
        engine.answer("No")
        engine.press(TUTORIAL_TITLE)
        engine.wait(1)
        assert table.state()["pieces"] != played["pieces"]
