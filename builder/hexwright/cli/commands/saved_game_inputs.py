"""Open the saved games and logs that commands name, and find the project's game they belong to."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hexwright.cli.commands.command_options import load, project_of
from hexwright.diagnostics.diagnostic import Faults, Span
from hexwright.support.message_wording import printable
from hexwright.vassal.codec.sequence_encoder import CodecError

if TYPE_CHECKING:
    from PIL.Image import Image

    from hexwright.inspect.analysis.module_view import Module
    from hexwright.load.game_loading import Project
    from hexwright.rules.engine.game_state import State
    from hexwright.rules.engine.rules_engine import Kernel
    from hexwright.saves.change_sentences import Names
    from hexwright.saves.hexwright_saves import OurGame
    from hexwright.saves.log_position import Position
    from hexwright.vassal.codec.saved_game_file import GameFile

#: Saved games whose obfuscated commands are larger than this are rejected.
MAX_SAVED = 64 << 20


def shown_name(path: Path) -> str:
    """Return the name of a file for messages."""
    return printable(path.as_posix())


def read_game(path: Path) -> GameFile:
    """Read a saved game or log; raise Faults (N001) if it isn't one, with the reason."""
    from hexwright.vassal.codec.saved_game_file import GameFile

    hint = "name a .vsav or .vlog written by VASSAL"
    if not path.is_file():
        what = "this is a folder" if path.is_dir() else "there is no such file"
        raise Faults.one("N001", what, Span(shown_name(path)), hint)
    try:
        return GameFile.read(path, MAX_SAVED)
    except CodecError as error:
        reason = f"it is {error.reason}" if error.reason.startswith("not ") else error.reason
        if error.reason == "no such entry":
            reason = f"it contains no {printable(error.field)}: it is a module or another archive"
        what = f"not a saved game or log: {printable(reason)}"
        raise Faults.one("N001", what, Span(shown_name(path)), hint) from None


def read_log(path: Path) -> GameFile:
    """Read a log; raise Faults (N001, N005) if it isn't one, with the reason."""
    game = read_game(path)
    if not game.steps:
        hint = f"'hexwright save show {shown_name(path)}' shows it"
        raise Faults.one("N005", "this is a saved game, which has no log steps", Span(shown_name(path)), hint)
    return game


def module_of(path: Path) -> Module:
    """Open the module of a log, for its grids and pictures; raise Faults if it can't be read."""
    from hexwright.inspect.analysis.module_view import open_module
    from hexwright.inspect.show.open_as_items import module_item

    found = module_item(open_module([path])).module
    assert found is not None
    return found


def moduledata_of(module: Module) -> bytes:
    """Return a module's metadata as stored in its saved games; empty if it has none."""
    archive = module.files[0].archive
    return archive.read("moduledata", 1 << 20) if archive is not None and "moduledata" in archive else b""


def module_to_draw(context: typer.Context, given: Path | None, ours: OurGame | None, file: Path) -> Module:
    """Open the module to draw with: the one given, or the module last built for the project's game.

    Raises Faults (N007) if there is none.
    """
    if given is not None:
        return module_of(given)
    span = Span(shown_name(file))
    if ours is None:
        raise Faults.one(
            "N007", "there are no pictures to draw with", span, "name its module: --module FILE.vmod"
        )
    slug, version = ours.game.slug, ours.game.info.version
    built = project_of(context).root / "modules_out" / f"{slug}-{version}.vmod"
    if not built.is_file():
        what = f"{slug} has not been built"
        raise Faults.one(
            "N007", what, span, f"hexwright build {slug}, or name its module: --module FILE.vmod"
        )
    return module_of(built)


def marked_by(ours: OurGame | None) -> Callable[[Position], str] | None:
    """Return a function that describes how a game marks its map in a position; None for a foreign game."""
    from hexwright.saves.network_mark_drawing import Marking

    return Marking(ours).drawn if ours is not None else None


