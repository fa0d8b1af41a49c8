"""Read and write the files of translators: gettext catalogues (.po, .pot) and Java's properties
(.properties).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.vassal.codec.sequence_encoder import CodecError

MAX_ENTRIES: Final = 200_000
"""The maximum number of entries of a file."""

_PO_SIGNS: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_PO_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_JAVA_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A text to translate: its key, the text, its translation or "", and comments with its places."""

    key: str
    text: str
    translation: str
    comments: tuple[str, ...] = ()


def write_po(entries: Iterable[CatalogueEntry], language: str) -> str:
    """Return a gettext catalogue. The key is the context of each entry."""
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    parts = [head]
    for entry in entries:
        lines = [f"#. {comment}" for comment in entry.comments]
        lines.append(f"msgctxt {_po_quoted(entry.key)}")
        lines.append(f"msgid {_po_quoted(entry.text)}")
        lines.append(f"msgstr {_po_quoted(entry.translation)}")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def read_po(text: str) -> list[CatalogueEntry]:
    """Return the entries of a gettext catalogue, without fuzzy and obsolete ones.

    Raises CodecError, which names the line, for a file that isn't a catalogue.
    """
    found: list[CatalogueEntry] = []
    fields: dict[str, str] = {}
    current = ""
    fuzzy = False

    def finish() -> None:
        nonlocal fuzzy
        if fields.get("msgid") and not fuzzy:
            found.append(CatalogueEntry(fields.get("msgctxt", ""), fields["msgid"], fields.get("msgstr", "")))
        fields.clear()
        fuzzy = False

    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            if "msgstr" in fields:
                finish()
            fuzzy = fuzzy or (bare.startswith("#,") and "fuzzy" in bare)
            continue
        word, _, rest = bare.partition(" ")
        if bare.startswith('"'):
            word, rest = current, bare
        elif word in ("msgctxt", "msgid") and "msgstr" in fields:
            finish()
        if word not in ("msgctxt", "msgid", "msgstr") or len(found) > MAX_ENTRIES:
            raise CodecError("", bare[:80], f"line {number} isn't a line of a gettext catalogue")
        current = word
        fields[word] = fields.get(word, "") + _po_text(rest.strip(), number)
    finish()
    return found


def write_properties(entries: Mapping[str, str], before: str = "") -> str:
    """Return Java properties. Lines of `before` stay, except those whose values `entries` changes.

    New keys follow at the end, sorted.
    """
    left = dict(entries)
    lines: list[str] = []
    for source, key, value in _property_lines(before):
        if key is None:
            lines.append(source)
            continue
        new = left.pop(key, value)
        lines.append(source if new == value else _property_line(key, new))
    lines += (_property_line(key, left[key]) for key in sorted(left))
    return "".join(f"{line}\n" for line in lines)


def read_properties(text: str) -> dict[str, str]:
    """Return the values of Java properties by their keys; raises CodecError for too many."""
    found = {key: value for _, key, value in _property_lines(text) if key is not None}
    if len(found) > MAX_ENTRIES:
        raise CodecError("", len(found), f"the file has more than {MAX_ENTRIES:,} entries")
    return found


def _property_lines(text: str) -> Iterator[tuple[str, str | None, str]]:
    """Yield each logical line: its text, and its key and value; comments and empty lines have no key."""
    held: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n") if text else ():
        if not held and (not line.strip() or line.lstrip()[0] in "#!"):
            yield line, None, ""
            continue
        held.append(line)
        if (len(line) - len(line.rstrip("\\"))) % 2:
            continue
        yield "\n".join(held), *_key_and_value(held)
        held = []
    if held:
        yield "\n".join(held), *_key_and_value(held)


def _key_and_value(lines: list[str]) -> tuple[str, str]:
    text = "".join(
        line.lstrip(" \t\f")[:-1] if number < len(lines) - 1 else line.lstrip(" \t\f")
        for number, line in enumerate(lines)
    )
    end = 0
    while end < len(text) and text[end] not in "=: \t\f":
        end += 2 if text[end] == "\\" else 1
    rest = text[end:].lstrip(" \t\f")
    if rest[:1] in ("=", ":"):
        rest = rest[1:].lstrip(" \t\f")
    return _java_text(text[:end]), _java_text(rest)


def _java_text(text: str) -> str:
    parts = text.split("\\")
    found = [parts[0]]
    number = 1
    while number < len(parts):
        part = parts[number]
        if not part:  # Two backslashes are one; the text after them is plain.
            found.append("\\" + (parts[number + 1] if number + 1 < len(parts) else ""))
            number += 2
            continue
        digits = part[1:5]
        if part[0] == "u" and len(digits) == 4 and all(d in "0123456789abcdefABCDEF" for d in digits):
            found.append(chr(int(digits, 16)) + part[5:])
        else:
            found.append(_JAVA_LETTERS.get(part[0], part[0]) + part[1:])
        number += 1
    # Characters beyond 16 bits are written as two.
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _property_line(key: str, value: str) -> str:
    plain = _java_escaped(value)
    if plain.startswith(" "):
        plain = "\\" + plain
    return f"{_java_escaped(key, ' =:#!')}={plain}"


def _java_escaped(text: str, more: str = "") -> str:
    signs = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f"}
    found: list[str] = []
    for letter in text:
        if letter in signs:
            found.append(signs[letter])
        elif letter in more:
            found.append("\\" + letter)
        elif " " <= letter <= "~":
            found.append(letter)
        else:
            data = letter.encode("utf-16-be", "surrogatepass")
            found += (f"\\u{data[i]:02X}{data[i + 1]:02X}" for i in range(0, len(data), 2))
    return "".join(found)


def _po_quoted(text: str) -> str:
    return '"' + "".join(_PO_SIGNS.get(letter, letter) for letter in text) + '"'


def _po_text(quoted: str, number: int) -> str:
    if len(quoted) < 2 or quoted[0] != '"' or quoted[-1] != '"':
        raise CodecError("", quoted[:80], f"line {number} has a text without double quotes")
    found: list[str] = []
    letters = iter(quoted[1:-1])
    for letter in letters:
        if letter == "\\":
            escaped = next(letters, "")
            found.append(_PO_LETTERS.get(escaped, escaped))
        else:
            found.append(letter)
    return "".join(found)
