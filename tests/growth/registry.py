"""Find the functions that read files or parse their bytes, and which of those read only our own."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tests.fuzz.frame import ROOT
from tests.growth import readers
from tests.growth.dimension import Dimension

_OPENING: Final = frozenset((
    "open_regular", "read_regular", "read_bytes", "read_text", "open", "fdopen", "json.load", "json.loads",
    "csv.reader", "csv.DictReader", "etree.fromstring", "etree.parse", "etree.iterparse", "etree.XML",
    "zipfile.ZipFile", "ZipFile", "tarfile.open", "gzip.open", "Image.open", "TTFont", "yaml.load",
    "yaml.safe_load", "yaml.parse", "yaml.compose", "load_workbook", "ParserCreate", "tomllib.loads",
    "pickle.loads", "minidom.parse", "minidom.parseString", "ElementTree.parse", "plistlib.loads",
))  # fmt: skip
"""What opens a file or parses bytes, by its name or the last two parts of it."""

OTHERS: Final = {
    "cli.console.prepare_streams": "the null device",
    "cli.console.silence_streams": "the null device",
    "load.format_documentation.render_format_doc": "a page of ours",
    "load.format_documentation.render_spec_doc": "a page of ours",
    "load.json_schema._example": "examples of ours",
    "load.new_game.small_game": "templates of ours",
    "pipeline.campaign_report.report_pictures.report_counters": "pictures that we drew",
    "pipeline.gallery_pictures._strip": "pictures that we drew",
    "pipeline.game_pictures._known": "our cache",
    "pipeline.game_pictures.read_charts": "our cache",
    "render.pdf_pictures._encode_jpeg": "no more than the header of a picture",
    "makers.module_import.drawn_pictures.DrawnPictures.png": "pictures that we drew",
    "makers.picture_packing._is_packable": "no more than the header of a picture",
    "makers.picture_packing._is_same_picture": "pictures whose pixels have a limit",
    "makers.scaled_pictures.scaled_picture": "pictures whose pixels have a limit",
    "render.fonts.face_metrics": "fonts of ours",
    "render.glyph_outlines._font": "fonts of ours",
    "paper.counters.image_sheets._picture": "pictures that we drew",
    "paper.rulebook.screen_figures._few_colours": "a picture that we drew",
    "render.counters.key_pictures._of_few_colours": "a picture that we drew",
    "render.map.board.board_picture._opened": "tiles that we drew",
    "render.map.board.board_picture._table": "a picture that we drew",
    "render.map.board.board_picture.open_sheet_picture": "a picture that we drew",
    "render.map.network_marks.changing_lines.stretches_from_json": "our cache",
    "render.map.names.placed_names_json.names_from_json": "our cache",
    "render.svg_raster._new_options": "fonts of ours",
    "render.text_fitting._font": "fonts of ours",
    "support.atomic_writes.write_atomically": "writes",
    "support.atomic_writes._write_through": "writes",
    "support.atomic_writes._remove_leftover": "locks a file of ours, and reads nothing",
    "render.rule_figure.figures_of_json": "our cache",
    "support.build_cache.CachedBuild.look_up": "our cache",
    "support.build_cache.CachedBuild.restore": "our cache",
    "support.named_files.open_regular": "the opener itself",
    "support.named_files.read_regular": "the opener itself",
    "support.workers.cluster_engine._received": "data that our own process sent",
    "support.result_cache.code_digest": "code of ours",
    "support.result_cache.ResultCache.get": "our cache",
    "web.workbench.workbench_host._is_as_read": "no more than was read before",
    "vassal.codec.module_archive.zip_entries": "writes",
    "vassal.kernel.engine_data.decoded": "data that we wrote",
    "vassal.kernel.runtime_classes.packed_runtime": "classes of ours",
    "vassal.kernel.sources.read_package_text": "code of ours",
    "web.play.browser_worker.BrowserWorker.__init__": "a game of ours",
    "web.play.browser_worker.BrowserWorker.answer": "a message of the page",
    "web.server.page_files.page_file": "the page and fonts of ours",
    "web.site.engine_modules._imported_by": "code of ours",
    "web.site.pyodide_files.pyodide_files": "files of Pyodide, which have a limit",
    "web.site.python_archive.python_archive": "code of ours, when the page is built",
    "web.site.python_archive.sources_digest": "code of ours",
    "web.site.standard_library.used_part": "the library of Pyodide, when the page is built",
    "web.site.site_build._require_compiled_engine": "the page of ours",
    "web.site.site_build._play_page": "the page of ours",
    "web.site.site_build._write_pages": "the page and fonts of ours",
    "web.site.site_pictures.play_picture": "pictures that we drew",
    "web.server.web_app.WebApp.ask": "a message of this machine, which has a limit: test_server",
    "web.workbench.board_pictures.DrawnBoard._painted": "pictures that we drew",
    "render.map.board.board_regions._picture": "pictures that we drew",
    "vassal.enforcement.script.code": "scripts of ours",
    "vassal.queries.parts._all": "queries of ours",
    "engine_driver.driver_connection.DriverConnection._event": "lines have a limit: test_client",
    "engine_driver.engine_sandbox._named_in": "the installed VASSAL",
    "engine_driver.file_exchange.FileExchange.give": "a file in parts, none of which is parsed",
    "engine_driver.java_installation._digest": "code of ours",
    "geomap.layer_files.LayerReader.bytes_of": "calls geomap.layer_features.read_bytes",
    "geomap.map_file_update._holds": "compares a file with one of that length",
    "cli.commands.prove._written": "a page of ours, which is searched for one line",
    "cli.limits_page.": "a page of ours",
    "module_checks.module_library.LibraryJob.do": "findings of ours",
    "support.workers.shared_file.file_digest": "a file in parts, none of which is parsed",
    "support.workers.work_record.WorkRecord.enter": "a row that we wrote",
    "support.workers.work_record.WorkRecord.read": "a row that we wrote",
    "support.workers.record_file.RecordFile.open": "looks at the kind of the file",
    "players.campaigns.game_store.GameStore.cells": "a row that we wrote",
    "players.campaigns.game_store._result": "a row that we wrote",
    "emulator.emulated_game.EmulatedGame.load": "gives a saved game to Archive",
    "makers.unpacked_module._compare": "files that we wrote, as long as the entries of the module",
    "makers.unpacked_module._same": "compares a file with one of that length",
    "makers.written_file._copied": "copies a file in parts",
    "vassal.codec.unpacked.unpacked_folder.is_unpacked": "the first 2,000 bytes of a file",
    "inspect.analysis.svg_drawings.open_rgba": "a PNG that we rasterised",
}  # fmt: skip
"""Functions that open or parse what no stranger wrote, or only hand it on."""


def dimensions() -> tuple[Dimension, ...]:
    """Return the dimensions of all readers."""
    names = sorted(info.name for info in pkgutil.iter_modules(readers.__path__))
    modules = [importlib.import_module(f"{readers.__name__}.{name}") for name in names]
    return tuple(each for module in modules for each in module.DIMENSIONS)


@cache
def opening_functions() -> frozenset[str]:
    """Return the functions of ours that open files or parse bytes: package, file, class and name."""
    found = set()
    for root in (ROOT / "builder" / "hexwright", ROOT / "validators" / "hexwright"):
        for path in sorted(root.rglob("*.py")):
            place = path.relative_to(root).with_suffix("").as_posix().replace("/", ".")
            found |= {f"{place}.{name}" for name in opening_in(path.read_text("utf-8"))}
    return frozenset(found)


def opening_in(source: str) -> frozenset[str]:
    """Return the functions of a source text that open files or parse bytes.

    A text without any of the names isn't parsed.
    """
    if _NAMED.search(source) is None:
        return frozenset()
    return frozenset(_opening(ast.parse(source), ()))


def _opening(node: ast.AST, within: tuple[str, ...]) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        inner = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = (*within, child.name)
        if isinstance(child, ast.Call) and _last_name(child.func) in _LAST_NAMES:
            words = ast.unparse(child.func).split(".")
            method = len(words) > 1 and words[-1] == "open" and words[-2] not in ("os", "Image", "tarfile")
            if not _OPENING.isdisjoint((words[-1], ".".join(words[-2:]))) and (not method or _reads(child)):
                yield ".".join(within)
        yield from _opening(child, inner)


_LAST_NAMES: Final = frozenset(name.rpartition(".")[2] for name in _OPENING)
"""The last parts of the names: a call of any other is passed over before its text is made."""
_NAMED: Final = re.compile(rf"\b(?:{'|'.join(sorted(_LAST_NAMES))})\b")


def _last_name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _reads(call: ast.Call) -> bool:
    """Return whether a method `open` is that of a path: its first argument is a mode."""
    return any(isinstance(each, ast.Constant) and "r" in str(each.value) for each in call.args)
