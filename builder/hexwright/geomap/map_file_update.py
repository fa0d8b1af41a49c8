"""Write the draft into map.yaml without losing the user's edits."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic, DiagnosticReport, InputError, Span, warning
from hexwright.geomap.draft_merge import MergeResult, merge_drafts
from hexwright.geomap.spec_loading import LoadedSpec
from hexwright.load.game_migration import migrate_source
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_readers import build_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, parse, read_source
from hexwright.model.hex_map import HexMap
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.named_files import read_regular

_HEAD = (
    "# The last draft, as hexwright geomap wrote it. The next run compares {map} with it to find your\n"
    "# edits. Keep this file with the spec, and edit {map} instead.\n"
)
_SEAL = "# seal: "


@dataclass(frozen=True, slots=True)
class MapUpdate:
    """The result of writing a draft into the map's file."""

    map: Path
    record: Path
    state: str
    """The outcome: "new", "unchanged", "renewed" or "your changes kept"."""
    diagnostics: tuple[Diagnostic, ...]


def last_draft_path(spec: LoadedSpec) -> Path:
    """Return the path of the file that stores the last draft, beside the spec."""
    return spec.folder / f"{spec.stem}.draft.yaml"


def update_map_file(spec: LoadedSpec, draft: str) -> MapUpdate:
    """Merge a new draft into the map's file; raise `InputError` if the result would be invalid."""
    target, record = spec.folder / spec.geography.map, last_draft_path(spec)
    name = spec.name(spec.geography.map)
    if not target.exists():
        _write(spec, target, record, draft, draft)
        return MapUpdate(target, record, "new", ())
    source = read_source(target, name)
    if not record.exists():
        raise InputError.single(
            "D025",
            f"{name} exists, but the record of its last draft, {spec.name(record.name)}, is missing",
            Span(name),
            f"nothing was written: write another file name for 'map' in the spec, or move {name} away",
        )
    base = _present(_read_sealed_draft(spec, read_source(record, spec.name(record.name))), name)
    _require_readable(source, "nothing was written: correct this error, then run geomap again")
    text = source.data.decode("utf-8").removeprefix("\ufeff")
    ends = "\r\n" if "\r\n" in text else "\n"
    mine = text.replace("\r\n", "\n")
    if mine.rstrip("\n") == base.rstrip("\n"):
        _write(spec, target, record, draft, draft)
        return MapUpdate(target, record, "unchanged" if base == draft else "renewed", ())
    merged = merge_drafts(base, mine, draft)
    told = tuple(_merge_diagnostics(spec, name, merged))
    whole = merged.text.replace("\n", ends)
    if merged.text.rstrip("\n") != mine.rstrip("\n"):
        _require_readable(
            SourceFile(name, whole.encode()),
            "nothing was written: your edits and the new draft conflict here; undo this edit, or move the "
            "file "
            "away, run geomap again and repeat your edits",
        )
    else:
        whole = text
    _write(spec, target, record, whole, draft)
    return MapUpdate(target, record, "your changes kept", told)


def _write(spec: LoadedSpec, target: Path, record: Path, text: str, draft: str) -> None:
    # The map is written first: if the run is killed in between, the same changes are in map and draft, which
    # is harmless.
    way_out = "write another file name for 'map' in the spec, or make the folder writable"
    data = text.encode()
    inputs = (spec.path, *(spec.folder / name for name in spec.layer_files))
    for file, written in ((target, data), (record, _seal_draft(draft, target.name))):
        if not _holds(file, written):
            write_atomically(file, written, way_out=way_out, inputs=inputs)


def _holds(file: Path, data: bytes) -> bool:
    return file.is_file() and file.stat().st_size == len(data) and read_regular(file, len(data)) == data


def _seal_draft(draft: str, map_name: str) -> bytes:
    seal = hashlib.sha256(draft.encode()).hexdigest()
    return f"{_HEAD.format(map=map_name)}{_SEAL}{seal}\n{draft}".encode()


def _read_sealed_draft(spec: LoadedSpec, source: SourceFile) -> str:
    text = source.data.decode("utf-8", "replace").replace("\r\n", "\n")
    head, found, rest = text.partition(_SEAL)
    seal, _, draft = rest.partition("\n")
    if not found or head.count("\n") > 3 or hashlib.sha256(draft.encode()).hexdigest() != seal.strip():
        raise InputError.single(
            "D026",
            "this record of the last draft was edited, so your edits of the map can't be identified",
            Span(source.file),
            f"nothing was written: restore the record, or move {spec.geography.map} away and run geomap "
            f"again",
        )
    return draft


def _present(draft: str, name: str) -> str:
    """Return a draft with the current keys. An older version of hexwright may have written the draft."""
    return migrate_source(SourceFile(name, draft.encode()), HexMap).after.decode()


def _require_readable(source: SourceFile, hint: str) -> None:
    report = DiagnosticReport()
    tree = parse(source, report)
    if tree is not None:
        build_record(HexMap, tree, ("hexmap",), ReaderContext(source, report, ValueSpans()))
    if report.has_errors:
        first = next(iter(report))
        raise InputError(
            (*report, Diagnostic("D027", first.severity, "the map can't be read", first.span, hint))
        )


def _merge_diagnostics(spec: LoadedSpec, name: str, merged: MergeResult) -> list[Diagnostic]:
    return [
        warning(
            "D028",
            f"{' › '.join(conflict.place)}: you have {conflict.kept_line}, "
            f"but the new draft has {conflict.drafted_line}",
            Span(name, conflict.line, 1),
            "your version was kept; copy the draft's version if you prefer it",
        )
        for conflict in merged.conflicts
    ]
