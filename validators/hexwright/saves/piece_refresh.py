"""Renew a piece from a module's palettes, as VASSAL's Refresh Counters does.

A piece is matched to the slot or marker with its game piece id, or else, if that is allowed, to a slot with
its name. The new piece keeps the old piece's place and id, and the state of each trait that is as it was
(VASSAL.build.module.GameRefresher, VASSAL.build.GpIdChecker of VASSAL 3.7.26).
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar, cast

from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.piece_definitions import PieceDefinition
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import GamePiece, decode_part
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Record, Trait

R = TypeVar("R", bound=Record)

#: A key without a keystroke: its number, which VASSAL takes from 57348 upward, then its name.
_NUMBERED: Final = re.compile(r"\b(?:5[7-9]|6[0-5])\d{3}(\\*,0\\*,)(?=\w)")


@dataclass(frozen=True, slots=True)
class RefreshOptions:
    """The options of VASSAL's dialog, with its defaults."""

    use_name: bool = False
    """Match a piece without a slot of its id by its name."""
    fix_gpid: bool = False
    """Give a piece that was matched by its name the id of the slot."""
    label_names: bool = True
    """Keep the text of a changed Text Label with the same description."""
    layer_names: bool = True
    """Keep the level of a changed Layer with the same name."""
    rotator_names: bool = True
    """Keep the facing of a changed Can Rotate with the same name."""


@dataclass(frozen=True, slots=True)
class SlotMatch:
    """The definition that a piece is renewed from: its traits with prototypes expanded, and its id.

    `by_name` is true if only the piece's name led to it.
    """

    traits: tuple[Trait, ...]
    gpid: str
    by_name: bool = False


class PaletteSlots:
    """The slots of a module and the markers that their traits place, by game piece id and by name."""

    def __init__(self, module: ModuleView) -> None:
        self.module = module
        self._by_id: dict[str, PieceDefinition | None] = {}
        self._count: Counter[str] = Counter()
        self._made: dict[PieceDefinition, tuple[Trait, ...]] = {}
        self._markers = {design.place: design for design in module.definitions if design.component is None}
        # VASSAL takes the slots of all components first, and then the markers in prototypes.
        own = [design for design in module.definitions if design.component is not None]
        for design in sorted(own, key=lambda one: one.prototype is not None):
            if design.prototype is None:
                self._add(design.gpid or "", design)
            for placed in design.traits:
                if isinstance(placed.trait, t.PlaceMarker):
                    self._add(placed.trait.gpid, self._marker(placed.trait, placed.place / "marker"))

    def _add(self, gpid: str, design: PieceDefinition | None) -> None:
        self._count[gpid] += 1
        self._by_id[gpid] = design

    def _marker(self, trait: t.PlaceMarker, place: ModulePlace) -> PieceDefinition | None:
        """Return the definition of a marker; None if it can't be read, or names no slot of the module."""
        if trait.marker.startswith("+/"):
            return self._markers.get(place)
        name = trait.marker.rpartition("PieceSlot:")[2]
        slots = self._named_slots.get(name, [])
        return slots[0] if len(slots) == 1 else None

    @cached_property
    def _named_slots(self) -> dict[str, list[PieceDefinition]]:
        """Return the slots by the name in the Editor."""
        found: dict[str, list[PieceDefinition]] = {}
        for design in self.module.pieces:
            if design.component is not None:
                found.setdefault(design.name, []).append(design)
        return found

    @property
    def ambiguous(self) -> tuple[str, ...]:
        """Return the ids that several definitions have, and an empty id; VASSAL then refreshes nothing."""
        return tuple(gpid for gpid, count in self._count.items() if count > 1 or not gpid)

    def match(self, gpid: str, name: str, *, use_name: bool) -> SlotMatch | None:
        """Return the definition of a piece; None if the module has none that can be read."""
        found_by_name = not gpid or gpid not in self._by_id
        named = self._by_name if use_name else {}
        design = named.get(name) if found_by_name else self._by_id[gpid]
        if design is None or design.piece is None:
            return None
        traits = self._expanded(design)
        if not isinstance(traits[0], t.BasicPiece):
            return None
        return SlotMatch(traits, design.gpid or "", found_by_name)

    @cached_property
    def _by_name(self) -> dict[str, PieceDefinition]:
        """Return the slot for each name: the first in the order of Java's hash table of ids."""
        found: dict[str, PieceDefinition] = {}
        for gpid in _hash_table_order(tuple(self._by_id)):
            design = self._by_id[gpid]
            if design is not None and design.piece is not None and design.component is not None:
                found.setdefault(design.piece.name, design)
        return found

    def _expanded(self, design: PieceDefinition) -> tuple[Trait, ...]:
        found = self._made.get(design)
        if found is None:
            traits = (placed.trait for placed in self.module.expanded(design))
            # Saved games contain prototypes as traits, and no comments.
            found = tuple(one for one in traits if not isinstance(one, t.Prototype | t.Comment))
            self._made[design] = found
        return found


def refreshed_piece(old: GamePiece, match: SlotMatch, options: RefreshOptions) -> GamePiece:
    """Return a piece with the traits of a slot, and the state of the old piece.

    Raises CodecError if the old piece's place can't be taken over.
    """
    basic = decode_part(match.traits[0].encode_type(), old.basic.encode_state())
    if options.fix_gpid and match.by_name and isinstance(basic, t.BasicPiece):
        basic = dataclasses.replace(basic, gpid=match.gpid)
    work = _StateTransfer(old, options)
    return GamePiece((basic, *(work.with_old_state(trait) for trait in match.traits[1:])))


