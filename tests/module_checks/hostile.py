"""Files made to do harm: each by name, with the codes that may report it."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from typing import NamedTuple

from hexwright.vassal.codec.module_archive import zip_entries
from tests.module_checks.sound import files, png


class Hostile(NamedTuple):
    """One file: its name, the code that must be among the findings, and how it is made."""

    name: str
    code: str
    make: Callable[[], bytes]


def _zip(entries: dict[str, bytes], level: int = 6) -> bytes:
    """Pack without the care of our own writer."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _with(changes: dict[str, bytes]) -> bytes:
    return _zip({**files().entries, **changes})


def _build(old: str, new: str) -> bytes:
    made = files()
    made.replace(old, new)
    return zip_entries(made.entries)


def _raw(old: bytes, new: bytes) -> bytes:
    data = files().entries["buildFile.xml"]
    assert old in data
    return _with({"buildFile.xml": data.replace(old, new, 1)})


def _piece(text: str) -> bytes:
    """Return the module with one more piece, given by its raw text."""
    slot = f'<VASSAL.build.widget.PieceSlot entryName="Bad" gpid="50" height="1" width="1">{text}'
    return _build(
        "</VASSAL.build.widget.ListWidget>",
        f"{slot}</VASSAL.build.widget.PieceSlot></VASSAL.build.widget.ListWidget>",
    )


def _prototypes(texts: dict[str, list[str]]) -> bytes:
    """Return the module with prototypes that contain only others, and pieces that use the first."""
    made = files()
    definitions = "".join(
        f'<VASSAL.build.module.PrototypeDefinition description="" name="{name}">+/null/{_chain(inner)}'
        "</VASSAL.build.module.PrototypeDefinition>"
        for name, inner in texts.items()
    )
    end = "</VASSAL.build.module.PrototypesContainer>"
    made.replace(end, definitions + end)
    slots = "".join(
        f'<VASSAL.build.widget.PieceSlot entryName="Bad" gpid="{40 + n}" height="1" width="1">'
        f"+/null/{_chain([next(iter(texts))] * 20)}</VASSAL.build.widget.PieceSlot>"
        for n in range(20)
    )
    end = "</VASSAL.build.widget.ListWidget>"
    made.replace(end, slots + end)
    return zip_entries(made.entries)


def _chain(names: list[str]) -> str:
    types = "".join(f"prototype;{name}{chr(92) * depth}\t" for depth, name in enumerate(names))
    states = "".join(f"{chr(92) * depth}\t" for depth in range(len(names)))
    return f"{types}piece;;;;/{states}null;0;0;;0"


def _deep_xml() -> bytes:
    inner = "<a>" * 100_000 + "</a>" * 100_000
    return _build("<VASSAL.build.module.BasicCommandEncoder/>", inner)


def _entities() -> bytes:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{levels}]>'
    return _with(
        {"buildFile.xml": f"{head}<VASSAL.build.GameModule>&l11;</VASSAL.build.GameModule>".encode()}
    )


def _external() -> bytes:
    head = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    return _with({"buildFile.xml": f"{head}<VASSAL.build.GameModule name='&e;'/>".encode()})


def _link() -> bytes:
    buffer = io.BytesIO(zip_entries(files().entries))
    with zipfile.ZipFile(buffer, "a") as archive:
        info = zipfile.ZipInfo("images/link.png")
        info.create_system = 3
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    return buffer.getvalue()


def _claims(size: int) -> bytes:
    """Return an archive whose directory claims another size for an entry."""
    data = bytearray(_zip({"buildFile.xml": b"<a/>"}))
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<I", data, at + 24, size)
    return bytes(data)


def _overlapping() -> bytes:
    data = bytearray(_zip({"buildFile.xml": b"<a/>", "images/a.png": png(1, 1)}))
    first = data.index(b"PK\x01\x02")
    second = data.index(b"PK\x01\x02", first + 4)
    struct.pack_into("<I", data, second + 42, struct.unpack_from("<I", data, first + 42)[0])
    return bytes(data)


def _many_entries() -> bytes:
    local, central = [], []
    at = 0
    for number in range(60_000):
        name = b"e%05d" % number
        head = struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, 0, 0, 0, 33, 0, 0, 0, len(name), 0) + name
        local.append(head)
        rest = (20, 20, 0, 0, 0, 33, 0, 0, 0, len(name), 0, 0, 0, 0, 0, at)
        central.append(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", *rest) + name)
        at += len(head)
    directory = b"".join(central)
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 60_000, 60_000, len(directory), at, 0)
    return b"".join(local) + directory + end


_RING = {f"P{n}": [f"P{(n + 1) % 500}"] for n in range(500)}
_DOUBLING = {f"D{n}": [f"D{n + 1}", f"D{n + 1}"] for n in range(60)} | {"D60": []}


