"""The `hexwright save` commands: `show`, `check`, `diff`, `write` and `refresh`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import (
    GameArgument,
    ModuleOption,
    PlayersOption,
    RevealOption,
    ScenarioArgument,
    load_for_command,
    parse_options,
    project_of,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.commands.refresh_options import (
    AddDecksOption,
    DecksOption,
    DeleteDecksOption,
    FixGpidOption,
    LabelNamesOption,
    LayerNamesOption,
    RotatorNamesOption,
    deck_options,
    require_use_name,
)
from hexwright.cli.commands.saved_game_inputs import (
    as_png,
    display_names,
    find_our_game,
    map_marker,
    module_to_draw,
    moduledata_of,
    open_log_module,
    read_game,
    require_our_game,
    shown_name,
    tell_of_maps_left_out,
    tell_of_parts_left_out,
)
from hexwright.cli.console import print_diagnostics, print_result, print_table
from hexwright.cli.shell_completion import choices
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun, printable_line
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
    players: PlayersOption = False,
    reveal: RevealOption = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE.png", help="Draw the map to this file instead.")
    ] = None,
    map_name: Annotated[
        str,
        typer.Option("--map", metavar="NAME", help="The map to draw; default: the one with most pieces."),
    ] = "",
    module: ModuleOption = None,
) -> None:
    """Show the position in a saved game of any module, with turn and phase.

    What players hide from each other is told only with --reveal.
    """
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.inspect.analysis.player_names import PlayerNames
    from hexwright.saves.save_summary import summarize_save as shown

    if map_name and picture is None:
        raise typer.BadParameter("--map chooses what to draw: also write --picture FILE.png")
    drawn = OutputFile.optional(picture, file, module)
    game = read_game(file)
    position = LogPosition(game)
    for step in game.steps if end else ():
        position.step(step)
    ours = find_our_game(context, game) if module is None else None
    if drawn is not None:
        from hexwright.saves.position_drawing import PositionDrawing

        drawing = PositionDrawing(
            module_to_draw(context, module, ours, file),
            position,
            PICTURE_PX,
            map_name,
            marked=map_marker(ours),
            reveal=reveal,
        )
        drawn.write(as_png(drawing.draw(position)))
        print_result(str(drawn.path))
        tell_of_maps_left_out(drawing, position)
        tell_of_parts_left_out(drawing)
        return
    opened = open_log_module(module) if module is not None else None
    names = display_names(ours, opened, position, reveal=reveal)
    told_names = PlayerNames(game, names.public_names, shown=players)
    found = shown(game, position, names, ours, told_names)
    if form == "json":
        print_result(json.dumps(found.json(), indent=1, ensure_ascii=False))
        return
    for name, value in found.facts.items():
        print_result(printable_line(f"{name}: {value}"))
    rows = [tuple(printable_line(cell) for cell in (r.place, r.piece, r.side, r.shows)) for r in found.rows]
    print_table("", ("place", "piece", "side", "shows"), rows)


@save.command("check")
def check(context: typer.Context, file: SavedFile) -> None:
    """Check whether a position is legal at its point in the game; a log is checked at its end.

    It checks stacking, steps, owners of places, eliminated units, units not yet due, turn and phase. Each
    violation cites its rule.
    """
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.saves.hexwright_saves import ReadPosition
    from hexwright.saves.save_legality import check_save

    game = read_game(file)
    ours = require_our_game(context, game, file)
    position = LogPosition(game)
    for step in game.steps:
        position.step(step)
    reading = ReadPosition.of(ours, position)
    faults = check_save(reading, game, shown_name(file))
    print_diagnostics(faults)
    if faults:
        raise typer.Exit(ExitCode.FINDINGS)
    on_map = sum(place >= 0 for place in reading.state().locations)
    now = display_names(ours).whole_turn(position)
    print_result(f"{shown_name(file)}: legal, {now}, {count_noun(on_map, 'unit')} on the map")


@save.command("diff")
def diff(
    context: typer.Context,
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A saved game, or a log at its end.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another saved game of the same game.")],
    module: ModuleOption = None,
    players: PlayersOption = False,
    reveal: RevealOption = False,
) -> None:
    """Describe what happened between two saved games, in players' terms.

    What players hide from each other is told only with --reveal. The exit code is 0 if nothing differs and 1
    otherwise.
    """
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.inspect.analysis.player_names import PlayerNames
    from hexwright.saves.save_diff import diff_saves

    games = [read_game(path) for path in (old, new)]
    positions = [LogPosition(game) for game in games]
    for game, position in zip(games, positions, strict=True):
        for step in game.steps:
            position.step(step)
    modules = [game.module_metadata.name if game.module_metadata is not None else None for game in games]
    if modules[0] != modules[1]:
        what = f"the saved game belongs to the module '{modules[1]}', but OLD to '{modules[0]}'"
        raise InputError.single(
            "N002", printable_line(what), Span(shown_name(new)), "compare two saved games of the same game"
        )
    ours = find_our_game(context, games[1]) if module is None else None
    opened = open_log_module(module) if module is not None else None
    names = display_names(ours, opened, positions[1], reveal=reveal)
    told = [PlayerNames(game, names.public_names, shown=players) for game in games]
    found = list(diff_saves(names, positions[0], positions[1]))
    for line in found:
        print_result(printable_line(told[0].hide(told[1].hide(line))))
    if found:
        raise typer.Exit(ExitCode.FINDINGS)
    hidden = any(names.view.concealment(one) for place in positions for one in place.pieces.values())
    print_result(f"nothing differs{' that all players may see' if hidden else ''}")


@save.command("write")
def write(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The .vsav to write.")],
    setup: Annotated[
        Path | None,
        typer.Option(
            "--setup",
            metavar="FILE",
            help="A set-up as YAML, CSV, XLSX or .vsav instead of the scenario's own.",
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
    from hexwright.recording.saved_positions import SavedGameWriter
    from hexwright.render.map.sheet.sheet_plan import plan_sheet
    from hexwright.rules.engine.rules_engine import RulesEngine
    from hexwright.rules.setup.setup_legality import as_placement, check_setup, shipped_setup

    if out.suffix.lower() != ".vsav":
        raise typer.BadParameter(
            f"a saved game's file name must end in .vsav: --out {out.with_suffix('.vsav')}"
        )
    project = project_of(context)
    file = OutputFile.of(out, setup, project.folder(game))
    loaded = load_for_command(context, game).game
    kernel = RulesEngine(loaded, scenario, parse_options(option))
    given = shipped_setup(loaded, scenario) if setup is None else read_setup(context, game, scenario, setup)
    faults = check_setup(loaded, scenario, given)
    if faults:
        print_diagnostics(faults)
        raise typer.Exit(ExitCode.FINDINGS)
    ledger = read_ledger(project.folder(game) / LEDGER, project)
    saver = SavedGameWriter(loaded, plan_sheet(loaded), ledger)
    file.write(saver(kernel, kernel.set_up(0, as_placement(given))))
    print_result(str(out))


@save.command("refresh")
def refresh(
    file: SavedFile,
    to: Annotated[Path, typer.Option("--to", metavar="MODULE", help="The module, as a file or folder.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The .vsav to write.")],
    use_name: Annotated[
        bool,
        typer.Option(
            "--use-name/--no-use-name", help="Use names to identify counters whose number is unknown."
        ),
    ] = True,
    fix_gpid: FixGpidOption = False,
    labels: LabelNamesOption = True,
    layers: LayerNamesOption = True,
    rotators: RotatorNamesOption = True,
    decks: DecksOption = False,
    delete_decks: DeleteDecksOption = False,
    add_decks: AddDecksOption = False,
    reveal: RevealOption = False,
) -> None:
    """Update the counters of a saved game from a newer module, like Refresh Counters in VASSAL.

    Each counter is rebuilt from its slot in the palette, found by its number or else by its name, and keeps
    its place, steps and conditions. The options are those of VASSAL's dialog. Counters one pixel off their
    hex's centre are moved there, so that counters dropped on them stack. The exit code is 1 if a counter
    couldn't be updated.
    """
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.saves.change_sentences import ModuleNames
    from hexwright.saves.counter_refresh import refresh as refreshed
    from hexwright.saves.deck_refresh import deck_lines
    from hexwright.saves.piece_refresh import RefreshOptions

    require_use_name(use_name, fix_gpid)
    of_decks = deck_options(decks, delete_decks, add_decks)
    if out.suffix.lower() != ".vsav":
        raise typer.BadParameter(
            f"a saved game's file name must end in .vsav: --out {out.with_suffix('.vsav')}"
        )
    output = OutputFile.of(out, file, to)
    game = read_game(file)
    if game.steps:
        what = "a log can't be refreshed, because its steps refer to the former counters"
        raise InputError.single(
            "N005",
            what,
            Span(shown_name(file)),
            "in VASSAL, step to the end of the log, save the game, and refresh that file",
        )
    with open_log_module(to) as module:
        position = LogPosition(game)
        options = RefreshOptions(use_name, fix_gpid, labels, layers, rotators)
        found = refreshed(game, module, moduledata_of(module), position, options, of_decks)
        names = ModuleNames(module, position.boards, reveal)
        by_name = [names.piece(lying) for lying in found.by_name]
        left = [
            f"{names.piece(one.lying)} ({names.place(one.lying)}) is unchanged: {one.reason}"
            + (one.detail if names.view.concealment(one.lying) is None else "")
            for one in found.unrefreshed
        ]
    try:
        data = found.game.encode()
    except CodecError as error:
        what = f"the saved game can't be rewritten: {printable_line(error.reason)}"
        raise InputError.single(
            "N001", what, Span(shown_name(file)), "save the game again in VASSAL"
        ) from None
    output.write(data)
    print_result(f"{out}: {count_noun(found.updated, 'counter')} updated")
    if found.snapped:
        moved = count_noun(found.snapped, "counter")
        print_result(f"  {moved} moved by a pixel, so that counters dropped on them stack")
    if found.dropped:
        print_result(f"  {count_noun(found.dropped, 'empty stack')} dropped")
    for name in by_name:
        print_result(printable_line(f"  {name}: found only by its name"))
    for line in (*left, *(deck_lines(found.decks) if found.decks is not None else ())):
        print_result(printable_line(f"  {line}"))
    if found.unrefreshed or (found.decks is not None and found.decks.left):
        raise typer.Exit(ExitCode.FINDINGS)
