"""Saved games and logs, as `show` and `diff` read them, and as they are played step by step."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path

from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.diff.file_comparison import compare_files
from hexwright.inspect.show.items_as_json import items_as_json
from hexwright.inspect.show.items_as_text import items_as_text
from hexwright.inspect.show.open_as_items import open_file
from hexwright.vassal.codec.module_archive import zip_entries
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.web.play.host import Host
from tests.foreign.modules import metadata
from tests.growth.dimension import Dimension
from tests.shipped import shipped

_READER = "vassal.codec.module_archive.Archive.head"
_LEVELS = "commands are nested deeper than 64"


def _read(path: Path) -> None:
    """Show it, compare it with itself, and play it."""
    root = open_file(path)
    items_as_json([root])
    items_as_text([root], 100)
    compare_files(path, path)
    file = SavedGameFile.read(path)
    position = LogPosition(file)
    for step in file.steps:
        position.step(step)


def _file(inside: list[str], steps: list[str] = []) -> bytes:  # noqa: B006 - never changed
    commands = ["begin_save", "MainBoardPicker\tField\t0\t0", *inside, "end_save"]
    text = "\x1b".join((*commands, *(f"LOG\t{step}" for step in steps)))
    # Packed without compression, the file is as long as what it says.
    entries = {"savedGame": text.encode(), "moduledata": metadata(), "savedata": metadata()}
    return zip_entries(entries, level=0)


def _piece(number: int, x: int = 5) -> str:
    return f"+/p{number}/mark;A\tpiece;;;a.png;unit {number}/B\tMain;{x};5;{number};0"


def _traits(n: int) -> str:
    ends = ["\\" * k + "\t" for k in range(n)]
    types = "".join(f"mark;A{k}{end}" for k, end in enumerate(ends))
    return f"+/p/{types}piece;;;a.png;u/{''.join(f'B{end}' for end in ends)}Main;5;5;1;0"


def _pile(n: int) -> list[str]:
    ids = ";".join(f"p{k}" for k in range(n))
    return [*map(_piece, range(n)), f"+/s/stack/Main;5;5;{ids};@@0"]


def _ground(n: int) -> list[str]:
    spread = [_piece(k, k) for k in range(n)]
    return [*spread, *(f"+/s{k}/stack/Main;{k};5;p{k};@@0" for k in range(n))]


def _deck(n: int) -> list[str]:
    kind = "deck;true;;;Main;5;5;52;76;;;;;;;;;;;;"
    return [*map(_piece, range(n)), f"+/d/{kind}/Main;5;5;{';'.join(f'p{k}' for k in range(n))};@@0"]


def _each(
    command: Callable[[int], str], first: Callable[[int], list[str]] = lambda n: []
) -> Callable[[int], bytes]:
    return lambda n: _file(first(n), [command(k) for k in range(n)])


def _move(k: int, to: int) -> str:
    return f"M/p{k}/Main/{to}/5/null/Main/5/5/null/me"


_STEPS: dict[str, tuple[Callable[[int], bytes], int]] = {
    "global properties": (lambda n: _file([f"GlobalProperty\t;p{k};v{k};" for k in range(n)]), 10),
    "pieces": (lambda n: _file(_ground(n)), 10),
    "pieces without a stack": (lambda n: _file([*map(_piece, range(n))]), 10),
    "pieces of one id": (lambda n: _file([_piece(1)] * n), 10),
    "pieces in one stack": (lambda n: _file(_pile(n)), 10),
    "stacks that hold the same pieces": (
        lambda n: _file([_piece(1), *(f"+/s{k}/stack/Main;{k};5;p1;@@0" for k in range(n))]),
        10,
    ),
    "pieces in one deck": (lambda n: _file(_deck(n)), 10),
    "traits of a piece": (lambda n: _file([_traits(n)]), 10),
    "one global property again": (lambda n: _file([f"GlobalProperty\t;p;v{k};" for k in range(n)]), 10),
    "unknown commands": (lambda n: _file([f"WHAT{k}\tx" for k in range(n)]), 10),
    "notes": (lambda n: _file(["NOTES\t" + "x" * n]), 3000),
    "lines of the chat": (_each(lambda k: f"CHAT<me{k}> - hello {k}"), 10),
    "steps that move a piece": (_each(lambda k: _move(0, k), lambda n: _ground(1)), 10),
    "steps that move another piece each": (_each(lambda k: _move(k, k + 1), _ground), 10),
    "steps that move the pieces of one stack": (_each(lambda k: _move(k, k), _pile), 10),
    "steps in one stack": (_each(lambda k: f"M/p{k % 7}/Main/5/5/s/Main/5/5/s/me", _pile), 10),
    "steps that remove pieces": (_each(lambda k: f"D/p{k}", _pile), 10),
    "steps that remove nothing": (_each(lambda k: f"D/q{k}"), 10),
    "steps that change a piece": (
        _each(lambda k: f"D/p0/B{k}\tMain;5;5;0;0/B\tMain;5;5;0;0", lambda n: _ground(1)),
        10,
    ),
    "steps taken back": (_each(lambda k: "UNDO\ttrue"), 10),
    "commands in one step": (
        lambda n: _file([], ["\x1b".join("CHATx" for _ in range(n)).replace("\x1b", "\\\x1b")]),
        10,
    ),
    "text of one command": (lambda n: _file(["CHAT" + "x" * n]), 3000),
}


def _nested(n: int) -> bytes:
    return _file([], ["LOG\t" * n + "CHATx"])


def _deep(n: int) -> bytes:
    command = "CHATx"
    for depth in range(n):
        command = f"CHATa{chr(92) * depth}\x1b{command}"
    return _file([command])


def _linked(n: int) -> bytes:
    """A small file of the page with a link of `n` actions, no two alike, so that it can't be packed small."""
    actions = "\n".join(hashlib.sha256(bytes([k & 255, k >> 8])).hexdigest() for k in range(n))
    fields = ["battle-for-moscow", 0, "operation-typhoon", {}, 1, {}, "", None, actions]
    packed = base64.urlsafe_b64encode(zlib.compress(json.dumps(fields).encode()))
    return b"hexwright link: 1" + packed.rstrip(b"=")


def _open_link(path: Path) -> None:
    host = Host(shipped("battle-for-moscow").game)
    host.handle({"type": "open", "game": "g", "record": path.read_text("ascii")})


DIMENSIONS = (
    *(
        Dimension(f"{name} of a saved game", _READER, ".vlog", make, _read, size)
        for name, (make, size) in _STEPS.items()
    ),
    Dimension("steps in steps", _READER, ".vlog", _nested, _read, 66, _LEVELS),
    Dimension("commands within commands", _READER, ".vlog", _deep, _read, 66, _LEVELS),
    Dimension("actions of a link", "web.play.game_link.read_link", ".txt", _linked, _open_link, 2000),
)
