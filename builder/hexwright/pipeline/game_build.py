"""Build a game: turn its folder into pictures and a VASSAL module.

Each expensive step is cached by the digest of its inputs. A build after a small change repeats only the
affected steps, and a build without changes does almost nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Span
from hexwright.load.project_folder import Project
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.build_cache import CachedBuild
from hexwright.support.message_wording import did_you_mean, quote
from hexwright.support.progress_stages import (
    ProgressListener,
    StageTimer,
    TimedStage,
    garbage_collection_paused,
)
from hexwright.support.result_cache import ResultCache, code_digest, digest_of

if TYPE_CHECKING:
    from hexwright.load.game_loading import LoadedGame
    from hexwright.model.game import Game
    from hexwright.model.scenario import Scenario
    from hexwright.pipeline.game_pictures import GamePictures, PictureKind
    from hexwright.render.map.sheet.sheet_plan import SheetPlan
    from hexwright.render.rule_figure import RuleFigure
    from hexwright.render.theme import Theme, ThemeName
    from hexwright.vassal.module.chart_windows import ChartPage
    from hexwright.vassal.module.gpid_ledger import GpidLedger
    from hexwright.vassal.module.module_pieces import ModulePieces


class TutorialSource(Protocol):
    """A function that records a turn of a game for its module; `digest` changes with the code on which it
    depends.
    """

    @property
    def digest(self) -> str:
        """Return the digest of the recorder's code."""

    def __call__(self, stock: ModulePieces) -> bytes | None:
        """Return a log for VASSAL, or None if the game can't be played."""


class FigureSource(Protocol):
    """A function that draws the diagrams of a game's rules; `digest` changes with its code."""

    @property
    def digest(self) -> str:
        """Return the digest of the code."""

    def __call__(
        self, game: Game, theme: Theme, plan: SheetPlan, art: Mapping[str, bytes], cache: ResultCache
    ) -> tuple[RuleFigure, ...]:
        """Return the diagrams in the order of the rulebook."""


LEDGER = "gpids.yaml"
_LEDGER_REFUSED = (
    "the ledger of piece numbers belongs to the game's data, not to --out: "
    "make the game's folder writable, or build a copy of the project"
)


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A request to build or render a game: the game, the options and the output folder."""

    project: Project
    slug: str
    out: Path
    options: Mapping[str, str] = field(default_factory=dict)
    theme: ThemeName = "classic"
    dump: Path | None = None

    @property
    def inputs(self) -> tuple[Path, Path]:
        """Return the game's folders, in which no output may replace a file."""
        return self.project.game_folders(self.slug)

    @property
    def variant(self) -> str:
        """Return the non-default choices as a suffix of file names, such as "-contrast-edition-1986"."""
        parts: list[str] = [] if self.theme == "classic" else [self.theme]
        parts += [f"{option}-{choice}" for option, choice in sorted(self.options.items())]
        return "".join(f"-{part}" for part in parts)


