"""Create a new game: small but complete, so that it can be built, checked, played and changed step by step.

The same files are shown at the end of `docs/reference/data-format.md`.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.load.project_folder import SLUG_WORDS, Project, is_slug
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.message_wording import quote

FILES: Final = (
    "game.yaml",
    "map.yaml",
    "counters.yaml",
    "oob.yaml",
    "charts.yaml",
    "rules.yaml",
    "scenarios/the-ford.yaml",
)
_TITLE: Final = '"@TITLE@"'
_LONGEST_TITLE: Final = 60


def small_game(title: str) -> dict[str, str]:
    """Return the files of a small complete game with a title: path → content."""
    folder = resources.files("hexwright.load") / "templates" / "small-game"
    # A JSON string is a valid quoted string in YAML.
    quoted = json.dumps(title, ensure_ascii=False)
    return {name: (folder / name).read_text(encoding="utf-8").replace(_TITLE, quoted) for name in FILES}


def title_of(slug: str) -> str:
    """Return a title derived from a folder's name: "my-game" → "My Game"."""
    return " ".join(word.capitalize() for word in slug.split("-"))


def start_game(project: Project, slug: str, title: str = "") -> tuple[Path, ...]:
    """Write a small game into `data/<slug>/` and return the paths of its files.

    `game.yaml` is written last, so that no command finds an incomplete game. Raise `InputError` for an
    invalid folder name (G003), a title that is too long (G010), an existing folder (G009), and write errors
    (W001).
    """
    if not is_slug(slug):
        message = f"{quote(slug)} can't be the name of a game's folder"
        raise InputError.single("G003", message, None, f"write a name with {SLUG_WORDS}")
    title = title.strip() or title_of(slug)
    if len(title) > _LONGEST_TITLE or not title.isprintable():
        message = f"the title {quote(title)} doesn't fit on the map and charts"
        raise InputError.single(
            "G010", message, None, f"write one line of at most {_LONGEST_TITLE} characters"
        )
    folder = project.folder(slug)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "nothing was written; choose another name, or move the folder away"
        raise InputError.single("G009", "the folder already exists", Span(project.display(folder)), hint)
    files = small_game(title)
    for name in sorted(files, key=lambda name: (name == FILES[0], FILES.index(name))):
        way_out = "free some space or choose a writable folder with --project"
        write_atomically(folder / name, files[name].encode(), way_out=way_out)
    return tuple(folder / name for name in FILES)
