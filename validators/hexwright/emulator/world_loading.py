"""Build a game world from a module, and load its set-ups (VASSAL.build.GameModule, GameState)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from hexwright.emulator import draw_piles
from hexwright.emulator.board_grids import Point
from hexwright.emulator.expression_library import script_host
from hexwright.emulator.game_world import FIRST_ID, MAX_PIECES, GameWorld
from hexwright.emulator.live_boards import starting_boards
from hexwright.emulator.live_maps import LiveMap, declared_property
from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.live_toolbar import LiveToolbar
from hexwright.emulator.mat_cargo_lookup import cargo_behaviour, mat_behaviour
from hexwright.emulator.property_containers import GlobalPropertyValue, PropertyContainer
from hexwright.emulator.traits import make_behaviour
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.inspect.analysis.word_sets import word_set
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, UnknownComponent
from hexwright.vassal.codec.commands import (
    AddPlayer,
    BoardChoice,
    Command,
    FieldCommand,
    SetBoards,
    SetGlobalProperty,
    SetTurn,
    UnknownCommand,
)
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack

#: Larger set-ups are rejected.
MAX_SETUP = 64 << 20
#: The VASSAL version that is emulated.
ENGINE_VERSION = "3.7.26"


class UnplayableError(Exception):
    """The error for a module or set-up that can't be played."""


#: Components without an effect of their own in the game, and those that the emulator plays.
_QUIET = word_set(
    """
    GameModule BasicCommandEncoder BasicLogger Chatter KeyNamer Documentation HelpFile
    AboutScreen BrowserHelpFile BrowserPDFFile Tutorial PlayerRoster GlobalOptions
    GlobalProperties GlobalProperty ZoneProperty GlobalTranslatableMessages
    GlobalTranslatableMessage PrototypesContainer PrototypeDefinition PrototypeFolder
    PieceWindow TabWidget ListWidget BoxWidget PanelWidget PieceSlot CardSlot ChartWindow Chart
    HtmlChart MapWidget WidgetMap Map PrivateMap BoardPicker Board HexGrid SquareGrid RegionGrid Region
    ZonedGrid Zone HexGridNumbering SquareGridNumbering RegionGridNumbering StackMetrics
    PieceMover KeyBufferer ForwardToKeyBuffer ForwardToChatter MenuDisplayer MapCenterer
    StackExpander HighlightLastMoved Scroller SelectionHighlighters SelectionHighlighter
    GlobalMap Zoomer CounterDetailViewer HidePiecesButton MoveCameraButton ImageSaver TextSaver LOS_Thread
    MapShader Flare LayeredPieceCollection LayerControl SetupStack PieceRecenterer TurnTracker
    CounterTurnLevel ListTurnLevel TurnGlobalHotkey DiceButton DoActionButton GlobalKeyCommand
    MassKeyCommand StartupGlobalKeyCommand PredefinedSetup Inventory NotesWindow ToolbarMenu
    MultiActionButton ChessClockControl ChessClock ScenarioPropertiesOptionTab
    BooleanScenarioProperty ListScenarioProperty NumberScenarioProperty StringScenarioProperty
    BooleanPreference DoublePreference EnumPreference IntegerPreference StringPreference
    TextPreference ModuleSubFolder MapSubFolder GlobalPropertyFolder Language
    TranslatableTextComponent GamePieceImageDefinitions GamePieceLayoutsContainer ColorManager
    FontManager NamedColor FontStyle GamePieceLayout GamePieceImage ModuleExtension
    ExtensionElement SpecialDieFace SpecialDie DrawPileFolder DrawPile DeckSubFolder
    DeckGlobalKeyCommand DeckSendKeyCommand DeckSortKeyCommand PlayerHand HandMetrics
    ZonedGridHighlighter ZoneHighlighter
    """
)


def build_world(module: ModuleView) -> tuple[GameWorld, LiveToolbar]:
    """Build the world of a module, without a game; raises UnplayableError."""
    root = module.root
    if root is None:
        troubles = "; ".join(trouble.message for trouble in module.troubles) or "there is no build file"
        raise UnplayableError(troubles)
    if isinstance(root, c.ModuleExtension):
        name = root.get("module", "")
        raise UnplayableError(f"it is an extension of '{name}': write that module's file instead")
    world = GameWorld(module, make_behaviour)
    options = next((n.component for n in module.all(c.GlobalOptions)), None)
    if isinstance(options, c.GlobalOptions):
        world.evaluator.leading_zeros = bool(options.store_leading_zero_integers_as_strings)
        world.auto_report = options.auto_report != "Never"
        open_to_all = {"Always": "true", "Never": "false"}.get(options.non_owner_unmaskable or "Never", "")
        world.unmaskable = f"{open_to_all}|0"
    world.evaluator.functions.update(script_host(world))
    world.holder.own = _own(module)
    world.slot = lambda path: _slot(module, path)
    for node in module.nodes:
        _take(world, node)
    toolbar = LiveToolbar(world)
    return world, toolbar


