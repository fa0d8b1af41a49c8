"""Write docs/reference/commands.md: all commands with arguments and options, taken from the command line.

Run `python -m hexwright.cli.command_page` in the repository's root.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

import hexwright.cli.commands  # noqa: F401 - registers the commands
from hexwright.cli.app import app
from hexwright.support.atomic_writes import write_atomically

PAGE: Final = Path("docs/reference/commands.md")
_SAME_EVERYWHERE: Final = {"help", "install_completion", "show_completion"}

_INTRODUCTION: Final = """# Commands

All commands with their arguments and options. This page is generated from the command line itself
(`python -m hexwright.cli.command_page`); `hexwright COMMAND --help` prints the same.

All commands work on the folder that contains `data/`. They look for it from the current folder upward, unless
`--project` names it. Exit codes: 0, no errors; 1, findings; 2, invalid command line; 3, internal
error; 130, interrupted. Findings go to the standard error stream, results to standard output."""


def page() -> str:
    """Return the page as Markdown."""
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    leaves = list(_leaves(root, "hexwright"))
    listed = [f"| [`{name}`](#{_anchor(name)}) | {_first(command)} |" for name, command in leaves]
    parts = [
        _INTRODUCTION,
        "\n".join(["| command | what it does |", "|---|---|", *listed]),
        "## Options before the command\n\n" + _table(root),
        *(_section(name, command) for name, command in leaves),
    ]
    return "\n\n".join(parts) + "\n"


def _leaves(group: TyperGroup, name: str) -> Iterator[tuple[str, TyperCommand]]:
    """Yield each executable command with its full name."""
    for word, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _leaves(command, f"{name} {word}")
        else:
            assert isinstance(command, TyperCommand)
            yield f"{name} {word}", command


def _section(name: str, command: TyperCommand) -> str:
    usage = " ".join([name, "[OPTIONS]", *(_usage(one) for one in _arguments(command))])
    return f"## {name}\n\n{_text(command.help)}\n\n```text\nUsage: {usage}\n```\n\n{_table(command)}"


def _arguments(command: TyperCommand) -> list[Any]:
    return [one for one in command.params if isinstance(one, TyperArgument)]


def _table(command: TyperCommand | TyperGroup) -> str:
    rows = ["| argument or option | default | meaning |", "|---|---|---|"]
    for one in command.params:
        if one.name in _SAME_EVERYWHERE or getattr(one, "hidden", False):
            continue
        rows.append(f"| {_names(one)} | {_default(one)} | {_cell(getattr(one, 'help', '') or '')} |")
    return "\n".join(rows)


def _names(one: Any) -> str:
    if isinstance(one, TyperArgument):
        return f"`{_cell(_metavar(one))}`"
    names = ", ".join(f"`{name}`" for name in one.opts)
    if one.secondary_opts:
        return f"{names} / " + ", ".join(f"`{name}`" for name in one.secondary_opts)
    return names if one.is_flag else f"{names} `{_cell(_metavar(one))}`"


def _metavar(one: Any) -> str:
    """Return the placeholder for a parameter's value: its name, its choices, or N for a number."""
    found = str(one.make_metavar(typer.Context(TyperCommand("hexwright")))).removesuffix("...")
    if (found[0], found[-1]) in (("<", ">"), ("[", "]")):
        found = found[1:-1].removesuffix("...")
    return "N" if found.split()[0] in ("int", "float") else found


def _usage(one: Any) -> str:
    """Return an argument for a usage line: in brackets if optional, with dots if it may be repeated."""
    name = _metavar(one) + ("..." if one.nargs == -1 else "")
    return name if one.required else f"[{name}]"


def _default(one: Any) -> str:
    """Return the default as Markdown code; "" if it is empty or computed when the command runs."""
    value = one.default
    if value is None or value is False or value == () or callable(value):
        return "required" if one.required else ""
    if value is True:
        return f"`{one.opts[0]}`"
    return f"`{_cell(str(value))}`"


def _first(command: TyperCommand) -> str:
    return _cell(_text(command.help).split("\n\n")[0])


def _text(text: str | None) -> str:
    """Return a help text as Markdown, keeping paragraphs and escaping words in angle brackets."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(re.sub(r"([<>])", r"\\\1", " ".join(one.split())) for one in paragraphs)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


if __name__ == "__main__":
    write_atomically(Path.cwd() / PAGE, page().encode())
