"""The sound module with one fact damaged, and the code that must report it: a row a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile.buildfile_parser import parse, serialise
from hexwright.vassal.codec.buildfile.components import PieceSlot
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.shared_records import NumericLimits, PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait
from tests.module_checks.sound import Files, png, svg


class Damage(NamedTuple):
    """One fault: its name, the code that reports it, and how it is made."""

    name: str
    code: str
    do: Callable[[Files], None]


def _swap(old: str, new: str, entry: str = "buildFile.xml") -> Callable[[Files], None]:
    return lambda files: files.replace(old, new, entry)


def _with_entry(name: str) -> Callable[[Files], None]:
    def do(files: Files) -> None:
        files.entries[name] = b"x"

    return do


def _without(entry: str) -> Callable[[Files], None]:
    def do(files: Files) -> None:
        del files.entries[entry]

    return do


def _with(entry: str, data: bytes) -> Callable[[Files], None]:
    return lambda files: files.entries.update({entry: data})


def zones(**paths: str) -> Callable[[Files], None]:
    """Put zones with these corners after the hexes of the board."""
    end = "</VASSAL.build.module.map.boardPicker.board.HexGrid>"
    tag = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
    return _swap(end, end + "".join(f'<{tag} name="{name}" path="{path}"/>' for name, path in paths.items()))


def moved(start: str, end: str, before: str) -> Callable[[Files], None]:
    """Move what stands from `start` to `end` before (or, for a closing tag, to the end of) another tag."""

    def do(files: Files) -> None:
        text = files.entries["buildFile.xml"].decode()
        first = text.index(start)
        last = text.index(end, first) + len(end)
        part, rest = text[first:last], text[:first] + text[last:]
        at = rest.index(before)
        files.entries["buildFile.xml"] = (rest[:at] + part + rest[at:]).encode()

    return do


def _saved(old: str, new: str) -> Callable[[Files], None]:
    def do(files: Files) -> None:
        saved = SavedGame.decode(files.entries["start.vsav"])
        assert saved.text.count(old) == 1, saved.text
        changed = SavedGame(saved.moduledata, saved.savedata, saved.text.replace(old, new))
        files.entries["start.vsav"] = changed.encode()

    return do


def _both(*parts: Callable[[Files], None]) -> Callable[[Files], None]:
    def do(files: Files) -> None:
        for part in parts:
            part(files)

    return do


def scout_with(*traits: Trait, piece: str = "Scout") -> Callable[[Files], None]:
    """Give the scout on the map, or another piece, more traits, outermost last."""

    def do(files: Files) -> None:
        root = parse(files.entries["buildFile.xml"])
        slot = next(slot for slot in root.all(PieceSlot) if slot.entry_name == piece)
        inner = AddPiece.decode(slot.body).piece
        slot.text = AddPiece(GamePiece((*inner.traits, *traits))).encode()
        files.entries["buildFile.xml"] = serialise(root)

    return do


def _set(key: str) -> PropertyCommand:
    return PropertyCommand("", KeyCommand.named(key), PropertyChange.set("1"))


_LAYER = t.Layer.of("Mark", ("badge.svg",), ("",), increase_menu="", increase_key=None)
_LARGE_TABLE = "?1:".join(f"TurnNumber=={n}" for n in range(520)) + "?1:0"

DAMAGES = (
    # The file and its metadata -------------------------------------------------------------------
    Damage("no build file", "V002", _without("buildFile.xml")),
    Damage("build file not well-formed", "V002", _swap("</VASSAL.build.GameModule>", "")),
    Damage(
        "a document type in another file",
        "V002",
        _swap("<VASSAL.build.GameModule ", "<!DOCTYPE a SYSTEM 'a.dtd'><VASSAL.build.GameModule "),
    ),
    Damage(
        "not a module",
        "V002",
        _both(
            _swap("<VASSAL.build.GameModule ", "<VASSAL.build.module.ChartWindow "),
            _swap("</VASSAL.build.GameModule>", "</VASSAL.build.module.ChartWindow>"),
        ),
    ),
    Damage("no moduledata", "V003", _without("moduledata")),
    Damage(
        "moduledata with n for name",
        "V003",
        _both(_swap("<name>", "<n>", "moduledata"), _swap("</name>", "</n>", "moduledata")),
    ),
    Damage("moduledata broken", "V003", _swap("</data>", "", "moduledata")),
    Damage("moduledata of another version", "V004", _swap("<version>1.0<", "<version>1.1<", "moduledata")),
    Damage(
        "VASSAL version without meaning",
        "V005",
        _both(
            _swap('VassalVersion="3.7.26"', 'VassalVersion="new"'),
            _swap("<VassalVersion>3.7.26<", "<VassalVersion>new<", "moduledata"),
        ),
    ),
    Damage(
        "VASSAL older than a field used",
        "V005",
        _both(
            _swap('VassalVersion="3.7.26"', 'VassalVersion="3.4.13"'),
            _swap("<VassalVersion>3.7.26<", "<VassalVersion>3.4.13<", "moduledata"),
        ),
    ),
    Damage("module without a version", "V006", _swap('version="1.0">', 'version="">')),
    Damage(
        "version that a program should fill in",
        "V006",
        _both(
            _swap('version="1.0">', 'version="@version@">'),
            _swap("<version>1.0<", "<version>@version@<", "moduledata"),
        ),
    ),
    # Components ----------------------------------------------------------------------------------
    Damage(
        "unknown component",
        "V101",
        _swap(
            "<VASSAL.build.module.BasicCommandEncoder/>",
            "<VASSAL.build.module.BasicCommandEncoder/><VASSAL.build.module.Weather/>",
        ),
    ),
    Damage("unknown attribute", "V102", _swap('mapName="Main"', 'mapName="Main" colour="red"')),
    Damage("wrong integer", "V103", _swap('fontSize="9" hDescend', 'fontSize="nine" hDescend')),
    Damage("wrong colour", "V103", _swap('bgColor=""', 'bgColor="300,0,0"')),
    Damage(
        "prototypes inside a map",
        "V104",
        moved(
            "<VASSAL.build.module.PrototypesContainer",
            "</VASSAL.build.module.PrototypesContainer>",
            "<VASSAL.build.module.map.StackMetrics",
        ),
    ),
    Damage(
        "Global Options behind the map",
        "V105",
        moved("<VASSAL.build.module.GlobalOptions", "/>", "<VASSAL.build.module.DiceButton"),
    ),
    Damage("two maps of one name", "V106", _swap('mapName="Red\'s chest"', 'mapName="Main"')),
    # Pieces and traits ---------------------------------------------------------------------------
    Damage(
        "missing prototype",
        "V201",
        _swap(
            "+/null/prototype;Unit\tmark;Side,Strength\\\tpiece;;;full.png;Scout",
            "+/null/prototype;Squad\tmark;Side,Strength\\\tpiece;;;full.png;Scout",
        ),
    ),
    Damage(
        "prototype in itself",
        "V202",
        _swap(
            "delete;Remove;57348,0,remove;\\\\\\\\\tpiece;;;;/-1\t\\\t;;\\\\\t;;\\\\\\\t\\\\\\\\\tnull",
            "prototype;Unit\\\\\\\\\tdelete;Remove;57348,0,remove;\\\\\\\\\\\tpiece;;;;/-1\t\\\t;;\\\\\t;;\\\\\\\t"
            "\\\\\\\\\t\\\\\\\\\\\tnull",
        ),
    ),
    Damage(
        "two prototypes of one name",
        "V203",
        _swap(
            "</VASSAL.build.module.PrototypesContainer>",
            '<VASSAL.build.module.PrototypeDefinition description="" name="Common">'
            "+/null/piece;;;;/null;0;0;;0"
            "</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer>",
        ),
    ),
    Damage(
        "two used prototypes of a heading's name",
        "V203",
        _both(
            scout_with(t.Prototype("-- all --")),
            _swap(
                "</VASSAL.build.module.PrototypesContainer>",
                '<VASSAL.build.module.PrototypeDefinition description="" name="-- all --">'
                "+/null/piece;;;;/null;0;0;;0</VASSAL.build.module.PrototypeDefinition>"
                * 2
                + "</VASSAL.build.module.PrototypesContainer>",
            ),
        ),
    ),
    Damage("piece without gpid", "V204", _swap('entryName="Scout" gpid="2"', 'entryName="Scout" gpid=""')),
    Damage("marker without gpid", "V204", _swap(";;Wreck;5;0;false", ";;Wreck;;0;false")),
    Damage(
        "two pieces of one gpid", "V205", _swap('entryName="Scout" gpid="2"', 'entryName="Scout" gpid="3"')
    ),
    Damage("marker with a piece's gpid", "V205", _swap(";;Wreck;5;0;false", ";;Wreck;3;0;false")),
    Damage("gpid counter behind", "V206", _swap('nextPieceSlotId="100"', 'nextPieceSlotId="3"')),
    Damage(
        "unescaped slash in a piece", "V207", _swap("$location$: wreck marked", "$location$: wreck/marked")
    ),
    Damage(
        "piece with too few states",
        "V207",
        _swap("piece;;;full.png;Scout/\tBlue,2\\\tnull", "piece;;;full.png;Scout/\tBlue,2"),
    ),
    Damage("unknown trait", "V208", scout_with(UnknownTrait("wobble;1", ""))),
    Damage(
        "unescaped semicolon in a description",
        "V209",
        _swap("delete;Remove;57348,0,remove;", "delete;Remove;57348,0,remove;gone;lost"),
    ),
    Damage("unescaped comma in a change", "V209", _swap("storm:P\\,storm;", "storm:P\\,storm\\,snow;")),
    Damage("trait's number of the wrong kind", "V210", _swap("label;;;9;;", "label;;;nine;;")),
    Damage(
        "layer's level that is no number", "V210", scout_with(t.Layer.decode(_LAYER.encode_type(), "first"))
    ),
    Damage("trait's choice of the wrong kind", "V210", _swap(";0,0,0;t;0;", ";0,0,0;x;0;")),
    Damage(
        "unescaped comma in a marker",
        "V211",
        _swap("piece;;;full.png;Scout/\tBlue,2", "piece;;;full.png;Scout/\tBlue,2,5"),
    ),
    Damage("mask without owner image", "V212", _swap("Hide;Gspent.png;", "Hide;G;")),
    Damage(
        "mask without image",
        "V212",
        _both(_swap("57348,0,hide;back.png;", "57348,0,hide;;"), _without("images/back.png")),
    ),
    Damage(
        "loop property used twice",
        "V213",
        _swap(
            "57348\\,0\\,spend,57348\\,0\\,flip;false;;;counted;;;;false;;1;1",
            "57348\\,0\\,spend,57348\\,0\\,flip;true;;;counted;;;2;true;DrillIndex;1;1",
        ),
    ),
    Damage("two properties of one name", "V214", scout_with(t.DynamicProperty(name="Spent", value="0"))),
    Damage(
        "prototype unused",
        "V215",
        _swap(
            "</VASSAL.build.module.PrototypesContainer>",
            '<VASSAL.build.module.PrototypeDefinition description="" name="Old">+/null/piece;;;;/null;0;0;;0'
            "</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer>",
        ),
    ),
    Damage(
        "a minimum above the maximum",
        "V216",
        scout_with(t.DynamicProperty(name="Load", limits=NumericLimits(numeric=True, minimum=9, maximum=3))),
    ),
    Damage(
        "two buttons on one hot key",
        "V608",
        _both(
            _swap('hotkey="" icon="/images/die.gif"', 'hotkey="65,520" icon="/images/die.gif"'),
            _swap(
                "</VASSAL.build.GameModule>",
                '<VASSAL.build.module.DiceButton name="Dice" hotkey="65,520"/></VASSAL.build.GameModule>',
            ),
        ),
    ),
    Damage(
        "two decks of one name",
        "V407",
        _swap(
            "</VASSAL.build.module.Map>",
            '<VASSAL.build.module.map.DrawPile name="Reserve" owningBoard="Field" x="600" y="500"/>'
            "</VASSAL.build.module.Map>",
        ),
    ),
    Damage(
        "hexes and regions in one zone",
        "V409",
        _swap(
            "</VASSAL.build.module.map.boardPicker.board.HexGrid>",
            "</VASSAL.build.module.map.boardPicker.board.HexGrid>"
            '<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Ridge" path="0,0;9,0;9,9">'
            "<VASSAL.build.module.map.boardPicker.board.RegionGrid/>"
            "<VASSAL.build.module.map.boardPicker.board.HexGrid/>"
            "</VASSAL.build.module.map.boardPicker.board.mapgrid.Zone>",
        ),
    ),
    Damage("a zone outside the board", "V410", zones(Far="9000,0;9050,0;9050,50")),
    Damage(
        "a zone within an earlier one",
        "V411",
        zones(Wood="900,0;950,0;950,50;900,50", Glade="910,9;930,9;930,30"),
    ),
    Damage(
        "two zones that cross",
        "V411",
        zones(Wood="900,0;950,0;950,50;900,50", Marsh="925,0;990,0;990,50;925,50"),
    ),
    Damage(
        "a layer that follows a text",
        "V217",
        scout_with(
            t.Layer.of("Arm", ("full.png", "spent.png"), follow=True, expression="{Arm}"),
            t.Marker.of({"Arm": "Foot"}),
        ),
    ),
    Damage("an unknown map shading", "V408", scout_with(t.AreaOfEffect(map_shading="Fog"))),
    Damage(
        "a global property that isn't defined",
        "V510",
        scout_with(t.SetGlobalProperty(name="weather", commands=(_set("storm"),))),
    ),
    Damage(
        "two global properties of one name",
        "V511",
        _swap(
            "</VASSAL.build.module.properties.GlobalProperties>",
            '<VASSAL.build.module.properties.GlobalProperty name="Weather" initialValue="wet"/>'
            "</VASSAL.build.module.properties.GlobalProperties>",
        ),
    ),
    Damage("a pattern without end", "V512", _swap("{Side == &quot;Red&quot;}", "Side =~ Red(")),
    Damage(
        "a pattern without end in braces",
        "V512",
        _swap("Side == &quot;Red&quot;}", "Side =~ &quot;[R&quot;}"),
    ),
    # Files ---------------------------------------------------------------------------------------
    Damage("missing image", "V301", _without("images/spent.png")),
    Damage("missing board image", "V301", _without("images/board.png")),
    Damage(
        "SVG without its namespace",
        "V305",
        _swap(' xmlns="http://www.w3.org/2000/svg"', "", "images/badge.svg"),
    ),
    Damage(
        "SVG with a colour of later standards",
        "V315",
        _swap(' width="20"', ' fill="#ff000080" width="20"', "images/badge.svg"),
    ),
    Damage(
        "missing image in a page",
        "V301",
        _both(
            _swap('fileName="help.txt"', 'fileName="help.html"'),
            _with("help.html", b"<p>See <IMG alt=\"\" src='Full &amp; spent.png'></p>"),
            _without("help.txt"),
        ),
    ),
    Damage(
        "missing image in a report",
        "V301",
        _swap("$newPieceName$ acts", '&lt;img src="acts.png"&gt; $newPieceName$ acts'),
    ),
    Damage("unused image", "V302", _with("images/old.png", png(10, 10))),
    Damage("board above 100 megapixels", "V303", _with("images/board.png", png(12000, 10000))),
    Damage("piece above 4 megapixels", "V303", _with("images/full.png", png(3000, 2000))),
    Damage("image of 16 bits a channel", "V304", _with("images/full.png", png(60, 60, depth=16))),
    Damage("image unreadable", "V305", _with("images/full.png", b"\x89PNG\r\n\x1a\n")),
    Damage("SVG with a script", "V306", _with("images/badge.svg", svg(b"<script/>"))),
    Damage(
        "SVG with a file reference",
        "V306",
        _with("images/badge.svg", svg(b'<image xlink:href="file:///etc/passwd" width="1" height="1"/>')),
    ),
    Damage("missing sound", "V307", _without("sounds/drum.ogg")),
    Damage("missing set-up", "V308", _without("start.vsav")),
    Damage("broken set-up", "V309", _with("start.vsav", b"PK")),
    Damage("missing help", "V310", _without("help.txt")),
    Damage("set-up on an unknown board", "V311", _saved("\tField\t", "\tMeadow\t")),
    Damage(
        "set-up with a piece on an unknown map",
        "V311",
        _both(_saved("MainBoardPicker", "MeadowBoardPicker"), _saved("null;0;0;1;0", "Meadow;0;0;1;0")),
    ),
    Damage("set-up with an old piece", "V312", _saved("null;0;0;1;0", "null;0;0;77;0")),
    Damage("set-up with a missing prototype", "V313", _saved("prototype;Unit", "prototype;Squad")),
    Damage("set-up with a piece of old", "V314", _saved("piece;;;full.png;", "piece;;;back.png;")),
    Damage("set-up with an empty stack", "V316", _saved("end_save", "+/77/stack/Main;9;9;@@0\x1bend_save")),
    # Places --------------------------------------------------------------------------------------
    Damage(
        "at-start stack on an unknown board",
        "V401",
        _swap('name="Vanguard" owningBoard="Field"', 'name="Vanguard" owningBoard="Meadow"'),
    ),
    Damage(
        "default set-up of an unknown board", "V401", _swap("BoardPicker\tField\t", "BoardPicker\tMeadow\t")
    ),
    Damage("at-start location off the grid", "V402", _swap('location="0203"', 'location="9999"')),
    Damage("at-start location misspelt", "V402", _swap('location="0203"', 'location="203x"')),
    Damage("at-start stack off the board", "V406", _swap('x="900" y="700"', 'x="1900" y="700"')),
    Damage("sent off the grid", "V402", _swap(";G;;;;0102", ";G;;;;7702")),
    Damage(
        "sent to an unknown map",
        "V403",
        _swap("To depot;57348,0,depot;Main;", "To depot;57348,0,depot;Mian;"),
    ),
    Damage("sent to an unknown zone", "V404", _swap(";Z;Depot;", ";Z;Store;")),
    Damage("returned to an unknown deck", "V405", _swap("2;false;Reserve", "2;false;Discards")),
    # Expressions and properties ------------------------------------------------------------------
    Damage(
        "expression that does not parse",
        "V501",
        _swap("{Strength * 2 + SumStack", "{Strength * (2 + SumStack"),
    ),
    Damage("brace without partner", "V501", _swap('match="{TurnNumber == 3}"', 'match="{TurnNumber == 3"')),
    Damage("property misspelt", "V502", _swap("{Total &gt; 1", "{Totl &gt; 1")),
    Damage(
        "property misspelt in an inner expression",
        "V502",
        _swap('SumStack("Strength")', 'SumStack("Strengh")'),
    ),
    Damage("report of an unknown property", "V503", _swap("$newPieceName$ acts", "$newPieceNam$ acts")),
    Damage("function misspelt", "V504", _swap('SumStack("Strength")', 'SumStak("Strength")')),
    Damage("function with too few arguments", "V504", _swap('SumStack("Strength")', "SumStack()")),
    Damage("expression that assigns", "V505", _swap("{TurnNumber == 3}", "{TurnNumber = 3}")),
    Damage("expression of 520 arms", "V506", _swap("{TurnNumber == 3}", f"{{{_LARGE_TABLE}}}")),
    Damage("label that counts", "V507", _swap("\t$Strength$\\", "\t{SumStack(&quot;Strength&quot;)}\\")),
    Damage("label that reads a count", "V508", _swap("\t$Strength$\\", "\t$Total$\\")),
    Damage(
        "leading zeros lost",
        "V509",
        _swap('storeLeadingZeroIntegersAsStrings="true"', 'storeLeadingZeroIntegersAsStrings="false"'),
    ),
    # Keys ----------------------------------------------------------------------------------------
    Damage(
        "trigger's key that nothing answers",
        "V601",
        _swap("57348\\,0\\,spend,57348\\,0\\,flip;false", "57348\\,0\\,spend,57348\\,0\\,flop;false"),
    ),
    Damage(
        "map's key that nothing answers",
        "V601",
        _swap('moveKey="57348,0,arrived"', 'moveKey="57348,0,arived"'),
    ),
    Damage(
        "hot key that nothing answers",
        "V602",
        _swap('hotkeys="57348\\,0\\,thaw"', 'hotkeys="57348\\,0\\,thow"'),
    ),
    Damage(
        "button on Page Down",
        "V603",
        _swap('hotkey="" icon="/images/die.gif"', 'hotkey="34,0" icon="/images/die.gif"'),
    ),
    Damage(
        "trigger in a ring",
        "V604",
        _swap(
            "macro;Arrival;;57348,0,arrived;;;57348\\,0\\,spend;",
            "macro;Arrival;;57348,0,arrived;;;57348\\,0\\,spend,57348\\,0\\,arrived;",
        ),
    ),
    Damage(
        "loop without end",
        "V604",
        _swap("57348\\,0\\,spend;true;;;counted;;;3;", "57348\\,0\\,spend;true;;;while;{true};;;"),
    ),
    Damage(
        "two commands on one key",
        "V606",
        _swap("delete;Remove;57348,0,remove;", "delete;Remove;57348,0,flip;"),
    ),
    Damage("menu text left at its default", "V607", _swap("macro;Arrival;;", "macro;Arrival;Trigger;")),
    Damage(
        "move that bounces",
        "V605",
        _swap(
            "macro;Arrival;;57348,0,arrived;;;57348\\,0\\,spend;",
            "macro;Arrival;;57348,0,arrived;;;57348\\,0\\,home;",
        ),
    ),
    # Trust ---------------------------------------------------------------------------------------
    Damage(
        "expression that runs a command",
        "V901",
        _swap("{TurnNumber == 3}", "{Runtime.getRuntime().exec(&quot;ls&quot;) == null}"),
    ),
    Damage(
        "text that would run a command",
        "V901",
        _swap("$newPieceName$ acts", "new java.io.File(&quot;x&quot;).delete()"),
    ),
    Damage(
        "text put together and evaluated",
        "V902",
        _swap("{TurnNumber == 3}", "{new bsh.Interpreter().eval(TurnNumber) == 3}"),
    ),
    Damage("compiled class", "V903", _with_entry("own/Thing.class")),
    Damage("jar", "V903", _with_entry("lib/thing.jar")),
    Damage(
        "component of somebody's own",
        "V904",
        _swap("<VASSAL.build.module.BasicCommandEncoder/>", "<own.Thing/><own.Thing/>"),
    ),
    # Sides and feedback --------------------------------------------------------------------------
    Damage("side not in the roster", "V701", _swap("restrict;Red,Blue;", "restrict;Red,Bleu;")),
    Damage("private window of an unknown side", "V701", _swap('side="Red"', 'side="Green"')),
    Damage(
        "command behind Restricted Access",
        "V702",
        scout_with(
            t.Delete(menu="Scrap", key=KeyCommand.named("scrap")),
            t.ReportAction(keys=(KeyCommand.named("scrap"),), report="scrapped"),
        ),
    ),
    Damage("silent change", "V801", _swap(",57348\\,0\\,storm,", ",")),
    Damage("turn counter that steps back", "V802", _swap('fwdOnly="true"', 'fwdOnly="false"')),
)
