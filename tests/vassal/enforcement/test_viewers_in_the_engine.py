"""The windows that VASSAL shows over a stack or hex, in the real engine: they go when the pointer leaves."""

from __future__ import annotations

import pytest

from hexwright.engine_driver import Engine
from tests.vassal.enforcement.table import Table

pytestmark = pytest.mark.engine
_POINTER = """
  view = VASSAL.build.module.Map.getMapById(\\"Map\\").getView();
  seen = view.getVisibleRect();
  kinds = new int[] {KINDS};
  for (int n = 0; n < kinds.length; n++) {
    view.dispatchEvent(new java.awt.event.MouseEvent(view, kinds[n], System.currentTimeMillis(), 0,
      seen.x + seen.width / 2, seen.y + seen.height / 2, 0, false));
  }
  0;
"""
_SHOWN = """
  int shown = 0;
  for (part : VASSAL.build.module.Map.getMapById(\\"Map\\").getBuildables().toArray()) {
    if (part instanceof VASSAL.build.module.map.CounterDetailViewer) {
      names = new String[] {\\"textVisible\\", \\"graphicsVisible\\"};
      for (int n = 0; n < names.length; n++) {
        field = VASSAL.build.module.map.CounterDetailViewer.class.getDeclaredField(names[n]);
        field.setAccessible(true);
        shown = shown + (field.getBoolean(part) ? 1 : 0);
      }
    }
  }
  shown;
"""
ENTERED, MOVED, EXITED = 504, 503, 505
"""The kinds of events of java.awt.event.MouseEvent."""


def run(table: Table, script: str) -> str:
    """Return what a script returns in the engine."""
    assert isinstance(table.player, Engine)
    text = " ".join(script.split())
    return table.player.evaluate(f'{{new bsh.Interpreter().eval("{text}").toString()}}')


def point(table: Table, *kinds: int) -> None:
    """Send events of the pointer in the middle of the map's window."""
    run(table, _POINTER.replace("KINDS", ", ".join(map(str, kinds))))


def test_the_window_of_a_hex_goes_when_the_pointer_leaves_the_map(real: Table) -> None:
    real.start()
    assert isinstance(real.player, Engine)
    point(real, ENTERED, MOVED)
    real.player.wait(2)
    assert run(real, _SHOWN) != "0"
    point(real, EXITED)
    assert run(real, _SHOWN) == "0"
    # Nor does one open behind the pointer.
    real.player.wait(2)
    assert run(real, _SHOWN) == "0"
    assert real.problems() == []
