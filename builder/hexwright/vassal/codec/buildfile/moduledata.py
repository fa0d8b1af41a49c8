"""The small XML files that describe a module, an extension or a saved game, such as moduledata."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from hexwright.vassal.codec.buildfile.xml_encoding import parse_xml, safe_parser, utf8_xml
from hexwright.vassal.codec.sequence_encoder import CodecError

#: The names of the entries in their archives.
MODULE_ENTRY = "moduledata"
SAVE_ENTRY = "savedata"
EXTENSION_ENTRY = "extensiondata"

MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Metadata:
    """The content of moduledata, savedata or extensiondata (VASSAL.build.module.metadata).

    Only modules have ``name``, and only extensions have ``universal``. ``date_saved`` is in milliseconds
    since 1970. ``extra`` contains the module's two "Other Info" strings. None means that the element is
    missing.
    """

    version: str | None = None
    vassal_version: str | None = None
    description: str | None = None
    name: str | None = None
    extra: tuple[str | None, str | None] = (None, None)
    date_saved: int = 0
    universal: bool | None = None

    def encode(self) -> bytes:
        """Return the metadata as XML; raises CodecError for text that XML can't contain."""
        root = etree.Element("data", version="1")
        rows: list[tuple[str, str | None]] = [
            ("version", self.version),
            ("extra1", self.extra[0]),
            ("extra2", self.extra[1]),
            ("VassalVersion", self.vassal_version),
            ("dateSaved", str(self.date_saved)),
            ("description", self.description),
            ("name", self.name),
            ("universal", None if self.universal is None else str(self.universal).lower()),
        ]
        for tag, text in rows:
            if text is None:
                continue
            try:
                etree.SubElement(root, tag).text = text or None
            except ValueError as error:
                raise CodecError(tag, text, str(error)) from None
        etree.indent(root, space="  ")
        body = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"

    @classmethod
    def decode(cls, data: bytes) -> Metadata:
        """Parse metadata.

        Raises CodecError if the XML is too large, isn't well-formed or isn't metadata.
        """
        if len(data) > MAX_BYTES:
            raise CodecError("metadata", data[:40], "the XML is too large")
        try:
            root = parse_xml(utf8_xml(data), safe_parser())
        except CodecError as error:
            raise error.within("metadata") from None
        if root.tag != "data":
            raise CodecError("metadata", root.tag, "the root element isn't data")
        found = {str(child.tag): child.text or "" for child in reversed(root) if child.get("lang") is None}
        date = found.get("dateSaved", "").strip()
        return cls(
            found.get("version"),
            found.get("VassalVersion"),
            found.get("description"),
            found.get("name"),
            (found.get("extra1"), found.get("extra2")),
            int(date) if date.isascii() and date.isdigit() and len(date) < 19 else 0,
            found["universal"].strip() == "true" if "universal" in found else None,
        )
