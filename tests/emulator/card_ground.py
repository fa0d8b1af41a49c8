"""The module on which the cases of decks, masks and mats are recorded."""

from __future__ import annotations

from pathlib import Path

from hexwright.vassal.codec import module_archive
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.commands import BoardChoice, SetBoards
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.shared_records import FastMatch, PieceAccess, PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait
from tests.emulator.proving_ground import png

CARDS = (("Ace", "Hearts", "1"), ("Ten", "Spades", "10"), ("Two", "Hearts", "2"), ("King", "Clubs", "13"))


def write(path: Path) -> Path:
    """Write the module."""
    entries = {
        "buildFile.xml": serialise(_module(), indent=False),
        "moduledata": Metadata("1.0", "3.7.26", "", "Card ground").encode(),
        "images/dot.png": png(20, 20),
        "images/card.png": png(40, 60),
        "images/mat.png": png(120, 80),
    }
    module_archive.write(path, entries)
    return path


def _module() -> c.GameModule:
    roster = c.PlayerRoster.new()
    roster.sides = ("Red", "Blue")
    return c.GameModule.new(
        c.BasicCommandEncoder.new(),
        roster,
        c.GlobalOptions.new(non_owner_unmaskable="Never"),
        c.GlobalProperties.new(
            c.GlobalProperty.new(name="Emptied", initial_value="0"),
            c.GlobalProperty.new(name="Few", initial_value="2"),
        ),
        _table(),
        _hand(),
        _gkc("All cards", "mark", filter="{Card}"),
        _gkc("One a deck", "mark", filter="{Card}", deck_count="1"),
        _gkc("No deck", "mark", filter="{Card}", deck_count="0"),
        _gkc("Few a deck", "mark", filter="{Card}", deck_count="{Few}"),
        _gkc(
            "Fast",
            "mark",
            target=FastMatch(issuer="MODULE", by_property=True, property="Suit", value="Hearts"),
        ),
        _gkc(
            "In Talon",
            "mark",
            target=FastMatch(issuer="MODULE", by_location=True, target="DECK", deck="Talon"),
        ),
        c.DoActionButton.new(
            name="Empty",
            text_="Empty",
            hotkey=KeyCommand.named("deckIsEmpty"),
            do_report=True,
            report_format="a deck is empty",
        ),
        c.PredefinedSetup.new(name="Empty", use_file=False, file=""),
        c.Chatter.new(),
        c.KeyNamer.new(),
        name="Card ground",
        version="1.0",
        vassal_version="3.7.26",
        next_piece_slot_id=900,
    )


def _gkc(text: str, key: str, **more: object) -> c.GlobalKeyCommand:
    return c.GlobalKeyCommand.new(name=text, button_text=text, hotkey=KeyCommand.named(key), **more)


def _board(name: str, title: str, width: int, height: int, *grid: c.HexGrid) -> c.BoardPicker:
    picker = c.BoardPicker.new(c.Board.new(*grid, name=title, width=width, height=height))
    picker.setup = SetBoards(name, (BoardChoice(title),))
    return picker


def _window(picker: c.BoardPicker, name: str, *inside: Component, **more: object) -> c.Map:
    return c.Map.new(
        picker,
        c.StackMetrics.new(),
        c.PieceMover.new(),
        c.KeyBufferer.new(),
        c.ForwardToKeyBuffer.new(),
        *inside,
        map_name=name,
        mark_moved="Always",
        move_within_format="$pieceName$ goes from $previousLocation$ to $location$",
        move_to_format="$pieceName$ crosses from $previousMap$ to $location$",
        create_format="$pieceName$ is made",
        change_format="$message$",
        edge_width=10,
        edge_height=20,
        **more,
    )


