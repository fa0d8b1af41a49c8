"""Hypothesis strategies that make random traits from their field tables."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from hexwright.vassal.codec import field_kinds
from hexwright.vassal.codec.field_values import ALT, CTRL, META, SHIFT, Colour, KeyCommand, PixelPoint
from hexwright.vassal.codec.shared_records import AccessKind, PieceAccess
from hexwright.vassal.codec.trait_fields import FieldSpec, Nested, Record, Records, Trait
from hexwright.vassal.codec.traits.can_rotate import FacingKind
from hexwright.vassal.codec.traits.mask import MaskView, MaskViewKind
from hexwright.vassal.codec.traits.movement_trail import PointKind
from hexwright.vassal.codec.traits.non_rectangular import ShapeKind

#: Letters, and every character that some level of the encoding gives a meaning to.
ALPHABET = "ab;,/\\'|:~={}$ \"<é"


def texts(alphabet: str = ALPHABET, max_size: int = 8) -> st.SearchStrategy[str]:
    """Return texts that the encoding can carry: none ends in a backslash."""
    return st.text(alphabet, max_size=max_size).filter(lambda text: not text.endswith("\\"))


def words() -> st.SearchStrategy[str]:
    """Return texts that are not empty and hold no delimiter."""
    return st.text("abcxyz {}$1", min_size=1, max_size=6)


def keys() -> st.SearchStrategy[KeyCommand]:
    """Return keystrokes and named key commands."""
    strokes = st.builds(
        KeyCommand, st.integers(65, 90), st.sampled_from((0, CTRL, SHIFT, ALT, META, CTRL + SHIFT))
    )
    return st.one_of(strokes, words().map(KeyCommand.named))


def values(row: FieldSpec) -> st.SearchStrategy[Any]:
    """Return values for one row of a field table."""
    return _of(row.kind)


def _of(kind: field_kinds.FieldKind[Any]) -> st.SearchStrategy[Any]:
    for family, strategy in _FAMILIES:
        if isinstance(kind, family):
            found: st.SearchStrategy[Any] = strategy(kind)
            return found
    raise AssertionError(f"no strategy for {kind!r}")


def records(record: type[Record], state: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    """Return field values of a record, or of a trait's state."""
    table = record.state_fields() if state and issubclass(record, Trait) else record.fields()
    return st.fixed_dictionaries({row.name: values(row) for row in table}).map(
        lambda row: _settle(table, row)
    )


def traits(trait: type[Trait]) -> st.SearchStrategy[Trait]:
    """Return random traits of one class."""
    return st.builds(
        lambda kind, state: trait(**{**kind, **state}), records(trait), records(trait, state=True)
    )


def _settle(table: tuple[FieldSpec, ...], row: dict[str, Any]) -> dict[str, Any]:
    # A field that this layout lacks holds its default, as it does after reading.
    return {f.name: f.default if f.when and not f.when(row) else row[f.name] for f in table}


def _no_lone_blank(items: tuple[str, ...]) -> bool:
    # One empty text and no text are written alike.
    return items != ("",)


def _mask_views(_: Any) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.sampled_from((MaskView("I"), MaskView("2"), MaskView("B"), MaskView("P"))),
        keys().map(lambda key: MaskView("P", key)),
        words().map(lambda image: MaskView("G", None, image)),
    )


def _counted(kind: field_kinds.CountedKind) -> st.SearchStrategy[Any]:
    item = _of(kind.item)
    if kind.width == 1:
        return st.lists(item, max_size=3).map(tuple)
    return st.lists(st.tuples(*[item] * kind.width), max_size=3).map(tuple)


_FAMILIES: tuple[tuple[type[Any], Any], ...] = (
    (field_kinds.TextKind, lambda kind: texts()),
    (field_kinds.ChoiceKind, lambda kind: st.sampled_from(kind.options)),
    (field_kinds.IntegerKind, lambda kind: st.integers(-(2**31), 2**31 - 1)),
    (field_kinds.RealKind, lambda kind: st.floats(allow_nan=False, allow_infinity=False)),
    (field_kinds.BooleanKind, lambda kind: st.booleans()),
    (field_kinds.KeysKind, lambda kind: st.lists(keys(), max_size=3).map(tuple)),
    (field_kinds.KeyKind, lambda kind: st.none() | keys()),
    (field_kinds.ColourKind, lambda kind: st.none() | st.builds(Colour, *[st.integers(0, 255)] * 4)),
    (field_kinds.StringsKind, lambda kind: st.lists(texts(), max_size=3).map(tuple).filter(_no_lone_blank)),
    (field_kinds.RemainingKind, lambda kind: st.lists(texts(), min_size=1, max_size=3).map(tuple)),
    (field_kinds.CountedKind, _counted),
    (Nested, lambda kind: records(kind.record).map(lambda row: kind.record(**row))),
    (Records, lambda kind: st.lists(_of(Nested(kind.record)), max_size=3).map(tuple)),
    (AccessKind, lambda kind: st.just(PieceAccess()) | st.just(PieceAccess("side")) | _sides()),
    (MaskViewKind, _mask_views),
    (FacingKind, lambda kind: st.integers(0, 60) | st.floats(-360, 360, allow_nan=False)),
    (PointKind, lambda kind: st.builds(PixelPoint, st.integers(-99, 9999), st.integers(-99, 9999))),
    (ShapeKind, lambda kind: st.text("dMLZN 0123.", max_size=12)),
)


def _sides() -> st.SearchStrategy[PieceAccess]:
    return st.lists(words(), min_size=1, max_size=3).map(lambda sides: PieceAccess("sides", tuple(sides)))
