"""Open the saved games and logs that commands name, and find the project's games for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hexwright.cli.commands.command_options import load_for_command, project_of
from hexwright.cli.console import print_message
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun, printable_line
from hexwright.vassal.codec.sequence_encoder import CodecError

if TYPE_CHECKING:
    from PIL.Image import Image

    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.inspect.analysis.module_view import ModuleView
    from hexwright.load.game_loading import Project
    from hexwright.rules.engine.game_state import State
    from hexwright.rules.engine.rules_engine import RulesEngine
    from hexwright.saves.change_sentences import PieceNames
    from hexwright.saves.hexwright_saves import HexwrightGame
    from hexwright.saves.position_drawing import PositionDrawing
    from hexwright.vassal.codec.saved_game_file import SavedGameFile

#: Saved games whose obfuscated commands are larger than this are rejected.
MAX_SAVED = 64 << 20


def shown_name(path: Path) -> str:
    """Return the name of a file for messages."""
    return printable_line(path.as_posix())


def read_game(path: Path) -> SavedGameFile:
    """Read a saved game or log; raise `InputError` (N001) with the reason if the file is neither."""
    from hexwright.vassal.codec.saved_game_file import SavedGameFile

    hint = "write the path of a .vsav or .vlog written by VASSAL"
    if path.is_dir() or not path.exists():
        what = "this is a folder" if path.is_dir() else "there is no such file"
        raise InputError.single("N001", what, Span(shown_name(path)), hint)
    try:
        return SavedGameFile.read(path, MAX_SAVED)
    except CodecError as error:
        reason = f"it is {error.reason}" if error.reason.startswith("not ") else error.reason
        if error.reason == "no such entry":
            reason = f"it contains no {printable_line(error.field)}: it is a module or another archive"
        what = f"not a saved game or log: {printable_line(reason)}"
        raise InputError.single("N001", what, Span(shown_name(path)), hint) from None


def read_log(path: Path) -> SavedGameFile:
    """Read a log; raise `InputError` (N001, N005) with the reason if the file isn't one."""
    game = read_game(path)
    if not game.steps:
        hint = f"'hexwright save show {shown_name(path)}' shows it"
        raise InputError.single(
            "N005", "this is a saved game, which has no log steps", Span(shown_name(path)), hint
        )
    return game


def open_log_module(path: Path) -> ModuleView:
    """Open the module of a log, for its grids and pictures; raise `InputError` if it can't be read."""
    from hexwright.inspect.analysis.module_view import open_module
    from hexwright.inspect.show.open_as_items import module_item

    found = module_item(open_module([path])).module
    assert found is not None
    return found


def moduledata_of(module: ModuleView) -> bytes:
    """Return a module's metadata as stored in its saved games; empty if it has none."""
    archive = module.files[0].archive
    return archive.read("moduledata", 1 << 20) if archive is not None and "moduledata" in archive else b""


def module_to_draw(
    context: typer.Context, given: Path | None, ours: HexwrightGame | None, file: Path
) -> ModuleView:
    """Open the module whose pictures are drawn: `given`, or the module last built for the project's game.

    Raise `InputError` (N007) if there is none.
    """
    if given is not None:
        return open_log_module(given)
    span = Span(shown_name(file))
    if ours is None:
        raise InputError.single(
            "N007", "drawing needs the module's pictures", span, "write the game's module: --module FILE.vmod"
        )
    slug, version = ours.game.slug, ours.game.info.version
    built = project_of(context).root / "modules_out" / f"{slug}-{version}.vmod"
    if not built.is_file():
        what = f"{slug} has not been built"
        raise InputError.single(
            "N007",
            what,
            span,
            f"run 'hexwright build {slug}', or write the game's module: --module FILE.vmod",
        )
    data = project_of(context)
    newer = _newer_file((data.folder(slug), data.art(slug)), built)
    if newer is not None:
        name = printable_line(data.display(newer))
        print_message(
            f"{data.display(built)} is older than {name}: run 'hexwright build {slug}' for its pictures"
        )
    return open_log_module(built)


def _newer_file(folders: Iterable[Path], module: Path) -> Path | None:
    """Return the first file of a game that was changed after its module was built; None if there is none."""
    built = module.stat().st_mtime
    files = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
    return next((path for path in files if path.name != "gpids.yaml" and path.stat().st_mtime > built), None)


def map_marker(ours: HexwrightGame | None) -> Callable[[LogPosition], str] | None:
    """Return a function that describes the markings of a game's map in a position; None for a foreign
    game.
    """
    from hexwright.saves.network_mark_drawing import NetworkMarkDrawing

    return NetworkMarkDrawing(ours).draw_marks if ours is not None else None


def tell_of_maps_left_out(drawing: PositionDrawing, position: LogPosition) -> None:
    """Print which maps with pieces a picture leaves out."""
    left = drawing.maps_left_out(position)
    if left:
        told = ", ".join(f"{printable_line(name)} ({count_noun(count, 'piece')})" for name, count in left)
        print_message(
            f"drawn: {printable_line(drawing.scene.map)}; left out: {told}; --map NAME draws another"
        )


def tell_of_parts_left_out(drawing: PositionDrawing) -> None:
    """Print which pictures of counters weren't drawn because of their size or their offset."""
    from hexwright.saves.position_drawing import MAX_COUNTER

    for names, why in (
        (drawing.parts_left_out, f"they have more than {MAX_COUNTER:,} pixels at their scale"),
        (drawing.parts_outside, "their offset puts them outside the map"),
    ):
        if left := sorted(map(printable_line, names)):
            more = f" and {len(left) - 6} more" if len(left) > 6 else ""
            print_message(f"pictures of counters not drawn, because {why}: {', '.join(left[:6])}{more}")


