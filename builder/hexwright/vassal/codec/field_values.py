"""Small values in trait fields and attributes: key commands, colours and pixel positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hexwright.vassal.codec.sequence_encoder import CodecError

#: Modifier masks as VASSAL writes them: the old bit and the new one combined.
SHIFT = 65
CTRL = 130
META = 260
ALT = 520

#: The key code written for a named key command; VASSAL replaces it with its own.
NAMED_CODE = 57348


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """A key command: a keystroke or a name (VASSAL.tools.NamedKeyStroke)."""

    code: int
    modifiers: int = 0
    name: str = ""

    @classmethod
    def named(cls, name: str) -> KeyCommand:
        """Return a named key command. It has no keystroke."""
        return cls(NAMED_CODE, 0, name)

    @classmethod
    def ctrl(cls, letter: str) -> KeyCommand:
        """Return the key command for Ctrl and a letter or digit."""
        return cls(ord(letter.upper()), CTRL)

    @property
    def identity(self) -> str | tuple[int, int]:
        """Return the value by which VASSAL compares keys: the name if there is one, otherwise key code and
        modifiers.
        """
        return self.name or (self.code, self.modifiers)

    def encode(self) -> str:
        """Return the key command as text, ``code,modifiers[,name]``.

        Raises CodecError if the name contains a comma.
        """
        if not self.name:
            return f"{self.code},{self.modifiers}"
        if "," in self.name:
            raise CodecError("", self.name, "the name of a key command can't contain a comma")
        return f"{self.code},{self.modifiers},{self.name}"

    @classmethod
    def decode(cls, text: str) -> KeyCommand | None:
        """Parse a key command.

        Return None if the text contains no key; raise ValueError if VASSAL can't parse the text.
        """
        return _key(text) if text else None


@lru_cache(maxsize=1 << 12)
def _key(text: str) -> KeyCommand:
    if "," not in text:
        return KeyCommand(ord(text[0]), CTRL)
    parts = text.split(",")
    return KeyCommand(java_int(parts[0]), java_int(parts[1]), parts[2] if len(parts) > 2 else "")


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour with red, green, blue and alpha channels from 0 to 255."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    def encode(self) -> str:
        """Return the colour as text: ``r,g,b``, or ``r,g,b,a`` if it isn't opaque."""
        channels = (self.red, self.green, self.blue, self.alpha)
        if any(not 0 <= channel <= 255 for channel in channels):
            raise CodecError("", channels, "each channel of a colour must be between 0 and 255")
        return ",".join(map(str, channels if self.alpha != 255 else channels[:3]))

    @classmethod
    def decode(cls, text: str) -> Colour | None:
        """Parse a colour.

        Return None for an empty string or ``null``; raise ValueError for text that isn't a colour.
        """
        if text in ("", "null"):
            return None
        if text[:2] in ("0x", "0X"):
            rgb = int(text, 16)
            return cls(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
        parts = [java_int(part) for part in text.split(",") if part]
        if not len(parts) >= 3 or any(not 0 <= part <= 255 for part in parts[:4]):
            raise ValueError("not a colour")
        return cls(*parts[:4])


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)
RED = Colour(255, 0, 0)
GRAY = Colour(128, 128, 128)


@dataclass(frozen=True, slots=True)
class PixelPoint:
    """A position in pixels."""

    x: int
    y: int

    def encode(self) -> str:
        """Return the position as text, ``x,y``."""
        return f"{self.x},{self.y}"

    @classmethod
    def decode(cls, text: str) -> PixelPoint:
        """Parse a position ``x,y``; raises ValueError for other text."""
        x, y = text.split(",")
        return cls(java_int(x), java_int(y))


def java_int(text: str) -> int:
    """Parse an integer as Java's Integer.parseInt does; raises ValueError."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12):
        raise ValueError("not an integer")
    number = int(text)
    if not -(2**31) <= number < 2**31:
        raise ValueError("too large or too small for a 32-bit integer")
    return number


def java_double(number: float) -> str:
    """Format a number as Java's Double.toString does: ``1.0``, ``0.001``, ``1.0E-4``, ``1.0E7``."""
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0 or 1e-3 <= abs(number) < 1e7:
        text = repr(float(number))
        return text if "e" not in text else f"{number:f}"
    mantissa, exponent = f"{number:.16e}".split("e")
    short = repr(float(number))
    if "e" in short:
        mantissa, exponent = short.split("e")
    else:
        digits = short.lstrip("-").replace(".", "").strip("0") or "0"
        mantissa = ("-" if number < 0 else "") + digits[0] + "." + (digits[1:] or "0")
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}E{int(exponent)}"