def _table() -> c.Map:
    numbering = c.HexGridNumbering.new(h_leading=1, v_leading=1, sep="")
    grid = c.HexGrid.new(numbering, dx=52.0, dy=60.0, x0=30, y0=30)
    return _window(
        _board("Table", "Felt", 800, 600, grid),
        "Table",
        _deck(
            "Stock",
            100,
            100,
            CARDS,
            face_down="Never",
            reversible=True,
            reverse_format="$deckName$: $commandName$ reverse",
        ),
        _deck(
            "Talon",
            200,
            100,
            CARDS[:2],
            owning_board="",
            face_down="Via right-click Menu",
            face_flip_hotkey=KeyCommand.named("flipTalon"),
            face_down_format="$deckName$ is turned: $commandName$",
            face_up_report_format="$deckName$ is shown",
            expression_counting=True,
            count_expressions=('Red: {Suit == "Hearts"}', "Old: Suit = Spades", "All: {Card}"),
            allow_multiple=True,
            allow_select=True,
            hotkey_on_empty=True,
            empty_hotkey=KeyCommand.named("deckIsEmpty"),
            reshufflable=True,
            reshuffle_command="Send all",
            reshuffle_target="Pile",
            reshuffle_message="$deckName$: $commandName$",
            reshuffle_hotkey=KeyCommand.named("sendTalon"),
        ),
        _deck("Pile", 300, 100, (), face_down="Never", restrict_option=True, restrict_expression="{Card}"),
        _deck(
            "Blues",
            400,
            100,
            CARDS[2:],
            face_down="Always",
            deck_restrict_access=True,
            deck_owners=("Blue",),
        ),
        _deck(
            "Any",
            500,
            100,
            CARDS[:3],
            shuffle="Via right-click Menu",
            shuffle_hotkey=KeyCommand.named("shuffleAny"),
            shuffle_format="$deckName$ is shuffled {Few} $Few$",
            draw_face_up=True,
            inside=(
                c.DeckGlobalKeyCommand.new(
                    name="Mark hearts", hotkey=KeyCommand.named("mark"), filter='{Suit == "Hearts"}'
                ),
                c.DeckGlobalKeyCommand.new(
                    name="Mark two", hotkey=KeyCommand.named("mark"), deck_count="{Few}"
                ),
                c.DeckSendKeyCommand.new(
                    menu_text="Send hearts",
                    hotkey=KeyCommand.named("sendHearts"),
                    target_deck="Pile",
                    send_matching=True,
                    match_expression='{Suit == "Hearts"}',
                    report_format="$sentCount$ of $deckName$ to $targetDeck$",
                ),
                c.DeckSendKeyCommand.new(
                    menu_text="Send until Ten",
                    variable_deck=True,
                    deck_expression='{"Pi" + "le"}',
                    stop=True,
                    stop_expression="{Rank == 10}",
                    stop_also=True,
                ),
                c.DeckSendKeyCommand.new(
                    menu_text="Send one", target_deck="Pile", limit_total=True, limit_expression="{Few - 1}"
                ),
                c.DeckSortKeyCommand.new(
                    menu_text="Sort", sort_parameters="Rank|false|true", report_format="$deckName$ is sorted"
                ),
                c.DeckSortKeyCommand.new(
                    menu_text="Sort by suit", sort_parameters="Suit|true|false,Rank|false|false"
                ),
            ),
        ),
        *[_stack(number, *entry) for number, entry in enumerate(PIECES)],  # type: ignore[arg-type]
        move_key=KeyCommand.named("landed"),
    )


def _hand() -> c.Map:
    return _window(_board("Hand", "Desk", 400, 300), "Hand", _deck("Away", 50, 50, (), face_down="Always"))


def _card(name: str, suit: str, rank: str, number: int) -> c.CardSlot:
    gpid = str(number)
    slot = c.CardSlot.new(entry_name=name, gpid=gpid)
    slot.text = AddPiece(
        GamePiece.of(
            t.BasicPiece(image="card.png", name=name, gpid=gpid),
            t.Marker.of({"Card": "true", "Suit": suit, "Rank": rank}),
            t.DynamicProperty(
                name="Marks", value="0", commands=(_do("mark", PropertyChange.increment("1")),)
            ),
            t.ReportAction(
                keys=(KeyCommand.named("mark"),),
                report="$BasicName$ is marked in '$DeckName$' $DeckPosition$",
            ),
            t.Mask(
                key=KeyCommand.named("mask"),
                image="dot.png",
                access=PieceAccess("side"),
                masked_name="Card",
                deal_key=KeyCommand.named("deal"),
                deal_to="Blue",
            ),
            t.ReturnToDeck(menu="Back", key=KeyCommand.named("back"), choose=False, deck_name="Pile"),
            t.ReturnToDeck(menu="Back to", key=KeyCommand.named("backTo"), choose=True),
            t.ReturnToDeck(
                menu="", key=KeyCommand.named("backAway"), choose=False, deck_name='{"Aw" + "ay"}'
            ),
            t.ReturnToDeck(menu="", key=KeyCommand.named("backNowhere"), choose=False, deck_name="None"),
            t.SendToLocation(
                menu="", key=KeyCommand.named("toPile"), map="Table", destination="L", x="310", y="120"
            ),
            t.Delete(menu="Discard", key=KeyCommand.named("discard")),
        )
    ).encode()
    return slot


