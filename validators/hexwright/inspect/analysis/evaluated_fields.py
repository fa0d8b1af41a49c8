"""The values in the fields of traits and components, with the kind of each field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from hexwright.vassal.codec.buildfile.component_element import Component, declared_attributes
from hexwright.vassal.codec.trait_fields import FieldSpec, Record, Trait
from hexwright.vassal.codec.traits import LayerBefore3, TriggerAction
from hexwright.vassal.codec.traits.mask import MaskView

#: Kinds whose values no check queries by kind.
_PLAIN = frozenset({"boolean", "integer", "number", "colour", "choice"})


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value with its field: Python name (dotted if nested), label in the Editor, kind and value.

    `kind` is the codec's word: text, menu, expression, format, property, image, key, gpid, deck, … A list of
    strings or keys yields one `FieldValue` for each item.
    """

    name: str
    label: str
    kind: str
    value: Any
    is_default: bool = False


#: The fields of a trigger's loop, with the kinds of loop that read them.
_LOOP: Final = {
    "before_key": ("counted", "while", "until"),
    "after_key": ("counted", "while", "until"),
    "loop_while": ("while",),
    "loop_until": ("until",),
    "loop_count": ("counted",),
}


def is_in_force(owner: object, name: str) -> bool:
    """Return whether VASSAL reads a field: those of a loop only while the trigger loops in that way."""
    if not isinstance(owner, TriggerAction) or name not in _LOOP:
        return True
    return owner.loop and owner.loop_type in _LOOP[name]


def trait_field_values(trait: Trait) -> tuple[FieldValue, ...]:
    """Return the values of a trait's fields, including nested records."""
    found: list[FieldValue] = []
    for row in (*type(trait).fields(), *type(trait).state_fields()):
        found.extend(_of_row(trait, row, ""))
    if isinstance(trait, LayerBefore3):
        # Each level is an image and, after a comma, its name.
        images = (level.partition(",")[0] for level in trait.levels)
        found.extend(FieldValue("levels", "Levels", "image", image) for image in images if image)
    return tuple(found)


def component_field_values(component: Component) -> tuple[FieldValue, ...]:
    """Return the values of those attributes that a component contains, including nested records."""
    found: list[FieldValue] = []
    for attribute in declared_attributes(type(component)):
        if attribute.xml not in component.attrib or attribute.kind.name in _PLAIN:
            continue
        value = attribute.__get__(component, type(component))
        found.extend(
            _of_value(attribute.name, attribute.label, attribute.kind.name, value, value == attribute.default)
        )
    return tuple(found)


def _of_row(record: Record, row: FieldSpec, prefix: str) -> Iterator[FieldValue]:
    if row.kind.name in _PLAIN:
        return
    value = getattr(record, row.name)
    yield from _of_value(prefix + row.name, row.label, row.kind.name, value, value == row.default)


def _of_value(name: str, label: str, kind: str, value: Any, is_default: bool) -> Iterator[FieldValue]:
    if isinstance(value, Record):
        for row in type(value).fields():
            yield from _of_row(value, row, f"{name}.")
    elif isinstance(value, MaskView):
        if value.image:
            yield FieldValue(f"{name}.image", label, "image", value.image)
        if value.peek_key is not None:
            yield FieldValue(f"{name}.peek_key", label, "key", value.peek_key)
    elif isinstance(value, tuple):
        single = {"keys": "key", "images": "image"}.get(kind, kind)
        for item in value:
            if isinstance(item, Record):
                yield from _of_value(name, label, kind, item, False)
            else:
                yield FieldValue(name, label, single, item)
    elif value is not None and value != "":
        yield FieldValue(name, label, kind, value, is_default)
