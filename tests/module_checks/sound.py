"""A small module without a fault, built by code, that the tests damage one fact at a time."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from typing import NamedTuple

from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import BEGIN_SAVE, END_SAVE, BoardChoice, Compound, SetBoards
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.shared_records import FastMatch, PieceAccess, PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits.mask import MaskView

NAME = "sound.vmod"


class Files(NamedTuple):
    """Hold the entries of the sound module; a damage changes one of them."""

    entries: dict[str, bytes]

    def replace(self, old: str, new: str, entry: str = "buildFile.xml") -> None:
        """Put one text in place of another; both the old and a change are a must."""
        text = self.entries[entry].decode()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        assert old != new
        self.entries[entry] = text.replace(old, new).encode()


def png(width: int, height: int, colour: int = 6, depth: int = 8) -> bytes:
    """Return a PNG whose header is right; its body is one packed row, which isn't decoded here."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    body = zlib.compress(bytes(64))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def svg(inside: bytes = b"") -> bytes:
    """Return a drawing of 20 by 20 pixels."""
    spaces = b'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return b'<svg %s width="20" height="20">%s</svg>' % (spaces, inside)


def files() -> Files:
    """Return the entries of the sound module, fresh."""
    return Files(dict(_entries()))


def extension(gpid: str = "ab:1", image: str = "full.png", **values: object) -> dict[str, bytes]:
    """Return the entries of an extension that adds a piece to the sound module; `values` are its own."""
    slot = c.PieceSlot.new(entry_name="Extra", gpid=gpid)
    piece = GamePiece.of(t.BasicPiece(image=image, name="Extra", gpid=gpid), t.Prototype("Common"))
    slot.text = AddPiece(piece).encode()
    target = values.pop("target", "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget")
    said = {
        "version": "1.0",
        "module": "Sound",
        "module_version": "1.0",
        "vassal_version": "3.7.26",
        **values,
    }
    root = c.ModuleExtension.new(
        c.ExtensionElement.new(slot, target=target), next_piece_slot_id=9, extension_id="ab", **said
    )
    data = Metadata("1.0", str(said["vassal_version"]), universal=False)
    return {"buildFile.xml": serialise(root), "extensiondata": data.encode()}


@cache
def _entries() -> tuple[tuple[str, bytes], ...]:
    root = _module()
    saved = SavedGame(_metadata().encode(), b"", _saved_text())
    return tuple(
        {
            "buildFile.xml": serialise(root, indent=False),
            "moduledata": _metadata().encode(),
            "images/board.png": png(1000, 800),
            "images/full.png": png(60, 60),
            "images/spent.png": png(60, 60),
            "images/back.png": png(60, 60),
            "images/badge.svg": svg(),
            "sounds/drum.ogg": b"OggS",
            "help.txt": b"Help.",
            "start.vsav": saved.encode(),
        }.items()
    )


def _metadata() -> Metadata:
    return Metadata("1.0", "3.7.26", "A sound module", "Sound")


def _saved_text() -> str:
    boards = SetBoards("Main", (BoardChoice("Field"),))
    return Compound((BEGIN_SAVE, boards, AddPiece(_guard(), "1"), END_SAVE)).encode()


def _module() -> c.GameModule:
    roster = c.PlayerRoster.new()
    roster.sides = ("Red", "Blue")
    return c.GameModule.new(
        c.BasicCommandEncoder.new(),
        c.Documentation.new(c.HelpFile.new(title="Help", file_name="help.txt")),
        roster,
        c.GlobalOptions.new(store_leading_zero_integers_as_strings=True),
        c.GlobalProperties.new(c.GlobalProperty.new(name="Weather", initial_value="dry")),
        c.PrototypesContainer.new(_prototype("Common", _common()), _prototype("Unit", _unit())),
        c.PieceWindow.new(c.ListWidget.new(_slot("Guard", "1", _guard())), name="Pieces"),
        _map(),
        c.DiceButton.new(name="Die"),
        c.DoActionButton.new(
            name="Night",
            text_="Night",
            do_hotkey=True,
            hotkeys=(KeyCommand.named("thaw"),),
            hotkey=KeyCommand.named("night"),
        ),
        c.GlobalKeyCommand.new(
            name="Thaw",
            button_text="Thaw",
            button_hotkey=KeyCommand.named("thaw"),
            hotkey=KeyCommand.named("rest"),
            filter='{Side == "Red"}',
        ),
        c.TurnTracker.new(
            c.CounterTurnLevel.new(property="TurnNumber"),
            c.TurnGlobalHotkey.new(name="Dusk", hotkey=KeyCommand.named("night"), match="{TurnNumber == 3}"),
            fwd_only=True,
        ),
        c.PredefinedSetup.new(name="Start", file="start.vsav"),
        c.PrivateMap.new(map_name="Red's chest", side=("Red",)),
        c.ChartWindow.new(c.Chart.new(chart_name="Badge", file_name="badge.svg")),
        c.Inventory.new(include='{Side == "Blue"}'),
        name="Sound",
        version="1.0",
        vassal_version="3.7.26",
        next_piece_slot_id=100,
    )


