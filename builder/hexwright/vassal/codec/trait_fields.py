"""The base classes of traits: dataclasses whose field metadata describes VASSAL's encoding."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast, dataclass_transform

from hexwright.vassal.codec import field_kinds, sequence_encoder
from hexwright.vassal.codec.field_kinds import FieldKind
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.sequence_encoder import CodecError

#: A function from the values read so far to whether a field is present in this layout.
FieldCondition = Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """The specification of one field of a record.

    It contains the attribute name, the Editor's label, the kind, the default, and the VASSAL version that
    added the field ("" for original fields). It also says whether the field may be omitted at the end, and
    under which condition it is present.
    """

    name: str
    label: str
    kind: FieldKind[Any]
    default: Any
    since: str = ""
    state: bool = False
    optional: bool = False
    when: FieldCondition | None = None

    @property
    def single(self) -> bool:
        """Return whether the field takes exactly one token."""
        return type(self.kind).read is FieldKind.read


class FieldFault(NamedTuple):
    """A token that doesn't match its field's kind. VASSAL uses the default value instead."""

    field: str
    label: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadSource:
    """The text from which a record was parsed. It lets unchanged fields be written back exactly.

    It consists of the tokens of type and state, and the values parsed from them. Missing tokens are None.
    """

    type: tuple[str, ...] | None = None
    state: tuple[str, ...] | None = None
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)


T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(kind: type[T]) -> type[T]:
    """Declare a record class: a frozen dataclass with slots.

    `Record` defines comparison and repr once for all record classes.
    """
    return dataclass(slots=True, eq=False, repr=False)(kind)


@record
class Record:
    """The base class of all values that are encoded as declared fields between delimiters."""

    DELIMITER: ClassVar[str] = ";"

    source: ReadSource | None = dataclasses.field(default=None, compare=False, repr=False, kw_only=True)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        read = _compared_values(cast(Hashable, type(self)))
        return bool(read(self) == read(other))

    def __hash__(self) -> int:
        # Sets of pieces compute it for hundreds of thousands of traits.
        return hash(_compared_values(cast(Hashable, type(self)))(self))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self._compared().items())
        return f"{type(self).__qualname__}({told})"

    def _compared(self) -> Mapping[str, Any]:
        """Return the values by which records are compared: all fields except the source text."""
        return {name: getattr(self, name) for name in _compared(cast(Hashable, type(self)))}

    @classmethod
    def fields(cls) -> tuple[FieldSpec, ...]:
        """Return the fields of the type part, in encoding order."""
        return _table(cast(Hashable, cls), False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a record from its text. Unknown tokens at the end are kept."""
        record: Self = _parse(cast(Hashable, cls), text)
        return record

    def format(self) -> str:
        """Return the record as text. Raises CodecError, which names the field, for an invalid value."""
        names, out = _write(self, False, self.source.type if self.source else None)
        return sequence_encoder.encode(out, self.DELIMITER, names)

    def fresh(self) -> Self:
        """Return the record without its source text, so that it is written like a new record."""
        return dataclasses.replace(self, source=None)

    def faults(self) -> tuple[FieldFault, ...]:
        """Return a fault for each token that doesn't match its field's kind."""
        if self.source is None or self.source.type is None:
            return ()
        return _faults(self.fields(), self.source.type)

    def unknown_fields(self) -> tuple[str, ...]:
        """Return the tokens that follow the last field known to VASSAL 3.7.26."""
        if self.source is None or self.source.type is None:
            return ()
        return _read(type(self), False, self.source.type)[1]


