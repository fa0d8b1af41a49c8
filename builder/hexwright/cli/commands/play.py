"""The `hexwright play` command."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import (
    GameArgument,
    OptionList,
    ScenarioArgument,
    load_for_command,
    parse_options,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.commands.work_options import ClusterOption, JobsOption, RecordOption, engine_of
from hexwright.cli.console import (
    print_diagnostics,
    print_message,
    print_result,
    print_table,
    show_progress_bar,
)
from hexwright.support.message_wording import count_noun, duration_words

if TYPE_CHECKING:
    from hexwright.load.game_loading import LoadedGame
    from hexwright.model.game import Game
    from hexwright.model.ids import SideId
    from hexwright.players.playtesting.simulation import SimulationResults
    from hexwright.render.svg_canvas import SvgCanvas
    from hexwright.support.workers.jobs import Engine


MAX_GAMES = 1_000_000
"""Maximum number of games; all results are held in memory until the last game is over."""


ONE_GAME = (
    "one game proves little, because luck may decide it — --games 100 plays a hundred and "
    "shows the uncertainty of each number; --show prints this one move by move"
)


@app.command("play", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def play(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_GAMES, help="Number of games.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 0,
    workers: JobsOption = None,
    on: ClusterOption = None,
    show: Annotated[bool, typer.Option("--show", help="Write one game as text, move by move.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write results.json and pictures to this folder."),
    ] = None,
    fuzz: Annotated[
        int, typer.Option("--fuzz", metavar="ACTIONS", min=0, help="Look for errors in the rules instead.")
    ] = 0,
    record: RecordOption = None,
    vlog: Annotated[
        Path | None,
        typer.Option("--vlog", metavar="FILE", help="Write one game as a log for VASSAL."),
    ] = None,
    begin: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE.vsav", help="Continue from a saved game, phase by phase."),
    ] = None,
    option: OptionList = None,
) -> None:
    """Play a game with policies as players, and report the results.

    Set each side's policy with an option named after the side, such as --german search --soviet greedy.
    Policies are random, greedy, tuned and search; search evaluates its plans and estimates how long that
    will take. tuned is greedy with the weights in players.yaml, which 'campaign tune' writes.
    A side without an option plays greedy. One game proves little: --games 100 shows the uncertainty of each
    number.

    --from continues from the start of the current phase of a saved game.
    """
    loaded = load_for_command(context, game)
    found = loaded.game
    policies = _policies(found, context.args)
    options = parse_options(option)
    if record is not None and not fuzz:
        raise typer.BadParameter("--record needs --fuzz; 'hexwright campaign' keeps games in a record")
    if vlog is not None or begin is not None:
        if fuzz or show or out is not None or games > 1:
            raise typer.BadParameter(
                "--vlog and --from play one game and can't be used with --games, --show or --out"
            )
        _log(context, found, scenario, seed, policies, options, vlog, begin)
    elif fuzz:
        with engine_of(workers, on, 1) as engine:
            _fuzz(loaded, scenario, seed, fuzz, options, engine, record)
    elif show:
        _show(found, scenario, seed, policies, options)
    else:
        _estimate_duration(found, scenario, games, seed, policies, workers or 1, options)
        with engine_of(workers, on, 1) as engine:
            results = _played(found, scenario, games, seed, policies, options, engine)
        _print_results(found, scenario, results, out)


def _policies(game: Game, arguments: Sequence[str]) -> Mapping[SideId, str]:
    """Parse `--<side> POLICY` pairs; raise a usage error for anything else."""
    sides = {f"--{side.id}": side.id for side in game.info.sides}
    policies = dict.fromkeys(sides.values(), "greedy")
    rest = [part for argument in arguments for part in argument.split("=", 1)]
    while rest:
        name = rest.pop(0)
        if name not in sides:
            raise typer.BadParameter(f"no such option: {name}; the sides are {', '.join(sides)}")
        if not rest:
            raise typer.BadParameter(f"{name} needs a policy: random, greedy, tuned or search")
        policies[sides[name]] = rest.pop(0)
    return policies


def _fuzz(
    loaded: LoadedGame,
    scenario: str,
    seed: int,
    actions: int,
    options: Mapping[str, str],
    engine: Engine,
    record: Path | None,
) -> None:
    from hexwright.players.campaigns.plan_loading import data_digest
    from hexwright.players.playtesting.rules_fuzzer import FuzzJob, run_fuzzer
    from hexwright.support.workers.work_record import WorkRecord

    job = FuzzJob(loaded.game, scenario, options, seed, data_digest(loaded))
    job.require_rules()
    with (
        WorkRecord.optional(record) as kept,
        show_progress_bar("actions", actions, patient=True) as progress,
    ):
        seen = run_fuzzer(engine, job, actions, kept, progress)
    print_diagnostics(seen.findings)
    print_result(
        f"{count_noun(seen.actions, 'action')} in {count_noun(seen.games, 'game')}: "
        f"{count_noun(len(seen.findings), 'error') if seen.findings else 'no errors'}"
    )
    if seen.findings:
        raise typer.Exit(ExitCode.FINDINGS)


def _show(
    game: Game, scenario: str, seed: int, policies: Mapping[SideId, str], options: Mapping[str, str]
) -> None:
    from hexwright.players.playtesting.game_record import write_record
    from hexwright.players.policies import play_game
    from hexwright.rules.engine.rules_engine import RulesEngine

    _estimate_duration(game, scenario, 1, seed, policies, 1, options)
    rules = RulesEngine(game, scenario, options)
    print_result(write_record(rules, seed, play_game(rules, seed, policies).actions).rstrip("\n"))


def _log(
    context: typer.Context,
    game: Game,
    scenario: str,
    seed: int,
    policies: Mapping[SideId, str],
    options: Mapping[str, str],
    vlog: Path | None,
    begin: Path | None,
) -> None:
    """Play one game, from its beginning or a saved game, and write it as a log."""
    from hexwright.cli.commands.command_options import project_of
    from hexwright.cli.commands.saved_game_inputs import read_game, rules_and_state
    from hexwright.recording.played_log import play_as_log
    from hexwright.rules.engine.rules_engine import RulesEngine

    if vlog is not None and vlog.suffix.lower() != ".vlog":
        raise typer.BadParameter(f"a log's file name must end in .vlog: --vlog {vlog.with_suffix('.vlog')}")
    project = project_of(context)
    log = OutputFile.optional(vlog, begin, project.folder(game.slug))
    saved = None
    if begin is None:
        rules = RulesEngine(game, scenario, options)
        start = rules.set_up(seed)
    else:
        if options:
            raise typer.BadParameter("a saved game has its own options; omit --option")
        rules, start, saved = rules_and_state(context, read_game(begin), begin, game.slug, scenario, seed)
    _estimate_duration(game, scenario, 1, seed, policies, 1, options)
    played, replay = play_as_log(project, rules, seed, policies, start, saved)
    if log is not None:
        log.write(replay.file().encode())
        print_result(f"{vlog}: {count_noun(len(replay.steps), 'step')}")
    print_result(rules.outcome(played.final).text)


def _played(
    game: Game,
    scenario: str,
    games: int,
    seed: int,
    policies: Mapping[SideId, str],
    options: Mapping[str, str],
    engine: Engine,
) -> SimulationResults:
    from hexwright.players.playtesting.simulation import simulate

    with show_progress_bar("playing", games, patient=True) as progress:
        return simulate(game, scenario, games, seed, policies, engine, options, progress)


def _print_results(game: Game, scenario: str, results: SimulationResults, out: Path | None) -> None:
    games = len(results.games)
    print_table("", ("what", "average (95 % interval)" if games > 1 else "in this game"), results.rows())
    if games == 1:
        print_message(ONE_GAME)
    if out is not None:
        text = json.dumps(results.json(), indent=1, sort_keys=True) + "\n"
        OutputFile.of(out / "results.json").write(text.encode())
        for name, data in _pictures(game, scenario, results).items():
            OutputFile.of(out / name).write(data)
            print_result(str(out / name))


def _estimate_duration(
    game: Game,
    scenario: str,
    games: int,
    seed: int,
    policies: Mapping[SideId, str],
    jobs: int,
    options: Mapping[str, str],
) -> None:
    """Print the expected duration of games in which a side plays `search`, measured on one first turn."""
    if "search" not in policies.values():
        return
    from hexwright.players.playtesting.duration_estimate import seconds_of_series, seconds_per_game
    from hexwright.rules.engine.rules_engine import RulesEngine

    one = seconds_per_game(RulesEngine(game, scenario, options), seed, policies)
    whole = seconds_of_series(games, one, jobs, os.cpu_count() or 1)
    hint = "" if jobs > 1 or games == 1 else "; --jobs 4 uses four cores"
    print_message(
        f"search evaluates each plan: {duration_words(whole)} for {count_noun(games, 'game')}{hint}"
    )


def _pictures(game: Game, scenario: str, results: SimulationResults) -> Mapping[str, bytes]:
    """Return the diagrams of a series of games as SVG and PNG, by file name."""
    from hexwright.model.ids import SideId
    from hexwright.render.canvas import Colour
    from hexwright.render.map.sheet.board_resolution import resolution_for
    from hexwright.render.map.sheet.sheet_plan import plan_sheet
    from hexwright.render.statistics_diagrams import HEIGHT, WIDTH, DiagramSeries, draw_diagram, draw_heat_map
    from hexwright.render.svg_canvas import SvgCanvas
    from hexwright.render.svg_raster import rasterise
    from hexwright.render.theme import CLASSIC

    played = game.scenario(scenario)
    turns = range(played.first_turn, played.last_turn + 1)
    heads = [str(turn) for turn in turns]
    found: dict[str, bytes] = {}

    def keep(name: str, canvas: SvgCanvas, px: int) -> None:
        svg = canvas.to_svg()
        found[f"{name}.svg"] = svg.encode()
        found[f"{name}.png"] = rasterise(svg, px)

    losses = []
    for side in results.sides:
        figures = results.steps_lost(side)
        who = game.info.side(SideId(side))
        losses.append(
            DiagramSeries(
                who.name,
                Colour(CLASSIC.side(who).accent),
                tuple(f.value for f in figures),
                tuple(max(0.0, f.low) for f in figures),
                tuple(f.high for f in figures),
            )
        )
    canvas = SvgCanvas(WIDTH, HEIGHT, "Steps lost by turn")
    draw_diagram(canvas, CLASSIC, "Steps lost by turn", heads, losses)
    keep("losses", canvas, 1200)
    if results.prize:
        falls = [results.share_prize_taken_by(turn) for turn in turns]
        title = f"{results.prize} taken, by turn"
        line = DiagramSeries(
            "share of games",
            CLASSIC.fort,
            tuple(f.value for f in falls),
            tuple(f.low for f in falls),
            tuple(f.high for f in falls),
        )
        canvas = SvgCanvas(WIDTH, HEIGHT, title)
        draw_diagram(canvas, CLASSIC, title, heads, [line], percent=True, lines=True)
        keep("fall", canvas, 1200)
        keep("wins", _share_won_by_turn(game, results, heads, turns), 1200)
    plan = plan_sheet(game, played)
    canvas = SvgCanvas(plan.width, plan.height, "Battles")
    draw_heat_map(canvas, game, CLASSIC, plan, results.battles(), "Battles fought in each hex, per game")
    keep("battles", canvas, resolution_for(game, plan).pixels(plan.width / 2))
    return found


def _share_won_by_turn(
    game: Game, results: SimulationResults, heads: Sequence[str], turns: range
) -> SvgCanvas:
    """Return the diagram of games won, by the turn on which the main objective was taken."""
    from hexwright.players.playtesting.estimates import share_estimate
    from hexwright.render.canvas import Colour
    from hexwright.render.statistics_diagrams import HEIGHT, WIDTH, DiagramSeries, draw_diagram
    from hexwright.render.svg_canvas import SvgCanvas
    from hexwright.render.theme import CLASSIC

    columns: list[int | None] = [*turns, None]
    series = []
    for side in results.sides:
        figures = [share_estimate(*results.wins_by_prize_turn(turn)[side]) for turn in columns]
        known = [results.wins_by_prize_turn(turn)[side][1] > 0 for turn in columns]
        who = game.info.side(side)
        series.append(
            DiagramSeries(
                f"{who.name} wins",
                Colour(CLASSIC.side(who).accent),
                tuple(f.value if k else 0.0 for f, k in zip(figures, known, strict=True)),
                tuple(f.low if k else 0.0 for f, k in zip(figures, known, strict=True)),
                tuple(f.high if k else 0.0 for f, k in zip(figures, known, strict=True)),
            )
        )
    title = f"Games won, by the turn on which {results.prize} was taken"
    canvas = SvgCanvas(WIDTH, HEIGHT, title)
    draw_diagram(canvas, CLASSIC, title, [*heads, "never"], series, percent=True)
    return canvas
