"""Ways to damage and to multiply bytes, text and archives, each by a seeded chance."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

SPICE: Final = (
    "\\", "\t", ";", ",", "/", "|", ":", "'", '"', "{", "}", "$", "(", ")", "=", "\x00", "\x1b", "\ufffe",
    "é", "𝄞", "\u202e", "\u2066", "\x9b31m", "٣", "²", "Ⅷ",
    "&amp;", "&#9;", "&#0;", "&#155;", "&lt;", "-1", "-9999999999", "99999999999999999999", "1e999", "1e-400",
    "NaN", "Infinity", "null", "true", "<any>", "+/null/", "emb2;", "emb;", "macro;", "piece;;;;/",
    "prototype;Unit", "{((((", "57348,0,flip", "🂡" * 50,
)  # fmt: skip
"""What means something to VASSAL, to XML, to numbers or to a terminal."""


def mutated_text(
    chance: Random, text: str, spice: Sequence[str] = SPICE, *, start: int = 0, most: int = 20
) -> str:
    """Return a text with some cuts, copies and insertions behind `start`; some of it may be multiplied."""
    if chance.random() < _MULTIPLIED:
        text = text[:start] + multiplied_text(chance, text[start:])
        if chance.random() < 0.7:
            return text
    for _ in range(chance.choice((1, 1, 1, 2, 5, most))):
        if len(text) <= start:
            return text + chance.choice(spice)
        at = chance.randrange(start, len(text))
        length = chance.choice((0, 0, 1, 2, 10, 100))
        way = chance.random()
        if way < 0.5:
            text = text[:at] + chance.choice(spice) + text[at + length :]
        elif way < 0.65:
            text = text[:at] + text[at + length :]
        elif way < 0.8:
            other = chance.randrange(len(text))
            text = text[:at] + text[other : other + length] + text[at:]
        elif way < 0.85:
            text = text[:at] + text[at : at + length] * chance.choice((2, 10, 300)) + text[at + length :]
        elif way < 0.9:
            other = chance.randrange(start, len(text))
            low, high = sorted((at, other))
            text = text[:low] + text[high : high + length] + text[low:high] + text[high + length :]
        else:
            text = text[:at] + chr(chance.randrange(1, 0xD800)) + text[at + 1 :]
    return text


_MULTIPLIED: Final = 0.25
_LONGEST: Final = 150_000
"""The characters that are added to a text at most."""
_TIMES: Final = (2, 3, 10, 40, 100, 400, 1000, 5000, 30_000)
_CUTS: Final = ("\n", "\x1b", "><", "\t", ";", ",", " ", "/")
_BRACKETS: Final = (
    ("(", ")"), ("[", "]"), ("{", "}"), ('"', '"'), ("{a: ", "}"), ("- ", ""), ("(1+", ")"), ("!", ""),
    ("LOG\t", ""), ("UNDO: ", ""), ("\\", ""), ("<g>", "</g>"), ("If(a,", ",b)"), ("$", "$"),
    ("a ? b : ", "c"),
)  # fmt: skip
_TAG: Final = re.compile(r"<([A-Za-z][\w.:]*)(?:\s[^<>]*)?(?<!/)>")
_WORD: Final = re.compile(r"[\w.-]+")


def multiplied_text(chance: Random, text: str) -> str:
    """Return a text of which a part is repeated, nested or longer, or one name refers to another."""
    return chance.choice((_repeated, _repeated, _nested, _lengthened, _self_referring))(chance, text)


def _times(chance: Random, length: int) -> int:
    return min(chance.choice(_TIMES), 1 + _LONGEST // max(1, length))


def _repeated(chance: Random, text: str) -> str:
    """Repeat some lines, commands, elements or fields, as they are or with a number each."""
    cut = chance.choice([each for each in _CUTS if each in text] or [""])
    parts = text.split(cut) if cut else list(text)
    at = chance.randrange(len(parts)) if parts else 0
    chosen = parts[at : at + chance.choice((1, 1, 2, 5))]
    words = [word for part in chosen for word in _WORD.findall(part)[:50]]
    times = _times(chance, sum(map(len, chosen)) + len(chosen))
    if words and chance.random() < 0.5:
        name = chance.choice(words)
        more = [part.replace(name, f"{name}{number}") for number in range(times) for part in chosen]
    else:
        more = chosen * times
    return cut.join((*parts[:at], *more, *parts[at:]))


def _nested(chance: Random, text: str) -> str:
    """Put brackets, or a copy of an element's tags, many times around a part."""
    tags = list(_TAG.finditer(text[: _LONGEST // 2]))
    if tags and chance.random() < 0.7:
        tag = chance.choice(tags)
        before, after = tag[0], f"</{tag[1]}>"
        low = high = tag.start()
    else:
        before, after = chance.choice(_BRACKETS)
        low, high = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        high = min(high, low + 20)
    times = _times(chance, len(before + after))
    return text[:low] + before * times + text[low:high] + after * times + text[high:]


def _lengthened(chance: Random, text: str) -> str:
    """Make a word or a number long."""
    words = list(_WORD.finditer(text[: _LONGEST // 2]))
    if not words:
        return text
    word = chance.choice(words)
    longer = chance.choice((word[0], word[0][:1], "9", "é", " ")) or "x"
    return text[: word.end()] + longer * _times(chance, len(longer)) + text[word.end() :]


def _self_referring(chance: Random, text: str) -> str:
    """Give a name, in some places or in all, another's, so that things name themselves or each other."""
    names = _WORD.findall(text[: _LONGEST // 2])
    if not names:
        return text
    one, other = chance.choice(names), chance.choice(names)
    return text.replace(one, other, chance.choice((1, 2, -1)) if len(one) > 2 else 1)


def mutated_bytes(chance: Random, data: bytes) -> bytes:
    """Return bytes of which some are others, now and then cut short."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 64))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed[: chance.randrange(len(changed) + 1)] if chance.random() < 0.2 else changed)


_NUMBERS: Final = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
_RECORDS: Final = (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06")


def mutated_archive(chance: Random, data: bytes) -> bytes:
    """Return a zip archive with damage mostly to the records that describe it."""
    if chance.random() < 0.3:
        return mutated_bytes(chance, data)
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 6))):
        record = chance.choice(_RECORDS)
        found = _places(bytes(changed[:-43]), record)
        if not found:
            continue
        at = chance.choice(found) + chance.randrange(0, 46)
        form = chance.choice(("<B", "<H", "<I"))
        size = struct.calcsize(form)
        number = chance.choice((*_NUMBERS, chance.randrange(1 << 32), len(changed), at)) % (1 << 8 * size)
        changed[at : at + size] = struct.pack(form, number)
    return bytes(changed)


def _places(data: bytes, record: bytes) -> list[int]:
    found = []
    at = data.find(record)
    while at >= 0:
        found.append(at)
        at = data.find(record, at + 1)
    return found


_NAMES: Final = (
    "../evil.txt", "/evil.txt", "C:evil", "a\\b", "", ".", "a//b", "\x1b[2J", "con", "x" * 300, "é",
    "buildfile.xml", "BUILDFILE.XML", "images/", "moduledata", "sub/Code.class", "lib.jar", "buildFile.xml",
)  # fmt: skip


def packed(chance: Random, entries: Mapping[str, bytes]) -> bytes:
    """Return an archive as strangers' tools may write it: in any order, packed in any way, with odd names."""
    entries = dict(entries)
    if chance.random() < 0.05:
        copied = entries[chance.choice(sorted(entries))]
        times = _times(chance, len(copied))
        entries |= {f"{chance.choice(('images/', '', 'a/' * 40))}{n}.png": copied for n in range(times)}
    names = list(entries)
    chance.shuffle(names)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(_info(chance, name), entries[name])
            if chance.random() < 0.05:
                odd = chance.choice(_NAMES)
                if odd:
                    archive.writestr(_info(chance, odd), entries[chance.choice(names)])
    return buffer.getvalue()


def _info(chance: Random, name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    ways = (zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)
    info.compress_type = chance.choice((*ways * 8, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    if chance.random() < 0.05:
        info.create_system = 3
        info.external_attr = chance.choice((0o120777, 0o010644, 0o040755, 0o104755)) << 16
    return info
