"""A double click on a button that goes on counts once, in the real engine; single presses count as before."""

from __future__ import annotations

import pytest

from hexwright.engine_driver import Engine
from tests.vassal.enforcement.battles import TARGET, THREE, declare
from tests.vassal.enforcement.table import Table

pytestmark = pytest.mark.engine
NEXT, BATTLE = "Next phase: ", "Battle: "
_CLICKS = """
  int[] counts = new int[] {COUNTS};
  queue = java.awt.Toolkit.getDefaultToolkit().getSystemEventQueue();
  for (part : VASSAL.build.GameModule.getGameModule().getToolBar().getComponents()) {
    boolean button = part instanceof javax.swing.JButton;
    if (button && java.util.Objects.toString(part.getToolTipText()).startsWith(\\"TIP\\")) {
      for (int n = 0; n < counts.length; n++) {
        for (int kind = 501; kind < 503; kind++) {
          queue.postEvent(new java.awt.event.MouseEvent(part, kind, 0L, 1024, 5, 5, counts[n], false, 1));
        }
      }
    }
  }
  0;
"""


def click(table: Table, tip: str, *counts: int) -> list[str]:
    """Click on a button of the toolbar with the mouse; each click has the count that a mouse gives it."""
    assert isinstance(table.player, Engine)
    table.told()
    script = _CLICKS.replace("TIP", tip).replace("COUNTS", ", ".join(map(str, counts))).replace("\n", " ")
    table.player.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}')
    table.player.wait(0.3)
    return table.told()


def test_a_double_click_on_next_phase_ends_one_phase_and_says_so(real: Table) -> None:
    real.start()
    assert real.get("Phase") == "german-movement"
    told = click(real, NEXT, 1, 2)
    assert real.get("Phase") == "soviet-replacement"
    assert "- A double click on Next phase counts once. To go on, press it again." in told
    real.player.undo()
    assert real.get("Phase") == "german-movement"
    assert real.problems() == []


def test_a_press_made_before_the_new_phase_was_seen_does_not_end_it(real: Table) -> None:
    real.start()
    click(real, NEXT, 1, 1)
    assert real.get("Phase") == "soviet-replacement"


def test_single_clicks_and_keys_each_end_a_phase(real: Table) -> None:
    real.start(phases=0)
    before = real.get("Phase")
    # The first press asks whether battles should be left out, the second answers.
    click(real, NEXT, 1)
    assert real.get("Phase") == before
    click(real, NEXT, 1)
    assert real.get("Phase") == "german-movement"
    real.player.hotkey("keys:alt N")
    assert real.get("Phase") == "soviet-replacement"
    real.player.press("Next phase")
    real.player.press("Next phase")
    assert real.get("Phase") == "rail-movement"


def test_a_double_click_does_not_answer_the_question_of_the_first_click(real: Table) -> None:
    real.start(phases=0)
    told = click(real, NEXT, 1, 2)
    assert real.get("Phase") == "german-combat"
    assert any(line.startswith("* Wait: ") for line in told)


def test_a_double_click_on_battle_lists_without_fighting(real: Table) -> None:
    real.start(phases=0)
    declare(real, TARGET, *THREE)
    told = click(real, BATTLE, 1, 2)
    assert told[0].startswith("- Next battle: ")
    assert not any("Die " in line for line in told)


def test_undo_has_a_key(real: Table) -> None:
    real.start()
    panzer, before = real.unit("german-xlvi"), real.state()
    real.drag(panzer, "0307")
    assert real.state() != before
    real.player.hotkey("keys:ctrl Z")
    assert real.state() == before