@dataclass(frozen=True, slots=True)
class BuildResult:
    """A module that was built, or that was already up to date."""

    path: Path
    size: int
    reused: bool
    stages: tuple[TimedStage, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def seconds(self) -> float:
        """Return the duration in seconds."""
        return sum(stage.seconds for stage in self.stages)


@dataclass(frozen=True, slots=True)
class RenderResult:
    """The pictures that were written, and the duration."""

    folder: Path
    files: tuple[Path, ...]
    stages: tuple[TimedStage, ...]
    diagnostics: tuple[Diagnostic, ...]
    scan: str = ""
    """A sentence about how a scanned map fits the grid."""
    removed: int = 0
    """The number of pictures of an earlier run that were removed."""
    omitted: tuple[str, ...] = ()
    """The names of regions for which the map has no room."""

    @property
    def seconds(self) -> float:
        """Return the duration in seconds."""
        return sum(stage.seconds for stage in self.stages)


@garbage_collection_paused()
def build_game(
    request: BuildRequest,
    cache: ResultCache,
    watch: ProgressListener | None = None,
    recorder: TutorialSource | None = None,
    figures: FigureSource | None = None,
) -> BuildResult:
    """Build a game's module; raise `InputError` if its data have errors or writing fails.

    With a `recorder`, the module includes a tutorial. With `figures`, its help has the rulebook's diagrams.
    """
    stages = StageTimer(watch)
    with stages.stage("look for changes"):
        known = None if request.dump else CachedBuild.look_up(cache, _fingerprint(request, recorder, figures))
        ready = known is not None and known.restore(request.out, cache, request.inputs)
    if known is not None and ready:
        return BuildResult(
            request.out / known.name, known.size, True, tuple(stages.finished), known.diagnostics
        )

    from hexwright.pipeline.game_pictures import draw_pictures, write_pictures
    from hexwright.render.about_picture import about_picture
    from hexwright.render.counters.key_pictures import key_rasters
    from hexwright.render.theme import THEMES, styled_theme
    from hexwright.vassal.codec.module_archive import zip_entries
    from hexwright.vassal.module.module_compiler import compile_module
    from hexwright.vassal.module.module_pieces import ModulePieces

    loaded, art = _load(request, stages)
    game, diagnostics = loaded.game, loaded.diagnostics
    theme = styled_theme(THEMES[request.theme], game)
    pictures = draw_pictures(game, THEMES[request.theme], art, cache, stages)
    with stages.stage("draw the diagrams of the rules"):
        diagrams = _diagrams(game, theme, pictures.plan, art, cache, figures)
    ledger_path = request.project.folder(request.slug) / LEDGER
    before = read_ledger(ledger_path, request.project)
    stock = ModulePieces.of(game, pictures.plan, before)
    with stages.stage("record a turn"):
        tutorial = recorder(stock) if recorder is not None else None
    with stages.stage("compile the module"):
        module = compile_module(
            stock,
            pictures.map_picture,
            {**pictures.counters, **key_rasters(game, theme, art)},
            _chart_pages(pictures),
            lambda path: loaded.spans.value(*path),
            tutorial,
            about_picture(game),
            diagrams,
        )
        data = zip_entries(module.files)
    with stages.stage("write"):
        if module.ledger != before:
            write_atomically(ledger_path, module.ledger.format().encode(), way_out=_LEDGER_REFUSED)
        path = request.out / f"{request.slug}-{game.info.version}{request.variant}.vmod"
        write_atomically(path, data, inputs=request.inputs)
        # The ledger is one of the module's inputs.
        CachedBuild.from_module(path.name, data, diagnostics).store(
            cache, _fingerprint(request, recorder, figures), data
        )
        if request.dump is not None:
            write_pictures(pictures, request.dump, inputs=request.inputs)
            for name, content in module.files.items():
                write_atomically(request.dump / "module" / name, content, inputs=request.inputs)
    cache.prune()
    return BuildResult(path, len(data), False, tuple(stages.finished), diagnostics)


@garbage_collection_paused()
def render_game(
    request: BuildRequest,
    cache: ResultCache,
    watch: ProgressListener | None = None,
    *,
    in_spite_of_errors: bool = False,
    kinds: Collection[PictureKind] = ("map", "counters", "charts"),
    scenario: str = "",
) -> RenderResult:
    """Write a game's pictures of some kinds, and of a scenario's set-up on the map if one is named.

    Raises `InputError` if the data have errors, there is no such scenario, or writing fails.

    With `in_spite_of_errors`, the valid parts of a faulty game are drawn, or at least its numbered grid.
    """
    from hexwright.load.check_scan import describe_fit
    from hexwright.pipeline.gallery_pictures import (
        counter_sheet,
        counter_sights,
        counter_strip,
        map_thumbnail,
    )
    from hexwright.pipeline.game_pictures import (
        draw_pictures,
        omitted_regions,
        remove_stale_pictures,
        scan_check,
        setup_picture,
        write_pictures,
    )
    from hexwright.render.theme import THEMES, styled_theme

    stages = StageTimer(watch)
    loaded, art = _load(request, stages, faulty=in_spite_of_errors)
    game, diagnostics = loaded.game, loaded.diagnostics
    chosen = require_scenario(game, scenario) if scenario else None
    if loaded.failed:
        game, pictures = _render_partial_game(request, loaded, art, cache, stages, kinds)
    else:
        pictures = draw_pictures(game, THEMES[request.theme], art, cache, stages, kinds)
    folder = request.out / f"{request.slug}-{game.info.version}{request.variant}-pictures"
    theme = styled_theme(THEMES[request.theme], game)
    with stages.stage("write"):
        previews = {}
        if pictures.map_picture:
            previews["preview-map.png"] = map_thumbnail(pictures)
            previews |= scan_check(game, theme, pictures.plan, art)
        if (strip := counter_strip(pictures, game)) is not None:
            previews["preview-counters.png"] = strip
        if (sheet := counter_sheet(pictures)) is not None:
            previews["counter-sheet.png"] = sheet
        if (sights := counter_sights(pictures, game)) is not None:
            previews["counter-sights.png"] = sights
        if chosen is not None:
            previews |= setup_picture(game, theme, chosen, art)
        files = write_pictures(pictures, folder, previews, request.inputs)
        removed = 0 if loaded.failed else remove_stale_pictures(folder, files, kinds)
    fit = describe_fit(game.hexmap)
    omitted = omitted_regions(game, pictures)
    return RenderResult(folder, files, tuple(stages.finished), diagnostics, fit, removed, omitted)


def _render_partial_game(
    request: BuildRequest,
    loaded: LoadedGame,
    art: Mapping[str, bytes],
    cache: ResultCache,
    stages: StageTimer,
    kinds: Collection[PictureKind],
) -> tuple[Game, GamePictures]:
    """Draw a faulty game without its faulty parts, or only its grid if that fails."""
    from hexwright.load.partial_game import grid_only_game, keep_valid_entries
    from hexwright.pipeline.game_pictures import draw_pictures
    from hexwright.render.theme import THEMES

    kept = keep_valid_entries(request.project, loaded)
    try:
        return kept, draw_pictures(kept, THEMES[request.theme], art, cache, stages, kinds)
    except Exception:
        # The errors were already reported; failures to draw them don't matter.
        bare = grid_only_game(kept)
        return bare, draw_pictures(bare, THEMES[request.theme], art, cache, stages, kinds)


def require_scenario(game: Game, name: str) -> Scenario:
    """Return the scenario with this id; raise `InputError` if there is none."""
    known = {one.id: one for one in game.scenarios}
    if name not in known:
        raise InputError.single(
            "R001",
            f"{game.slug} has no scenario {quote(name)}",
            Span("--scenario"),
            did_you_mean(name, sorted(known), "scenarios"),
        )
    return known[name]


def _load(
    request: BuildRequest, stages: StageTimer, *, faulty: bool = False
) -> tuple[LoadedGame, Mapping[str, bytes]]:
    from hexwright.load.game_loading import load_game, load_game_despite_errors
    from hexwright.render.check_drawings import check_drawings
    from hexwright.render.fonts import missing_glyphs

    read = load_game_despite_errors if faulty else load_game
    with stages.stage("read and check the data"):
        loaded = read(
            request.project,
            request.slug,
            request.options,
            glyph_faults=missing_glyphs,
            sheet_faults=check_drawings,
        )
    return loaded, art_of(request.project, loaded)


def art_of(project: Project, loaded: LoadedGame) -> Mapping[str, bytes]:
    """Return the bytes of the pictures that a game's data name, by their names."""
    prefix = project.display(project.art(loaded.game.slug)) + "/"
    return {
        name.removeprefix(prefix): data for name, data in loaded.sources.items() if name.startswith(prefix)
    }


def _chart_pages(pictures: GamePictures) -> list[ChartPage]:
    """Return two pages for each chart of the module's chart window: a picture, then text."""
    from hexwright.vassal.module.chart_windows import ChartPage

    titles = pictures.chart_titles
    return [
        *(
            ChartPage(titles[name], f"chart-{name}.png", data, pictures.chart_scales[name])
            for name, data in pictures.charts.items()
        ),
        *(
            ChartPage(f"{titles[name]} (text)", f"chart-{name}.html", page.encode())
            for name, page in pictures.chart_pages.items()
        ),
    ]


def read_ledger(path: Path, project: Project) -> GpidLedger:
    """Read the ledger of piece numbers; return an empty one if there is no file. Raise `InputError` if it
    is damaged.
    """
    from hexwright.load.yaml_tree import read_source
    from hexwright.vassal.module.gpid_ledger import GpidLedger

    if not path.exists():
        return GpidLedger()
    source = read_source(path, project.display(path))
    try:
        return GpidLedger.parse(source.data.decode("utf-8"), source.file)
    except UnicodeDecodeError:
        raise InputError.single(
            "Y004", "the file is not UTF-8", Span(source.file), "restore the file from your last good copy"
        ) from None


def _diagrams(
    game: Game,
    theme: Theme,
    plan: SheetPlan,
    art: Mapping[str, bytes],
    cache: ResultCache,
    figures: FigureSource | None,
) -> tuple[RuleFigure, ...]:
    """Return the diagrams of the rules, which are drawn anew only if something has changed in the game."""
    from hexwright.render.rule_figure import figures_as_json, figures_of_json

    if figures is None:
        return ()
    pictured = [part for name in sorted(art) for part in (name.encode(), art[name])]
    told = repr(game), repr(plan), theme.name
    key = digest_of(["diagrams", code_digest(), figures.digest, *told, *pictured])
    made = cache.get_or_make(key, lambda: figures_as_json(figures(game, theme, plan, art, cache)))
    return figures_of_json(made)


def _fingerprint(request: BuildRequest, recorder: TutorialSource | None, figures: FigureSource | None) -> str:
    """Return a digest of all inputs of a build."""
    parts: list[str | bytes] = ["build", code_digest(), request.theme]
    parts.append(recorder.digest if recorder is not None else "no tutorial")
    parts.append(figures.digest if figures is not None else "no diagrams")
    parts += [f"{option}={choice}" for option, choice in sorted(request.options.items())]
    parts += request.project.game_files(request.slug)
    return digest_of(parts)
