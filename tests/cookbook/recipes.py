"""Read the recipes out of the cookbook and make a game of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from hexwright.load.game_loading import LoadedGame, load_game
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "how-to" / "cookbook.md"
SLUG: Final = "the-ford"
_HEADING = re.compile(r"^(#{2,3}) (.+)$", re.MULTILINE)
_BLOCK = re.compile(r'^```yaml title="(\S+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
# The library in C is ten times as fast, where it is there.
_LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_DUMPER: Final[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
WHOLE: Final = ("sequence", "rows")
"""Mappings that a recipe writes whole: the order of phases counts, and rows go with the dice."""
RULINGS: Final = ("rules.yaml", "charts.yaml", "oob.yaml")
"""Files that say what is played; the others say what is there."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One recipe: its heading and what it writes, file by file."""

    title: str
    blocks: tuple[tuple[str, str], ...]


def recipes() -> tuple[Recipe, ...]:
    """Return the recipes of the page in order."""
    text = PAGE.read_text("utf-8")
    heads = list(_HEADING.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    sections = ((head[2], text[head.end() : end]) for head, end in zip(heads, ends, strict=True))
    found = (Recipe(title, tuple((m[1], m[2]) for m in _BLOCK.finditer(body))) for title, body in sections)
    return tuple(recipe for recipe in found if recipe.blocks)


def not_yet() -> Mapping[str, str]:
    """Return the rules that the page says can't be written yet, each with what to do instead."""
    text = PAGE.read_text("utf-8").partition("## Not yet")[2]
    return dict(re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", text, re.MULTILINE))


def merged(old: Any, new: Any, key: str = "") -> Any:
    """Put a recipe's keys into a file's; anything but a mapping is replaced, and so is a whole one."""
    if isinstance(old, dict) and isinstance(new, dict) and key not in WHOLE:
        return {**old, **{name: merged(old.get(name), value, name) for name, value in new.items()}}
    return new


def write(folder: Path, blocks: Iterable[tuple[str, str]]) -> Project:
    """Write the small game with these blocks into a folder."""
    before = _small_files()
    files: dict[str, Any] = dict(before)
    for name, text in blocks:
        files[name] = merged(files.get(name), yaml.load(text, Loader=_LOADER))
    for name, value in files.items():
        file = folder / "data" / SLUG / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_small_texts()[name] if value is before.get(name) else _dumped(value), "utf-8")
    return Project(folder)


@cache
def _small_files() -> Mapping[str, Any]:
    """Return the files of the small game, as they are read."""
    return {name: yaml.load(text, Loader=_LOADER) for name, text in small_game("The Ford").items()}


@cache
def _small_texts() -> Mapping[str, str]:
    """Return the texts of the files of the small game, as this module writes them."""
    return {name: _dumped(value) for name, value in _small_files().items()}


def _dumped(value: Any) -> str:
    found = yaml.dump(value, Dumper=_DUMPER, default_style='"', sort_keys=False, allow_unicode=True)
    assert isinstance(found, str)
    return found


def load(folder: Path, blocks: Iterable[tuple[str, str]]) -> LoadedGame:
    """Return the small game with these blocks; raise `InputError` where it can't be read."""
    return load_game(write(folder, blocks), SLUG)


@cache
def by_title() -> Mapping[str, Recipe]:
    """Return the recipes by their headings."""
    return {recipe.title: recipe for recipe in recipes()}
