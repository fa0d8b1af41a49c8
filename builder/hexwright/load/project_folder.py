"""Find the project folder and its games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError, Span, display_path
from hexwright.support.message_wording import did_you_mean, quote
from hexwright.support.named_files import read_regular

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_SLUG = 60
MAX_GAME_FILE = 1 << 30
"""The maximum size of a file in a game's folders, in bytes; readers of single files have lower limits."""
# Windows reserves these names for devices, with any extension.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))})
SLUG_WORDS = (
    "lowercase letters a–z, digits and single hyphens, at most 60 characters, and not the name of a "
    "Windows device"
)


def is_slug(text: str) -> bool:
    """Return whether a string can name a game's folder or a scenario's file on every system."""
    return bool(_SLUG.fullmatch(text)) and len(text) <= _LONGEST_SLUG and text not in _DEVICES


@dataclass(frozen=True, slots=True)
class Project:
    """A project folder: `data/<slug>/` contains a game's data, and `art/<slug>/` contains its own
    pictures.
    """

    root: Path

    @property
    def data(self) -> Path:
        """Return the folder that contains the games' folders."""
        return self.root / "data"

    def folder(self, slug: str) -> Path:
        """Return a game's data folder."""
        return self.data / slug

    def art(self, slug: str) -> Path:
        """Return the folder of a game's pictures, which may not exist."""
        return self.root / "art" / slug

    def game_folders(self, slug: str) -> tuple[Path, Path]:
        """Return the folders of a game's data and of its pictures, which may not exist."""
        return self.folder(slug), self.art(slug)

    def game_files(self, slug: str) -> Iterator[str | bytes]:
        """Yield the name and content of each file of a game, sorted, to recognize a game that is unchanged.

        Raise OSError for a file that can't be read.
        """
        for folder in self.game_folders(slug):
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                yield self.display(path)
                yield read_regular(path, MAX_GAME_FILE)

    def display(self, path: Path) -> str:
        """Return a path as shown in messages: relative to the project, with forward slashes."""
        return display_path(path, self.root)

    def games(self) -> tuple[str, ...]:
        """Return the slugs of all games, sorted: the folders of `data/` that contain a game.yaml."""
        try:
            folders = sorted(self.data.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return ()
        return tuple(f.name for f in folders if f.is_dir() and (f / "game.yaml").is_file())

    def scenarios(self, slug: str) -> tuple[Path, ...]:
        """Return the scenario files of a game, sorted; an empty tuple if it has no folder scenarios/."""
        folder = self.folder(slug) / "scenarios"
        return tuple(sorted(folder.glob("*.yaml"))) if folder.is_dir() else ()

    def require(self, slug: str) -> str:
        """Check that a slug names a game of the project, and return it; otherwise raise `InputError`."""
        # Without listing all games: commands for all games check each name.
        if is_slug(slug) and (self.folder(slug) / "game.yaml").is_file():
            return slug
        known = self.games()
        if slug in known:
            raise InputError.single(
                "G003",
                f"{quote(slug)} can't be the name of a game's folder",
                Span(f"data/{slug}"),
                f"rename the folder with {SLUG_WORDS}",
            )
        if is_slug(slug) and self.folder(slug).is_dir():
            raise InputError.single(
                "Y001",
                "the file is missing",
                Span(f"data/{slug}/game.yaml"),
                missing_file_hint(self.folder(slug) / "game.yaml"),
            )
        where = did_you_mean(slug, known, "known games")
        raise InputError.single(
            "G002",
            f"there is no game {quote(slug)} in this project",
            Span("data"),
            where if known else "data/ contains no games yet; create one with: hexwright new GAME",
        )


def missing_file_hint(path: Path) -> str:
    """Return a hint for a missing data file: rename the file that is probably meant, or write it."""
    meant = misnamed_file(path)
    if meant is not None:
        return f"rename {quote(meant.name)} to {quote(path.name)}"
    return "write the file: every game needs it; see docs/reference/data-format.md"


def misnamed_file(path: Path) -> Path | None:
    """Return the file that is probably meant by a missing one: with other capitals, or ending in .yml."""
    try:
        beside = sorted(path.parent.iterdir())
    except OSError:
        return None
    wanted = path.name.casefold()
    return next((one for one in beside if _as_yaml(one) == wanted and one.is_file()), None)


def _as_yaml(path: Path) -> str:
    name = path.name.casefold()
    return f"{name.removesuffix('.yml')}.yaml" if name.endswith(".yml") else name


def find_project(start: Path, explicit: Path | None = None) -> Project:
    """Return the project at `explicit`, or the nearest folder from `start` upward with a data/ folder.

    Raise `InputError` if there is none.
    """
    if explicit is not None:
        if not (explicit / "data").is_dir():
            raise InputError.single(
                "G001",
                f"{quote(str(explicit))} is not a project: it contains no folder data/",
                None,
                "write the folder that contains data/",
            )
        return Project(explicit.resolve())
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "data").is_dir() and (folder != folder.parent):
            return Project(folder)
    raise InputError.single(
        "G001",
        "no project found: neither this folder nor any folder above it contains a folder data/",
        None,
        "change to the project's folder, or write --project DIR",
    )
