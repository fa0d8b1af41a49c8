"""The values of Java as BeanShell sees them, and its operators (bsh.Primitive, bsh.BSHBinaryExpression).

Primitives are `bool`, `int` (32 bits), `JLong`, `JChar`, `JFloat` and `float` (double). Objects are `str`,
`Box` (a wrapper such as Integer) and everything else; None is null and `VOID` what has no value. VASSAL's
bsh treats null, wrappers and strings in ways of its own, and so does `binary`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final

from builder.vassal.codec.values import java_double
from validators.engine.script.budget import hold, spend

#: A text longer than this is refused.
MAX_TEXT: Final = 1 << 24
MIN_INT, MAX_INT = -(1 << 31), (1 << 31) - 1


class ScriptError(Exception):
    """Report what the engine's interpreter would throw: `kind` is the Java class, where there is one."""

    def __init__(self, message: str, kind: str = "EvalError") -> None:
        super().__init__(message)
        self.kind = kind


class JLong(int):
    """Be a long."""

    __slots__ = ()


class JFloat(float):
    """Be a float of 32 bits."""

    __slots__ = ()


class JChar:
    """Be a char; `text` is one letter."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JChar) and other.text == self.text

    def __hash__(self) -> int:
        return ord(self.text)


class Box:
    """Be a wrapper object around a primitive."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Void:
    """Be the value of what has none; there is one."""

    __slots__ = ()


VOID: Final = Void()
PRIMITIVES: Final = frozenset({int, bool, JLong, float, JFloat, JChar})


def boxed(value: Any) -> Any:
    """Return a value as a Java method of type Object returns it."""
    return Box(value) if type(value) in PRIMITIVES else value


def unboxed(value: Any) -> Any:
    """Return a wrapper's primitive, anything else as it is."""
    return value.value if type(value) is Box else value


def to_int(number: int) -> int:
    """Return a number within 32 bits, as Java wraps it."""
    return number if MIN_INT <= number <= MAX_INT else ((number + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)


def to_long(number: int) -> JLong:
    """Return a number within 64 bits."""
    return JLong(((number + (1 << 63)) & 0xFFFFFFFFFFFFFFFF) - (1 << 63))


def to_float(number: float) -> JFloat:
    """Return a number rounded to a float."""
    try:
        return JFloat(struct.unpack("f", struct.pack("f", number))[0])
    except OverflowError:
        return JFloat("inf" if number > 0 else "-inf")


def text(value: Any) -> str:
    """Return what Java's String.valueOf makes of a value."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return "true" if value else "false"
    if kind is int or kind is JLong:
        return str(int(value))
    if kind is float:
        return java_double(value)
    if kind is JFloat:
        return _float_text(value)
    if kind is JChar:
        return value.text  # type: ignore[no-any-return]
    if kind is Box:
        return text(value.value)
    if value is None:
        return "null"
    if value is VOID:
        return "void"
    if getattr(kind, "__str__") is object.__str__:  # noqa: B009 - a class, not a value
        # Java shows the class and an address; an address would differ from day to day.
        return f"{getattr(kind, 'java_names', ('Object',))[0]}@1b2c3d"
    return str(value)


def _float_text(value: float) -> str:
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if to_float(short) == value:
            return java_double(short)
    return java_double(value)


class MismatchError(Exception):
    """Tell that bsh's operator gave up in the way after which VASSAL tries again with texts."""


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise MismatchError
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _modulo(a: int, b: int) -> int:
    return a - _divide(a, b) * b


def _real_divide(a: float, b: float) -> float:
    if b == 0:
        return float("nan") if a == 0 or a != a else float("inf") if (a > 0) else float("-inf")
    return a / b


def _real_modulo(a: float, b: float) -> float:
    import math

    return float("nan") if b == 0 or a in (float("inf"), float("-inf")) else math.fmod(a, b)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_WHOLE: dict[str, Callable[[int, int, int], int]] = {
    "+": lambda a, b, bits: a + b,
    "-": lambda a, b, bits: a - b,
    "*": lambda a, b, bits: a * b,
    "/": lambda a, b, bits: _divide(a, b),
    "%": lambda a, b, bits: _modulo(a, b),
    "<<": lambda a, b, bits: a << (b & bits - 1),
    ">>": lambda a, b, bits: a >> (b & bits - 1),
    ">>>": lambda a, b, bits: (a & (1 << bits) - 1) >> (b & bits - 1),
    "&": lambda a, b, bits: a & b,
    "|": lambda a, b, bits: a | b,
    "^": lambda a, b, bits: a ^ b,
}
_REAL: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _real_divide,
    "%": _real_modulo,
}


