"""Java's String.format (java.util.Formatter), with its exceptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Any, Final

from hexwright.emulator.beanshell import execution_budget
from hexwright.emulator.beanshell.beanshell_operators import MAX_TEXT
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_equality import hash_of
from hexwright.emulator.beanshell.java_values import (
    MAX_INT,
    PRIMITIVES,
    JChar,
    JFloat,
    JLong,
    ScriptError,
    java_text,
)

_SPECIFIER: Final = re.compile(
    r"%(?P<index>[0-9]++\$)?(?P<flags>[-#+ 0,(<]*+)(?P<width>[1-9][0-9]*+)?(?P<exact>\.[0-9]++)?"
    r"(?P<time>[tT])?(?P<kind>[a-zA-Z%])"
)
#: The flags that a conversion accepts.
_FLAGS: Final[dict[str, str]] = {
    "b": "-<", "h": "-<", "s": "-#<", "c": "-<", "d": "-+ 0,(<", "o": "-#+ 0(<", "x": "-#+ 0(<", "t": "-<",
    "e": "-#+ 0(<", "f": "-#+ 0,(<", "g": "-+ 0,(<", "a": "-#+ 0<", "%": "-", "n": "",
}  # fmt: skip
#: Exceptions for a wrong format or arguments that don't fit it; all are IllegalArgumentExceptions.
FAULTS: Final = frozenset(
    f"{name}Exception"
    for name in (
        "DuplicateFormatFlags", "FormatFlagsConversionMismatch", "IllegalFormat",
        "IllegalFormatArgumentIndex",
        "IllegalFormatCodePoint", "IllegalFormatConversion", "IllegalFormatFlags", "IllegalFormatPrecision",
        "IllegalFormatWidth", "MissingFormatArgument", "MissingFormatWidth", "UnknownFormatConversion",
    )
)  # fmt: skip


def _fault(kind: str, message: str) -> ScriptError:
    return ScriptError(message, f"{kind}Exception")


def java_format(source: str, *given: Any) -> str:
    """Format values as String.format does; raises ScriptError if Java would throw an exception."""
    values: Sequence[Any] = given[0].items if len(given) == 1 and type(given[0]) is JArray else given
    execution_budget.pay_for_reading(source)
    out: list[str] = []
    at, ordinary, last = 0, 0, -1
    while True:
        begin = source.find("%", at)
        if begin < 0:
            out.append(source[at:])
            break
        out.append(source[at:begin])
        one = _read(source, begin)
        at = begin + len(one.shown)
        execution_budget.pay_for_steps(8)
        if one.kind in "%n":
            out.append(one.padded("%") if one.kind == "%" else "\n")
            continue
        if one.index > 0:
            last = one.index - 1
        elif "<" not in one.flags:
            last, ordinary = ordinary, ordinary + 1
        if not 0 <= last < len(values):
            raise _fault("MissingFormatArgument", f"Format specifier '{one.shown}'")
        made = one.written(values[last])
        out.append(execution_budget.pay_for_text(made.upper() if one.upper else made))
    return execution_budget.pay_for_text("".join(out))


def _read(source: str, at: int) -> _Specifier:
    match = _SPECIFIER.match(source, at)
    if match is None:
        raise _fault("UnknownFormatConversion", "Conversion = '%'")
    letter, flags = "t" if match["time"] else match["kind"], match["flags"]
    kind = letter if letter in "dofan%" else letter.lower()
    if kind not in _FLAGS or (letter.isupper() and kind in "dofan"):
        raise _fault("UnknownFormatConversion", f"Conversion = '{letter}'")
    if len(set(flags)) < len(flags):
        raise _fault("DuplicateFormatFlags", f"Flags = '{flags}'")
    index = _size(match["index"].rstrip("$"), "ArgumentIndex") if match["index"] else 0
    if match["index"] and index == 0:
        raise _fault("IllegalFormatArgumentIndex", "Illegal format argument index = 0")
    width = _size(match["width"], "Width")
    exact = _size(match["exact"][1:] if match["exact"] else None, "Precision")
    one = _Specifier(match[0], index, flags, width, exact, kind, letter.isupper())
    one.check()
    return one


def _size(given: str | None, what: str) -> int:
    if given is None:
        return -1
    if len(given) > 10 or int(given) > MAX_INT:
        raise _fault(f"IllegalFormat{what}", given[:20])
    return int(given)


@dataclass(frozen=True, slots=True)
class _Specifier:
    """A format specifier without its percent sign and conversion. A missing width or precision is -1."""

    shown: str
    index: int
    flags: str
    width: int
    exact: int
    kind: str
    upper: bool

    def check(self) -> None:
        """Raise ScriptError for an invalid combination of flags, width and precision."""
        kind, flags = self.kind, self.flags
        if self.exact >= 0 and kind in "cdoxn%":
            raise _fault("IllegalFormatPrecision", str(self.exact))
        if kind == "n" and self.width >= 0:
            raise _fault("IllegalFormatWidth", str(self.width))
        for flag in flags:
            if flag not in _FLAGS[kind]:
                if kind in "n%":
                    raise _fault("IllegalFormatFlags", f"Flags = '{flags}'")
                raise _fault("FormatFlagsConversionMismatch", f"Conversion = {kind}, Flags = {flag}")
        if self.width < 0 and ("-" in flags or "0" in flags):
            raise _fault("MissingFormatWidth", self.shown)
        if ("+" in flags and " " in flags) or ("-" in flags and "0" in flags):
            raise _fault("IllegalFormatFlags", f"Flags = '{flags}'")
        if max(self.width, self.exact) > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")

    def padded(self, plain: str) -> str:
        """Return a string padded to the requested width."""
        if self.width <= len(plain):
            return plain
        execution_budget.pay_for_letters(self.width, plain.isascii())
        return plain.ljust(self.width) if "-" in self.flags else plain.rjust(self.width)

    def written(self, value: Any) -> str:
        """Return a value in the format of the conversion; raises ScriptError."""
        if self.kind == "b":
            plain = "false" if value is None else java_text(value) if type(value) is bool else "true"
        elif self.kind == "s":
            if "#" in self.flags:
                raise _fault("FormatFlagsConversionMismatch", "Conversion = s, Flags = #")
            plain = java_text(value)
        elif value is None:
            plain = "null"
        elif self.kind == "h":
            plain = format(hash_of(value) & 0xFFFFFFFF, "x")
        elif self.kind == "c":
            plain = self._letter(value)
        elif self.kind in "dox":
            return self._whole(value)
        elif self.kind == "t":
            if type(value) is JLong:
                raise ScriptError("the emulator doesn't support dates and times in formats")
            raise self._unfit(value)
        else:
            return self._real(value)
        return self.padded(plain[: self.exact] if self.exact >= 0 else plain)

    def _unfit(self, value: Any) -> ScriptError:
        names = {int: "Integer", JLong: "Long", float: "Double", JFloat: "Float", bool: "Boolean"}
        names |= {JChar: "Character", str: "String"}
        name = names.get(type(value))
        shown = f"java.lang.{name}" if name else getattr(value, "java_names", ("Object",))[0]
        return _fault("IllegalFormatConversion", f"{self.kind} != {shown}")

    def _letter(self, value: Any) -> str:
        if type(value) is JChar:
            return java_text(value)
        if type(value) is not int:
            raise self._unfit(value)
        if not 0 <= value <= 0x10FFFF:
            raise _fault("IllegalFormatCodePoint", f"Code point = 0x{value & 0xFFFFFFFF:x}")
        return chr(value)

    def _whole(self, value: Any) -> str:
        big = getattr(value, "n", None)
        if type(value) not in (int, JLong) and big is None:
            raise self._unfit(value)
        number = int(value) if big is None else big
        if self.kind == "d":
            return self._signed(number < 0, java_text(value).removeprefix("-"), group=True)
        if big is None and set(self.flags) & set("+ ("):
            raise _fault("FormatFlagsConversionMismatch", f"Conversion = {self.kind}, Flags = {self.flags}")
        if number < 0 and big is None:
            number += 1 << (64 if type(value) is JLong else 32)
        prefix = {"o": "0", "x": "0x"}[self.kind] if "#" in self.flags else ""
        digits = format(abs(number), self.kind)
        if "0" in self.flags:
            digits = self._zeros(digits, self.width - len(prefix))
        return self.padded(("-" if number < 0 else "") + prefix + digits)

    @staticmethod
    def _zeros(digits: str, width: int) -> str:
        execution_budget.pay_for_letters(max(0, width), ascii_only=True)
        return digits.rjust(width, "0")

    def _signed(self, negative: bool, digits: str, group: bool = False) -> str:
        """Add grouping commas, zero padding and the sign to the digits of a number."""
        flags = self.flags
        if group and "," in flags:
            whole, point, rest = digits.partition(".")
            execution_budget.pay_for_reading(whole)
            head = len(whole) % 3
            parts = [whole[i : i + 3] for i in range(head, len(whole), 3)]
            digits = ",".join([whole[:head], *parts] if head else parts) + point + rest
        before, after = ("(", ")") if "(" in flags else ("-", "")
        if not negative:
            before, after = "+" if "+" in flags else " " if " " in flags else "", ""
        if "0" in flags:
            digits = self._zeros(digits, self.width - len(before) - len(after))
        return self.padded(before + digits + after)

    def _real(self, value: Any) -> str:
        if type(value) not in PRIMITIVES or not isinstance(value, float):
            raise self._unfit(value)
        negative = value < 0 or java_text(value).startswith("-")
        if value != value or value in (float("inf"), float("-inf")):
            flags = self.flags.replace("0", "")
            if value != value:
                flags = flags.replace("+", "").replace(" ", "")
            bare = _Specifier(self.shown, 0, flags, self.width, -1, "f", False)
            return bare._signed(negative, java_text(abs(value)))
        if self.kind == "a":
            if self.exact >= 0:
                raise ScriptError("the emulator doesn't support a precision of %a")
            head, _, binary = abs(value).hex().partition("p")
            short = head.rstrip("0") if "." in head else f"{head}."
            return self._signed(negative, f"{short}{'0' if short.endswith('.') else ''}p{int(binary)}")
        exact = 6 if self.exact < 0 else self.exact
        execution_budget.pay_for_letters(2 * (exact + 400), ascii_only=True)
        number = Decimal(java_text(abs(value)))
        with localcontext() as context:
            context.prec = exact + 800
            context.Emax, context.Emin = MAX_INT, -MAX_INT
            context.rounding = ROUND_HALF_UP
            match self.kind:
                case "f":
                    return self._signed(negative, self._pointed(_fixed(number, exact)), group=True)
                case "e":
                    return self._signed(negative, self._pointed(_scientific(number, exact)))
            exact = max(1, exact)
            rounded = _scientific(number, exact - 1)
            power = int(rounded.partition("e")[2])
            if number != 0 and not -4 <= power < exact:
                return self._signed(negative, rounded)
            return self._signed(negative, _fixed(number, exact - 1 - (power if number else 0)), group=True)

    def _pointed(self, digits: str) -> str:
        """Add a decimal point to a number if the flag # requires one."""
        if "#" not in self.flags or "." in digits:
            return digits
        whole, letter, power = digits.partition("e")
        return f"{whole}.{letter}{power}"


def _fixed(number: Decimal, exact: int) -> str:
    return f"{number.quantize(Decimal(1).scaleb(-exact)):f}"


def _scientific(number: Decimal, exact: int) -> str:
    if not number:
        return "0" + ("." + "0" * exact if exact else "") + "e+00"
    power = number.adjusted()
    rounded = number.scaleb(-power).quantize(Decimal(1).scaleb(-exact))
    if rounded.adjusted() > 0:
        power += 1
        rounded = rounded.scaleb(-1).quantize(Decimal(1).scaleb(-exact))
    return f"{rounded:f}e{'-' if power < 0 else '+'}{abs(power):02d}"