def png(picture: Image) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def game_of(context: typer.Context, file: GameFile) -> OurGame | None:
    """Return the project's game whose module a file names; None if there is none."""
    try:
        project = project_of(context)
    except Faults:
        return None
    name = file.module.name if file.module is not None else None
    slug = next((slug for slug in project.games() if _title(project, slug) == name), None)
    return our_game(context, slug) if slug is not None else None


def our_game(context: typer.Context, slug: str) -> OurGame:
    """Return a game of the project by its folder name, for checking saved games."""
    from hexwright.saves.hexwright_saves import OurGame

    return OurGame(load(context, slug).game)


def needed(context: typer.Context, file: GameFile, path: Path, slug: str = "") -> OurGame:
    """Return the game of a file, or `slug` if given; raise Faults (N002, N006) if they differ."""
    name = printable((file.module.name if file.module is not None else None) or "no name")
    span = Span(shown_name(path))
    if slug:
        found = our_game(context, slug)
        if not found.is_of(file):
            title = found.game.info.title
            raise Faults.one("N002", f"it belongs to the module '{name}', not to '{title}'", span)
        return found
    ours = game_of(context, file)
    if ours is None:
        titles = [_title(project_of(context), known) or known for known in project_of(context).games()]
        hint = f"the project has {', '.join(titles) or 'no games'}"
        raise Faults.one("N006", f"no game of the project builds the module '{name}'", span, hint)
    return ours


def playable(
    context: typer.Context, saved: GameFile, file: Path, slug: str = "", scenario: str = "", seed: int = 0
) -> tuple[Kernel, State, GameFile]:
    """Return the rules engine, the state at the start of the saved game's phase, and the game file.

    A log counts at its end. Raises `Faults` for a saved game of another game or `scenario` than the one given
    (N002, N004), and for a position that can't be played on: with all its errors if a game is given,
    otherwise with the first.
    """
    from hexwright.diagnostics.diagnostic import Severity, error
    from hexwright.rules.engine.fast_dataclasses import replace
    from hexwright.saves.hexwright_saves import Reading
    from hexwright.saves.log_position import Position
    from hexwright.saves.save_legality import judge

    position = Position(saved)
    for step in saved.steps if not slug else ():
        position.step(step)
    reading = Reading.of(needed(context, saved, file, slug), position)
    span = Span(shown_name(file))
    played = reading.kernel.setting.scenario.id
    if scenario and played != scenario:
        hint = f"hexwright play {reading.ours.game.slug} {played} --from {shown_name(file)}"
        raise Faults.one("N004", f"the game is of the scenario '{played}'", span, hint)
    faults = [f for f in judge(reading, saved, shown_name(file)) if f.severity is Severity.ERROR]
    if reading.setting_up:
        hint = f"hexwright setup check {reading.ours.game.slug} {played} --save {shown_name(file)}"
        faults.append(error("N004", "its players are still setting up", span, hint))
    if faults and not slug:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        what = f"the position can't be played on: {faults[0].message}{more}"
        raise Faults.one("N008", what, span, f"'hexwright save check {shown_name(file)}' lists all")
    if faults:
        raise Faults(tuple(faults))
    if reading.seen.over:
        raise Faults.one("N004", "the game is over", span, "name a saved game that isn't over")
    return reading.kernel, replace(reading.state(opened=True), seed=seed), saved


def names_of(ours: OurGame | None, module: Module | None = None, position: Position | None = None) -> Names:
    """Return the names of pieces and places: from the game's data, from its module, or as in the file."""
    from hexwright.saves.change_sentences import AnyNames, OurNames

    if ours is not None:
        return OurNames(ours)
    return AnyNames(module, position.boards if position is not None else {})


def _title(project: Project, slug: str) -> str | None:
    """Return a game's title without loading the game."""
    from hexwright.diagnostics.diagnostic import Report
    from hexwright.load.yaml_tree import Table, Text, parse, read_source

    path = project.folder(slug) / "game.yaml"
    try:
        tree = parse(read_source(path, project.display(path)), Report())
    except Faults:
        return None
    if not isinstance(tree, Table) or "title" not in tree.entries:
        return None
    title = tree.entries["title"][1]
    return title.text if isinstance(title, Text) else None
