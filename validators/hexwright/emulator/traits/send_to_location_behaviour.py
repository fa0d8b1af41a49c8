"""The Send To Location trait in play."""

from __future__ import annotations

from hexwright.emulator.beanshell.java_values import to_int
from hexwright.emulator.board_grids import Point
from hexwright.emulator.live_maps import LiveMap
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.mat_cargo_lookup import cargo_behaviour, mat_behaviour
from hexwright.emulator.trait_behaviour import TraitBehaviour, keys_of, registers_behaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import java_int


@registers_behaviour(t.SendToLocation)
class SendToLocationBehaviour(TraitBehaviour):
    """A Send To Location trait (VASSAL.counters.SendToLocation)."""

    state = ("from_",)

    def prepare(self) -> None:
        self.there = keys_of(self.trait.key)
        self.back = keys_of(self.trait.back_key)
        self.keys = self.there | self.back
        self.from_: tuple[str, str, str] = (self.trait.back_map, self.trait.back_x, self.trait.back_y)

    def perform(self, key: Identity) -> None:
        piece = self.piece
        if key in self.there:
            over, point = self._destination()
            if over is None or point is None or (over is piece.map and point == piece.position):
                return
            here = piece.map
            x, y = piece.position
            carrier = mat_behaviour(piece) if self.world.mats else None
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
            carrier = mat_behaviour(piece) if self.world.mats else None
            offsets = carrier.offsets() if carrier is not None else []
            self._remember(("", "", ""))
        self.world.prepare_move(piece)
        over.place_or_merge(piece, point)
        if self.world.mats:
            cargo = cargo_behaviour(piece)
            if cargo is not None:
                cargo.find(piece.map, piece.position)
        self.world.after_move(piece)
        self.world.check_emptied()
        if carrier is not None:
            carrier.send_cargo(over, offsets, point)

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
