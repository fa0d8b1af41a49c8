"""The classes of Java that scripts use: texts, numbers, and what holds them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from validators.engine.script.arrays import JArray
from validators.engine.script.values import (
    MAX_INT,
    MAX_TEXT,
    MIN_INT,
    Box,
    JChar,
    JFloat,
    JLong,
    ScriptError,
    hash_of,
    same,
    string_hash,
    text,
    to_int,
    to_long,
)
from validators.reading.words import words


def _s(value: Any) -> str:
    if type(value) is str:
        return value
    if type(value) is JChar:
        return value.text
    if value is None:
        raise ScriptError("null", "NullPointerException")
    return text(value)


def _substring(value: str, start: int, end: int | None = None) -> str:
    end = len(value) if end is None else end
    if not 0 <= start <= end <= len(value):
        raise ScriptError(f"begin {start}, end {end}, length {len(value)}", "StringIndexOutOfBounds")
    return value[start:end]


def _index_of(value: str, part: Any, start: int = 0) -> int:
    part = chr(part) if type(part) is int else _s(part)
    start = max(start, 0)
    if start > len(value):
        return -1 if part else len(value)
    return value.find(part, start)


def _last_index_of(value: str, part: Any, start: int | None = None) -> int:
    part = chr(part) if type(part) is int else _s(part)
    return value.rfind(part) if start is None else value.rfind(part, 0, max(start + len(part), 0))


def _char_at(value: str, at: int) -> JChar:
    if not 0 <= at < len(value):
        raise ScriptError(f"index {at}, length {len(value)}", "StringIndexOutOfBounds")
    return JChar(value[at])


def compare_texts(left: str, right: str) -> int:
    """Return Java's String.compareTo."""
    for a, b in zip(left, right, strict=False):
        if a != b:
            return ord(a) - ord(b)
    return len(left) - len(right)


@cache
def pattern(source: str) -> re.Pattern[str]:
    """Compile a regular expression of Java; raises ScriptError for what isn't one (or isn't one here)."""
    translated = source.replace("\\p{Alpha}", "[A-Za-z]").replace("\\p{Digit}", "[0-9]").replace("\\z", "\\Z")
    try:
        return re.compile(translated)
    except re.error as fault:
        raise ScriptError(str(fault), "PatternSyntaxException") from None


def _replacement(source: str) -> Callable[[re.Match[str]], str]:
    def expand(match: re.Match[str]) -> str:
        return re.sub(
            r"\\(.)|\$(\d)", lambda m: m[1] if m[1] else match[int(m[2])] or "", source, flags=re.DOTALL
        )

    return expand


def _split(value: str, source: Any, limit: int = 0) -> JArray:
    source = _s(source)
    if len(source) == 1 and source not in ".$|()[{^?*+\\":
        parts = value.split(source, limit - 1 if limit > 0 else -1)
    elif len(source) == 2 and source[0] == "\\" and not source[1].isalnum():
        parts = value.split(source[1], limit - 1 if limit > 0 else -1)
    else:
        parts = pattern(source).split(value, maxsplit=limit - 1 if limit > 0 else 0)
        if len(parts) > 1 and parts[0] == "" and pattern(source).match(value, 0) is not None:
            empty = pattern(source).match(value, 0)
            if empty is not None and empty.end() == 0:
                parts = parts[1:]
    if limit == 0:
        while len(parts) > 1 and parts[-1] == "":
            parts.pop()
        if parts == [""] and value != "":
            parts = []
    return JArray("String", list(parts))