@record
class Trait(Record):
    """The base class of traits.

    A trait has a type part, which the designer sets, and a state part, which changes in play.
    """

    ID: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    JAVA: ClassVar[str] = ""
    SINCE: ClassVar[str] = ""
    #: None if the state is a single raw text.
    STATE_DELIMITER: ClassVar[str | None] = ";"

    @classmethod
    def state_fields(cls) -> tuple[FieldSpec, ...]:
        """Return the fields of the state part, in encoding order."""
        return _table(cast(Hashable, cls), True)

    @classmethod
    def decode(cls, type_text: str, state_text: str = "") -> Self:
        """Parse a trait from its type, which includes its id, and its state."""
        trait: Self = _decode(cast(Hashable, cls), type_text, state_text)
        return trait

    def encode_type(self) -> str:
        """Return the type part with the trait's id as text. Raises CodecError, which names the field."""
        return self.ID + self.format()

    def encode_state(self) -> str:
        """Return the state part as text. Raises CodecError, which names the field."""
        tokens = self.source.state if self.source else None
        if not self.state_fields():
            return tokens[0] if tokens else ""
        names, out = _write(self, True, tokens)
        if self.STATE_DELIMITER is None:
            return out[0] if out else ""
        return sequence_encoder.encode(out, self.STATE_DELIMITER, names)

    def faults(self) -> tuple[FieldFault, ...]:
        """Return a fault for each token of type and state that doesn't match its field's kind."""
        found = Record.faults(self)
        if self.source is not None and self.source.state is not None and self.state_fields():
            found += _faults(self.state_fields(), self.source.state)
        return found


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def trait(
    id_: str, title: str, java: str, *, since: str = "", state_delimiter: str | None = ";"
) -> Callable[[type[T]], type[T]]:
    """Return a decorator that declares a trait: the prefix of its type, its title in the Editor, its Java
    class.
    """

    def declared(kind: type[T]) -> type[T]:
        head = f"{title} ({java})."
        named = cast("type[Trait]", kind)
        named.ID, named.TITLE, named.JAVA, named.SINCE = id_, title, java, since
        named.STATE_DELIMITER = state_delimiter
        named.__doc__ = f"{head}\n\n{kind.__doc__}" if kind.__doc__ else head
        return record(kind)

    return declared


@record
class UnknownTrait(Trait):
    """A trait that VASSAL 3.7.26 doesn't know. Its text is kept unchanged."""

    type_text: str = ""
    state_text: str = ""

    @classmethod
    def decode(cls, type_text: str, state_text: str = "") -> Self:
        """Return a trait that stores type and state unchanged."""
        return cls(type_text, state_text)

    def encode_type(self) -> str:
        """Return the type unchanged."""
        return self.type_text

    def encode_state(self) -> str:
        """Return the state unchanged."""
        return self.state_text


R = TypeVar("R", bound=Record)


class Nested(FieldKind[R], Generic[R]):
    """A record in one token.

    If ``always`` is set, it is written even if all its fields have default values.
    """

    name = "record"

    def __init__(self, record: type[R]) -> None:
        self.record = record

    def parse(self, text: str) -> R:
        return self.record.parse(text)

    def format(self, value: R) -> str:
        return value.format()


class Records(FieldKind["tuple[R, ...]"], Generic[R]):
    """A list of records in one token."""

    name = "records"

    def __init__(self, record: type[R], delimiter: str = ",") -> None:
        self.record = record
        self.delimiter = delimiter

    def parse(self, text: str) -> tuple[R, ...]:
        if not text:
            return ()
        return tuple(self.record.parse(token) for token in sequence_encoder.decode(text, self.delimiter))

    def format(self, value: tuple[R, ...]) -> str:
        return sequence_encoder.encode([item.format() for item in value], self.delimiter)


def declare(
    kind: FieldKind[Any],
    label: str,
    default: Any,
    since: str = "",
    *,
    state: bool = False,
    optional: bool = False,
    when: FieldCondition | None = None,
) -> Any:
    """Declare a dataclass field that is encoded as a field of the record."""
    row = FieldSpec("", label, kind, default, since, state, optional, when)
    return dataclasses.field(default=default, metadata={"row": row})


def text(label: str, default: str = "", since: str = "", kind: str = "text", **more: Any) -> str:
    """Declare a string field; ``kind`` is its meaning in VASSAL: text, menu, property, image, sound, …"""
    declared: str = declare(field_kinds.TextKind(kind), label, default, since, **more)
    return declared


def expression(label: str, default: str = "", since: str = "", **more: Any) -> str:
    """Declare a field that contains an expression: BeanShell in braces, or a property match from an old
    module.
    """
    return text(label, default, since, "expression", **more)


def formatted(label: str, default: str = "", since: str = "", **more: Any) -> str:
    """Declare a field that contains a message format: text with ``$property$``, or an expression."""
    return text(label, default, since, "format", **more)


def menu(label: str, default: str = "", since: str = "", **more: Any) -> str:
    """Declare a field that contains the text of a menu item.

    An empty string means that there is no menu item.
    """
    return text(label, default, since, "menu", **more)


