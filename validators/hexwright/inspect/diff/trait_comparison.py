"""Compare two pieces trait by trait and field by field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexwright.inspect.diff.change_records import Detail, What, alike, compare_facts, out_of_order, pair
from hexwright.inspect.show.editor_labels import Fact, inner_piece, of_trait
from hexwright.inspect.show.trait_summaries import name_of, phrase_of, title_of
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import AddPiece, Piece
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

#: The greatest depth to which pieces inside pieces are compared.
MAX_DEPTH = 8


def compare_pieces(old: Piece, new: Piece, depth: int = 0) -> Iterator[Detail]:
    """Yield the traits that were added, removed or changed, in the order of the new piece."""
    before, after = old.traits, new.traits
    found = pair(before, after, lambda trait: trait, _by_name, _by_kind)
    pairs: list[tuple[int, int]] = []
    removed, added = list(found.removed), list(found.added)
    for i, j in found.pairs:
        if _same_trait(before[i], after[j]):
            pairs.append((i, j))
        else:
            removed.append(i)
            added.append(j)
    for i in sorted(removed):
        yield Detail(What.REMOVED, title_of(before[i]), "", phrase_of(before[i]).text or None, None)
    details: list[tuple[int, Detail]] = [
        (j, Detail(What.ADDED, title_of(after[j]), "", None, phrase_of(after[j]).text or None))
        for j in sorted(added)
    ]
    for i, j in out_of_order(pairs):
        places = (f"trait {i}", f"trait {j}")
        details.append((j, Detail(What.REORDERED, title_of(after[j]), "Place in the list", *places)))
    for i, j in pairs:
        details.extend((j, detail) for detail in compare_traits(before[i], after[j], depth))
    for _, detail in sorted(details, key=lambda entry: entry[0]):
        yield detail


def compare_traits(old: Trait, new: Trait, depth: int = 0) -> Iterator[Detail]:
    """Yield the fields of a trait that differ, and the differences in the piece that it places."""
    if old is new:
        return
    title = title_of(old)
    for detail in compare_facts(facts_of(old), facts_of(new)):
        yield detail.within(title)
    texts = inner_piece(old), inner_piece(new)
    if texts[0] == texts[1] or depth >= MAX_DEPTH:
        return
    pieces = [_piece(text) for text in texts]
    if pieces[0] is None or pieces[1] is None:
        yield Detail(What.CHANGED, title, "Marker definition", *(text[:400] or None for text in texts))
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
    return (type(trait), name_of(trait))


def _by_kind(trait: Trait) -> str | None:
    return None if isinstance(trait, t.UnknownTrait | t.Prototype) else trait.ID


def _same_trait(old: Trait, new: Trait) -> bool:
    """Return whether two traits of one kind are the same trait with changes."""
    return _by_name(old) == _by_name(new) or alike(facts_of(old), facts_of(new))


@lru_cache(maxsize=1 << 14)
def _facts(trait: Trait, *key: object) -> tuple[Fact, ...]:
    return of_trait(trait)


def facts_of(trait: Trait) -> tuple[Fact, ...]:
    """Return a trait's facts, cached."""
    # Equal traits may differ in text that doesn't match its field's type, which their sources contain.
    source = trait.source
    return _facts(trait, source.type if source else None, source.state if source else None)


def _piece(text: str) -> Piece | None:
    try:
        return AddPiece.decode(text).piece
    except (CodecError, RecursionError):
        return None
