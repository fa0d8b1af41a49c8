"""Traits that move, make and remove pieces."""

from __future__ import annotations

from builder.vassal.codec.piece import AddPiece
from builder.vassal.codec.sequence import CodecError
from builder.vassal.codec.values import java_int
from validators.engine.acting import Acting, Label, keys_of
from validators.engine.carrying import cargo_of, mat_of, parted
from validators.engine.cells import Point
from validators.engine.changing import Dynamic, set_parameter
from validators.engine.expressions import RecursionLimitError
from validators.engine.maps import LiveMap, Thing
from validators.engine.pieces import LivePiece
from validators.engine.script.values import to_int
from validators.reading.keys import Identity, identity


class Send(Acting):
    """Be a Send To Location (VASSAL.counters.SendToLocation)."""

    state = ("from_",)

    def prepare(self) -> None:
        self.there = keys_of(self.trait.key)
        self.back = keys_of(self.trait.back_key)
        self.keys = self.there | self.back
        self.from_: tuple[str, str, str] = (self.trait.back_map, self.trait.back_x, self.trait.back_y)

    def act(self, key: Identity) -> None:
        piece = self.piece
        if key in self.there:
            over, point = self._destination()
            if over is None or point is None or (over is piece.map and point == piece.position):
                return
            here = piece.map
            x, y = piece.position
            carrier = mat_of(piece) if self.world.mats else None
            offsets = carrier.offsets() if carrier is not None else []
            self._remember((here.title if here is not None else "", str(x), str(y)))
            if piece.get("IgnoreGrid") is not True:
                point = over.snap(point)
        else:
            name, left, top = self.from_
            over = self.world.maps.get(name)
            if over is None:
                return
            try:
                point = (java_int(left), java_int(top))
            except ValueError:
                return
            carrier = mat_of(piece) if self.world.mats else None
            offsets = carrier.offsets() if carrier is not None else []
            self._remember(("", "", ""))
        self.world.leave(piece)
        over.place_or_merge(piece, point)
        if self.world.mats:
            cargo = cargo_of(piece)
            if cargo is not None:
                cargo.find(piece.map, piece.position)
        self.world.after_move(piece)
        self.world.check_emptied()
        if carrier is not None:
            carrier.sent(over, offsets, point)

    def _remember(self, place: tuple[str, str, str]) -> None:
        old = self.from_
        self.from_ = place

        def undo() -> None:
            self.from_ = old

        if old != place:
            self.changed(undo)

    def _destination(self) -> tuple[LiveMap | None, Point | None]:
        trait, world, piece = self.trait, self.world, self.piece
        if trait.destination in ("A", "C", "N"):
            return self._counter()
        over = world.maps.get(self.format(trait.map)) or piece.map
        if over is None:
            return None, None
        point = self._point(over)
        if point is None:
            return over, None
        number = world.evaluator.number
        x = point[0] + number(trait.x_index, piece) * number(trait.x_offset, piece)
        y = point[1] + number(trait.y_index, piece) * number(trait.y_offset, piece)
        return over, (to_int(x), to_int(y))

    def _point(self, over: LiveMap) -> Point | None:
        trait, world, piece = self.trait, self.world, self.piece
        if trait.destination in ("G", "L"):
            title = self.format(trait.board)
            board = next((b for b in over.boards if b.title == title), None)
            if trait.destination == "L":
                x = world.evaluator.number(trait.x, piece)
                y = world.evaluator.number(trait.y, piece)
                return (x + board.left, y + board.top) if board is not None else (x, y)
            if board is None:
                return None
            found = board.locate(self.format(trait.grid_location))
            if found is None:
                world.problem(f"Grid location not found: {trait.grid_location}")
            return found
        if trait.destination == "Z":
            zone = over.zone(self.format(trait.zone))
            if zone is None or zone.board is None:
                world.problem(f"Zone not found: {trait.zone}")
                return None
            left, top, width, height = zone.bounds
            return left + width // 2 + zone.board.left, top + height // 2 + zone.board.top
        region = over.region(self.format(trait.region))
        if region is None:
            world.problem(f"Region not found: {trait.region}")
        return region

    def _counter(self) -> tuple[LiveMap | None, Point | None]:
        trait, world, piece = self.trait, self.world, self.piece
        accept = world.evaluator.filter(world.evaluator.dollars(trait.match, piece), piece)
        world.evaluator.spend(4 * len(world.things))
        targets = [p for p in world.all_pieces() if accept(p)]
        if not targets:
            return None, None
        chosen: LivePiece | None = targets[0]
        if trait.destination != "A":
            here, at = piece.map, piece.position
            start, best = 0, float("inf")
            for number, other in enumerate(targets):
                x, y = other.position
                far = (x - at[0]) ** 2 + (y - at[1]) ** 2
                if other.map is here and far < best:
                    start, best = number, far
            chosen = targets[start]
            if trait.destination == "C":
                turn = [targets[(start + n + 1) % len(targets)] for n in range(len(targets))]
                chosen = next((p for p in turn if p.map is not here or p.position != at), None)
        if chosen is None or chosen.map is None:
            return None, None
        return chosen.map, chosen.position


