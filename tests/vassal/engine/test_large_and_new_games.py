"""What the smallest tests can't show: the large games and a designer's new one, in the real engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.vassal.enforcement import names
from hexwright.vassal.module.property_names import BOTH_SIDES, MAIN_MAP
from hexwright.vassal.module.setup_titles import setup_titles
from tests.shipped import shipped
from tests.vassal.engine.conftest import module_with_plain_pictures

pytestmark = pytest.mark.engine
NEW = "new"
LARGE = "moscow-campaign"
SCREEN = (1280, 800)
STACKS_TRIED = 40
MENU_BAR_PX = 60


@cache
def new_game(root: Path) -> Game:
    """Return the game of `hexwright new`."""
    for name, text in small_game("The Ford").items():
        path = root / "data" / "the-ford" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_game(Project(root), "the-ford").game


@pytest.fixture(scope="module", params=["battle-of-moscow", LARGE, NEW])
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, Game]]:
    folder = tmp_path_factory.mktemp("modules")
    found = new_game(folder) if request.param == NEW else shipped(request.param).game
    with Engine(module_with_plain_pictures(found, folder / "game.vmod"), screen=SCREEN) as engine:
        yield engine, found


def started(opened: tuple[Engine, Game]) -> Engine:
    """Begin the first scenario with the rules off."""
    engine, found = opened
    engine.start(next(iter(setup_titles(found))), BOTH_SIDES)
    engine.hotkey("hexwright.rules.off")
    engine.take_problems()
    return engine


def units(engine: Engine) -> list[tuple[str, int, int, str | None]]:
    """Return the units on the map: piece, point and stack."""
    seen = engine.pieces(("UnitId",))
    return [(p.id, p.x, p.y, p.stack) for p in seen if p.properties["UnitId"] and p.map == MAIN_MAP]


def off_the_grid(engine: Engine) -> list[str]:
    """Return the counters that the engine would snap to another pixel than where they stand."""
    pieces = [p for p in engine.pieces(("Kind",)) if p.map == MAIN_MAP and p.properties["Kind"] != "control"]
    places = engine.locate(MAIN_MAP, [(p.x, p.y) for p in pieces])
    return [
        p.name for p, place in zip(pieces, places, strict=True) if (p.x, p.y) != (place.snap_x, place.snap_y)
    ]


def test_units_stand_on_the_engines_own_pixels_in_hexes_boxes_and_on_tracks(
    opened: tuple[Engine, Game],
) -> None:
    engine, found = opened
    for title in (next(iter(setup_titles(found))), list(setup_titles(found))[-1]):
        engine.start(title, BOTH_SIDES)
        assert off_the_grid(engine) == []
    assert engine.take_problems() == ()


def test_a_unit_dropped_on_units_of_the_set_up_joins_their_stack(opened: tuple[Engine, Game]) -> None:
    engine = started(opened)
    dragged, *others = units(engine)
    stands = {(x, y): piece for piece, x, y, _ in others if (x, y) != dragged[1:3]}
    tried = list(stands.items())[:: max(1, len(stands) // STACKS_TRIED)]
    apart = []
    for (x, y), other in tried:
        engine.drag(dragged[0], MAIN_MAP, (x + 7, y - 5))
        stacks = {
            piece.id: (piece.stack, piece.x, piece.y) for piece in engine.pieces(ids=[dragged[0], other])
        }
        if len(set(stacks.values())) != 1:
            apart.append((x, y))
    assert len(tried) > 3
    assert apart == []


def test_units_that_the_module_sends_stand_on_the_engines_pixels(opened: tuple[Engine, Game]) -> None:
    engine = started(opened)
    for piece, *_ in units(engine)[:3]:
        engine.key(piece, "keys:ctrl E")
    assert off_the_grid(engine) == []
    assert engine.take_problems() == ()


MENUS = """
  told = new StringBuffer();
  menus = new java.util.ArrayList();
  for (each : VASSAL.build.GameModule.getGameModule().getPlayerWindow().getJMenuBar().getComponents()) {
    menus.add(each);
  }
  for (int n = 0; n < menus.size(); n++) {
    int lines = 0;
    for (part : menus.get(n).getMenuComponents()) {
      if (part instanceof javax.swing.JMenu) { menus.add(part); }
      else if (part instanceof javax.swing.JMenuItem) { lines = lines + 1; }
    }
    told.append(menus.get(n).getPopupMenu().getPreferredSize().height + " " + lines + ";");
  }
  told.toString();
