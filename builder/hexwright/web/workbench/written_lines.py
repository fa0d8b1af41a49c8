"""Where a game's files say something about a hex or a unit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexwright.load.game_loading import LoadedGame
from hexwright.model.ids import HexId
from hexwright.web.play.json_values import Json

_MOST_LINES = 12
_WORD = re.compile(r"[\w.]+")
_KEY = re.compile(r"^( *)(?:- )?([\w-]+):")


def hex_lines(loaded: LoadedGame, hex_id: HexId) -> Iterator[Json]:
    """Yield the lines of the game's files that name a hex, each with the keys above it."""
    count = 0
    for file in sorted(loaded.sources, key=lambda file: (not file.endswith("map.yaml"), file)):
        if not file.endswith(".yaml") or file.endswith("gpids.yaml"):
            continue
        keys: list[tuple[int, str]] = []
        for number, line in enumerate(loaded.sources[file].decode("utf-8", "replace").splitlines(), 1):
            if (found := _KEY.match(line)) is not None:
                depth = len(found[1])
                keys = [*(key for key in keys if key[0] < depth), (depth, found[2])]
            if hex_id in line and hex_id in _WORD.findall(line.split(" #", 1)[0]):
                path = " › ".join(key for _, key in keys[:4])
                yield {"file": file, "line": number, "keys": path, "text": line.strip()[:120]}
                count += 1
                if count == _MOST_LINES:
                    return


def unit_line(loaded: LoadedGame, unit: str) -> Json | None:
    """Return where a unit is written, with the lines of its entry; None for a unit without an entry."""
    path = ("counters", "units", unit)
    if path not in loaded.spans:
        return None
    span = loaded.spans.key(*path)
    if span.file not in loaded.sources or not span.file.endswith(".yaml"):
        return {"file": span.file, "line": span.line, "lines": []}
    lines = loaded.sources[span.file].decode("utf-8", "replace").splitlines()
    indent = len(lines[span.line - 1]) - len(lines[span.line - 1].lstrip())
    last = span.line
    while last < len(lines) and last < span.line + 11:
        following = lines[last]
        if following.strip() and len(following) - len(following.lstrip()) <= indent:
            break
        last += 1
    return {
        "file": span.file,
        "line": span.line,
        "lines": [{"number": n, "text": lines[n - 1][:200]} for n in range(span.line, last + 1)],
    }
