"""The Movement Trail trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import CountedKind, FieldKind
from hexwright.vassal.codec.field_values import BLACK, WHITE, Colour, KeyCommand, PixelPoint
from hexwright.vassal.codec.trait_fields import Trait, trait


class PointKind(FieldKind[PixelPoint]):
    """A field that contains a position in pixels."""

    name = "point"

    def parse(self, text: str) -> PixelPoint:
        return PixelPoint.decode(text)

    def format(self, value: PixelPoint) -> str:
        return value.encode()


@trait("footprint;", "Movement Trail", "VASSAL.counters.Footprint")
class MovementTrail(Trait):
    key: KeyCommand | None = trait_fields.key("Key command", KeyCommand.ctrl("T"))
    menu: str = trait_fields.menu("Menu command", "Movement Trail")
    starts_visible: bool = trait_fields.boolean("Trails start visible")
    synchronized: bool = trait_fields.boolean("Trails visibility synchronized for all players")
    radius: int = trait_fields.integer("Circle radius", 10)
    fill: Colour | None = trait_fields.colour("Circle fill color", WHITE)
    line: Colour | None = trait_fields.colour("Line color", BLACK)
    selected_opacity: int = trait_fields.integer("Selected unit trail transparency (0-100)", 100)
    unselected_opacity: int = trait_fields.integer("Unselected unit trail transparency (0-100)", 50)
    point_buffer: int = trait_fields.integer("Display trail points off-map (pixels)", 20)
    display_buffer: int = trait_fields.integer("Display trails off-map (pixels)", 30)
    thickness: float = trait_fields.real("Line thickness", 1.0)
    on_key: KeyCommand | None = trait_fields.key("TURN ON key command", None, "3.4")
    off_key: KeyCommand | None = trait_fields.key("TURN OFF key command", None, "3.4")
    clear_key: KeyCommand | None = trait_fields.key("CLEAR TRAIL key command", None, "3.4")
    description: str = trait_fields.text("Description", "", "3.5")
    ignore_same_location: bool = trait_fields.boolean(
        "Ignore moves which don't change either Location Name or Mat", since="3.8", optional=True
    )
    visible: bool = trait_fields.boolean("Visible to all", state=True)
    start_map: str = trait_fields.text("Map", state=True)
    points: tuple[PixelPoint, ...] = trait_fields.declare(CountedKind(PointKind()), "Points", (), state=True)
    initialized: bool = trait_fields.boolean("Has moved", state=True)
    known_points: int = trait_fields.integer(
        "Points before the last move", since="3.8", state=True, optional=True
    )
