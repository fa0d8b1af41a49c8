"""The trait Layer."""

from __future__ import annotations

from typing import Any, ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record
from builder.vassal.codec.kinds import Strings
from builder.vassal.codec.values import Key


@record
class Layer(Trait):
    """Layer (VASSAL.counters.Embellishment)."""

    ID: ClassVar[str] = "emb2;"
    TITLE: ClassVar[str] = "Layer"
    JAVA: ClassVar[str] = "VASSAL.counters.Embellishment"

    activate_menu: str = fields.menu("Activate command")
    activate_modifiers: int = fields.integer("Activate modifiers (before 3.2)", 128)
    activate_letters: str = fields.text("Activate key (before 3.2)", "A", kind="letters")
    increase_menu: str = fields.menu("Increase command")
    increase_modifiers: int = fields.integer("Increase modifiers (before 3.2)", 128)
    increase_letters: str = fields.text("Increase key (before 3.2)", kind="letters")
    decrease_menu: str = fields.menu("Decrease command")
    decrease_modifiers: int = fields.integer("Decrease modifiers (before 3.2)", 128)
    decrease_letters: str = fields.text("Decrease key (before 3.2)", kind="letters")
    reset_menu: str = fields.menu("Reset command")
    reset_key: Key | None = fields.key("Reset to level")
    reset_level: str = fields.formatted("Reset to level number", "1")
    underneath: bool = fields.boolean("Underneath when highlighted")
    x_offset: int = fields.integer("Offset")
    y_offset: int = fields.integer("Offset (y)")
    images: tuple[str, ...] = fields.declare(Strings(name="images"), "Images", ())
    names: tuple[str, ...] = fields.strings("Level name")
    loop: bool = fields.boolean("Loop through levels", True)
    name: str = fields.text("Name")
    random_key: Key | None = fields.key("Randomize")
    random_menu: str = fields.menu("Random command")
    follow: bool = fields.boolean("Levels follow expression value")
    expression: str = fields.expression("Follow expression")
    first_level: int = fields.integer("Level 1 =", 1)
    version: int = fields.integer("Version of the layout")
    always_active: bool = fields.boolean("Always active?", True)
    activate_key: Key | None = fields.key("Activate layer")
    increase_key: Key | None = fields.key("Increase level")
    decrease_key: Key | None = fields.key("Decrease level")
    description: str = fields.text("Description", "", "3.5")
    scale: float = fields.real("Additional scaling factor for draw", 1.0, "3.6")
    only_property: str = fields.text("Only show layer if property", "", "3.7", "property")
    only_state: str = fields.choice("Has state", ("true", "false"), "true", "3.7")
    level: int = fields.integer("Level (negative while inactive)", -1, state=True)
    activation: str = fields.text("Activation keys (old layout)", kind="letters", state=True, optional=True)

    @classmethod
    def of(cls, name: str, images: tuple[str, ...], names: tuple[str, ...] = (), **more: Any) -> Layer:
        """Return a layer in the present layout, at level 1, active; ``more`` are further fields."""
        padded = names + ("",) * (len(images) - len(names))
        given: dict[str, Any] = {"activate_letters": "", "version": 1, "level": 1, **more}
        return cls(name=name, images=images, names=padded, **given)
