"""The `hexwright verify` command."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.commands.verify_library import LibraryRequest, checked_library, write_library
from hexwright.cli.commands.work_options import ClusterOption, RecordOption, WorkersOption
from hexwright.cli.console import (
    print_message,
    print_result,
    print_result_with_level,
    print_table,
    severity_counts,
)
from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.support.message_wording import count_noun

if TYPE_CHECKING:
    from hexwright.module_checks.findings_baseline import Baseline
    from hexwright.module_checks.module_library import LibraryModule
    from hexwright.module_checks.module_verdict import ModuleFindings


_SHOWN = 10
"""Number of doubts shown before asking whether to trust the module."""


class Format(StrEnum):
    """Output formats of findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    HTML = "html"


class FailOn(StrEnum):
    """The severity at which the command fails."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class _OutputLimits:
    """Limits on the printed findings: causes per check and locations per cause, or only a table of counts."""

    most: int | None
    every: bool
    summary: bool


@app.command("verify")
def verify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="A module (.vmod or its folder), and its extensions (.vmdx)."),
    ],
    form: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select",
            metavar="CODE",
            help="Run only these checks: a code, the beginning of a code such as V5, or a name; may be "
            "repeated.",
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="CODE", help="Skip these checks; may be repeated."),
    ] = None,
    fail_on: Annotated[
        FailOn, typer.Option("--fail-on", help="The severity at which the command fails.")
    ] = FailOn.ERROR,
    every: Annotated[bool, typer.Option("--all", help="List every finding in full, each on a line.")] = False,
    most: Annotated[
        int | None,
        typer.Option(
            "--max",
            metavar="N",
            min=1,
            help="At most N causes per check, and N places per cause.  [default: 5 and 3]",
        ),
    ] = None,
    summary: Annotated[
        bool, typer.Option("--summary", help="Print only the number of findings per check.")
    ] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline", metavar="FILE", help="Report, and fail on, only findings that aren't in this file."
        ),
    ] = None,
    write_baseline: Annotated[
        bool,
        typer.Option("--write-baseline", help="Write all findings to the baseline, and exit with code 0."),
    ] = False,
    engine: Annotated[
        bool,
        typer.Option(
            "--engine",
            help="Also run the module in the real VASSAL, including its code; needs VASSAL_CLASSPATH.",
        ),
    ] = False,
    trust: Annotated[
        bool,
        typer.Option("--trust", help="With --engine: also run code that isn't known to be harmless (V9)."),
    ] = False,
    wait: Annotated[
        float | None,
        typer.Option(
            "--wait",
            metavar="SECONDS",
            min=1,
            help="Seconds that --engine waits for an answer.  [default: 120]",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of the screen.")
    ] = None,
    workers: WorkersOption = None,
    on: ClusterOption = None,
    record: RecordOption = None,
) -> None:
    """Check a VASSAL module, or all modules in a folder, for errors.

    Findings with one cause are reported together, with their number and first places; --all lists each. With
    --format json or sarif, other programs get every finding in full. `hexwright show FILE PLACE` shows a
    place.

    For a folder of modules, a line a module is printed; --record keeps all their findings.
    """
    from hexwright.module_checks.check_catalogue import select_checks
    from hexwright.module_checks.module_trust import trust_findings
    from hexwright.module_checks.module_verdict import verify_paths as judge

    _require(files)
    report = OutputFile.optional(out, *files, baseline)
    if write_baseline and baseline is None:
        raise typer.BadParameter("--write-baseline needs --baseline FILE, the file to write")
    new_baseline = OutputFile.of(baseline, *files) if write_baseline and baseline is not None else None
    try:
        codes = {check.code for check in select_checks(_words(select), _words(ignore))}
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    level = None if fail_on is FailOn.NEVER else Severity(fail_on.value)
    library = _library_of(files, (workers, on, record))
    if library:
        for_one = {"--baseline": baseline, "--engine": engine, "--all": every, "--max": most}
        _refuse_options_for_one(files[0], for_one, form)
        asked = LibraryRequest(files[0], library, tuple(sorted(codes)), workers, on, record)
        _verify_library(asked, form, report, level, summary=summary)
        return
    known = _read(baseline) if baseline is not None and not write_baseline else None
    findings = judge(files, _words(select), _words(ignore))
    doubts = trust_findings(files) if engine and not trust else ()
    refused = bool(doubts) and not _confirm_trust(files[0], doubts)
    if engine and not refused:
        findings = findings.with_diagnostics(_from_engine(files[0], wait))
    if new_baseline is not None:
        _write_baseline(findings, new_baseline)
        if refused:
            raise typer.Exit(ExitCode.FINDINGS)
        return
    if known is not None:
        findings = findings.compared_with_baseline(known, codes)
    _write(findings, form, report, _OutputLimits(most, every, summary))
    if refused:
        raise typer.Exit(ExitCode.FINDINGS)
    if findings.fails(level):
        raise typer.Exit(ExitCode.FINDINGS)


def _library_of(files: list[Path], shared: Sequence[object]) -> Sequence[LibraryModule]:
    """Return the modules of a folder; () if the files are one module with its extensions."""
    from hexwright.module_checks.module_library import library_modules
    from hexwright.vassal.codec.module_archive import BUILD_FILES

    folder = files[0]
    if len(files) == 1 and folder.is_dir() and not any((folder / name).is_file() for name in BUILD_FILES):
        modules = library_modules(folder)
        if modules:
            return modules
    if any(one is not None for one in shared):
        raise typer.BadParameter("--workers, --on and --record need a folder of modules")
    return ()


def _refuse_options_for_one(folder: Path, given: Mapping[str, object], form: Format) -> None:
    """Raise BadParameter for an option that makes sense for a single module alone."""
    named = [name for name, value in given.items() if value]
    named += [f"--format {form.value}"] if form not in (Format.TEXT, Format.JSON) else []
    if named:
        raise typer.BadParameter(f"{named[0]} needs one module, and {folder} is a folder of modules")


def _verify_library(
    asked: LibraryRequest, form: Format, out: OutputFile | None, level: Severity | None, *, summary: bool
) -> None:
    checked = checked_library(asked)
    write_library(checked, as_json=form is Format.JSON, summary=summary, out=out)
    if any(one.fails(level) for one in checked):
        raise typer.Exit(ExitCode.FINDINGS)


def _require(files: list[Path]) -> None:
    missing = [path for path in files if not path.exists()]
    for path in missing:
        print_message(f"no such file: {path.as_posix()}")
    if missing:
        raise typer.Exit(ExitCode.USAGE)


def _words(options: list[str] | None) -> tuple[str, ...]:
    return tuple(word for option in options or () for word in option.split(",") if word)


def _read(path: Path) -> Baseline:
    from hexwright.module_checks.findings_baseline import Baseline, BaselineError

    try:
        return Baseline.read(path)
    except BaselineError as error:
        raise typer.BadParameter(f"{path.as_posix()}: {error}") from None


def _write_baseline(findings: ModuleFindings, file: OutputFile) -> None:
    from hexwright.diagnostics.finding_groups import group_by_cause
    from hexwright.module_checks.findings_baseline import as_baseline

    file.write_text(as_baseline(findings.diagnostics))
    found, causes = len(findings.diagnostics), len(group_by_cause(findings.diagnostics))
    print_result(
        f"{file.path.as_posix()}: {count_noun(found, 'finding')} of {count_noun(causes, 'cause')}; with "
        f"--baseline, only other findings "
        "are reported"
    )


def _confirm_trust(path: Path, doubts: tuple[Diagnostic, ...]) -> bool:
    """Return whether the user allows VASSAL to run a module's code; False if no user can be asked."""
    from hexwright.support.message_wording import printable_line

    counts = Counter(diagnostic.code for diagnostic in doubts)
    told = ", ".join(f"{count} × {code}" for code, count in sorted(counts.items()))
    name = printable_line(path.name)
    if sys.stdin.isatty() and sys.stderr.isatty():
        for diagnostic in doubts[:_SHOWN]:
            print_message(str(diagnostic))
        question = f"{name} contains code that may do harm ({told}). Run it in VASSAL anyway?"
        if typer.confirm(question, err=True):
            return True
    print_message(
        f"VASSAL was not run: {name} contains code that may do harm ({told}) — look at it with --select "
        "V9, and use --trust to run it"
    )
    return False


