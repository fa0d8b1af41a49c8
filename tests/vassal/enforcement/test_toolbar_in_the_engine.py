"""The toolbar in the real engine: its rows fit the smallest screen, and its buttons do what they promise."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from hexwright.engine_driver import Engine
from hexwright.vassal.module.bookmarks import FRONT_BUTTON
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.setup_titles import setup_titles
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import EMBATTLED
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine
SCREEN = (1280, 800)
ICON_BUTTON_PX = 40
"""More than the height of a button with an icon, and less than two rows of them."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return the game with the most phases, on the smallest screen."""
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    with Engine(write_module(game(EMBATTLED), EMBATTLED, path), screen=SCREEN) as engine:
        yield engine


@pytest.fixture
def engine(opened: Engine) -> Engine:
    """Return the engine in a game that has begun."""
    opened.start(next(iter(setup_titles(game(EMBATTLED)))), BOTH_SIDES)
    opened.wait(0.6)
    opened.take_problems()
    return opened


def run(engine: Engine, script: str) -> str:
    """Return the value of a script of the engine."""
    quoted = script.replace("\\", "\\\\").replace('"', '\\"')
    return engine.evaluate(f'{{new bsh.Interpreter().eval("{quoted}").toString()}}')


def buttons(engine: Engine) -> list[tuple[str, str, int, int]]:
    """Return for each visible button its bar, its words, its right edge and its top, in pixels."""
    told = run(
        engine,
        "found = new StringBuffer();"
        "void look(bar, name) {"
        "  for (each : bar.getComponents()) {"
        '    if (each instanceof javax.swing.JToolBar) { look(each, "map"); }'
        "    else if (each.isVisible() && each instanceof javax.swing.AbstractButton) {"
        '      found.append(name + "|" + each.getToolTipText() + "|" + (each.getX() + each.getWidth()) + "|"'
        '        + each.getY() + "\\n"); } } }'
        'look(VASSAL.build.GameModule.getGameModule().getToolBar(), "window");'
        "found.toString();",
    )
    rows = (line.rsplit("|", 2) for line in told.splitlines())
    return [(*head.split("|", 1), int(right), int(top)) for head, right, top in rows]  # type: ignore[misc]


@pytest.mark.parametrize("level", ["strict", "assist"])
def test_the_buttons_stand_in_one_row_for_the_window_and_one_for_the_map(engine: Engine, level: str) -> None:
    engine.hotkey(f"hexwright.rules.{level}")
    engine.wait(0.3)
    seen = buttons(engine)
    assert {bar for bar, *_ in seen} == {"window", "map"}
    for bar, words, right, top in seen:
        assert right <= SCREEN[0], (bar, words)
        assert top < ICON_BUTTON_PX, (bar, words)
        assert words != "null"
    engine.hotkey("hexwright.rules.strict")


@pytest.mark.parametrize(
    ("button", "asked"),
    [
        ("Save", "VASSAL asks for a file to save to"),
        ("Load", "VASSAL asks for a file to open"),
        ("Begin a log file", "VASSAL asks for a file to save to"),
    ],
)
def test_buttons_for_files_open_the_engines_own_dialog(engine: Engine, button: str, asked: str) -> None:
    engine.press(button)
    engine.wait(0.5)
    assert [problem.text for problem in engine.take_problems()] == [asked]


def test_every_page_of_help_opens_from_the_toolbar_and_the_menu_of_places_moves_the_view(
    engine: Engine,
) -> None:
    shown = (
        "titles = new StringBuffer();"
        "for (each : java.awt.Window.getWindows()) {"
        " if (each.isVisible() && each instanceof javax.swing.JFrame)"
        ' { titles.append(each.getTitle() + "\\n"); } } titles.toString();'
    )
    before = run(engine, shown).splitlines()
    pages = ("How to play with this module", "Keys and mouse")
    for page in pages:
        engine.press(page)
        engine.wait(0.5)
    assert [title for title in run(engine, shown).splitlines() if title not in before] == [*pages]
    where = 'VASSAL.build.module.Map.getMapById("Map").getView().getVisibleRect().toString();'
    run(
        engine, 'VASSAL.build.module.Map.getMapById("Map").getZoomer().setZoomFactor(1.0); String.valueOf(1);'
    )
    views = []
    for button in ("Yaroslavl", "Orel", FRONT_BUTTON):
        engine.press(button)
        engine.wait(0.3)
        views.append(run(engine, where))
    assert len(set(views)) == 3
    assert engine.take_problems() == ()


def test_the_whole_text_of_the_prompt_is_its_tooltip(engine: Engine) -> None:
    engine.set_property("NextStep", long := "Germans: " + "drag <units> & press " * 40 + "the last word.")
    engine.wait(0.3)
    [prompt] = [button for button in engine.buttons() if "rowspan=2" in (button.text or "")]
    assert "the last word." not in re.sub(r"<!--.*?-->", "", str(prompt.text))
    told = re.sub(r"<[^>]*>", "", str(prompt.tooltip))
    assert html.unescape(told) == "D" + long.removeprefix("Germans: d")


def test_what_only_shows_something_is_no_button_to_look_at(engine: Engine) -> None:
    told = run(
        engine,
        "found = new StringBuffer();"
        "for (each : VASSAL.build.GameModule.getGameModule().getToolBar().getComponents()) {"
        "  if (each instanceof javax.swing.AbstractButton && each.isVisible() && !each.isContentAreaFilled())"
        '  { found.append(each.getToolTipText() + "\\n"); } } found.toString();',
    )
    assert told.splitlines() == [
        "Files and seats",
        "The turn",
        "Turn, date, weather and the phases of the turn; the phase of now is lit",
        "Battles and points",
        "Windows and rules",
    ]
