"""No field of any trait and no attribute of any component can change without being told, alone."""

from __future__ import annotations

import dataclasses
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from hexwright.inspect.diff.change_records import compare_facts
from hexwright.inspect.diff.trait_comparison import compare_traits
from hexwright.inspect.show.editor_labels import component_facts
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile.component_element import Component, declared_attributes
from hexwright.vassal.codec.buildfile.components import all_components
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.trait_fields import FieldSpec, Trait

_VECTORS = Path(__file__).parents[1] / "vassal" / "codec" / "vectors.json"
VECTORS: dict[str, list[dict[str, str]]] = json.loads(_VECTORS.read_text(encoding="utf-8"))

#: Told as a place, or of no meaning in the layout that the vectors have.
QUIET = {
    (t.BasicPiece, "map"),
    (t.BasicPiece, "x"),
    (t.BasicPiece, "y"),
    *((t.Layer, f"{w}_{f}") for w in ("activate", "increase", "decrease") for f in ("modifiers", "letters")),
}
#: Fields that are told one by one.
SPLIT = {
    (t.Layer, "images"): "Level ",
    (t.Layer, "names"): "Level ",
    (t.Layer, "first_level"): "Level ",
    (t.Marker, "names"): "Property ",
    (t.Marker, "values"): "Property ",
}


def _rows(kind: type[Trait]) -> tuple[FieldSpec, ...]:
    return tuple(
        row
        for row in (*kind.fields(), *kind.state_fields())
        if (kind, row.name) not in QUIET and not row.label.startswith("Version of the layout")
    )


def _meaning(value: Any) -> Any:
    """Return a list without the empty texts at its end, which stand for none."""
    while isinstance(value, tuple) and value and value[-1] == "":
        value = value[:-1]
    return value


@pytest.mark.parametrize("kind", t.all_traits(), ids=lambda kind: kind.TITLE)
def test_a_changed_field_of_a_trait_is_told_under_its_label(kind: type[Trait]) -> None:
    traits = [kind.decode(row["type"], row["state"]).fresh() for row in VECTORS[kind.ID]]
    for one, other in permutations(traits[:4], 2):
        for row in _rows(kind):
            value = getattr(other, row.name)
            if _meaning(value) == _meaning(getattr(one, row.name)):
                continue
            changed = dataclasses.replace(one, **{row.name: value})
            labels = [detail.label for detail in compare_traits(one, changed)]
            assert labels, row.label
            begins = SPLIT.get((kind, row.name), row.label)
            assert all(label.startswith(begins) or "marker" in row.name for label in labels), labels


def test_a_trait_that_is_written_again_is_no_change() -> None:
    for rows in VECTORS.values():
        for row in rows:
            trait = t.decode_trait(row["type"], row["state"])
            again = t.decode_trait(trait.fresh().encode_type(), trait.fresh().encode_state())
            assert list(compare_traits(trait, again)) == []


def _another(value: Any, options: tuple[str, ...]) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 7
        case str():
            return next((o for o in options if o != value), None) if options else value + "?"
        case None:
            return None
        case Colour():
            return Colour(1, 2, 3)
        case KeyCommand():
            return KeyCommand.named("other")
        case _:
            return value


@pytest.mark.parametrize("kind", all_components(), ids=lambda kind: kind.__name__)
def test_a_changed_attribute_of_a_component_is_told_alone(kind: type[Component]) -> None:
    before = kind.new()
    for attribute in declared_attributes(kind):
        options = getattr(attribute.kind, "options", ())
        value = _another(attribute.default, options)
        if value is None:
            value = KeyCommand.named("other") if attribute.kind.name == "key" else Colour(1, 2, 3)
        if value == attribute.default:
            continue  # lists and records, told through the traits that share them
        after = kind.new(**{attribute.name: value})
        details = list(compare_facts(component_facts(before), component_facts(after)))
        assert [detail.label for detail in details] == [attribute.label]


@pytest.mark.parametrize("kind", all_components(), ids=lambda kind: kind.__name__)
def test_a_missing_attribute_is_its_default(kind: type[Component]) -> None:
    bare = kind.new()
    for name in list(bare.attrib):
        del bare.attrib[name]
    assert list(compare_facts(component_facts(kind.new()), component_facts(bare))) == []