def _deck(
    name: str,
    x: int,
    y: int,
    cards: tuple[tuple[str, str, str], ...],
    inside: tuple[Component, ...] = (),
    **more: object,
) -> c.DrawPile:
    slots = [_card(f"{name} {card[0]}", *card[1:], 200 + x + n) for n, card in enumerate(cards)]
    given: dict[str, object] = {
        "owning_board": "Felt" if name != "Away" else "Desk",
        "shuffle": "Never",
        "allow_multiple": False,
        "allow_select": False,
        "reversible": False,
        **more,
    }
    return c.DrawPile.new(*inside, *slots, name=name, x=x, y=y, width=40, height=60, **given)


def _stack(number: int, name: str, x: int, y: int, *traits: Trait) -> c.SetupStack:
    gpid = str(100 + number)
    image = "mat.png" if any(isinstance(trait, t.Mat) for trait in traits) else "dot.png"
    slot = c.PieceSlot.new(entry_name=name, gpid=gpid)
    slot.text = AddPiece(GamePiece.of(t.BasicPiece(image=image, name=name, gpid=gpid), *traits)).encode()
    board = "Felt" if name != "Anywhere" else ""
    return c.SetupStack.new(slot, name=f"At start {number}", owning_board=board, x=x, y=y)


def _do(key: str, change: PropertyChange) -> PropertyCommand:
    return PropertyCommand("", KeyCommand.named(key), change)


def _mask(by: str, *sides: str, **more: object) -> t.Mask:
    return t.Mask(key=KeyCommand.named("mask"), image="dot.png", access=PieceAccess(by, sides), **more)  # type: ignore[arg-type]


_COUNTER = t.DynamicProperty(name="Count", value="0", commands=(_do("count", PropertyChange.increment("1")),))


PIECES: tuple[tuple[object, ...], ...] = (
    ("Anywhere", 30, 30, t.Marker.of({"Kind": "pawn"})),
    ("Pawn", 450, 300, t.Marker.of({"Kind": "pawn"})),
    (
        "Spy",
        500,
        400,
        _COUNTER,
        _mask("player", masked_name="Someone"),
        t.DynamicProperty(name="Above", value="0", commands=(_do("count", PropertyChange.increment("1")),)),
        t.ReportAction(keys=(KeyCommand.named("count"),), report="$pieceName$ counts $Count$ $Above$"),
    ),
    ("Agent", 550, 400, _COUNTER, _mask("side", masked_name="Agent?")),
    ("Both", 600, 400, _COUNTER, _mask("sides", "Red", masked_name="Secret")),
    (
        "Dealt",
        650,
        400,
        _COUNTER,
        _mask(
            "side",
            masked_name="Hidden",
            deal_key=KeyCommand.named("deal"),
            deal_to='{Few == 2 ? "Blue" : "Red"}',
        ),
    ),
    (
        "Wagon",
        250,
        450,
        t.Mat(name="Wagon"),
        t.Marker.of({"CurrentMatProp1": "wheels"}),
        t.SendToLocation(
            menu="", key=KeyCommand.named("drive"), map="Table", destination="L", x="600", y="250"
        ),
        t.CanRotate(facings=4, name="Turn", clockwise_key=KeyCommand.named("turn")),
        t.Delete(menu="", key=KeyCommand.named("gone")),
        t.GlobalKeyCommand(
            menu="",
            key=KeyCommand.named("call"),
            command=KeyCommand.named("count"),
            target=FastMatch(issuer="COUNTER", by_location=True, target="CURMAT"),
        ),
        t.ReturnToDeck(menu="", key=KeyCommand.named("back"), choose=False, deck_name="Stock"),
    ),
    (
        "Box",
        100,
        300,
        _COUNTER,
        t.MatCargo(
            find_key=KeyCommand.named("load"),
            detach_key=KeyCommand.named("unload"),
            x_distance=70,
            y_distance=0,
        ),
        t.SendToLocation(
            menu="", key=KeyCommand.named("onto"), map="Table", destination="L", x="250", y="460"
        ),
        t.Delete(menu="", key=KeyCommand.named("gone")),
        t.ReturnToDeck(menu="", key=KeyCommand.named("back"), choose=False, deck_name="Stock"),
        t.ReportAction(keys=(KeyCommand.named("count"),), report="$BasicName$ counts on $CurrentMat$"),
    ),
    ("Crate", 150, 360, _COUNTER, t.MatCargo(keep_facing=False)),
    (
        "Maker",
        700,
        300,
        t.PlaceMarker(
            menu="",
            key=KeyCommand.named("make"),
            marker=AddPiece(
                GamePiece.of(t.BasicPiece(image="dot.png", name="Made", gpid="500"), t.MatCargo())
            ).encode(),
            gpid="500",
            x_offset="-450",
            y_offset="-150",
        ),
    ),
)