def _map() -> c.Map:
    numbering = c.HexGridNumbering.new(h_leading=1, v_leading=1, sep="")
    zone = c.Zone.new(name="Depot", path="0,0;100,0;100,100;0,100", use_parent_grid=False)
    grid = c.ZonedGrid.new(c.HexGrid.new(numbering, x0=55, y0=64), zone)
    picker = c.BoardPicker.new(c.Board.new(grid, name="Field", image="board.png"))
    picker.setup = SetBoards("Main", (BoardChoice("Field"),))
    stack = c.SetupStack.new(
        _slot("Scout", "2", _scout()),
        name="Vanguard",
        owning_board="Field",
        use_grid_location=True,
        location="0203",
        x=100,
        y=100,
    )
    corner = c.SetupStack.new(_slot("Flag", "3", _flag()), name="Corner", owning_board="Field", x=900, y=700)
    pile = c.DrawPile.new(name="Reserve", owning_board="Field", x=500, y=500)
    return c.Map.new(
        picker,
        c.StackMetrics.new(),
        stack,
        corner,
        pile,
        c.CounterDetailViewer.new(),
        c.Zoomer.new(),
        map_name="Main",
        move_key=KeyCommand.named("arrived"),
    )


def _slot(name: str, gpid: str, piece: GamePiece) -> c.PieceSlot:
    slot = c.PieceSlot.new(entry_name=name, gpid=gpid)
    slot.text = AddPiece(piece).encode()
    return slot


def _prototype(name: str, traits: tuple[Trait, ...]) -> c.PrototypeDefinition:
    made = c.PrototypeDefinition.new(name=name)
    made.text = AddPiece(GamePiece.of(t.BasicPiece(), *traits)).encode()
    return made


def _guard() -> GamePiece:
    own = t.Marker.of({"Side": "Red", "Strength": "4"})
    return GamePiece.of(t.BasicPiece(image="full.png", name="Guard", gpid="1"), own, t.Prototype("Unit"))


def _scout() -> GamePiece:
    own = t.Marker.of({"Side": "Blue", "Strength": "2"})
    return GamePiece.of(t.BasicPiece(image="full.png", name="Scout", gpid="2"), own, t.Prototype("Unit"))


def _flag() -> GamePiece:
    flag = GamePiece.of(t.BasicPiece(image="badge.svg", name="Wreck", gpid="5"))
    return GamePiece.of(
        t.BasicPiece(image="badge.svg", name="Flag", gpid="3"),
        t.PlaceMarker(
            menu="Mark wreck",
            key=KeyCommand.named("wreck"),
            marker=AddPiece(flag).encode(),
            gpid="5",
            description="Wreck",
        ),
        t.ReportAction(keys=(KeyCommand.named("wreck"),), report="$location$: wreck marked"),
    )


def _common() -> tuple[Trait, ...]:
    return (
        t.Delete(menu="Remove", key=KeyCommand.named("remove")),
        t.SendToLocation(
            menu="Go home",
            key=KeyCommand.named("home"),
            map="Main",
            board="Field",
            destination="G",
            grid_location="0102",
        ),
        t.SendToLocation(
            menu="To depot", key=KeyCommand.named("depot"), map="Main", destination="Z", zone="Depot"
        ),
        t.ReturnToDeck(menu="To reserve", key=KeyCommand.named("reserve"), choose=False, deck_name="Reserve"),
        t.ReportAction(
            keys=(
                KeyCommand.named("remove"),
                KeyCommand.named("home"),
                KeyCommand.named("depot"),
                KeyCommand.named("reserve"),
            ),
            report="$location$: $pieceName$ leaves $oldLocation$",
        ),
    )


def _unit() -> tuple[Trait, ...]:
    spend = PropertyCommand("", KeyCommand.named("spend"), PropertyChange.set("{Spent + 1}"))
    rest = PropertyCommand("", KeyCommand.named("rest"), PropertyChange.set("0"))
    storm = PropertyCommand("Call a storm", KeyCommand.named("storm"), PropertyChange.set("storm"))
    return (
        t.Prototype("Common"),
        t.Layer.of(
            "Step",
            ("full.png", "spent.png"),
            ("", " (spent)"),
            increase_menu="Flip",
            increase_key=KeyCommand.named("flip"),
        ),
        t.DynamicProperty(name="Spent", commands=(spend, rest), value="0"),
        t.CalculatedProperty(name="Total", expression='{Strength * 2 + SumStack("Strength")}'),
        t.TriggerAction(
            name="March",
            menu="March",
            key=KeyCommand.named("march"),
            match='{Total > 1 && LocationName != "0101"}',
            actions=(KeyCommand.named("spend"), KeyCommand.named("flip")),
        ),
        t.TriggerAction(
            name="Drill",
            menu="Drill",
            key=KeyCommand.named("drill"),
            actions=(KeyCommand.named("spend"),),
            loop=True,
            loop_count="3",
            index=True,
            index_property="DrillIndex",
        ),
        t.TriggerAction(
            name="Arrival", menu="", key=KeyCommand.named("arrived"), actions=(KeyCommand.named("spend"),)
        ),
        t.SetGlobalProperty(name="Weather", commands=(storm,)),
        t.GlobalKeyCommand(
            menu="Wake the others",
            key=KeyCommand.named("wake"),
            command=KeyCommand.named("rest"),
            match='{Side == "$Side$"}',
            target=FastMatch(issuer="COUNTER", by_location=True, target="CURMAP"),
        ),
        t.GlobalHotkey(menu="Nightfall", key=KeyCommand.named("fall"), hotkey=KeyCommand.named("night")),
        t.PlaySound(sound="drum.ogg", menu="Drum", key=KeyCommand.named("drum")),
        t.TextLabel(menu="", size=9, property="Caption", label="$Strength$"),
        t.Mask(
            key=KeyCommand.named("hide"),
            image="back.png",
            menu="Hide",
            view=MaskView("G", None, "spent.png"),
            access=PieceAccess("sides", ("Red", "Blue")),
        ),
        t.ReportAction(
            keys=tuple(KeyCommand.named(n) for n in ("flip", "march", "spend", "storm", "hide")),
            report="$location$: $newPieceName$ acts",
        ),
        t.RestrictedAccess(sides=("Red", "Blue")),
    )
