"""The facts of a trait or a component, one by one, with the labels of the Editor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from hexwright.inspect.show.value_wording import quoted_text, value_as_words
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component, PlainElement, declared_attributes
from hexwright.vassal.codec.trait_fields import Record, Trait

UNKNOWN = "unknown"
UNREADABLE = "not readable"
#: A longer list becomes one fact.
MAX_LISTED = 2_000

#: Fields that only layouts of old versions use.
_OLD_LAYER = frozenset(
    f"{which}_{what}" for which in ("activate", "increase", "decrease") for what in ("modifiers", "letters")
)
#: The position of a piece in play, which is shown as a place instead.
_WHEREABOUTS = frozenset({"map", "x", "y"})
#: Properties that VASSAL assigns to a piece in each game.
_PASSING = frozenset({"UniqueID"})


@dataclass(frozen=True, slots=True)
class LabelledFact:
    """One fact: `key` names it for programs, `label` is the Editor's label, and `words` is its value.

    `mark` is empty, "unknown" if VASSAL doesn't know the fact, or "not readable". The last means that the
    text doesn't match its field's type, and is shown unchanged. `is_state` is true if the fact can change
    during play.
    """

    key: str
    label: str
    words: str
    is_default: bool = False
    mark: str = ""
    is_state: bool = False


def trait_facts_by_label(trait: Trait) -> tuple[LabelledFact, ...]:
    """Return the facts of a trait.

    A piece inside a field is left out; `inner_piece` returns it.
    """
    if isinstance(trait, t.UnknownTrait):
        state = (
            LabelledFact(
                "state", "State", quoted_text(trait.state_text), not trait.state_text, UNKNOWN, True
            ),
        )
        return (LabelledFact("type", "Type", quoted_text(trait.type_text), False, UNKNOWN), *state)
    special = _special(trait)
    taken = {fact.key.partition(".")[0] for fact in special}
    if isinstance(trait, t.Layer):
        taken |= {"images", "names"} | (_OLD_LAYER | {"version"} if trait.version else frozenset())
    if isinstance(trait, t.Marker):
        taken |= {"names", "values"}
    if isinstance(trait, t.BasicPiece):
        taken |= _WHEREABOUTS
    found: list[LabelledFact] = []
    for row in (*type(trait).fields(), *type(trait).state_fields()):
        if row.name in taken or (row.kind.name == "piece" and inner_piece(trait)):
            continue
        value = getattr(trait, row.name)
        if row.kind.name == "player":
            value = _owner_words(trait, value)
        if isinstance(trait, t.BasicPiece) and row.name == "properties":
            value = tuple(pair for pair in value if pair[0] not in _PASSING)
        if row.name == "version" and row.label.startswith("Version of the layout"):
            continue
        usual = value if _is_usual_level(trait, row.name) else row.default
        found.extend(_of_value(row.name, row.label, value, usual, type(trait).__name__, row.state))
    return (*_with_faults(found, trait), *special)


def _owner_words(trait: Trait, owner: str) -> str:
    """Return the owner of a piece in play: a side, or words for a player, whose id is a password."""
    if isinstance(trait, t.Mask | t.Invisible) and trait.access.by != "player":
        return owner
    return owner if owner in ("", "null", "nobody") else "a player"


def component_facts(component: Component) -> tuple[LabelledFact, ...]:
    """Return the facts of a component: attributes, then its plain elements."""
    found: list[LabelledFact] = []
    faults = {fault.field: fault.text for fault in component.faults()}
    for attribute in declared_attributes(type(component)):
        if attribute.name in faults:
            found.append(
                LabelledFact(
                    attribute.name, attribute.label, quoted_text(faults[attribute.name]), False, UNREADABLE
                )
            )
            continue
        value = attribute.__get__(component, type(component))
        owner = type(component).__name__
        found.extend(_of_value(attribute.name, attribute.label, value, attribute.default, owner, False))
    found.extend(
        LabelledFact(name, name, quoted_text(component.get(name) or ""), False, UNKNOWN)
        for name in component.unknown_attributes()
    )
    found.extend(_of_parts(component))
    if component.body and not isinstance(component, c.PieceSlot | c.PrototypeDefinition):
        found.append(LabelledFact("text", "Text", quoted_text(component.body)))
    return tuple(found)


def inner_piece(trait: Trait) -> str:
    """Return the command that adds the piece inside a trait, such as a marker, or an empty string."""
    if isinstance(trait, t.PlaceMarker) and trait.marker.startswith("+/"):
        return trait.marker
    return ""


def _special(trait: Trait) -> tuple[LabelledFact, ...]:
    if isinstance(trait, t.Layer):
        pairs = zip_longest(trait.images, trait.names, fillvalue="")
        return tuple(
            LabelledFact(f"levels.{number}", f"Level {number}", level_words(image, name))
            for number, (image, name) in enumerate(pairs, trait.first_level)
        )
    if isinstance(trait, t.Marker):
        if max(len(trait.names), len(trait.values)) > MAX_LISTED:
            names, values = value_as_words(trait.names), value_as_words(trait.values)
            return LabelledFact("names", "Property name", names), LabelledFact(
                "values", "Property value", values, is_state=True
            )
        found: dict[str, LabelledFact] = {}
        for number, (name, value) in enumerate(zip_longest(trait.names, trait.values, fillvalue="")):
            key = f"properties.{name}" if f"properties.{name}" not in found else f"properties.{number}"
            found[key] = LabelledFact(key, f"Property '{name}'", quoted_text(value), False, "", True)
        return tuple(found.values())
    return ()


def _is_usual_level(trait: Trait, field: str) -> bool:
    return field == "level" and isinstance(trait, t.Layer) and trait.always_active and trait.level == 1


def level_words(image: str, name: str) -> str:
    """Return a layer's level as text: its name and its image."""
    if not image:
        return f"'{name}', no image" if name else "no image"
    return f"'{name}', {image}" if name else image


