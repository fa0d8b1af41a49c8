"""The pieces of a module as a table for a spreadsheet, and the changed table applied to the module.

A row is a piece, found again by its path. Changed cells alone change. A row without a path is a new piece: it
copies the piece whose path or gpid is in the column `copy of`, with a fresh gpid. Rows that are missing are
told, and their pieces are removed only if that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.makers.module_edit import ModuleEdit, SkippedPart
from hexwright.makers.piece_cells import (
    IMAGE,
    NAME,
    PROTOTYPES,
    PieceCell,
    changed_cell,
    piece_cells,
    with_fresh_ids,
)
from hexwright.support.message_wording import count_noun, did_you_mean, printable_line, quote
from hexwright.support.table_files import MAX_COLUMNS, Table, TableRow
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_editing import BuildFileText
from hexwright.vassal.codec.buildfile.buildfile_parser import parse_any
from hexwright.vassal.codec.piece_editing import PieceText
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of

PATH, GPID, COPY_OF = "path", "gpid", "copy of"
_FIRST: Final = (PATH, GPID, COPY_OF, NAME, IMAGE, PROTOTYPES)
_NEXT_ID: Final = "nextPieceSlotId"


@dataclass(frozen=True)
class PieceRow:
    """A piece of the module: its component, its text, and its cells by column."""

    node: ComponentNode
    piece: PieceText

    @property
    def path(self) -> str:
        """Return the path of the piece, as `hexwright show` accepts it."""
        return printable_line(self.node.place.path)

    @property
    def gpid(self) -> str:
        """Return the id of the slot."""
        return self.node.component.get("gpid") or ""

    @cached_property
    def cells(self) -> dict[str, PieceCell]:
        """Return the cells that can be changed, by column."""
        return piece_cells(self.piece)


@dataclass
class TableChanges:
    """What applying a table changes: cells by piece, new pieces, and pieces that have no row."""

    cells: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Path, column, text before and after."""
    added: list[tuple[str, str]] = field(default_factory=list)
    """The name of a new piece, and the path of the one that it copies."""
    missing: list[PieceRow] = field(default_factory=list)


