"""The `hexwright check` and `hexwright explain` commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from io import StringIO
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli import shell_completion
from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import OptionList, OutFile, load_despite_errors, project_of
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_diagnostics, print_message, print_result
from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Severity
from hexwright.support.message_wording import count_noun, did_you_mean

if TYPE_CHECKING:
    from hexwright.load.project_folder import Project


class Format(StrEnum):
    """Output formats of findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


@app.command("check")
def check(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game; if omitted, all games.", autocompletion=shell_completion.games
        ),
    ] = None,
    option: OptionList = None,
    form: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    every: Annotated[
        bool, typer.Option("--all", help="List each finding, even if a list has many of one kind.")
    ] = False,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="FILE", help="Report only the findings in this file, such as map.yaml."
        ),
    ] = None,
    out: OutFile = None,
) -> None:
    """Report all errors in a game's YAML, rules that can't be played, and likely mistakes (advice).

    Findings of one kind in one list are reported together, with their number; --all lists each. With --format
    json, other programs get every finding in full.
    """
    from hexwright.load.check_scan import describe_fit
    from hexwright.pipeline.game_build import LEDGER, read_ledger
    from hexwright.pipeline.game_findings import findings_of

    project = project_of(context)
    slugs = (game,) if game is not None else project.games()
    if not slugs:
        print_message("no games to check: data/ contains no folder with a game.yaml")
        raise typer.Exit(ExitCode.FINDINGS)
    report = OutputFile.optional(out, *(f(slug) for slug in slugs for f in (project.folder, project.art)))
    found: list[Diagnostic] = []
    fits: list[str] = []
    for slug in slugs:
        try:
            loaded = load_despite_errors(context, slug, option)
            found.extend(findings_of(loaded))
            read_ledger(project.folder(slug) / LEDGER, project)
            if not loaded.failed and (fit := describe_fit(loaded.game.hexmap)):
                fits.append(fit)
        except InputError as faults:
            found.extend(faults.diagnostics)
    elsewhere = 0
    if file is not None:
        chosen = _in_file(found, file, [name for slug in slugs for name in _files_of(project, slug)])
        elsewhere, found = len(found) - len(chosen), chosen
    if form is Format.TEXT and out is None:
        print_diagnostics(found, every=every)
    else:
        _write(slugs, found, form, report, every=every)
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise typer.Exit(ExitCode.FINDINGS)
    if form is Format.TEXT and file is not None:
        rest = f"; {count_noun(elsewhere, 'finding')} elsewhere" if elsewhere else ""
        print_result(f"{file}: no errors{rest}")
    elif form is Format.TEXT:
        print_result("\n".join([f"{', '.join(slugs)}: no errors", *fits]))


def _files_of(project: Project, slug: str) -> Iterable[str]:
    """Yield the files of a game as messages name them."""
    for folder in (project.folder(slug), project.art(slug)):
        yield from (project.display(path) for path in sorted(folder.rglob("*")) if path.is_file())


def _in_file(found: Iterable[Diagnostic], name: str, files: Sequence[str]) -> list[Diagnostic]:
    """Return the findings in the files that `name` means: a path of the project, or its last parts.

    Raises BadParameter if the games have no such file.
    """
    wanted = PurePath(name).as_posix()
    meant = {one for one in files if one == wanted or one.endswith(f"/{wanted}")}
    if not meant:
        ends = sorted({one.rpartition("/")[2] for one in files})
        raise typer.BadParameter(f"--file: no game has a file {name!r}; {did_you_mean(name, ends, 'files')}")
    return [one for one in found if one.span is not None and one.span.file in meant]


def _write(
    slugs: Sequence[str], found: list[Diagnostic], form: Format, out: OutputFile | None, *, every: bool
) -> None:
    """Write the findings in a format for other programs, or as text to a file."""
    from hexwright.cli.findings_export import as_github, as_json

    if form is Format.TEXT:
        stream = StringIO()
        print_diagnostics(found, stream=stream, every=every)
        text = stream.getvalue()
    else:
        titles = {
            code: str(entry).split("\n", 1)[0].partition(": ")[2] for code, entry in explanations().items()
        }
        text = as_github(found, titles) if form is Format.GITHUB else as_json(slugs, found, titles)
    if out is not None:
        out.write_text(text.rstrip())
    elif text:
        print_result(text)


@app.command("explain")
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code as shown in messages, such as K001.")],
) -> None:
    """Explain the reason for a check, and the remedy."""

    entries = explanations()
    wanted = code.strip("[] ").upper()
    if wanted not in entries:
        print_message(f"there is no code {code!r} — {did_you_mean(wanted, sorted(entries), 'known codes')}")
        raise typer.Exit(ExitCode.FINDINGS)
    print_result(entries[wanted])


def explanations() -> dict[str, str]:
    """Return the explanations of all codes: of data, modules and engine messages."""
    from hexwright.diagnostics.codes import CATALOGUE
    from hexwright.engine_driver.engine_codes import ENTRIES as ENGINE
    from hexwright.makers.maker_codes import ENTRIES as MAKERS
    from hexwright.module_checks.check_catalogue import all_checks
    from hexwright.rules.engine.rules_diagnostic_codes import ENTRIES as RULES
    from hexwright.saves.save_diagnostic_codes import ENTRIES as SAVES

    found = {entry.code: str(entry) for entry in (*CATALOGUE.values(), *RULES, *ENGINE, *SAVES, *MAKERS)}
    return found | {check.code: str(check) for check in all_checks()}
