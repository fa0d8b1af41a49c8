"""The files of the page: the bundle that `make web` builds, and the pinned fonts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from hexwright.render.fonts import FontFace

BUNDLE: Final = Path(__file__).parents[1] / "bundle"
CONTENT_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ttf": "font/ttf",
}
MISSING_BUNDLE: Final = "the page isn't built in this checkout"


NEEDS_BUNDLE: Final = "type: make web (it needs Node.js)"


def has_bundle() -> bool:
    """Return whether the page is there."""
    return (BUNDLE / "index.html").is_file()


@cache
def font_files() -> dict[str, Path]:
    """Return the file of each font face by its name in the page's stylesheet."""
    return {f"{face.name.lower().replace('_', '-')}.ttf": face.path for face in FontFace}


def page_file(name: str) -> tuple[bytes, str] | None:
    """Return a file of the page and its type; None if there is no such file."""
    path = font_files().get(name)
    if path is None:
        path = BUNDLE / name
        if path.parent != BUNDLE or path.suffix not in CONTENT_TYPES or not path.is_file():
            return None
    return path.read_bytes(), CONTENT_TYPES[path.suffix]