def binary(operator: str, left: Any, right: Any) -> Any:
    """Return what an operator makes of two values; raises ScriptError as the engine's bsh does."""
    kinds = type(left), type(right)
    left_value, right_value = kinds[0] in PRIMITIVES, kinds[1] in PRIMITIVES
    left_any, right_any = left_value or kinds[0] is Box, right_value or kinds[1] is Box
    if left_any and right_any:
        if kinds[0] is Box and kinds[1] is Box and operator == "==":
            raise ScriptError("Operator: '==' inappropriate for objects")
        try:
            result = numeric(operator, unboxed(left), unboxed(right))
        except MismatchError:
            return _texts(operator, text(left), text(right))
        if (left_value and right_value) or type(result) is bool:
            return result
        return Box(result)
    if kinds[0] is int and right == "":
        return numeric_or_fail(operator, left, 0)
    if kinds[1] is int and left == "":
        return numeric_or_fail(operator, 0, right)
    if (left_any or kinds[0] is str) and (right_any or kinds[1] is str):
        return _texts(operator, text(left), text(right))
    if left is VOID or right is VOID:
        raise ScriptError("illegal use of undefined variable, class, or 'void' literal")
    if left is None or right is None:
        raise ScriptError("illegal use of null value or 'null' literal")
    raise ScriptError(f"Operator: '{operator}' inappropriate for objects")


def joined(left: str, right: str) -> str:
    """Join two texts; raises ScriptError for what is too long."""
    size = len(left) + len(right)
    if size > 64:
        if size > MAX_TEXT:
            raise ScriptError("the text is too long", "OutOfMemoryError")
        hold(size, left.isascii() and right.isascii())
    return left + right


def joined_all(parts: Sequence[str]) -> str:
    """Join many texts; raises ScriptError for what is too long."""
    size = sum(map(len, parts))
    if size > 64:
        if size > MAX_TEXT:
            raise ScriptError("the text is too long", "OutOfMemoryError")
        hold(size)
    return "".join(parts)


def _texts(operator: str, left: str, right: str) -> Any:
    if operator == "+":
        return joined(left, right)
    compare = _COMPARE.get(operator)
    if compare is None:
        raise ScriptError("Unimplemented binary String operator")
    return compare(left, right)


def numeric_or_fail(operator: str, left: Any, right: Any) -> Any:
    """Return what `numeric` gives; raises ScriptError where it gives up."""
    try:
        return numeric(operator, left, right)
    except MismatchError:
        raise ScriptError(f"inappropriate values for '{operator}'", "ArithmeticException") from None


def numeric(operator: str, left: Any, right: Any) -> Any:
    """Return what an operator makes of two primitives; raises MismatchError, or ScriptError for good."""
    if type(left) is JChar:
        left = ord(left.text)
    if type(right) is JChar:
        right = ord(right.text)
    kinds = type(left), type(right)
    if bool in kinds:
        if kinds != (bool, bool):
            raise MismatchError
        if operator in ("==", "!="):
            return (left == right) == (operator == "==")
        if operator in ("&&", "||"):
            return (left and right) if operator == "&&" else (left or right)
        raise ScriptError("unimplemented binary operator")
    compare = _COMPARE.get(operator)
    if compare is not None:
        return compare(left, right)
    if float in kinds or JFloat in kinds:
        real = _REAL.get(operator)
        if real is None:
            raise (
                MismatchError
                if "<<" in operator or ">>" in operator
                else ScriptError("Unimplemented operator")
            )
        result = real(float(left), float(right))
        return result if float in kinds else to_float(result)
    whole = _WHOLE.get(operator)
    if whole is None:
        raise ScriptError("Unimplemented binary integer operator")
    if JLong in kinds:
        return to_long(whole(int(left), int(right), 64))
    return to_int(whole(left, right, 32))


def unary(operator: str, value: Any) -> Any:
    """Return what `!`, `-`, `+` or `~` makes of a value; raises ScriptError."""
    if type(value) is Box:
        return Box(unary(operator, value.value))
    kind = type(value)
    if kind is bool:
        if operator != "!":
            raise ScriptError("Operator inappropriate for boolean")
        return not value
    if kind is JChar:
        value, kind = ord(value.text), int
    if kind not in PRIMITIVES or operator == "!":
        raise ScriptError(f"Unary operation {operator} inappropriate for object")
    if operator == "+":
        return value
    if kind is float or kind is JFloat:
        if operator == "~":
            raise ScriptError("bad unaryOperation")
        return kind(-value)
    result = -value if operator == "-" else ~value
    return to_long(result) if kind is JLong else to_int(result)


def truth(value: Any) -> bool:
    """Return the truth of a condition; raises ScriptError for what is no boolean."""
    value = unboxed(value)
    if value is True or value is False:
        return value is True
    raise ScriptError("Condition must evaluate to a Boolean or boolean.")


_RANK = {"byte": 0, "short": 1, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}
_DEFAULT: dict[str, Any] = {
    "boolean": False,
    "byte": 0,
    "short": 0,
    "char": JChar("\0"),
    "int": 0,
    "long": JLong(0),
    "float": JFloat(0),
    "double": 0.0,
}


def default_of(kind: str) -> Any:
    """Return what a variable or an array element of a type holds at first."""
    return _DEFAULT.get(kind)


