"""The Can Rotate trait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import FieldKind
from hexwright.vassal.codec.field_values import KeyCommand, java_double, java_int
from hexwright.vassal.codec.trait_fields import Trait, trait


def turns_freely(row: Mapping[str, Any]) -> bool:
    """Return whether a Can Rotate trait allows any angle, given its fields."""
    return bool(row["facings"] == 1)


def turns_by_steps(row: Mapping[str, Any]) -> bool:
    """Return whether a Can Rotate trait has a fixed number of facings, given its fields."""
    return bool(row["facings"] != 1)


class FacingKind(FieldKind[float]):
    """The number of a facing, or an angle in degrees. An angle is written with a decimal point."""

    name = "number"

    def parse(self, text: str) -> float:
        return float(text) if "." in text else java_int(text)

    def format(self, value: float) -> str:
        return java_double(value) if isinstance(value, float) else str(value)


@trait("rotate;", "Can Rotate", "VASSAL.counters.FreeRotator", state_delimiter=None)
class CanRotate(Trait):
    """The Can Rotate trait. A piece with one facing can rotate by any angle.

    In that case ``free_key`` and ``free_menu`` replace the four fields for rotation between facings, and
    ``facing`` is an angle in degrees.
    """

    facings: int = trait_fields.integer("Number of allowed facings", 6)
    free_key: KeyCommand | None = trait_fields.key("Rotate (free)", when=turns_freely)
    free_menu: str = trait_fields.menu("Set Angle command", when=turns_freely)
    clockwise_key: KeyCommand | None = trait_fields.key("Rotate clockwise", when=turns_by_steps)
    counter_key: KeyCommand | None = trait_fields.key("Rotate counter clockwise", when=turns_by_steps)
    clockwise_menu: str = trait_fields.menu("Rotate CW command", when=turns_by_steps)
    counter_menu: str = trait_fields.menu("Rotate CCW command", when=turns_by_steps)
    random_key: KeyCommand | None = trait_fields.key("Rotate randomly")
    random_menu: str = trait_fields.menu("Rotate Random command")
    name: str = trait_fields.text("Rotator name")
    description: str = trait_fields.text("Description", "", "3.5")
    direct_key: KeyCommand | None = trait_fields.key("Rotate directly", None, "3.6")
    direct_menu: str = trait_fields.menu("Rotate Direct command", "", "3.6")
    direct_to: str = trait_fields.formatted("Rotate direct to", "", "3.6")
    direct_is_facing: bool = trait_fields.boolean("To facing", True, "3.6")
    facing: float = trait_fields.declare(FacingKind(), "Facing", 0, state=True)
