"""Parse the references in SVG values: addresses, embedded data, and references in styles.

Source: SVG 2, "Linking"; CSS Syntax Level 3, "Consume a url token"; RFC 2397 for `data:`.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import normpath
from urllib.parse import unquote, unquote_to_bytes

_ESCAPE = re.compile(r"\\(?:([0-9A-Fa-f]{1,6})[ \t\r\n\f]?|([^\r\n\f]))")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_UNSEEN = dict.fromkeys(range(32))
_BLANKS = " \t\r\n\f"
_FUNCTIONS = ("url(", "src(", "image(", "image-set(", "cross-fade(")
_FONT_TYPES = ("font/", "application/font", "application/x-font", "application/vnd.ms-fontobject")


@dataclass(frozen=True, slots=True)
class DocumentReference:
    """A reference to a part of the same document; without an id, to the document itself."""

    id: str


@dataclass(frozen=True, slots=True)
class EmbeddedData:
    """Data embedded in a reference (`data:`)."""

    media: str
    data: bytes | None
    """The data; None if they are malformed."""

    @property
    def is_raster(self) -> bool:
        """Return whether the declared type is a pixel image."""
        return self.media.startswith("image/") and not self.is_svg

    @property
    def is_svg(self) -> bool:
        """Return whether the declared type is SVG."""
        return self.media == "image/svg+xml"

    @property
    def is_font(self) -> bool:
        """Return whether the declared type is a font."""
        return self.media.startswith(_FONT_TYPES)


@dataclass(frozen=True, slots=True)
class RelativeFileReference:
    """A reference to another file by a path relative to the document's folder; the path may leave the
    folder.
    """

    path: str


@dataclass(frozen=True, slots=True)
class ExternalReference:
    """A reference to a URL, or to a file by an absolute path."""

    address: str


Reference = DocumentReference | EmbeddedData | RelativeFileReference | ExternalReference


def read_reference(value: str) -> Reference:
    """Parse the value of a reference in an SVG."""
    text = value.strip().translate(_UNSEEN)
    if not text or text.startswith("#"):
        return DocumentReference(unquote(text[1:]))
    if text[:5].lower() == "data:":
        return _embedded(text[5:])
    path = unquote(text.partition("#")[0].partition("?")[0]).replace("\\", "/")
    if _SCHEME.match(path) or path.startswith("/"):
        return ExternalReference(text)
    return RelativeFileReference(normpath(path))


def _embedded(text: str) -> EmbeddedData:
    head, comma, payload = text.partition(",")
    media, *parameters = (part.strip().lower() for part in head.split(";"))
    if not comma:
        return EmbeddedData(media, None)
    data = unquote_to_bytes(payload)
    if "base64" in parameters:
        try:
            data = b64decode(b"".join(data.split()) + b"==")
        except (Error, ValueError):
            return EmbeddedData(media, None)
    return EmbeddedData(media or "text/plain", data)


@dataclass(frozen=True, slots=True)
class StyleReferences:
    """The references in a style, or in any value that may be a style."""

    references: tuple[Reference, ...] = ()
    imports: bool = False


_NO_STYLE = StyleReferences()


def read_style(text: str) -> StyleReferences:
    """Parse the references in CSS; values without references are parsed fast.

    Comments and quoted strings are searched too, because a harmless false report does no damage.
    """
    if "(" not in text and "@" not in text and "\\" not in text:
        return _NO_STYLE
    plain = _ESCAPE.sub(_unescaped, text) if "\\" in text else text
    lower = plain.lower()
    return StyleReferences(tuple(_functions(plain, lower)), "@import" in lower)


def _unescaped(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _functions(text: str, lower: str) -> Iterator[Reference]:
    for name in _FUNCTIONS:
        at = lower.find(name)
        while at >= 0:
            start = at + len(name)
            part, end = _argument(text, start)
            # Namespace names are never fetched.
            if not lower[max(0, at - 80) : at].rpartition(";")[2].lstrip(_BLANKS).startswith("@namespace"):
                yield read_reference(part)
            at = lower.find(name, max(start, end))


def _argument(text: str, start: int) -> tuple[str, int]:
    """Return a function's first argument without quotes, and the index where it ends."""
    while start < len(text) and text[start] in _BLANKS:
        start += 1
    closing = text[start] if text[start : start + 1] in ("'", '"') else ")"
    if closing != ")":
        start += 1
    end = text.find(closing, start)
    if end < 0:
        end = len(text)
    return text[start:end], end
