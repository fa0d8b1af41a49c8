"""Print a game from its folder as PDFs, each cached by a digest of its inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.load.project_folder import Project
from hexwright.paper.pages.print_settings import PrintPart, PrintSettings
from hexwright.render.theme import styled_theme
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.build_cache import CachedBuild
from hexwright.support.process_memory import release_memory
from hexwright.support.progress_stages import (
    ProgressListener,
    StageTimer,
    TimedStage,
    garbage_collection_paused,
)
from hexwright.support.result_cache import ResultCache, code_digest, digest_of

if TYPE_CHECKING:
    from hexwright.model.game import Game
    from hexwright.paper.figures.example_diagrams import ExampleSource


@dataclass(frozen=True, slots=True)
class _Output:
    """A file of a print job: a part of the game, or the specification of a part for the print shop."""

    part: PrintPart
    specification: bool = False


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A print job: the game, the parts to print, their settings, and the output folder."""

    project: Project
    slug: str
    out: Path
    parts: tuple[PrintPart, ...]
    settings: PrintSettings
    options: Mapping[str, str] = field(default_factory=dict)
    reference: Callable[[Game], ExampleSource | None] | None = None
    """A function that returns the source of values in the booklet's examples; None for no examples."""

    @property
    def outputs(self) -> tuple[_Output, ...]:
        """Return the files of the job; a print shop gets each part's specification beside it."""
        kinds = (False, True) if self.settings.shop else (False,)
        return tuple(_Output(part, kind) for part in self.parts for kind in kinds)

    def name(self, output: _Output, version: str) -> str:
        """Return the name of a file, such as "my-game-1.0.0-contrast-counters-a4.pdf"."""
        part = output.part
        settings = self.settings
        words: list[str] = [] if settings.theme.name == "classic" else [settings.theme.name]
        words += [f"{option}-{choice}" for option, choice in sorted(self.options.items())]
        words.append(part)
        if settings.hex_mm is not None and part != "counters":
            words.append(f"hex-{settings.hex_mm:g}")
        if settings.imposed and part == "rules":
            words.append("booklet")
        if settings.shop:
            words.append("shop")
        if part == "map" and settings.map_paper is not None:
            words.append(settings.map_paper.name.lower())
        elif part == "map" and settings.shop:
            words.append("sheet")
        elif settings.paper is None:
            words.append("sheet" if part == "map" else "a4")
        else:
            words.append(settings.paper.name.lower())
        if part == "counters" and settings.duplex != "long":
            words.append({"short": "short-edge", "fold": "fold", "none": "one-sided"}[settings.duplex])
        if output.specification:
            words.append("specification")
        return "-".join([self.slug, version, *words]) + ".pdf"


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A PDF that was written, or that existed unchanged."""

    path: Path
    size: int
    reused: bool


@dataclass(frozen=True, slots=True)
class PrintResult:
    """The files of a print job, and its duration."""

    files: tuple[PrintedFile, ...]
    stages: tuple[TimedStage, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def seconds(self) -> float:
        """Return the duration of the job in seconds."""
        return sum(stage.seconds for stage in self.stages)


@garbage_collection_paused()
def print_game(job: PrintJob, cache: ResultCache, watch: ProgressListener | None = None) -> PrintResult:
    """Write the PDFs of a game; raise `InputError` for problems with data, paper or disk.

    Each file is written completely or not at all.
    """
    job.settings.check()
    stages = StageTimer(watch)
    inputs = job.project.game_folders(job.slug)
    with stages.stage("look for changes"):
        prints = _fingerprints(job)
        known = {output: CachedBuild.look_up(cache, prints[output]) for output in job.outputs}
        ready = {
            output: k for output, k in known.items() if k is not None and k.restore(job.out, cache, inputs)
        }
    files = {output: PrintedFile(job.out / k.name, k.size, True) for output, k in ready.items()}
    diagnostics: tuple[Diagnostic, ...] = ()
    for k in ready.values():
        diagnostics = k.diagnostics
    wanted = [output for output in job.outputs if output not in ready]
    if wanted:
        from hexwright.paper.print_parts import PartDrawer

        game, diagnostics, settings = _load(job, stages)
        # The map comes first: what other parts show of it is recorded as it is drawn.
        parts = sorted({output.part for output in wanted}, key=lambda part: (part != "map", part))
        reference = job.reference(game) if job.reference else None
        press = PartDrawer(game, settings, reference, parts, cache)
        drawn: dict[_Output, bytes] = {}
        for part in parts:
            with stages.stage(f"print the {part}"):
                document = press.draw(part)
                if settings.shop:
                    release_memory()  # Flattening leaves much behind, and a whole file follows.
                drawn[_Output(part)] = document.to_bytes()
                if settings.shop:
                    drawn[_Output(part, True)] = press.specify(part, document).to_bytes()
                del document
                if part != parts[-1]:
                    release_memory()  # Documents are full of cycles, and collecting is paused.
        diagnostics += press.diagnostics
        del press
        with stages.stage("write"):
            for output in [*drawn]:
                data = drawn.pop(output)
                path = job.out / job.name(output, game.info.version)
                write_atomically(path, data, inputs=inputs)
                CachedBuild.from_module(path.name, data, diagnostics).store(cache, prints[output], data)
                files[output] = PrintedFile(path, len(data), False)
        cache.prune()
    return PrintResult(tuple(files[output] for output in job.outputs), tuple(stages.finished), diagnostics)


def _load(job: PrintJob, stages: StageTimer) -> tuple[Game, tuple[Diagnostic, ...], PrintSettings]:
    from hexwright.load.game_loading import load_game
    from hexwright.paper.map.hex_sizes import with_hexes_of
    from hexwright.render.check_drawings import check_drawings
    from hexwright.render.fonts import missing_glyphs

    with stages.stage("read and check the data"):
        loaded = load_game(
            job.project, job.slug, job.options, glyph_faults=missing_glyphs, sheet_faults=check_drawings
        )
        prefix = job.project.display(job.project.art(job.slug)) + "/"
        art = {
            name.removeprefix(prefix): data
            for name, data in loaded.sources.items()
            if name.startswith(prefix)
        }
    game = loaded.game
    if job.settings.hex_mm is not None:
        game = with_hexes_of(game, job.settings.hex_mm)
    theme = styled_theme(job.settings.theme, game)
    return game, loaded.diagnostics, replace(job.settings, art=art, theme=theme)


def _fingerprints(job: PrintJob) -> dict[_Output, str]:
    """Return, for each file, a digest of all its inputs."""
    common: list[str | bytes] = ["print", code_digest(), repr(job.settings)]
    common += [f"{option}={choice}" for option, choice in sorted(job.options.items())]
    common += job.project.game_files(job.slug)
    whole = digest_of(common)
    return {output: digest_of([whole, output.part, str(output.specification)]) for output in job.outputs}
