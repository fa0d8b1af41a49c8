"""`hexwright verify`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builder.cli.app import Exit, app
from builder.cli.console import complain, say, tally, tell
from builder.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from validators.checks.verify import Findings


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    HTML = "html"


class FailOn(StrEnum):
    """The level from which on the command fails."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"
    NEVER = "never"


@app.command("verify")
def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="A module (.vmod), and its extensions (.vmdx).")
    ],
    form: Annotated[
        Format, typer.Option("--format", "-f", help="How to write what was found.")
    ] = Format.TEXT,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="CODE", help="Only these checks: code, V5, or name; repeatable."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="CODE", help="Not these checks; repeatable."),
    ] = None,
    fail_on: Annotated[
        FailOn, typer.Option("--fail-on", help="The level from which on the command fails.")
    ] = FailOn.ERROR,
    engine: Annotated[
        bool, typer.Option("--engine", help="Ask the real engine too; needs VASSAL_CLASSPATH.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write there instead of to the screen.")
    ] = None,
) -> None:
    """Tell what is wrong with a VASSAL module."""
    from validators.checks.verify import verify as judge

    for path in files:
        if not path.is_file():
            what = "this is a folder, a module was expected" if path.is_dir() else "no such file"
            complain(f"{what}: {path.as_posix()}")
    if not all(path.is_file() for path in files):
        raise typer.Exit(Exit.USAGE)
    try:
        findings = judge(files, _words(select), _words(ignore))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if engine:
        findings = findings.with_more(_from_engine(files[0]))
    _write(findings, form, out)
    level = None if fail_on is FailOn.NEVER else Severity(fail_on.value)
    if findings.fails(level):
        raise typer.Exit(Exit.FINDINGS)


def _words(options: list[str] | None) -> tuple[str, ...]:
    return tuple(word for option in options or () for word in option.split(",") if word)


def _from_engine(path: Path) -> tuple[Diagnostic, ...]:
    from validators.engine_bridge import EngineUnavailable, engine_findings

    try:
        return engine_findings(path)
    except EngineUnavailable as fault:
        complain(f"the engine can't be asked: {fault}")
        raise typer.Exit(Exit.USAGE) from None


def _write(findings: Findings, form: Format, out: Path | None) -> None:
    from validators.checks import formats

    if form is Format.TEXT and out is None:
        # What was found is this command's result, so that it goes where results go.
        tell(findings.diagnostics, stream=sys.stdout)
        if len(findings.diagnostics) <= 1:
            say(tally(findings.counts()))
        for line in formats.score_lines(findings):
            say(line)
        return
    if form is Format.TEXT:
        rows = [str(diagnostic) for diagnostic in findings.diagnostics]
        text = "\n".join([*rows, tally(findings.counts()), *formats.score_lines(findings)])
    else:
        writers = {
            Format.JSON: formats.as_json,
            Format.GITHUB: formats.as_github,
            Format.HTML: formats.as_html,
        }
        text = writers[form](findings)
    if out is None:
        if text:
            say(text)
        return
    from builder.output import write_atomically

    # A file's name, unlike text, may hold bytes that are no letters.
    write_atomically(out, (text + "\n").encode("utf-8", "backslashreplace"))
