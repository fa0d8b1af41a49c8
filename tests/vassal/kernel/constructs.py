"""Python as the rules engine uses it: each `case_` is run by Python and, translated, by a Java machine.

A case returns a value without arguments. Traps of the translation have a case each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeVar, get_args

T = TypeVar("T")
Colour = Literal["red", "green", "blue"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
_LOG: Final[list[str]] = []


class Point(NamedTuple):
    """A named tuple with a default and a method."""

    x: int
    y: int = 7

    def moved(self, dx: int, *, dy: int = 0) -> Point:
        return Point(self.x + dx, self.y + dy)

    def __str__(self) -> str:
        return f"<{self.x}|{self.y}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A record whose fields are passed by keyword."""

    kind: ClassVar[str] = "base"
    name: str = "none"
    tags: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class Derived(Base):
    """A record with fields by position below one with fields by keyword."""

    kind: ClassVar[str] = "derived"
    size: int
    notes: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Left:
    """One of two parents."""

    value: int

    @cached_property
    def doubled(self) -> int:
        _LOG.append(f"doubled {self.value}")
        return self.value * 2

    def who(self) -> str:
        return "left"


@dataclass(frozen=True)
class Right:
    """The other parent."""

    value: int

    def who(self) -> str:
        return "right"

    def only_right(self) -> str:
        return f"only right {self.value}"


@dataclass(frozen=True)
class Both(Left, Right):
    """A class of two parents."""

    extra: str = "x"


@dataclass(frozen=True)
class Child(Left):
    """A class that is a Left too."""

    def who(self) -> str:
        return f"child of {self.value}"


class RefusedError(ValueError):
    """An exception derived from one of Python's."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Counter:
    """A plain object that changes."""

    def __init__(self, start: int) -> None:
        self.total = start
        self.steps: list[int] = []

    def add(self, number: int) -> Counter:
        self.total += number
        self.steps.append(number)
        return self


class Lazy(dict[int, T]):
    """A dict that makes missing values."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> T:
        made = self[number] = self._make(number)
        return made


