"""The classes of java.lang that scripts use: strings, numbers and their wrappers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hexwright.emulator.beanshell import java_string_patterns
from hexwright.emulator.beanshell.beanshell_operators import MAX_TEXT, join_texts
from hexwright.emulator.beanshell.execution_budget import (
    pay_for_entries,
    pay_for_letters,
    pay_for_reading,
    pay_for_steps,
    pay_for_text,
)
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_equality import hash_of, hash_of_all, java_equals, string_hash
from hexwright.emulator.beanshell.java_format import java_format
from hexwright.emulator.beanshell.java_math import char_as_number
from hexwright.emulator.beanshell.java_values import (
    MAX_INT,
    MIN_INT,
    BoxedPrimitive,
    JChar,
    JFloat,
    JLong,
    ScriptError,
    java_text,
    to_int,
    to_long,
)


def _s(value: Any) -> str:
    if type(value) is str:
        return value
    if type(value) is JChar:
        return value.text
    if value is None:
        raise ScriptError("null", "NullPointerException")
    return java_text(value)


def _substring(value: str, start: int, end: int | None = None) -> str:
    end = len(value) if end is None else end
    if not 0 <= start <= end <= len(value):
        raise ScriptError(f"begin {start}, end {end}, length {len(value)}", "StringIndexOutOfBounds")
    return pay_for_text(value[start:end])


def _sought(part: Any) -> str | None:
    """Return the string for which indexOf searches, or None for a number that isn't a character code."""
    if type(part) is int:
        return chr(part) if 0 <= part <= 0x10FFFF else None
    return _s(part)


def _index_of(value: str, part: Any, start: int = 0) -> int:
    sought = _sought(part)
    start = max(start, 0)
    if sought is None or start > len(value):
        return -1 if sought is None or sought else len(value)
    at = value.find(sought, start)
    if at - start > 64 or at < 0:
        pay_for_steps((at if at >= 0 else len(value)) - start >> 8)
    return at


def _last_index_of(value: str, part: Any, start: int | None = None) -> int:
    sought = _sought(part)
    if sought is None:
        return -1
    pay_for_steps(len(value) >> 8)
    return value.rfind(sought) if start is None else value.rfind(sought, 0, max(start + len(sought), 0))


def _char_at(value: str, at: int) -> JChar:
    if not 0 <= at < len(value):
        raise ScriptError(f"index {at}, length {len(value)}", "StringIndexOutOfBounds")
    return JChar(value[at])


def compare_texts(left: str, right: str) -> int:
    """Return the result of Java's String.compareTo."""
    if len(left) > 64 and len(right) > 64:
        pay_for_steps(min(len(left), len(right)) >> 1)
    for a, b in zip(left, right, strict=False):
        if a != b:
            return ord(a) - ord(b)
    return len(left) - len(right)


def _repeat(value: str, count: int) -> str:
    if count < 0:
        raise ScriptError("count is negative", "IllegalArgumentException")
    if len(value) * count > MAX_TEXT:
        raise ScriptError("the string is too long", "OutOfMemoryError")
    pay_for_letters(len(value) * count, value.isascii())
    return value * count


def _replace(value: str, old: Any, new: Any) -> str:
    old, new = java_text(old), java_text(new)
    pay_for_reading(value, old)
    size = len(value) + value.count(old) * (len(new) - len(old))
    if size > MAX_TEXT:
        raise ScriptError("the string is too long", "OutOfMemoryError")
    pay_for_letters(size, value.isascii() and new.isascii())
    return value.replace(old, new)


def _join(between: Any, *parts: Any) -> str:
    by = java_text(between)
    first: Any = parts[0] if len(parts) == 1 else None
    items = first.items if type(first) is JArray else list(first.each()) if hasattr(first, "each") else parts
    texts = [java_text(item) for item in items]
    size = sum(map(len, texts)) + len(by) * max(0, len(texts) - 1)
    if size > MAX_TEXT:
        raise ScriptError("the string is too long", "OutOfMemoryError")
    pay_for_letters(size)
    return by.join(texts)


def _of_letters(value: Any) -> str:
    if type(value) is not JArray:
        return java_text(value)
    pay_for_steps(len(value.items))
    return pay_for_text("".join(_s(letter) for letter in value.items))


def _letters(value: str) -> JArray:
    pay_for_entries(2 * len(value))
    return JArray("char", [JChar(letter) for letter in value])


