"""The module on which the cases are recorded: small, and holding what the cases ask about."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from hexwright.vassal.codec import module_archive
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import BoardChoice, SetBoards
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.shared_records import (
    FastMatch,
    NumericLimits,
    PropertyChange,
    PropertyCommand,
    PropertyParameter,
)
from hexwright.vassal.codec.trait_fields import Trait

GLOBALS = {
    "Turn": "3",
    "Neg": "-2",
    "Zero": "0",
    "Lead": "0405",
    "Half": "1.5",
    "Yes": "true",
    "No": "false",
    "Empty": "",
    "Word": "Blue",
    "Big": "99999999999",
    "Dots": "1.2.3",
    "Plus": "+5",
    "Dash": "-",
    "Spaced": " 7 ",
    "Quoted": 'say "x"',
    "Table": "0101:c;0102:f;0203:m;",
    "Formula": "{Turn+1}",
    "Name With Space": "here",
    "Counted": "0",
    "Log": "",
    "Script": "int f(int n){ if (n < 2) return n; return f(n-1)+f(n-2); } f(12)",
}


def write(path: Path, leading_zeros: bool = True) -> Path:
    """Write the module."""
    module_archive.write(path, entries(leading_zeros))
    return path


def entries(leading_zeros: bool = True) -> dict[str, bytes]:
    """Return what the module's file holds."""
    data = Metadata("1.0", "3.7.26", "", "Proving ground").encode()
    return {
        "buildFile.xml": serialise(_module(leading_zeros), indent=False),
        "moduledata": data,
        "images/dot.png": png(20, 20),
    }