class Squares(Mapping[int, int]):
    """A mapping of its own."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __getitem__(self, number: int) -> int:
        if number >= self._size:
            raise KeyError(number)
        return number * number

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._size))

    def __len__(self) -> int:
        return self._size


class Level(Enum):
    """An enum with a property."""

    LOW = "low"
    HIGH = "high"

    @property
    def rank(self) -> int:
        return (Level.LOW, Level.HIGH).index(self)


# Names and calls --------------------------------------------------------------------------------------


def static(new: int, switch: int = 2, *, goto: int = 3) -> tuple[int, ...]:
    """Names that Java reserves are names like any other."""
    return (new, switch, goto)


def _noted(word: str, value: T) -> T:
    _LOG.append(word)
    return value


def _numbers(first: int, second: int = 0, *, third: int = 0) -> tuple[int, int, int]:
    return (first, second, third)


def _gathered(start: int, *, step: int = 1, **further: int) -> tuple[object, ...]:
    return (start, step, dict(further))


def _all_of(*words: str) -> tuple[str, ...]:
    return words


def case_names_that_java_reserves() -> object:
    new = 1
    switch = static(new, goto=9)
    return (switch, static(4, 5, goto=6))


def case_keywords_are_evaluated_as_written() -> object:
    _LOG.clear()
    made = _numbers(third=_noted("third", 3), first=_noted("first", 1), second=_noted("second", 2))
    return (made, tuple(_LOG))


def case_keywords_through_function_values() -> object:
    def joined(one: str, two: str = "two", three: str = "three") -> str:
        return f"{one}-{two}-{three}"

    held = partial(_numbers, second=5)
    return (joined("a", three="c"), joined(two="b", one="a"), held(1), partial(_numbers, 4)(6))


def case_variable_and_further_arguments() -> object:
    words = ("b", "c")
    more = {"four": 4}
    return (_all_of("a", *words), _gathered(1), _gathered(1, other=2, step=3), _gathered(0, **more, five=5))


def case_spread_arguments() -> object:
    pair = (3, 4)
    return (Point(*pair), _numbers(*pair), Fraction(*pair), max(*pair, 9))


def case_getitem_of_a_tuple_as_a_value() -> object:
    pick = ("a", "b", "c").__getitem__
    return tuple(map(pick, (2, 0, -1)))


def case_functions_that_call_themselves() -> object:
    def total(numbers: tuple[int, ...], depth: int = 0) -> int:
        return depth if not numbers else numbers[0] + total(numbers[1:], depth + 1)

    return total((5, 6, 7))


def case_functions_that_take_variables_along() -> object:
    base = 10
    scaled = [(lambda number: number * base)(number) for number in range(3)]
    return (scaled, sorted((3, -1, 2), key=lambda number: (abs(number - base), number)))


def case_types_as_makers() -> object:
    rows = [list[int]() for _ in range(2)]
    rows[0].append(1)
    made: dict[str, list[int]] = dict[str, list[int]]()
    made.setdefault("a", []).append(3)
    return (rows, made, tuple(map(str, (1, None, True))), list(map(Point, (1, 2))))


# Classes ----------------------------------------------------------------------------------------------


def case_records() -> object:
    one = Derived(3, name="n", notes=(1,))
    two = replace(one, size=4, notes=())
    changes: dict[str, Any] = {"size": 3, "tags": ("t",)}
    return (
        one,
        two,
        one == replace(two, size=3),
        one == two,
        one.label,
        Derived.kind,
        replace(one, **changes),
        len({one, replace(two, size=3), two}),
    )


def case_fields_of_a_record() -> object:
    return tuple((one.name, one.default) for one in fields(Base))


def case_named_tuples() -> object:
    point = Point(2)
    x, y = point
    return (
        point,
        str(point),
        f"{point}",
        point.moved(1, dy=2),
        point._replace(y=0),
        x + y,
        point < Point(3),
        point[1],
    )


def case_two_parents() -> object:
    both = Both(5)
    return (
        both.who(),
        both.only_right(),
        both.value,
        both.extra,
        isinstance(both, Left),
        isinstance(both, Right),
    )


def case_kinds_of_objects() -> object:
    things: tuple[object, ...] = (
        Child(1),
        Left(1),
        Right(1),
        1,
        True,
        "a",
        None,
        (1,),
        Point(1),
        Fraction(1, 2),
    )
    return tuple(
        (
            isinstance(one, Left),
            isinstance(one, (Right, str)),
            isinstance(one, int),
            isinstance(one, tuple),
            isinstance(one, int | Fraction),
        )
        for one in things
    )


def case_computed_once() -> object:
    _LOG.clear()
    child = Child(4)
    return (child.doubled + child.doubled, child.who(), replace(child, value=5).doubled, tuple(_LOG))


def case_objects_that_change() -> object:
    counter = Counter(1).add(2).add(3)
    counter.total -= 10
    return (counter.total, counter.steps)


def case_mappings_of_our_own() -> object:
    lazy = Lazy(lambda number: number * 3)
    squares = Squares(4)
    return (
        lazy[2],
        lazy[2],
        len(lazy),
        3 in squares,
        9 in squares,
        squares.get(9, -1),
        list(squares.items()),
        sum(squares.values()),
        dict(squares),
    )


def case_enums() -> object:
    levels = (Level.HIGH, Level.LOW)
    return (
        [one.value for one in sorted(levels, key=lambda one: one.rank)],
        Level.LOW is Level.LOW,
        levels[0].name,
    )


def case_exceptions() -> object:
    found: list[object] = []
    for value in (0, 1, 2):
        try:
            if value == 0:
                raise RefusedError("no", hint="try")
            if value == 1:
                raise KeyError("key")
            found.append(int("12"))
        except ValueError as fault:
            found.append((str(fault), isinstance(fault, RefusedError)))
        except KeyError:
            found.append("key error")
    return found


# Statements -------------------------------------------------------------------------------------------


def _countdown(number: int) -> Iterator[int]:
    while number > 0:
        yield number
        number -= 1
        if number == 1:
            return


def _nested(depth: int) -> Iterator[int]:
    yield depth
    if depth:
        yield from _nested(depth - 1)


def case_generators() -> object:
    return (
        list(_countdown(4)),
        tuple(_nested(3)),
        sum(_countdown(3)),
        next(iter(_countdown(2))),
        any(_countdown(0)),
    )


def case_lists_that_grow_while_iterated() -> object:
    queue = [1]
    for number in queue:
        if number < 20:
            queue.append(number * 2)
            if number % 3 == 1:
                queue.append(number + 1)
    return queue


def case_loops() -> object:
    found = []
    for first, (second, *rest) in enumerate(((1, 2, 3), (4,), (5, 6))):
        if second == 4:
            continue
        for part in rest:
            if part == 3:
                break
            found.append((first, second, part))
    number = 0
    while True:
        number += 1
        if number > 3:
            break
    return (found, number)


def case_assignments() -> object:
    a = b = [0, 1]
    a[0] += 5
    a += [2]
    first, *middle, last = (1, 2, 3, 4)
    counts: dict[str, int] = {}
    for letter in "hello":
        counts[letter] = counts.get(letter, 0) + 1
    del counts["o"]
    bits = 5
    bits &= ~1
    bits |= 8
    bits <<= 2
    return (a, b, first, middle, last, counts, bits)


def _matched(words: list[str]) -> object:
    match words:
        case []:
            return "nothing"
        case ["end" | "stop" as word]:
            return ("ends", word)
        case ["roll", *numbers] if len(numbers) > 1:
            return ("rolls", numbers)
        case [word, "to", place]:
            return (word, place)
        case [word, _]:
            return ("two", word)
    return "other"


def case_patterns() -> object:
    lines = ("", "stop", "roll 1 2", "roll 1", "a to b", "a b c d")
    return tuple(_matched(line.split()) for line in lines)


# Expressions ------------------------------------------------------------------------------------------


def case_numbers() -> object:
    big = 1 << 70
    return (
        -7 // 2,
        -7 % 3,
        7 // -2,
        (big | 3) & ~1,
        big >> 69,
        -1 >> 5,
        (big - 1).bit_count(),
        big.bit_length(),
        ~5 & 255,
        2**65,
        3 * (1 << 62),
        (1 << 63) - 1 + 1,
        -(1 << 63) - 1,
        divmod(-7, 2),
        5 ^ 3,
        abs(-4),
        int("-12"),
        True + 1,
    )


def case_fractions() -> object:
    half = Fraction(1, 2)
    return (
        half + 1,
        half * 4,
        half < 1,
        Fraction("0.25"),
        Fraction(6, 4),
        half == Fraction(2, 4),
        int(Fraction(7, 2)),
        3 - half,
        Fraction(4, 2) == 2,
        -half // 1,
    )


def case_comparisons() -> object:
    values = (1, 5, None)
    none: list[int] = []
    return (
        [1 < value <= 5 for value in (1, 2, 5, 6)],
        [value is None for value in values],
        [value is not None and value > 2 for value in values],
        1 < 3 > 2,
        (1, 2) < (1, 3),
        1 not in (2, 3),
        not (1 in values and 2 in values),
        "b" in "abc",
        none or "empty",
        len(none) and 1,
        "x" if values else "y",
        {1, 2} <= {1, 2, 3},
        {1} < {1},
    )


def case_comprehensions() -> object:
    rows = ((1, 2), (3,), ())
    limit = 1
    return (
        [number for row in rows for number in row if number > limit],
        {number % 2 for row in rows for number in row},
        {str(number): number for number in range(3)},
        [square for number in range(4) if (square := number * number) > 1],
        any(number > 2 for row in rows for number in row),
        all(row for row in rows),
        next((row for row in rows if len(row) == 1), None),
        next((row for row in rows if len(row) == 9), "none"),
        [[column * line for column in range(2)] for line in range(2)],
    )


def case_texts() -> object:
    letters = "a,b,,c"
    number, text, odd = 5, "quoted 'text' \u00e9\u2014", True
    return (
        f"{number:02} {number:+d} {text!r} {'odd' if odd else 'even'} and {number}!",
        "{one} and {two}{{}}".format(one=1, two="2"),
        letters.split(","),
        f" {letters}  y ".split(),
        "-".join(("a", "b")),
        "abc"[::-1],
        "abcdef"[1:-1:2],
        "abc"[-2:],
        "Abc".lower().startswith(("x", "a")),
        "a:b:c".partition(":"),
        "a:b:c".rpartition(":"),
        "abc".removesuffix("c"),
        repr(("a", 1, None)),
        str(None),
        "a" * 3,
        "z" < "\u00e9",
    )


def case_sequences() -> object:
    row = (4, 1, 3, 1)
    more = {"a": 1}
    return (
        sorted(row, reverse=True),
        sorted(("bb", "a", "cc"), key=len, reverse=True),
        min(row),
        max(row, key=lambda number: -number),
        min((), default=None),
        row[1:3],
        row[::-1],
        row.index(3),
        row.count(1),
        (0,) * 3 + row,
        list(zip(row, "ab", strict=False)),
        list(enumerate(row, start=2)),
        list(reversed(row)),
        sum(row, 10),
        [*row, *"ab"],
        {**more, "b": 2},
        tuple(dict.fromkeys(row)),
        list(filter(None, (0, 1, 2))),
        len(range(2, 10, 3)),
        bytes((1, 2, 3))[1],
    )


def case_unequal_rows_can_be_refused() -> object:
    try:
        return list(zip((1, 2), (1,), strict=True))
    except ValueError:
        return "unequal"


def case_a_deque_forgets() -> object:
    kept: deque[int] = deque(maxlen=3)
    for number in range(5):
        kept.append(number)
    return list(kept)


def case_values_of_a_literal() -> object:
    return COLOURS


@cache
def _slow(number: int) -> int:
    _LOG.append(f"slow {number}")
    return number * number


@lru_cache(maxsize=2)
def _small(number: int) -> int:
    return -number


def case_results_that_are_kept() -> object:
    _LOG.clear()
    return (_slow(11) + _slow(11), [_small(number) for number in (1, 2, 3, 1, 2)], len(_LOG))


def case_jumps_within_arguments() -> object:
    flag = len(COLOURS) > 2
    return (
        Point(1 if flag else 2, 3 if not flag else 4),
        Derived(1 if flag else 0, name="a" if flag else "b", tags=("x",) if not flag else ()),
        {"k" if flag else "l": 1 if flag and COLOURS else 2},
        [*((1, 2) if flag else ()), (flag and "yes") or "no"],
    )


def case_assertions() -> object:
    try:
        assert len(COLOURS) == 4, "there are three"
    except AssertionError:
        return "failed"
    return "held"