"""


def test_every_menu_fits_the_smallest_screen(opened: tuple[Engine, Game]) -> None:
    engine, found = opened
    script = " ".join(MENUS.split()).replace('"', '\\"')
    told = engine.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}')
    sizes = [tuple(map(int, menu.split())) for menu in told.split(";") if menu]
    assert max(height for height, _ in sizes) < SCREEN[1] - MENU_BAR_PX
    # They are all there, in menus of their own where they are many.
    assert sum(lines for _, lines in sizes) > len(list(setup_titles(found)))


CAPTIONS = """
  told = new StringBuffer();
  map = VASSAL.build.module.Map.getMapById("Map");
  for (part : map.getBuildables().toArray()) {
    if (part instanceof VASSAL.build.module.map.CounterDetailViewer) {
      format = new VASSAL.tools.FormattedString(part.getAttributeValueString("counterReportFormat"));
      size = Integer.parseInt(part.getAttributeValueString("fontSize"));
      metrics = map.getView().getFontMetrics(new java.awt.Font("Dialog", 0, size));
      room = Double.parseDouble(part.getAttributeValueString("graphicsZoom"));
      gap = Integer.parseInt(part.getAttributeValueString("borderWidth"));
      for (piece : VASSAL.build.GameModule.getGameModule().getGameState().getAllPieces().toArray()) {
        if (piece instanceof VASSAL.counters.Stack || !map.equals(piece.getMap())) { continue; }
        text = format.getText(piece);
        over = metrics.stringWidth(text) - room * piece.boundingBox().width - gap;
        if (over > 0) { told.append(text + " " + over + ";"); }
      }
    }
  }
  told.toString();
"""
"""The captions in the window over a stack that are wider than their counter and a gap."""


def test_captions_in_the_window_over_a_stack_have_room(opened: tuple[Engine, Game]) -> None:
    engine, found = opened
    engine.start(next(iter(setup_titles(found))), BOTH_SIDES)
    script = " ".join(CAPTIONS.split()).replace('"', '\\"')
    assert engine.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}') == ""


STARTS = (
    "Object triedSpots = spotsOf(startsShown()); "
    "(triedSpots.length == 0 || isInSight(triedSpots[triedSpots.length / 2])) + new String();"
)


def test_the_view_shows_where_units_start_as_a_set_up_opens(opened: tuple[Engine, Game]) -> None:
    engine, found = opened
    engine.start(list(setup_titles(found))[-1], BOTH_SIDES)
    engine.wait(1)
    asked = f'{names.RUN} + "rules.eval(\\"{STARTS}\\");"'
    assert engine.evaluate(f"{{new bsh.Interpreter().eval({asked}).toString()}}") == "true"


PHASES_TRIED = 40
# Such a variable is seen by the whole script: it has a name that the script doesn't use.
AWAY = "mainMap().centerAt(new Point(FIRST, FIRST)); boolean triedSeen = false;"
SEEN = (
    " for (Object spot : spotsDue()) { triedSeen = triedSeen || isInSight(spot); } triedSeen + new String();"
)


def test_the_view_goes_to_where_units_that_are_due_may_come(opened: tuple[Engine, Game]) -> None:
    engine, found = opened
    engine.start(next(iter(setup_titles(found))), BOTH_SIDES)

    def asked(script: str) -> str:
        run = f'{names.RUN} + "rules.eval(\\"forgetPosition(); {script}\\");"'
        return engine.evaluate(f"{{new bsh.Interpreter().eval({run}).toString()}}")

    for _ in range(PHASES_TRIED):
        if engine.property("SettingUp") != "true" and asked("spotsDue().length + new String();") != "0":
            break
        engine.press("Begin the game" if engine.property("SettingUp") == "true" else "Next phase")
    else:
        pytest.skip("no unit of the new game is ever due")
    assert asked(AWAY + SEEN) == "false"
    assert asked(AWAY + " showNext();" + SEEN) == "true"
    asked(AWAY + SEEN)
    engine.hotkey("keys:alt D")
    lit = SEEN.replace("spotsDue()", "shownLamp().spots")
    assert asked("boolean triedSeen = false;" + lit) == "true"


REFUSAL_LETTERS = 600


def test_a_set_up_that_cannot_begin_is_refused_in_one_line(opened: tuple[Engine, Game]) -> None:
    engine, found = opened
    engine.start(list(setup_titles(found))[-1], BOTH_SIDES)
    if engine.property("SettingUp") != "true":
        pytest.skip("the new game has no set-up by hand")
    engine.take_chat()
    engine.press("Begin the game")
    [said] = [line.text for line in engine.take_chat()]
    assert "can't begin yet: " in said
    assert len(said) < REFUSAL_LETTERS
    assert engine.property("SettingUp") == "true"
