"""Modules: build file, pieces, images, set-ups, as `show`, `verify` and `diff` read them."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.module_view import open_module
from hexwright.inspect.diff.file_comparison import compare_files
from hexwright.inspect.show.items_as_json import items_as_json
from hexwright.inspect.show.items_as_text import items_as_text
from hexwright.inspect.show.open_as_items import open_file
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import Archive, zip_entries
from tests.foreign.modules import IMAGES, map_window, metadata, module, palette, png, saved_game, slot
from tests.growth.dimension import Dimension


def _read(path: Path) -> None:
    """Show, judge and compare it."""
    root = open_file(path)
    items_as_json([root])
    items_as_text([root], 100)
    verify_paths([path])
    compare_files(path, path)


_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_CONTAINER = "VASSAL.build.module.PrototypesContainer"
_BUILD_FILE = "vassal.codec.buildfile.xml_encoding.parse_xml"
_PROPERTIES = "VASSAL.build.module.properties"
_MODULE = "VASSAL.build.module"


def packed(inside: str, **more: bytes) -> bytes:
    """Return a module with these components in its build file."""
    entries = {"buildFile.xml": module(inside).encode(), "moduledata": metadata(), **IMAGES, **more}
    return zip_entries(entries, level=0)


def prototypes(*texts: str) -> str:
    """Return definitions P0, P1 and so on, each of these traits, which have no state."""
    made = (
        f'<{_PROTOTYPE} name="P{n}">+/null/{text}\tpiece;;;;/\tnull;0;0;;0</{_PROTOTYPE}>'
        for n, text in enumerate(texts)
    )
    return f"<{_CONTAINER}>{''.join(made)}</{_CONTAINER}>"


def pieces(traits: Callable[[int], str], number: int, *, state: str = "") -> str:
    """Return a palette with so many pieces, each with the traits of its number."""
    return palette(*(slot(f"unit {n}", str(n), traits(n), state) for n in range(number)))


def _images(n: int) -> bytes:
    return packed("", **{f"images/{k}.png": png(1, 1) for k in range(n)})


def _missing(n: int) -> bytes:
    present = {f"images/there{k}.png": png(1, 1) for k in range(n)}
    slots = (slot(f"u{k}", str(k), "", "", image=f"absent{k}.png") for k in range(n))
    return packed(palette(*slots), **present)


def _one_piece(*traits: str) -> bytes:
    return packed(palette(slot("one", "1", "|".join(traits), "|".join("" for _ in traits))))


def _setups(n: int) -> bytes:
    saved = saved_game((("1", "Guard", "7", 1, 20, 25),))
    names = "".join(
        f'<{_MODULE}.PredefinedSetup file="s{k}.vsav" isMenu="false" name="Set-up {k}" useFile="true"/>'
        for k in range(n)
    )
    return packed(names, **{f"s{k}.vsav": saved for k in range(n)})


def _many(component: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda n: packed("".join(map(component, range(n))))


def _zones(n: int, points: int = 4) -> bytes:
    picker = f"{_MODULE}.map.boardPicker.board"
    path = ";".join(f"{k},{k * k % 97}" for k in range(points))
    zones = "".join(f'<{picker}.mapgrid.Zone name="z{k}" path="{path}"/>' for k in range(n))
    return packed(map_window(grid=f"<{picker}.ZonedGrid>{zones}</{picker}.ZonedGrid>"))


def _regions(n: int) -> bytes:
    picker = f"{_MODULE}.map.boardPicker.board"
    regions = "".join(f'<{picker}.Region name="r{k}" originx="{k}" originy="5"/>' for k in range(n))
    return packed(map_window(grid=f"<{picker}.RegionGrid>{regions}</{picker}.RegionGrid>"))


def _stack(n: int) -> bytes:
    slots = "".join(slot(f"u{k}", str(k), "", "") for k in range(n))
    tag = f"{_MODULE}.map.SetupStack"
    return packed(map_window(f'<{tag} name="pile" owningBoard="Field" x="5" y="5">{slots}</{tag}>'))


def _stacks(n: int) -> bytes:
    tag = f"{_MODULE}.map.SetupStack"
    return packed(
        map_window(
            *(
                f'<{tag} name="pile" owningBoard="Field" x="{k}" y="5">{slot("u", str(k), "", "")}</{tag}>'
                for k in range(n)
            )
        )
    )


def _boards(n: int, owner: str = "b{}", by_grid: str = "true") -> bytes:
    """Return a module with boards that have zones, and stacks that name places on them."""
    board = f"{_MODULE}.map.boardPicker"
    stack = f"{_MODULE}.map.SetupStack"
    zone = f'<{board}.board.mapgrid.Zone name="z" path="0,0;9,0;9,9" locationFormat="$name$"/>'
    grid = f"<{board}.board.ZonedGrid>{zone}</{board}.board.ZonedGrid>"
    boards = "".join(f'<{board}.Board name="b{k}" image="board.png">{grid}</{board}.Board>' for k in range(n))
    picker = f"<{_MODULE}.map.BoardPicker>{boards}</{_MODULE}.map.BoardPicker>"
    stacks = "".join(
        f'<{stack} name="s{k}" owningBoard="{owner.format(k)}" location="y{k}"'
        f' useGridLocation="{by_grid}" x="5" y="5">'
        f"{slot('u', str(k), '', '')}</{stack}>"
        for k in range(n)
    )
    return packed(f'<{_MODULE}.Map mapName="Main">{picker}{stacks}</{_MODULE}.Map>')


def _sent(n: int) -> bytes:
    """Return a module with a board of zones, and pieces that are sent to places on it."""
    picker = f"{_MODULE}.map.boardPicker.board"
    zones = "".join(
        f'<{picker}.mapgrid.Zone name="z{k}" path="0,0;9,0;9,9" locationFormat="$name$"/>' for k in range(n)
    )
    window = map_window(grid=f"<{picker}.ZonedGrid>{zones}</{picker}.ZonedGrid>")
    send = "sendto;Send;65,130;Main;;0;0;;;0;0;1;1;;G;;;;{}"
    return packed(window + palette(*(slot("u", str(k), send.format(f"y{k}"), "") for k in range(n))))


def _entries(n: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("x" * n, b"")
    return stream.getvalue()


def _in_folder(path: Path) -> None:
    """Show, judge and compare it in a folder."""
    folder = path.with_name("folder")
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    _read(folder)


def _searched(path: Path) -> str:
    """Judge it where little may be searched."""
    with patch.object(grid_locations, "MOST_SEARCHED", 400):
        return "\n".join(map(str, verify_paths([path]).diagnostics))


def _turns(n: int) -> bytes:
    level = "".join(f"{k}," for k in range(n))
    turn = f"{_MODULE}.turn"
    inner = f'<{turn}.ListTurnLevel list="{level}" property="p"/>'
    return packed(f'<{turn}.TurnTracker name="t">{inner}</{turn}.TurnTracker>')


def _expression(text: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda n: _one_piece(f"calcProp;Value;;;{text(n)}".replace("|", "\\|"))


def _folder(n: int) -> bytes:
    return packed("", **{f"{'d/' * 20}{k}.txt": b"" for k in range(n)})


DIMENSIONS = (
    Dimension(
        "files of a folder", "vassal.codec.module_folder.ModuleFolder.head", ".vmod", _images, _in_folder, 40
    ),
    Dimension("entries", "vassal.codec.module_archive.Archive.__init__", ".vmod", _images, _read, 40),
    Dimension(
        "a name in an archive",
        "vassal.codec.module_archive.Archive.__init__",
        ".vmod",
        _entries,
        lambda path: Archive(path),
        513,
        "longer than 512",
    ),
    Dimension(
        "names of places by zones", _BUILD_FILE, ".vmod", _sent, _searched, 30, "aren't searched: too many"
    ),
    Dimension(
        "positions by boards",
        _BUILD_FILE,
        ".vmod",
        lambda n: _boards(n, "&lt;any>", "false"),
        _searched,
        30,
        "aren't compared: too many",
    ),
    Dimension(
        "depth of a build file",
        _BUILD_FILE,
        ".vmod",
        lambda n: packed("<a.b>" * n + "</a.b>" * n),
        lambda path: open_module([path]).troubles,
        65,
        "nested deeper than 64",
    ),
    *(
        Dimension(name, _BUILD_FILE, ".vmod", make, _read, size)
        for name, make, size in (
            ("entries of a turn list", _turns, 100),
            ("images", _images, 100),
            ("files in folders", _folder, 100),
            ("missing images beside others", _missing, 10),
            ("pieces", lambda n: packed(pieces(lambda _: "", n)), 10),
            (
                "pieces of one name",
                lambda n: packed(palette(*(slot("u", "1", "", "") for _ in range(n)))),
                10,
            ),
            (
                "pieces of one prototype",
                lambda n: packed(prototypes("mark;A;") + pieces(lambda _: "prototype;P0", n)),
                10,
            ),
            ("prototypes", lambda n: packed(prototypes(*("mark;A" for _ in range(n)))), 10),
            ("prototypes of one name", lambda n: packed("".join(prototypes("mark;A") for _ in range(n))), 10),
            (
                "prototypes in a chain",
                lambda n: packed(
                    prototypes(*(f"prototype;P{k + 1}" for k in range(n)))
                    + pieces(lambda _: "prototype;P0", 1)
                ),
                70,
            ),
            (
                "prototypes in a ring",
                lambda n: packed(
                    prototypes(*(f"prototype;P{(k + 1) % n}" for k in range(n)))
                    + pieces(lambda _: "prototype;P0", 1)
                ),
                70,
            ),
            (
                "missing prototypes beside others",
                lambda n: packed(
                    prototypes(*("mark;A" for _ in range(n))) + pieces(lambda k: f"prototype;Q{k}x", n)
                ),
                10,
            ),
            ("traits", lambda n: _one_piece(*(f"mark;A{k}" for k in range(n))), 10),
            ("unknown traits", lambda n: _one_piece(*(f"zz{k};A" for k in range(n))), 10),
            ("fields of a trait", lambda n: _one_piece("mark;" + ",".join(f"A{k}" for k in range(n))), 100),
            (
                "levels of a layer",
                lambda n: _one_piece(
                    "emb2;Activate;2;;;2;;;2;;;;1;false;0;0;"
                    + ",".join(f"{k}.png" for k in range(n))
                    + ";"
                    + "," * (n - 1)
                    + ";true;Step;;;false;;1"
                ),
                10,
            ),
            (
                "keys of a trigger",
                lambda n: _one_piece(
                    "macro;T;Go;65,130;;;57348\\,0\\,a"
                    + "".join(f",57348\\,0\\,k{k}" for k in range(n))
                    + ";false;;;"
                ),
                10,
            ),
            (
                "triggers in a chain",
                lambda n: _one_piece(
                    *(f"macro;T;Go;57348,0,k{k};;;57348\\,0\\,k{k + 1};false;;;" for k in range(n))
                ),
                10,
            ),
            (
                "terms of an expression",
                _expression(lambda n: "{" + "+".join("a" for _ in range(n)) + "}"),
                100,
            ),
            ("brackets of an expression", _expression(lambda n: "{" + "(" * n + "1" + ")" * n + "}"), 10),
            ("open brackets of an expression", _expression(lambda n: "{" + "(" * n), 100),
            ("choices of an expression", _expression(lambda n: "{" + "a?1:" * n + "2}"), 10),
            ("calls in calls", _expression(lambda n: "{" + "If(a," * n + "1" + ",2)" * n + "}"), 10),
            ("text of an expression", _expression(lambda n: '{"' + "a" * n + '"}'), 2000),
            ("signs of an expression", _expression(lambda n: "{" + "-" * n + "1}"), 10),
            (
                "text of a component",
                lambda n: packed(f"<{_MODULE}.Documentation>{'x' * n}</{_MODULE}.Documentation>"),
                3000,
            ),
            ("an attribute's text", lambda n: packed(f'<{_MODULE}.Documentation name="{"x;" * n}"/>'), 400),
            ("a piece's name", lambda n: packed(palette(slot("x" * n, "1", "", ""))), 3000),
            ("unknown components", _many(lambda k: f"<a.b.C{k}/>"), 10),
            (
                "global properties",
                _many(
                    lambda k: (
                        f"<{_PROPERTIES}.GlobalProperties>"
                        f'<{_PROPERTIES}.GlobalProperty name="p{k}" initialValue="1"/>'
                        f"</{_PROPERTIES}.GlobalProperties>"
                    )
                ),
                10,
            ),
            (
                "dice buttons",
                _many(lambda k: f'<{_MODULE}.DiceButton name="d{k}" hotkey="65,130" nDice="1" nSides="6"/>'),
                10,
            ),
            ("maps", _many(lambda k: f'<{_MODULE}.Map mapName="m{k}"/>'), 10),
            ("maps of one name", _many(lambda k: f'<{_MODULE}.Map mapName="m"/>'), 10),
            (
                "buttons with scripts",
                _many(lambda k: f'<{_MODULE}.DoActionButton name="d{k}" reportFormat="$p{k}$"/>'),
                10,
            ),
            ("set-ups", _setups, 6),
            ("boards with zones, and stacks", _boards, 10),
            ("zones", _zones, 10),
            ("points of a zone", lambda n: _zones(1, n), 200),
            ("regions", _regions, 10),
            ("pieces in one stack", _stack, 10),
            ("stacks", _stacks, 10),
        )
    ),
)
