"""Generated pages of commands and drawings follow the command line and the data model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.core import TyperGroup

from hexwright.cli import command_page, picture_page
from hexwright.cli.app import app
from hexwright.diagnostics.diagnostic import DiagnosticReport
from hexwright.load.format_documentation import record_types_in
from hexwright.load.json_schema import KINDS
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_keys import keys_of
from hexwright.load.record_readers import build_partial_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, parse

ROOT = Path(__file__).parents[2]
DRAWN = ("art", "symbol", "emblem")
"""Keys whose values are drawings, wherever they stand."""
NOT_DRAWN = ("Rating.art",)
"""A choice between lettering and dots."""


def test_the_page_of_commands_is_up_to_date() -> None:
    written = (ROOT / command_page.PAGE).read_text("utf-8")
    assert written == command_page.page(), "run: python -m hexwright.cli.command_page"


def names(group: TyperGroup, start: str = "hexwright") -> Iterator[str]:
    for word, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from names(command, f"{start} {word}")
        else:
            yield f"{start} {word}"


def test_every_command_and_every_option_stands_on_the_page() -> None:
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    written = command_page.page()
    sections = {part.split("\n", 1)[0]: part for part in written.split("\n## ")[1:]}
    for name in names(root):
        command: Any = root
        for word in name.split()[1:]:
            command = command.commands[word]
        for option in command.params:
            for spelled in option.opts:
                if spelled.startswith("-") and spelled not in ("-h", "--help"):
                    assert f"`{spelled}`" in sections[name]


def test_the_page_of_drawings_is_up_to_date() -> None:
    written = (ROOT / picture_page.PAGE).read_text("utf-8")
    assert written == picture_page.page(), "run: python -m hexwright.cli.picture_page"


@pytest.mark.parametrize("family", picture_page.families(), ids=lambda family: family.title)
def test_the_examples_on_the_page_have_keys_of_the_data_format(family: picture_page.Family) -> None:
    key = family.yaml.split(":", 1)[0]
    kinds: list[Any] = list(KINDS.values())
    kind = next(cls for cls in kinds if key in keys_of(cls))
    report = DiagnosticReport()
    source = SourceFile("example.yaml", f"{family.yaml}\n".encode())
    tree = parse(source, report)
    build_partial_record(kind, tree, (), ReaderContext(source, report, ValueSpans()))
    # Required keys may be left out of an example of one key, but nothing in it may be wrong.
    assert [one.message for one in report if one.code != "K001"] == []


def test_the_pictures_are_what_is_drawn_now() -> None:
    committed = {file.name: file.read_bytes() for file in (ROOT / picture_page.FOLDER).glob("*.png")}
    assert committed == picture_page.pictures(), "run: python -m hexwright.cli.picture_page"


def choices() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each key of the data format whose values are drawings, with its values."""
    waiting: list[Any] = list(KINDS.values())
    told = set()
    while waiting:
        cls = waiting.pop()
        if cls in told:
            continue
        told.add(cls)
        for name, key in keys_of(cls).items():
            waiting += record_types_in(key.type)
            values = tuple(value for value in get_args(key.type) if isinstance(value, str))
            if name in DRAWN and values and f"{cls.__name__}.{name}" not in NOT_DRAWN:
                yield f"{cls.__name__}.{name}", values


@pytest.mark.parametrize(("key", "values"), sorted(choices()))
def test_every_value_of_a_drawing_has_its_picture(key: str, values: tuple[str, ...]) -> None:
    shown = {family.values for family in picture_page.families()}
    assert values in shown
