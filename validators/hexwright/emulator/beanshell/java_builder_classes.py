"""Java's string builders, tokenizers, bit sets, points and big integers."""

from __future__ import annotations

import struct
from typing import Any, Final

from hexwright.emulator.beanshell.beanshell_operators import MAX_TEXT, join_texts
from hexwright.emulator.beanshell.execution_budget import pay_for_entries, pay_for_letters, pay_for_steps
from hexwright.emulator.beanshell.java_equality import ValueEquality
from hexwright.emulator.beanshell.java_lists import MAX_ITEMS
from hexwright.emulator.beanshell.java_values import JChar, ScriptError, java_text, to_int

# ruff: noqa: N802, N815  (the methods have Java's names behind j_)


#: A BigInteger with more bits is rejected: Python can't convert it to and from decimal digits.
MAX_BITS: Final = 14_000
_LONG: Final = (1 << 64) - 1


class JBuilder:
    """A StringBuilder or StringBuffer."""

    java_names = ("StringBuilder", "StringBuffer", "CharSequence")
    __slots__ = ("_parts", "_size")

    def __init__(self, source: Any = "") -> None:
        self._parts: list[str] = [] if type(source) is int else [java_text(source)]
        self._size = sum(map(len, self._parts))

    def _whole(self) -> str:
        if len(self._parts) > 1:
            pay_for_steps(len(self._parts) + (self._size >> 6))
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    def _become(self, value: str) -> JBuilder:
        if len(value) > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")
        pay_for_steps(len(value) >> 8)
        self._parts, self._size = [value], len(value)
        return self

    def j_append(self, value: Any) -> JBuilder:
        part = java_text(value)
        self._size += len(part)
        if self._size > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")
        # Appending a short part costs only its entry in the list of parts.
        pay_for_letters(len(part) + 16, part.isascii())
        self._parts.append(part)
        return self

    def j_length(self) -> int:
        return self._size

    def j_toString(self) -> str:
        return self._whole()

    def j_reverse(self) -> JBuilder:
        return self._become(self._whole()[::-1])

    def j_insert(self, at: int, value: Any) -> JBuilder:
        whole, new = self._whole(), java_text(value)
        self._within(at, len(whole) + 1)
        return self._become(join_texts(join_texts(whole[:at], new), whole[at:]))

    def _within(self, at: int, size: int) -> None:
        if not 0 <= at < size:
            raise ScriptError(f"index {at}, length {self._size}", "StringIndexOutOfBounds")

    def j_setLength(self, size: int) -> None:
        if size < 0:
            raise ScriptError(f"index {size}, length {self._size}", "StringIndexOutOfBounds")
        if size > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")
        pay_for_letters(size, ascii_only=True)
        self._become(self._whole()[:size].ljust(size, "\0"))

    def j_deleteCharAt(self, at: int) -> JBuilder:
        whole = self._whole()
        self._within(at, len(whole))
        return self._become(whole[:at] + whole[at + 1 :])

    def j_delete(self, start: int, end: int) -> JBuilder:
        whole = self._whole()
        end = min(end, len(whole))
        if not 0 <= start <= end:
            raise ScriptError(f"start {start}, end {end}, length {self._size}", "StringIndexOutOfBounds")
        return self._become(whole[:start] + whole[end:])

    def j_charAt(self, at: int) -> JChar:
        self._within(at, self._size)
        return JChar(self._whole()[at])

    def j_setCharAt(self, at: int, letter: JChar) -> None:
        whole = self._whole()
        self._within(at, len(whole))
        self._become(whole[:at] + letter.text + whole[at + 1 :])

    def j_indexOf(self, part: str) -> int:
        pay_for_steps(self._size >> 8)
        return self._whole().find(part)

    def j_isEmpty(self) -> bool:
        return self._size == 0

    def __str__(self) -> str:
        return self._whole()


class JTokens:
    """A StringTokenizer."""

    java_names = ("StringTokenizer", "Enumeration")
    __slots__ = ("_at", "_parts")

    def __init__(self, source: str, by: str = " \t\n\r\f") -> None:
        pay_for_letters(len(source), source.isascii())
        pay_for_entries(len(source) >> 2)
        parted = source.translate({ord(letter): by[0] for letter in by}) if by else source
        self._parts = [part for part in parted.split(by[0]) if part] if by else [source] if source else []
        self._at = 0

    def j_hasMoreTokens(self) -> bool:
        return self._at < len(self._parts)

    def j_nextToken(self) -> str:
        if self._at >= len(self._parts):
            raise ScriptError("no more", "NoSuchElementException")
        self._at += 1
        return self._parts[self._at - 1]

    def j_countTokens(self) -> int:
        return len(self._parts) - self._at

    def enumerated(self) -> list[str]:
        rest, self._at = self._parts[self._at :], len(self._parts)
        return rest

    j_hasMoreElements = j_hasMoreTokens
    j_nextElement = j_nextToken