def choice(label: str, options: Sequence[str], default: str, since: str = "", **more: Any) -> str:
    """Declare a string field whose value is one of ``options``."""
    declared: str = declare(field_kinds.ChoiceKind(*options), label, default, since, **more)
    return declared


def integer(label: str, default: int = 0, since: str = "", **more: Any) -> int:
    """Declare an integer field."""
    declared: int = declare(field_kinds.IntegerKind(), label, default, since, **more)
    return declared


def real(label: str, default: float = 0.0, since: str = "", **more: Any) -> float:
    """Declare a field that contains a decimal number."""
    declared: float = declare(field_kinds.RealKind(), label, default, since, **more)
    return declared


def boolean(label: str, default: bool = False, since: str = "", **more: Any) -> bool:
    """Declare a boolean field."""
    declared: bool = declare(field_kinds.BooleanKind(), label, default, since, **more)
    return declared


def key(label: str, default: KeyCommand | None = None, since: str = "", **more: Any) -> KeyCommand | None:
    """Declare a field that contains an optional key command."""
    declared: KeyCommand | None = declare(field_kinds.KeyKind(), label, default, since, **more)
    return declared


def keys(label: str, since: str = "", **more: Any) -> tuple[KeyCommand, ...]:
    """Declare a field that contains a list of key commands."""
    declared: tuple[KeyCommand, ...] = declare(field_kinds.KeysKind(), label, (), since, **more)
    return declared


def colour(label: str, default: Colour | None = None, since: str = "", **more: Any) -> Colour | None:
    """Declare a field that contains an optional colour."""
    declared: Colour | None = declare(field_kinds.ColourKind(), label, default, since, **more)
    return declared


def strings(label: str, since: str = "", delimiter: str = ",", **more: Any) -> tuple[str, ...]:
    """Declare a field that contains a list of strings."""
    declared: tuple[str, ...] = declare(field_kinds.StringsKind(delimiter), label, (), since, **more)
    return declared


def nested(default: R, label: str, since: str = "", **more: Any) -> R:
    """Declare a field that contains a record in one token."""
    declared: R = declare(Nested(type(default)), label, default, since, **more)
    return declared


def records(record: type[R], label: str, since: str = "", delimiter: str = ",", **more: Any) -> tuple[R, ...]:
    """Declare a field that contains a list of records in one token."""
    declared: tuple[R, ...] = declare(Records(record, delimiter), label, (), since, **more)
    return declared


@cache
def _compared(cls: type[Record]) -> tuple[str, ...]:
    """Return the names of the fields by which records of a class are compared."""
    return tuple(field.name for field in dataclasses.fields(cls) if field.compare)


@cache
def _compared_values(cls: type[Record]) -> Callable[[Record], object]:
    """Return a function that reads the values by which records of a class are compared."""
    names = _compared(cast(Hashable, cls))
    return attrgetter(*names) if names else lambda _: ()


@cache
def _table(cls: type[Record], state: bool) -> tuple[FieldSpec, ...]:
    rows = (
        dataclasses.replace(f.metadata["row"], name=f.name)
        for f in dataclasses.fields(cls)
        if "row" in f.metadata
    )
    return tuple(row for row in rows if row.state is state)


@cache
def _plan(cls: type[Record], state: bool) -> tuple[tuple[str, Any, Any, Any, FieldCondition | None], ...]:
    """Return a tuple for each field, as `_read` needs it: name, parse or None, read, default, when."""
    return tuple(
        (row.name, row.kind.parse if row.single else None, row.kind.read, row.default, row.when)
        for row in _table(cast(Hashable, cls), state)
    )


def _read(cls: type[Record], state: bool, tokens: tuple[str, ...]) -> tuple[dict[str, Any], tuple[str, ...]]:
    values: dict[str, Any] = {}
    at, end = 0, len(tokens)
    for name, parse, read, default, when in _plan(cast(Hashable, cls), state):
        if at >= end or (when is not None and not when(values)):
            values[name] = default
            continue
        try:
            if parse is not None:
                values[name], at = parse(tokens[at]), at + 1
            else:
                values[name], at = read(tokens, at)
        except ValueError:
            values[name], at = default, at + 1
    return values, tokens[at:]


