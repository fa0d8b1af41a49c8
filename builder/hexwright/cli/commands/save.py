"""The commands `hexwright save show`, `save check`, `save diff`, `save write` and `save refresh`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli.app import Exit, app
from hexwright.cli.commands.command_options import GameArgument, ScenarioArgument, chosen, load, project_of
from hexwright.cli.commands.saved_game_inputs import (
    game_of,
    marked_by,
    module_of,
    module_to_draw,
    moduledata_of,
    names_of,
    needed,
    png,
    read_game,
    shown_name,
)
from hexwright.cli.console import say, table, tell
from hexwright.cli.shell_completion import choices
from hexwright.diagnostics.diagnostic import Faults, Span
from hexwright.support.message_wording import counted, printable
from hexwright.vassal.codec.sequence_encoder import CodecError

PICTURE_PX = 1600

save = typer.Typer(
    name="save",
    help="Show, check, compare, write and refresh saved games (.vsav).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(save)

SavedFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game (.vsav), or a log (.vlog).")]
Form = Annotated[
    Literal["table", "json"], typer.Option("--format", help="Output for people or for programs.")
]


@save.command("show")
def show(
    context: typer.Context,
    file: SavedFile,
    form: Form = "table",
    end: Annotated[bool, typer.Option("--end", help="Show a log at its end, not at its beginning.")] = False,
    players: Annotated[bool, typer.Option("--players", help="Include the names of the players.")] = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE.png", help="Draw the map to this file instead.")
    ] = None,
    module: Annotated[
        Path | None,
        typer.Option("--module", metavar="FILE.vmod", help="The game's module, for its places and pictures."),
    ] = None,
) -> None:
    """Show the position in a saved game of any module, with turn and phase."""
    from hexwright.saves.log_position import Position
    from hexwright.saves.save_summary import show as shown

    game = read_game(file)
    position = Position(game)
    for step in game.steps if end else ():
        position.step(step)
    ours = game_of(context, game) if module is None else None
    if picture is not None:
        from hexwright.saves.position_drawing import Drawing
        from hexwright.support.atomic_writes import write_atomically

        opened = module_to_draw(context, module, ours, file)
        drawing = Drawing(opened, position, PICTURE_PX, marked=marked_by(ours))
        write_atomically(picture, png(drawing.draw(position)))
        say(str(picture))
        return
    names = names_of(ours, module_of(module) if module is not None else None, position)
    found = shown(game, position, names, ours, players=players)
    if form == "json":
        say(json.dumps(found.json(), indent=1, ensure_ascii=False))
        return
    for name, value in found.facts.items():
        say(printable(f"{name}: {value}"))
    rows = [tuple(printable(cell) for cell in (r.place, r.piece, r.side, r.shows)) for r in found.rows]
    table("", ("place", "piece", "side", "shows"), rows)


@save.command("check")
def check(context: typer.Context, file: SavedFile) -> None:
    """Check whether a position is legal at its point of the game; a log is checked at its end.

    It checks stacking, steps, owners of places, eliminated units, units not yet due, turn and phase. Each
    violation cites its rule.
    """
    from hexwright.saves.hexwright_saves import Reading
    from hexwright.saves.log_position import Position
    from hexwright.saves.save_legality import judge

    game = read_game(file)
    ours = needed(context, game, file)
    position = Position(game)
    for step in game.steps:
        position.step(step)
    reading = Reading.of(ours, position)
    faults = judge(reading, game, shown_name(file))
    tell(faults)
    if faults:
        raise typer.Exit(Exit.FINDINGS)
    on_map = sum(place >= 0 for place in reading.state().where)
    now = names_of(ours).whole_turn(position)
    say(f"{shown_name(file)}: legal, {now}, {counted(on_map, 'unit')} on the map")


@save.command("diff")
def diff(
    context: typer.Context,
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A saved game, or a log at its end.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another saved game of the same game.")],
) -> None:
    """Describe what happened between two saved games, in players' terms.

    The exit code is 0 if nothing differs and 1 otherwise.
    """
    from hexwright.saves.log_position import Position
    from hexwright.saves.save_diff import compare

    games = [read_game(path) for path in (old, new)]
    positions = [Position(game) for game in games]
    for game, position in zip(games, positions, strict=True):
        for step in game.steps:
            position.step(step)
    modules = [game.module.name if game.module is not None else None for game in games]
    if modules[0] != modules[1]:
        what = f"it belongs to the module '{modules[1]}', the other to '{modules[0]}'"
        raise Faults.one("N002", printable(what), Span(shown_name(new)), "compare two of the same game")
    found = list(compare(names_of(game_of(context, games[1])), positions[0], positions[1]))
    for line in found:
        say(printable(line))
    if found:
        raise typer.Exit(Exit.FINDINGS)
    say("nothing differs")


@save.command("write")
def write(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The .vsav to write.")],
    setup: Annotated[
        Path | None,
        typer.Option(
            "--setup", metavar="FILE", help="A set-up as YAML, CSV or .vsav instead of the scenario's own."
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="NAME=CHOICE", help="Choose among the game's options.", autocompletion=choices
        ),
    ] = None,
) -> None:
    """Write the start of a scenario as a saved game for VASSAL."""
    from hexwright.cli.commands.setup import read_setup
    from hexwright.pipeline.game_build import LEDGER, read_ledger
    from hexwright.recording.saved_positions import Saver
    from hexwright.render.map.sheet_plan import plan_sheet
    from hexwright.rules.engine.rules_engine import Kernel
    from hexwright.rules.setup.setup_legality import check_setup, placement, shipped
    from hexwright.support.atomic_writes import write_atomically

    if out.suffix.lower() != ".vsav":
        raise typer.BadParameter(
            f"a saved game's file name must end in .vsav: --out {out.with_suffix('.vsav')}"
        )
    loaded = load(context, game).game
    kernel = Kernel(loaded, scenario, chosen(option))
    given = shipped(loaded, scenario) if setup is None else read_setup(context, game, scenario, setup)
    faults = check_setup(loaded, scenario, given)
    if faults:
        tell(faults)
        raise typer.Exit(Exit.FINDINGS)
    project = project_of(context)
    ledger = read_ledger(project.folder(game) / LEDGER, project)
    saver = Saver(loaded, plan_sheet(loaded), ledger)
    write_atomically(out, saver(kernel, kernel.set_up(0, placement(given))))
    say(str(out))


@save.command("refresh")
def refresh(
    file: SavedFile,
    to: Annotated[Path, typer.Option("--to", metavar="MODULE", help="The module, as a file or folder.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The .vsav to write.")],
) -> None:
    """Update the counters of a saved game from a newer module, like Refresh Counters in VASSAL.

    Each counter is rebuilt from its slot in the palette, found by its number or else by its name, and keeps
    its place, steps and conditions. The exit code is 1 if a counter couldn't be updated.
    """
    from hexwright.saves.change_sentences import AnyNames
    from hexwright.saves.counter_refresh import refresh as refreshed
    from hexwright.saves.log_position import Position
    from hexwright.support.atomic_writes import write_atomically

    if out.suffix.lower() != ".vsav":
        raise typer.BadParameter(
            f"a saved game's file name must end in .vsav: --out {out.with_suffix('.vsav')}"
        )
    game = read_game(file)
    if game.steps:
        what = "the steps of a log refer to its counters as they were"
        raise Faults.one("N005", what, Span(shown_name(file)), "refresh a saved game (.vsav)")
    with module_of(to) as module:
        found = refreshed(game, module, moduledata_of(module))
        names = AnyNames(module, Position(game).boards)
        places = [names.place(_spot(one.piece.basic)) for one in found.left]
    try:
        data = found.game.encode()
    except CodecError as error:
        what = f"it contains something that can't be written again: {printable(error.reason)}"
        raise Faults.one("N001", what, Span(shown_name(file)), "save the game again in VASSAL") from None
    write_atomically(out, data)
    say(f"{out}: {counted(found.updated, 'counter')} updated")
    for piece in found.by_name:
        say(printable(f"  {piece.name or 'a piece without a name'}: found only by its name"))
    for one, where in zip(found.left, places, strict=True):
        name = one.piece.name or "a piece without a name"
        say(printable(f"  {name} ({where}) is unchanged: {one.why}"))
    if found.left:
        raise typer.Exit(Exit.FINDINGS)


def _spot(basic: object) -> tuple[str, int, int]:
    from hexwright.vassal.codec.traits import BasicPiece

    known = isinstance(basic, BasicPiece) and basic.map != "null"
    return (basic.map, basic.x, basic.y) if known and isinstance(basic, BasicPiece) else ("", 0, 0)