def is_same_piece(one: GamePiece, other: GamePiece) -> bool:
    """Return whether two pieces are equal for VASSAL: the same types, and the same states as text."""
    return (
        len(one.traits) == len(other.traits)
        and one.basic.encode_type() == other.basic.encode_type()
        and all(map(is_same_type, one.traits[1:], other.traits[1:]))
        and all(map(_is_same_state, one.traits, other.traits))
    )


def _is_same_state(one: Trait, other: Trait) -> bool:
    return one is other or one.encode_state() == other.encode_state()


def is_same_type(one: Trait, other: Trait) -> bool:
    """Return whether two traits have the same type as VASSAL would write it."""
    if type(one) is not type(other):
        return False
    return one is other or _is_same_text(one, other) or _canonical_type(one) == _canonical_type(other)


def _is_same_text(one: Trait, other: Trait) -> bool:
    """Return whether two traits of one class were read from the same type."""
    return one.source is not None and other.source is not None and one.source.type == other.source.type


_NAMED_TRAITS: Final = (t.TextLabel, t.Layer, t.CanRotate, t.Attachment, t.Mat, t.MatCargo)
"""The traits that may keep their state although their type isn't the same."""


class _StateTransfer:
    """The transfer of an old piece's states to the traits of its slot."""

    def __init__(self, old: GamePiece, options: RefreshOptions) -> None:
        self._options = options
        self._old: dict[type[Trait], list[Trait]] = {}
        self._by_type: dict[tuple[type[Trait], str], Trait] = {}
        for trait in reversed(old.traits[1:]):
            self._old.setdefault(type(trait), []).append(trait)
            self._by_type.setdefault((type(trait), _canonical_type(trait)), trait)

    def with_old_state(self, new: Trait) -> Trait:
        """Return a slot's trait with the state of the matching trait in the old piece."""
        if isinstance(new, t.Marker) or (isinstance(new, t.TextLabel) and new.key is None):
            return new  # Values of markers, and labels that can't be changed in play, are the module's.
        fellow = self._matching(new)
        if fellow is None:
            return new
        if _is_same_text(fellow, new):
            return fellow
        try:
            return _within_bounds(decode_part(new.encode_type(), fellow.encode_state()), new)
        except CodecError:
            return new

    def _matching(self, new: Trait) -> Trait | None:
        """Return the outermost old trait of the same kind whose state a new trait takes over."""
        if not isinstance(new, _NAMED_TRAITS):
            return self._by_type.get((type(new), _canonical_type(new)))
        fellows = self._old.get(type(new), ())
        return next((one for one in fellows if is_same_type(one, new) or self._is_kept(new, one)), None)

    def _is_kept(self, new: Trait, old: Trait) -> bool:
        """Whether a trait of another type keeps the state of an old one."""
        options = self._options
        match new, old:
            case t.TextLabel(description=name), t.TextLabel(description=was):
                return options.label_names and name == was
            case t.Layer(name=name), t.Layer(name=was):
                return options.layer_names and name == was
            case t.CanRotate(name=name), t.CanRotate(name=was):
                return options.rotator_names and name == was
            case t.Attachment(name=name), t.Attachment(name=was):
                return name == was  # VASSAL attaches the new pieces again, whatever else has changed.
            case _:
                return True  # VASSAL puts cargo back on its mat, whatever has changed.


def _within_bounds(made: Trait, new: Trait) -> Trait:
    """Return a trait whose level or facing exists; without a number it is that of the slot."""
    if isinstance(made, t.Layer):
        most = len(made.images)
        level = min(max(-most, made.level), most)
        return made if level == made.level else dataclasses.replace(made, level=level)
    if isinstance(made, t.CanRotate):
        if made.faults():
            return new
        if made.facings != 1 and made.facing > made.facings - 1:
            return dataclasses.replace(made, facing=made.facings - 1)
    return made


def _canonical_type(trait: Trait) -> str:
    """Return a trait's type as VASSAL writes it, without the numbers that it assigns to named keys in each
    session.

    Fields that a former version didn't write have their defaults, as VASSAL reads them.
    """
    source = trait.source
    if source is None or source.type is None or not type(trait).fields():
        return _NUMBERED.sub(r"\1", trait.encode_type())
    return _canonical_tokens(cast(Hashable, type(trait)), source.type)


@lru_cache(maxsize=1 << 14)
def _canonical_tokens(kind: type[Trait], tokens: tuple[str, ...]) -> str:
    """Return the type that VASSAL writes for a trait that was read from tokens."""
    text = kind.ID + sequence_encoder.encode(tokens, kind.DELIMITER)
    with suppress(CodecError):  # What can't be written anew is compared as it is.
        text = _deeply_fresh(kind.decode(text)).encode_type()
    return _NUMBERED.sub(r"\1", text)


def _deeply_fresh(record: R) -> R:
    """Return a record that is written like a new one, and so are the records inside it."""
    changed: dict[str, Any] = {}
    for row in record.fields():
        value = getattr(record, row.name)
        if isinstance(value, Record):
            changed[row.name] = _deeply_fresh(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Record):
            changed[row.name] = tuple(map(_deeply_fresh, value))
    return dataclasses.replace(record.fresh(), **changed)


def _hash_table_order(keys: tuple[str, ...]) -> list[str]:
    """Return keys in the order in which Java's HashMap yields them after they were put in this order."""
    size = 16
    while len(keys) > size * 3 // 4:
        size *= 2
    return sorted(keys, key=lambda key: _bucket(key) & (size - 1))


def _bucket(key: str) -> int:
    """Return the hash code of a Java string, as HashMap spreads it."""
    code = 0
    for letter in key:
        code = (31 * code + ord(letter)) & 0xFFFFFFFF
    return code ^ code >> 16
