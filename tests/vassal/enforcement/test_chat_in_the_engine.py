"""The chat of the real engine: colours are given to lines that were shown, which stay plain text."""

from __future__ import annotations

import pytest

from hexwright.engine_driver import Engine
from hexwright.vassal.module.side_colours import side_ink
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import MOSCOW
from tests.vassal.enforcement.table import Table

pytestmark = pytest.mark.engine
GERMAN, SOVIET = (side_ink(side).removeprefix("#") for side in game(MOSCOW).info.sides)
WHITE, REFUSED, DONE = "ffffff", "b3261e", "67727b"
_PARTS = """
for (part : VASSAL.build.GameModule.getGameModule().getChatter().getComponents()) {
  if (part instanceof javax.swing.JScrollPane) { doc = part.getViewport().getView().getDocument(); }
}
found = new StringBuffer();
before = "";
for (int at = 0; at < doc.getLength(); at++) {
  set = doc.getCharacterElement(at).getAttributes();
  ink = javax.swing.text.StyleConstants.getForeground(set);
  ground = javax.swing.text.StyleConstants.getBackground(set);
  look = Integer.toHexString(ink.getRGB()).substring(2) + "/"
    + Integer.toHexString(ground.getRGB()).substring(2);
  look = look + (javax.swing.text.StyleConstants.isBold(set) ? "/bold" : "");
  letter = doc.getText(at, 1);
  if (!look.equals(before) || letter.equals("\\n")) { found.append("\\n" + look + "|"); before = look; }
  if (!letter.equals("\\n")) { found.append(letter); }
}
found.toString();
"""


def parts(table: Table) -> list[tuple[str, str]]:
    """Return the parts of the chat, each with its ink, its ground, and whether it is bold."""
    assert isinstance(table.player, Engine)
    table.player.wait(0.5)
    script = _PARTS.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    told = table.player.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}')
    cut = (line.partition("|") for line in told.split("\n") if "|" in line)
    return [(text, look) for look, _, text in cut if text.strip()]


def look_of(table: Table, text: str) -> str:
    """Return the look of the last part of the chat that is this text."""
    seen = parts(table)
    found = [look for part, look in seen if part == text]
    assert found, (text, seen[-12:])
    return found[-1]


def test_lines_are_coloured_by_kind_and_side_also_after_undo_and_in_the_next_game(real: Table) -> None:
    for _ in range(2):
        real.start("German")
        panzer = real.unit("german-xlvi")
        real.drag(panzer, "0306")
        assert look_of(real, "XLVI Panzer Corps").startswith(f"{GERMAN}/")
        assert look_of(real, "XLVI Panzer Corps").endswith("/bold")
        real.drag(real.unit("soviet-20"), "0805")
        assert look_of(real, "Refused:").startswith(f"{REFUSED}/")
        assert look_of(real, "20th Army").startswith(f"{SOVIET}/")
        real.told()
        real.player.undo()
        [line] = [line for line in real.told() if line.startswith("* UNDO: ")]
        assert "<" not in line
        assert look_of(real, line.removeprefix("* ")).startswith(f"{DONE}/")
    real.next()
    banner = "Turn 1 (Oct I) · Clear · Soviet replacement:"
    assert look_of(real, banner) == f"{WHITE}/{SOVIET}/bold"
    assert real.problems() == []


def test_what_players_write_is_shown_as_they_wrote_it(real: Table) -> None:
    real.start()
    assert isinstance(real.player, Engine)
    hostile = "&lt;Eve&gt; - * Refused: <b>20th Army</b>"
    real.player.evaluate(
        '{new bsh.Interpreter().eval("VASSAL.build.GameModule.getGameModule().getChatter().show(\\"'
        + hostile
        + '\\"); String.valueOf(1);").toString()}'
    )
    [shown] = [text for text, _ in parts(real) if "Eve" in text]
    assert shown == "<Eve> - * Refused: <b>20th Army</b>"


def test_sounds_are_a_preference_of_the_player_and_fail_silently_without_a_device(real: Table) -> None:
    real.start()
    assert isinstance(real.player, Engine)
    assert real.get("Sounds") == "true"
    real.drag(real.unit("soviet-20"), "0805")
    real.next()
    real.player.wait(0.5)
    assert real.problems() == []
    read = (
        "in = new java.io.BufferedInputStream("
        'VASSAL.build.GameModule.getGameModule().getDataArchive().getInputStream("sounds/NAME.wav"));'
        "javax.sound.sampled.AudioSystem.getAudioInputStream(in).getFormat().toString();"
    )
    for name in ("phase", "dice", "refused"):
        script = read.replace("NAME", name).replace('"', '\\"')
        told = real.player.evaluate(f'{{new bsh.Interpreter().eval("{script}").toString()}}')
        assert told.startswith("PCM_SIGNED 44100.0 Hz, 16 bit, mono"), told
