"""Rewrite YAML of earlier versions of the data format: only renamed keys and values change.

The parser's source locations say where to edit, so comments, layout and quotes stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NewType, get_args, get_origin

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError, Span
from hexwright.load.former_keys import renamed_key, renamed_values
from hexwright.load.game_loading import FILES
from hexwright.load.project_folder import Project
from hexwright.load.record_keys import is_record, keys_of, split_annotations, split_optional
from hexwright.load.yaml_tree import (
    SourceFile,
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    parse,
    read_source,
)
from hexwright.model.scenario import Scenario
from hexwright.support.message_wording import quote

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Edit:
    """One renamed key or value, and its source location."""

    line: int
    column: int
    before: str
    after: str
    record: type
    """The record whose table of renamed keys or values lists the former name."""
    key: str = ""
    """The present name of the key that has the value; empty if the key itself was renamed."""

    @property
    def is_key(self) -> bool:
        """Whether the edit renames a key instead of a value."""
        return not self.key


@dataclass(frozen=True, slots=True)
class MigratedFile:
    """A file before and after its migration."""

    file: str
    before: bytes
    after: bytes
    edits: tuple[Edit, ...]


def migrate_game(project: Project, slug: str) -> tuple[MigratedFile, ...]:
    """Return every data file of a game, migrated; raise `InputError` if that fails. Nothing is written."""
    project.require(slug)
    folder = project.folder(slug)
    paths = [(folder / name, cls) for name, cls in FILES.values() if (folder / name).exists()]
    paths += [(path, Scenario) for path in project.scenarios(slug)]
    report = DiagnosticReport()
    migrated: list[MigratedFile] = []
    for path, cls in paths:
        try:
            migrated.append(migrate_source(read_source(path, project.display(path)), cls))
        except InputError as faults:
            report.extend(faults.diagnostics)
    if report.has_errors:
        raise InputError(tuple(report))
    return tuple(migrated)


def migrate_source(source: SourceFile, record: type) -> MigratedFile:
    """Return a file that contains a record, with former keys and values renamed.

    Raise `InputError` if the file isn't valid YAML, or has a key under both its former and its present name.
    """
    report = DiagnosticReport()
    tree = parse(source, report)
    search = _Search(source, report)
    if tree is not None:
        search.value(record, tree)
    search.edits.sort(key=lambda edit: (edit.line, edit.column))
    after = _edited(source, search.edits, report)
    if report.has_errors:
        raise InputError(tuple(report))
    return MigratedFile(source.file, source.data, after, tuple(search.edits))


@dataclass(slots=True)
class _Search:
    """A search of a file's tree for former names, guided by the types of its keys."""

    source: SourceFile
    report: DiagnosticReport
    edits: list[Edit] = field(default_factory=list)

    def value(
        self, hint: Any, node: YamlNode, keyed: bool = False, record: type = object, key: str = ""
    ) -> None:
        """Search a value of a type; the value belongs to the key `key` of `record`."""
        bare, _ = split_optional(split_annotations(hint)[0])
        while isinstance(bare, NewType):
            bare = bare.__supertype__
        origin, args = get_origin(bare), get_args(bare)
        if is_record(bare):
            if isinstance(node, YamlMapping):
                self.table(bare, node)
        elif origin is Literal:
            present = renamed_values(record, key).get(node.text) if isinstance(node, YamlScalar) else None
            if isinstance(node, YamlScalar) and present is not None:
                self.edits.append(Edit(node.line, node.column, node.text, present, record, key))
        elif origin is tuple:
            for item in _items(node, keyed):
                self.value(args[0], item, False, record, key)
        elif isinstance(origin, type) and issubclass(origin, Mapping):
            for item in _items(node, True):
                self.value(args[1], item, False, record, key)

    def table(self, record: type, table: YamlMapping) -> None:
        """Search a mapping that is a record."""
        keys = keys_of(record)
        for name, (key_node, value_node) in table.entries.items():
            former = renamed_key(record, name) if name not in keys else None
            declaring, present = former or (record, name)
            if former is not None and present in table.entries:
                self.report.error(
                    "Y008",
                    f"{quote(name)} and its new name {quote(present)} are both present",
                    self.source.span(key_node),
                    "delete one of the two keys",
                )
                continue
            if former is not None:
                self.edits.append(Edit(key_node.line, key_node.column, name, present, declaring))
            if present in keys:
                key = keys[present]
                self.value(key.type, value_node, key.notes.keyed, record, present)


def _items(node: YamlNode, keyed: bool) -> tuple[YamlNode, ...]:
    """Return the entries of a list or mapping; a single scalar is a list of one entry."""
    if isinstance(node, YamlMapping):
        return tuple(value for _, value in node.entries.values()) if keyed else ()
    return node.items if isinstance(node, YamlSequence) else (node,)


def _edited(source: SourceFile, edits: list[Edit], report: DiagnosticReport) -> bytes:
    """Return a file's bytes with the edits applied; report names that the YAML writes with escapes, which
    stay unchanged.
    """
    if not edits:
        return source.data
    mark = _BOM if source.data.startswith(_BOM) else b""
    text = source.data.removeprefix(_BOM).decode("utf-8")
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    for edit in reversed(edits):
        at = starts[edit.line - 1] + edit.column - 1
        at += text[at] in "'\""
        if text.startswith(edit.before, at):
            text = text[:at] + edit.after + text[at + len(edit.before) :]
            continue
        report.error(
            "K002" if edit.is_key else "K007",
            f"{quote(edit.before)} is written with escapes, so it isn't replaced",
            Span(source.file, edit.line, edit.column),
            f"replace it by {quote(edit.after)} in an editor",
        )
    return mark + text.encode("utf-8")
