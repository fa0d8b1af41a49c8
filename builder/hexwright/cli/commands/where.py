"""The `hexwright where` command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.commands.command_options import command_line_settings
from hexwright.cli.console import print_message, print_result, show_stages

if TYPE_CHECKING:
    from hexwright.inspect.analysis.module_view import ModuleView
    from hexwright.inspect.usage.name_uses import NameKind

_KINDS = "prototype, property, key, image, map, board, zone, region, deck, side or class"


@app.command("where")
def where(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="MODULE", help="A module (.vmod or its folder).")],
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A name of the module, or a key, such as 'Ctrl+F'.", show_default=False
        ),
    ] = "",
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help=f"Only this kind: {_KINDS}; may be repeated."),
    ] = None,
    unused: Annotated[
        bool,
        typer.Option(
            "--unused",
            help="List the prototypes, properties, keys, images and classes that nothing uses, instead of a "
            "name.",
        ),
    ] = False,
    extension: Annotated[
        list[Path] | None,
        typer.Option("--extension", metavar="FILE", help="Also search this extension; may be repeated."),
    ] = None,
    set_ups: Annotated[
        bool, typer.Option("--set-ups/--no-set-ups", help="Also search the pre-defined set-ups.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    every: Annotated[bool, typer.Option("--all", help="List every place.")] = False,
) -> None:
    """Find each place in any module that defines, changes or reads a name.

    Expressions, texts, pages and set-ups are searched too. Each place is a path that `hexwright show`
    accepts. The exit code is 1 if the module doesn't use the name.
    """
    from hexwright.inspect.usage import use_report
    from hexwright.inspect.usage.unused_names import UNUSED_KINDS, unused_names
    from hexwright.inspect.usage.use_search import find_uses
    from hexwright.support.message_wording import printable_line

    kinds = _kinds(kind or [])
    if unused == bool(name):
        raise typer.BadParameter("give the NAME to search for, or --unused to list unused names")
    if unused and not set(kinds) <= set(UNUSED_KINDS):
        raise typer.BadParameter(f"--unused lists these kinds: {', '.join(UNUSED_KINDS)}")
    if unused and not set_ups:
        raise typer.BadParameter("--unused always reads the set-ups, which use images and properties")
    with (
        _open([file, *(extension or [])]) as module,
        show_stages(verbose=command_line_settings(context).verbose) as stages,
    ):
        if unused:
            found = unused_names(module, kinds or UNUSED_KINDS, stages.stage)
        else:
            result = find_uses(module, name, kinds, set_ups=set_ups, progress=stages.stage)
    if unused:
        if as_json:
            _print(use_report.unused_as_json(found))
            return
        for line in use_report.unused_as_text(found, every=every):
            _print(line)
        if not found:
            print_result("nothing is unused")
        return
    if as_json:
        _print(use_report.result_as_json(result))
    else:
        for line in use_report.result_as_text(result, every=every):
            _print(line)
    if not result.is_used:
        hint = "only these texts contain it" if result.uses else "no name is similar"
        if result.near:
            hint = f"did you mean {' or '.join(map(repr, result.near))}?"
        what = f"no {' or '.join(kinds)}" if kinds else "nothing"
        print_message(printable_line(f"{file.name}: {what} is called '{name}' — {hint}"))
        raise typer.Exit(ExitCode.FINDINGS)


def _kinds(words: list[str]) -> tuple[NameKind, ...]:
    from difflib import get_close_matches

    from hexwright.inspect.usage.name_uses import NameKind

    known = [str(kind) for kind in NameKind if kind is not NameKind.TEXT]
    for word in words:
        if word not in known:
            near = get_close_matches(word, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(known)}"
            raise typer.BadParameter(f"no kind is called '{word}'; {hint}", param_hint="'--kind'")
    return tuple(NameKind(word) for word in words)


def _open(paths: list[Path]) -> ModuleView:
    """Open a module with its extensions; raise `InputError` if a build file can't be read."""
    from hexwright.inspect.show.open_as_items import open_readable

    return open_readable(paths)


def _print(text: str) -> None:
    """Print text that may contain characters not supported by the terminal's encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    print_result(text.encode(encoding, "backslashreplace").decode(encoding))