def _own(module: ModuleView) -> dict[str, Any]:
    """Return the properties that VASSAL defines for the module. Windows without a button are open."""
    component = module.root
    assert component is not None
    own: dict[str, Any] = {
        "ModuleName": component.get("name", ""),
        "ModuleVersion": component.get("version", ""),
        "ModuleDescription": component.get("description", ""),
        "ModuleOther1": component.get("ModuleOther1", ""),
        "ModuleOther2": component.get("ModuleOther2", ""),
        "VassalVersionCreated": component.get("VassalVersion", ""),
        "VassalVersionRunning": ENGINE_VERSION,
        "DrawingMouseover": False,
        "DrawingMouseoverIndex": "1",
        "ModuleGameFileName": "",
        "UiPieceCount": "0",
        "UiPieceIndex": "0",
    }
    for node in module.all(c.Map):
        title, hidden = node.component.get("mapName", ""), node.component.get("launch", "") == "true"
        for name in (title, title.replace(" ", "_")):
            own[f"{name}_isVisible"] = "false" if hidden else "true"
    return own


def _take(world: GameWorld, node: ComponentNode) -> None:
    component = node.component
    match component:
        case c.Map():
            if component.get("mapName", "") not in world.maps:
                live = LiveMap(world, node)
                world.maps[live.title] = live
        case c.GlobalProperty():
            if node.inside(c.Zone) is None:
                over = node.inside(c.Map)
                mine = world.maps.get(over.get("mapName", "")) if over is not None else None
                (mine.holder if mine is not None else world.holder).add(declared_property(component))
        case c.GlobalTranslatableMessage():
            world.holder.texts[component.get("name", "")] = component.get("initialValue", "")
        case c.BooleanScenarioProperty() | c.ListScenarioProperty() | c.NumberScenarioProperty():
            world.holder.add(
                GlobalPropertyValue(component.get("name", ""), component.get("initialValue", ""))
            )
        case c.StringScenarioProperty():
            world.holder.add(
                GlobalPropertyValue(component.get("name", ""), component.get("initialValue", ""))
            )
        case c.BooleanPreference() | c.DoublePreference() | c.EnumPreference() | c.IntegerPreference():
            world.holder.fixed[component.get("name", "")] = component.get("default", "")
        case c.StringPreference() | c.TextPreference():
            world.holder.fixed[component.get("name", "")] = component.get("default", "")
    _judge(world, component)


def _judge(world: GameWorld, component: Component) -> None:
    name = str(component.tag).rpartition(".")[2]
    if isinstance(component, c.GameModule):
        return
    if isinstance(component, UnknownComponent) or name not in _QUIET:
        world.report_unsupported(component.TITLE or name)


def _slot(module: ModuleView, path: str) -> GamePiece | None:
    last = path.rpartition("/")[2]
    name = last.rpartition(":")[2]
    for node in module.all(c.PieceSlot):
        slot = node.component
        if isinstance(slot, c.PieceSlot) and slot.get("entryName", "") == name:
            try:
                return slot.piece
            except (CodecError, RecursionError):
                return None
    return None


def slot_definition(module: ModuleView, slot: str) -> GamePiece | None:
    """Return the piece of a slot, given by gpid or entry name, or None."""
    for attribute in ("gpid", "entryName"):
        for node in module.all(c.PieceSlot):
            found = node.component
            if isinstance(found, c.PieceSlot) and found.get(attribute, "") == slot:
                try:
                    return found.piece
                except (CodecError, RecursionError):
                    return None
    return None


# A new game -------------------------------------------------------------------------------------
def clear_world(world: GameWorld, toolbar: LiveToolbar) -> None:
    """Reset the world to its state before any game.

    The window and its script variables are kept.
    """
    world.things.clear()
    world.emptied.clear()
    for live in world.maps.values():
        for deck in live.decks:
            deck.leave()
        live.decks.clear()
        live.things.clear()
        live.holder.reset()
    world.holder.reset()
    world.journal.clear()
    world.chat.clear()
    world.next_id = FIRST_ID
    world.seats.clear()
    world.reporting = True
    world.evaluator.limiter.depth = 0
    for tracker in toolbar.trackers:
        tracker.reset()


