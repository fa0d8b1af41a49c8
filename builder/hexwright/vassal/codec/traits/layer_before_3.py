"""The Layer trait (before VASSAL 3)."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import RemainingKind
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("emb;", "Layer (before VASSAL 3)", "VASSAL.counters.Embellishment")
class LayerBefore3(Trait):
    """A Layer in the format used before VASSAL 3. VASSAL writes it back in the current format.

    ``activate`` contains the key, then a semicolon and the reset command, key and level. Each of ``levels``
    is an image; a comma and a name may follow.
    """

    activate: str = trait_fields.text("Activate key and reset", kind="letters")
    activate_menu: str = trait_fields.menu("Activate command")
    increase_letters: str = trait_fields.text("Increase key", kind="letters")
    increase_menu: str = trait_fields.menu("Increase command")
    decrease_letters: str = trait_fields.text("Decrease key", kind="letters")
    decrease_menu: str = trait_fields.menu("Decrease command")
    x_offset: int = trait_fields.integer("Offset")
    y_offset: int = trait_fields.integer("Offset (y)")
    levels: tuple[str, ...] = trait_fields.declare(RemainingKind(), "Levels", ())
    level: int = trait_fields.integer("Level (negative while inactive)", -1, state=True)
    activation: str = trait_fields.text("Activation keys", kind="letters", state=True, optional=True)
