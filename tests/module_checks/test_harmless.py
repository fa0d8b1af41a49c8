"""What VASSAL accepts isn't reported: each was reported wrongly once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import parse, serialise
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.field_values import CTRL, KeyCommand
from hexwright.vassal.codec.module_archive import SavedGame, write
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait
from tests.module_checks.damages import moved, scout_with, zones
from tests.module_checks.sound import NAME, Files, files, png

Do = Callable[[Files], None]


def _swap(old: str, new: str) -> Do:
    return lambda made: made.replace(old, new)


def _module_with(component: Component) -> Do:
    """Put a component at the end of the module."""

    def do(made: Files) -> None:
        root = parse(made.entries["buildFile.xml"])
        root.append(component)
        made.entries["buildFile.xml"] = serialise(root, indent=False)

    return do


def _shaped(trait: Trait) -> Do:
    """Give the scout a shape made from a picture that nothing draws."""

    def do(made: Files) -> None:
        scout_with(trait)(made)
        made.entries["images/outline of it.png"] = png(30, 30)

    return do


def _camp_fire(made: Files) -> None:
    report = '{"<img src=\\"camp fire.png\\" width=9>" + pieceName}'
    scout_with(t.ReportAction(report=report))(made)
    made.entries["images/camp fire.png"] = png(9, 9)


def _headings(*bodies: str) -> Do:
    """Put prototypes of one name, which no piece uses, among the others, as lines in the Editor's list."""
    end = "</VASSAL.build.module.PrototypesContainer>"
    tag = "VASSAL.build.module.PrototypeDefinition"
    lines = (f'<{tag} description="" name="--- Units ---">{body}</{tag}>' for body in bodies)
    return _swap(end, "".join(lines) + end)


def _keys(*codes: int) -> Do:
    """Give the scout commands on these keys with Ctrl."""
    commands = tuple(
        PropertyCommand(f"Command {code}", KeyCommand(code, CTRL), PropertyChange.set(str(code)))
        for code in codes
    )
    told = t.ReportAction(keys=tuple(KeyCommand(code, CTRL) for code in codes), report="$newPieceName$ acts")
    return scout_with(t.DynamicProperty(name="Order", commands=commands), told, piece="Flag")


def _in_the_save(old: str, new: str) -> Do:
    def do(made: Files) -> None:
        saved = SavedGame.decode(made.entries["start.vsav"])
        assert old in saved.text
        changed = SavedGame(saved.moduledata, saved.savedata, saved.text.replace(old, new))
        made.entries["start.vsav"] = changed.encode()

    return do


def _beside_the_board(made: Files) -> None:
    """Send units to a region beside the board, where cards are kept out of sight."""
    made.replace(";G;;;;0102", ";G;;;;Limbo")
    grid = c.RegionGrid.new(c.Region.new(name="Limbo", originx=-500, originy=5))
    root = parse(made.entries["buildFile.xml"])
    next(root.all(c.BoardPicker)).append(c.Board.new(grid, name="Second", image="board.png"))
    made.entries["buildFile.xml"] = serialise(root, indent=False)


def _sent_beside_the_board(made: Files) -> None:
    """Send units to a zone beside the board."""
    zones(Limbo="-90,0;-50,0;-50,50")(made)
    made.replace(";G;;;;0102", ";G;;;;Limbo")


_DIE = c.SpecialDiceButton.new(
    c.SpecialDie.new(
        c.SpecialDieFace.new(text_="Hit", value=2), name="Fire", format="$name$: $result$ ($numericalValue$)"
    ),
    name="Fire",
)
_PATH = "dM 0.0 0.0 L 10.0 0.0 L 10.0 5.0 Z N outline of it.png"

