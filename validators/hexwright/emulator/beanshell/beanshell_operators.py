"""The operators of BeanShell (bsh.BSHBinaryExpression, bsh.Primitive), and the truth value of conditions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from hexwright.emulator.beanshell.character_sets import UnsupportedPatternError
from hexwright.emulator.beanshell.execution_budget import pay_for_letters
from hexwright.emulator.beanshell.java_string_patterns import compile_pattern
from hexwright.emulator.beanshell.java_values import (
    PRIMITIVES,
    VOID,
    BoxedPrimitive,
    JChar,
    JFloat,
    JLong,
    LostError,
    ScriptError,
    java_text,
    to_float,
    to_int,
    to_long,
    unbox_value,
)

#: Longer texts are rejected.
MAX_TEXT: Final = 1 << 24


class MismatchError(Exception):
    """The error for a failed bsh operator, after which VASSAL tries again with the operands as strings."""


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
    return float("nan") if b == 0 or a in (float("inf"), float("-inf")) else math.fmod(a, b)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_MATCH: Final = ("=~", "!~")
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


def apply_binary(operator: str, left: Any, right: Any) -> Any:
    """Return the result of a binary operator; raises ScriptError in every case in which VASSAL's
    bsh fails.
    """
    kinds = type(left), type(right)
    left_value, right_value = kinds[0] in PRIMITIVES, kinds[1] in PRIMITIVES
    left_any, right_any = left_value or kinds[0] is BoxedPrimitive, right_value or kinds[1] is BoxedPrimitive
    if left_any and right_any:
        if kinds[0] is BoxedPrimitive and kinds[1] is BoxedPrimitive and operator == "==":
            raise ScriptError("Operator: '==' inappropriate for objects")
        try:
            result = apply_numeric(operator, unbox_value(left), unbox_value(right))
        except MismatchError:
            return _texts(operator, java_text(left), java_text(right))
        if (left_value and right_value) or type(result) is bool:
            return result
        return BoxedPrimitive(result)
    if kinds[0] is int and right == "":
        return numeric_or_fail(operator, left, 0)
    if kinds[1] is int and left == "":
        return numeric_or_fail(operator, 0, right)
    if (left_any or kinds[0] is str) and (right_any or kinds[1] is str):
        return _texts(operator, java_text(left), java_text(right))
    if (
        operator != "=="
        and (left_any or _is_joined_as_text(left))
        and (right_any or _is_joined_as_text(right))
    ):
        return _texts(operator, java_text(left), java_text(right))
    if left is VOID or right is VOID:
        raise ScriptError("illegal use of undefined variable, class, or 'void' literal")
    if left is None or right is None:
        raise ScriptError("illegal use of null value or 'null' literal")
    raise ScriptError(f"Operator: '{operator}' inappropriate for objects")


def _is_joined_as_text(value: Any) -> bool:
    """Return whether a value that isn't a primitive wrapper is concatenated and compared as a string."""
    return type(value) is str or hasattr(value, "told_as_text")


def join_texts(left: str, right: str) -> str:
    """Concatenate two strings; raises ScriptError if the result is too long."""
    size = len(left) + len(right)
    if size > 64:
        if size > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")
        pay_for_letters(size, left.isascii() and right.isascii())
    return left + right


def join_many_texts(parts: Sequence[str]) -> str:
    """Concatenate many strings; raises ScriptError if the result is too long."""
    size = sum(map(len, parts))
    if size > 64:
        if size > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")
        pay_for_letters(size)
    return "".join(parts)


def _texts(operator: str, left: str, right: str) -> Any:
    if operator == "+":
        return join_texts(left, right)
    if operator in _MATCH:
        return _matches(left, right) == (operator == "=~")
    compare = _COMPARE.get(operator)
    if compare is None:
        raise ScriptError("Unimplemented binary String operator")
    return compare(left, right)


def _matches(text: str, pattern: str) -> bool:
    """Return whether a pattern matches a whole string; raises ScriptError."""
    try:
        return compile_pattern(pattern).matches(text)
    except UnsupportedPatternError:
        raise
    except ScriptError as fault:
        raise LostError(str(fault), fault.kind) from None


def numeric_or_fail(operator: str, left: Any, right: Any) -> Any:
    """Return the result of `apply_numeric`, but raise ScriptError in place of MismatchError."""
    try:
        return apply_numeric(operator, left, right)
    except MismatchError:
        raise ScriptError(f"inappropriate values for '{operator}'", "ArithmeticException") from None


def apply_numeric(operator: str, left: Any, right: Any) -> Any:
    """Return the result of an operator on two primitives.

    Raises MismatchError if VASSAL would try again with strings, and ScriptError if it wouldn't.
    """
    if type(left) is JChar:
        left = ord(left.text)
    if type(right) is JChar:
        right = ord(right.text)
    kinds = type(left), type(right)
    if bool in kinds and kinds != (bool, bool):
        raise MismatchError
    if operator in _MATCH:
        wide = next((kind for kind in (bool, float, JFloat, JLong) if kind in kinds), int)
        return _texts(operator, java_text(wide(left)), java_text(wide(right)))
    if bool in kinds:
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


def apply_unary(operator: str, value: Any) -> Any:
    """Return the result of unary `!`, `-`, `+` or `~`; raises ScriptError."""
    if type(value) is BoxedPrimitive:
        return BoxedPrimitive(apply_unary(operator, value.value))
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


def condition_truth(value: Any) -> bool:
    """Return the truth value of a condition; raises ScriptError if the value isn't a boolean."""
    value = unbox_value(value)
    if value is True or value is False:
        return value is True
    raise ScriptError("Condition must evaluate to a Boolean or boolean.")