def _format(source: str, *values: Any) -> str:
    given = values[0].items if len(values) == 1 and type(values[0]) is JArray else values
    out, at = [], 0
    for match in re.finditer(r"%(\d+\$)?([-#+ 0,(]*)(\d+)?(\.\d+)?([a-zA-Z%])", source):
        out.append(source[at : match.start()])
        at = match.end()
        kind = match[5]
        if kind == "n":
            out.append("\n")
            continue
        if kind == "%":
            out.append("%")
            continue
        value = given[int(match[1][:-1]) - 1 if match[1] else len(out) // 2] if not match[1] else given[0]
        flags, width, exact = match[2], match[3] or "", match[4] or ""
        if kind in "dxX":
            if isinstance(value, float) or type(value) not in (int, JLong):
                raise ScriptError(f"{kind} != {text(value)}", "IllegalFormatConversionException")
            spec = ("," if "," in flags else "") + kind
            plain = format(int(value), ("+" if "+" in flags else "") + spec)
        elif kind in "feE":
            plain = format(float(value), (exact or ".6") + kind)
        else:
            plain = text(value)
            if exact:
                plain = plain[: int(exact[1:])]
        if width:
            size = int(width)
            if size > MAX_TEXT:
                raise ScriptError("too wide", "OutOfMemoryError")
            plain = plain.ljust(size) if "-" in flags else plain.rjust(size, "0" if "0" in flags else " ")
        out.append(plain)
    out.append(source[at:])
    return "".join(out)


def _repeat(value: str, count: int) -> str:
    if count < 0:
        raise ScriptError("count is negative", "IllegalArgumentException")
    if len(value) * count > MAX_TEXT:
        raise ScriptError("the text is too long", "OutOfMemoryError")
    return value * count


def _strip(value: str) -> str:
    return value.strip("".join(chr(i) for i in range(33)))


STRING: Mapping[str, Callable[..., Any]] = {
    "charAt": _char_at,
    "codePointAt": lambda s, i: ord(_char_at(s, i).text),
    "compareTo": lambda s, o: compare_texts(s, _s(o)),
    "compareToIgnoreCase": lambda s, o: compare_texts(s.lower(), _s(o).lower()),
    "concat": lambda s, o: s + _s(o),
    "contains": lambda s, o: text(o) in s,
    "contentEquals": lambda s, o: s == text(o),
    "endsWith": lambda s, o: s.endswith(_s(o)),
    "equals": lambda s, o: type(o) is str and s == o,
    "equalsIgnoreCase": lambda s, o: type(o) is str and s.lower() == o.lower(),
    "getClass": lambda s: "class java.lang.String",
    "hashCode": string_hash,
    "indexOf": _index_of,
    "intern": lambda s: s,
    "isBlank": lambda s: not s.strip(),
    "isEmpty": lambda s: s == "",
    "lastIndexOf": _last_index_of,
    "length": len,
    "matches": lambda s, p: pattern(_s(p)).fullmatch(s) is not None,
    "repeat": _repeat,
    "replace": lambda s, a, b: s.replace(text(a), text(b)),
    "replaceAll": lambda s, p, r: pattern(_s(p)).sub(_replacement(_s(r)), s),
    "replaceFirst": lambda s, p, r: pattern(_s(p)).sub(_replacement(_s(r)), s, count=1),
    "split": _split,
    "startsWith": lambda s, o, at=0: s.startswith(_s(o), at),
    "strip": lambda s: s.strip(),
    "stripLeading": lambda s: s.lstrip(),
    "stripTrailing": lambda s: s.rstrip(),
    "subSequence": _substring,
    "substring": _substring,
    "toCharArray": lambda s: JArray("char", [JChar(letter) for letter in s]),
    "toLowerCase": lambda s: s.lower(),
    "toString": lambda s: s,
    "toUpperCase": lambda s: s.upper(),
    "trim": _strip,
}


def _as_number(value: Any) -> Any:
    return ord(value.text) if type(value) is JChar else value


WRAPPER: Mapping[str, Callable[..., Any]] = {
    "booleanValue": lambda v: v,
    "byteValue": lambda v: (to_int(int(v)) + 128) % 256 - 128,
    "charValue": lambda v: v,
    "compareTo": lambda v, o: (_as_number(v) > _as_number(o)) - (_as_number(v) < _as_number(o)),
    "doubleValue": lambda v: float(v),
    "equals": same,
    "floatValue": lambda v: JFloat(v),
    "getClass": lambda v: f"class {type(v).__name__}",
    "hashCode": hash_of,
    "intValue": lambda v: to_int(int(v)),
    "longValue": lambda v: to_long(int(v)),
    "toString": text,
}

OBJECT: Mapping[str, Callable[..., Any]] = {
    "equals": same,
    "hashCode": hash_of,
    "toString": text,
    "getClass": lambda v: f"class {type(v).__name__}",
}


def parse_int(source: Any, base: int = 10) -> int:
    """Read a whole number as Integer.parseInt; raises ScriptError."""
    if type(source) is str and re.fullmatch(r"[+-]?[0-9A-Za-z]+", source):
        try:
            number = int(source, base)
        except ValueError:
            number = MAX_INT + 1
        if MIN_INT <= number <= MAX_INT:
            return number
    raise ScriptError(f'For input string: "{text(source)}"', "NumberFormatException")


def parse_double(source: Any) -> float:
    """Read a number as Double.parseDouble; raises ScriptError."""
    bare = _strip(_s(source))
    if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[dDfF]?", bare):
        return float(bare.rstrip("dDfF"))
    raise ScriptError(f'For input string: "{bare}"', "NumberFormatException")


def _parse_long(source: Any) -> JLong:
    if type(source) is str and re.fullmatch(r"[+-]?\d{1,19}", source):
        return to_long(int(source))
    raise ScriptError(f'For input string: "{text(source)}"', "NumberFormatException")


def _widest(*values: Any) -> Callable[[Any], Any]:
    numbers = [_as_number(v) for v in values]
    if any(type(v) is float for v in numbers):
        return float
    if any(type(v) is JFloat for v in numbers):
        return JFloat
    return JLong if any(type(v) is JLong for v in numbers) else int


def _widened(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: _widest(a, b)(choose(_as_number(a), _as_number(b)))


def _round(value: Any) -> Any:
    whole = math.floor(value + 0.5)
    return to_int(whole) if type(value) is JFloat else to_long(whole)


def _floor_div(a: int, b: int) -> int:
    if b == 0:
        raise ScriptError("/ by zero", "ArithmeticException")
    return _widest(a, b)(a // b)  # type: ignore[no-any-return]


def _floor_mod(a: int, b: int) -> int:
    return _widest(a, b)(a - _floor_div(a, b) * b)  # type: ignore[no-any-return]


def _power(a: float, b: float) -> float:
    try:
        return float(math.pow(a, b))
    except OverflowError:
        return float("inf")
    except ValueError:
        return float("nan")


_MATH: dict[str, Any] = {
    "PI": math.pi,
    "E": math.e,
    "abs": lambda v: type(v)(abs(v)),
    "max": _widened(max),
    "min": _widened(min),
    "round": _round,
    "floor": lambda v: float(math.floor(v)),
    "ceil": lambda v: float(math.ceil(v)),
    "rint": lambda v: float(round(v)),
    "sqrt": lambda v: math.sqrt(v) if v >= 0 else float("nan"),
    "pow": _power,
    "hypot": lambda a, b: math.hypot(a, b),
    "sin": lambda v: math.sin(v),
    "cos": lambda v: math.cos(v),
    "tan": lambda v: math.tan(v),
    "atan2": lambda a, b: math.atan2(a, b),
    "toRadians": lambda v: math.radians(v),
    "toDegrees": lambda v: math.degrees(v),
    "exp": lambda v: math.exp(v),
    "log": lambda v: math.log(v) if v > 0 else float("-inf"),
    "signum": lambda v: float((v > 0) - (v < 0)),
    "floorMod": _floor_mod,
    "floorDiv": _floor_div,
}
_INTEGER: dict[str, Any] = {
    "MAX_VALUE": MAX_INT,
    "MIN_VALUE": MIN_INT,
    "parseInt": parse_int,
    "valueOf": lambda v, base=10: Box(v if type(v) is int else parse_int(v, base)),
    "toString": lambda v, base=10: text(v) if base == 10 else format(v, "x" if base == 16 else "b"),
    "toBinaryString": lambda v: format(v & 0xFFFFFFFF, "b"),
    "toHexString": lambda v: format(v & 0xFFFFFFFF, "x"),
    "bitCount": lambda v: (v & 0xFFFFFFFF).bit_count(),
    "compare": lambda a, b: (a > b) - (a < b),
    "max": lambda a, b: max(a, b),
    "min": lambda a, b: min(a, b),
    "new": lambda v: Box(v if type(v) is int else parse_int(v)),
}
_LONG: dict[str, Any] = {
    "MAX_VALUE": JLong((1 << 63) - 1),
    "MIN_VALUE": JLong(-(1 << 63)),
    "parseLong": _parse_long,
    "valueOf": lambda v: Box(to_long(v) if isinstance(v, int) else _parse_long(v)),
    "toString": text,
    "bitCount": lambda v: (int(v) & (1 << 64) - 1).bit_count(),
}
_DOUBLE: dict[str, Any] = {
    "MAX_VALUE": 1.7976931348623157e308,
    "parseDouble": parse_double,
    "valueOf": lambda v: Box(float(v) if isinstance(v, float | int) else parse_double(v)),
    "toString": lambda v: text(float(v)),
    "isNaN": lambda v: v != v,
    "compare": lambda a, b: (a > b) - (a < b),
}
_BOOLEAN: dict[str, Any] = {
    "TRUE": Box(True),
    "FALSE": Box(False),
    "parseBoolean": lambda v: type(v) is str and v.lower() == "true",
    "valueOf": lambda v: Box(v if type(v) is bool else type(v) is str and v.lower() == "true"),
    "toString": text,
}
_CHARACTER: dict[str, Any] = {
    "isDigit": lambda v: _s(v).isdigit(),
    "isLetter": lambda v: _s(v).isalpha(),
    "isLetterOrDigit": lambda v: _s(v).isalnum(),
    "isUpperCase": lambda v: _s(v).isupper(),
    "isLowerCase": lambda v: _s(v).islower(),
    "isWhitespace": lambda v: _s(v).isspace(),
    "toString": text,
    "valueOf": lambda v: Box(v),
    "getNumericValue": lambda v: int(_s(v), 36) if _s(v).isalnum() else -1,
    "toUpperCase": lambda v: JChar(_s(v).upper()),
    "toLowerCase": lambda v: JChar(_s(v).lower()),
}
_STRING_CLASS: dict[str, Any] = {
    "valueOf": lambda v: "".join(c.text for c in v.items) if type(v) is JArray else text(v),
    "format": _format,
    "join": lambda by, *parts: text(by).join(
        text(p) for p in (parts[0].items if len(parts) == 1 and hasattr(parts[0], "items") else parts)
    ),
    "new": lambda v="": "".join(c.text for c in v.items) if type(v) is JArray else text(v),
}
_OBJECTS: dict[str, Any] = {
    "equals": lambda a, b: same(a, b) if a is not None else b is None,
    "toString": text,
    "isNull": lambda v: v is None,
    "nonNull": lambda v: v is not None,
    "hash": lambda *v: to_int(
        sum(31 ** (len(v) - i - 1) * hash_of(x) for i, x in enumerate(v)) + 31 ** len(v)
    ),
}


def _exception(kind: str) -> dict[str, Any]:
    from validators.engine.script.statements import Thrown

    return {"new": lambda message="": Thrown(ScriptError(text(message), kind))}


_EXCEPTIONS = words(
    """
    Exception RuntimeException IllegalArgumentException IllegalStateException
    NumberFormatException NullPointerException ArithmeticException IndexOutOfBoundsException
    UnsupportedOperationException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException
    Throwable Error
    """
)


@cache
def _simple() -> dict[str, tuple[str, dict[str, Any]]]:
    from validators.engine.script import collecting

    found: dict[str, tuple[str, dict[str, Any]]] = {
        "Math": ("java.lang", _MATH),
        "Integer": ("java.lang", _INTEGER),
        "Long": ("java.lang", _LONG),
        "Double": ("java.lang", _DOUBLE),
        "Float": ("java.lang", _DOUBLE),
        "Boolean": ("java.lang", _BOOLEAN),
        "Character": ("java.lang", _CHARACTER),
        "String": ("java.lang", _STRING_CLASS),
        "Objects": ("java.util", _OBJECTS),
        "Object": ("java.lang", {"new": object}),
        "Number": ("java.lang", {}),
        "System": ("java.lang", {"currentTimeMillis": lambda: JLong(0), "nanoTime": lambda: JLong(0)}),
        **{name: ("java.lang", _exception(name)) for name in _EXCEPTIONS},
    }
    found.update(collecting.classes())
    return found


def find(name: str) -> dict[str, Any] | None:
    """Return the members of a class by its simple or full name; a maker stands under `new`."""
    package, _, simple = name.rpartition(".")
    known = _simple().get(simple)
    if known is None or (package and package != known[0]):
        return None
    return known[1]