def _one_letter(value: Any, change: Callable[[str], str]) -> JChar:
    """Return a character with its case changed.

    It is unchanged if it has no single-character counterpart, as in Java.
    """
    given = _s(value)
    changed = change(given)
    return JChar(changed if len(changed) == 1 else given)


def _paid(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method so that it charges for the strings that it reads and for the string that it creates."""

    def run(value: str, *given: Any) -> Any:
        if len(value) > 64:
            pay_for_reading(value)
        for one in given:
            if type(one) is str and len(one) > 64:
                pay_for_reading(one)
        result = function(value, *given)
        return pay_for_text(result) if type(result) is str and result is not value else result

    return run


def _strip(value: str) -> str:
    return value.strip("".join(chr(i) for i in range(33)))


STRING: Mapping[str, Callable[..., Any]] = {
    "charAt": _char_at,
    "codePointAt": lambda s, i: ord(_char_at(s, i).text),
    "compareTo": lambda s, o: compare_texts(s, _s(o)),
    "compareToIgnoreCase": _paid(lambda s, o: compare_texts(s.lower(), _s(o).lower())),
    "concat": lambda s, o: join_texts(s, _s(o)),
    "contains": _paid(lambda s, o: java_text(o) in s),
    "contentEquals": lambda s, o: s == java_text(o),
    "endsWith": lambda s, o: s.endswith(_s(o)),
    "equals": lambda s, o: type(o) is str and s == o,
    "equalsIgnoreCase": _paid(lambda s, o: type(o) is str and s.lower() == o.lower()),
    "getClass": lambda s: "class java.lang.String",
    "hashCode": string_hash,
    "indexOf": _index_of,
    "intern": lambda s: s,
    "isBlank": _paid(lambda s: not s.strip()),
    "isEmpty": lambda s: s == "",
    "lastIndexOf": _last_index_of,
    "length": len,
    "matches": lambda s, p: java_string_patterns.compile_pattern(_s(p)).matches(s),
    "repeat": _repeat,
    "replace": _replace,
    "replaceAll": lambda s, p, r: java_string_patterns.replace_matches(s, _s(p), _s(r)),
    "replaceFirst": lambda s, p, r: java_string_patterns.replace_matches(s, _s(p), _s(r), once=True),
    "split": lambda s, p, limit=0: JArray("String", java_string_patterns.split_text(s, _s(p), limit)),
    "startsWith": lambda s, o, at=0: s.startswith(_s(o), at),
    "strip": _paid(lambda s: s.strip()),
    "stripLeading": _paid(lambda s: s.lstrip()),
    "stripTrailing": _paid(lambda s: s.rstrip()),
    "subSequence": _substring,
    "substring": _substring,
    "toCharArray": _letters,
    "toLowerCase": _paid(lambda s: s.lower()),
    "toString": lambda s: s,
    "toUpperCase": _paid(lambda s: s.upper()),
    "trim": _paid(_strip),
}


WRAPPER: Mapping[str, Callable[..., Any]] = {
    "booleanValue": lambda v: v,
    "byteValue": lambda v: (to_int(int(v)) + 128) % 256 - 128,
    "charValue": lambda v: v,
    "compareTo": lambda v, o: (
        (char_as_number(v) > char_as_number(o)) - (char_as_number(v) < char_as_number(o))
    ),
    "doubleValue": lambda v: float(v),
    "equals": java_equals,
    "floatValue": lambda v: JFloat(v),
    "getClass": lambda v: f"class {type(v).__name__}",
    "hashCode": hash_of,
    "intValue": lambda v: to_int(int(v)),
    "longValue": lambda v: to_long(int(v)),
    "toString": java_text,
}

OBJECT: Mapping[str, Callable[..., Any]] = {
    "equals": java_equals,
    "hashCode": hash_of,
    "toString": java_text,
    "getClass": lambda v: f"class {type(v).__name__}",
}


def parse_int(source: Any, base: int = 10) -> int:
    """Parse an integer as Integer.parseInt does; raises ScriptError."""
    if type(source) is str and len(source) < 40 and re.fullmatch(r"[+-]?[0-9A-Za-z]+", source):
        try:
            number = int(source, base) if 2 <= base <= 36 else MAX_INT + 1
        except ValueError:
            number = MAX_INT + 1
        if MIN_INT <= number <= MAX_INT:
            return number
    raise ScriptError(f'For input string: "{java_text(source)[:100]}"', "NumberFormatException")


def parse_double(source: Any) -> float:
    """Parse a number as Double.parseDouble does; raises ScriptError."""
    bare = _strip(_s(source))
    pay_for_reading(bare)
    signless = bare.lstrip("+-") if len(bare) < 12 else ""
    if signless in ("NaN", "Infinity") and len(bare) - len(signless) < 2:
        return float(bare.replace("Infinity", "inf"))
    if re.fullmatch(r"[+-]?([0-9]++\.?[0-9]*+|\.[0-9]++)([eE][+-]?[0-9]++)?[dDfF]?", bare):
        return float(bare.rstrip("dDfF"))
    raise ScriptError(f'For input string: "{bare[:100]}"', "NumberFormatException")


def _parse_long(source: Any) -> JLong:
    if type(source) is str and re.fullmatch(r"[+-]?[0-9]{1,19}", source):
        number = int(source)
        if -(1 << 63) <= number < 1 << 63:
            return to_long(number)
    raise ScriptError(f'For input string: "{java_text(source)[:100]}"', "NumberFormatException")


INTEGER: dict[str, Any] = {
    "MAX_VALUE": MAX_INT,
    "MIN_VALUE": MIN_INT,
    "parseInt": parse_int,
    "valueOf": lambda v, base=10: BoxedPrimitive(v if type(v) is int else parse_int(v, base)),
    "toString": lambda v, base=10: java_text(v) if base == 10 else format(v, "x" if base == 16 else "b"),
    "toBinaryString": lambda v: format(v & 0xFFFFFFFF, "b"),
    "toHexString": lambda v: format(v & 0xFFFFFFFF, "x"),
    "bitCount": lambda v: (v & 0xFFFFFFFF).bit_count(),
    "compare": lambda a, b: (a > b) - (a < b),
    "max": lambda a, b: max(a, b),
    "min": lambda a, b: min(a, b),
    "new": lambda v: BoxedPrimitive(v if type(v) is int else parse_int(v)),
}
LONG: dict[str, Any] = {
    "MAX_VALUE": JLong((1 << 63) - 1),
    "MIN_VALUE": JLong(-(1 << 63)),
    "parseLong": _parse_long,
    "valueOf": lambda v: BoxedPrimitive(to_long(v) if isinstance(v, int) else _parse_long(v)),
    "toString": java_text,
    "bitCount": lambda v: (int(v) & (1 << 64) - 1).bit_count(),
}
DOUBLE: dict[str, Any] = {
    "MAX_VALUE": 1.7976931348623157e308,
    "parseDouble": parse_double,
    "valueOf": lambda v: BoxedPrimitive(float(v) if isinstance(v, float | int) else parse_double(v)),
    "toString": lambda v: java_text(float(v)),
    "isNaN": lambda v: v != v,
    "compare": lambda a, b: (a > b) - (a < b),
}
BOOLEAN: dict[str, Any] = {
    "TRUE": BoxedPrimitive(True),
    "FALSE": BoxedPrimitive(False),
    "parseBoolean": lambda v: type(v) is str and v.lower() == "true",
    "valueOf": lambda v: BoxedPrimitive(v if type(v) is bool else type(v) is str and v.lower() == "true"),
    "toString": java_text,
}


def _numeric_value(value: Any) -> int:
    try:
        return int(_s(value), 36)
    except ValueError:
        return -1


CHARACTER: dict[str, Any] = {
    "isDigit": lambda v: _s(v).isdecimal(),
    "isLetter": lambda v: _s(v).isalpha(),
    "isLetterOrDigit": lambda v: _s(v).isalnum(),
    "isUpperCase": lambda v: _s(v).isupper(),
    "isLowerCase": lambda v: _s(v).islower(),
    "isWhitespace": lambda v: _s(v).isspace(),
    "toString": java_text,
    "valueOf": lambda v: BoxedPrimitive(v),
    "getNumericValue": _numeric_value,
    "toUpperCase": lambda v: _one_letter(v, str.upper),
    "toLowerCase": lambda v: _one_letter(v, str.lower),
}
STRING_CLASS: dict[str, Any] = {
    "valueOf": _of_letters,
    "format": java_format,
    "join": _join,
    "new": lambda v="": _of_letters(v),
}
OBJECTS: dict[str, Any] = {
    "equals": lambda a, b: java_equals(a, b) if a is not None else b is None,
    "toString": java_text,
    "isNull": lambda v: v is None,
    "nonNull": lambda v: v is not None,
    "hash": lambda *v: hash_of_all(v),
}