def _svg_entities() -> bytes:
    """Return an SVG whose few entities become eleven thousand million letters."""
    declared = "<!ENTITY a0 'eleven more'>"
    declared += "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10))
    return f"<!DOCTYPE s [{declared}]><svg width='9' height='9'>&a9;</svg>".encode()


HOSTILE = (
    Hostile("empty file", "V001", lambda: b""),
    Hostile("no archive", "V001", lambda: b"\x00\xff" * 50_000),
    Hostile("truncated archive", "V002", lambda: zip_entries(files().entries)[:-200]),
    Hostile("cut in the middle", "V001", lambda: zip_entries(files().entries)[:2_000]),
    Hostile("name that climbs", "V001", lambda: _with({"../../evil.txt": b"x"})),
    Hostile("absolute name", "V001", lambda: _with({"/etc/evil.txt": b"x"})),
    Hostile("name of a Windows drive", "V001", lambda: _with({"C:evil.txt": b"x"})),
    Hostile("symbolic link", "V001", _link),
    Hostile("zip bomb", "V001", lambda: _with({"images/bomb.png": bytes(64 << 20)})),
    Hostile("claimed size of 4 GB", "V001", lambda: _claims(0xFFFFFFF0)),
    Hostile("claimed size too small", "V002", lambda: _claims(2)),
    Hostile("overlapping entries", "V001", _overlapping),
    Hostile("60,000 entries", "V001", _many_entries),
    Hostile("entity bomb", "V002", _entities),
    Hostile("external entity", "V002", _external),
    Hostile("100,000 nested elements", "V002", _deep_xml),
    Hostile("invalid UTF-8", "V002", lambda: _raw(b'name="Sound"', b'name="S\xff\xfeund"')),
    Hostile(
        "UTF-16 in disguise",
        "V002",
        lambda: _with({"buildFile.xml": "<?xml version='1.0' encoding='utf-8'?><a.B/>".encode("utf-16")}),
    ),
    Hostile(
        "bomb in moduledata",
        "V003",
        lambda: _with({"moduledata": b"<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>]><data>&b;</data>"}),
    ),
    Hostile(
        "a quarter of a million nested traits",
        "V207",
        lambda: _piece("+/null/" + "cmt;\\\t" * 250_000 + "piece;;;;/null"),
    ),
    Hostile(
        "traits nested by ever more backslashes",
        "V207",
        lambda: _piece(
            "+/null/" + "".join("cmt;" + "\\" * n + "\t" for n in range(2_500)) + "piece;;;;/null;0;0;;0"
        ),
    ),
    Hostile("prototypes in a ring of 500", "V202", lambda: _prototypes(_RING)),
    Hostile("prototypes that double 60 times", "", lambda: _prototypes(_DOUBLING)),
    Hostile(
        "expression of 50,000 brackets",
        "V501",
        lambda: _build("{TurnNumber == 3}", "{" + "(" * 50_000 + "}"),
    ),
    Hostile(
        "expression of a million signs",
        "V501",
        lambda: _build("{TurnNumber == 3}", "{" + "!" * 1_000_000 + "}"),
    ),
    Hostile(
        "expression that nests in its own text",
        "V501",
        lambda: _build("{TurnNumber == 3}", "{" + "Count(&quot;{" * 200 + "}"),
    ),
    Hostile(
        "PNG of 10,000,000 megapixels", "V303", lambda: _with({"images/board.png": png(2**31 - 1, 5000)})
    ),
    Hostile("PNG of no size", "V305", lambda: _with({"images/board.png": png(0, 0)})),
    Hostile(
        "JPEG of endless markers", "V305", lambda: _with({"images/board.png": b"\xff\xd8" + b"\xff" * 70_000})
    ),
    Hostile(
        "SVG that runs a script",
        "V306",
        lambda: _with({"images/badge.svg": b"<svg onload='x()' width='9' height='9'/>"}),
    ),
    Hostile(
        "SVG that fetches",
        "V306",
        lambda: _with(
            {"images/badge.svg": b"<svg width='9' height='9'><style>@import 'http://x/';</style></svg>"}
        ),
    ),
    Hostile(
        "SVG with an entity bomb",
        "V306",
        lambda: _with({"images/badge.svg": _svg_entities()}),
    ),
    Hostile(
        "set-up that is a bomb",
        "V309",
        lambda: _with({"start.vsav": _zip({"savedGame": b"!VCSK00" + b"0" * (30 << 20)}, 9)}),
    ),
    Hostile(
        "set-up of escapes",
        "V309",
        lambda: _with({"start.vsav": _zip({"savedGame": b"!VCSK00" + b"1b" * 30_000})}),
    ),
    Hostile(
        "zone of 300,000 corners",
        "",
        lambda: _build('path="0,0;100,0;100,100;0,100"', 'path="' + "1,1;" * 300_000 + '"'),
    ),
)
