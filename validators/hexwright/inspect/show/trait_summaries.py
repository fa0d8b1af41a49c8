"""Describe a trait in one line."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.inspect.analysis.key_bindings import key_as_words
from hexwright.inspect.show.value_wording import command_words, count_words, quoted_text, value_as_words
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait

#: Fields that name a trait; the first that is not empty counts.
_NAMES = ("name", "property", "description", "menu")


@dataclass(frozen=True, slots=True)
class TraitSummary:
    """The summary of a trait: its title, a phrase about its effect, and the fields that these two mention.

    The phrase may be an empty string.
    """

    title: str
    text: str
    covered_fields: frozenset[str]

    def __str__(self) -> str:
        return f"{self.title}: {self.text}" if self.text else self.title


def trait_title(trait: Trait) -> str:
    """Return a trait's title: its type in the Editor, and its own name."""
    if isinstance(trait, t.UnknownTrait):
        return f"Unknown trait '{trait.type_text.partition(';')[0]}'"
    name = trait_name(trait)
    return f"{trait.TITLE} '{name}'" if name else trait.TITLE


def trait_name(trait: Trait) -> str:
    """Return the name that distinguishes a trait from others of its kind, or an empty string."""
    name = _name_field(trait)
    return str(getattr(trait, name)) if name else ""


def trait_summary(trait: Trait) -> TraitSummary:
    """Return the one-line summary of a trait; `covered_fields` lists the fields that it mentions."""
    text, told = _phrase(trait)
    name = _name_field(trait)
    return TraitSummary(trait_title(trait), text, frozenset((*told, name)) if name else frozenset(told))


def _name_field(trait: Trait) -> str:
    for name in _NAMES:
        value = getattr(trait, name, "")
        if isinstance(value, str) and value:
            return name
    return ""


def _pairs(trait: t.Marker) -> str:
    values = (*trait.values, *[""] * 100)
    return ", ".join(
        f"{name} = {quoted_text(value)}" for name, value in zip(trait.names[:100], values, strict=False)
    )


def _phrase(trait: Trait) -> tuple[str, tuple[str, ...]]:
    match trait:
        case t.BasicPiece():
            return (f"image {trait.image}", ("image",)) if trait.image else ("", ())
        case t.Layer():
            return _layer(trait), _LAYER
        case t.Marker():
            return _pairs(trait), ("properties",)
        case t.DynamicProperty():
            how = "; ".join(command_words(command) for command in trait.commands)
            start = f"starts as {quoted_text(trait.value)}"
            return f"{start}; {how}" if how else start, ("value", "commands")
        case t.CalculatedProperty():
            return f"= {quoted_text(trait.expression)}", ("expression",)
        case t.TriggerAction():
            return _trigger(trait), ("key", "menu", "match", "watch", "actions")
        case t.ReportAction():
            return f"on {_keys(trait.keys)} reports {quoted_text(trait.report)}", ("keys", "report")
        case t.RestrictCommands():
            does = "hides" if trait.action == "Hide" else "disables"
            when = f" when {trait.match}" if trait.match else ""
            return f"{does} {_keys(trait.keys)}{when}", ("action", "keys", "match")
        case t.SendToLocation():
            return _send(trait), (
                "key",
                "destination",
                "map",
                "board",
                "x",
                "y",
                "zone",
                "region",
                "grid_location",
            )
        case t.Clone() | t.Delete():
            return _by(trait.key), ("key",)
        case _:
            return "", ()


_LAYER = (
    "increase_key",
    "increase_menu",
    "decrease_key",
    "decrease_menu",
    "activate_key",
    "activate_menu",
    "always_active",
    "follow",
    "expression",
    "loop",
    "reset_key",
    "reset_menu",
    "reset_level",
    *(
        f"{which}_{what}"
        for which in ("activate", "increase", "decrease")
        for what in ("modifiers", "letters")
    ),
)


def _layer(layer: t.Layer) -> str:
    said = [count_words(max(len(layer.images), len(layer.names)), "level")]
    for word, key, menu, letters in (
        ("next", layer.increase_key, layer.increase_menu, layer.increase_letters),
        ("previous", layer.decrease_key, layer.decrease_menu, layer.decrease_letters),
    ):
        key = _old(layer, letters) or key
        if key is not None or menu:
            said.append(f"{word} {_by(key, menu)}")
    if layer.follow:
        said.append(f"level follows {quoted_text(layer.expression)}")
    elif len(layer.images) > 1:
        said.append("wraps around" if layer.loop else "stops at the last level")
    if layer.reset_key is not None or layer.reset_menu:
        said.append(f"to level {layer.reset_level} {_by(layer.reset_key, layer.reset_menu)}")
    switch = _old(layer, layer.activate_letters) or layer.activate_key
    if (layer.version and not layer.always_active) or (not layer.version and switch):
        said.append(f"switched on and off {_by(switch, layer.activate_menu)}")
    return ", ".join(said)


def _old(layer: t.Layer, letters: str) -> KeyCommand | None:
    """Return the key of a layer in the format used before VASSAL 3.2: Ctrl with the first letter."""
    return KeyCommand.ctrl(letters[0]) if letters and not layer.version else None


def _trigger(trigger: t.TriggerAction) -> str:
    keys = ((trigger.key,) if trigger.key else ()) + trigger.watch
    said = f"on {_keys(keys)}" + (f" (menu '{trigger.menu}')" if trigger.menu else "")
    if trigger.match:
        said += f" if {trigger.match}"
    return f"{said} performs {_keys(trigger.actions)}"


def _send(send: t.SendToLocation) -> str:
    where = {
        "L": f"{send.x}, {send.y}",
        "G": f"grid location {send.grid_location}",
        "Z": f"zone {send.zone}",
        "R": f"region {send.region}",
    }.get(send.destination, value_as_words(send.destination, "SendToLocation", "destination"))
    on = f" on {send.map}" if send.map else ""
    return f"{_by(send.key)} to {where}{on}"


def _by(key: KeyCommand | None, menu: str = "") -> str:
    if key is None:
        return f"by menu '{menu}'" if menu else "without a key"
    return f"by {key_as_words(key)}" + (f" (menu '{menu}')" if menu else "")


def _keys(keys: tuple[KeyCommand, ...]) -> str:
    return ", ".join(key_as_words(key) for key in keys) if keys else "no key"
