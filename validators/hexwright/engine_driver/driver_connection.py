"""Run a driver process and exchange JSON lines with it. Every wait has a time limit, every line a length."""

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
from typing import IO, Final

from hexwright.engine_driver.engine_errors import EngineEndedError, EngineError, EngineTimeoutError

LONGEST_LINE: Final = 64 << 20
"""The number of bytes of the longest line that is read from the driver."""
LONGEST_ANSWER: Final = 256 << 20
"""The number of bytes that the driver may write from one command to its reply."""
_LAST_WORDS: Final = 4000
"""The number of bytes from the end of the error output that are kept."""
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


class _LastWords:
    """The end of a stream, read as it is written. Nothing of it is stored where a module could replace it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._read, args=(stream,), name="engine-errors", daemon=True)
        self._thread.start()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(ValueError, OSError):
            while part := os.read(stream.fileno(), 1 << 16):
                self._kept += part
                del self._kept[:-_LAST_WORDS]

    def text(self) -> str:
        """Return the last words of a process that ended."""
        self._thread.join(_GRACE)
        return bytes(self._kept).decode("utf-8", "replace").strip()


class DriverConnection:
    """A process that reads commands and writes events, one JSON object per line.

    The process runs in `folder`. If the process itself fails, it is killed and `EngineEndedError` is raised.
    Every later use raises that error, too.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        # A full queue makes the process wait, so that what isn't read yet takes no memory.
        self._events: queue.Queue[bytes] = queue.Queue(1)
        self._gone = ""
        self._late = False
        self._next_id = 1
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
            # Unrequested output, such as its own log, goes there.
            cwd=folder,
            close_fds=True,
            start_new_session=True,
        )
        assert self._process.stderr is not None
        self._errors = _LastWords(self._process.stderr)
        self._reader = threading.Thread(target=self._read, name="engine-events", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            while line := self._process.stdout.readline(LONGEST_LINE + 1):
                self._events.put(line)
        self._events.put(b"")

    def until(self, names: Sequence[str], timeout: float) -> Iterator[Event]:
        """Yield events up to and including the first event with one of the given names.

        Raise `EngineEndedError` if `timeout` seconds or `LONGEST_ANSWER` bytes pass before that event, if the
        process ends, or if a line isn't an event or is longer than `LONGEST_LINE`.
        """
        deadline = time.monotonic() + timeout
        length = 0
        while True:
            line = self._line(deadline, timeout)
            length += len(line)
            if length > LONGEST_ANSWER:
                raise self._fail(f"the driver wrote more than {LONGEST_ANSWER >> 20} MiB before its answer")
            event = self._event(line)
            yield event
            if event["event"] in names:
                return

    def _line(self, deadline: float, timeout: float) -> bytes:
        if self._gone:
            raise EngineEndedError(self._gone)
        late = f"VASSAL did not answer within {timeout:g} s"
        left = deadline - time.monotonic()
        try:
            # Events that come without end must not make a wait endless.
            line = self._events.get(timeout=max(0.0, left))
        except queue.Empty:
            raise self._fail(late, EngineTimeoutError) from None
        if self._late or left < 0:
            raise self._fail(late, EngineTimeoutError)
        if not line:
            code = self._wait()
            raise self._fail(f"VASSAL's process ended unexpectedly (exit code {code})")
        if len(line) > LONGEST_LINE:
            raise self._fail(f"the driver wrote a line longer than {LONGEST_LINE >> 20} MiB")
        return line

    def _event(self, line: bytes) -> Event:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
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
        self._end()
        return kind(message, self.error_output_tail())

    def _end(self) -> None:
        """Kill the process, and let the thread that reads its events come to their end."""
        end_process_tree(self._process)
        deadline = time.monotonic() + _GRACE
        while self._reader.is_alive() and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._events.get(timeout=0.01)

    def error_output_tail(self) -> str:
        """Return the end of the ended process's error output."""
        return self._errors.text()

    def ask(self, verb: str, args: Mapping[str, object], timeout: float) -> Iterator[Event]:
        """Send a command and yield the events up to and including its reply.

        Raise `EngineEndedError` in the same cases as `until`, if the process doesn't read the command within
        `timeout` seconds, and if the reply belongs to another command.
        """
        if self._gone:
            raise EngineEndedError(self._gone)
        number = self._next_id
        self._next_id += 1
        line = json.dumps({"id": number, "verb": verb, "args": dict(args)})
        assert self._process.stdin is not None
        # Reading detects that the process has ended, and reports the end of its error output.
        with self._limited(timeout), contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        for event in self.until(("reply",), timeout):
            if event["event"] == "reply" and event.get("id") != number:
                raise self._fail(
                    f"the driver answered command {event.get('id')!r:.200} instead of command {number}"
                )
            yield event

    @contextlib.contextmanager
    def _limited(self, seconds: float) -> Iterator[None]:
        """Kill a process that doesn't read what is written to it in time; that ends the write."""
        watch = threading.Timer(seconds, self._give_up)
        watch.daemon = True
        watch.start()
        try:
            yield
        finally:
            watch.cancel()

    def _give_up(self) -> None:
        self._late = True
        end_process_tree(self._process)

    def close(self) -> None:
        """End the process: close its input, and kill the process if it doesn't exit."""
        assert self._process.stdin is not None
        with self._limited(_GRACE), contextlib.suppress(OSError):
            self._process.stdin.close()
        self._wait()
        self._end()
        self._gone = self._gone or "VASSAL was closed"


def reply_value(reply: Event) -> object:
    """Return the value in a reply. Raise `EngineError` if the reply says that the command failed."""
    if reply.get("ok") is not True:
        raise EngineError(str(reply.get("error")), str(reply.get("detail") or ""))
    return reply.get("value")