def _write(record: Record, state: bool, tokens: tuple[str, ...] | None) -> tuple[list[str], Sequence[str]]:
    if tokens is not None and _is_as_read(record, state):
        return [], tokens
    table = _table(cast(Hashable, type(record)), state)
    if tokens is None and all(row.when is None and not row.optional for row in table):
        return _write_new(record, table)
    values = {row.name: getattr(record, row.name) for row in table}
    kept = tokens is not None
    if tokens is not None and record.source is not None:
        before = record.source.values
        if any(row.when and row.when(before) != row.when(values) for row in table):
            tokens, kept = (), False
    tokens = tokens or ()
    names: list[str] = []
    out: list[str] = []
    held: list[tuple[str, str]] = []
    at, end = 0, len(tokens)
    for row in table:
        if row.when is not None and not row.when(values):
            continue
        value = values[row.name]
        if at < end:
            try:
                old, after = row.kind.read(tokens, at)
            except ValueError:
                old, after = row.default, at + 1
            part = tokens[at:after] if old == value else _format(row, value)
            at = after
        elif (kept or row.optional) and value == row.default:
            held.extend((row.name, token) for token in _format(row, value))
            continue
        else:
            part = _format(row, value)
        if held:
            names.extend(name for name, _ in held)
            out.extend(token for _, token in held)
            held.clear()
        names.extend([row.name] * len(part))
        out.extend(part)
    out.extend(tokens[at:])
    return names, out


def _is_as_read(record: Record, state: bool) -> bool:
    """Return whether the fields of the type or state have the values that were read."""
    if record.source is None:
        return False
    now, read = _values_of(cast(Hashable, type(record)), state)
    try:
        return now(record) == read(record.source.values)
    except KeyError:
        return False


@cache
def _values_of(
    cls: type[Record], state: bool
) -> tuple[Callable[[Record], object], Callable[[Mapping[str, Any]], object]]:
    """Return functions that read the values of a table's fields in a record, and in those that were read."""
    names = [row.name for row in _table(cast(Hashable, cls), state)]
    return (attrgetter(*names), itemgetter(*names)) if names else (lambda _: (), lambda _: ())


def _write_new(record: Record, table: Sequence[FieldSpec]) -> tuple[list[str], Sequence[str]]:
    """Return all fields of a new record as tokens, and the names of these tokens."""
    names: list[str] = []
    out: list[str] = []
    for row in table:
        part = _format(row, getattr(record, row.name))
        names.extend([row.name] * len(part))
        out.extend(part)
    return names, out


def _format(row: FieldSpec, value: Any) -> tuple[str, ...]:
    try:
        return row.kind.write(value)
    except CodecError as error:
        raise error.within(row.name) from None
    except (TypeError, AttributeError):
        raise CodecError(row.name, value, f"can't be encoded as {row.kind.name}") from None


def _faults(table: Sequence[FieldSpec], tokens: Sequence[str]) -> tuple[FieldFault, ...]:
    found: list[FieldFault] = []
    values: dict[str, Any] = {}
    at = 0
    for row in table:
        if at >= len(tokens):
            break
        values.setdefault(row.name, row.default)
        if row.when is not None and not row.when(values):
            continue
        try:
            values[row.name], after = row.kind.read(tokens, at)
        except ValueError as error:
            values[row.name], after = row.default, at + 1
            found.append(FieldFault(row.name, row.label, tokens[at], str(error)))
        at = after
        inner = values[row.name]
        for part in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(part, Record):
                found.extend(f._replace(field=f"{row.name}.{f.field}") for f in part.faults())
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _parse(cls: type[R], text: str) -> R:
    tokens = tuple(sequence_encoder.decode(text, cls.DELIMITER))
    values, _ = _read(cls, False, tokens)
    return cls(source=ReadSource(tokens, None, values), **values)


def _read_state(cls: type[Trait], state_text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    table = cls.state_fields()
    if not table or cls.STATE_DELIMITER is None:
        tokens: tuple[str, ...] = (state_text,)
    else:
        tokens = tuple(sequence_encoder.decode(state_text, cls.STATE_DELIMITER))
    return (_read(cls, True, tokens)[0] if table else {}), tokens


C = TypeVar("C", bound=Trait)


@lru_cache(maxsize=1 << 14)
def _decode(cls: type[C], type_text: str, state_text: str) -> C:
    tokens = tuple(sequence_encoder.decode(type_text[len(cls.ID) :], cls.DELIMITER)) if cls.fields() else ()
    values, _ = _read(cls, False, tokens)
    state, state_tokens = _read_state(cls, state_text)
    return cls(source=ReadSource(tokens, state_tokens, values | state), **values, **state)
