"""The texts of a module for translators, and their translations as the module's own properties.

VASSAL translates a component's attribute by the key of its path, such as `Map.Main.markMovedText`, and a text
of a piece by `Piece.` and the text itself. Pieces of set-ups may have other texts than those of palettes. The
translations for a language are in an entry `Module_de.properties`, which a component Translation declares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from hexwright.inspect.analysis.evaluated_fields import FieldValue
from hexwright.inspect.analysis.expression_analysis import analyse_format
from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.analysis.module_setups import MAX_SETUP, set_up_files
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.makers.catalogue_files import CatalogueEntry, read_properties, write_properties
from hexwright.makers.module_edit import ModuleEdit, SkippedPart
from hexwright.support.message_wording import printable_line
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import declared_attributes
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, Layer, ReportAction, TextLabel

LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?")
_PIECE: Final = "Piece."
_KINDS: Final = frozenset({"text", "format", "menu", "expression"})
#: Attributes that VASSAL shows to nobody, though they are texts.
_NOT_SHOWN: Final = frozenset({
    "version", "nextPieceSlotId", "VassalVersion", "location", "property", "locale", "gpid", "propertyGate",
    "filter", "fileType", "vassalDoc", "font", "align", "side", "owningBoard", "chatterHTMLSupport", "idName",
})  # fmt: skip
#: Components whose name isn't a part of the keys of those inside.
_NOT_IN_KEYS: Final = ("GlobalProperties", "GlobalTranslatableMessages", "BoardPicker")
_ROOM_FACTOR: Final = 1.5
_MANY: Final = 12
#: The mean width of a letter, as a part of the size of its font.
_LETTER: Final = 0.55
_PLACES: Final = 3


@dataclass
class TranslatableText:
    """A text that players see: its key, its places, and the number of letters that fit there, if known."""

    key: str
    text: str
    places: list[str] = field(default_factory=list)
    room: int | None = None


@dataclass(frozen=True, slots=True)
class TranslationProblem:
    """A translation that may not fit or work, with its text and the reason."""

    text: TranslatableText
    translation: str
    reason: str


def translatable_texts(module: ModuleView, skipped: list[SkippedPart]) -> dict[str, TranslatableText]:
    """Return the texts of a module that VASSAL translates, by their keys, in the order of the module.

    Those that only pieces of set-ups have are last. Set-ups that can't be read are added to `skipped`.
    """
    found = _TextIndex()
    for node in module.nodes:
        if not isinstance(node.component, c.PieceSlot | c.PrototypeDefinition):
            for attribute, text in _attributes(node):
                found.add(_prefix(node) + attribute, text, node.place.path)
    for design in module.definitions:
        for placed in design.traits:
            found.add_trait(module, design.piece, placed.trait, placed.place.path)
    of_palettes = frozenset(found.texts)
    for place, piece in _set_up_pieces(module, skipped):
        for trait in piece.traits:
            found.add_trait(module, piece, trait, place, of_palettes)
    return found.texts


@dataclass
class _TextIndex:
    texts: dict[str, TranslatableText] = field(default_factory=dict)

    def add(self, key: str, text: str, place: str, room: int | None = None) -> None:
        """Add a text with its place, unless it has no words."""
        if text.strip().startswith("{") or not _has_words(text):
            return
        one = self.texts.setdefault(key, TranslatableText(key, text))
        one.places.append(printable_line(place))
        if room is not None:
            one.room = room if one.room is None else min(room, one.room)

    def add_trait(
        self,
        module: ModuleView,
        piece: GamePiece | None,
        trait: Trait,
        place: str,
        known: frozenset[str] = frozenset(),
    ) -> None:
        """Add the texts of a trait whose keys aren't among those that are known."""
        for text in _texts(trait, module):
            if (key := _PIECE + text) not in known:
                self.add(key, text, place, _room(module, piece, trait))


def _set_up_pieces(module: ModuleView, skipped: list[SkippedPart]) -> Iterator[tuple[str, GamePiece]]:
    """Yield the pieces of all set-ups, each with its place."""
    for file, node in set_up_files(module).items():
        archive = module.entries[file].archive
        assert archive is not None
        try:
            position = LogPosition(SavedGameFile.read(archive.read(file, MAX_SETUP), MAX_SETUP))
        except (CodecError, RecursionError) as error:
            skipped.append(SkippedPart(node.place / file, reason_of(error)))
            continue
        for lying in position.pieces.values():
            yield f"{node.place.path} / {lying.piece.name}", lying.piece


def catalogue(texts: Mapping[str, TranslatableText], translations: Mapping[str, str]) -> list[CatalogueEntry]:
    """Return the entries for translators, with the translations that are known."""
    return [
        CatalogueEntry(one.key, one.text, translations.get(one.key, ""), _comments(one))
        for one in texts.values()
    ]


def entry_name(language: str) -> str:
    """Return the name of the entry with the translations for a language, such as `de` or `pt_BR`."""
    return f"Module_{language}.properties"


def known_translations(module: ModuleView, language: str) -> dict[str, str]:
    """Return the translations that a module has for a language; raises CodecError if they can't be read."""
    archive = module.files[0].archive
    name = entry_name(language)
    return read_properties(_decoded(archive.read(name))) if archive is not None and name in archive else {}


def apply_translations(
    edit: ModuleEdit, texts: Mapping[str, TranslatableText], language: str, translations: Mapping[str, str]
) -> int:
    """Put translations into an open module, and return the number that are new or changed.

    Keys that the module doesn't have are left out. The entry's other lines keep their text.
    """
    name = entry_name(language)
    before = _decoded(edit.archive.read(name)) if name in edit.archive else ""
    known = read_properties(before)
    chosen = {
        key: text
        for key, text in translations.items()
        if key in texts and text and text != known.get(key, texts[key].text)
    }
    if chosen or not before:
        edit.entries[name] = write_properties(chosen, before).encode("latin-1", "backslashreplace")
    _declare(edit, language)
    return len(chosen)


