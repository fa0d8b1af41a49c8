"""Maps in play: their pieces and stacks, and how these are placed and merged (VASSAL.build.module.Map)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hexwright.emulator import script_commands
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_builder_classes import JPoint
from hexwright.emulator.board_grids import Point, RegionBoardGrid
from hexwright.emulator.live_boards import OFF_BOARD, LiveBoard, LiveZone, ZonedBoardGrid, lay_boards
from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.piece_extents import picture_covers
from hexwright.emulator.property_containers import GlobalPropertyValue, PropertyContainer
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_decks import LiveDeck

# ruff: noqa: N802, N815  (methods behind j_ have Java's names)

PieceOrStack = LivePiece | LiveStack


class LiveMap:
    """A map window with its boards, pieces and stacks."""

    java_names = ("Map", "PropertySource")

    def __init__(self, world: GameWorld, node: ComponentNode) -> None:
        component = node.component
        assert isinstance(component, c.Map)
        self.world = world
        self.node = node
        self.component = component
        self.centre: JPoint | None = None
        self.title: str = component.get("mapName", "")
        self.holder = PropertyContainer(world.holder)
        self.holder.fixed["CurrentMap"] = self.title
        self.boards: list[LiveBoard] = []
        self.zones: dict[str, PropertyContainer] = {}
        self.things: list[PieceOrStack] = []
        self.decks: list[LiveDeck] = []
        self.drawn: list[Any] = []
        self.move_key = key_identity(component.move_key) if component.move_key is not None else None
        self._names: dict[Point, str] = {}
        #: The names of decks take precedence over the location names of the grid.
        self._piles: dict[Point, str] = {}
        self._zones_at: dict[Point, LiveZone | None] = {}
        inner = [child.component for child in node.children]
        layers = next((one for one in inner if isinstance(one, c.LayeredPieceCollection)), None)
        self.layer_property = layers.get("property", "") if layers is not None else ""
        self.layers = tuple(layers.layer_order) if layers is not None else ()
        metrics = next((one for one in inner if isinstance(one, c.StackMetrics)), None)
        self.stacking = metrics is None or metrics.get("disabled", "false") != "true"

    # Boards --------------------------------------------------------------------------------------
    def lay_out_boards(self, choices: Sequence[BoardChoice]) -> None:
        """Lay out the chosen boards of the map, and remove the former ones."""
        self.boards = lay_boards(self.world.module, self.node, choices)
        self._names.clear()
        self._zones_at.clear()
        self._piles = dict(self._pile_points())
        self.zones = {}
        for zone in self._all_zones():
            holder = self.zones.setdefault(zone.title, PropertyContainer(self.holder))
            for child in zone.node.children:
                if isinstance(child.component, c.GlobalProperty):
                    holder.add(declared_property(child.component))

    def corner(self, board: str) -> Point | None:
        """Return the point that is the origin for positions on a board; None if the board isn't laid out.

        Without a name, return the origin for positions on any board.
        """
        if board in ("", "<any>"):
            return self.component.edge_width, self.component.edge_height
        return next(((b.left, b.top) for b in self.boards if b.title == board), None)

    def _pile_points(self) -> Iterator[tuple[Point, str]]:
        piles = [
            node.component
            for node in self.world.module.nodes
            if isinstance(node.component, c.DrawPile) and node.inside(c.Map) is self.component
        ]
        for pile in reversed(piles):
            left, top = self.corner(pile.owning_board or "") or self.corner("") or (0, 0)
            yield (pile.x + left, pile.y + top), pile.name or ""

    def _all_zones(self) -> list[LiveZone]:
        return [zone for board in self.boards for zone in board.zones]

    def board_at(self, point: Point) -> LiveBoard | None:
        """Return the board at a point."""
        return next((board for board in self.boards if board.holds(point)), None)

    def zone_at(self, point: Point) -> LiveZone | None:
        """Return the zone at a point."""
        if point in self._zones_at:
            return self._zones_at[point]
        board = self.board_at(point)
        found = None
        if board is not None and isinstance(board.grid, ZonedBoardGrid):
            found = board.grid.find(board.local(point))
        if len(self._zones_at) > 50_000:
            self._zones_at.clear()
        self._zones_at[point] = found
        return found

    def zone(self, name: str) -> LiveZone | None:
        """Return the zone with the given name, or None."""
        return next((zone for zone in self._all_zones() if zone.title == name), None)

    def region(self, name: str) -> Point | None:
        """Return the point of the region with the given name, or None."""
        for board in self.boards:
            grids = [board.grid, *(zone.grid for zone in board.zones)]
            if isinstance(board.grid, ZonedBoardGrid):
                grids.append(board.grid.background)
            for grid in grids:
                for region in grid.regions if isinstance(grid, RegionBoardGrid) else ():
                    if region.name == name:
                        return region.originx + board.left, region.originy + board.top
        return None

    def location(self, point: Point) -> str:
        """Return the location name of a point."""
        found = self._names.get(point)
        if found is None:
            found = self._piles.get(point)
        if found is None:
            board = self.board_at(point)
            grid = board.grid if board is not None else None
            name = grid.name(board.local(point)) if grid is not None and board is not None else None
            found = self._names[point] = OFF_BOARD if name is None else name
            if len(self._names) > 50_000:
                self._names.clear()
        return found

    def restricts(self, point: Point) -> bool:
        """Return whether pieces snap to the grid at a point."""
        board = self.board_at(point)
        return board is not None and board.grid is not None and board.grid.restricts(board.local(point))

    def snap(self, point: Point) -> Point:
        """Return the point to which a piece snaps if it is dropped at `point`."""
        board = self.board_at(point)
        if board is None:
            return point
        x, y = board.grid.snap(board.local(point)) if board.grid is not None else board.local(point)
        snapped = x + board.left, y + board.top
        landed = self.board_at(snapped)
        if landed is not None and landed is not board and landed.grid is not None:
            x, y = landed.grid.snap(landed.local(snapped))
            snapped = x + landed.left, y + landed.top
        if self.board_at(snapped) is None:
            x, y = board.local(snapped)
            x = board.width - 1 if x == board.width else 0 if x == -1 else x
            y = board.height - 1 if y == board.height else 0 if y == -1 else y
            snapped = x + board.left, y + board.top
        return snapped

    def range(self, one: Point, other: Point, pixels: bool = False) -> int:
        """Return the distance between two points, in cells of the grid or in pixels."""
        board = self.board_at(one)
        if pixels or board is None or board.grid is None:
            return int(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 + 0.5)
        return board.grid.range(one, other, self.snap)

    def find(self, name: str) -> Point | None:
        """Return the point of the location, region or zone with the given name, or None."""
        for board in self.boards:
            point = board.locate(name)
            if point is not None and board.holds(point):
                return point
        zone = self.zone(name)
        if zone is not None and zone.board is not None:
            x, y, width, height = zone.bounds
            return x + width // 2 + zone.board.left, y + height // 2 + zone.board.top
        return self.region(name)

    def holder_at(self, point: Point) -> PropertyContainer:
        """Return the holder of properties at a point: its zone, or the map if the point is in no zone."""
        zone = self.zone_at(point)
        found = self.zones.get(zone.title) if zone is not None else None
        return found if found is not None else self.holder

    def knows(self, name: str) -> bool:
        """Return whether the map, one of its zones or the module has a property with this name."""
        return any(holder.get(name) is not None for holder in (self.holder, *self.zones.values()))

    # Things on the map ---------------------------------------------------------------------------
    def layer_of(self, thing: PieceOrStack) -> int:
        """Return the game piece layer of a piece or stack."""
        if not self.layer_property:
            return 0
        if isinstance(thing, LiveStack) and thing.is_deck:
            return len(self.layers)
        piece = thing.pieces[-1] if isinstance(thing, LiveStack) and thing.pieces else thing
        value = piece.get(self.layer_property)
        return self.layers.index(value) if value in self.layers else len(self.layers)

    def ordered(self) -> list[PieceOrStack]:
        """Return the pieces and stacks on the map, layer by layer."""
        return self.in_layers(self.things)

    def in_layers(self, things: Sequence[PieceOrStack]) -> list[PieceOrStack]:
        """Return the given pieces and stacks, layer by layer."""
        if not self.layer_property:
            return list(things)
        self.world.evaluator.spend(4 * len(things))
        return sorted(things, key=self.layer_of)

    def pieces(self) -> list[LivePiece]:
        """Return the pieces on the map. The pieces of a stack are listed from the bottom up."""
        found: list[LivePiece] = []
        self.world.evaluator.spend(1 + (len(self.things) >> 2))
        for thing in self.ordered():
            found.extend(thing.pieces if isinstance(thing, LiveStack) else (thing,))
        return found

    def at_location(self, name: str) -> list[LivePiece]:
        """Return the pieces at a named location."""
        self.world.evaluator.spend(len(self.things))
        return [p for p in self.pieces() if self.location(p.position) == name]

    def in_zone(self, name: str) -> list[LivePiece]:
        """Return the pieces in a named zone. An empty name stands for the area outside all zones."""
        self.world.evaluator.spend(3 * len(self.things))
        return [p for p in self.pieces() if p.get("CurrentZone") == name]

    def near(self, piece: LivePiece, reach: int, pixels: bool = False) -> list[LivePiece]:
        """Return the other pieces within a range of a piece, as VASSAL's spatial index finds them."""
        point = piece.position
        board = self.board_at(point)
        unit = 1 if pixels or board is None or board.grid is None else board.grid.unit
        far = (reach + 1) * unit
        found = []
        self.world.evaluator.spend(3 * len(self.things))
        for other in self.pieces():
            x, y = other.position
            if other is piece or abs(x - point[0]) > far or abs(y - point[1]) > far:
                continue
            here = self.board_at((x, y))
            if here is None or here.grid is None:
                away = int(((x - point[0]) ** 2 + (y - point[1]) ** 2) ** 0.5 + 0.5)
            else:
                away = here.grid.range(point, (x, y), self.snap)
            if away <= reach:
                found.append(other)
        return found

    def drop(self, thing: PieceOrStack) -> None:
        """Remove a piece or stack from the map."""
        if thing in self.things:
            self.things.remove(thing)

    def add(self, thing: PieceOrStack) -> None:
        """Move a piece or stack onto the map."""
        if isinstance(thing, LivePiece) and thing.stack is not None:
            thing.stack.take(thing)
        if thing.home is not None and thing.home is not self:
            thing.home.drop(thing)
        thing.home = self
        if isinstance(thing, LiveStack):
            for piece in thing.pieces:
                piece.home = self
        if thing not in self.things:
            self.things.append(thing)

    # Putting and merging -------------------------------------------------------------------------
    def place_at(self, thing: PieceOrStack, point: Point) -> None:
        """Put a piece or stack at a point, without merging it with another piece or stack."""
        world = self.world
        new = thing.id not in world.things
        before = None if new else world.position_of(thing)
        if isinstance(thing, LivePiece) and thing.stack is not None:
            thing.stack.take(thing)
        thing.at = point
        self.add(thing)
        if new:
            world.record_entry(thing)
        else:
            world.record_move(thing, before)

    def place_or_merge(self, thing: PieceOrStack, point: Point) -> None:
        """Put a piece or stack at a point, and merge it with a piece or stack there if the two may stack."""
        if not self.merge_at(thing, point):
            self.place_at(thing, point)
            if isinstance(thing, LivePiece) and self.stacking and not thing.never_stacks:
                self.place_at(self.world.new_stack(thing), point)

    def merge_at(self, thing: PieceOrStack, point: Point) -> bool:
        """Merge a piece or stack with the first one at a point with which it may stack.

        Return whether there was one.
        """
        if self.decks and any(deck.at == point for deck in self.decks) and not self._loaded(thing):
            return self._merge_beside_decks(thing, point)
        if not self.stacking or (isinstance(thing, LivePiece) and thing.never_stacks):
            return False
        for other in self.ordered():
            if other.at == point and other is not thing and self.may_merge(other, thing):
                self.merge(other, thing)
                return True
        return False

    def _merge_beside_decks(self, thing: PieceOrStack, point: Point) -> bool:
        """Merge a piece or stack with the first deck or stackable piece at a point.

        Return whether there was one.
        """
        stacks = self.stacking and not (isinstance(thing, LivePiece) and thing.never_stacks)
        for other in self.ordered():
            if other.at != point or other is thing:
                continue
            deck = isinstance(other, LiveStack) and other.is_deck
            if deck or (stacks and self.may_merge(other, thing)):
                self.merge(other, thing)
                return True
        return False

    @staticmethod
    def _loaded(thing: PieceOrStack) -> bool:
        """Return whether a piece or stack is a mat with cargo, which no deck accepts."""
        return isinstance(thing, LivePiece) and thing.get("MatNumCargo") not in (None, "0")

    def mat_at(self, point: Point) -> LivePiece | None:
        """Return the topmost mat whose picture covers a point."""
        for thing in reversed(self.ordered()):
            if isinstance(thing, LivePiece) and thing.get("MatName") and picture_covers(thing, point):
                return thing
        return None

    def may_merge(self, one: PieceOrStack, other: PieceOrStack) -> bool:
        """Return whether a piece or stack may merge with another. Decks are handled separately."""
        if isinstance(one, LiveStack) and one.is_deck:
            return False
        first, second = _top(one), _top(other)
        if first is None or second is None or first.never_stacks or second.never_stacks:
            return False
        return self.layer_of(first) == self.layer_of(second)

    def merge(self, fixed: PieceOrStack, moving: PieceOrStack) -> None:
        """Put a piece or stack onto another, above it in the same stack (StackMetrics.merge)."""
        world = self.world
        under = _top(fixed)
        if under is None and not (isinstance(fixed, LiveStack) and fixed.is_deck):
            self.place_at(moving, fixed.at)
            return
        if under is not None and (moving is under or moving is under.stack):
            return
        stack = under.stack if under is not None else fixed
        if stack is None:
            assert under is not None
            stack = world.new_stack(under)
            home = under.home
            assert home is not None
            home.drop(under)
            home.place_at(stack, under.at)
        assert isinstance(stack, LiveStack)
        index = stack.pieces.index(under) + 1 if under is not None else len(stack.pieces)
        for piece in list(moving.pieces) if isinstance(moving, LiveStack) else [moving]:
            new = piece.id not in world.things
            before = None if new else world.position_of(piece)
            if piece.stack is stack and stack.pieces.index(piece) < index:
                index -= 1
            stack.insert(piece, index)
            index += 1
            if new:
                world.record_entry(piece)
            else:
                world.record_move(piece, before)

    # Methods that scripts may call ---------------------------------------------------------------
    def get(self, name: str) -> Any:
        """Return a property as seen by the map."""
        return self.title if name == "CurrentMap" else self.holder.get(name)

    def j_getMapName(self) -> str:
        return self.title

    def j_getConfigureName(self) -> str:
        return self.title

    def j_getProperty(self, name: str) -> Any:
        return self.get(name)

    def j_locationName(self, point: JPoint) -> str:
        return self.location((point.f_x, point.f_y))

    def j_snapTo(self, point: JPoint) -> JPoint:
        return JPoint(*self.snap((point.f_x, point.f_y)))

    def j_getPieces(self) -> JArray:
        return JArray("GamePiece", list(self.ordered()))

    j_getAllPieces = j_getPieces

    def j_placeOrMerge(self, thing: Any, point: JPoint) -> Any:
        return script_commands.execute_as_command(
            self.world, lambda: self.place_or_merge(thing, (point.f_x, point.f_y))
        )

    def j_addDrawComponent(self, drawn: Any) -> None:
        self.drawn.append(drawn)

    def j_removeDrawComponent(self, drawn: Any) -> None:
        self.drawn[:] = [other for other in self.drawn if other is not drawn]

    def j_getView(self) -> None:
        """Return null, because the emulator shows no windows."""

    def j_centerAt(self, point: JPoint) -> None:
        """Remember the point that is to be in the middle of the window."""
        self.centre = point

    def j_repaint(self) -> None:
        """Ignore the call, because the emulator draws nothing."""

    def j_findZone(self, name: Any) -> Any:
        zone = self.zone(name) if isinstance(name, str) else self.zone_at((name.f_x, name.f_y))
        return None if zone is None else _ZoneObject(zone, self)

    def __str__(self) -> str:
        return self.title


class _ZoneObject:
    """A zone as scripts see it."""

    java_names = ("Zone",)

    def __init__(self, zone: LiveZone, owner: LiveMap) -> None:
        self.zone = zone
        self.owner = owner

    def j_getName(self) -> str:
        return self.zone.title

    def j_getProperty(self, name: str) -> Any:
        return self.owner.zones[self.zone.title].get(name)


def _top(thing: PieceOrStack) -> LivePiece | None:
    if isinstance(thing, LiveStack):
        return thing.pieces[-1] if thing.pieces else None
    return thing


def declared_property(component: c.GlobalProperty) -> GlobalPropertyValue:
    """Return the global property that a component declares."""
    return GlobalPropertyValue(
        component.name or "",
        component.initial_value or "",
        bool(component.is_numeric),
        component.min or "",
        component.max or "",
        bool(component.wrap),
    )
