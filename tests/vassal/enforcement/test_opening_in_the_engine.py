"""Set-up, score and the sign of a refusal in the real engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.emulator.live_toolbar import strip_html
from hexwright.engine_driver import OBSERVER, Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine
SLUG = "battle-for-moscow"
FREE = "Operation Typhoon: place the units yourself"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    with Engine(write_module(game(SLUG), SLUG, path)) as engine:
        yield engine


@pytest.fixture
def engine(opened: Engine) -> Engine:
    """Return the engine in the free set-up."""
    opened.start(FREE, BOTH_SIDES)
    opened.take_chat()
    opened.take_problems()
    return opened


def unit(engine: Engine, unit_id: str) -> str:
    """Return a unit's piece."""
    return next(p.id for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] == unit_id)


def texts(engine: Engine) -> list[str]:
    """Return what the buttons show."""
    return [strip_html(button.text or "").replace("\u00a0", " ").strip() for button in engine.buttons()]


def test_the_toolbar_tells_turn_what_may_be_done_and_what_was_refused(engine: Engine) -> None:
    shown = texts(engine)
    assert any(text.startswith("Begin the game") for text in shown)
    assert any(text.startswith("Set-up") for text in shown)
    army = unit(engine, "soviet-5")
    engine.drag(army, "Map", "0501")
    assert engine.pieces(ids=army)[0].map == "Soviet forces"
    # The refusal stands in the line below the phase.
    refused = "Refused: (3.8) 5th Army starts in a hex of “Soviet set-up”."
    assert any(text.startswith("Set-up") and text.endswith(refused) for text in texts(engine))
    engine.press("Begin the game")
    assert engine.property("SettingUp") == "true"
    assert engine.take_problems() == ()


def test_a_sign_marks_the_place_and_goes_out_with_the_next_judgement(engine: Engine, tmp_path: Path) -> None:
    army = unit(engine, "soviet-5")
    plain = engine.picture_map("Map", tmp_path / "plain.png").file.read_bytes()
    engine.drag(army, "Map", "0501")
    assert engine.picture_map("Map", tmp_path / "marked.png").file.read_bytes() != plain
    engine.press("Score")
    assert engine.picture_map("Map", tmp_path / "after.png").file.read_bytes() == plain
    assert engine.take_problems() == ()


def test_observers_change_nothing(engine: Engine) -> None:
    engine.change_side(OBSERVER)
    army = unit(engine, "soviet-5")
    [marker] = [p.id for p in engine.pieces(("Kind",)) if p.location == "1103" and p.properties["Kind"]][:1]
    for level in ("strict", "assist", "off"):
        engine.set_property("Enforcement", level)
        engine.press("Begin the game")
        engine.key(marker, "keys:ctrl F")
        engine.drag(army, "Map", "0301")
        assert engine.pieces(ids=army)[0].map == "Soviet forces"
        for key in ("strict", "assist", "off"):
            engine.hotkey(f"hexwright.rules.{key}")
        engine.hotkey("hexwright.rules.ask-back")
        assert engine.property("Enforcement") == level
        assert engine.property("SettingUp") == "true"
        assert engine.property("Side", piece=marker) == "soviet"


_MENUS = """
  told = new ArrayList();
  for (part : VASSAL.build.GameModule.getGameModule().getToolBar().getComponents()) {
    menu = part instanceof javax.swing.JButton ? part.getClientProperty(MENU_KEY) : null;
    if (menu instanceof javax.swing.JPopupMenu) {
      for (item : menu.getComponents()) {
        told.add(item.getText());
      }
    }
  }
  told;
"""


def menu_lines(engine: Engine) -> str:
    """Return the lines of all menus of the toolbar."""
    script = _MENUS.replace("MENU_KEY", "VASSAL.build.module.ToolbarMenu.MENU_PROPERTY").replace("\n", " ")
    engine.wait(0.5)
    return engine.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}')


def test_windows_of_the_set_up_are_in_the_menu_while_units_wait_in_them(engine: Engine) -> None:
    for _ in range(2):
        assert "Soviet forces" in menu_lines(engine)
        engine.start(game(SLUG).scenarios[0].title, BOTH_SIDES)
        assert "Soviet forces" not in menu_lines(engine)
        engine.start(FREE, BOTH_SIDES)
    assert engine.take_problems() == ()
