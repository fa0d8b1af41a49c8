"""Provide a scripted driver, and a tiny module for the real engine."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from PIL import Image

from hexwright.engine_driver import Engine

LOADED = '{"event":"loaded","name":"Fake","version":"1","engine":"3.7.26"}'

EngineMaker = Callable[..., Engine]
ModuleMaker = Callable[..., Path]


@pytest.fixture
def fake_driver() -> list[str]:
    """Return the command that runs the scripted driver."""
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("fake_driver.py"))]


@pytest.fixture
def fake(tmp_path: Path, fake_driver: list[str]) -> EngineMaker:
    """Return a maker of engines whose driver follows a script."""

    def make(
        replies: Mapping[str, Sequence[object]] | None = None,
        first: Sequence[object] = (LOADED,),
        timeout: float = 20.0,
    ) -> Engine:
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"first": list(first), "replies": dict(replies or {})}), "utf-8")
        return Engine(script, driver=fake_driver, timeout=timeout, start_timeout=20.0)

    return make


TANK = "delete;Delete;68,130;\tmark;Strength\\\tpiece;;;tank.png;Tank"
STATE = "\t4\\\tnull;0;0;1;0"


def _slot(name: str, gpid: str, piece: str) -> str:
    return (
        f'<VASSAL.build.widget.PieceSlot entryName={quoteattr(name)} gpid="{gpid}" height="40" width="40">'
        f"{escape(piece)}</VASSAL.build.widget.PieceSlot>"
    )


def _build_file(tank: str, setups: str) -> str:
    base = "VASSAL.build.module"
    board = f"{base}.map.boardPicker"
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule VassalVersion="3.7.26" description="" name="Tiny" nextPieceSlotId="9" version="1.0">
<{base}.BasicCommandEncoder/>
<{base}.PlayerRoster buttonText="Retire" buttonToolTip="Change sides">
<entry>Blue</entry><entry>Red</entry></{base}.PlayerRoster>
<{base}.GlobalOptions chatterHTMLSupport="Always" playerIdFormat="$PlayerName$"/>
<{base}.properties.GlobalProperties>
<{base}.properties.GlobalProperty initialValue="1" name="Turn"/></{base}.properties.GlobalProperties>
<{base}.PieceWindow name="Palette" text="Palette" tooltip="Palette">
<VASSAL.build.widget.ListWidget entryName="All">{_slot("Tank", "2", tank)}</VASSAL.build.widget.ListWidget>
</{base}.PieceWindow>
<{base}.ChartWindow name="Charts" text="Charts" tooltip=""><VASSAL.build.widget.TabWidget entryName="">
<VASSAL.build.widget.Chart chartName="First" fileName="board.png"/>
<VASSAL.build.widget.Chart chartName="Second" fileName="tank.png"/>
</VASSAL.build.widget.TabWidget></{base}.ChartWindow>
<{base}.turn.TurnTracker name="Days" turnFormat="Day $level1$">
<{base}.turn.CounterTurnLevel name="Day" property="Day" start="1" incr="1"/></{base}.turn.TurnTracker>
<{base}.DiceButton name="Die" text="Die" nDice="1" nSides="6" plus="0" prompt="false"
 reportFormat="$result$" reportTotal="false"/>
{setups}
<{base}.Map mapName="Map" allowMultiple="false" launch="false" markMoved="Never" buttonName=""
 moveWithinFormat="$pieceName$ moves from $previousLocation$ to $location$">
<{base}.map.BoardPicker><setup>MapBoardPicker&#9;Board&#9;0&#9;0</setup>
<{board}.Board image="board.png" name="Board">
<{board}.board.SquareGrid dx="50" dy="50" x0="25" y0="25" snapTo="true" color="0,0,0" visible="false">
<{board}.board.mapgrid.SquareGridNumbering first="H" sep="" hType="N" vType="N" hOff="1" vOff="1"
 hLeading="1" vLeading="1" color="0,0,0" visible="false" locationFormat="$gridLocation$"/>
</{board}.board.SquareGrid></{board}.Board></{base}.map.BoardPicker>
<{base}.map.StackMetrics disabled="false" exSepX="6" exSepY="18" unexSepX="2" unexSepY="4"/>
<{base}.map.PieceMover/><{base}.map.KeyBufferer/><{base}.map.ForwardToKeyBuffer/>
<{base}.map.SetupStack name="First" owningBoard="Board" useGridLocation="false" x="25" y="25">
{_slot("Tank", "1", tank)}</{base}.map.SetupStack>
</{base}.Map>
<{base}.Chatter/><{base}.KeyNamer/>
</VASSAL.build.GameModule>
"""


def _png(colours: Sequence[str], size: tuple[int, int]) -> bytes:
    picture = Image.new("RGBA", size)
    step = size[0] // len(colours)
    for index, colour in enumerate(colours):
        picture.paste(colour, (index * step, 0, size[0], size[1]))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="session")
def make_module() -> ModuleMaker:
    """Return a maker of a module: a map of 4×4 squares, a tank in square 0101, one in the palette."""

    def make(file: Path, *, tank: str = f"+/null/{TANK}/{STATE}", setups: str = "") -> Path:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("buildFile.xml", _build_file(tank, setups))
            archive.writestr(
                "moduledata",
                '<data version="1"><version>1.0</version><VassalVersion>3.7.26</VassalVersion>'
                "<description/><name>Tiny</name></data>",
            )
            archive.writestr("images/board.png", _png(("tan", "green"), (200, 200)))
            archive.writestr("images/tank.png", _png(("navy", "white"), (40, 40)))
        return file

    return make
