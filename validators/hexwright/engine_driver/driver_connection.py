"""Run a driver process and exchange JSON lines with it. Every wait has a time limit."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from hexwright.engine_driver.engine_errors import EngineEndedError, EngineError, EngineTimeoutError

_LAST_WORDS: Final = 4000
"""The number of characters from the end of the error output that an exception contains."""
_LONGEST_GARBAGE: Final = 200
_GRACE: Final = 2.0
"""The time in seconds that a process has to exit after its input is closed."""

Event = dict[str, object]


def end_process_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that runs in a session of its own, and all its children."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class DriverConnection:
    """A process that reads commands and writes events, one JSON object per line.

    `errors` is the file for the process's error output, in the folder in which the process runs. If the
    process itself fails, it is killed and `EngineEndedError` is raised. Every later use raises that error,
    too.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], errors: Path) -> None:
        self._errors = errors
        self._events: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._gone = ""
        self._next_id = 1
        with errors.open("wb") as sink:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=sink,
                env=dict(environment),
                # Unrequested output, such as its own log, goes there too.
                cwd=errors.parent,
                start_new_session=True,
            )
        threading.Thread(target=self._read, name="engine-events", daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._events.put(line)
        self._events.put(b"")

    def until(self, names: Sequence[str], timeout: float) -> Iterator[Event]:
        """Yield events up to and including the first event with one of the given names.

        Raise `EngineEndedError` if `timeout` seconds pass before that event, if the process ends, or if a
        line isn't an event.
        """
        deadline = time.monotonic() + timeout
        while True:
            event = self._next(deadline, timeout)
            yield event
            if event["event"] in names:
                return

    def _next(self, deadline: float, timeout: float) -> Event:
        if self._gone:
            raise EngineEndedError(self._gone)
        try:
            line = self._events.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise self._fail(f"VASSAL did not answer within {timeout:g} s", EngineTimeoutError) from None
        if not line:
            code = self._wait()
            raise self._fail(f"VASSAL's process ended unexpectedly (exit code {code})")
        try:
            event = json.loads(line)
        except ValueError:
            event = None
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            garbage = line[:_LONGEST_GARBAGE].decode("utf-8", "replace").rstrip()
            raise self._fail(f"the driver wrote a line that is not an event: {garbage!r}")
        return event

    def _wait(self) -> int | None:
        try:
            return self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return None

    def _fail(self, message: str, kind: type[EngineEndedError] = EngineEndedError) -> EngineEndedError:
        self._gone = message
        end_process_tree(self._process)
        return kind(message, self.error_output_tail())

    def error_output_tail(self) -> str:
        """Return the end of the process's error output."""
        try:
            return self._errors.read_bytes()[-_LAST_WORDS:].decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def ask(self, verb: str, args: Mapping[str, object], timeout: float) -> Iterator[Event]:
        """Send a command and yield the events up to and including its reply.

        Raise `EngineEndedError` in the same cases as `until`, and if the reply belongs to another command.
        """
        if self._gone:
            raise EngineEndedError(self._gone)
        number = self._next_id
        self._next_id += 1
        line = json.dumps({"id": number, "verb": verb, "args": dict(args)})
        assert self._process.stdin is not None
        # Reading detects that the process has ended, and reports the end of its error output.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        for event in self.until(("reply",), timeout):
            if event["event"] == "reply" and event.get("id") != number:
                raise self._fail(
                    f"the driver answered command {event.get('id')!r} instead of command {number}"
                )
            yield event

    def close(self) -> None:
        """End the process: close its input, and kill the process if it doesn't exit."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._wait()
        end_process_tree(self._process)
        self._gone = self._gone or "VASSAL was closed"


def reply_value(reply: Event) -> object:
    """Return the value in a reply. Raise `EngineError` if the reply says that the command failed."""
    if reply.get("ok") is not True:
        raise EngineError(str(reply.get("error")), str(reply.get("detail") or ""))
    return reply.get("value")