def as_png(picture: Image) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def find_our_game(context: typer.Context, file: SavedGameFile) -> HexwrightGame | None:
    """Return the project's game that built a file's module; None if there is none."""
    try:
        project = project_of(context)
    except InputError:
        return None
    name = file.module_metadata.name if file.module_metadata is not None else None
    slug = next((slug for slug in project.games() if _title(project, slug) == name), None)
    return our_game(context, slug) if slug is not None else None


def our_game(context: typer.Context, slug: str) -> HexwrightGame:
    """Return a game of the project by the name of its folder, for checking saved games."""
    from hexwright.saves.hexwright_saves import HexwrightGame

    return HexwrightGame(load_for_command(context, slug).game)


def require_our_game(
    context: typer.Context, file: SavedGameFile, path: Path, slug: str = ""
) -> HexwrightGame:
    """Return the project's game to which a file belongs; raise `InputError` (N002, N006) if there is none or
    it isn't `slug`.
    """
    name = printable_line(
        (file.module_metadata.name if file.module_metadata is not None else None) or "no name"
    )
    span = Span(shown_name(path))
    if slug:
        found = our_game(context, slug)
        if not found.is_of(file):
            title = found.game.info.title
            raise InputError.single(
                "N002", f"the file belongs to the module '{name}', not to '{title}'", span
            )
        return found
    ours = find_our_game(context, file)
    if ours is None:
        titles = [_title(project_of(context), known) or known for known in project_of(context).games()]
        hint = f"games of the project: {', '.join(titles) or 'none'}"
        raise InputError.single("N006", f"no game of the project builds the module '{name}'", span, hint)
    return ours


def rules_and_state(
    context: typer.Context,
    saved: SavedGameFile,
    file: Path,
    slug: str = "",
    scenario: str = "",
    seed: int = 0,
) -> tuple[RulesEngine, State, SavedGameFile]:
    """Return the rules engine, the state at the start of the saved game's phase, and the saved game.

    For a log, the position at its end is used. Raise `InputError` if the file belongs to another game or
    scenario than `slug` and `scenario` (N002, N004), or if play can't continue from its position: with all
    errors if `slug` is given, otherwise with the first.
    """
    from hexwright.diagnostics.diagnostic import Severity, error
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.rules.engine.fast_dataclasses import replace
    from hexwright.saves.hexwright_saves import ReadPosition
    from hexwright.saves.save_legality import check_save

    position = LogPosition(saved)
    for step in saved.steps if not slug else ():
        position.step(step)
    reading = ReadPosition.of(require_our_game(context, saved, file, slug), position)
    span = Span(shown_name(file))
    played = reading.kernel.setting.scenario.id
    if scenario and played != scenario:
        hint = f"hexwright play {reading.hexwright_game.game.slug} {played} --from {shown_name(file)}"
        raise InputError.single("N004", f"the saved game belongs to the scenario '{played}'", span, hint)
    faults = [f for f in check_save(reading, saved, shown_name(file)) if f.severity is Severity.ERROR]
    if reading.setting_up:
        hint = f"hexwright setup check {reading.hexwright_game.game.slug} {played} --save {shown_name(file)}"
        faults.append(error("N004", "the set-up isn't finished yet", span, hint))
    if faults and not slug:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        what = f"play can't continue from this position: {faults[0].message}{more}"
        raise InputError.single(
            "N018", what, span, f"'hexwright save check {shown_name(file)}' lists all violations"
        )
    if faults:
        raise InputError(tuple(faults))
    if reading.visible_state.over:
        raise InputError.single(
            "N004", "the game is over", span, "use a saved game of a game that isn't over"
        )
    return reading.kernel, replace(reading.state(opened=True), seed=seed), saved


def display_names(
    ours: HexwrightGame | None,
    module: ModuleView | None = None,
    position: LogPosition | None = None,
    *,
    reveal: bool = False,
) -> PieceNames:
    """Return the names of pieces and places: from the game's data, else from its module, else from the
    file. `reveal` tells what players hide from each other.
    """
    from hexwright.saves.change_sentences import HexwrightNames, ModuleNames

    if ours is not None:
        return HexwrightNames(ours, reveal=reveal)
    if position is None:
        return ModuleNames(module, {}, reveal)
    if module is None and not reveal:
        tell_of_private_windows(position)
    return ModuleNames(module, position.boards, reveal)


def tell_of_private_windows(position: LogPosition) -> None:
    """Print that private windows can't be known, if a position without a module has pieces in two windows."""
    if len({lying.spot[0] for lying in position.pieces.values()} - {""}) > 1:
        print_message("pieces in private windows are hidden only if the module is given: --module FILE.vmod")


def _title(project: Project, slug: str) -> str | None:
    """Return a game's title without loading the game."""
    from hexwright.diagnostics.diagnostic import DiagnosticReport
    from hexwright.load.yaml_tree import YamlMapping, YamlScalar, parse, read_source

    path = project.folder(slug) / "game.yaml"
    try:
        tree = parse(read_source(path, project.display(path)), DiagnosticReport())
    except InputError:
        return None
    if not isinstance(tree, YamlMapping) or "title" not in tree.entries:
        return None
    title = tree.entries["title"][1]
    return title.text if isinstance(title, YamlScalar) else None