HARMLESS: dict[str, Do] = {
    "prototypes behind the pieces": moved(
        "<VASSAL.build.module.PrototypesContainer",
        "</VASSAL.build.module.PrototypesContainer>",
        "<VASSAL.build.module.Map ",
    ),
    "an image of blanks alone": scout_with(
        t.Layer.of("Mark", ("badge.svg", " ", "   "), ("", "", ""), increase_menu="", increase_key=None)
    ),
    "zoom in the layout of old": _swap(
        "<VASSAL.build.module.map.Zoomer ", '<VASSAL.build.module.map.Zoomer factor="1.5" max="4" '
    ),
    "a set-up with a map of old that holds nothing": _in_the_save("MainBoardPicker", "MeadowBoardPicker"),
    "a set-up of an engine that numbered maps": _in_the_save("MainBoardPicker", "Map0BoardPicker"),
    "a set-up that begins a new game": lambda made: (
        made.replace(' file="start.vsav"', ""),
        made.entries.pop("start.vsav"),
        None,
    )[-1],
    "a region that lies beside its board": _beside_the_board,
    "the sum in a stack viewer's summary": _swap(
        'summaryReportFormat="$LocationName$"', 'summaryReportFormat="$sum(Strength)$"'
    ),
    "a loop's key of a trigger that doesn't loop": scout_with(
        t.TriggerAction(
            name="Wait",
            menu="",
            before_key=KeyCommand.named("nowhere"),
            loop_while="{Nothing ==",
            loop_count="$Gone$",
        )
    ),
    "a condition of a loop that counts": scout_with(
        t.TriggerAction(name="Wait", menu="", loop=True, loop_count="2", loop_until="{Nothing == 1}")
    ),
    **{
        f"a movement trail in the layout of old: {state}": scout_with(
            t.MovementTrail.decode("footprint;84,130;;false;false;10;255,255,255;0,0,0;100;50;20;30", state)
        )
        for state in ("false;;0;0", "true;Main;3;10,20;30,40;true", "false;Main;2;10,20;;false")
    },
    "a mark of movement in another layout": scout_with(t.MarkWhenMoved.decode("markmoved;;0;0;;", "false;0")),
    "prototypes without a text as headings": _headings("", "null"),
    "prototypes without traits as headings": _headings(*("+/null/piece;;;;/null;0;0;;0",) * 2),
    "prototypes with traits as headings": _headings(
        "+/null/mark;Side\\\tpiece;;;;/x\\\tnull;0;0;;0", "+/null/mark;Side/x"
    ),
    "global properties as lines": _swap(
        "</VASSAL.build.module.properties.GlobalProperties>",
        '<VASSAL.build.module.properties.GlobalProperty name="======" initialValue=""/>' * 2
        + "</VASSAL.build.module.properties.GlobalProperties>",
    ),
    "two buttons that send one key to pieces": lambda made: (
        _module_with(c.GlobalKeyCommand.new(name="Rest", hotkey=KeyCommand(68, CTRL)))(made),
        _module_with(c.GlobalKeyCommand.new(name="Dig in", hotkey=KeyCommand(68, CTRL)))(made),
        _keys(68)(made),
        None,
    )[-1],
    "a side that locks for all": scout_with(t.RestrictedAccess(sides=("Nobody",))),
    "an image named between escaped quotation marks": _camp_fire,
    "an SVG that draws a part of another": lambda made: made.entries.update(
        {
            "images/badge.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
            b'<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="part.svg#a"/></svg>',
            "images/part.svg": b'<svg xmlns="http://www.w3.org/2000/svg"><path id="a" d="M0 0"/></svg>',
        }
    ),
    "an icon that is empty": _swap(
        "<VASSAL.build.module.map.StackMetrics ", '<VASSAL.build.module.map.StackMetrics icon="" '
    ),
    "the value of a symbolic die": _module_with(_DIE),
    "a picture that a shape was made from": _shaped(t.NonRectangular(shape=_PATH)),
    "a picture that an old shape was made from": _shaped(
        t.NonRectangularBefore36(shape="m,0,0,l,9,0,l,9,9,c,noutline of it.png")
    ),
    "pictures of any colours": lambda made: made.entries.update(
        {
            "images/full.png": png(60, 60, 3),
            "images/spent.png": png(60, 60, 2),
            "images/back.png": png(60, 60, 4),
        }
    ),
    "a picture made at run time in a report": _swap(
        "$newPieceName$ acts", '&lt;img src="$Side$.png"&gt; $newPieceName$ acts'
    ),
    "a zone before the zone that surrounds it": zones(
        Glade="910,10;930,10;930,30", Wood="900,0;950,0;950,50;900,50"
    ),
    "zones drawn over their common border": zones(
        Wood="900,0;950,0;950,50;900,50", Marsh="948,0;990,0;990,50;948,50"
    ),
    "a zone beside the board to which units are sent": _sent_beside_the_board,
    "a layer that follows a number": scout_with(
        t.Layer.of("Arm", ("full.png", "spent.png"), follow=True, expression="{Arm}"),
        t.Marker.of({"Arm": "2"}),
    ),
    "digits and letters of different blocks of keys": _keys(68, 100, 80, 112),
}


def _found(tmp_path: Path, made: Files) -> list[str]:
    write(tmp_path / NAME, made.entries)
    return [str(diagnostic) for diagnostic in verify_paths([tmp_path / NAME]).diagnostics]


@pytest.mark.parametrize("name", HARMLESS)
def test_input_that_the_engine_accepts_is_not_reported(name: str, tmp_path: Path) -> None:
    made = files()
    HARMLESS[name](made)
    assert _found(tmp_path, made) == []


def test_a_trait_that_the_modules_own_classes_may_know_is_not_told(tmp_path: Path) -> None:
    made = files()
    scout_with(UnknownTrait("own.Trait;1", ""))(made)
    assert ["V208" in found for found in _found(tmp_path, made)] == [True]
    made.entries["own/Trait.class"] = b"x"
    assert ["V903" in found for found in _found(tmp_path, made)] == [True]