def set_up_new_game(world: GameWorld, boards: Mapping[str, str]) -> list[str]:
    """Lay out the boards and place the at-start pieces. `boards` names the board of each map.

    Return notes on boards that were chosen by default.
    """
    notes = []
    for live in world.maps.values():
        choices, offered = starting_boards(live.node), offered_boards(live)
        if live.title in boards:
            choices = (BoardChoice(boards[live.title]),)
        elif not choices and offered:
            choices = (BoardChoice(offered[0]),)
            notes.append(f"{live.title}: the board {offered[0]} is laid out, the first of {len(offered)}")
        live.lay_out_boards(choices)
    for node in world.module.nodes:
        if isinstance(node.component, c.SetupStack):
            _set_up_stack(world, node)
        elif isinstance(node.component, c.DrawPile):
            _set_up_deck(world, node)
    world.started = True
    return notes


def offered_boards(live: LiveMap) -> list[str]:
    """Return the names of the boards that a map offers."""
    pickers = [n for n in live.node.children if isinstance(n.component, c.BoardPicker)]
    boards = [n.component for picker in pickers for n in picker.children]
    return [board.get("name", "") for board in boards if isinstance(board, c.Board)]


def _set_up_stack(world: GameWorld, node: ComponentNode) -> None:
    stack = node.component
    assert isinstance(stack, c.SetupStack)
    over = node.inside(c.Map)
    live = world.maps.get(over.get("mapName", "")) if over is not None else None
    if live is None:
        return
    point = _corner(live, stack)
    if point is None:
        return
    grid = next((b for b in live.boards if b.title == stack.owning_board), next(iter(live.boards), None))
    if stack.use_grid_location and stack.location and grid is not None:
        point = grid.locate(stack.location) or point
    designs = [design for slot in node.children if (design := _of_slot(world, slot)) is not None]
    made = [world.new_piece(design) for design in designs]
    # VASSAL creates a stack first, and leaves it empty if none of its pieces stack.
    group = LiveStack(world, world.new_id())
    group.at = point
    world.things[group.id] = group
    live.add(group)
    for piece in made:
        world.things[piece.id] = piece
        if piece.never_stacks or not live.stacking:
            piece.at = point
            live.add(piece)
        else:
            group.insert(piece, len(group.pieces))


def _corner(live: LiveMap, stack: c.SetupStack | c.DrawPile) -> Point | None:
    """Return the origin for the position of an at-start stack or deck; None if its board isn't laid out."""
    corner = live.corner(stack.owning_board or "")
    return None if corner is None else (stack.x + corner[0], stack.y + corner[1])


def _set_up_deck(world: GameWorld, node: ComponentNode) -> None:
    pile = node.component
    assert isinstance(pile, c.DrawPile)
    over = node.inside(c.Map)
    live = world.maps.get(over.get("mapName", "")) if over is not None else None
    point = _corner(live, pile) if live is not None else None
    if live is None or point is None:
        return
    deck = draw_piles.make_deck(world, world.new_id(), draw_piles.deck_definition(node), node)
    world.things[deck.id] = deck
    deck.lie_on(live, point)
    for slot in draw_piles.components_beneath(node):
        design = _of_slot(world, slot)
        if design is not None:
            piece = world.new_piece(design)
            world.things[piece.id] = piece
            deck.insert(piece, len(deck.pieces))


def _of_slot(world: GameWorld, node: ComponentNode) -> GamePiece | None:
    slot = node.component
    if not isinstance(slot, c.PieceSlot):
        return None
    try:
        return slot.piece
    except (CodecError, RecursionError):
        world.problem(f"the piece {slot.get('entryName', '')} can't be read")
        return None


# A saved game -----------------------------------------------------------------------------------
_SHARED: Final = 1 << 18
"""The largest saved game in bytes that is kept after it has been read."""


@lru_cache(maxsize=4)
def _shared_file(data: bytes) -> SavedGameFile:
    """Return the content of a saved game. The last ones are kept, since set-ups are often begun again."""
    return SavedGameFile.read(data)