def _pay_bits(at: int, *numbers: int) -> None:
    """Charge for processing the bits of numbers, up to a bit index.

    Raises ScriptError for an invalid index.
    """
    if at < 0:
        raise ScriptError(f"bitIndex < 0: {at}", "IndexOutOfBounds")
    if at > MAX_ITEMS:
        raise ScriptError(f"more than {MAX_ITEMS} bits", "OutOfMemoryError")
    size = max(at, *(number.bit_length() for number in numbers))
    if size > 1024:
        pay_for_steps(size >> 9)


class JBits(ValueEquality):
    """A BitSet."""

    java_names = ("BitSet",)
    __slots__ = ("bits",)

    def __init__(self, size: int = 0) -> None:
        self.bits = 0

    def j_set(self, at: int, value: bool = True) -> None:
        _pay_bits(at, self.bits)
        self.bits = self.bits | 1 << at if value else self.bits & ~(1 << at)

    def j_clear(self, at: int | None = None) -> None:
        if at is None:
            self.bits = 0
        else:
            _pay_bits(at, self.bits)
            self.bits &= ~(1 << at)

    def j_get(self, at: int) -> bool:
        _pay_bits(at, self.bits)
        return bool(self.bits >> at & 1)

    def j_cardinality(self) -> int:
        _pay_bits(0, self.bits)
        return self.bits.bit_count()

    def j_isEmpty(self) -> bool:
        return self.bits == 0

    def j_nextSetBit(self, start: int) -> int:
        _pay_bits(start, self.bits)
        rest = self.bits >> start
        return start + (rest & -rest).bit_length() - 1 if rest else -1

    def j_or(self, other: JBits) -> None:
        self.bits |= other.bits

    def j_and(self, other: JBits) -> None:
        self.bits &= other.bits

    def j_andNot(self, other: JBits) -> None:
        self.bits &= ~other.bits

    def worth(self) -> int:
        return self.bits

    def hash_code(self) -> int:
        pay_for_steps(self.bits.bit_length() >> 4)
        code = 1234
        for word in range((self.bits.bit_length() + 63) // 64):
            code ^= (self.bits >> 64 * word) * (word + 1) & _LONG
        return to_int(code >> 32 ^ code)

    def __str__(self) -> str:
        there = (str(at) for at in range(self.bits.bit_length()) if self.bits >> at & 1)
        return "{" + ", ".join(there) + "}"


def as_coordinate(value: Any) -> int:
    """Return the value that a field of type int stores; a char becomes its code.

    Raises ScriptError for other types.
    """
    if type(value) is int:
        return value
    if type(value) is JChar:
        return ord(value.text)
    raise ScriptError(f"a coordinate must be an integer, not {java_text(value)[:100]}")


class JPoint(ValueEquality):
    """A java.awt.Point."""

    java_names = ("Point", "Point2D")
    __slots__ = ("f_x", "f_y")

    def __init__(self, x: Any = 0, y: Any = 0) -> None:
        if isinstance(x, JPoint):
            x, y = x.f_x, x.f_y
        self.f_x: int = as_coordinate(x)
        self.f_y: int = as_coordinate(y)

    def j_getX(self) -> float:
        return float(self.f_x)

    def j_getY(self) -> float:
        return float(self.f_y)

    def j_distance(self, *other: Any) -> float:
        x, y = (other[0].f_x, other[0].f_y) if len(other) == 1 else other
        return float(((self.f_x - x) ** 2 + (self.f_y - y) ** 2) ** 0.5)

    def worth(self) -> tuple[int, int]:
        return self.f_x, self.f_y

    def hash_code(self) -> int:
        # As in Point2D: the bits of both doubles, folded.
        x, y = (struct.unpack("<Q", struct.pack("<d", at))[0] for at in self.worth())
        bits = (x ^ y * 31) & _LONG
        return to_int(bits ^ bits >> 32)

    def __str__(self) -> str:
        return f"java.awt.Point[x={self.f_x},y={self.f_y}]"


class JBig(ValueEquality):
    """A BigInteger."""

    java_names = ("BigInteger", "Number", "Comparable")
    __slots__ = ("n",)
    told_as_text = True
    """VASSAL's bsh concatenates and compares a BigInteger by its digits, as it does any Number."""

    def __init__(self, source: Any = 0, base: int = 10) -> None:
        try:
            self.n = source if type(source) is int else int(source, base)
        except ValueError:
            raise ScriptError(f'For input string: "{source}"', "NumberFormatException") from None
        size = self.n.bit_length()
        if size > 1024:
            if size > MAX_BITS:
                raise ScriptError("the number is too large", "OutOfMemoryError")
            # Multiplication is slowest; it is charged by the size of its result.
            pay_for_steps((size >> 7) + (size >> 10) ** 2)
            pay_for_letters(size >> 3, ascii_only=True)

    def j_and(self, other: JBig) -> JBig:
        return JBig(self.n & other.n)

    def j_or(self, other: JBig) -> JBig:
        return JBig(self.n | other.n)

    def j_xor(self, other: JBig) -> JBig:
        return JBig(self.n ^ other.n)

    def j_andNot(self, other: JBig) -> JBig:
        return JBig(self.n & ~other.n)

    def j_not(self) -> JBig:
        return JBig(~self.n)

    def j_add(self, other: JBig) -> JBig:
        return JBig(self.n + other.n)

    def j_subtract(self, other: JBig) -> JBig:
        return JBig(self.n - other.n)

    def j_multiply(self, other: JBig) -> JBig:
        return JBig(self.n * other.n)

    def j_negate(self) -> JBig:
        return JBig(-self.n)

    def _at(self, bit: int) -> int:
        if bit < 0:
            raise ScriptError("Negative bit address", "ArithmeticException")
        if bit > MAX_BITS:
            raise ScriptError("the number is too large", "OutOfMemoryError")
        return bit

    def j_setBit(self, bit: int) -> JBig:
        return JBig(self.n | 1 << self._at(bit))

    def j_clearBit(self, bit: int) -> JBig:
        return JBig(self.n & ~(1 << self._at(bit)))

    def j_flipBit(self, bit: int) -> JBig:
        return JBig(self.n ^ 1 << self._at(bit))

    def j_testBit(self, bit: int) -> bool:
        return bool(self.n >> self._at(bit) & 1)

    def j_shiftLeft(self, bits: int) -> JBig:
        if bits > MAX_BITS and self.n:
            raise ScriptError("the number is too large", "OutOfMemoryError")
        return JBig(self.n << bits if bits >= 0 and self.n else self.n >> max(0, -bits))

    def j_shiftRight(self, bits: int) -> JBig:
        return self.j_shiftLeft(-bits)

    def j_signum(self) -> int:
        return (self.n > 0) - (self.n < 0)

    def j_bitCount(self) -> int:
        return (self.n if self.n >= 0 else ~self.n).bit_count()

    def j_bitLength(self) -> int:
        return (self.n if self.n >= 0 else ~self.n).bit_length()

    def j_getLowestSetBit(self) -> int:
        return (self.n & -self.n).bit_length() - 1

    def j_intValue(self) -> int:
        return to_int(self.n)

    def j_compareTo(self, other: JBig) -> int:
        return (self.n > other.n) - (self.n < other.n)

    def j_toString(self, base: int = 10) -> str:
        return format(self.n, {2: "b", 8: "o", 16: "x"}.get(base, "d"))

    def j_max(self, other: JBig) -> JBig:
        return self if self.n >= other.n else other

    def j_min(self, other: JBig) -> JBig:
        return self if self.n <= other.n else other

    def worth(self) -> int:
        return self.n

    def rank(self) -> int:
        """Return the key by which BigIntegers are sorted."""
        return self.n

    def hash_code(self) -> int:
        size = abs(self.n)
        pay_for_steps(size.bit_length() >> 4)
        code = 0
        for word in reversed(range((size.bit_length() + 31) // 32)):
            code = (31 * code + (size >> 32 * word & 0xFFFFFFFF)) & 0xFFFFFFFF
        return to_int(code * self.j_signum())

    def __str__(self) -> str:
        return str(self.n)


class JOpaque:
    """An object that scripts only use for display, such as a colour."""

    java_names = ("Color", "BasicStroke", "Font")
    __slots__ = ("given",)

    def __init__(self, *given: Any) -> None:
        self.given = given


class JTimer:
    """A javax.swing.Timer that never fires, because no time passes in the emulator."""

    java_names = ("Timer",)
    __slots__ = ()

    def __init__(self, *given: object) -> None:
        pass

    def j_setRepeats(self, repeats: bool) -> None:
        pass

    def j_start(self) -> None:
        pass

    def j_stop(self) -> None:
        pass
