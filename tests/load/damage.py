"""Copy the toy game, damage one fact, load it, and look at what is said."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic, InputError
from hexwright.load.game_loading import LoadedGame, load_game
from hexwright.load.project_folder import Project
from hexwright.render.check_drawings import check_drawings

TOY = Path(__file__).parent.parent / "toy"
SLUG = "toy-bridge"
FOLDER = f"data/{SLUG}"


@dataclass(frozen=True)
class Damage:
    """Something that is done to a project's folder, and the same in words."""

    words: str
    act: Callable[[Path], None]


def copy_toy(target: Path) -> Path:
    """Copy the toy project into an empty folder and return its root."""
    for part in ("data", "art"):
        shutil.copytree(TOY / part, target / part, ignore=shutil.ignore_patterns("gpids.yaml"))
    return target


def replace(file: str, old: str, new: str) -> Damage:
    """Replace the first occurrence of a text in a data file of the toy game."""

    def act(root: Path) -> None:
        path = root / FOLDER / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} no longer contains {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return Damage(f"{file}: {old!r} became {new!r}", act)


def append(file: str, text: str) -> Damage:
    """Add lines at the end of a data file."""

    def act(root: Path) -> None:
        with (root / FOLDER / file).open("a", encoding="utf-8") as stream:
            stream.write(text)

    return Damage(f"{file}: {text!r} was added at its end", act)


def write(path: str, data: bytes) -> Damage:
    """Write a file below the project's root."""

    def act(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)

    content = repr(data) if len(data) < 100 else f"{len(data):,} bytes"
    return Damage(f"{path} was written: {content}", act)


def all_of(*damages: Damage) -> Damage:
    """Do several things."""

    def act(root: Path) -> None:
        for damage in damages:
            damage.act(root)

    return Damage("; ".join(damage.words for damage in damages), act)


def load_toy(root: Path, options: Mapping[str, str] | None = None, missing_glyphs: str = "") -> LoadedGame:
    """Load the toy game with fonts that lack the characters given."""
    return load_game(
        Project(root),
        SLUG,
        options,
        glyph_faults=lambda text: set(text).intersection(missing_glyphs),
        sheet_faults=check_drawings,
    )


def findings(load: Callable[[], LoadedGame]) -> tuple[Diagnostic, ...]:
    """Return what loading says, errors or warnings."""
    try:
        return load().diagnostics
    except InputError as faults:
        return faults.diagnostics


@dataclass(frozen=True)
class Case:
    """A damage and the code of what must be said of it; the words are in findings.txt."""

    code: str
    damage: Damage
    missing_glyphs: str = ""
    options: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Return the heading in findings.txt."""
        extra = f"; asked for {dict(self.options)}" if self.options else ""
        return f"{self.code} {self.damage.words}{extra}"

    def run(self, root: Path) -> tuple[str, ...]:
        """Copy the toy game below a root, damage it, and return the findings as printed."""
        copy_toy(root)
        self.damage.act(root)
        found = findings(lambda: load_toy(root, dict(self.options), self.missing_glyphs))
        return tuple(str(diagnostic) for diagnostic in found)
