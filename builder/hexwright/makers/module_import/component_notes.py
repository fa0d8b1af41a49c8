"""Which components of a module an import leaves out, since a hexwright game has nothing of the kind."""

from __future__ import annotations

from typing import Final

from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component

_LEFT_OUT: Final[tuple[tuple[type[Component], str], ...]] = (
    (c.DrawPile, "deck left out"),
    (c.HtmlChart, "HTML chart left out: copy its tables to text_tables in charts.yaml"),
    (c.GlobalKeyCommand, "global key command left out"),
    (c.DiceButton, "dice button left out: hexwright rolls the dice of the rules"),
    (c.GlobalProperty, "global property left out"),
    (c.HelpFile, "help page left out: hexwright writes help from rules.yaml"),
)


def note_components(module: ModuleView, notes: ImportNotes) -> None:
    """Note each component of these kinds."""
    for kind, told in _LEFT_OUT:
        for node in module.all(kind):
            notes.add(told, node.place)
