"""Values in words: keys, colours, yes and no, and the Editor's words for stored letters."""

from __future__ import annotations

from hexwright.inspect.analysis.key_bindings import key_as_words
from hexwright.vassal.codec.field_values import Colour, KeyCommand, PixelPoint
from hexwright.vassal.codec.shared_records import PieceAccess, PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Record

EMPTY = "(empty)"

_COLOURS = {
    (0, 0, 0): "black",
    (255, 255, 255): "white",
    (255, 0, 0): "red",
    (0, 255, 0): "green",
    (0, 0, 255): "blue",
    (255, 255, 0): "yellow",
    (128, 128, 128): "gray",
}

#: The Editor's words for letters or words that a field stores, by record and field.
_CHOICES: dict[tuple[str, str], dict[str, str]] = {
    ("SendToLocation", "destination"): {
        "G": "grid location",
        "L": "x and y position",
        "Z": "zone",
        "R": "region",
        "A": "any counter",
        "C": "cycle through counters",
        "N": "nearest counter",
    },
    ("Change", "how"): {
        "P": "set value directly",
        "I": "increment numeric value",
        "R": "prompt user",
        "E": "prompt user to select from list",
    },
    ("TextLabel", "vertical"): {"t": "top", "c": "center", "b": "bottom"},
    ("TextLabel", "vertical_just"): {"t": "top", "c": "center", "b": "bottom"},
    ("TextLabel", "horizontal"): {"l": "left", "c": "center", "r": "right"},
    ("TextLabel", "horizontal_just"): {"l": "left", "c": "center", "r": "right"},
}


def value_as_words(value: object, owner: str = "", field: str = "") -> str:
    """Return a value in words. Different values of the same field always have different words."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            choices = _CHOICES.get((owner, field), {})
            return choices.get(value, quoted_text(value))
        case int():
            return str(value)
        case float():
            return repr(value).removesuffix(".0")
        case KeyCommand():
            return key_as_words(value)
        case Colour():
            return colour_words(value)
        case PixelPoint():
            return f"{value.x}, {value.y}"
        case PieceAccess():
            if value.by == "sides":
                return "sides " + value_as_words(value.sides)
            return f"any {value.by}"
        case PropertyCommand():
            return command_words(value)
        case PropertyChange():
            return change_words(value)
        case Record():
            return value.format()
        case tuple():
            return ", ".join(_item_words(item) for item in value) if value else "none"
        case _:
            return str(value)


def quoted_text(text: str) -> str:
    """Return a string unchanged, or in quotes if spaces at its ends would be invisible."""
    if not text:
        return EMPTY
    seen = text == text.strip() and text != EMPTY and not _is_quoted(text)
    return text if seen else f"'{text}'"


def colour_words(colour: Colour) -> str:
    """Return a colour by name, or in the notation of web pages, with its opacity."""
    rgb = (colour.red, colour.green, colour.blue)
    name = _COLOURS.get(rgb) or "#{:02x}{:02x}{:02x}".format(*rgb)
    return name if colour.alpha == 255 else f"{name}, opacity {colour.alpha} of 255"


def command_words(command: PropertyCommand) -> str:
    """Return a key command that changes a property, such as "Ctrl+F 'Flip': increment numeric value by 1"."""
    head = "no key" if command.key is None else key_as_words(command.key)
    if command.menu:
        head += f" '{command.menu}'"
    return f"{head}: {change_words(command.change)}"


def change_words(change: PropertyChange) -> str:
    """Return a description of the effect that a command has on a property."""
    how = value_as_words(change.how, "Change", "how")
    joint = {"P": " to ", "I": " by "}.get(change.how, " ")
    words = f"{how}{joint}{quoted_text(change.text)}"
    return f"{words} from {value_as_words(change.values)}" if change.values else words


def count_words(number: int, noun: str) -> str:
    """Return a number with its noun, such as "1 level" or "2 levels"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def shorten(text: str, limit: int) -> str:
    """Return a string of at most `limit` characters. If it was cut, it ends with the full length."""
    if len(text) <= limit:
        return text
    return f"{text[: max(limit - 24, 8)]}… ({len(text):,} characters)"


def _is_quoted(text: str) -> bool:
    return text[:1] == "'" == text[-1:]


def _item_words(item: object) -> str:
    if isinstance(item, str):
        bare = item and "," not in item and item == item.strip() and not _is_quoted(item)
        return item if bare else f"'{item}'"
    if isinstance(item, tuple) and len(item) == 2 and all(isinstance(part, str) for part in item):
        return f"{item[0]} = {quoted_text(item[1])}"
    words = value_as_words(item)
    return f"({words})" if isinstance(item, tuple) else words
