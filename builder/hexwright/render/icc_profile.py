"""Read the ICC profile of a press: what it is for, and the printing condition that it describes."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import Final

from hexwright.support.result_cache import digest_of

_CONDITIONS: Final = re.compile(
    r"FOGRA ?-?(\d\d)L?|(GRACoL ?20\d\d)|(SWOP ?20\d\d)|CGATS ?(TR ?0\d\d)|(JC200\d\d?)", re.IGNORECASE
)
_HEADER: Final = 128
"""Bytes in the header of an ICC profile."""


@dataclass(frozen=True, slots=True)
class IccProfile:
    """An ICC profile of a press: its bytes with their digest, and the description that it carries."""

    data: bytes = field(repr=False)
    digest: str
    description: str

    @classmethod
    def read(cls, data: bytes) -> IccProfile:
        """Return the profile in a file; raise `ValueError` if it isn't one of a CMYK press."""
        if len(data) < _HEADER + 4 or data[36:40] != b"acsp":
            raise ValueError("the file isn't an ICC profile")
        if struct.unpack(">I", data[:4])[0] != len(data):
            raise ValueError("the ICC profile is damaged: its length isn't the one in its header")
        if data[16:20] != b"CMYK" or data[12:16] != b"prtr":
            kind = data[16:20].decode("latin-1").strip()
            raise ValueError(f"the ICC profile is for {kind or 'unknown'} colours, not for a CMYK press")
        return cls(data, digest_of([data]), _description(data))

    @property
    def condition(self) -> str:
        """Return the registered name of the printing condition, such as "FOGRA39"; "" if none is named."""
        found = _CONDITIONS.search(self.description)
        if found is None:
            return ""
        return f"FOGRA{found[1]}" if found[1] else next(part for part in found.groups() if part)


def _description(data: bytes) -> str:
    """Return the description of a profile, of version 2 (text) or 4 (a list of languages)."""
    (count,) = struct.unpack(">I", data[_HEADER : _HEADER + 4])
    for n in range(min(count, 100)):
        tag, offset, size = struct.unpack(">4sII", data[_HEADER + 4 + 12 * n : _HEADER + 16 + 12 * n])
        if tag != b"desc":
            continue
        content = data[offset : offset + size]
        if content[:4] == b"mluc" and len(content) >= 28:
            length, start = struct.unpack(">II", content[20:28])
            return content[start : start + length].decode("utf-16-be", "replace").strip("\0 ")
        if content[:4] == b"desc" and len(content) >= 12:
            (length,) = struct.unpack(">I", content[8:12])
            return content[12 : 12 + length].decode("latin-1").strip("\0 ")
    return ""
