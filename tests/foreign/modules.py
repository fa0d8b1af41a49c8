"""Modules as others make them: old versions, other programs, other habits, each built by hand.

Each is the entries of an archive; `write` makes the file as its maker would have.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

Entries = dict[str, bytes]

DATA = Path(__file__).parent / "data"
_BOARD = "VASSAL.build.module.map.boardPicker"


def png(width: int, height: int, shade: int = 0) -> bytes:
    """Return a grey picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = (b"\0" + bytes([shade]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def metadata(name: str = "name", version: str = "1.0") -> bytes:
    """Return moduledata; `name` is the tag that holds the module's name."""
    text = f"<data version='1'><version>{version}</version><VassalVersion>3.2.17</VassalVersion>"
    return f"{text}<{name}>Foreign</{name}></data>".encode()


def module(inside: str, attributes: str = 'name="Foreign" version="1.0" VassalVersion="3.2.17"') -> str:
    """Return a build file around these components."""
    return f"<VASSAL.build.GameModule {attributes}>{inside}</VASSAL.build.GameModule>"


def slot(name: str, gpid: str, traits: str, states: str, image: str = "a.png") -> str:
    """Return a piece slot; the traits stand outermost first, written by hand down to the basic piece."""
    depth = traits.count("|")
    types = [*traits.split("|"), f"piece;;;{image};{name}"] if traits else [f"piece;;;{image};{name}"]
    values = [*states.split("|"), f"null;0;0;{gpid};0"] if traits else [f"null;0;0;{gpid};0"]
    assert len(types) == len(values) == (depth + 2 if traits else 1)
    parts = [_nested(part).replace("/", "\\/") for part in (types, values)]
    text = f"+/null/{'/'.join(parts)}".replace("&", "&amp;").replace("<", "&lt;")
    tag = "VASSAL.build.widget.PieceSlot"
    return f'<{tag} entryName="{name}" gpid="{gpid}">{text}</{tag}>'


def _nested(parts: list[str]) -> str:
    return "".join(part + "\\" * n + "\t" for n, part in enumerate(parts[:-1])) + parts[-1]


def palette(*slots: str) -> str:
    """Return a palette with a list of pieces."""
    return (
        '<VASSAL.build.module.PieceWindow name="Pieces"><VASSAL.build.widget.ListWidget entryName="All">'
        + "".join(slots)
        + "</VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>"
    )


def map_window(*inside: str, grid: str = "") -> str:
    """Return a map with a board of 400 by 300 pixels."""
    board = f'<{_BOARD}.Board name="Field" image="board.png">{grid}</{_BOARD}.Board>'
    picker = "VASSAL.build.module.map.BoardPicker"
    return (
        f'<VASSAL.build.module.Map mapName="Main"><{picker}>{board}</{picker}>'
        + "".join(inside)
        + "</VASSAL.build.module.Map>"
    )


HEXES = (
    f'<{_BOARD}.board.HexGrid dx="40.0" dy="50.0" x0="20" y0="25">'
    f'<{_BOARD}.board.mapgrid.HexGridNumbering hOff="1" vOff="1" stagger="false"/>'
    f"</{_BOARD}.board.HexGrid>"
)
IMAGES = {"images/a.png": png(10, 12), "images/board.png": png(400, 300)}
#: Flips in the manner of version 3.1 and before: letters with Ctrl, no version, three fields for each key.
OLD_LAYER = "emb2;Activate;2;A;Flip;2;F;;2;;;;1;false;0;0;a.png,b.png;,flipped;true;Step;;;false;;1"
LAYER_BEFORE_3 = "emb;A;Activate;U;Up;D;Down;0;0;a.png;b.png,tired"


def old_letters() -> Entries:
    """A module of version 3.1: keys as letters, clone and delete in the basic piece, no prototypes."""
    piece = slot("Guard", "7", f"{OLD_LAYER}|markmoved;/images/moved.gif;0;0", "1|false")
    text = module(map_window(grid=HEXES) + palette(piece.replace("piece;;;a", "piece;K;D;a")))
    return {"buildFile.xml": text.encode(), "moduledata": metadata(), **IMAGES, "images/b.png": png(3, 3)}


def layer_before_three() -> Entries:
    """A module of version 2: the first layout of layers."""
    text = module(
        palette(slot("Horse", "1", LAYER_BEFORE_3, "1")),
        'name="Foreign" version="0.9" VassalVersion="2.9.9"',
    )
    return {"buildFile.xml": text.encode(), **IMAGES}


def launcher_root() -> Entries:
    """A module whose build file has no ending and whose root goes by the name of before 2.9."""
    text = module(map_window()).replace("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
    return {"buildFile": text.encode(), **IMAGES}


def no_options() -> Entries:
    """A module without Global Options, prototypes, or anything that the Editor puts in by itself."""
    return {"buildFile.xml": module(map_window(grid=HEXES)).encode(), "moduledata": metadata(), **IMAGES}


def n_for_name() -> Entries:
    """Metadata that call the name `n`, as a public generator does."""
    return {"buildFile.xml": module(palette(slot("One", "1", "", ""))).encode(), "moduledata": metadata("n")}


def windows_paths() -> Entries:
    """Images named with a folder and a backslash."""
    piece = slot("Tank", "3", "mark;Side", "Red", image="red\\tank.png")
    return {"buildFile.xml": module(palette(piece)).encode(), "moduledata": metadata()}


def odd_order() -> Entries:
    """Prototypes after the pieces that use them, options last, entries and attributes the wrong way round."""
    prototype = (
        '<VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PrototypeDefinition description="" '
        'name="Foot">+/null/mark;Class\tpiece;;;;/foot\tnull;0;0;;0</VASSAL.build.module.PrototypeDefinition>'
        "</VASSAL.build.module.PrototypesContainer>"
    )
    piece = slot("Foot 1", "1", "prototype;Foot", "")
    text = module(palette(piece) + prototype + '<VASSAL.build.module.GlobalOptions autoReport="Never"/>')
    return dict(reversed({"buildFile.xml": text.encode(), "moduledata": metadata(), **IMAGES}.items()))


def byte_order_mark() -> Entries:
    """A build file that begins with a byte order mark."""
    return {"buildFile.xml": b"\xef\xbb\xbf" + module(palette(slot("Königsberg", "1", "", ""))).encode()}


def latin_letters() -> Entries:
    """A build file in the encoding of western Windows, which says so."""
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>' + module(palette(slot("Dünkirchen", "1", "", "")))
    return {"buildFile.xml": text.encode("latin-1"), "moduledata": metadata()}


def unknown_things() -> Entries:
    """A module with a plug-in's component and trait, attributes of a later version and surplus fields."""
    plugin = '<com.example.Weather season="mud"><com.example.Wind/></com.example.Weather>'
    piece = slot("Scout", "1", "spell;fire;9|immob;g;N;R;;later", "3|")
    text = module(plugin + palette(piece), 'name="Foreign" version="1.0" VassalVersion="4.1" mood="grim"')
    return {"buildFile.xml": text.encode(), "moduledata": metadata()}


def generated() -> Entries:
    """What a public generator in Python writes: at-start stacks, one marker a property, small text keys."""
    traits = (
        "emb2;;130;A;Flip;130;[;;130;];;;1;false;0;0;a.png,b.png;,+ flipped;true;Step;;;false;;1;1;true;"
        "65,130;70,130;93,130;;1.0|mark;upper left|mark;upper right"
        "|label;;Change label;10;;255,255,255;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false"
        "|macro;t;Do;84,130;;;70\\,130;false;;;counted;;;0;false;;;|report;Ctrl-F;$newPieceName$ *;;;;true"
    )
    stack = (
        '<VASSAL.build.module.map.SetupStack name="red" location="0203" owningBoard="Field" '
        'useGridLocation="true" x="0" y="0">'
        + slot("red 1", "20", traits, "1|3|4|hi||-1")
        + "</VASSAL.build.module.map.SetupStack>"
    )
    tag = "VASSAL.build.module.PlayerRoster"
    roster = f"<{tag}><entry>Red</entry><entry>Blue</entry></{tag}>"
    options = '<VASSAL.build.module.GlobalOptions centerOnMove="Always" dragThreshold="10"/>'
    text = module(options + roster + map_window(stack, grid=HEXES))
    return {"buildFile.xml": text.encode(), "moduledata": metadata(), **IMAGES, "images/b.png": png(4, 4)}


def decks_and_markers() -> Entries:
    """Cards in a deck, a piece that places a marker, names with quotes and slashes."""
    marker = "+/null/piece;;;a.png;Pin/null;0;0;9;0".replace(";", "\\;")
    placer = slot("A/B 'x'", "2", f"placemark;Place;80,130;{marker};null;0;0;false;;;9;0;false", "")
    deck = (
        '<VASSAL.build.module.map.DrawPile name="Events" owningBoard="Field" x="50" y="60">'
        + slot("Rain", "5", "", "").replace("widget.PieceSlot", "widget.CardSlot")
        + slot("Snow", "6", "", "").replace("widget.PieceSlot", "widget.CardSlot")
        + "</VASSAL.build.module.map.DrawPile>"
    )
    return {"buildFile.xml": module(map_window(deck) + palette(placer)).encode(), **IMAGES}


def with_set_up() -> Entries:
    """A pre-defined set-up saved long ago, in plain text, with two pieces in stacks."""
    traits = OLD_LAYER
    pieces = slot("Guard", "7", traits, "1") + slot("Horse", "8", traits, "1")
    tag = "VASSAL.build.module.PredefinedSetup"
    set_up = f'<{tag} name="Spring" file="spring.vsav" useFile="true" isMenu="false"/>'
    saved = saved_game((("1", "Guard", "7", 1, 20, 25), ("2", "Horse", "8", 2, 60, 50)))
    text = module(map_window(grid=HEXES) + palette(pieces) + set_up)
    return {"buildFile.xml": text.encode(), "moduledata": metadata(), "spring.vsav": saved, **IMAGES}


def saved_game(pieces: tuple[tuple[str, str, str, int, int, int], ...], weather: str = "dry") -> bytes:
    """Return a saved game: id, name, gpid, level and place of each piece."""
    commands = ["begin_save"]
    for number, name, gpid, level, x, y in pieces:
        types = _nested([OLD_LAYER, f"piece;;;a.png;{name}"])
        commands.append(f"+/{number}/{types}/" + _nested([str(level), f"Main;{x};{y};{gpid};0"]))
    for n, (x, y) in enumerate(dict.fromkeys(row[-2:] for row in pieces)):
        ids = ";".join(number for number, *_, across, down in pieces if (across, down) == (x, y))
        commands.append(f"+/{99 + n}/stack/Main;{x};{y};{ids};@@0")
    commands += [
        "MainBoardPicker\tField\t0\t0",
        f"GlobalProperty\t;Weather;{weather};",
        "NOTES\tsomething",
        "end_save",
    ]
    inside = {"savedGame": "\x1b".join(commands).encode(), "moduledata": metadata()}
    return packed(inside)


def extension() -> Entries:
    """An extension that adds a piece."""
    text = (
        '<VASSAL.build.module.ModuleExtension module="Foreign" moduleVersion="1.0" version="0.2" '
        'vassalVersion="3.4.6" extensionId="abc" anyModule="false">'
        '<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PieceWindow:Pieces">'
        + slot("Guest", "abc:1", "mark;Side", "Red")
        + "</VASSAL.build.module.ExtensionElement></VASSAL.build.module.ModuleExtension>"
    )
    data = b"<data version='1'><version>0.2</version><VassalVersion>3.4.6</VassalVersion></data>"
    return {"buildFile.xml": text.encode(), "extensiondata": data}


def saved_by_the_editor() -> Entries:
    """A module of ours after the engine of 3.7.26 read it and wrote it again."""
    return {"buildFile.xml": gzip.decompress((DATA / "toy-bridge-saved-by-3.7.26.xml.gz").read_bytes())}


def built_by_us() -> Entries:
    """The same module as it was built."""
    return {"buildFile.xml": gzip.decompress((DATA / "toy-bridge-built.xml.gz").read_bytes())}


FOREIGN: tuple[Callable[[], Entries], ...] = (
    old_letters,
    layer_before_three,
    launcher_root,
    no_options,
    n_for_name,
    windows_paths,
    odd_order,
    byte_order_mark,
    latin_letters,
    unknown_things,
    generated,
    decks_and_markers,
    with_set_up,
    extension,
    saved_by_the_editor,
    built_by_us,
)


def packed(entries: Entries, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive with the entries as they come, all packed, even pictures."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def write(folder: Path, entries: Entries, name: str = "foreign.vmod") -> Path:
    """Write a module's file."""
    path = folder / name
    path.write_bytes(packed(entries))
    return path
