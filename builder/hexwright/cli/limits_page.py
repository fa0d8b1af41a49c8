"""Write the limits in SECURITY.md, with the values of the constants in the code.

Run `python -m hexwright.cli.limits_page` in the repository's root.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from inspect import getsource
from pathlib import Path
from typing import Final

from hexwright.support.atomic_writes import write_atomically

PAGE: Final = Path("SECURITY.md")
BEGIN: Final = "<!-- limits: written by python -m hexwright.cli.limits_page -->\n"
END: Final = "<!-- end of limits -->\n"

LIMITS: Final[Mapping[str, Mapping[str, str]]] = {
    "Archives and folders of modules": {
        "vassal.codec.archive_limits.MAX_ENTRIES": "entries",
        "vassal.codec.archive_limits.MAX_DIRECTORY": "bytes of the directory",
        "vassal.codec.archive_limits.MAX_ENTRY": "bytes of an unpacked entry",
        "vassal.codec.archive_limits.MAX_TOTAL": "bytes of all unpacked entries",
        "vassal.codec.archive_limits.MAX_NAME": "characters of an entry's name",
        "vassal.codec.archive_limits.RATIO_FROM": "bytes above which the compression ratio is checked",
        "vassal.codec.archive_limits.MAX_RATIO": "times its packed size, for an entry",
    },
    "Build files and pieces": {
        "vassal.codec.buildfile.buildfile_parser.MAX_BYTES": "bytes of a build file",
        "vassal.codec.buildfile.buildfile_parser.MAX_DEPTH": "elements inside each other",
        "vassal.codec.buildfile.buildfile_parser.MAX_ELEMENTS": "elements",
        "vassal.codec.buildfile.buildfile_parser.MAX_ATTRIBUTES": "attributes of an element",
        "vassal.codec.buildfile.moduledata.MAX_BYTES": "bytes of metadata",
        "vassal.codec.piece_text.MAX_TRAITS": "traits of a piece",
        "vassal.codec.piece_text.MAX_PEELED": "characters that are copied to decode a piece",
        "inspect.analysis.piece_definitions.MAX_EXPANDED": "traits of a piece with its prototypes",
        "inspect.analysis.piece_definitions.MAX_MARKERS": "markers inside each other",
        "inspect.analysis.piece_definitions.MAX_CYCLES": "cycles of prototypes that are listed",
        "inspect.analysis.module_view.MAX_EXPANDED_TOTAL": "traits of all pieces with their prototypes",
        "inspect.analysis.piece_key_commands.MAX_ALWAYS": "characters of a condition that is simplified",
        "inspect.analysis.extension_targets.MAX_STEPS": "steps in search of the targets of extensions",
        "inspect.analysis.grid_locations.MOST_SEARCHED": "zones, regions and corners searched for names",
        "cli.commands.pieces.MAX_TABLE": "bytes of a table of pieces that is applied",
        "cli.commands.translate.MAX_CATALOGUE": "bytes of a catalogue of texts",
        "makers.catalogue_files.MAX_ENTRIES": "texts of a catalogue",
        "inspect.analysis.svg_parts.MAX_COPIED": "elements copied from other drawings into a drawing",
        "inspect.diff.trait_comparison.MAX_DEPTH": "pieces inside each other that are compared",
    },
    "Code, expressions and pages in modules": {
        "inspect.analysis.code_reach.MAX_CODE": "characters of code that is examined",
        "inspect.analysis.module_reach.MAX_TEXT": "characters of a module that are searched for code",
        "inspect.analysis.beanshell_names.MAX_LENGTH": "characters of an expression",
        "inspect.analysis.beanshell_tokens.MAX_DIGITS": "digits of a number",
        "inspect.analysis.beanshell_tokens.MAX_DEPTH": "brackets inside each other",
        "inspect.analysis.html_image_names.MAX_PAGE": "bytes of a page that is searched for pictures",
        "inspect.analysis.used_images.MAX_TEXT": "characters of help pages that are searched for names",
        "inspect.usage.use_search.MAX_PAGE": "bytes of a page that is searched for a name",
        "inspect.usage.use_search.MAX_PAGES": "bytes of all pages that are searched for a name",
        "inspect.usage.unused_names.MAX_PARTS": "parts of names compared with unused names",
        "inspect.usage.unused_names.MAX_CLASSES": "bytes of classes that are searched for names",
        "module_checks.check_framework.MAX_EXPRESSIONS": "characters of expressions in a module",
        "module_checks.checks.image_unused.MAX_PARTS": "parts of names compared with unused images",
        "module_checks.findings_baseline.MAX_BYTES": "bytes of a baseline",
    },
    "Saved games and logs": {
        "cli.commands.saved_game_inputs.MAX_SAVED": "bytes of commands, for `save`, `log` and `umpire`",
        "inspect.show.saved_game_items.MAX_SAVE": "bytes of commands, for `show` and `diff`",
        "inspect.analysis.module_setups.MAX_SETUP": "bytes of a module's set-up",
        "vassal.codec.commands.command_tree.MAX_DEPTH": "commands inside each other",
        "inspect.analysis.location_names.MAX_BOARDS": "boards of a map; further ones are ignored",
        "inspect.analysis.log_position.MAX_CARRIED": "counters that are moved by moving their stacks",
        "inspect.analysis.player_names.MAX_NAMES": "characters of all players' names together",
        "inspect.analysis.word_search.MAX_NAME": "characters of a player's name",
        "inspect.analysis.player_names.MAX_SEAT": "characters of a seat; the rest is cut off",
        "inspect.analysis.player_names.MAX_LINE": "characters of a line of a story; the rest is cut off",
        "saves.log_story.MAX_STORY": "characters of a story",
        "umpire.dice_statistics.MAX_EXACT_DICE": "dice whose sums are counted exactly",
        "umpire.dice_statistics.MAX_EXACT_SUMS": "sums that are added up for that",
        "umpire.dice_statistics.MAX_SIDES": "sides of dice with statistics",
        "umpire.dice_statistics.MAX_THROWERS": "players and kinds of dice with statistics",
    },
    "Pictures of positions, and films": {
        "saves.position_drawing.MAX_BOARD": "pixels of a board's picture",
        "saves.position_drawing.MAX_COUNTER": "pixels of a counter's picture, also at its scale",
        "saves.position_drawing.MAX_CACHED": "pixels of counters' pictures that are kept",
        "saves.position_drawing.MAX_PAINTED": "pixels of counters' pictures in one picture",
        "saves.position_drawing.MAX_FRAMES": "steps of a film",
        "saves.position_drawing.MAX_FILM_COUNTERS": "counters in all frames of a film",
    },
    "Pictures": {
        "sanitize.raster_checks.MAX_ART_PIXELS": "pixels of a designer's picture",
        "sanitize.raster_checks.MAX_ASPECT_RATIO": "times as long as wide",
        "sanitize.trial_drawing.TRIAL_MEMORY": "bytes of memory of the process that tries a drawing",
        "sanitize.trial_drawing.TRIAL_SECONDS": "seconds of the processor for that process",
        "inspect.analysis.image_headers.MAX_SVG": "bytes of a drawing that is searched for its size",
        "inspect.analysis.image_drawing.MAX_TOTAL": "bytes of all drawings that are searched",
        "inspect.analysis.svg_drawing.MAX_BYTES": "bytes of a drawing",
        "inspect.analysis.svg_drawing.MAX_ELEMENTS": "elements of a drawing",
    },
    "YAML, tables and other files of a project": {
        "load.yaml_tree.MAX_BYTES": "bytes of a YAML or CSV file",
        "load.yaml_tree.MAX_DEPTH": "YAML values inside each other",
        "load.yaml_tree.MAX_ERRORS": "errors that are reported",
        "load.project_folder.MAX_GAME_FILE": "bytes of any file in a game's folders",
        "support.table_files.MAX_ROWS": "rows of a table",
        "support.table_files.MAX_COLUMNS": "columns of a table",
        "support.xlsx_files.MAX_SHEET_COLUMNS": "columns of a table in a workbook",
        "support.table_files.MAX_CELL": "characters of a cell",
        "support.table_files.MAX_CELLS": "cells of a table, written or not",
        "support.xlsx_files.MAX_PARTS": "parts of a spreadsheet",
        "support.xlsx_files.MAX_BYTES": "bytes of a spreadsheet",
        "cli.commands.match.MAX_RECORD": "bytes of the record of a game",
        "cli.commands.prove.MAX_PAGE": "bytes of a report that is extended",
        "paper.printers.printer_profiles.MAX_BYTES": "bytes of the stored values of printers",
    },
    "Geography": {
        "geomap.layer_features.MAX_BYTES": "bytes of a layer",
        "geomap.layer_features.MAX_POINTS": "points of a layer, and of all layers within the window",
        "geomap.crossing_limits.MAX_FEATURE_POINTS": "points of a feature",
        "geomap.crossing_limits.MAX_OVERLAPS": "edges near each edge, on average",
        "geomap.crossing_limits.FREE_OVERLAPS": "further edges near others",
        "geomap.source_lines.MAX_SOURCE_LINES": "lines of a layer within the map",
        "geomap.town_placement.MAX_TOWNS": "towns",
        "geomap.terrain_sampling.MAX_PROBE_TESTS": "tests whether a point is inside an area",
    },
    "The emulator (`drive`, `prove`), for each key": {
        "emulator.beanshell.execution_budget.MAX_STEPS": "steps",
        "emulator.beanshell.execution_budget.MAX_MEMORY": "bytes of texts and lists",
        "emulator.beanshell.execution_budget.MAX_SECONDS": "seconds of the processor",
        "emulator.beanshell.name_spaces.MAX_CALLS": "calls inside each other",
        "emulator.beanshell.beanshell_interpreter.MAX_SCRIPT": "characters of a script",
        "emulator.beanshell.beanshell_operators.MAX_TEXT": "characters of a text",
        "emulator.beanshell.java_arrays.MAX_ARRAY": "items of an array",
        "emulator.beanshell.java_lists.MAX_ITEMS": "items of a list, set or map",
        "emulator.beanshell.java_builder_classes.MAX_BITS": "bits of a BigInteger",
        "emulator.beanshell.java_string_patterns.MAX_PATTERN": "characters of a regular expression",
        "emulator.game_world.MAX_PIECES": "pieces of a game",
        "emulator.game_weight.MAX_GAME_BYTES": "bytes of a game's texts",
        "emulator.world_loading.MAX_SETUP": "bytes of a set-up",
        "emulator.undo_journal.MAX_WEIGHT": "characters kept for undoing",
        "support.linear_regex.MAX_MEMORY": "bytes of memory of a regular expression",
    },
    "The real engine": {
        "engine_driver.engine_sandbox.MOST_PROCESSES": "processes and threads",
        "engine_driver.driver_connection.LONGEST_LINE": "bytes of a line of an answer",
        "engine_driver.driver_connection.LONGEST_ANSWER": "bytes of an answer",
        "engine_driver.engine_findings.MOST_PROBLEMS": "problems that are reported",
    },
}
"""The limits by kind of input: each constant, without "hexwright.", and what it counts."""


def table() -> str:
    """Return the limits as Markdown tables."""
    parts = []
    for title, limits in LIMITS.items():
        rows = [f"| {_number(name)} | {words} | {_remedy(name)} |" for name, words in limits.items()]
        parts.append("\n".join((f"### {title}\n", "| at most | of | raised by |", "|---:|---|---|", *rows)))
    return "\n\n".join(parts) + "\n"


def page(before: str) -> str:
    """Return SECURITY.md with the limits written anew."""
    head, _, rest = before.partition(BEGIN)
    return f"{head}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def _number(name: str) -> str:
    module, _, constant = name.rpartition(".")
    value = getattr(import_module(f"hexwright.{module}"), constant)
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20)):
        if isinstance(value, int) and value >= size and value % size == 0:
            return f"{value // size} {unit}"
    return f"{value:,.0f}" if isinstance(value, float) else f"{value:,}"


def _remedy(name: str) -> str:
    """Return the option that raises a limit; "" for a limit that can't be raised."""
    constant = name.rpartition(".")[2]
    return "`--limits`" if re.search(rf"raised\({constant}\b", _users(name)) else ""


def _users(name: str) -> str:
    """Return the code that compares values with a limit: of its own module, or of those that import it."""
    users = {
        "vassal.codec.archive_limits": ("vassal.codec.module_archive", "vassal.codec.module_folder"),
        "cli.commands.saved_game_inputs": ("vassal.codec.module_archive",),
        "inspect.show.saved_game_items": ("vassal.codec.module_archive",),
    }
    module = name.rpartition(".")[0]
    code = "".join(getsource(import_module(f"hexwright.{user}")) for user in users.get(module, (module,)))
    # Archives raise whatever limit they are given for one entry.
    return code.replace("raised(limit)", "raised(MAX_SAVED) raised(MAX_SAVE)")


if __name__ == "__main__":
    write_atomically(PAGE, page(PAGE.read_text("utf-8")).encode())
