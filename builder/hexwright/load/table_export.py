"""Write a game's units and set-ups as the CSV files that counters.yaml and scenarios can name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError, Span
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_readers import read_key
from hexwright.load.table_records import entry_rows, list_rows
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, YamlScalar
from hexwright.model.counter_mix import CounterMix, Unit
from hexwright.model.game import Game
from hexwright.model.scenario import SetUp, hex_by_unit
from hexwright.support.message_wording import quote
from hexwright.support.table_files import write_csv_table


def export_tables(game: Game) -> dict[str, str]:
    """Return the CSV files of a game: their paths within the game's folder → their text.

    Raise `InputError` (Y018) for a value that a table can't hold, such as text with spaces around it.
    """
    tables: dict[str, str] = {}
    if game.counters.units:
        tables["units.csv"] = _table(
            "units.csv", entry_rows(game.counters.units), CounterMix, "units", game.counters.units, tuple
        )
    for scenario in game.scenarios:
        placement = scenario.setup.placement
        if hex_by_unit(placement):
            name = f"scenarios/{scenario.id}.csv"
            rows = list_rows(("hex", "unit"), placement)
            tables[name] = _table(name, rows, SetUp, "placement", hex_by_unit(placement), hex_by_unit)
    return tables


def _table(
    name: str, rows: list[list[str]], cls: type, key: str, before: Any, shape: Callable[[Any], Any]
) -> str:
    """Return a table as CSV after reading it again, so that nothing is lost unnoticed.

    `shape` converts what was read to the form of `before`.
    """
    text = write_csv_table(rows)
    source = SourceFile(name, text.encode())
    report = DiagnosticReport()
    reading = ReaderContext(source, report, ValueSpans(), open_beside=lambda _: source)
    found = read_key(cls, key, YamlScalar(name.rpartition("/")[2], False, 1, 1), reading)
    report.raise_if_failed()
    for number, (old, new) in enumerate(zip(before, shape(found), strict=True), start=2):
        if not _same(old, new):
            hint = f"keep the entry in YAML, or change it: {quote(repr(old))}"
            raise InputError.single("Y018", "a table can't hold this entry", Span(name, number, 1), hint)
    return text


def _same(old: Any, new: Any) -> bool:
    """Return whether two values are equal, including the order of mappings other than `data`."""
    return bool(old == new) and repr(_ordered(old)) == repr(_ordered(new))


def _ordered(value: Any) -> Any:
    """Return a unit with its data in alphabetical order, which has no meaning; other values as they are."""
    if not isinstance(value, Unit):
        return value
    steps = tuple(replace(step, data=dict(sorted(step.data.items()))) for step in value.steps)
    return replace(value, data=dict(sorted(value.data.items())), steps=steps)
