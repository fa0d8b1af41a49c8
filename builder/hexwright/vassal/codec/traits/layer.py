"""The Layer trait."""

from __future__ import annotations

from typing import Any

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import StringsKind
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("emb2;", "Layer", "VASSAL.counters.Embellishment")
class Layer(Trait):
    activate_menu: str = trait_fields.menu("Activate command")
    activate_modifiers: int = trait_fields.integer("Activate modifiers (before 3.2)", 128)
    activate_letters: str = trait_fields.text("Activate key (before 3.2)", "A", kind="letters")
    increase_menu: str = trait_fields.menu("Increase command")
    increase_modifiers: int = trait_fields.integer("Increase modifiers (before 3.2)", 128)
    increase_letters: str = trait_fields.text("Increase key (before 3.2)", kind="letters")
    decrease_menu: str = trait_fields.menu("Decrease command")
    decrease_modifiers: int = trait_fields.integer("Decrease modifiers (before 3.2)", 128)
    decrease_letters: str = trait_fields.text("Decrease key (before 3.2)", kind="letters")
    reset_menu: str = trait_fields.menu("Reset command")
    reset_key: KeyCommand | None = trait_fields.key("Reset to level")
    reset_level: str = trait_fields.formatted("Reset to level number", "1")
    underneath: bool = trait_fields.boolean("Underneath when highlighted")
    x_offset: int = trait_fields.integer("Offset")
    y_offset: int = trait_fields.integer("Offset (y)")
    images: tuple[str, ...] = trait_fields.declare(StringsKind(name="images"), "Images", ())
    names: tuple[str, ...] = trait_fields.strings("Level name")
    loop: bool = trait_fields.boolean("Loop through levels", True)
    name: str = trait_fields.text("Name")
    random_key: KeyCommand | None = trait_fields.key("Randomize")
    random_menu: str = trait_fields.menu("Random command")
    follow: bool = trait_fields.boolean("Levels follow expression value")
    expression: str = trait_fields.expression("Follow expression")
    first_level: int = trait_fields.integer("Level 1 =", 1)
    version: int = trait_fields.integer("Version of the layout")
    always_active: bool = trait_fields.boolean("Always active?", True)
    activate_key: KeyCommand | None = trait_fields.key("Activate layer")
    increase_key: KeyCommand | None = trait_fields.key("Increase level")
    decrease_key: KeyCommand | None = trait_fields.key("Decrease level")
    description: str = trait_fields.text("Description", "", "3.5")
    scale: float = trait_fields.real("Additional scaling factor for draw", 1.0, "3.6")
    only_property: str = trait_fields.text("Only show layer if property", "", "3.7", "property")
    only_state: str = trait_fields.choice("Has state", ("true", "false"), "true", "3.7")
    level: int = trait_fields.integer("Level (negative while inactive)", -1, state=True)
    activation: str = trait_fields.text(
        "Activation keys (old layout)", kind="letters", state=True, optional=True
    )

    @classmethod
    def of(cls, name: str, images: tuple[str, ...], names: tuple[str, ...] = (), **more: Any) -> Layer:
        """Return an active layer at level 1, in VASSAL's current format.

        ``more`` contains further field values.
        """
        padded = names + ("",) * (len(images) - len(names))
        given: dict[str, Any] = {"activate_letters": "", "version": 1, "level": 1, **more}
        return cls(name=name, images=images, names=padded, **given)
