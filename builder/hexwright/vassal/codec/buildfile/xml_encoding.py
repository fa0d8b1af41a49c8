"""Read the XML of untrusted modules in the encodings and versions that Java reads, but load no other file."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Any, Final

from lxml import etree

from hexwright.support.message_wording import quote
from hexwright.vassal.codec.sequence_encoder import CodecError

#: Encodings that Java and Python know by the same name.
_ENCODINGS: Final = frozenset(
    (
        *("utf-8", "utf8", "us-ascii", "ascii", "koi8-r", "big5"),
        *("utf-16", "utf-16le", "utf-16be", "utf-16-le", "utf-16-be"),
        *(f"iso-8859-{number}" for number in (*range(1, 10), 13, 15)),
        *(f"windows-{number}" for number in range(1250, 1259)),
        *("shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030"),
    )
)
_UTF8: Final = ("utf-8", "utf8", "us-ascii", "ascii")
_DECLARATION: Final = re.compile(r"<\?xml([^<>?]{0,300})\?>")
_STATED: Final = re.compile(r"""\b(version|encoding)\s{0,9}=\s{0,9}["']([A-Za-z0-9._-]{1,40})["']""")
_CONTROL: Final = re.compile(r"&#(?:0*(?:[1-8]|1[124-9]|2\d|3[01])|x0*(?:[1-8bcef]|1[0-9a-f]));", re.I)


def safe_parser() -> etree.XMLParser:
    """Return a parser that expands entities of the document itself within limits, and loads no other file."""
    options: dict[str, Any] = {"resolve_entities": "internal", "load_dtd": False, "dtd_validation": False}
    return etree.XMLParser(no_network=True, huge_tree=False, remove_blank_text=False, **options)


def parse_xml(data: bytes, parser: etree.XMLParser) -> etree._Element:
    """Return the root element of a document in UTF-8. Raises CodecError if it isn't well-formed, or refers to
    another file, which Java would load.
    """
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise CodecError("", data[:40], f"the XML isn't well-formed: {error}") from None
    about: Any = root.getroottree().docinfo
    found = [about.system_url] if about.system_url else []
    if about.internalDTD is not None:
        found += [entity.system_url for entity in about.internalDTD.entities() if entity.system_url]
    if found:
        raise CodecError("", found[0], f"the document type refers to another file, {quote(found[0])}")
    return root


def utf8_xml(data: bytes) -> bytes:
    """Return an XML document in UTF-8, without a declaration of another encoding or version.

    XML 1.1 is converted to XML 1.0: its line ends become newlines, and references to control characters
    become U+FFFD. Raises CodecError for an encoding that isn't known, or in which the data aren't valid.
    """
    encoding, version = _stated_encoding(data)
    if encoding in _UTF8 and version != "1.1":
        return data
    text = _decoded(data, encoding).removeprefix("\ufeff")
    if version == "1.1":
        text = _CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r\x85", "\n"))
        text = text.replace("\x85", "\n").replace("\u2028", "\n")
    return _DECLARATION.sub("", text, count=1).encode("utf-8", "surrogatepass")


def decode_xml(data: bytes) -> tuple[str, str]:
    """Return the text of an XML document with its byte order mark, if any, and the encoding that encodes it.

    Raises CodecError as `utf8_xml` does, and for references to control characters, which XML 1.0 lacks.
    """
    encoding, version = _stated_encoding(data)
    if encoding == "utf-16":
        encoding = "utf-16-le" if data.startswith(BOM_UTF16_LE) else "utf-16-be"
    text = _decoded(data, encoding)
    if version == "1.1" and _CONTROL.search(text):
        raise CodecError("", data[:40], "the file contains control characters of XML 1.1")
    return text, encoding


def _stated_encoding(data: bytes) -> tuple[str, str]:
    """Return the encoding and the version that a document's bytes and declaration state."""
    encoding = _encoding_by_bytes(data)
    head = data[:1000].decode(encoding, "ignore").removeprefix("\ufeff")
    declaration = _DECLARATION.match(head)
    told = dict(_STATED.findall(declaration[1])) if declaration is not None else {}
    named = told.get("encoding", "utf-8" if encoding == "latin-1" else encoding).lower()
    if named not in _ENCODINGS:
        raise CodecError("", data[:40], f"the encoding {quote(named)} isn't known: save the file in UTF-8")
    wide = encoding.startswith("utf-16")
    if wide is not named.startswith("utf-16"):
        what = f"the bytes are {'UTF-16' if wide else 'not UTF-16'}, but the file declares {quote(named)}"
        raise CodecError("", data[:40], what)
    return (named if encoding == "latin-1" else encoding), told.get("version", "1.0")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        what = f"the file isn't valid {encoding.upper()}: {error.reason} at byte {error.start:,}"
        raise CodecError("", data[:40], what) from None


def _encoding_by_bytes(data: bytes) -> str:
    """Return the encoding that the first bytes show; `latin-1` if it may be any in which ASCII is ASCII."""
    if data.startswith(BOM_UTF8):
        return "utf-8"
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    return {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(data[:2], "latin-1")
