"""The files that a site offers beside the game itself: what is printed, and the module for VASSAL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexwright.load.game_loading import Project
from hexwright.paper.figures.example_figures import example_calculator
from hexwright.paper.pages.paper_sizes import A4
from hexwright.paper.pages.print_settings import PrintPart, PrintSettings
from hexwright.paper.print_job import PrintJob, print_game
from hexwright.paper.rulebook.screen_figures import FigureMaker
from hexwright.pipeline.game_build import BuildRequest, build_game
from hexwright.recording.tutorial_recorder import TutorialRecorder
from hexwright.render.theme import THEMES, ThemeName
from hexwright.support.result_cache import ResultCache, cache_folder

_TITLES: Final[Mapping[PrintPart, str]] = {
    "rules": "Rules",
    "counters": "Counters",
    "map": "Map in tiles",
    "aids": "Player aids",
}


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file to fetch from a site."""

    name: str
    title: str
    kind: str
    size: int
    """The size in bytes."""

    def row(self) -> dict[str, str]:
        """Return the file as the front page lists it."""
        size = f"{self.size / 1e6:.1f} MB" if self.size >= 100_000 else f"{max(1, self.size // 1000)} KB"
        return {"name": self.name, "title": self.title, "kind": self.kind, "size": size}


def game_files(
    project: Project, slug: str, out: Path, options: Mapping[str, str], theme: ThemeName
) -> tuple[GameFile, ...]:
    """Write a game's print files and its module to a folder; raise InputError as these do."""
    cache = ResultCache(cache_folder())
    parts = tuple(_TITLES)
    settings = PrintSettings(theme=THEMES[theme], paper=A4)
    printed = print_game(
        PrintJob(project, slug, out, parts, settings, options, reference=example_calculator), cache
    )
    found = [
        GameFile(file.path.name, _TITLES[part], "PDF, A4", file.size)
        for part, file in zip(parts, printed.files, strict=True)
    ]
    request = BuildRequest(project, slug, out, options, theme)
    built = build_game(
        request, cache, None, TutorialRecorder.current_version(), FigureMaker.current_version()
    )
    return (*found, GameFile(built.path.name, "Module", "for VASSAL 3.7.26 or newer", built.size))