def png(width: int, height: int) -> bytes:
    """Return a picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = (b"\0" + b"\x40\x40\xc0\xff" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def _module(leading_zeros: bool) -> c.GameModule:
    roster = c.PlayerRoster.new()
    roster.sides = ("Red", "Blue")
    limits = {
        "Clamped": ("2", {"is_numeric": True, "min": "0", "max": "3"}),
        "Wrapped": ("2", {"is_numeric": True, "min": "0", "max": "3", "wrap": True}),
    }
    plain = [c.GlobalProperty.new(name=n, initial_value=v) for n, v in GLOBALS.items()]
    bound = [c.GlobalProperty.new(name=n, initial_value=v, **more) for n, (v, more) in limits.items()]
    return c.GameModule.new(
        c.BasicCommandEncoder.new(),
        roster,
        c.GlobalOptions.new(store_leading_zero_integers_as_strings=leading_zeros),
        c.GlobalProperties.new(*plain, *bound),
        c.PrototypesContainer.new(
            _prototype("Soldier", *_soldier()),
            _prototype("Inner", t.DynamicProperty(name="Deep", value="deep"), t.Marker.of({"Both": "proto"})),
            _prototype("Outer", t.Prototype("Inner"), t.Marker.of({"Far": "out"})),
        ),
        _map(),
        _second_map(),
        c.DiceButton.new(
            name="Die",
            text_="Die",
            n_dice=2,
            n_sides=6,
            report_format="$name$ = $result$",
            report_total=False,
        ),
        c.DiceButton.new(
            name="Ones",
            text_="Ones",
            n_dice=3,
            n_sides=1,
            plus=2,
            add_to_total=10,
            report_format="$name$: $result$, $numericalTotal$ of $nDice$d$nSides$ ($rawRolls$; $result2$)",
            report_total=False,
        ),
        c.DiceButton.new(
            name="Sum",
            text_="Sum",
            n_dice=2,
            n_sides=1,
            report_format="** $name$ = $result$ ***",
            report_total=True,
        ),
        c.DoActionButton.new(
            name="Counting",
            text_="Counting",
            do_report=True,
            report_format="turn of the loop: $At$",
            do_loop=True,
            loop_type="while",
            while_expression="{At < 7}",
            index_=True,
            index_property="At",
            index_start=1,
            index_step=2,
        ),
        c.DoActionButton.new(
            name="Until",
            text_="Until",
            do_report=True,
            report_format="once",
            do_loop=True,
            loop_type="until",
            until_expression="{Turn > 1}",
        ),
        c.DoActionButton.new(
            name="Gated",
            text_="Gated",
            can_disable=True,
            property_gate="Yes",
            do_report=True,
            report_format="never",
        ),
        c.DoActionButton.new(
            name="Next",
            text_="Next turn",
            do_hotkey=True,
            hotkeys=(KeyCommand.named("nextTurn"), KeyCommand.named("allHit")),
        ),
        c.StartupGlobalKeyCommand.new(
            name="At start",
            when_to_apply="startOfGameOnly",
            hotkey=KeyCommand.named("greet"),
            filter='{BasicName == "Talker"}',
            report_single=True,
        ),
        c.DoActionButton.new(
            name="Do",
            text_="Do",
            do_report=True,
            report_format='{"turn " + Turn}',
            do_hotkey=True,
            hotkeys=(KeyCommand.named("allHit"),),
        ),
        c.DoActionButton.new(
            name="Loop",
            text_="Loop",
            do_hotkey=True,
            hotkeys=(KeyCommand.named("allHit"),),
            do_loop=True,
            loop_count="3",
        ),
        c.GlobalKeyCommand.new(
            name="All hit",
            button_text="All hit",
            button_hotkey=KeyCommand.named("allHit"),
            hotkey=KeyCommand.named("hit"),
            filter='{Kind == "soldier"}',
            report_format="All are hit",
            report_single=True,
        ),
        c.GlobalKeyCommand.new(
            name="Old match",
            button_text="Old match",
            button_hotkey=KeyCommand.named("oldMatch"),
            hotkey=KeyCommand.named("hit"),
            filter="Kind = soldier && Strength > 2",
            report_single=False,
        ),
        c.GlobalKeyCommand.new(
            name="At",
            button_text="At",
            hotkey=KeyCommand.named("hit"),
            target=FastMatch(
                issuer="MODULE", by_location=True, target="LOCATION", map="Map", location="0303"
            ),
            report_single=False,
        ),
        c.TurnTracker.new(
            c.CounterTurnLevel.new(
                c.ListTurnLevel.new(name="Phase", property="Phase", list=("Move", "Fight", "Rest")),
                name="Round",
                property="Round",
                turn_format="R$value$",
                loop=True,
                loop_limit=3,
            ),
            c.TurnGlobalHotkey.new(
                name="Fighting", hotkey=KeyCommand.named("allHit"), match='{Phase == "Fight"}'
            ),
            name="Clock",
            nexthotkey=KeyCommand.named("nextTurn"),
            turn_format="$level1$/$level2$",
            report_format="Now $newTurn$, was $oldTurn$",
        ),
        c.PredefinedSetup.new(name="Empty", use_file=False, file=""),
        c.Chatter.new(),
        c.KeyNamer.new(),
        name="Proving ground",
        version="1.0",
        vassal_version="3.7.26",
        next_piece_slot_id=900,
    )


def _map() -> c.Map:
    numbering = c.HexGridNumbering.new(h_leading=1, v_leading=1, sep="")
    regions = c.RegionGrid.new(
        c.Region.new(name="Left box", originx=620, originy=50),
        c.Region.new(name="Right box", originx=720, originy=50),
    )
    field = c.Zone.new(
        c.ZoneProperty.new(name="Ground", initial_value="mud"),
        c.ZoneProperty.new(name="Turn", initial_value="33"),
        name="Field",
        path="0,0;300,0;300,600;0,600",
        use_parent_grid=True,
        location_format="$gridLocation$",
    )
    boxes = c.Zone.new(
        regions,
        name="Boxes",
        path="580,0;800,0;800,120;580,120",
        use_parent_grid=False,
        location_format="$name$: $gridLocation$",
    )
    bare = c.Zone.new(name="Bare", path="580,300;800,300;800,500;580,500", location_format="$name$")
    grid = c.ZonedGrid.new(c.HexGrid.new(numbering, dx=52.0, dy=60.0, x0=30, y0=30), field, boxes, bare)
    picker = c.BoardPicker.new(c.Board.new(grid, name="Board", width=800, height=600))
    picker.setup = SetBoards("Map", (BoardChoice("Board"),))
    return c.Map.new(
        picker,
        c.StackMetrics.new(),
        c.PieceMover.new(),
        c.KeyBufferer.new(),
        c.ForwardToKeyBuffer.new(),
        c.GlobalProperties.new(c.GlobalProperty.new(name="Local", initial_value="map")),
        *[_stack(number, *entry) for number, entry in enumerate(PIECES)],  # type: ignore[arg-type]
        c.MassKeyCommand.new(
            name="Map hit",
            button_text="Map hit",
            hotkey=KeyCommand.named("hit"),
            filter="{Strength >= 3}",
            report_single=False,
        ),
        map_name="Map",
        mark_moved="Always",
        move_key=KeyCommand.named("landed"),
        move_within_format="$pieceName$ goes from $previousLocation$ to $location$",
        move_to_format="$pieceName$ crosses from $previousMap$ $previousLocation$ to $location$",
        create_format="$pieceName$ is made in $location$",
        change_format="$message$",
        edge_width=10,
        edge_height=20,
    )


def _second_map() -> c.Map:
    numbering = c.SquareGridNumbering.new(h_leading=0, v_leading=0, sep="-", h_type="A", v_off=1, h_off=0)
    grid = c.SquareGrid.new(numbering, dx=50.0, dy=50.0, x0=25, y0=25)
    picker = c.BoardPicker.new(c.Board.new(grid, name="Squares", width=400, height=300))
    picker.setup = SetBoards("Side", (BoardChoice("Squares"),))
    return c.Map.new(
        picker,
        c.StackMetrics.new(),
        c.PieceMover.new(),
        c.KeyBufferer.new(),
        c.ForwardToKeyBuffer.new(),
        map_name="Side",
        mark_moved="Never",
        move_within_format="$pieceName$ within $mapName$",
        move_to_format="$pieceName$ crosses from $previousMap$ $previousLocation$ to $location$",
        change_format="",
    )


def _prototype(name: str, *traits: Trait) -> c.PrototypeDefinition:
    made = c.PrototypeDefinition.new(name=name)
    made.text = AddPiece(GamePiece.of(t.BasicPiece(), *traits)).encode()
    return made


def _stack(number: int, name: str, x: int, y: int, *traits: Trait) -> c.SetupStack:
    gpid = str(100 + number)
    slot = c.PieceSlot.new(entry_name=name, gpid=gpid)
    slot.text = AddPiece(GamePiece.of(t.BasicPiece(image="dot.png", name=name, gpid=gpid), *traits)).encode()
    return c.SetupStack.new(slot, name=f"At start {number}", owning_board="Board", x=x, y=y)


def _do(key: str, change: PropertyChange) -> PropertyCommand:
    return PropertyCommand("", KeyCommand.named(key), change)


def _soldier() -> tuple[Trait, ...]:
    return (
        t.Marker.of({"Kind": "soldier"}),
        t.DynamicProperty(name="Hits", value="0", commands=(_do("hit", PropertyChange.increment("1")),)),
        t.DynamicProperty(name="Note", value="", commands=()),
        t.ReportAction(keys=(KeyCommand.named("hit"),), report="$pieceName$ in $location$ is hit ($Hits$)"),
    )


def _trigger(key: str, *actions: str, match: str = "", **more: object) -> t.TriggerAction:
    keys = tuple(KeyCommand.named(a) for a in actions)
    return t.TriggerAction(name=key, menu="", key=KeyCommand.named(key), match=match, actions=keys, **more)  # type: ignore[arg-type]


def _log(key: str, text: str) -> t.SetGlobalProperty:
    return t.SetGlobalProperty(
        name="Log", commands=(_do(key, PropertyChange.set('{GetProperty("Log") + "' + text + '"}')),)
    )


def _send(key: str, **more: object) -> t.SendToLocation:
    return t.SendToLocation(menu="", key=KeyCommand.named(key), **more)  # type: ignore[arg-type]


def _gkc(key: str, command: str = "hit", **more: object) -> t.GlobalKeyCommand:
    return t.GlobalKeyCommand(menu="", key=KeyCommand.named(key), command=KeyCommand.named(command), **more)  # type: ignore[arg-type]


def _fast(target: str, **more: str) -> FastMatch:
    return FastMatch(issuer="COUNTER", by_location=True, target=target, **more)  # type: ignore[arg-type]


def _by(name: str, value: str, comparison: str = "EQUALS") -> FastMatch:
    return FastMatch(issuer="COUNTER", by_property=True, property=name, value=value, comparison=comparison)


PIECES: tuple[tuple[object, ...], ...] = (
    (
        "Props",
        40,
        50,
        t.Marker.of({"Side": "Red", "Both": "inner", "Digits": "007", "Number": "7", "Flag": "true"}),
        t.DynamicProperty(
            name="Count",
            value="1",
            commands=(
                _do("inc", PropertyChange.increment("1")),
                _do("incTurn", PropertyChange.increment("$Turn$")),
                _do("incExpr", PropertyChange.increment("{Turn*2}")),
                _do("setWord", PropertyChange.set("word")),
                _do("setExpr", PropertyChange.set("{Count * 10 + Turn}")),
                _do("setDollar", PropertyChange.set("$Side$ $Count$")),
                _do("setBlank", PropertyChange.set("")),
                _do("setNested", PropertyChange.set('{"{" + "1+1" + "}"}')),
                _do("twice", PropertyChange.increment("1")),
                _do("twice", PropertyChange.set("{Count * 2}")),
            ),
        ),
        t.DynamicProperty(
            name="Clamp",
            value="4",
            limits=NumericLimits(True, 0, 5, False),
            commands=(
                _do("up", PropertyChange.increment("3")),
                _do("down", PropertyChange.increment("-9")),
                _do("set9", PropertyChange.set("9")),
            ),
        ),
        t.DynamicProperty(
            name="Wrap",
            value="4",
            limits=NumericLimits(True, 1, 5, True),
            commands=(_do("up", PropertyChange.increment("3")), _do("down", PropertyChange.increment("-9"))),
        ),
        t.DynamicProperty(name="Text", value="abc", commands=(_do("up", PropertyChange.increment("1")),)),
        t.DynamicProperty(name="Blank", value="", commands=(_do("up", PropertyChange.increment("2")),)),
        t.CalculatedProperty(name="Double", expression="{Count * 2}"),
        t.CalculatedProperty(name="Chained", expression="{Double + 1}"),
        t.CalculatedProperty(name="Own", expression="{CurrentX}"),
        t.Marker.of({"Both": "outer"}),
        t.Prototype("Outer"),
        t.SetGlobalProperty(
            name="Turn",
            commands=(_do("zoneTurn", PropertyChange.increment("1")),),
        ),
        t.SetGlobalProperty(
            name="Local", commands=(_do("local", PropertyChange.set("changed by $BasicName$")),)
        ),
        t.SetGlobalProperty(
            name="Ground",
            commands=(_do("named", PropertyChange.set("dry")),),
            level="Named Zone",
            place="Field",
        ),
        t.SetGlobalProperty(
            name="Word",
            commands=(
                _do("word", PropertyChange.set("{Word + Turn}")),
                _do("wordZero", PropertyChange.set("00")),
            ),
        ),
        t.SetGlobalProperty(name="$Both$", commands=(_do("nowhere", PropertyChange.set("x")),)),
        t.SetGlobalProperty(
            name="Counted",
            limits=NumericLimits(True, 0, 2, False),
            commands=(_do("limited", PropertyChange.increment("5")),),
        ),
        t.SetGlobalProperty(name="Clamped", commands=(_do("limited", PropertyChange.increment("5")),)),
        t.SetPieceProperty(
            name="Note",
            match='{Kind == "soldier"}',
            commands=(_do("note", PropertyChange.set("{BasicName + 1}")),),
        ),
    ),
    (
        "Faulty",
        600,
        250,
        t.CalculatedProperty(name="Broken", expression="{BasicName +}"),
        t.CalculatedProperty(name="Circle", expression="{Circle + 1}"),
        t.CalculatedProperty(name="Ping", expression="{Pong + 1}"),
        t.CalculatedProperty(name="Pong", expression="{Ping + 1}"),
        t.CalculatedProperty(name="Divided", expression="{1 / (Zero + 0)}"),
        t.CalculatedProperty(name="Plain", expression="plain $Turn$"),
        _trigger("onBroken", "never", match="{Turn +}"),
        _trigger("onError", "never", match="{1 / 0 == 1}"),
    ),
    (
        "Layers",
        80,
        140,
        t.Layer.of(
            "Plain",
            ("dot.png", "dot.png", "dot.png"),
            ("one", "+ two", "three +"),
            increase_key=KeyCommand.named("more"),
            decrease_key=KeyCommand.named("less"),
            reset_key=KeyCommand.named("reset"),
            reset_level="{Turn - 1}",
        ),
        t.Layer.of(
            "Stopped",
            ("dot.png", "dot.png"),
            loop=False,
            increase_key=KeyCommand.named("more"),
            decrease_key=KeyCommand.named("less"),
        ),
        t.Layer.of(
            "Switch",
            ("dot.png", "dot.png"),
            level=-1,
            always_active=False,
            activate_key=KeyCommand.named("switch"),
            increase_key=KeyCommand.named("more"),
            reset_key=KeyCommand.named("reset"),
            reset_level="-2",
        ),
        t.Layer.of(
            "Follow", ("dot.png", "dot.png", "dot.png"), ("f1", "f2", "f3"), follow=True, expression="Lead2"
        ),
        t.Layer.of("Expr", ("dot.png", "dot.png"), follow=True, expression="{Lead2 - 2}", first_level=0),
        t.DynamicProperty(
            name="Lead2",
            value="2",
            commands=(_do("lead", PropertyChange.increment("1")), _do("leadBad", PropertyChange.set("none"))),
        ),
    ),
    (
        "Triggers",
        130,
        150,
        _log("a", "a"),
        _log("b", "b"),
        _log("x", "x"),
        _trigger("both", "a", "b"),
        _trigger("nested", "both", "x"),
        _trigger("cond", "a", match="{Turn == 33}"),
        _trigger("condNo", "a", match="{Turn == 3}"),
        _trigger("condOld", "a", match="Kind = none || BasicName = Triggers"),
        _trigger("condMissing", "a", match="{Missing}"),
        _trigger("counted", "a", loop=True, loop_count="3"),
        _trigger("zero", "a", loop=True, loop_count="0"),
        _trigger("countExpr", "a", loop=True, loop_count="{1+1}"),
        _trigger(
            "whiling",
            "b",
            "tick",
            loop=True,
            loop_type="while",
            loop_while="{Ticks < 3}",
            before_key=KeyCommand.named("a"),
            after_key=KeyCommand.named("x"),
        ),
        _trigger("untilling", "b", "tick", loop=True, loop_type="until", loop_until="{Ticks >= 2}"),
        _trigger(
            "indexed",
            "logIndex",
            loop=True,
            loop_count="3",
            index=True,
            index_property="Index",
            index_start="5",
            index_step="2",
        ),
        t.SetGlobalProperty(
            name="Log", commands=(_do("logIndex", PropertyChange.set('{GetProperty("Log") + Index + ","}')),)
        ),
        t.DynamicProperty(name="Ticks", value="0", commands=(_do("tick", PropertyChange.increment("1")),)),
        _trigger("same", "a"),
        _trigger("same", "b"),
        t.TriggerAction(
            name="w", menu="", key=None, watch=(KeyCommand.named("b"),), actions=(KeyCommand.named("x"),)
        ),
        _trigger("endless", "endless"),
        _trigger("doubling", "doubling", "doubling"),
        _trigger("landed", "a"),
        t.ReportAction(keys=(KeyCommand.named("both"),), report="report $BasicName$"),
    ),
    (
        "Locked",
        130,
        210,
        _log("a", "a"),
        t.DynamicProperty(name="Under", value="0", commands=(_do("go", PropertyChange.increment("1")),)),
        t.RestrictCommands(
            name="r", match="{Bar == 1}", keys=(KeyCommand.named("go"), KeyCommand.named("fire"))
        ),
        t.DynamicProperty(name="Above", value="0", commands=(_do("go", PropertyChange.increment("1")),)),
        t.DynamicProperty(name="Bar", value="1", commands=(_do("bar", PropertyChange.set("{1 - Bar}")),)),
        _trigger("fire", "go"),
        t.RestrictedAccess(sides=("Blue",)),
        t.DynamicProperty(name="Outside", value="0", commands=(_do("go", PropertyChange.increment("1")),)),
    ),
    (
        "Sender",
        190,
        120,
        _send("toXY", map="Map", destination="L", x="400", y="200"),
        _send("toBoardXY", map="Map", board="Board", destination="L", x="400", y="200"),
        _send("toGrid", map="Map", board="Board", destination="G", grid_location="0402"),
        _send("toGridExpr", map="Map", board="Board", destination="G", grid_location="$Lead$"),
        _send("toGridBad", map="Map", board="Board", destination="G", grid_location="zzz"),
        _send("toZone", map="Map", destination="Z", zone="Bare"),
        _send("toRegion", map="Map", destination="R", region="Right box"),
        _send("toNoRegion", map="Map", destination="R", region="None"),
        _send("toCounter", destination="A", match="BasicName = Stray"),
        _send("toNear", destination="N", match='{Kind == "soldier"}'),
        _send("toSide", map="Side", destination="L", x="60", y="60", back_key=KeyCommand.named("back")),
        _send("toOffset", map="Map", destination="L", x="100", y="100", x_index="{Turn}", x_offset="20"),
        _send("toOld", map="{OldMap}", destination="L", x="{OldX}", y="{OldY}"),
        _send("toSelf", map="Map", destination="L", x="$CurrentX$", y="$CurrentY$"),
        _send("away", map="Map", destination="L", x="5000", y="5000"),
        _log("landed", "L"),
        t.MarkWhenMoved(image="dot.png", key=KeyCommand.named("toggleMoved")),
        t.ReportAction(
            keys=(KeyCommand.named("toXY"), KeyCommand.named("toSide")),
            report="$pieceName$: $oldMapName$ $oldLocation$ to $mapName$ $location$",
        ),
    ),
    (
        "Boss",
        240,
        150,
        t.Marker.of({"Kind": "boss", "Wanted": "soldier", "Reach": "2"}),
        _gkc("all", match='{Kind == "soldier"}', suppress_reports=False),
        _gkc("allQuiet", match='{Kind == "soldier"}'),
        _gkc("dollar", match='{Kind == "$Wanted$"}', suppress_reports=False),
        _gkc("range1", restrict_range=True, range=1, suppress_reports=False),
        _gkc(
            "rangeProp",
            restrict_range=True,
            fixed_range=False,
            range_property="Reach",
            suppress_reports=False,
        ),
        _gkc("curLoc", target=_fast("CURLOC"), suppress_reports=False),
        _gkc("curZone", target=_fast("CURZONE"), suppress_reports=False),
        _gkc("curStack", target=_fast("CURSTACK"), suppress_reports=False),
        _gkc("curMap", target=_fast("CURMAP"), match='{Kind == "soldier"}', suppress_reports=False),
        _gkc("loc", target=_fast("LOCATION", map="Map", location="0303"), suppress_reports=False),
        _gkc("zone", target=_fast("ZONE", map="Map", zone="Field"), suppress_reports=False),
        _gkc("xy", target=_fast("XY", map="Map", x="{144}", y="190"), suppress_reports=False),
        _gkc("strong", target=_by("Strength", "3", "GREATER_EQUALS"), suppress_reports=False),
        _gkc(
            "named",
            target=_by("BasicName", "S.*", "MATCH"),
            match='{Kind=="soldier"}',
            suppress_reports=False,
        ),
        _gkc(
            "not",
            target=_by("Strength", "4", "NOT_EQUALS"),
            match='{Kind=="soldier"}',
            suppress_reports=False,
        ),
        _gkc("noneMatch", match="{Missing > 1}"),
        _gkc("reachAll", command="rage", match='{BasicName == "Talker"}', suppress_reports=True),
        _gkc("nestedQuiet", command="all", match='{BasicName == "Boss"}', suppress_reports=True),
        _trigger("quietThenLoud", "allQuiet", "all"),
        _gkc("self", command="self", match='{BasicName == "Boss"}'),
        _gkc("cycle", target=_fast("CURSTACK"), match="{StackPos == 1}", suppress_reports=False),
        _gkc(
            "lessThan", target=_by("Strength", "3", "LESS"), match='{Kind=="soldier"}', suppress_reports=False
        ),
        _gkc(
            "notMatch",
            target=_by("BasicName", "S.*t", "NOT_MATCH"),
            match='{Kind=="soldier"}',
            suppress_reports=False,
        ),
        _gkc("byMissing", target=_by("Missing", "1", "LESS"), suppress_reports=False),
        _gkc(
            "byMissingNot",
            target=_by("Missing", "1", "NOT_EQUALS"),
            match='{Kind=="soldier"}',
            suppress_reports=False,
        ),
        _gkc("byExpression", target=_by("Kind", "{Wanted}"), suppress_reports=False),
        _gkc("inCurMapOld", match="Kind = soldier && CurrentMap = $CurrentMap$", suppress_reports=False),
        _gkc("with", match='{Kind=="soldier"}', parameters=(PropertyParameter("Note", "from $BasicName$"),)),
        _gkc("withExpr", match='{Kind=="soldier"}', parameters=(PropertyParameter("Note", "{BasicName}"),)),
        t.GlobalHotkey(menu="", key=KeyCommand.named("hot"), hotkey=KeyCommand.named("allHit")),
        t.DynamicProperty(name="Hits", value="0", commands=(_do("hit", PropertyChange.increment("1")),)),
    ),
    ("Sergeant", 300, 170, t.Marker.of({"Strength": "4"}), t.Prototype("Soldier")),
    ("Scout", 134, 170, t.Marker.of({"Strength": "2"}), t.Prototype("Soldier")),
    ("Sniper", 134, 170, t.Marker.of({"Strength": "3"}), t.Prototype("Soldier")),
    ("Stray", 650, 60, t.Marker.of({"Strength": "x"}), t.Prototype("Soldier")),
    (
        "Placer",
        340,
        300,
        t.Marker.of({"Strength": "5"}),
        t.DynamicProperty(name="Note", value="n"),
        t.PlaceMarker(
            menu="",
            key=KeyCommand.named("place"),
            marker=AddPiece(
                GamePiece.of(
                    t.BasicPiece(image="dot.png", name="Mine", gpid="500"),
                    t.DynamicProperty(
                        name="Note", value="0", commands=(_do("arm", PropertyChange.set("armed")),)
                    ),
                )
            ).encode(),
            gpid="500",
            after_key=KeyCommand.named("arm"),
        ),
        t.PlaceMarker(
            menu="",
            key=KeyCommand.named("placeOff"),
            marker=AddPiece(GamePiece.of(t.BasicPiece(image="dot.png", name="Flag", gpid="501"))).encode(),
            gpid="501",
            x_offset="100",
            y_offset="60",
            placement=1,
        ),
        t.ReplaceWithOther(
            menu="",
            key=KeyCommand.named("replace"),
            marker=AddPiece(
                GamePiece.of(
                    t.BasicPiece(image="dot.png", name="Ruin", gpid="502"),
                    t.DynamicProperty(name="Note", value="r"),
                )
            ).encode(),
            gpid="502",
            copy_properties=True,
        ),
        t.ReplaceWithOther(
            menu="",
            key=KeyCommand.named("replaceMatch"),
            marker=AddPiece(
                GamePiece.of(
                    t.BasicPiece(image="dot.png", name="Wreck", gpid="503"),
                    t.DynamicProperty(name="Note", value="w"),
                )
            ).encode(),
            gpid="503",
            match_rotation=True,
            copy_properties=True,
        ),
        t.TriggerAction(
            name="del",
            menu="",
            key=KeyCommand.named("removeAndGo"),
            actions=(KeyCommand.named("remove"), KeyCommand.named("place")),
        ),
        t.Clone(menu="", key=KeyCommand.named("copy")),
        t.Delete(menu="", key=KeyCommand.named("remove")),
        _log("landed", "P"),
    ),
    (
        "Turner",
        500,
        400,
        t.DynamicProperty(
            name="Wanted",
            value="1",
            commands=(
                _do("want2", PropertyChange.set("2")),
                _do("want9", PropertyChange.set("-9")),
                _do("east", PropertyChange.set("east")),
            ),
        ),
        t.CanRotate(
            facings=6,
            name="Six",
            clockwise_key=KeyCommand.named("right"),
            counter_key=KeyCommand.named("left"),
            direct_key=KeyCommand.named("face"),
            direct_to="{Wanted}",
        ),
        t.CanRotate(
            facings=2,
            name="Two",
            direct_key=KeyCommand.named("face"),
            direct_to="$Wanted$",
            direct_is_facing=False,
        ),
        t.CanRotate(
            facings=4,
            name="Four",
            clockwise_key=KeyCommand.named("right"),
            direct_key=KeyCommand.named("angle"),
            direct_to="{Six_Degrees}",
            direct_is_facing=False,
        ),
        t.CanRotate(
            facings=1, name="Any", direct_key=KeyCommand.named("angle"), direct_to="{Six_Degrees - 90}"
        ),
        t.CanRotate(
            facings=3,
            name="Blank",
            clockwise_key=KeyCommand.named("right"),
            direct_key=KeyCommand.named("face"),
            facing=2,
        ),
    ),
    (
        "Loner",
        400,
        400,
        t.DoesNotStack(selection="", movement="N", stacking="R"),
        _log("landed", "l"),
    ),
    (
        "Talker",
        450,
        300,
        t.DynamicProperty(name="Mood", value="calm", commands=(_do("rage", PropertyChange.set("angry")),)),
        t.DynamicProperty(name="Greeted", value="0", commands=(_do("greet", PropertyChange.increment("1")),)),
        t.Layer.of(
            "Face", ("dot.png", "dot.png"), ("+ (full)", "+ (spent)"), increase_key=KeyCommand.named("flip")
        ),
        t.ReportAction(
            keys=(KeyCommand.named("rage"),), report="$oldPieceName$ was $old_Mood$ is $Mood$ [$menuCommand$]"
        ),
        t.ReportAction(keys=(KeyCommand.named("flip"),), report="$oldPieceName$ becomes $newPieceName$"),
        t.ReportAction(keys=(KeyCommand.named("first"),), report="inner"),
        t.ReportAction(keys=(KeyCommand.named("first"),), report="outer $Turn$ of $Word$ {not one}"),
        t.ReportAction(keys=(KeyCommand.named("html"),), report='a & b < c > d "e"'),
        t.ReportAction(keys=(KeyCommand.named("blank"),), report=""),
        _trigger("chain", "rage", "expr", "flip"),
        t.ReportAction(keys=(KeyCommand.named("expr"),), report='{BasicName + ":" + (Turn + 1)}'),
        t.ReportAction(keys=(KeyCommand.named("unknown"),), report="<$Nothing$> $noDollar"),
        t.ReportAction(
            keys=(KeyCommand.named("cycle"),),
            report="never",
            previous_keys=(KeyCommand.named("cycleBack"),),
            messages=("first", "second", "third"),
            message=0,
        ),
        t.TextLabel(label="$Mood$!", property="Label", menu=""),
    ),
)
