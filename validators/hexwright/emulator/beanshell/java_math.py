"""Java's arithmetic beyond the operators: java.lang.Math."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from hexwright.emulator.beanshell.java_values import (
    JChar,
    JFloat,
    JLong,
    ScriptError,
    cast_to_type,
    to_int,
    to_long,
)


def char_as_number(value: Any) -> Any:
    """Return a char as its code, as in Java's arithmetic. Any other value is returned unchanged."""
    return ord(value.text) if type(value) is JChar else value


def _widest(*values: Any) -> Callable[[Any], Any]:
    numbers = [char_as_number(v) for v in values]
    if any(type(v) is float for v in numbers):
        return float
    if any(type(v) is JFloat for v in numbers):
        return JFloat
    return JLong if any(type(v) is JLong for v in numbers) else int


def _widened(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: _widest(a, b)(choose(char_as_number(a), char_as_number(b)))


def _round(value: Any) -> Any:
    return cast_to_type("int" if type(value) is JFloat else "long", _floor(float(value) + 0.5))


def _floor(value: Any) -> float:
    """Return the largest integer that isn't greater than a number; infinities and NaN are unchanged."""
    return float(math.floor(value)) if math.isfinite(value) else float(value)


def _real(function: Callable[..., float]) -> Callable[..., float]:
    """Wrap a function of Python's math module so that it returns NaN or infinity, as Java does, instead of
    raising.
    """

    def run(*given: Any) -> float:
        try:
            return float(function(*(float(char_as_number(one)) for one in given)))
        except OverflowError:
            return float("inf")
        except ValueError:
            return float("nan")

    return run


def _floor_div(a: int, b: int) -> int:
    if b == 0:
        raise ScriptError("/ by zero", "ArithmeticException")
    return _widest(a, b)(a // b)  # type: ignore[no-any-return]


def _floor_mod(a: int, b: int) -> int:
    return _widest(a, b)(a - _floor_div(a, b) * b)  # type: ignore[no-any-return]


def _power(a: float, b: float) -> float:
    """Raise a number to a power, as Java does.

    A negative number raised to an odd integer power may overflow to -infinity.
    """
    if abs(a) == 1 and not math.isfinite(b):
        return float("nan")
    if b != b:
        return float("nan")
    try:
        return math.pow(a, b)
    except OverflowError:
        return float("-inf") if a < 0 and b % 2 == 1 else float("inf")
    except ValueError:
        return (
            (float("-inf") if math.copysign(1, a) < 0 and b % 2 == 1 else float("inf"))
            if a == 0
            else float("nan")
        )


def _absolute(value: Any) -> Any:
    value = char_as_number(value)
    if type(value) is int:
        return to_int(abs(value))
    return to_long(abs(value)) if type(value) is JLong else type(value)(abs(value))


MATH: dict[str, Any] = {
    "PI": math.pi,
    "E": math.e,
    "abs": _absolute,
    "max": _widened(max),
    "min": _widened(min),
    "round": _round,
    "floor": _real(_floor),
    "ceil": _real(lambda v: -_floor(-v)),
    "rint": _real(lambda v: float(round(v)) if math.isfinite(v) else v),
    "sqrt": _real(math.sqrt),
    "pow": _real(_power),
    "hypot": _real(math.hypot),
    "sin": _real(math.sin),
    "cos": _real(math.cos),
    "tan": _real(math.tan),
    "atan2": _real(math.atan2),
    "toRadians": _real(math.radians),
    "toDegrees": _real(math.degrees),
    "exp": _real(math.exp),
    "log": _real(lambda v: math.log(v) if v else float("-inf")),
    "signum": lambda v: float((v > 0) - (v < 0)),
    "floorMod": _floor_mod,
    "floorDiv": _floor_div,
}
