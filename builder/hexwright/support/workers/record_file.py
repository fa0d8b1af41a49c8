"""An SQLite file to which one process appends results, and which other tools can open.

Results are written a task at a time, each in a transaction: after a crash or on a full disk, the file holds
all earlier ones whole.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.named_files import open_regular


class RecordFile:
    """An open record. Subclasses say what is in it."""

    APPLICATION: ClassVar[int]
    """The mark of such files among those of SQLite."""
    FORMAT: ClassVar[int]
    SCHEMA: ClassVar[str]
    CONTENT: ClassVar[str]
    """What the file is a record of, such as "a campaign"."""
    WRITER: ClassVar[str]
    """The command that writes such records."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[Self]:
        """Open a record that exists; raise `InputError` if it is none."""
        try:
            open_regular(path).close()
        except OSError as fault:
            raise cls._unreadable(path, str(fault.strerror)) from fault
        with closing(cls._connect(path)) as connection:
            record = cls(connection, path)
            with record._faults():
                if record._value("PRAGMA application_id") != cls.APPLICATION:
                    raise cls._unreadable(path, f"it is no record of {cls.CONTENT}")
                if record._value("PRAGMA user_version") != cls.FORMAT:
                    raise cls._unreadable(path, "it was written by another version of hexwright")
            yield record

    @classmethod
    @contextmanager
    def open_or_create(cls, path: Path) -> Iterator[Self]:
        """Open a record for writing, and create it if needed; raise `InputError` if it can't be written."""
        if not path.exists():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise cls._unwritable(path, str(fault.strerror)) from fault
            marks = f"PRAGMA application_id = {cls.APPLICATION}; PRAGMA user_version = {cls.FORMAT};"
            with closing(cls._connect(path)) as connection, cls(connection, path)._faults():
                connection.executescript(f"BEGIN;{marks}{cls.SCHEMA}COMMIT;")
        with cls.open(path) as record:
            yield record

    def _refuse_other(
        self, found: Mapping[str, str], now: Mapping[str, str], what: str, more: str = ""
    ) -> None:
        """Raise `InputError` for results of other data, or of another version, than those now wanted."""
        told = ", ".join(
            f"{name} {found.get(name, 'none')} instead of {now.get(name, 'none')}"
            for name in sorted({*found, *now})
            if found.get(name) != now.get(name)
        )
        raise InputError.single(
            "P042",
            f"the record has {what} of {told}",
            Span(self._path.as_posix()),
            f"begin another record with --record FILE{more}",
        )

    def _value(self, query: str, *values: object) -> Any:
        with self._faults():
            return self._connection.execute(query, values).fetchone()[0]

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn faults of SQLite into one line."""
        try:
            yield
        except sqlite3.OperationalError as fault:
            raise self._unwritable(self._path, str(fault)) from fault
        except (sqlite3.DatabaseError, json.JSONDecodeError, ValueError, TypeError) as fault:
            raise self._unreadable(self._path, str(fault)) from fault

    @classmethod
    def _connect(cls, path: Path) -> sqlite3.Connection:
        try:
            return sqlite3.connect(path, timeout=30)
        except sqlite3.Error as fault:
            raise cls._unwritable(path, str(fault)) from fault

    @classmethod
    def _unreadable(cls, path: Path, told: str) -> InputError:
        hint = f"give a file that '{cls.WRITER}' wrote"
        return InputError.single("P043", f"the record can't be read: {told}", Span(path.as_posix()), hint)

    @classmethod
    def _unwritable(cls, path: Path, told: str) -> InputError:
        return InputError.single(
            "W001",
            f"the record can't be written: {told}",
            Span(path.as_posix()),
            "free some space or choose another --record; the results in it are whole, and can be continued",
        )