def _from_engine(path: Path, wait: float | None) -> tuple[Diagnostic, ...]:
    from hexwright.engine_driver import (
        EngineUnavailableError,
        engine_findings,
        engine_sandbox,
        java_installation,
    )
    from hexwright.engine_driver.engine_findings import WAIT

    seconds = WAIT if wait is None else wait
    print_message(
        f"VASSAL is loading {path.name}, which takes minutes for a large module. The time limit for each "
        f"answer is {seconds:g} s; --wait SECONDS changes it"
    )
    try:
        print_message(engine_sandbox.best_sandbox(java_installation.jdk_program("java", os.environ)))
        return engine_findings(path, timeout=seconds)
    except EngineUnavailableError as fault:
        print_message(f"VASSAL can't be run: {fault}")
        raise typer.Exit(ExitCode.USAGE) from None


def _write(findings: ModuleFindings, form: Format, out: OutputFile | None, told: _OutputLimits) -> None:
    from hexwright.module_checks import findings_formats, findings_report
    from hexwright.module_checks.sarif_report import as_sarif

    if form is Format.TEXT and told.summary and out is None:
        heads = ("level", "code", "findings", "causes", "what")
        print_table("", heads, findings_report.check_rows(findings.new_findings))
        _summary_lines(findings)
        return
    if form is Format.TEXT and out is None:
        # The findings are this command's result, so they go to the result stream.
        for line in (
            findings_report.finding_lines_in_order(findings.new_findings)
            if told.every
            else findings_report.cause_lines(findings.new_findings, told.most)
        ):
            print_result_with_level(line.text, line.word)
        _summary_lines(findings)
        return
    if form is Format.TEXT:
        rows: Iterable[str] = ("\t".join(row) for row in findings_report.check_rows(findings.new_findings))
        if not told.summary:
            lines = (
                findings_report.cause_lines(findings.new_findings, told.most)
                if told.most
                else findings_report.finding_lines_in_order(findings.new_findings)
            )
            rows = (line.text for line in lines)
        text = "\n".join([*rows, *_last_lines(findings)])
    elif form is Format.SARIF:
        from importlib.metadata import version

        text = as_sarif(findings, version("hexwright"))
    elif form is Format.GITHUB:
        text = findings_formats.as_github(findings, each=told.every)
    else:
        text = (findings_formats.as_json if form is Format.JSON else findings_formats.as_html)(findings)
    if out is None:
        if text:
            print_result(text)
        return
    out.write_text(text)


def _summary_lines(findings: ModuleFindings) -> None:
    for line in _last_lines(findings):
        print_result(line)


def _last_lines(findings: ModuleFindings) -> Iterator[str]:
    from hexwright.module_checks import findings_formats

    if findings.fixed_count is None:
        yield severity_counts(findings.counts())
    else:
        gone = (
            f", with {count_noun(findings.fixed_count, 'fixed finding')}: write the baseline again"
            if findings.fixed_count
            else ""
        )
        known = f"{len(findings.known_findings):,} in the baseline{gone}"
        yield f"new: {severity_counts(findings.counts())}; {known}"
    yield from findings_formats.score_lines(findings)