def _of_value(
    key: str, label: str, value: Any, default: Any, owner: str, is_state: bool
) -> Iterator[LabelledFact]:
    if isinstance(value, tuple) and value and all(isinstance(item, Record) for item in value):
        for number, item in enumerate(value, 1):
            yield LabelledFact(
                f"{key}.{number}", f"{label} {number}", value_as_words(item), False, "", is_state
            )
    elif isinstance(value, Record) and key != "change" and isinstance(default, Record):
        for row in type(value).fields():
            inner, usual = getattr(value, row.name), getattr(default, row.name)
            name = f"{label}: {row.label}"
            yield from _of_value(f"{key}.{row.name}", name, inner, usual, type(value).__name__, is_state)
    else:
        words = value_as_words(value, owner, key.rpartition(".")[2])
        yield LabelledFact(key, label, words, value == default or value in ("", (), None), "", is_state)


def _with_faults(found: list[LabelledFact], trait: Trait) -> list[LabelledFact]:
    faults = {fault.field.partition(".")[0]: fault for fault in trait.faults()}
    found = [fact for fact in found if fact.key.partition(".")[0] not in faults]
    for name, fault in faults.items():
        found.append(LabelledFact(name, fault.label, quoted_text(fault.text), False, UNREADABLE))
    for number, token in enumerate(trait.unknown_fields(), 1):
        found.append(
            LabelledFact(f"surplus.{number}", f"Surplus field {number}", quoted_text(token), False, UNKNOWN)
        )
    return found


def _of_parts(component: Component) -> Iterator[LabelledFact]:
    plain: dict[str, list[str]] = {}
    for child in component:
        if not isinstance(child, PlainElement):
            continue
        text = "".join(str(part) for part in child.itertext()).strip()
        tag = str(child.tag)
        name = child.get("name")
        if name is not None and not plain.get(tag):
            yield LabelledFact(f"{tag}.{name}", f"{tag} '{name}'", quoted_text(text))
            continue
        extra = " ".join(
            f"{key!s}={value!r}" for key, value in sorted((str(k), str(v)) for k, v in child.items())
        )
        plain.setdefault(tag, []).append(f"{text} ({extra})" if extra else text)
    for tag, texts in plain.items():
        yield LabelledFact(
            tag, _PARTS.get((type(component).__name__, tag), tag), value_as_words(tuple(texts))
        )


_PARTS = {("PlayerRoster", "entry"): "Sides", ("BoardPicker", "setup"): "Boards at the start"}