HELD_AS: Final[Mapping[str, type]] = {"String": str, "int": int, "boolean": bool, "double": float}
"""What values of a type are to us, where a value of that kind is held as it is."""


def cast(kind: str, value: Any, declared: bool = True) -> Any:
    """Return a value as a type holds it; `declared` allows narrowing, as a declaration and a cast do."""
    if type(value) is HELD_AS.get(kind):
        return value
    if kind == "Object":
        return Box(value) if type(value) in PRIMITIVES else value
    if kind in _DEFAULT:
        value = unboxed(value)
        if type(value) not in PRIMITIVES or (kind == "boolean") != (type(value) is bool):
            raise ScriptError(f"Can't assign {describe(value)} to {kind}")
        if kind == "boolean":
            return value
        if not declared and _RANK[kind] < _RANK[_name(value)]:
            raise ScriptError(f"Can't assign {describe(value)} to {kind}")
        return _convert(kind, value)
    if kind in ("", "java.lang.Object") or value is None:
        return boxed(value) if kind else value
    if kind == "String":
        if type(value) is not str:
            raise ScriptError(f"Can't assign {describe(value)} to String")
        return value
    if kind.endswith("[]") and not _holds(kind[:-2], value):
        raise ScriptError(f"Can't assign {describe(value)} to {kind}")
    return boxed(value) if kind in _WRAPPERS else value


def _holds(element: str, value: Any) -> bool:
    """Tell whether a value is an array that one of such elements may be: of texts it may be no other."""
    held = getattr(value, "kind", None)
    if held is None or element not in ("String", *_DEFAULT):
        return held is not None or element == "Object"
    return bool(held == element)


_WRAPPERS = frozenset(
    {"Integer", "Long", "Double", "Float", "Boolean", "Character", "Number", "Byte", "Short"}
)


def _name(value: Any) -> str:
    names = {int: "int", JLong: "long", float: "double", JFloat: "float", JChar: "char"}
    return names[type(value)]


def describe(value: Any) -> str:
    """Return a value's type as messages name it."""
    if value is None:
        return "null"
    if value is VOID:
        return "void value"
    return {str: "java.lang.String", bool: "boolean"}.get(type(value)) or (
        _name(value) if type(value) in PRIMITIVES else type(value).__name__
    )


def _convert(kind: str, value: Any) -> Any:
    if type(value) is JChar:
        if kind == "char":
            return value
        value = ord(value.text)
    if kind == "double":
        return float(value)
    if kind == "float":
        return to_float(float(value))
    if isinstance(value, float):
        if value != value:
            value = 0
        else:
            low, high = (-(1 << 63), (1 << 63) - 1) if kind == "long" else (MIN_INT, MAX_INT)
            value = int(max(low, min(high, value)))
    if kind == "long":
        return to_long(int(value))
    number = to_int(int(value))
    if kind == "int":
        return number
    if kind == "char":
        return JChar(chr(number & 0xFFFF))
    bits = 8 if kind == "byte" else 16
    return ((number + (1 << bits - 1)) & (1 << bits) - 1) - (1 << bits - 1)


class Worth:
    """Be equal to others by what is held, as keys of a map are."""

    __slots__ = ()

    def worth(self) -> Hashable:
        """Return what decides whether two are equal."""
        raise NotImplementedError

    def equals(self, other: Any) -> bool:
        """Tell whether another of the kind is worth as much."""
        return type(other) is type(self) and bool(other.worth() == self.worth())


def hash_of(value: Any) -> int:
    """Return Java's hashCode of a value."""
    value = unboxed(value)
    kind = type(value)
    if kind is str:
        return string_hash(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return 1231 if value else 1237
    if kind is JChar:
        return ord(value.text)
    if kind is JLong:
        return to_int(int(value) ^ (int(value) & (1 << 64) - 1) >> 32)
    if kind is float:
        bits = struct.unpack("<q", struct.pack("<d", value))[0]
        return to_int(bits ^ (bits & (1 << 64) - 1) >> 32)
    if kind is JFloat:
        return int(struct.unpack("<i", struct.pack("<f", value))[0])
    own = getattr(value, "hash_code", None)
    return own() if own is not None else 0


def string_hash(value: str) -> int:
    """Return Java's String.hashCode."""
    code = 0
    if len(value) > 64:
        spend(len(value) >> 1)
    for letter in value:
        code = (31 * code + ord(letter)) & 0xFFFFFFFF
    return to_int(code)


def hash_of_all(values: Sequence[Any]) -> int:
    """Return Java's hashCode of a list, or of Objects.hash."""
    spend(len(values))
    code = 1
    for value in values:
        code = to_int(31 * code + hash_of(value))
    return code


def same(left: Any, right: Any) -> bool:
    """Tell whether Java's left.equals(right)."""
    left, right = unboxed(left), unboxed(right)
    if type(left) is not type(right):
        return False
    own = getattr(left, "equals", None)
    return bool(own(right)) if own is not None else left == right if type(left) in _PLAIN else left is right


_PLAIN = PRIMITIVES | {str}
