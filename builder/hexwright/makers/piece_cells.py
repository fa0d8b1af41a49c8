"""The facts of a piece as cells of a table, and the way back from a changed cell to its trait.

Only the piece's own traits are shown, not those of its prototypes. The columns are `name`, `image` and
`prototypes`, `marker X` (the value of a marker), `property X` (the first value of a dynamic property), `layer
X images`, `layer X names` and `label X` (the text of a label). Lists are joined by ` | `.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from hexwright.vassal.codec.piece_editing import PieceText
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import (
    BasicPiece,
    DynamicProperty,
    Layer,
    Marker,
    PlaceMarker,
    Prototype,
    TextLabel,
    decode_trait,
)

JOINER: Final = " | "
NAME, IMAGE, PROTOTYPES = "name", "image", "prototypes"
MAX_SHOWN: Final = 1_500
"""The maximum length of a text that is shown in a cell, in characters."""
LEFT_OUT: Final = "(not shown)"
"""The cell of a text that is too long, or that has signs which a table can't hold."""


@dataclass(frozen=True, slots=True)
class PieceCell:
    """One cell: its text, and the trait and field that it shows. `item` is the place in a list of values."""

    text: str
    trait: int
    field: str
    item: int = -1
    is_list: bool = False


def piece_cells(piece: PieceText) -> dict[str, PieceCell]:
    """Return the cells of a piece by their columns, in the order of its traits."""
    found: dict[str, PieceCell] = {}
    prototypes: list[str] = []
    for number, trait in enumerate(piece.traits):
        if isinstance(trait, Prototype):
            prototypes.append(trait.name)
        for column, cell in _cells(number, trait):
            # A table has no spaces around its headings, but names in modules may, or be empty.
            heading = " ".join(column.split())
            name, twin = heading, 2
            while name in found:
                name, twin = f"{heading} ({twin})", twin + 1
            found[name] = cell
    if isinstance(piece.traits[0], BasicPiece):
        found[PROTOTYPES] = PieceCell(_joined(tuple(prototypes)), -1, PROTOTYPES, is_list=True)
    return found


def changed_cell(piece: PieceText, cell: PieceCell, text: str) -> PieceText:
    """Return a piece after one of its cells was changed. Raises CodecError for a text that can't be its
    value.
    """
    if cell.text == LEFT_OUT:
        raise CodecError(
            cell.field, text, "the old text can't be shown in a table, so it can't be changed in one"
        )
    if cell.trait < 0:
        return _with_prototypes(piece, _split(text))
    trait = piece.traits[cell.trait]
    value: Any = _split(text) if cell.is_list else text
    if cell.item >= 0:
        values = list(getattr(trait, cell.field))
        values[cell.item] = text
        value = tuple(values)
    if isinstance(trait, Layer) and cell.is_list:
        return piece.with_trait(cell.trait, _layer(trait, cell.field, _split(text)))
    return piece.with_trait(cell.trait, replace(trait, **{cell.field: value}))


def with_fresh_ids(piece: PieceText, ids: Iterator[str]) -> PieceText:
    """Return a piece whose markers have new ids; the basic piece has the first of them."""

    def renewed(trait: Trait) -> Trait:
        if isinstance(trait, PlaceMarker) and trait.gpid:
            return replace(trait, gpid=next(ids))
        return replace(trait, gpid=next(ids)) if isinstance(trait, BasicPiece) else trait

    return piece.changed(renewed)


def _cells(number: int, trait: Trait) -> Iterator[tuple[str, PieceCell]]:
    match trait:
        case BasicPiece():
            yield NAME, PieceCell(_shown(trait.name), number, "name")
            yield IMAGE, PieceCell(_shown(trait.image), number, "image")
        case Marker():
            for item, name in enumerate(trait.names[: len(trait.values)]):
                yield f"marker {name}", PieceCell(_shown(trait.values[item]), number, "values", item)
        case DynamicProperty():
            yield f"property {trait.name}", PieceCell(_shown(trait.value), number, "value")
        case Layer():
            name = trait.name or trait.description or str(number)
            yield f"layer {name} images", PieceCell(_joined(trait.images), number, "images", is_list=True)
            yield f"layer {name} names", PieceCell(_joined(trait.names), number, "names", is_list=True)
        case TextLabel():
            name = trait.property if trait.property != "TextLabel" else trait.description or trait.property
            yield f"label {name}", PieceCell(_shown(trait.label), number, "label")
        case _:
            return


def _layer(trait: Layer, field: str, values: tuple[str, ...]) -> Layer:
    """Return a layer with new images or names of levels; it has as many names as images."""
    if field == "names":
        if len(values) > len(trait.images):
            raise CodecError(field, JOINER.join(values), f"the layer has {len(trait.images)} levels")
        return replace(trait, names=(*values, *[""] * (len(trait.names) - len(values))))
    names = trait.names[: len(values)]
    return replace(trait, images=values, names=(*names, *[""] * (len(values) - len(names))))


def _with_prototypes(piece: PieceText, names: tuple[str, ...]) -> PieceText:
    """Return a piece with these prototypes: those that stay keep their place, new ones follow the last."""
    numbers = [number for number, trait in enumerate(piece.traits) if isinstance(trait, Prototype)]
    if len(names) == len(numbers):
        for number, name in zip(numbers, names, strict=True):
            trait = piece.traits[number]
            if isinstance(trait, Prototype) and trait.name != name:
                piece = piece.with_trait(number, replace(trait, name=name))
        return piece
    types, states = list(reversed(piece.types)), list(reversed(piece.states))
    left = list(names)
    for number in reversed(numbers):
        trait = piece.traits[number]
        if isinstance(trait, Prototype) and trait.name in left:
            left.remove(trait.name)
        else:
            del types[number], states[number]
    at = 1 + max((n for n, text in enumerate(types) if isinstance(decode_trait(text), Prototype)), default=0)
    types[at:at] = [Prototype(name).encode_type() for name in left]
    states[at:at] = [""] * len(left)
    changed = PieceText(piece.id, tuple(reversed(types)), tuple(reversed(states)))
    found = [trait.name for trait in changed.traits if isinstance(trait, Prototype)]
    if found != list(names):
        what = f"the prototypes would be {JOINER.join(found)}: add new ones at the end"
        raise CodecError(PROTOTYPES, JOINER.join(names), what)
    return changed


def _shown(text: str) -> str:
    plain = text.replace("\n", "").replace("\t", "")
    return text if len(text) <= MAX_SHOWN and plain.isprintable() and text == text.strip() else LEFT_OUT


def _joined(values: tuple[str, ...]) -> str:
    text = JOINER.join(values)
    return _shown(text.strip()) if _split(text) == values or not any(values) else LEFT_OUT


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(JOINER.strip())) if text else ()
