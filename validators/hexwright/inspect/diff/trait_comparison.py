"""Compare two pieces trait by trait and field by field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexwright.inspect.diff.change_records import (
    ChangeDetail,
    ChangeKind,
    compare_facts,
    half_alike,
    pair_by_keys,
    reordered_pairs,
)
from hexwright.inspect.show.editor_labels import LabelledFact, inner_piece, trait_facts_by_label
from hexwright.inspect.show.trait_summaries import trait_name, trait_summary, trait_title
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

#: The greatest depth to which pieces inside pieces are compared.
MAX_DEPTH = 8


def compare_pieces(old: GamePiece, new: GamePiece, depth: int = 0) -> Iterator[ChangeDetail]:
    """Yield the traits that were added, removed or changed, in the order of the new piece."""
    before, after = old.traits, new.traits
    found = pair_by_keys(before, after, lambda trait: trait, _by_name, _by_kind)
    pairs: list[tuple[int, int]] = []
    removed, added = list(found.removed), list(found.added)
    for i, j in found.pairs:
        if _same_trait(before[i], after[j]):
            pairs.append((i, j))
        else:
            removed.append(i)
            added.append(j)
    for i in sorted(removed):
        yield ChangeDetail(
            ChangeKind.REMOVED, trait_title(before[i]), "", trait_summary(before[i]).text or None, None
        )
    details: list[tuple[int, ChangeDetail]] = [
        (
            j,
            ChangeDetail(
                ChangeKind.ADDED, trait_title(after[j]), "", None, trait_summary(after[j]).text or None
            ),
        )
        for j in sorted(added)
    ]
    for i, j in reordered_pairs(pairs):
        places = (f"trait {i}", f"trait {j}")
        details.append(
            (j, ChangeDetail(ChangeKind.REORDERED, trait_title(after[j]), "Place in the list", *places))
        )
    for i, j in pairs:
        details.extend((j, detail) for detail in compare_traits(before[i], after[j], depth))
    for _, detail in sorted(details, key=lambda entry: entry[0]):
        yield detail


def compare_traits(old: Trait, new: Trait, depth: int = 0) -> Iterator[ChangeDetail]:
    """Yield the fields of a trait that differ, and the differences in the piece that the trait places."""
    if old is new:
        return
    title = trait_title(old)
    for detail in compare_facts(trait_facts(old), trait_facts(new)):
        yield detail.within(title)
    texts = inner_piece(old), inner_piece(new)
    if texts[0] == texts[1] or depth >= MAX_DEPTH:
        return
    pieces = [_piece(text) for text in texts]
    if pieces[0] is None or pieces[1] is None:
        yield ChangeDetail(
            ChangeKind.CHANGED, title, "Marker definition", *(text[:400] or None for text in texts)
        )
        return
    for detail in compare_pieces(pieces[0], pieces[1], depth + 1):
        yield detail.within(f"{title} / marker")


def _by_name(trait: Trait) -> tuple[object, ...]:
    if isinstance(trait, t.BasicPiece):
        return (t.BasicPiece,)
    if isinstance(trait, t.UnknownTrait):
        return (t.UnknownTrait, trait.type_text.partition(";")[0])
    if isinstance(trait, t.Marker):
        return (t.Marker, trait.names)
    return (type(trait), trait_name(trait))


def _by_kind(trait: Trait) -> str | None:
    return None if isinstance(trait, t.UnknownTrait | t.Prototype) else trait.ID


def _same_trait(old: Trait, new: Trait) -> bool:
    """Return whether two traits of one kind are versions of the same trait."""
    return _by_name(old) == _by_name(new) or half_alike(trait_facts(old), trait_facts(new))


@lru_cache(maxsize=1 << 14)
def _facts(trait: Trait, *key: object) -> tuple[LabelledFact, ...]:
    return trait_facts_by_label(trait)


def trait_facts(trait: Trait) -> tuple[LabelledFact, ...]:
    """Return a trait's facts. The result is cached."""
    # Equal traits may differ in text that doesn't match its field's type, which their sources contain.
    source = trait.source
    return _facts(trait, source.type if source else None, source.state if source else None)


def _piece(text: str) -> GamePiece | None:
    try:
        return AddPiece.decode(text).piece
    except (CodecError, RecursionError):
        return None
