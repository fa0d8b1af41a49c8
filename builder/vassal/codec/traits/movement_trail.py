"""The trait Movement Trail."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Counted, Kind
from builder.vassal.codec.values import BLACK, WHITE, Colour, Key, Point


class PointKind(Kind[Point]):
    """Hold a point."""

    name = "point"

    def parse(self, text: str) -> Point:
        return Point.decode(text)

    def format(self, value: Point) -> str:
        return value.encode()


@record
class MovementTrail(Trait):
    """Movement Trail (VASSAL.counters.Footprint)."""

    ID: ClassVar[str] = "footprint;"
    TITLE: ClassVar[str] = "Movement Trail"
    JAVA: ClassVar[str] = "VASSAL.counters.Footprint"

    key: Key | None = fields.key("Key command", Key.ctrl("T"))
    menu: str = fields.menu("Menu command", "Movement Trail")
    starts_visible: bool = fields.boolean("Trails start visible")
    synchronized: bool = fields.boolean("Trails visibility synchronized for all players")
    radius: int = fields.integer("Circle radius", 10)
    fill: Colour | None = fields.colour("Circle fill color", WHITE)
    line: Colour | None = fields.colour("Line color", BLACK)
    selected_opacity: int = fields.integer("Selected unit trail transparency (0-100)", 100)
    unselected_opacity: int = fields.integer("Unselected unit trail transparency (0-100)", 50)
    point_buffer: int = fields.integer("Display trail points off-map (pixels)", 20)
    display_buffer: int = fields.integer("Display trails off-map (pixels)", 30)
    thickness: float = fields.real("Line thickness", 1.0)
    on_key: Key | None = fields.key("TURN ON key command", None, "3.4")
    off_key: Key | None = fields.key("TURN OFF key command", None, "3.4")
    clear_key: Key | None = fields.key("CLEAR TRAIL key command", None, "3.4")
    description: str = fields.text("Description", "", "3.5")
    ignore_same_location: bool = fields.boolean(
        "Ignore moves which don't change either Location Name or Mat", since="3.8", optional=True
    )
    visible: bool = fields.boolean("Visible to all", state=True)
    start_map: str = fields.text("Map", state=True)
    points: tuple[Point, ...] = fields.declare(Counted(PointKind()), "Points", (), state=True)
    initialized: bool = fields.boolean("Has moved", state=True)
    known_points: int = fields.integer("Points before the last move", since="3.8", state=True, optional=True)
