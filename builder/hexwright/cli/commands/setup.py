"""The `hexwright setup check` and `hexwright setup generate` commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import (
    GameArgument,
    OutFile,
    ScenarioArgument,
    load_for_command,
    project_of,
)
from hexwright.cli.commands.output_files import OutputFile, print_or_write
from hexwright.cli.console import print_diagnostics, print_result
from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError
from hexwright.support.message_wording import count_noun

if TYPE_CHECKING:
    from hexwright.rules.setup.setup_legality import SetUpLine

setup = typer.Typer(
    name="setup", help="Check a set-up, or generate a legal one.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(setup)


@setup.command("check")
def check(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="A set-up as YAML, CSV or XLSX with unit, hex and step; if omitted, the scenario's own.",
        ),
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.vsav", help="Check the set-up in a saved game.")
    ] = None,
) -> None:
    """Check a set-up; each violation cites its rule."""
    from hexwright.rules.setup.setup_legality import check_setup, shipped_setup

    if file is not None and saved is not None:
        raise typer.BadParameter("write either a file with unit, hex and step, or --save FILE.vsav")
    file = saved or file
    found = load_for_command(context, game).game
    placed = shipped_setup(found, scenario) if file is None else read_setup(context, game, scenario, file)
    faults = check_setup(found, scenario, placed)
    print_diagnostics(faults)
    if faults:
        raise typer.Exit(ExitCode.FINDINGS)
    print_result(f"{file or 'the set-up of the scenario'}: legal, {count_noun(len(placed), 'unit')} placed")


@setup.command("generate")
def generate(
    context: typer.Context,
    game: GameArgument,
    scenario: ScenarioArgument,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same set-up.")] = 0,
    out: OutFile = None,
) -> None:
    """Generate a random legal set-up as CSV."""
    from hexwright.rules.setup.random_setup import generate_setup
    from hexwright.rules.setup.setup_legality import write_csv

    loaded = load_for_command(context, game)
    file = OutputFile.optional(out, project_of(context).folder(game))
    print_or_write(write_csv(generate_setup(loaded.game, scenario, seed)).rstrip("\n"), file)


def read_setup(context: typer.Context, game: str, scenario: str, file: Path) -> tuple[SetUpLine, ...]:
    """Read a player's set-up from YAML, CSV, XLSX or a saved game, by the file's extension.

    Raise `InputError` if it can't be read, or if the saved game belongs to another scenario (N004).
    """
    if file.suffix.lower() in (".vsav", ".vlog"):
        return _of_saved(context, game, scenario, file)
    return _read(file)


def _of_saved(context: typer.Context, game: str, scenario: str, file: Path) -> tuple[SetUpLine, ...]:
    from hexwright.cli.commands.saved_game_inputs import read_game, require_our_game, shown_name
    from hexwright.diagnostics.diagnostic import Span
    from hexwright.inspect.analysis.log_position import LogPosition
    from hexwright.rules.setup.setup_legality import scenario_of
    from hexwright.saves.hexwright_saves import ReadPosition
    from hexwright.saves.save_legality import setup_lines

    saved = read_game(file)
    ours = require_our_game(context, saved, file, game)
    wanted = scenario_of(ours.game, scenario).id
    reading = ReadPosition.of(ours, LogPosition(saved))
    played = reading.kernel.setting.scenario.id
    if played != wanted:
        hint = f"hexwright setup check {game} {played} --save {shown_name(file)}"
        raise InputError.single(
            "N004", f"the saved game belongs to the scenario '{played}'", Span(shown_name(file)), hint
        )
    return setup_lines(reading, shown_name(file))


def _read(file: Path) -> tuple[SetUpLine, ...]:
    """Read a set-up from YAML, XLSX or CSV, by the file's extension; raise `InputError` if that fails."""
    from hexwright.load.yaml_tree import read_source
    from hexwright.rules.setup.setup_legality import read_csv, read_table
    from hexwright.support.table_files import decode_csv
    from hexwright.support.xlsx_files import read_xlsx_table

    source = read_source(file, str(file), "write the path of an existing file")
    if file.suffix.lower() in (".yaml", ".yml"):
        return _from_yaml(file, source.data)
    if file.suffix.lower() == ".xlsx":
        return read_table(read_xlsx_table(source.data, str(file), "placement", "U002"))
    return read_csv(decode_csv(source.data, str(file)), str(file))


def _from_yaml(file: Path, data: bytes) -> tuple[SetUpLine, ...]:
    from hexwright.load.yaml_tree import SourceFile, YamlMapping, YamlScalar, YamlSequence, parse
    from hexwright.rules.setup.setup_legality import is_step, read_rows
    from hexwright.support.message_wording import quote

    source, report = SourceFile(str(file), data), DiagnosticReport()
    tree = parse(source, report)
    report.raise_if_failed()
    if not isinstance(tree, YamlSequence):
        raise InputError.single(
            "K002",
            "a set-up must be a list of units",
            source.span(tree) if tree is not None else None,
            'write entries such as   - {unit: red-1, hex: "0101", step: 1}',
        )
    rows, spans = [], []
    for entry in tree.items:
        span = source.span(entry)
        if not isinstance(entry, YamlMapping):
            report.error("K002", "an entry of a set-up needs a unit, a hex and, optionally, a step", span)
            continue
        values = {}
        for key, (_, value) in entry.entries.items():
            if key not in ("unit", "hex", "step") or not isinstance(value, YamlScalar):
                report.error(
                    "K002",
                    f"unknown key '{key}' in an entry of a set-up",
                    span,
                    "known keys: unit, hex, step",
                )
            else:
                values[key] = value.text
        if not is_step(values.get("step", "1")):
            report.error(
                "K002",
                f"the step {quote(values['step'])} is not a number",
                span,
                "write a number; 1 is full strength",
            )
        rows.append(values)
        spans.append(span)
    report.raise_if_failed()
    return read_rows(rows, spans)
