"""The pictures that a piece is drawn with: those of its basic piece and its layers, from the bottom up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait

PicturePart: TypeAlias = tuple[str, int, int, int, float]
"""A picture, the offset of its centre from the piece's, its rotation in degrees, and its scale."""


def picture_parts_of(traits: Iterable[Trait], mask: Trait | None = None) -> tuple[PicturePart, ...]:
    """Return the pictures that traits draw, innermost first; `mask` is the trait that masks the piece now."""
    found: list[PicturePart] = []
    for trait in traits:
        match trait:
            case t.BasicPiece():
                found = [(trait.image, 0, 0, 0, 1.0)]
            case t.Layer() if 0 < trait.level <= len(trait.images):
                part = (trait.images[trait.level - 1], trait.x_offset, trait.y_offset, 0, trait.scale)
                found.append(part)
            case t.LayerBefore3() if 0 < trait.level <= len(trait.levels):
                image = trait.levels[trait.level - 1].partition(",")[0]
                found.append((image, trait.x_offset, trait.y_offset, 0, 1.0))
            case t.CanRotate() if trait.facing:
                turn = (
                    round(trait.facing * 360 / trait.facings) if trait.facings > 1 else round(-trait.facing)
                )
                found = [(name, x, y, before + turn, drawn) for name, x, y, before, drawn in found]
            case t.MarkWhenMoved() if trait.moved:
                found.append((trait.image, trait.x_offset, trait.y_offset, 0, 1.0))
            case t.Mask() if trait is mask:
                found = [(trait.image, 0, 0, 0, 1.0)]
            case _:
                continue
    return tuple(part for part in found if part[0])
