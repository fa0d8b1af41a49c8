"""The `hexwright prove` command."""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import (
    OptionList,
    command_line_settings,
    parse_options,
    project_of,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.commands.work_options import ClusterOption, JobsOption, RecordOption, engine_of
from hexwright.cli.console import print_message, print_result, show_progress_bar, show_stages
from hexwright.support.plain_numbers import plain_number

if TYPE_CHECKING:
    from hexwright.conformance.comparison_tally import ComparisonTally
    from hexwright.conformance.conformance_run import ConformanceJob, NamedGame, WantedAmounts
    from hexwright.conformance.verification_page import ProofResult
    from hexwright.load.project_folder import Project
    from hexwright.model.game import Game
    from hexwright.support.workers.jobs import Engine
    from hexwright.support.workers.work_record import WorkRecord

MAX_PAGE = 16 << 20
"""Maximum size of a report that is extended, in bytes."""
QUICK = 60
"""Divisor of all amounts for a quick check."""


@dataclass(frozen=True, slots=True)
class _ProofRequest:
    """The amount and kind of checking requested."""

    virtual: WantedAmounts
    real: WantedAmounts | None
    seed: int
    engine: Engine
    """The workers that use the emulator; the real VASSAL runs on this machine alone."""
    record: WorkRecord | None
    seconds: float | None
    """Time limit in each engine; None for no limit."""

    def clock(self) -> Callable[[], bool]:
        """Return a function that says whether the time limit, counted from now, has passed."""
        end = None if self.seconds is None else monotonic() + self.seconds
        return lambda: end is not None and monotonic() >= end


@dataclass(frozen=True, slots=True)
class _ModuleUnderProof:
    """The module being checked."""

    project: Project
    slug: str
    path: Path
    options: Mapping[str, str]
    """The options with which the module was built."""


@app.command("prove")
def prove(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="The games to check; default: all.", autocompletion=shell_completion.games
        ),
    ] = None,
    moves: Annotated[
        int, typer.Option("--moves", min=0, help="Number of moves to compare in the emulator.")
    ] = 5000,
    battles: Annotated[
        int, typer.Option("--battles", min=0, help="Number of battles to compare in the emulator.")
    ] = 1000,
    whole: Annotated[
        int, typer.Option("--games", min=0, help="Number of whole games to compare in the emulator.")
    ] = 40,
    named: Annotated[
        list[str] | None,
        typer.Option(
            "--whole",
            metavar="SCENARIO[:TURNS]",
            help=(
                "Also play a whole game of this scenario, or its first turns, in each engine; may be "
                "repeated."
            ),
        ),
    ] = None,
    engine_moves: Annotated[
        int, typer.Option("--engine-moves", min=0, help="Number of moves to compare in the real VASSAL.")
    ] = 1000,
    engine_battles: Annotated[
        int, typer.Option("--engine-battles", min=0, help="Number of battles to compare in the real VASSAL.")
    ] = 200,
    engine_games: Annotated[
        int,
        typer.Option("--engine-games", min=0, help="Number of whole games to compare in the real VASSAL."),
    ] = 1,
    engine: Annotated[
        bool, typer.Option("--engine/--no-engine", help="Use the real VASSAL if VASSAL_CLASSPATH is set.")
    ] = True,
    in_virtual: Annotated[bool, typer.Option("--virtual/--no-virtual", help="Use the emulator.")] = True,
    quick: Annotated[bool, typer.Option("--quick", help="Do a sixtieth of all checks.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same checks.")] = 1,
    workers: JobsOption = None,
    on: ClusterOption = None,
    record: RecordOption = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            min=0,
            help="Time limit in minutes for each engine. The current walk or game is finished, and the "
            "comparisons made so far are reported.",
        ),
    ] = None,
    case: Annotated[
        str | None,
        typer.Option("--case", metavar="CASE", help="Replay one case, such as walk:17 or game:3."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the report to this file.")
    ] = None,
    option: OptionList = None,
    date: Annotated[str, typer.Option("--date", help="The date of the report; default: today.")] = "",
) -> None:
    """Compare modules with the rules engine.

    From random positions, the rules engine and the module make the same moves, legal and illegal ones. The
    module runs in the emulator and in the real VASSAL. Each difference is reported as a case that can be
    replayed.
    """
    from hexwright.conformance.conformance_run import WantedAmounts
    from hexwright.conformance.conformance_walk import explain_unplayable
    from hexwright.conformance.verification_page import verification_page
    from hexwright.support.workers.work_record import WorkRecord

    part = QUICK if quick else 1
    real = bool(os.environ.get("VASSAL_CLASSPATH")) and engine
    wholes = tuple(_whole(text) for text in named or ())
    virtual = WantedAmounts(moves // part, battles // part, -(-whole // part), wholes)
    in_real = WantedAmounts(engine_moves // part, engine_battles // part, engine_games // part, wholes)
    project = project_of(context)
    slugs = games or project.games()
    page = OutputFile.optional(report, *map(project.folder, slugs))
    differ = False
    with engine_of(workers, on, 1) as found, WorkRecord.optional(record) as kept:
        asked = _ProofRequest(
            virtual if in_virtual else WantedAmounts(0, 0, 0),
            in_real if real else None,
            seed,
            found,
            kept,
            None if minutes is None else 60 * minutes,
        )
        for slug in slugs:
            why = explain_unplayable(_game(project, project.require(slug), parse_options(option)))
            if why:
                print_message(f"{slug} is skipped: {why}")
                continue
            _require_scenarios(_game(project, slug, parse_options(option)), wholes)
            job = _ModuleUnderProof(
                project, slug, _built(context, project, slug, parse_options(option)), parse_options(option)
            )
            for proof in [_case(job, case, wholes)] if case is not None else _proofs(job, asked):
                _print_proof(proof)
                if case is None:
                    _warn_of_few_comparisons(proof, asked)
                differ = differ or bool(proof.tally.differences)
                if page is not None:
                    day = date or datetime.date.today().isoformat()
                    page.write(verification_page(_written(page.path), [proof], day, _command()).encode())
    if not real:
        why = "VASSAL_CLASSPATH is not set" if engine else "it was not requested"
        print_message(f"the real VASSAL is skipped: {why}")
    if differ:
        raise typer.Exit(ExitCode.FINDINGS)


def _written(page: Path) -> str:
    """Return the page that is to be extended; "" if there is none."""
    from hexwright.support.named_files import read_regular

    return read_regular(page, MAX_PAGE).decode("utf-8", "replace") if page.is_file() else ""


def _whole(text: str) -> NamedGame:
    """Parse a value of --whole."""
    from hexwright.conformance.conformance_run import NamedGame

    scenario, colon, turns = text.partition(":")
    if colon and not plain_number(turns):
        raise typer.BadParameter(f"--whole needs SCENARIO or SCENARIO:TURNS; got {text!r}")
    return NamedGame(scenario, int(turns or 0))


def _require_scenarios(game: Game, wholes: Iterable[NamedGame]) -> None:
    """Raise BadParameter for a scenario that a game doesn't have."""
    known = [str(scenario.id) for scenario in game.scenarios]
    for one in wholes:
        if one.scenario not in known:
            raise typer.BadParameter(
                f"--whole: {game.slug} has no scenario {one.scenario!r}; known: {', '.join(known)}"
            )


def _command() -> str:
    """Return the command as the user typed it, without the option for the report."""
    words = sys.argv[sys.argv.index("prove") + 1 :] if "prove" in sys.argv else []
    if "--report" in words:
        at = words.index("--report")
        words = words[:at] + words[at + 2 :]
    return " ".join(["hexwright prove", *words])


def _built(context: typer.Context, project: Project, slug: str, options: Mapping[str, str]) -> Path:
    """Return the module's path, building it if needed; raise `InputError` if the data have errors."""
    from hexwright.pipeline.game_build import BuildRequest, build_game
    from hexwright.support.result_cache import ResultCache, cache_folder

    request = BuildRequest(project, slug, project.root / "modules_out", options)
    with show_stages(verbose=command_line_settings(context).verbose) as watch:
        return build_game(request, ResultCache(cache_folder()), watch).path


def _print_proof(proof: ProofResult) -> None:
    counts = proof.tally.counts
    told = f"{counts['moves']:,} moves, {counts['battles']:,} battles, {counts['whole games']:,} whole games"
    print_result(f"{proof.title}, {proof.table}: {told}: {len(proof.tally.differences) or 'no'} differences")
    for difference in proof.tally.differences:
        print_result(f"  {difference}")


def _warn_of_few_comparisons(proof: ProofResult, asked: _ProofRequest) -> None:
    """Report each kind of comparison of which fewer were made than requested, and the reason."""
    wanted = asked.virtual if proof.table == "emulator" or asked.real is None else asked.real
    for kind, number in (("moves", wanted.moves), ("battles", wanted.battles)):
        found = proof.tally.counts[kind]
        if found < number and not proof.tally.differences:
            why = (
                "this game has only a few"
                if asked.seconds is None
                else "the time ran out, or this game has only a few"
            )
            print_result(f"  {number:,} {kind} were requested, but {why}: the check stopped at {found:,}")


def _game(project: Project, slug: str, options: Mapping[str, str]) -> Game:
    from hexwright.load.game_loading import load_game

    return load_game(project, slug, options).game


def _emulated(job: _ModuleUnderProof) -> ConformanceJob:
    from hexwright.conformance.conformance_run import ConformanceJob
    from hexwright.recording.emulated_bench import emulated_bench
    from hexwright.support.workers.shared_file import SharedFile

    module = SharedFile.of(job.path)
    game = _game(job.project, job.slug, job.options)
    return ConformanceJob(f"prove {job.slug}", module.digest, partial(emulated_bench, game, module))


def _proofs(job: _ModuleUnderProof, asked: _ProofRequest) -> Iterator[ProofResult]:
    from hexwright.conformance.verification_page import ProofResult

    game = _game(job.project, job.slug, job.options)
    seeds = f"from {asked.seed}"
    if asked.virtual.any:
        tally = _in_virtual(job, asked)
        yield ProofResult(job.slug, game.info.title, game.info.version, "emulator", seeds, tally)
    if asked.real is not None and asked.real.any:
        tally, version, opening = _in_real(job, asked, asked.real)
        name, info = f"VASSAL {version}", game.info
        yield ProofResult(job.slug, info.title, info.version, name, seeds, tally, opening, _machine())


def _machine() -> str:
    """Return the number of cores and the load of this computer, as context for measured times."""
    cores = os.cpu_count() or 1
    load = f", load {os.getloadavg()[2]:.1f} over the last 15 minutes" if hasattr(os, "getloadavg") else ""
    return f"{cores} cores{load}"


def _in_virtual(job: _ModuleUnderProof, asked: _ProofRequest) -> ComparisonTally:
    with show_progress_bar(f"{job.slug}: percent checked", 100, patient=True) as progress:
        return _prove(asked.engine, _emulated(job), asked, asked.virtual, progress)


def _prove(
    engine: Engine,
    job: ConformanceJob,
    asked: _ProofRequest,
    amounts: WantedAmounts,
    progress: Callable[[float], None],
) -> ComparisonTally:
    from hexwright.conformance.conformance_run import percent_done, prove

    return prove(
        engine,
        job,
        amounts,
        asked.seed,
        lambda tally: progress(percent_done(amounts, tally)),
        asked.record,
        asked.clock(),
    )


def _in_real(
    job: _ModuleUnderProof, asked: _ProofRequest, amounts: WantedAmounts
) -> tuple[ComparisonTally, str, tuple[float, ...]]:
    from hexwright.conformance.conformance_run import ConformanceJob
    from hexwright.conformance.conformance_walk import ConformanceBench
    from hexwright.conformance.running_module import VassalModule
    from hexwright.engine_driver import Engine as Vassal
    from hexwright.recording.saved_positions import SavedGameWriter
    from hexwright.render.map.sheet.sheet_plan import plan_sheet
    from hexwright.support.workers.local_engine import local_engine
    from hexwright.support.workers.shared_file import file_digest

    game = _game(job.project, job.slug, job.options)
    begun = perf_counter()
    with (
        Vassal(job.path) as vassal,
        show_progress_bar(f"{job.slug}: percent checked in the real VASSAL", 100, patient=True) as progress,
    ):
        opening = (perf_counter() - begun) * 1000
        bench = ConformanceBench(game, SavedGameWriter(game, plan_sheet(game)), VassalModule(vassal))
        version = vassal.module.engine
        proof = ConformanceJob(f"prove {job.slug} VASSAL {version}", file_digest(job.path), lambda: bench)
        return _prove(local_engine(1), proof, asked, amounts, progress), version, (opening,)


def _case(job: _ModuleUnderProof, case: str, wholes: Sequence[NamedGame]) -> ProofResult:
    """Replay one case in the emulator; a game case uses the scenario given, if any."""
    from hexwright.conformance.conformance_run import replay_game
    from hexwright.conformance.conformance_walk import plan_walk, replay, walk
    from hexwright.conformance.verification_page import ProofResult

    kind, _, number = case.partition(":")
    if kind not in ("walk", "game") or plain_number(number) is None:
        raise typer.BadParameter(
            f"--case needs walk:SEED or game:SEED, as the report of a difference names it; got {case!r}"
        )
    bench = _emulated(job).bench
    game = bench.game
    if kind == "walk":
        tally = walk(bench, plan_walk(game, int(number)))
    elif wholes:
        tally = replay(bench, wholes[0].scenario, int(number), {}, turns=wholes[0].turns)
    else:
        tally = replay_game(bench, int(number))
    return ProofResult(job.slug, game.info.title, game.info.version, "emulator", number, tally)