class PieceTable:
    """The pieces of an open module. Pieces that can't be read are in `edit.skipped`, and have no row."""

    def __init__(self, edit: ModuleEdit) -> None:
        self.edit = edit
        self.rows: list[PieceRow] = []
        for node in edit.view.all(c.PieceSlot):
            try:
                self.rows.append(PieceRow(node, PieceText.decode(node.component.body)))
            except (CodecError, RecursionError) as error:
                edit.skipped.append(SkippedPart(node.place, reason_of(error)))

    def columns(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """Return the columns that match the chosen words, which may contain `*`; without any, all columns.

        Raises InputError (J005) for a word without a column, and for too many columns.
        """
        found = dict.fromkeys(_FIRST)
        known = sorted({column for row in self.rows for column in row.cells}, key=_column_order)
        found.update(dict.fromkeys(known))
        place = self.edit.view.place.span()
        if chosen:
            for word in chosen:
                if not any(fnmatchcase(column, word) for column in found):
                    hint = did_you_mean(word, list(found), "columns")
                    raise InputError.single("J005", f"no column is called {quote(word)}", place, hint)
            kept = [column for column in found if any(fnmatchcase(column, word) for word in chosen)]
            found = dict.fromkeys((PATH, GPID, COPY_OF, *kept))
        if len(found) > MAX_COLUMNS:
            what = f"the pieces have {len(found):,} columns; a table has at most {MAX_COLUMNS:,}"
            hint = "choose some: --columns 'name,prototypes,marker *'"
            raise InputError.single("J005", what, place, hint)
        return tuple(found)

    def lines(self, columns: Sequence[str]) -> Iterator[list[str]]:
        """Yield the rows of the table, the headings first."""
        yield list(columns)
        for row in self.rows:
            own = {PATH: row.path, GPID: row.gpid, COPY_OF: ""}
            yield [
                own[column] if column in own else row.cells[column].text if column in row.cells else ""
                for column in columns
            ]

    def apply(self, table: Table, *, remove: bool) -> TableChanges:
        """Edit the module so that its pieces are as in the table.

        Raises InputError (J005), which names the cell, for a row of another module, for an unknown column,
        and for a text that can't be the value.
        """
        return _Application(self, table, remove).run()


def _column_order(column: str) -> tuple[int, str]:
    kinds = ("marker", "property", "layer", "label")
    kind = column.split(" ", 1)[0]
    return (kinds.index(kind) if kind in kinds else -1), column


class _Application:
    """The application of one table."""

    def __init__(self, pieces: PieceTable, table: Table, remove: bool) -> None:
        self.pieces = pieces
        self.edit = pieces.edit
        self.table = table
        self.remove = remove
        self.by_path = {row.path: row for row in pieces.rows}
        self.by_gpid = {row.gpid: row for row in pieces.rows}
        self.changes = TableChanges()
        self.expected: dict[ComponentNode, PieceText] = {}
        self.inserted: dict[ComponentNode, list[str]] = {}
        self.ids = self._fresh_ids()
        self.last_id = ""

    def run(self) -> TableChanges:
        self._check_headings()
        found = self._rows_by_path()
        for path, row in found.items():
            self._change(self.by_path[path], row)
        for row in self.table.rows:
            if not row.cells[self._column(PATH)]:
                self._add(row)
        self.changes.missing = [row for row in self.pieces.rows if row.path not in found]
        self._write()
        return self.changes

    def _column(self, name: str) -> int:
        return self.table.headings.index(name)

    def _cell(self, row: TableRow, column: str) -> str:
        return row.cells[self._column(column)] if column in self.table.headings else ""

    def _check_headings(self) -> None:
        known = {*_FIRST, *(column for row in self.pieces.rows for column in row.cells)}
        for needed in (PATH, GPID):
            if needed not in self.table.headings:
                raise self._error(self.table.line, 0, f"the table has no column {quote(needed)}")
        for number, heading in enumerate(self.table.headings):
            if heading not in known:
                hint = did_you_mean(heading, sorted(known), "columns")
                raise self._error(self.table.line, number, f"no piece has {quote(heading)}", hint)
            if self.table.headings.index(heading) != number:
                raise self._error(self.table.line, number, f"{quote(heading)} stands twice")

    def _rows_by_path(self) -> dict[str, TableRow]:
        found: dict[str, TableRow] = {}
        for row in self.table.rows:
            path = self._cell(row, PATH)
            if not path:
                continue
            piece = self.by_path.get(path)
            if piece is None:
                what = f"the module has no piece {quote(path)}"
                raise self._error(row.line, self._column(PATH), what, "is the table of another module?")
            if self._cell(row, GPID) != piece.gpid:
                what = f"this piece has the gpid {quote(piece.gpid)}, not {quote(self._cell(row, GPID))}"
                raise self._error(row.line, self._column(GPID), what, "is the table of another module?")
            if path in found:
                raise self._error(row.line, self._column(PATH), "this piece has a row already")
            found[path] = row
        return found

    def _change(self, piece: PieceRow, row: TableRow) -> None:
        changed = self._changed(piece, piece.piece, row, told=piece.path)
        if changed != piece.piece:
            self.expected[piece.node] = changed

    def _changed(self, piece: PieceRow, text: PieceText, row: TableRow, told: str = "") -> PieceText:
        for number, heading in enumerate(self.table.headings):
            cell = row.cells[number]
            if heading in (PATH, GPID, COPY_OF):
                continue
            old = piece.cells.get(heading)
            if old is None:
                if cell:
                    what = f"the piece {quote(piece.path)} has no {heading}"
                    raise self._error(row.line, number, what, "copy a piece that has it")
                continue
            if cell == old.text.strip():
                continue
            try:
                current = piece_cells(text)[heading]
                text = changed_cell(text, current, cell)
                text.encode()
                shown = piece_cells(text)[heading].text
            except (CodecError, KeyError) as error:
                reason = error.reason if isinstance(error, CodecError) else "the column is gone"
                raise self._error(row.line, number, printable_line(reason)) from None
            if shown != cell:
                raise self._error(
                    row.line, number, f"the piece would have {quote(shown)} instead of {quote(cell)}"
                )
            if told:
                self.changes.cells.append((told, heading, old.text, cell))
        return text

    def _add(self, row: TableRow) -> None:
        word = self._cell(row, COPY_OF)
        pattern = self.by_path.get(word) or self.by_gpid.get(word)
        if pattern is None:
            column = self._column(COPY_OF) if COPY_OF in self.table.headings else self._column(PATH)
            what = f"no piece has the path or gpid {quote(word)}" if word else "a new row copies no piece"
            raise self._error(row.line, column, what, f"write a path or gpid into the column '{COPY_OF}'")
        new = with_fresh_ids(self._changed(pattern, pattern.piece, self._filled(row, pattern)), self._ids())
        source = self.edit.build.source(pattern.node.component).encode()
        slot = parse_any(source)
        text = BuildFileText(source, slot)
        basic = piece_cells(new).get(NAME)
        try:
            if slot.get("gpid") is not None:
                text.set_attribute(slot, "gpid", self.first_id)
            if basic is not None and slot.get("entryName") is not None:
                text.set_attribute(slot, "entryName", basic.text)
            text.set_body(slot, new.encode())
        except CodecError as error:
            raise self._error(row.line, 0, printable_line(error.reason)) from None
        self.inserted.setdefault(pattern.node, []).append(text.edited().decode())
        self.changes.added.append((basic.text if basic is not None else "", pattern.path))

    def _filled(self, row: TableRow, pattern: PieceRow) -> TableRow:
        """Return a new row in which empty cells have the text of the piece that it copies."""
        cells = (
            cell or (pattern.cells[heading].text.strip() if heading in pattern.cells else "")
            for heading, cell in zip(self.table.headings, row.cells, strict=True)
        )
        return TableRow(row.line, tuple(cells))

    # Ids -----------------------------------------------------------------------------------------
    first_id = ""

    def _ids(self) -> Iterator[str]:
        first = True
        for found in self.ids:
            if first:
                self.first_id, first = found, False
            yield found

    def _fresh_ids(self) -> Iterator[str]:
        """Yield ids that no piece of the module has, as the Editor would give them."""
        root = self.edit.view.nodes[0].component
        prefix = f"{root.get('extensionId')}:" if isinstance(root, c.ModuleExtension) else ""
        stated = root.get(_NEXT_ID) or "0"
        used = (design.gpid or "" for design in self.edit.view.definitions)
        numbers = [
            int(n) for g in used if (n := g.removeprefix(prefix)).isascii() and n.isdigit() and len(n) < 10
        ]
        number = max(
            int(stated) if stated.isascii() and stated.isdigit() else 0, max(numbers, default=-1) + 1
        )
        while True:
            self.last_id = str(number + 1)
            yield f"{prefix}{number}"
            number += 1

    # Writing -------------------------------------------------------------------------------------
    def _write(self) -> None:
        for node, text in self.expected.items():
            old, new = (
                piece_cells(PieceText.decode(node.component.body)).get(NAME),
                piece_cells(text).get(NAME),
            )
            if (
                old is not None
                and new is not None
                and node.component.get("entryName") == old.text != new.text
            ):
                self.edit.set_attribute(node, "entryName", new.text)
            self.edit.set_body(node, text.encode())
        for node, copies in self.inserted.items():
            for copy in copies:
                self.edit.build.insert_after(node.component, copy)
        root = self.edit.view.nodes[0]
        if self.inserted and root.component.get(_NEXT_ID) is not None:
            self.edit.set_attribute(root, _NEXT_ID, self.last_id)
        removed = {row.node for row in self.changes.missing} if self.remove else set()
        for node in removed:
            self.edit.build.remove(node.component)
        self._check(removed)

    def _check(self, removed: set[ComponentNode]) -> None:
        """Raise InputError (J002) if the edited build file hasn't the pieces of the table."""
        expected: list[str] = []
        for node in self.edit.view.all(c.PieceSlot):
            if node not in removed:
                text = self.expected.get(node)
                expected.append(text.encode() if text is not None else node.component.body)
            expected += (parse_any(copy.encode()).body for copy in self.inserted.get(node, ()))
        data = self.edit.changes().content.get(self.edit.build_entry)
        root = parse_any(data) if data is not None else self.edit.file.root
        assert root is not None
        if [slot.body for slot in root.all(c.PieceSlot)] != expected:
            what = "the edited pieces aren't those of the table"
            raise InputError.single("J002", what, self.edit.view.place.span(), "report this error")

    def _error(self, line: int, column: int, what: str, hint: str = "") -> InputError:
        return InputError.single("J005", what, self.table.span(line, column), hint)


def changes_in_words(changes: TableChanges) -> str:
    """Return the numbers of changes in one line."""
    pieces = len({path for path, *_ in changes.cells})
    words = f"{count_noun(len(changes.cells), 'cell')} of {count_noun(pieces, 'piece')} changed"
    return f"{words}, {count_noun(len(changes.added), 'piece')} added"