def problems(
    texts: Mapping[str, TranslatableText], translations: Mapping[str, str]
) -> Iterator[TranslationProblem]:
    """Yield the translations that may be too long, or that lack a property of the text."""
    for key, one in texts.items():
        text = translations.get(key)
        if not text or text == one.text:
            continue
        missing = set(analyse_format(one.text).properties) - set(analyse_format(text).properties)
        if missing:
            names = ", ".join(f"${name}$" for name in sorted(missing))
            yield TranslationProblem(one, text, f"lacks {names}")
        longest = max(map(len, text.replace("<br>", "\n").split("\n")))
        old = max(map(len, one.text.replace("<br>", "\n").split("\n")))
        if one.room is not None and longest > max(one.room, old):
            yield TranslationProblem(one, text, f"{longest} letters; about {one.room} fit on the counter")
        elif one.room is None and longest > old * _ROOM_FACTOR and longest - old >= _MANY:
            yield TranslationProblem(one, text, f"{longest} letters instead of {old}")


def _attributes(node: ComponentNode) -> Iterator[tuple[str, str]]:
    """Yield the XML names and the values of a component's attributes that players see."""
    component = node.component
    shown = {value.name for value in node.values if value.kind in _KINDS}
    for attribute in declared_attributes(type(component)):
        text = component.get(attribute.xml) or ""
        if attribute.name in shown and attribute.xml not in _NOT_SHOWN and text and not _is_file(text):
            yield attribute.xml, text


def _prefix(node: ComponentNode) -> str:
    """Return the prefix of the keys that VASSAL gives to a component: classes and names, with dots."""
    parts: list[str] = []
    at: ComponentNode | None = node
    while at is not None and at.parent is not None:
        tag = str(at.component.tag).rpartition(".")[2]
        if at is node or not tag.endswith(("Folder", "SubFolder")):
            name = _configured_name(at)
            if tag not in _NOT_IN_KEYS:
                parts.append(f"{tag}.{name}." if name else f"{tag}.")
        at = at.parent
    return ".".join(reversed(parts))


def _configured_name(node: ComponentNode) -> str:
    component = node.component
    for attribute in ("mapName", "entryName", "name", "chartName", "title", "description"):
        if (text := component.get(attribute)) is not None:
            return text
    return ""


def _texts(trait: Trait, module: ModuleView) -> Iterator[str]:
    """Yield the texts of a trait that players see."""
    if isinstance(trait, BasicPiece):
        yield trait.name
        return
    values: tuple[FieldValue, ...] = module.trait_values(trait)
    for value in values:
        if value.kind in ("menu", "format") and isinstance(value.value, str) and value.value:
            yield value.value
    if isinstance(trait, Layer):
        yield from (name for name in trait.names if name)
    if isinstance(trait, ReportAction):
        yield from (message for message in trait.messages if message)


def _room(module: ModuleView, piece: GamePiece | None, label: Trait) -> int | None:
    """Return how many letters of a label fit in the width of the piece, or None if that isn't known."""
    basic = piece.basic if piece is not None and isinstance(label, TextLabel) else None
    if not isinstance(label, TextLabel) or not isinstance(basic, BasicPiece):
        return None
    if not basic.image or label.size <= 0:
        return None
    entry = module.image_entry(basic.image)
    header = module.pictures.get(entry) if entry is not None else None
    if not isinstance(header, ImageHeader) or not header.width:
        return None
    return int(header.width / (label.size * _LETTER))


def _comments(one: TranslatableText) -> tuple[str, ...]:
    more = f"and {len(one.places) - _PLACES} more places" if len(one.places) > _PLACES else ""
    room = f"room for about {one.room} letters" if one.room is not None else ""
    return tuple(text for text in (*one.places[:_PLACES], more, room) if text)


def _has_words(text: str) -> bool:
    """Whether a format has letters beside the names of properties."""
    return any(letter.isalpha() for token in sequence_encoder.decode(text, "$")[::2] for letter in token)


def _is_file(text: str) -> bool:
    head, dot, end = text.rpartition(".")
    return bool(head and dot) and 2 <= len(end) <= 4 and end.isalnum() and " " not in end and end.isascii()


def _declare(edit: ModuleEdit, language: str) -> None:
    """Add a component Translation for the language if there is none."""
    country = language.partition("_")[2]
    locale = f"{language.partition('_')[0]},{country}"
    for node in edit.view.all(c.Translation):
        if (node.component.get("locale") or "").rstrip(",") == locale.rstrip(","):
            return
    tag = f'<{c.Translation.TAG} locale="{locale}"/>'
    build = edit.build
    holders = edit.view.all(c.Language)
    if holders:
        build.append_child(holders[0].component, tag)
    else:
        root = edit.view.nodes[0].component
        build.append_child(root, f"<{c.Language.TAG}>{tag}</{c.Language.TAG}>")


def _decoded(data: bytes) -> str:
    """Return the text of properties in the encodings that Java reads."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def translations_of(entries: list[CatalogueEntry], texts: Mapping[str, TranslatableText]) -> dict[str, str]:
    """Return the translations of a catalogue by key. Raises CodecError for a catalogue of another module."""
    known = [one for one in entries if one.key in texts and texts[one.key].text == one.text]
    if entries and not known:
        raise CodecError("", entries[0].key[:80], "no text of the catalogue is in this module")
    return {one.key: one.translation for one in known if one.translation}