class Place(Acting):
    """Be a Place Marker (VASSAL.counters.PlaceMarker)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def act(self, key: Identity) -> None:
        self.place()

    def place(self) -> LivePiece | None:
        """Make the marker and put it down; return it."""
        world, piece, trait = self.world, self.piece, self.trait
        here = piece.map
        marker = self._made()
        if marker is not None:
            self.match(marker)
        if here is None or marker is None:
            return None
        across, along = (self._offset(given) for given in (trait.x_offset, trait.y_offset))
        x, y = piece.position
        point = (x + across, y - along)
        if marker.get("IgnoreGrid") is not True:
            point = here.snap(point)
        together = trait.version == 0 or (across == 0 and along == 0)
        if together and here.stacking and here.may_merge(piece, marker):
            self._beside(here, marker)
        else:
            here.place_or_merge(marker, point)
            if trait.placement in (1, 3) and marker.stack is not None and len(marker.stack.pieces) > 1:
                marker.stack.insert(marker, 0)
        cargo = cargo_of(marker) if world.mats else None
        if cargo is not None:
            cargo.find(marker.map, marker.position)
            if cargo.mat is not None:
                world.put_old_mat(marker)
        for parameter in trait.parameters:
            set_parameter(world, marker, parameter.property, parameter.value, piece)
        after = identity(trait.after_key) if trait.after_key is not None else None
        if after is not None:
            try:
                with world.evaluator.limiter:
                    marker.remember()
                    marker.key(after)
            except RecursionLimitError:
                world.problem("Infinite loop in placing a marker")
        return marker

    def match(self, marker: LivePiece) -> None:
        """Give the marker the state of what it replaces; a marker beside has none to take."""

    def _offset(self, given: str) -> int:
        value = self.world.evaluator.try_once(self.world.evaluator.try_once(given, self.piece), self.piece)
        try:
            return java_int(value)
        except ValueError:
            return 0

    def _beside(self, here: LiveMap, marker: LivePiece) -> None:
        piece, placement = self.piece, self.trait.placement
        stack = piece.stack
        index = -1
        target: Thing = piece
        if stack is None:
            index = 0 if placement in (1, 3) else -1
        elif placement == 0:
            target = stack
        elif placement == 1:
            index = 0
        elif placement == 3:
            index = stack.pieces.index(piece)
        here.merge(target, marker)
        if index >= 0 and marker.stack is not None:
            marker.stack.insert(marker, index)

    def _made(self) -> LivePiece | None:
        text = self.trait.marker
        if not text.startswith("+/"):
            slot = self.world.slot(text)
            if slot is None:
                self.world.cannot("a marker that a path names and that is not found")
                return None
            return self.world.new_piece(slot)
        self.world.evaluator.spend(len(text) >> 2)
        try:
            return self.world.new_piece(AddPiece.decode(text).piece)
        except (CodecError, RecursionError):
            self.world.problem(f"the marker can't be read: {text[:60]}")
            return None


class Replace(Place):
    """Be a Replace With Other (VASSAL.counters.Replace)."""

    def act(self, key: Identity) -> None:
        if self.place() is not None:
            parted(self.piece)
            self.world.remove(self.piece)

    def match(self, marker: LivePiece) -> None:
        if not self.trait.match_rotation:
            return
        mine = self.piece.acting
        if self.trait.above:
            mine = mine[mine.index(self) :]
        for trait in marker.acting:
            found = next((other for other in mine if self._alike(trait, other)), None)
            if found is not None:
                _copy_state(found, trait)

    def _alike(self, trait: Acting, other: Acting) -> bool:
        if type(trait) is not type(other) or isinstance(trait, Label):
            return False
        if isinstance(trait, Dynamic) and self.trait.copy_properties:
            return bool(trait.trait.name == other.trait.name)
        return bool(trait.trait.encode_type() == other.trait.encode_type())


def _copy_state(source: Acting, target: Acting) -> None:
    for name in () if source.bound else source.state:
        setattr(target, name, getattr(source, name))


class Clone(Acting):
    """Be a Clone (VASSAL.counters.Clone)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def act(self, key: Identity) -> None:
        world, piece = self.world, self.piece
        copy = world.new_piece(piece.design)
        copy.persistent = dict(piece.persistent)
        for mine, other in zip(piece.acting, copy.acting, strict=True):
            _copy_state(mine, other)
        world.enter(copy)
        here = piece.map
        if here is not None:
            here.place_or_merge(copy, piece.position)


class Delete(Acting):
    """Be a Delete (VASSAL.counters.Delete)."""

    def prepare(self) -> None:
        self.keys = keys_of(self.trait.key)

    def act(self, key: Identity) -> None:
        parted(self.piece)
        self.world.put_old(self.piece)
        self.world.remove(self.piece)