def load_saved_game(world: GameWorld, toolbar: LiveToolbar, data: bytes) -> None:
    """Load a saved game's commands into the world; raises UnplayableError."""
    try:
        file = _shared_file(data) if len(data) <= _SHARED else SavedGameFile.read(data)
    except CodecError as error:
        raise UnplayableError(error.reason) from None
    for live in world.maps.values():
        live.lay_out_boards(starting_boards(live.node))
    parts = file.setup_commands
    if file.steps:
        world.report_unsupported("playing the steps of a log")
    # Old games contain thousands of empty stacks, which VASSAL drops.
    if (
        sum(isinstance(part, AddPiece) and not isinstance(part.piece.basic, Stack) for part in parts)
        > MAX_PIECES
    ):
        raise UnplayableError(f"more than {MAX_PIECES} pieces")
    for part in parts:
        if isinstance(part, SetBoards) and part.map in world.maps:
            world.maps[part.map].lay_out_boards(part.boards)
    stacks: list[tuple[str, Stack]] = []
    decks: list[tuple[str, Deck]] = []
    for part in parts:
        _do(world, toolbar, part, stacks, decks)
    for stack_id, stack in stacks:
        _stack(world, stack_id, stack)
    for deck_id, deck in decks:
        _deck(world, deck_id, deck)
    _put_down(world)
    world.started = True


def _put_down(world: GameWorld) -> None:
    for thing in list(world.things.values()):
        if isinstance(thing, LivePiece) and thing.stack is None and thing.home is not None:
            thing.home.add(thing)
        if isinstance(thing, LivePiece) and world.mats:
            _put_on_mat(world, thing)


def _put_on_mat(world: GameWorld, piece: LivePiece) -> None:
    """Attach loaded cargo to its mat. Either of the two pieces may refer to the other one."""
    cargo, mat = cargo_behaviour(piece), mat_behaviour(piece)
    if cargo is not None:
        found = world.things.get(cargo.trait.mat)
        if isinstance(found, LivePiece):
            cargo.attach(found)
    for name in mat.trait.cargo if mat is not None else ():
        found = world.things.get(name)
        loaded = cargo_behaviour(found) if isinstance(found, LivePiece) else None
        if loaded is not None and loaded.mat is None:
            loaded.attach(piece)


def _add(
    world: GameWorld, part: AddPiece, stacks: list[tuple[str, Stack]], decks: list[tuple[str, Deck]]
) -> None:
    basic = part.piece.basic
    if isinstance(basic, Stack):
        stacks.append((part.id or world.new_id(), basic))
    elif isinstance(basic, Deck):
        decks.append((part.id or world.new_id(), basic))
    elif isinstance(basic, t.BasicPiece):
        piece = world.new_piece(part.piece, part.id)
        piece.home = world.maps.get(basic.map)
        world.things[piece.id] = piece


def _do(
    world: GameWorld,
    toolbar: LiveToolbar,
    part: Command,
    stacks: list[tuple[str, Stack]],
    decks: list[tuple[str, Deck]],
) -> None:
    match part:
        case AddPiece():
            _add(world, part, stacks, decks)
        case SetGlobalProperty():
            _property(world, part)
        case SetTurn():
            for tracker in toolbar.trackers:
                if tracker.id == part.tracker:
                    tracker.set_state(part.state)
        case AddPlayer():
            world.seats[part.id] = part.side
        case FieldCommand() | SetBoards() | UnknownCommand():
            pass  # Notes, clocks, chat, windows.
        case _:
            world.report_unsupported("commands that move pieces in a saved game")


def _property(world: GameWorld, part: SetGlobalProperty) -> None:
    """Set a global property. Its container is given as `Module`, the name of a map, or `map:zone`."""
    keepers: list[tuple[str, PropertyContainer]] = [("Module", world.holder)]
    for title, live in world.maps.items():
        keepers.append((title, live.holder))
        keepers += [(f"{title}:{zone}", holder) for zone, holder in live.zones.items()]
    for name, holder in keepers:
        found = holder.find(part.property_id) if part.container in ("", name) else None
        if found is not None:
            found.value = part.value
            return


def _stack(world: GameWorld, stack_id: str, stack: Stack) -> None:
    live = world.maps.get(stack.map)
    if live is None:
        return
    group = LiveStack(world, stack_id)
    group.at = (stack.x, stack.y)
    for piece_id in stack.pieces:
        piece = world.things.get(piece_id)
        if isinstance(piece, LivePiece) and piece.stack is None:
            piece.stack = group
            group.pieces.append(piece)
    if group.pieces:
        live.add(group)
        world.things[group.id] = group


def _deck(world: GameWorld, deck_id: str, saved: Deck) -> None:
    live = world.maps.get(saved.map)
    if live is None:
        return
    deck = draw_piles.make_deck(world, deck_id, saved, draw_piles.find_pile(world, saved.name))
    deck.faces_down = saved.faces_down
    deck.lie_on(live, (saved.x, saved.y))
    world.things[deck.id] = deck
    for piece_id in saved.cards:
        piece = world.things.get(piece_id)
        if isinstance(piece, LivePiece) and piece.stack is None:
            piece.stack = deck
            deck.pieces.append(piece)
    deck.recount()
